"""Answers about moving: which means of transport, onto whom, over whom, back, not at all, in which order. All by trying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both, listed
from adjudicator.answers.claims import Claim, Ground, claimed
from adjudicator.answers.experiments import (
    LATER_ROUND,
    Piece,
    experiment,
    line_rule,
    played,
    played_on,
    pursuers,
    town,
    tried,
)
from adjudicator.answers.questions import Question
from adjudicator.answers.rounds import round_named
from adjudicator.game import Game
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.language import tree as t
from adjudicator.values import frozen

SAMPLES = 12  # lines of a kind that are tried


def seated(desk: Desk, who: str, count: int = 0, payers: int = 0) -> tuple[Piece, tuple[Piece, ...]]:
    """The piece that a question is about, and all pursuers of the experiment."""
    role = desk.role(who)
    if desk.is_fugitive(who):
        return Piece(FUGITIVE, role), pursuers(desk.rulebook, count=count)
    every = pursuers(desk.rulebook, role, count, payers)
    return next((one for one in every if one.name == who), next(one for one in every if one.role == role)), every


def once(grounds: list[Ground]) -> tuple[Ground, ...]:
    """Each rule once, with its first message."""
    return tuple({one.rule: one for one in reversed(grounds)}.values())[::-1]


# -- which means of transport
@frozen(eq=False)
class Trip:
    """A ride that was tried: with which ticket, or of a free rider by which means; where to; and the judge's word on it."""

    means: str
    to: int
    claim: Claim


def use(desk: Desk, question: Question) -> Answer:
    """Every ticket that may be meant, on a few lines of every means of transport that may be meant; in the round asked for."""
    tables = desk.rulebook.tables
    fare, (piece, others) = question.fare, seated(desk, question.who)
    modes = (fare,) if fare in tables.modes else tables.tickets[fare].pays
    by_ticket = not question.has("line") and fare not in tables.modes
    lines = [(mode, a, b) for mode in modes for _, a, b, _ in town(desk.rulebook).lines(mode)[:SAMPLES]]
    trips: list[Trip] = []
    named = round_named(desk, question)
    for round in (named,) if named else (0, LATER_ROUND):
        early, trips = trips, []
        for mode, a, b in lines:
            placed = {piece.name: a, **_away(desk, piece, (a, b))}
            game = experiment(desk.rulebook, placed, others, round=round, entry=max(0, round - 1), moves=piece.name)
            trips += _trips(desk, game, piece, mode, b, fare if by_ticket else "")
        if any(one.claim.is_legal for one in trips):
            return _used(desk, question, piece, trips, named)
    return _used(desk, question, piece, trips if named else early, named)


def _away(desk: Desk, piece: Piece, stations: tuple[int, ...]) -> dict[str, int]:
    """The fugitive stays out of it where the ride is a pursuer's."""
    return {} if piece.name == FUGITIVE else {FUGITIVE: town(desk.rulebook).apart(1, stations)[0]}


def _trips(desk: Desk, game: Game, piece: Piece, mode: str, to: int, ticket: str) -> Iterator[Trip]:
    """The ride with each ticket that could pay for it; of a free rider by the means of transport alone."""
    tables = desk.rulebook.tables
    free = tables.roles[piece.role].fare == "free"
    tickets = [mode] if free else [ticket] if ticket else [name for name, one in tables.tickets.items() if mode in one.pays]
    for name in tickets:
        yield Trip(name, to, claimed(game, f"{piece.name} {name if name == mode else f'{name}/{mode}'} {to}"))


