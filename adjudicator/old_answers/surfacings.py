"""Answers about what is seen: when he surfaces, what a ticket hides, what an entry shows. Asked of the compiled rules."""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from adjudicator.answers.actions import act
from adjudicator.answers.answer import NO, YES, Answer, Desk, both, listed
from adjudicator.answers.claims import Ground
from adjudicator.answers.experiments import LATER_ROUND, experiment, played, played_on, pursuers, rides
from adjudicator.answers.questions import Question
from adjudicator.engine import STATION
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.language import tree as t
from adjudicator.language.tree_walk import walk
from adjudicator.rulebook.model import Rulebook

FURTHEST = 40  # entries that are looked at


def shown(rulebook: Rulebook, entry: int, round: int, ticket: str = "") -> tuple[str, ...]:
    """What the pursuers see of an entry of this number, written in this round."""
    game = experiment(rulebook, {}, pursuers(rulebook)).supposing(entries=entry, round=round)
    return game.shown_with(ticket or _common(rulebook))


def _common(rulebook: Rulebook) -> str:
    """A ticket that pays for one means of transport only."""
    return next((name for name, one in rulebook.tables.tickets.items() if len(one.pays) == 1), "")


def surfacing_entries(desk: Desk) -> tuple[int, ...]:
    """The entries after which his station is seen, one entry a round."""
    return tuple(n for n in range(1, FURTHEST) if "station" in shown(desk.rulebook, n, n))


def counts_rounds(desk: Desk) -> bool:
    """Whether it is the number of the round that decides, and not that of the entry."""
    numbers = range(2, FURTHEST)
    by_round = ["station" in shown(desk.rulebook, n, n - 1) for n in numbers]
    by_entry = ["station" in shown(desk.rulebook, n, n) for n in numbers]
    return by_round != by_entry


def rules_of(desk: Desk, *kinds: type[t.Node]) -> tuple[str, ...]:
    """The rules that show or hide a station."""
    found = [
        rule.id
        for rule, one in desk.rulebook.statements(*kinds)
        if isinstance(one, t.Show | t.Hide) and "station" in one.fields
    ]
    return tuple(dict.fromkeys(found))


def surfacings(desk: Desk, question: Question) -> Answer:
    """The schedule, and in a game which entry is next."""
    numbers, name = surfacing_entries(desk), desk.title(FUGITIVE)
    unit = "round" if counts_rounds(desk) else "entry"
    grounds = tuple(desk.rule(rule) for rule in rules_of(desk, t.Show, t.Hide))
    facts: dict[str, object] = {"entries": list(numbers), "counts": unit}
    hidden = [n for n in range(1, FURTHEST) if n not in numbers]
    at_will = _at_will(desk) if question.has("may") and not question.has("if") else None
    if at_will is not None:
        return act(desk, evolve(question, clause=at_will))
    if len(numbers) > len(hidden):
        says = f"{name} is seen after every {unit}" + (f" except {both(map(str, hidden))}" if hidden else "")
        facts = {"hidden": hidden, "counts": unit}
    elif numbers:
        many = "rounds" if unit == "round" else "entries"
        says = f"{name} shows himself after {many} {both(map(str, numbers))}"
    elif later := _later(desk):
        says, grounds = later[0].says, later
    else:
        says = f"{name} never shows himself"
    if question.has("may") and not (question.has("if") or question.has("many") or question.has("what")):
        return Answer(NO, (f"not when he likes: {says}",), grounds, facts=facts)
    return Answer("", (says, *_next(desk, numbers, unit)), grounds, facts=facts)


def _later(desk: Desk) -> tuple[Ground, ...]:
    """Rules by which a turn or a round brings his last station to light."""
    found = [rule.id for rule, one in desk.rulebook.statements(t.On) if any(_shows_station(node) for node in walk(one))]
    return tuple(desk.rule(name) for name in dict.fromkeys(found))


def _seen_after_turn(desk: Desk, ticket: str) -> bool:
    """Whether his station is known when he has made his turn with this ticket, by playing it."""
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook), round=LATER_ROUND, entry=LATER_ROUND - 1)
    ride = next((one for one in rides(game, FUGITIVE) if one.legs[0].means == ticket), None)
    if ride is None:
        return False
    later = played_on(played_on(played(game, ride), "pursuers"), "fugitive")
    return bool(later.judgement.entries[-1].shown & STATION)


def _at_will(desk: Desk) -> str | None:
    """An action by which he shows himself, if there is one in force."""
    found = (one for one in desk.rulebook.actions.values() if one.table.by == "fugitive")
    return next((one.id for one in found if any(_shows_station(node) for s in one.rule.statements for node in walk(s))), None)


