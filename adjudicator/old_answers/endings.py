"""Answers about how the game ends: a capture, nobody can move, giving up. Each is brought about on a small position."""

from __future__ import annotations

from adjudicator.answers.answer import NO, YES, Answer, Desk, both
from adjudicator.answers.claims import Claim, Ground, claimed
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
from adjudicator.answers.movement import seated
from adjudicator.answers.questions import Question
from adjudicator.answers.rounds import last_round
from adjudicator.engine import Ending
from adjudicator.game import Game
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.language import tree as t

WINS = {"fugitive": "the fugitive wins", "pursuers": "the pursuers win"}
WON = {"fugitive": "the fugitive has won", "pursuers": "the pursuers have won", "": "the game is drawn"}


def endings(desk: Desk, question: Question) -> Answer:
    """Every ending in force, in the order in which they are tested."""
    order = {name: place for place, name in enumerate(desk.rulebook.tables.priority)}
    found = [rule for rule in desk.rulebook.rules.values() if rule.section == "endings" and rule.statements]
    found.sort(key=lambda rule: order.get(rule.id, len(order)))
    side = _winning(desk, question)
    if side:
        found = [rule for rule in found if side in _winners(desk, rule.id)]
        says = f"{WINS[side]}, in one of these ways"
        grounds = tuple(desk.rule(rule.id, _moments(desk, rule.id)) for rule in found)
        return Answer("", (says,), grounds, facts={"winner": side, "endings": [rule.id for rule in found]})
    last = last_round(desk.rulebook)
    says = f"after {last} rounds at the latest" if last else "there is no last round"
    grounds = tuple(desk.rule(rule.id, _moments(desk, rule.id)) for rule in found)
    return Answer("", (says,), grounds, facts={"rounds": last, "endings": [rule.id for rule in found]})


def _winning(desk: Desk, question: Question) -> str:
    """The side whose victories are asked for: `when does X win`, or his adversaries' in `when does X lose`."""
    if not question.who or not question.has("win"):
        return ""
    loses = any(token.text.startswith("los") for token in question.tokens)
    return "fugitive" if desk.is_fugitive(question.who) != loses else "pursuers"


def _winners(desk: Desk, name: str) -> set[str]:
    return {one.side for rule, one in desk.rulebook.statements(t.Wins) if rule.id == name and isinstance(one, t.Wins)}


def _moments(desk: Desk, name: str) -> str:
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


def _ended(desk: Desk, ending: Ending) -> tuple[str, Ground]:
    return WON[ending.winner], desk.rule(ending.id, _moments(desk, ending.id))


# -- who cannot move
def stuck(desk: Desk, question: Question) -> Answer:
    if question.has("nobody"):
        return nobody(desk)
    if question.who and desk.is_fugitive(question.who):
        return fugitive_stuck(desk)
    return all_stuck(desk) if question.nobody or question.who in ("", "pursuers") else one_stuck(desk, question)


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


def fugitive_stuck(desk: Desk) -> Answer:
    """By pieces all around him, and for want of tickets."""
    name = desk.title(FUGITIVE)
    games = [("a pursuer stands on every station around him", _surrounded(desk))]
    if desk.rulebook.tables.roles[desk.role(FUGITIVE)].fare != "free":
        empty = {FUGITIVE: none_of(desk.rulebook), "pile": none_of(desk.rulebook)}
        without = experiment(desk.rulebook, {}, pursuers(desk.rulebook), tickets=empty)
        games.append(("he has no ticket that takes him anywhere", without))
    says, grounds, shown = [], [], []
    for cause, game in games:
        if game is None:
            continue
        what, rules = _outcome(desk, game, name)
        says.append(f"if {cause}: {what}")
        grounds += rules
        shown.append(led_to(game, what))
    return Answer("", tuple(says), tuple({one.rule: one for one in grounds}.values()), tried=tuple(shown))