def _used(desk: Desk, question: Question, piece: Piece, trips: list[Trip], round: int) -> Answer:
    name, title, when = desk.title(question.who), desk.fare(question.fare), f" in round {round}" if round else ""
    if not trips:
        return Answer(NO, (f"the board has no line for the {title}",))
    legal = [one for one in trips if one.claim.is_legal]
    against = weightiest([one.claim.grounds for one in trips])
    if not legal:
        return Answer(NO, (f"{name} may not use the {title}{when}",), against, tried=(tried(trips[0].claim),))
    ways = {desk.fare(one.means) for one in legal}
    places = {one.to for one in legal}
    refused = {one.to for one in trips} - places
    how = "" if ways == {title} else f", with a {both(sorted(ways), 'or')} ticket"
    rule = desk.rule(line_rule(legal[0].claim.game, piece.name))
    shown = (tried(legal[0].claim),)
    if refused:
        here, there = listed(sorted(places), 8), listed(sorted(refused), 8)
        return Answer(DEPENDS, (f"{name} may use the {title}{when} to {here}{how}, but not to {there}",), against, tried=shown)
    tickets = () if how == "" else tuple(one for one in against if one.rule != rule.rule)
    return Answer(YES, (f"{name} may use the {title}{when}{how}",), (rule, *tickets), tried=shown)


def weightiest(found: list[tuple[Ground, ...]]) -> tuple[Ground, ...]:
    """Each rule once, those first that speak against most of what was tried."""
    every = [one for grounds in found for one in grounds]
    weight = Counter(one.rule for one in every)
    return tuple(sorted(once(every), key=lambda one: -weight[one.rule]))


# -- onto whom, over whom
def entering(desk: Desk, question: Question) -> Answer:
    """One step onto a station where somebody stands."""
    mover, others = seated(desk, question.who or FUGITIVE, 2)
    onto = _other(desk, question, mover, others)
    double = question.has("half") or question.has("double")
    for mode, a, b, _ in town(desk.rulebook).lines(*desk.rulebook.tables.modes):
        game = experiment(desk.rulebook, {mover.name: a, onto.name: b}, others, moves=mover.name)
        claim = claimed(game, _step(desk, mover.name, mode, (b, a) if double else (b,)))
        if not any(one.rule == line_rule(game, mover.name) for one in claim.grounds):
            break
    name, other = desk.one_of(_named(mover)), desk.one_of(_named(onto))
    shown = (tried(claim),)
    if claim.grounds:
        return Answer(NO, (f"{name} may not move to a station where {other} stands",), claim.grounds, tried=shown)
    if claim.ending:
        won = "the fugitive has" if claim.winner == "fugitive" else "the pursuers have"
        says = f"{name} may move to a station where {other} stands, and then {won} won"
        return Answer(YES, (says,), (desk.rule(claim.ending),), tried=shown)
    return Answer(YES, (f"{name} may move to a station where {other} stands",), (), tried=shown)


def _step(desk: Desk, name: str, mode: str, stations: tuple[int, ...]) -> str:
    """A ride, or a double of two."""
    action = desk.rulebook.facts.double_action
    head = f"{action.written} " if action is not None and len(stations) > 1 else ""
    return f"{name} {head}{', '.join(f'{mode} {station}' for station in stations)}"


def _named(piece: Piece) -> str:
    return FUGITIVE if piece.name == FUGITIVE else piece.role


def _other(desk: Desk, question: Question, mover: Piece, others: tuple[Piece, ...]) -> Piece:
    """Who stands there: whoever is named, else a pursuer."""
    if question.whom and desk.is_fugitive(question.whom) and mover.name != FUGITIVE:
        return Piece(FUGITIVE, desk.role(FUGITIVE))
    wanted = desk.role(question.whom) if question.whom and not desk.is_fugitive(question.whom) else ""
    fitting = [one for one in others if one.name != mover.name and wanted in ("", one.role)]
    return fitting[0] if fitting else next(one for one in others if one.name != mover.name)


def passing(desk: Desk, question: Question) -> Answer:
    """A line that runs over a station where somebody stands."""
    mover, others = seated(desk, question.who, 2)
    onto = _other(desk, question, mover, others)
    lines = [line for line in town(desk.rulebook).lines(*desk.rulebook.tables.modes) if line[3]]
    name, other = desk.one_of(_named(mover)), desk.one_of(_named(onto))
    for mode, a, b, passed in lines:
        placed = {mover.name: a, onto.name: passed[0], **_away(desk, mover, (a, b, *passed))}
        game = experiment(desk.rulebook, placed, others, moves=mover.name)
        claim = claimed(game, f"{mover.name} {mode} {b}")
        shown = (tried(claim),)
        if claim.is_legal:
            rule = desk.rule(line_rule(game, mover.name))
            return Answer(YES, (f"{name} may ride over a station where {other} stands",), (rule,), tried=shown)
        if not claimed(game.supposing(off=(onto.name,)), claim.clause).grounds:
            says = f"{name} may not ride over a station where {other} stands"
            return Answer(NO, (says,), claim.grounds, tried=shown)
    return Answer("", ("no line of this board runs over a station without stopping there",))