def _shows_station(node: object) -> bool:
    return isinstance(node, t.ShowLast) and "station" in node.fields


def surfaces_then(desk: Desk, question: Question) -> Answer:
    """Whether a certain entry, or a round, is one on which he is seen."""
    number = int(question.values("number")[0].partition("/")[0])
    name, unit = desk.title(FUGITIVE), "round" if counts_rounds(desk) else "entry"
    grounds = tuple(desk.rule(rule) for rule in rules_of(desk, t.Show, t.Hide))
    seen = "station" in shown(desk.rulebook, number, number)
    says = [f"{name} {'is' if seen else 'is not'} seen after {unit} {number}"]
    if unit == "entry" and question.has("round"):
        says.append("entries count, and not rounds: with every double the entries run ahead by one")
    asked = seen if question.has("surface") else not seen  # `is X hidden` asks the other way round
    return Answer(YES if asked else NO, tuple(says), grounds)


def _next(desk: Desk, numbers: tuple[int, ...], unit: str) -> tuple[str, ...]:
    """In a game: the next one."""
    if desk.game is None:
        return ()
    entries = desk.game.entries
    written = desk.game.round - 1 if unit == "round" else entries
    later = [number for number in numbers if number > written]
    if not later:
        return ("he does not have to any more",)
    have = f"{entries} {'entry is' if entries == 1 else 'entries are'} written"
    return (f"next after {unit} {later[0]}; {have} now",)


def ticket_hides(desk: Desk, question: Question) -> Answer:
    """A surfacing entry under this ticket, compared with the same entry under a common one."""
    circled = surfacing_entries(desk)
    fare = question.fare
    if fare not in desk.rulebook.tables.tickets or not _anybody_has(desk, fare):
        return Answer("", (f"there are no {desk.fare(fare)} tickets in this game",))
    if not circled:
        return _hides_later(desk, question)
    facts = {n: (shown(desk.rulebook, n, n), shown(desk.rulebook, n, n, fare)) for n in circled}
    hides = [n for n, (_, under) in facts.items() if "station" not in under]
    name = desk.title(FUGITIVE)
    tried = {str(n): {"common": list(common), fare: list(under)} for n, (common, under) in facts.items()}
    showing = tuple(desk.rule(rule) for rule in rules_of(desk, t.Show))
    hiding = tuple(desk.rule(rule) for rule in rules_of(desk, t.Hide))
    asked = question.has("hide")
    if hides:
        says = f"under a {desk.fare(fare)} ticket {name} is not seen after entry {listed(hides, 6)}"
        return Answer(YES if asked else "", (says,), hiding, facts={"shown": tried})
    says = f"under a {desk.fare(fare)} ticket {name} still shows his station after entry {both(map(str, circled[:6]))}"
    return Answer(NO if asked else "", (says,), showing, facts={"shown": tried})


def _anybody_has(desk: Desk, ticket: str) -> bool:
    return any(ticket in role.tickets for role in desk.rulebook.tables.roles.values())


def _hides_later(desk: Desk, question: Question) -> Answer:
    """Where no entry is a surfacing one, but a turn may show where it ended."""
    later, name = _later(desk), desk.title(FUGITIVE)
    if not _seen_after_turn(desk, _common(desk.rulebook)):
        return Answer("", (f"{name} never shows himself",), later)
    hides = not _seen_after_turn(desk, question.fare)
    says = f"under a {desk.fare(question.fare)} ticket {name} {'is not seen' if hides else 'is seen too'} when his turn is over"
    return Answer((YES if hides else NO) if question.has("hide") else "", (says,), later)


def seen(desk: Desk, question: Question) -> Answer:
    """What the pursuers learn of an ordinary entry, and of those that are not ordinary."""
    fare = question.fare if question.fare in desk.rulebook.tables.tickets else ""
    found = {n: shown(desk.rulebook, n, n, fare) for n in range(1, FURTHEST)}
    usual = Counter(found.values()).most_common(1)[0][0]
    under = f" under a {desk.fare(fare)} ticket" if fare else ""
    says = [f"of an entry{under} the pursuers see {_seen(usual)}"]
    for other in dict.fromkeys(what for what in found.values() if what != usual):
        says.append(f"of entry {listed([n for n, what in found.items() if what == other], 8)}: {_seen(other)}")
    rules = [rule.id for rule, one in desk.rulebook.statements(t.Show, t.Hide)]
    return Answer("", tuple(says), tuple(desk.rule(name) for name in dict.fromkeys(rules)), facts={"fields": list(usual)})


def _seen(what: tuple[str, ...]) -> str:
    return f"the {both(what)}" if what else "nothing"
