"""Entries about how the game ends. Each condition that a question names is brought about on small positions, and played on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from attrs import evolve

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, Tried, both
from adjudicator.answers.catalogue.moving import entering, seated
from adjudicator.answers.claims import Claim, Ground, claimed, once
from adjudicator.answers.entries import Family, Slots, family
from adjudicator.answers.experiments import (
    LATER_ROUND,
    Piece,
    experiment,
    is_payer,
    led_to,
    next_to_move,
    none_of,
    played,
    played_on,
    pursuers,
    rides,
    side_of,
    town,
    tried,
)
from adjudicator.answers.facts import fugitive
from adjudicator.answers.rounds import last_round
from adjudicator.faults import Fault, Place, Refused
from adjudicator.game import Game
from adjudicator.language import tree as t
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.values import frozen


@frozen
class Outcome:
    """The outcome of a condition: the winner, or nobody yet; in words, with the rules and the position."""

    says: str
    winner: str | None  # None while the game goes on
    grounds: tuple[Ground, ...] = ()
    tried: tuple[Tried, ...] = ()
    decides: bool = True  # the condition as it was asked; others are near it, and told beside it


def _won(desk: Desk, winner: str) -> str:
    return {
        "fugitive": f"{fugitive(desk.rulebook)} has won",
        "pursuers": f"{fugitive(desk.rulebook)} has lost, the pursuers have won",
    }.get(winner, "the game is drawn")


def moments(desk: Desk, name: str) -> str:
    """When an ending is tested."""
    found = []
    for rule, one in desk.rulebook.statements(t.Wins):
        if rule.id == name and isinstance(one, t.Wins):
            moment = one.moment
            if isinstance(moment, t.Moment):
                found.append(f"at {moment.edge} of {moment.of}" + (f" of the {moment.side}" if moment.side else ""))
            else:
                found.append(f"after {both(moment.names, 'or')}" + (f" by {both(moment.who, 'or')}" if moment.who else ""))
    return f"tested {' and '.join(dict.fromkeys(found))}" if found else ""


def _outcome(desk: Desk, cause: str, game: Game, goes_on: str, rules: tuple[Ground, ...] = (), decides: bool = True) -> Outcome:
    result = game.result
    if result is None:
        return Outcome(f"{cause}: {goes_on}", None, rules, (led_to(game, goes_on),), decides)
    what, winner = _won(desk, result.winner), "" if result.winner == "draw" else result.winner
    ground = desk.rule(result.by, moments(desk, result.by))
    return Outcome(f"{cause}: {what}", winner, (ground,), (led_to(game, what),), decides)


# -- the conditions
def _surrounded(desk: Desk, empty: bool = False) -> Game | None:
    """The fugitive with a pursuer on every station around him."""
    most = max((sum(v for v in row.values() if isinstance(v, int)) for row in desk.rulebook.tables.seats), default=5)
    found = town(desk.rulebook).hemmed(max(most, 5))
    if found is None:
        return None
    station, around = found
    every = pursuers(desk.rulebook, count=len(around))
    payers = [one for one in every if is_payer(desk.rulebook, one)]
    guards = [*payers, *(one for one in every if one not in payers)][: len(around)]
    placed = {FUGITIVE: station, **{one.name: at for one, at in zip(guards, around, strict=True)}}
    hands = {one.name: none_of(desk.rulebook) for one in payers} if empty else None
    return experiment(desk.rulebook, placed, every, tickets=hands, moves=guards[0].name if empty else FUGITIVE)


def fugitive_stuck(desk: Desk, asked: Slots) -> Iterator[Outcome]:
    """By pieces all around him, and for want of tickets."""
    rules, name = desk.rules_with(t.MustMove), fugitive(desk.rulebook)
    game = _surrounded(desk)
    if game is not None:
        due = next_to_move(game)
        stays = not due or side_of(game, due[0]) != "fugitive"
        what = f"{name} stays where he is this turn, and the game goes on" if stays else f"{name} can still move"
        yield _outcome(desk, "if a pursuer stands on every station around him", game, what, rules)
    if desk.rulebook.tables.roles[desk.role(FUGITIVE)].fare != "free":
        empty = {FUGITIVE: none_of(desk.rulebook), "pile": none_of(desk.rulebook)}
        without = experiment(desk.rulebook, {}, pursuers(desk.rulebook), tickets=empty)
        yield _outcome(desk, "if he has no ticket that takes him anywhere", without, "the game goes on", rules, decides=False)


def fugitive_broke(desk: Desk, asked: Slots) -> Iterator[Outcome]:
    """For want of tickets alone."""
    yield from (evolve(one, decides=True) for one in fugitive_stuck(desk, asked) if not one.decides)


def all_stuck(desk: Desk, asked: Slots) -> Iterator[Outcome]:
    """No detective has a ticket; then one who has, but a colleague stands in the way."""
    every = pursuers(desk.rulebook)
    payers = [one for one in every if is_payer(desk.rulebook, one)]
    rules = desk.rules_with(t.MustMove)
    if not payers:
        yield Outcome("the pursuers ride without tickets, so that some of them can always move", None, rules)
        return
    empty = {one.name: none_of(desk.rulebook) for one in payers}
    start = experiment(desk.rulebook, {}, every, tickets=empty)
    name = desk.rulebook.tables.roles[payers[0].role].name
    yield _outcome(desk, f"if no {name} has a ticket left that takes him anywhere", _round_on(start), "the game goes on", rules)
    blocked = _blocked(desk, payers, every, empty)
    if blocked is not None:
        cause = "if one has a ticket, but a colleague stands in the way"
        yield _outcome(desk, cause, _round_on(blocked), "the game goes on", rules, decides=False)


def _round_on(start: Game) -> Game:
    ride = next(rides(start, FUGITIVE), None)
    return start if ride is None else played_on(played(start, ride), "fugitive")


def _blocked(desk: Desk, payers: list[Piece], every: tuple[Piece, ...], empty: dict[str, dict[str, int]]) -> Game | None:
    """One payer with a single kind of ticket, whose only line of that kind leads to a colleague."""
    board = town(desk.rulebook).board
    tickets = {name: one.pays[0] for name, one in desk.rulebook.tables.tickets.items() if len(one.pays) == 1}
    if len(payers) < 2:
        return None
    for station in board.stations:
        for ticket, mode in tickets.items():
            ends = [to for kind, to, _ in board.lines_from(station) if kind == mode]
            if len(ends) == 1:
                hands = {**empty, payers[0].name: none_of(desk.rulebook, {ticket: 1})}
                return experiment(desk.rulebook, {payers[0].name: station, payers[1].name: ends[0]}, every, tickets=hands)
    return None


def hemmed_only(desk: Desk, asked: Slots) -> Iterator[Outcome]:
    """Detectives who have tickets and stand in each other's way."""
    yield from (one for one in all_stuck(desk, asked) if not one.decides)