# -- back, not at all, in which order
def back(desk: Desk, question: Question) -> Answer:
    """One ride there, and in the next round the same line back."""
    mover, others = seated(desk, question.who)
    mode, a, b, _ = town(desk.rulebook).lines(*desk.rulebook.tables.modes)[0]
    game = experiment(desk.rulebook, {mover.name: a, **_away(desk, mover, (a, b))}, others, moves=mover.name)
    own, other = ("fugitive", "pursuers") if mover.name == FUGITIVE else ("pursuers", "fugitive")
    later = played_on(played_on(played(game, f"{mover.name} {mode} {b}"), other), own)
    claim = claimed(later, f"{mover.name} {mode} {a}")
    name = desk.title(question.who)
    if claim.grounds:
        return Answer(NO, (f"{name} may not ride back",), claim.grounds, tried=(tried(claim),))
    rule = desk.rule(line_rule(later, mover.name))
    says = f"{name} may ride back along the line that was just used, for another ticket"
    return Answer(YES, (says,), (rule,), tried=(tried(claim),))


def stay(desk: Desk, question: Question) -> Answer:
    """To stay where a move is possible; or between the halves of a double."""
    if question.has("half") or question.has("double"):
        return stay_between(desk)
    mover, others = seated(desk, question.who)
    claim = claimed(experiment(desk.rulebook, {}, others, moves=mover.name), f"{mover.name} stays")
    name = desk.title(question.who)
    if claim.grounds:
        says = f"{name} may not stay where a move is possible"
        return Answer(NO, (says,), claim.grounds, tried=(tried(claim),))
    return Answer(YES, (f"{name} may stay",), (), tried=(tried(claim),))


def must_move(desk: Desk, question: Question) -> Answer:
    """The same, asked the other way round."""
    answer = stay(desk, question)
    name = desk.title(question.who)
    if answer.verdict == NO:
        return Answer(YES, (f"{name} must move where a move is possible",), answer.grounds, tried=answer.tried)
    return Answer(NO, (f"{name} may stay",), answer.grounds, tried=answer.tried)


def stay_between(desk: Desk) -> Answer:
    """Whether a turn may be closed after the first of two entries."""
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    action = desk.rulebook.facts.double_action
    if action is None:
        return Answer("", ("there are no double moves",))
    first = game.rides(FUGITIVE)[0].legs[0]
    between = played(game, f"{FUGITIVE} {action.written} {first.means} {first.to}")
    name, rule = desk.title(FUGITIVE), desk.rule(action.id)
    if between.may_end_turn:
        return Answer(YES, (f"{name} may stop after the first half of a double",), (rule,))
    return Answer(NO, (f"{name} may not stop between the halves: the second entry is due",), (rule,))


def order(desk: Desk, question: Question) -> Answer:
    """Whether the last of the pursuers may move first."""
    every = pursuers(desk.rulebook, count=2)
    game = experiment(desk.rulebook, {}, every, moves=every[0].name)
    claim = claimed(game, game.rides(every[-1].name)[0].notation)
    grounds = desk.rules_with(t.SideOrder)[-1:]
    must = question.has("must") and not question.has("change")  # `must they move in order` asks the other way round
    verdict = YES if claim.is_legal != must else NO
    free, by_seat = (
        "the pursuers move in any order, another one each round if they like",
        "the pursuers move by seat; who holds several pieces moves them together",
    )
    return Answer(verdict, (free if claim.is_legal else by_seat,), grounds, tried=(tried(claim),))
