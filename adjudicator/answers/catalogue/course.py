"""Entries about the course of a game: when he was seen and where, what was paid and used, who won and how, what was illegal."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both
from adjudicator.answers.catalogue.position import game_of, the_piece, won
from adjudicator.answers.entries import Slots, of_game
from adjudicator.engine import STATION
from adjudicator.game import Game
from adjudicator.judge.moments import numbered
from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.record.lexicon import FUGITIVE


# -- how it stands, and how it ended
def _far(game: Game) -> str:
    return f"round {game.round}, {game.entries} {'entry' if game.entries == 1 else 'entries'} written"


def what_round(desk: Desk, asked: Slots) -> Answer:
    """The round that is going on; of a game that is over, the one in which it ended."""
    game = game_of(desk)
    result = game.result
    says = f"the game is over, since round {result.round}" if result else _far(game)
    return Answer("", (says,), facts={"round": game.round, "entries": game.entries})


def is_over(desk: Desk, asked: Slots) -> Answer:
    """Whether the game is over, and how."""
    game = game_of(desk)
    result = game.result
    if result is None:
        return Answer(NO, (f"the game goes on: {_far(game)}",), facts={"round": game.round, "entries": game.entries})
    return evolve(_ended(desk), verdict=YES)


def _ended(desk: Desk) -> Answer:
    result = game_of(desk).result
    assert result is not None
    says = f"{won(desk, '' if result.winner == 'draw' else result.winner)}, in round {result.round}"
    facts: dict[str, object] = {"ending": result.by, "winner": result.winner, "round": result.round}
    return Answer("", (says,), (desk.rule(result.by),), facts=facts)


def who_won(desk: Desk, asked: Slots) -> Answer:
    """The side that has won; of one who is named, whether it is that side."""
    game = game_of(desk)
    result = game.result
    if result is None:
        return Answer(NO if asked.who else "", (f"nobody has won yet, the game goes on: {_far(game)}",))
    side = "fugitive" if asked.who and desk.is_fugitive(asked.who) else "pursuers"
    return evolve(_ended(desk), verdict=(YES if side == result.winner else NO) if asked.who else "")


def was_caught(desk: Desk, asked: Slots) -> Answer:
    """Whether he was caught; by whom, where and when."""
    game = game_of(desk)
    result, name = game.result, desk.title(FUGITIVE)
    grounds = (desk.rule(result.by),) if result else ()
    if result is None or "capture" not in desk.rulebook.rules[result.by].about:
        return Answer(NO, (f"{name} was not caught",), grounds)
    station = game.station(FUGITIVE)
    there = [piece for piece, at in game.stations.items() if at == station and piece != FUGITIVE]
    return Answer(YES, (f"{name} was caught by {both(map(desk.named, there))} on {station}, in round {game.round}",), grounds)


# -- what he showed
def surfacings(desk: Desk, asked: Slots) -> Answer:
    """The entries after which he was seen, each with its round and station."""
    game = game_of(desk)
    rounds = {clause: number for _, number, clause in numbered(game.record)}
    found: list[str] = []
    stations: list[int] = []
    for entry in game.walk.end.entries:
        clause = game.record.clauses[entry.clause]
        station = getattr(clause.parts[entry.part], "to", None)
        if entry.shown & STATION:
            found.append(
                f"{station or 'a station that the record does not tell'} (entry {entry.number}, round {rounds[clause]})"
            )
            stations += [station] if station else []
    name = desk.title(FUGITIVE)
    says = f"{name} was seen {len(found)} {'time' if len(found) == 1 else 'times'}: on {both(found)}"
    return Answer("", (says if found else f"{name} was not seen",), facts={"stations": stations})


# -- what was done
def _done(game: Game, pieces: tuple[str, ...]) -> Iterator[tuple[int, r.Clause]]:
    return ((number, clause) for _, number, clause in numbered(game.record) if clause.piece in pieces)


def tickets_used(desk: Desk, asked: Slots) -> Answer:
    """The tickets of a kind that were paid, with the rounds, as far as this record tells."""
    game, kind, double = game_of(desk), asked.ticket, desk.rulebook.facts.double_action
    pieces = desk.pieces(asked.who) if asked.who else game.pieces
    is_ride = not kind or bool(desk.rulebook.tables.tickets[kind].pays)

    def paid(part: object) -> bool:
        if is_ride:
            return isinstance(part, r.Ride) and (part.ticket == kind if kind else True)
        return isinstance(part, r.Act) and double is not None and part.action == double.id

    rounds = [number for number, clause in _done(game, pieces) for part in clause.parts if paid(part)]
    when = f", in {'round' if len(set(rounds)) == 1 else 'rounds'} {both(map(str, dict.fromkeys(rounds)))}" if rounds else ""
    says = f"{len(rounds)} {desk.fare(kind)} used so far by {both(pieces)}{when if kind else ''}".replace("  ", " ")
    return Answer(YES if rounds else NO, (says,), facts={"used": len(rounds), "rounds": rounds})


def used_action(desk: Desk, asked: Slots) -> Answer:
    """How often an action was used, when, and what was written with it."""
    game, action = game_of(desk), desk.rulebook.actions[asked.action]
    found = [
        f"`{write_clause(clause)}` in round {number}"
        for number, clause in _done(game, game.pieces)
        if any(isinstance(part, r.Act) and part.action == action.id for part in clause.parts)
    ]
    says = f"`{action.written}` was used {len(found)} {'time' if len(found) == 1 else 'times'} in this game"
    return Answer(YES if found else NO, ("; ".join((says, *found)),), (desk.rule(action.id),))


def last_move(desk: Desk, asked: Slots) -> Answer:
    """The last move of a piece, as this record tells it."""
    game, piece = game_of(desk), the_piece(desk, asked.who or FUGITIVE)
    rode = [clause for _, clause in _done(game, (piece,)) if any(isinstance(part, r.Ride) for part in clause.parts)]
    return Answer("", (f"`{write_clause(rode[-1])}`" if rode else f"{desk.named(piece)} has not moved yet",))


def moves_of_round(desk: Desk, asked: Slots) -> Answer:
    """Everything that this record tells of one round, or of a piece in it."""
    game = game_of(desk)
    pieces = desk.pieces(asked.who) if asked.who else game.pieces
    found = [f"`{write_clause(clause)}`" for number, clause in _done(game, pieces) if number == asked.n]
    return Answer("", ("; ".join(found) or f"the record has nothing of round {asked.n}",))


def has_moved(desk: Desk, asked: Slots) -> Answer:
    """The pieces that have moved in this round; of one that is named, whether it has."""
    game = game_of(desk)
    moved = _moved(game)
    if not asked.who:
        return Answer("", (f"{both(map(desk.named, moved)) or 'nobody'} moved in round {game.round} so far",))
    piece = the_piece(desk, asked.who)
    has = piece in moved
    return Answer(YES if has else NO, (f"{piece} has {'' if has else 'not '}moved in round {game.round}",))


def _moved(game: Game) -> tuple[str, ...]:
    """The pieces of both sides that have moved in the round that is going on."""
    told = (clause.piece for _, number, clause in numbered(game.record) if number == game.round)
    return tuple(dict.fromkeys((*told, *game.moved)))


# -- whether it was legal
def legality(desk: Desk, asked: Slots) -> Answer:
    """The findings of the judge about the record, or about one round of it."""
    game, number = game_of(desk), asked.n
    found = [one for one in game.findings if number in (0, one.round)]
    broken = [one for one in found if one.verdict == "illegal"]
    undecided = [one for one in found if one.verdict == "undecided"]
    when = f" in round {number}" if number else ""
    if number and number > game.round:
        return Answer("", (f"the record does not reach round {number}",))
    if not broken:
        says = f"nothing illegal was found{when}" + (", but something cannot be decided" if undecided else "")
        told = _done(game, game.pieces) if number else iter(())
        clauses = "; ".join(f"`{write_clause(clause)}`" for at, clause in told if at == number)
        more = (*([clauses] if clauses else []), *(one.message for one in undecided))
        return Answer(DEPENDS if undecided else YES, (says, *more))
    rounds = both([str(n) for n in dict.fromkeys(one.round for one in broken if one.round)])
    first = f"{len(broken)} {'breach' if len(broken) == 1 else 'breaches'}" + (f", in rounds {rounds}" if rounds else "")
    broken_in = [f"round {one.round}: `{one.clause}`: {one.message} ({one.rule})" for one in broken]
    return Answer(NO, (first, *broken_in), tuple(map(desk.rule, dict.fromkeys(one.rule for one in broken))))


FAMILIES = (
    of_game("what-round", what_round),
    of_game("game-over", is_over),
    of_game("who-won", who_won, "who"),
    of_game("caught-by", was_caught),
    of_game("game.surfacings", surfacings),
    of_game("game.tickets-used", tickets_used, "who ticket"),
    of_game("game.actions-used", used_action, "action who"),
    of_game("last-move", last_move, "who"),
    of_game("moves-of-round", moves_of_round, "n who"),
    of_game("has-moved", has_moved, "who"),
    of_game("game.legal", legality),
    of_game("game.legal-round", legality, "n"),
)