def nobody_moves(desk: Desk, asked: Slots) -> Iterator[Outcome]:
    """The fugitive surrounded by detectives without tickets, when the pursuers' turn ends."""
    start = _surrounded(desk, empty=True)
    if start is None:
        yield Outcome("no station of this board can be surrounded", None)
        return
    yield _outcome(desk, "if neither side can move", played_on(start, "fugitive"), "the game goes on")


def one_stuck(desk: Desk, asked: Slots) -> Iterator[Outcome]:
    """A pursuer who has no ticket, or if he rides free no station; and whether he may continue when he can again."""
    piece, every = seated(desk, asked.who or "pursuers", 4, 3)
    game = played_on(_held_fast(desk, piece, every), "pursuers")
    later = played_on(game, "fugitive")
    tickets = desk.rulebook.tables.tickets
    hand = dict.fromkeys(tickets, 3) if is_payer(desk.rulebook, piece) else {}
    freed = later.supposing(tickets={piece.name: hand}, off=[one.name for one in every if one.name != piece.name])
    here = freed.station(piece.name)
    assert here is not None
    mode, to, _ = next(line for line in game.engine.board.lines_from(here) if line[0] in tickets)
    claim = claimed(freed, f"{piece.name} {mode} {to}")
    again = "and does not move again, even when a move is possible later" if claim.grounds else "and moves again when it can"
    says = f"{desk.one_of(piece.role)} who cannot move sits out, pays nothing and stays on the board, {again}"
    yield Outcome(says, None, once([*desk.rules_with(t.MustMove), *claim.grounds]), (led_to(game, says),))


