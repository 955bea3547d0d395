"""Answers about moving: which means of transport, onto whom, over whom, back, not at all, in which order. All by trying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both, listed
from adjudicator.answers.claims import Ground, Judged
from adjudicator.answers.probes import LATER_ROUND, Piece, Probe, Town, probe, pursuers
from adjudicator.answers.questions import Question
from adjudicator.answers.rounds import round_named
from adjudicator.engine.steps import Act, Ride
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Action, Rulebook

SAMPLES = 12  # lines of a kind that are tried


def seated(desk: Desk, who: str, count: int = 0, payers: int = 0) -> tuple[Piece, tuple[Piece, ...]]:
    """The piece that a question is about, and all pursuers of the probe."""
    role = desk.role(who)
    if desk.is_fugitive(who):
        return Piece(FUGITIVE, role), pursuers(desk.rulebook, count=count)
    every = pursuers(desk.rulebook, role, count, payers)
    return next((one for one in every if one.name == who), next(one for one in every if one.role == role)), every


def once(grounds: list[Ground]) -> tuple[Ground, ...]:
    """Each rule once, with its first message."""
    return tuple({one.rule: one for one in reversed(grounds)}.values())[::-1]


def line_rule(tried: Probe, piece: str) -> str:
    """The rule that lets this piece ride at all."""
    return tried.opening.judge._line_rule(tried.opening.table.layout.pieces[piece]).id


def double_action(rulebook: Rulebook) -> Action | None:
    """That one, or whatever else an edition does with the word for it."""
    return action_of(rulebook) or next((one for one in rulebook.actions.values() if one.written == "2x"), None)


def action_of(rulebook: Rulebook) -> Action | None:
    """The action by which several entries are written in one turn."""
    found = (one for one in rulebook.actions.values() if any(isinstance(s, t.Entries) for s in one.rule.statements))
    return next(found, None)


# -- which means of transport
def use(desk: Desk, question: Question) -> Answer:
    """Every ticket that may be meant, on a few lines of every means of transport that may be meant; in the round asked for."""
    tables = desk.rulebook.tables
    fare, (piece, others) = question.fare, seated(desk, question.who)
    modes = (fare,) if fare in tables.modes else tables.tickets[fare].pays
    by_ticket = not question.has("line") and fare not in tables.modes
    lines = [(mode, a, b) for mode in modes for _, a, b, _ in Town(desk.rulebook).lines(mode)[:SAMPLES]]
    judged: list[tuple[Probe, str, Judged]] = []
    named = round_named(desk, question)
    for round in (named,) if named else (0, LATER_ROUND):
        early, judged = judged, []
        for mode, a, b in lines:
            placed = {piece.name: a, **_away(desk, piece, (a, b))}
            tried = probe(desk.rulebook, placed, others, round=round, entry=max(0, round - 1), moves=piece.name)
            judged += _rides(desk, tried, piece, mode, b, fare if by_ticket else "")
        if any(one.is_legal for _, _, one in judged):
            return _used(desk, question, piece, judged, named)
    return _used(desk, question, piece, judged if named else early, named)


def _away(desk: Desk, piece: Piece, stations: tuple[int, ...]) -> dict[str, int]:
    """The fugitive stays out of it where the ride is a pursuer's."""
    return {} if piece.name == FUGITIVE else {FUGITIVE: Town(desk.rulebook).apart(1, stations)[0]}


def _rides(desk: Desk, tried: Probe, piece: Piece, mode: str, to: int, ticket: str) -> Iterator[tuple[Probe, str, Judged]]:
    """The ride with each ticket that could pay for it; of a free rider by the means of transport alone."""
    tables = desk.rulebook.tables
    free = tables.roles[piece.role].fare == "free"
    tickets = [mode] if free else [ticket] if ticket else [name for name, one in tables.tickets.items() if mode in one.pays]
    for name in tickets:
        clause = f"{piece.name} {name if name == mode else f'{name}/{mode}'} {to}"
        yield tried, clause, tried.judge(clause)