def _outcome(desk: Desk, game: Game, name: str) -> tuple[str, list[Ground]]:
    if game.ending is not None:
        what, rule = _ended(desk, game.ending)
        return what, [rule]
    due = next_to_move(game)
    stays = not due or side_of(game, due[0]) != "fugitive"
    what = f"{name} sits out this turn, and the game goes on" if stays else f"{name} can still move"
    return what, list(desk.rules_with(t.MustMove))


def one_stuck(desk: Desk, question: Question) -> Answer:
    """A pursuer who has no ticket, or if he rides free no station; and whether he may go on when he can again."""
    piece, every = seated(desk, question.who, 4, 3)
    game = played_on(_held_fast(desk, piece, every), "pursuers")
    name = desk.one_of(piece.role)
    later = played_on(game, "fugitive")
    sat_out = game.sat_out(piece.name) or later.round > game.round
    tickets = desk.rulebook.tables.tickets
    hand = dict.fromkeys(tickets, 3) if is_payer(desk.rulebook, piece) else {}
    freed = later.supposing(tickets={piece.name: hand}, off=[one.name for one in every if one.name != piece.name])
    here = freed.station(piece.name)
    assert here is not None
    mode, to, _ = next(line for line in game.engine.board.lines_from(here) if line[0] in tickets)
    claim = claimed(freed, f"{piece.name} {mode} {to}")
    says = [f"{name} sits out, pays nothing and stays on the board" if sat_out else f"{name} waits"]
    grounds = list(desk.rules_with(t.MustMove))
    if claim.grounds:
        says.append("and does not move again, even when a move is possible later")
        grounds += claim.grounds
    else:
        says.append("and moves again as soon as a move is possible")
    return Answer("", tuple(says), tuple({one.rule: one for one in grounds}.values()), tried=(led_to(game, says[0]),))


def _held_fast(desk: Desk, piece: Piece, every: tuple[Piece, ...]) -> Game:
    if is_payer(desk.rulebook, piece):
        return experiment(desk.rulebook, {}, every, tickets={piece.name: none_of(desk.rulebook)})
    others = [one for one in every if one.name != piece.name and is_payer(desk.rulebook, one)]
    found = town(desk.rulebook).hemmed(len(others)) or (0, ())
    guards = dict(zip(others, found[1], strict=False))
    placed = {piece.name: found[0], **{one.name: at for one, at in guards.items()}}
    hands = {one.name: none_of(desk.rulebook) for one in guards}
    return experiment(desk.rulebook, {name: at for name, at in placed.items() if at}, every, tickets=hands)


def all_stuck(desk: Desk) -> Answer:
    """No detective has a ticket; then one who has, but a colleague stands in the way."""
    every = pursuers(desk.rulebook)
    payers = [one for one in every if is_payer(desk.rulebook, one)]
    if not payers:
        return Answer("", ("the pursuers ride without tickets, so that some of them can always move",))
    empty = {one.name: none_of(desk.rulebook) for one in payers}
    games = [("no detective has a ticket left that takes him anywhere", experiment(desk.rulebook, {}, every, tickets=empty))]
    blocked = _blocked(desk, payers, every, empty)
    if blocked is not None:
        games.append(("one has a ticket, but a colleague stands in the way", blocked))
    says, grounds, shown = [], [], []
    for cause, start in games:
        game = played_on(played(start, next(rides(start, FUGITIVE))), "fugitive")
        ending = game.outcome
        what = _ended(desk, ending)[0] if ending else "the game goes on"
        says.append(f"if {cause}: {what}")
        grounds += [_ended(desk, ending)[1]] if ending else []
        shown.append(led_to(game, what))
    rules = [rule.id for rule in desk.rulebook.rules.values() if "stranded" in rule.about and rule.section == "endings"]
    grounds += [desk.rule(name) for name in rules] if not grounds else []
    return Answer("", tuple(says), tuple({one.rule: one for one in grounds}.values()), tried=tuple(shown))


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