def _held_fast(desk: Desk, piece: Piece, every: tuple[Piece, ...]) -> Game:
    if is_payer(desk.rulebook, piece):
        return experiment(desk.rulebook, {}, every, tickets={piece.name: none_of(desk.rulebook)})
    others = [one for one in every if one.name != piece.name and is_payer(desk.rulebook, one)]
    found = town(desk.rulebook).hemmed(len(others)) or (0, ())
    guards = dict(zip(others, found[1], strict=False))
    placed = {piece.name: found[0], **{one.name: at for one, at in guards.items()}}
    hands = {one.name: none_of(desk.rulebook) for one in guards}
    return experiment(desk.rulebook, {name: at for name, at in placed.items() if at}, every, tickets=hands)


def survived(desk: Desk, asked: Slots) -> Iterator[Outcome]:
    """The last round played to its end without a capture."""
    last = last_round(desk.rulebook)
    named = asked.n
    if last is None:
        yield Outcome("no number of rounds is set: outlasting rounds decides nothing", None, desk.rules_with(t.MustMove))
        return
    if named and named > last:
        raise Refused([Fault("Q31.round", Place("question"), number=named, last=last)])
    round = named or last
    entry = max(round - 1, 0)
    game = _round_on(experiment(desk.rulebook, {}, pursuers(desk.rulebook), round=round, entry=entry))
    yield _outcome(desk, f"when the pursuers have moved in round {round} without catching him", game, "the game goes on")


def entered(desk: Desk, asked: Slots) -> Iterator[Outcome]:
    """The fugitive moves to a station where a pursuer stands."""
    answer = entering(desk, FUGITIVE, asked.who or "pursuers")
    name = fugitive(desk.rulebook)
    options = [one for one in desk.rulebook.options.values() if "occupied station" in one.about and "end" in one.about]
    winner = "pursuers" if answer.verdict == YES and "pursuers have won" in answer.says[0] else None
    says = f"it is allowed, and {name} has lost" if winner else "it is not allowed: he must choose another station"
    yield Outcome(says if options or winner else answer.says[0], winner, answer.grounds, answer.tried)


def caught(desk: Desk, asked: Slots) -> Iterator[Outcome]:
    """One pursuer, of the kind that is named, moves to his station while others have still to move."""
    claim = _onto_him(desk, *seated(desk, asked.who or "pursuers", 2))
    if claim.ending:
        ground = desk.rule(claim.ending, moments(desk, claim.ending))
        yield Outcome(
            f"{_won(desk, claim.winner)} at once, seen or unseen; nobody moves any more",
            claim.winner,
            (ground,),
            (tried(claim),),
        )
        return
    later = played_on(claim.after, "fugitive") if claim.is_legal else claim.game
    yield _outcome(desk, "when all pursuers have moved", later, "the game goes on", claim.grounds)


def _onto_him(desk: Desk, piece: Piece, every: tuple[Piece, ...]) -> Claim:
    """The piece beside the fugitive, and the first ride to his station that is in order."""
    for mode, a, b, _ in town(desk.rulebook).lines(*desk.rulebook.tables.modes):
        for round in (0, LATER_ROUND):
            game = experiment(desk.rulebook, {FUGITIVE: a, piece.name: b}, every, round=round, entry=round, moves=piece.name)
            claim = claimed(game, f"{piece.name} {mode} {a}")
            if claim.is_legal:
                return claim
    return claim


def resigned(desk: Desk, asked: Slots) -> Iterator[Outcome]:
    who = asked.who or FUGITIVE
    piece, every = seated(desk, who)
    claim = claimed(experiment(desk.rulebook, {}, every), f"{piece.name} resigns")
    if claim.grounds or not claim.ending:
        yield Outcome(f"{desk.title(who)} may not give up", None, claim.grounds, (tried(claim),))
    else:
        yield Outcome(
            f"{desk.title(who)} may give up; {_won(desk, claim.winner)} then",
            claim.winner,
            (desk.rule(claim.ending),),
            (tried(claim),),
        )


def log_full(desk: Desk, asked: Slots) -> Iterator[Outcome]:
    """The windows of the log filled, and the round played to its end."""
    windows, last = desk.rulebook.numbers.get("windows"), last_round(desk.rulebook)
    if not isinstance(windows, int):
        yield Outcome("the log has no end", None)
        return
    round = min(windows, last) - 1 if last else windows
    game = _round_on(experiment(desk.rulebook, {}, pursuers(desk.rulebook), round=max(round, 1), entry=windows - 1))
    yield _outcome(
        desk,
        f"when {windows} fields are filled before the last round",
        game,
        "the game goes on",
        desk.rules_about("log", "length"),
    )