def _used(desk: Desk, question: Question, piece: Piece, judged: list[tuple[Probe, str, Judged]], round: int) -> Answer:
    name, title, when = desk.title(question.who), desk.fare(question.fare), f" in round {round}" if round else ""
    if not judged:
        return Answer(NO, (f"the board has no line for the {title}",))
    legal = [(tried, clause) for tried, clause, one in judged if one.is_legal]
    against = weightiest([one.grounds for _, _, one in judged])
    shown = tuple(tried.tried(clause, one) for tried, clause, one in judged[:1])
    if not legal:
        return Answer(NO, (f"{name} may not use the {title}{when}",), against, tried=shown)
    ways = {desk.fare(clause.split()[1].partition("/")[0]) for _, clause in legal}
    places = {int(clause.split()[2]) for _, clause in legal}
    refused = {int(clause.split()[2]) for _, clause, _ in judged} - places
    how = "" if ways == {title} else f", with a {both(sorted(ways), 'or')} ticket"
    rule = desk.rule(line_rule(legal[0][0], piece.name))
    shown = tuple(tried.tried(clause) for tried, clause in legal[:1])
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
    for mode, a, b, _ in Town(desk.rulebook).lines(*desk.rulebook.tables.modes):
        placed = {mover.name: a, onto.name: b}
        tried = probe(desk.rulebook, placed, others, moves=mover.name)
        clause = _step(desk, mover.name, mode, (b, a) if double else (b,))
        judged = tried.judge(clause)
        if not any(one.rule == line_rule(tried, mover.name) for one in judged.grounds):
            break
    name, other = desk.one_of(_named(mover)), desk.one_of(_named(onto))
    shown = (tried.tried(clause, judged),)
    if judged.grounds:
        return Answer(NO, (f"{name} may not move to a station where {other} stands",), judged.grounds, tried=shown)
    if judged.ending:
        won = "the fugitive has" if judged.winner == "fugitive" else "the pursuers have"
        says = f"{name} may move to a station where {other} stands, and then {won} won"
        return Answer(YES, (says,), (desk.rule(judged.ending),), tried=shown)
    return Answer(YES, (f"{name} may move to a station where {other} stands",), (), tried=shown)


def _step(desk: Desk, name: str, mode: str, stations: tuple[int, ...]) -> str:
    """A ride, or a double of two."""
    action = action_of(desk.rulebook)
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
    lines = [line for line in Town(desk.rulebook).lines(*desk.rulebook.tables.modes) if line[3]]
    name, other = desk.one_of(_named(mover)), desk.one_of(_named(onto))
    for mode, a, b, passed in lines:
        tried = probe(
            desk.rulebook,
            {mover.name: a, onto.name: passed[0], **_away(desk, mover, (a, b, *passed))},
            others,
            moves=mover.name,
        )
        clause = f"{mover.name} {mode} {b}"
        judged = tried.judge(clause)
        if judged.is_legal:
            rule = desk.rule(line_rule(tried, mover.name))
            return Answer(
                YES, (f"{name} may ride over a station where {other} stands",), (rule,), tried=(tried.tried(clause, judged),)
            )
        if not tried.judge(clause, _gone(tried, onto.name)).grounds:
            return Answer(
                NO,
                (f"{name} may not ride over a station where {other} stands",),
                judged.grounds,
                tried=(tried.tried(clause, judged),),
            )
    return Answer("", ("no line of this board runs over a station without stopping there",))


def _gone(tried: Probe, piece: str) -> list[int]:
    """The position without this piece."""
    layout, p = tried.opening.table.layout, tried.p[:]
    p[layout.station + layout.pieces[piece]] = layout.off
    return p