def nobody(desk: Desk) -> Answer:
    """The fugitive surrounded by detectives without tickets, when the pursuers' turn ends."""
    start = _surrounded(desk, empty=True)
    if start is None:
        return Answer("", ("no station of this board can be surrounded",))
    game = played_on(start, "fugitive")
    if game.outcome is None:
        return Answer("", ("the game goes on",), tried=(led_to(game, "the game goes on"),))
    what, rule = _ended(desk, game.outcome)
    return Answer("", (what,), (rule,), tried=(led_to(game, what),), topics=("trapped", "stranded"))


# -- capture, giving up
def captured(desk: Desk, question: Question) -> Answer:
    """One pursuer, of the kind that is named, moves to his station while others have still to move."""
    hunter = next((who for who in (question.who, question.whom) if who and not desk.is_fugitive(who)), "pursuers")
    claim = _onto_him(desk, *seated(desk, hunter, 2))
    shown = (tried(claim),)
    may = question.has("may") and not (question.has("what") or question.has("if"))
    name = f"{desk.one_of(hunter)} may catch him: " if may else ""
    verdict = YES if may else ""
    if claim.ending:
        says = f"{name}{WON[claim.winner]} at once, seen or unseen; nobody moves any more"
        return Answer(verdict, (says,), (desk.rule(claim.ending, _moments(desk, claim.ending)),), tried=shown)
    later = _ending_later(claim) if claim.is_legal else None
    if later is None:
        said = f"{desk.one_of(hunter)} may not catch him" if may else "the game goes on"
        return Answer(NO if may else "", (said,), claim.grounds, tried=shown)
    return Answer(
        verdict, (f"{name}when all pursuers have moved: {WON[later.winner]}",), (_ended(desk, later)[1],), tried=shown
    )


def _onto_him(desk: Desk, piece: Piece, every: tuple[Piece, ...]) -> Claim:
    """The piece beside the fugitive, and the first ride to his station that is in order."""
    for mode, a, b, _ in town(desk.rulebook).lines(*desk.rulebook.tables.modes):
        for round in (0, LATER_ROUND):
            game = experiment(desk.rulebook, {FUGITIVE: a, piece.name: b}, every, round=round, entry=round, moves=piece.name)
            claim = claimed(game, f"{piece.name} {mode} {a}")
            if claim.is_legal:
                return claim
    return claim


def _ending_later(claim: Claim) -> Ending | None:
    """How the game ends when the other pursuers have moved, too."""
    return played_on(played(claim.game, claim.text), "fugitive").outcome


def capturers(desk: Desk) -> Answer:
    """Without a game: which kinds of pursuers end it by coming to his station."""
    able, grounds, shown = [], [], []
    for name, role in desk.rulebook.tables.roles.items():
        if role.side != "pursuers":
            continue
        claim = _onto_him(desk, *seated(desk, name, 2))
        ending = claim.ending or ((later := _ending_later(claim)) and later.id)
        if claim.is_legal and ending:
            able.append(desk.title(name))
            grounds.append(desk.rule(ending, _moments(desk, ending)))
            shown.append(tried(claim))
    says = f"{both(able)}, by moving to his station" if able else "nobody"
    return Answer("", (says,), tuple({one.rule: one for one in grounds}.values()), tried=tuple(shown), facts={"who": able})


def give_up(desk: Desk, question: Question) -> Answer:
    who = question.who or FUGITIVE
    piece, every = seated(desk, who)
    claim = claimed(experiment(desk.rulebook, {}, every), f"{piece.name} resigns")
    shown = (tried(claim),)
    if claim.grounds or not claim.ending:
        return Answer(NO, (f"{desk.title(who)} may not give up",), claim.grounds, tried=shown)
    return Answer(YES, (f"{desk.title(who)} may give up; {WON[claim.winner]} then",), (desk.rule(claim.ending),), tried=shown)