Condition = Callable[[Desk, Slots], Iterator[Outcome]]
CONDITIONS: dict[str, tuple[Condition, str, tuple[str, ...]]] = {
    "all-stuck": (all_stuck, "", ("cannot move",)),
    "one-stuck": (one_stuck, "detective", ("cannot move",)),
    "x-stuck": (fugitive_stuck, "", ("cannot move",)),
    "x-broke": (fugitive_broke, "", ("cannot move",)),
    "both-stuck": (nobody_moves, "", ("cannot move",)),
    "hemmed": (hemmed_only, "", ("cannot move",)),
    "survives": (survived, "n", ()),
    "caught": (caught, "detective", ()),
    "enters": (entered, "detective", ()),
    "resigns": (resigned, "who", ()),
    "full-log": (log_full, "", ("length", "log")),
}


def what_happens(condition: Condition, desk: Desk, asked: Slots) -> Answer:
    """The outcome of a condition, with the winner."""
    return _told("", list(condition(desk, asked)))


def _told(verdict: str, found: list[Outcome], first: str = "") -> Answer:
    says = (*([first] if first else []), *(one.says for one in found))
    return Answer(
        verdict, says, once([g for one in found for g in one.grounds]), tried=tuple(one for o in found for one in o.tried)
    )


def wins_if(condition: Condition, side: str, desk: Desk, asked: Slots) -> Answer:
    """Whether a side wins by a condition."""
    found = list(condition(desk, asked))
    deciding = [one for one in found if one.decides] or found
    results = {one.winner == side for one in deciding}
    return _told(DEPENDS if len(results) > 1 else YES if results.pop() else NO, found)


def ends_if(condition: Condition, desk: Desk, asked: Slots) -> Answer:
    """Whether a condition ends the game."""
    found = list(condition(desk, asked))
    deciding = [one for one in found if one.decides] or found
    results = {one.winner is not None for one in deciding}
    return _told(DEPENDS if len(results) > 1 else YES if results.pop() else NO, found)


def catches(desk: Desk, asked: Slots) -> Answer:
    """Whether a kind of pursuer can catch him; or which kinds."""
    roles = [name for name, role in desk.rulebook.tables.roles.items() if role.side == "pursuers"]
    if asked.who:
        found = list(caught(desk, asked))
        yes = any(one.winner == "pursuers" for one in found)
        return _told(
            YES if yes else NO,
            found,
            f"{desk.one_of(asked.who)} {'can' if yes else 'cannot'} catch {desk.title(FUGITIVE)}, seen or unseen",
        )
    able = [name for name in roles if _onto_him(desk, *seated(desk, name, 2)).winner == "pursuers"]
    grounds = tuple(
        desk.rule(rule.id) for rule in desk.rulebook.rules.values() if "capture" in rule.about and rule.section == "endings"
    )
    says = f"{both(map(desk.title, able))}, by moving to his station" if able else "nobody"
    return Answer(YES if able else NO, (says,), grounds, facts={"who": able})


def last_entry(desk: Desk, asked: Slots) -> Answer:
    """Whether the game is over with the fugitive's last entry, before the pursuers have answered it."""
    last = last_round(desk.rulebook)
    if last is None:
        return Answer(NO, ("no entry is known to be the last one: only tickets end the game",))
    start = experiment(desk.rulebook, {}, pursuers(desk.rulebook), round=last, entry=last - 1)
    claim = claimed(start, next(rides(start, FUGITIVE)).notation)
    rules = tuple(
        desk.rule(rule.id, moments(desk, rule.id))
        for rule in desk.rulebook.rules.values()
        if "length" in rule.about and rule.section == "endings"
    )
    if claim.ending:
        return Answer(YES, (_won(desk, claim.winner),), rules, tried=(tried(claim),))
    return Answer(
        NO,
        (f"after his entry of round {last} the pursuers still move; then it is decided",),
        rules,
        tried=(tried(claim),),
    )