# -- back, not at all, in which order
def back(desk: Desk, question: Question) -> Answer:
    """One ride there, and in the next round the same line back."""
    mover, others = seated(desk, question.who)
    town = Town(desk.rulebook)
    mode, a, b, _ = next(line for line in town.lines(*desk.rulebook.tables.modes))
    tried = probe(desk.rulebook, {mover.name: a, **_away(desk, mover, (a, b))}, others, moves=mover.name)
    side = "fugitive" if mover.name == FUGITIVE else "pursuers"
    tried = tried.played(f"{mover.name} {mode} {b}").played_on("pursuers" if side == "fugitive" else "fugitive").played_on(side)
    clause = f"{mover.name} {mode} {a}"
    judged = tried.judge(clause)
    name = desk.title(question.who)
    if judged.grounds:
        return Answer(NO, (f"{name} may not ride back",), judged.grounds, tried=(tried.tried(clause, judged),))
    rule = desk.rule(line_rule(tried, mover.name))
    return Answer(YES, (f"{name} may ride back along the line that was just used, for another ticket",), (rule,),
                  tried=(tried.tried(clause, judged),))  # fmt: skip


def stay(desk: Desk, question: Question) -> Answer:
    """To stay where a move is possible; or between the halves of a double."""
    if question.has("half") or question.has("double"):
        return stay_between(desk)
    mover, others = seated(desk, question.who)
    tried = probe(desk.rulebook, {}, others, moves=mover.name)
    clause = f"{mover.name} stays"
    judged = tried.judge(clause)
    name = desk.title(question.who)
    shown = (tried.tried(clause, judged),)
    if judged.grounds:
        return Answer(NO, (f"{name} may not stay where a move is possible",), judged.grounds, tried=shown)
    return Answer(YES, (f"{name} may stay",), (), tried=shown)


def must_move(desk: Desk, question: Question) -> Answer:
    """The same, asked the other way round."""
    answer = stay(desk, question)
    name = desk.title(question.who)
    if answer.verdict == NO:
        return Answer(YES, (f"{name} must move where a move is possible",), answer.grounds, tried=answer.tried)
    return Answer(NO, (f"{name} may stay",), answer.grounds, tried=answer.tried)


def stay_between(desk: Desk) -> Answer:
    """Whether a turn may be closed after the first of two entries."""
    tried = probe(desk.rulebook, {}, pursuers(desk.rulebook))
    action = action_of(desk.rulebook)
    if action is None:
        return Answer("", ("there are no double moves",))
    p = tried.opening.referee.step(tried.p, Act(0, action.id))
    ride = next(_first_rides(tried, 0))
    between = tried.opening.referee.step(p, ride)
    name, rule = desk.title(FUGITIVE), desk.rule(action.id)
    if tried.opening.referee.turns.is_closable(between):
        return Answer(YES, (f"{name} may stop after the first half of a double",), (rule,))
    return Answer(NO, (f"{name} may not stop between the halves: the second entry is due",), (rule,))


def order(desk: Desk, question: Question) -> Answer:
    """Whether the last of the pursuers may move first."""
    every = pursuers(desk.rulebook, count=2)
    tried = probe(desk.rulebook, {}, every, moves=every[0].name)
    layout = tried.opening.table.layout
    last = every[-1].name
    ride = next(one for one in _first_rides(tried, layout.pieces[last]))
    clause = f"{last} {layout.symbol_names[ride.mode if ride.ticket < 0 else ride.ticket]} {ride.to}"
    judged = tried.judge(clause)
    rules = [rule.id for rule, one in desk.rulebook.statements(t.SideOrder)]
    grounds = tuple(desk.rule(name) for name in rules[-1:])
    shown = (tried.tried(clause, judged),)
    must = question.has("must") and not question.has("change")  # `must they move in order` asks the other way round
    verdict = YES if judged.is_legal != must else NO
    free, by_seat = (
        "the pursuers move in any order, another one each round if they like",
        "the pursuers move by seat; who holds several pieces moves them together",
    )
    return Answer(verdict, (free if judged.is_legal else by_seat,), grounds, tried=shown)


def _first_rides(tried: Probe, piece: int) -> Iterator[Ride]:
    found = tried.opening.table.hooks[f"rides_{tried.opening.table.profile[piece]}"](tried.p, piece)
    yield from (Ride(piece, *one) for one in found)