# -- how
def how_win(desk: Desk, asked: Slots) -> Answer:
    """Every ending in force by which a side wins, in the order in which they are tested."""
    side = "fugitive" if desk.is_fugitive(asked.who or FUGITIVE) else "pursuers"
    found = [name for name in _endings(desk) if side in _winners(desk, name)]
    grounds = tuple(desk.rule(name, moments(desk, name)) for name in found)
    says = [desk.rule(name).says for name in found]
    last = last_round(desk.rulebook)
    more = (f"the last round is {last}",) if last and side == "fugitive" else ()
    who = fugitive(desk.rulebook) if side == "fugitive" else "the pursuers"
    when = f", after {last} rounds at the latest" if more else ""
    return Answer("", (f"{who} can win in {len(found)} ways{when}: {' '.join(says)}",), grounds)


def how_end(desk: Desk, asked: Slots) -> Answer:
    last = last_round(desk.rulebook)
    says = f"after {last} rounds at the latest" if last else "no number of rounds is set"
    return Answer("", (says, *(desk.rule(name).says for name in _endings(desk))), tuple(map(desk.rule, _endings(desk))))


def _endings(desk: Desk) -> list[str]:
    order = {name: place for place, name in enumerate(desk.rulebook.tables.priority)}
    found = [rule.id for rule in desk.rulebook.rules.values() if rule.section == "endings" and rule.statements]
    return sorted(found, key=lambda name: order.get(name, len(order)))


def _winners(desk: Desk, name: str) -> set[str]:
    found = {one.side for rule, one in desk.rulebook.statements(t.Wins) if rule.id == name and isinstance(one, t.Wins)}
    losing = [one for rule, one in desk.rulebook.statements(t.Forbid) if rule.id == name]
    return found | ({"pursuers"} if losing else set())


def out_of_game(desk: Desk, asked: Slots) -> Answer:
    """Whether a pursuer who could not move is out for the rest of the game."""
    found = list(one_stuck(desk, asked))
    out = "does not move again" in found[0].says
    return evolve(_told(YES if out else NO, found), topics=("stranded", "sitting out"))


def draws(desk: Desk, asked: Slots) -> Answer:
    """Whether some ending in force is a draw."""
    drawn = [name for name in _endings(desk) if "" in _winners(desk, name) or "draw" in _winners(desk, name)]
    if drawn:
        return Answer(YES, ("the game can be drawn",), tuple(map(desk.rule, drawn)))
    near = [
        rule.id
        for rule in desk.rulebook.rules.values()
        if rule.section == "endings" and {"trapped", "stranded"} <= set(rule.about)
    ]
    return Answer(NO, ("no ending in force is a draw",), tuple(map(desk.rule, near)))


def give_up(desk: Desk, asked: Slots) -> Answer:
    found = list(resigned(desk, asked))
    return _told(YES if found[0].winner else NO, found)


def counted(desk: Desk, asked: Slots) -> Answer:
    """An ending that waits for a number of things: whether so many are enough, or how many it takes."""
    state = asked.state
    for rule, one in desk.rulebook.statements(t.Wins):
        if isinstance(one, t.Wins) and isinstance(one.when, t.Compare) and getattr(one.when.left, "name", "") == state:
            right = one.when.right
            needed = getattr(right, "value", None) or desk.rulebook.numbers.get(getattr(right, "name", ""), 0)
            if not isinstance(needed, int) or not needed:
                continue
            says = f"it takes {needed}: {rule.says}"
            verdict = "" if not asked.n else YES if (asked.n >= needed) == (one.side == "fugitive") else NO
            return Answer(verdict, (says,), (desk.rule(rule.id),), facts={"needed": needed})
    raise Refused([Fault("Q40", Place("question"), name=state)])


def _of_conditions() -> Iterator[Family]:
    for name, (condition, slots, topics) in CONDITIONS.items():
        yield family(f"what.{name}", partial(what_happens, condition), slots, *topics)
        yield family(f"x-wins.{name}", partial(wins_if, condition, "fugitive"), slots, *topics)
        yield family(f"wins.{name}", partial(wins_if, condition, "pursuers"), slots, *topics)
        yield family(f"ends.{name}", partial(ends_if, condition), slots, *topics)


FAMILIES = (
    *_of_conditions(),
    family("catches", catches, "detective", "capture"),
    family("last-entry", last_entry),
    family("how-win", how_win, "who"),
    family("how-end", how_end),
    family("out-of-game", out_of_game, "detective"),
    family("draws", draws),
    family("resigns", give_up, "who"),
    family("counted", counted, "state n"),
)
