"""Answers about what is seen: when he surfaces, what a ticket hides, what an entry shows. Asked of the compiled rules."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from adjudicator.answers.answer import NO, YES, Answer, Desk, both, listed
from adjudicator.answers.probes import Probe, probe, pursuers
from adjudicator.answers.questions import Question
from adjudicator.check.naming import FUGITIVE
from adjudicator.engine.compile import FIELDS
from adjudicator.engine.layout import ENTRIES, ROUND
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Rulebook

FURTHEST = 40  # entries that are looked at


@lru_cache(maxsize=8)
def _table(rulebook: Rulebook) -> Probe:
    return probe(rulebook, {}, pursuers(rulebook))


def shown(rulebook: Rulebook, entry: int, round: int, ticket: str = "") -> int:
    """What the pursuers see of an entry of this number, written in this round: a sum of fields."""
    tried = _table(rulebook)
    layout = tried.opening.table.layout
    p = tried.p[:]
    p[ENTRIES], p[ROUND] = entry, round
    here = p[layout.station]
    code = layout.symbols.get(ticket or _common(rulebook), -1)
    found: int = tried.opening.table.hooks["shows"](p, {"entry", "ride"}, code, -1, here, here, ())
    return found


def _common(rulebook: Rulebook) -> str:
    """A ticket that pays for one means of transport only."""
    return next((name for name, one in rulebook.tables.tickets.items() if len(one.pays) == 1), "")


def surfacing_entries(desk: Desk) -> tuple[int, ...]:
    """The entries after which his station is seen, one entry a round."""
    return tuple(n for n in range(1, FURTHEST) if shown(desk.rulebook, n, n) & FIELDS["station"])


def counts_rounds(desk: Desk) -> bool:
    """Whether it is the number of the round that decides, and not that of the entry."""
    numbers = range(2, FURTHEST)
    by_round = [bool(shown(desk.rulebook, n, n - 1) & FIELDS["station"]) for n in numbers]
    by_entry = [bool(shown(desk.rulebook, n, n) & FIELDS["station"]) for n in numbers]
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
    if len(numbers) > len(hidden):
        says = f"{name} is seen after every {unit}" + (f" except {both(map(str, hidden))}" if hidden else "")
        facts = {"hidden": hidden, "counts": unit}
    elif numbers:
        many = "rounds" if unit == "round" else "entries"
        says = f"{name} shows himself after {many} {both(map(str, numbers))}"
    else:
        says = f"{name} never shows himself"
    return Answer("", (says, *_next(desk, numbers, unit)), grounds, facts=facts)


def _next(desk: Desk, numbers: tuple[int, ...], unit: str) -> tuple[str, ...]:
    """In a game: the next one."""
    if desk.game is None:
        return ()
    written = desk.game.p[ROUND] - 1 if unit == "round" else desk.game.p[ENTRIES]
    later = [number for number in numbers if number > written]
    if not later:
        return ("he does not have to any more",)
    have = f"{desk.game.p[ENTRIES]} {'entry is' if desk.game.p[ENTRIES] == 1 else 'entries are'} written"
    return (f"next after {unit} {later[0]}; {have} now",)


def ticket_hides(desk: Desk, question: Question) -> Answer:
    """A surfacing entry under this ticket, compared with the same entry under a common one."""
    circled = surfacing_entries(desk)
    fare = question.fare
    facts = {n: (shown(desk.rulebook, n, n), shown(desk.rulebook, n, n, fare)) for n in circled}
    hides = [n for n, (_, under) in facts.items() if not under & FIELDS["station"]]
    name = desk.title(FUGITIVE)
    tried = {str(n): {"common": fields(common), fare: fields(under)} for n, (common, under) in facts.items()}
    showing = tuple(desk.rule(rule) for rule in rules_of(desk, t.Show))
    hiding = tuple(desk.rule(rule) for rule in rules_of(desk, t.Hide))
    if hides:
        says = f"under a {fare} ticket {name} is not seen after entry {listed(hides, 6)}"
        return Answer(YES, (says,), hiding, facts={"shown": tried})
    says = f"under a {fare} ticket {name} still shows his station after entry {both(map(str, circled[:6]))}"
    return Answer(NO, (says,), showing, facts={"shown": tried})


def fields(shown: int) -> list[str]:
    return [name for name, bit in FIELDS.items() if shown & bit]


def seen(desk: Desk, question: Question) -> Answer:
    """What the pursuers learn of an ordinary entry, and of those that are not ordinary."""
    found = {n: tuple(fields(shown(desk.rulebook, n, n))) for n in range(1, FURTHEST)}
    usual = Counter(found.values()).most_common(1)[0][0]
    says = [f"of an entry the pursuers see {_seen(usual)}"]
    for other in dict.fromkeys(what for what in found.values() if what != usual):
        says.append(f"of entry {listed([n for n, what in found.items() if what == other], 8)}: {_seen(other)}")
    rules = [rule.id for rule, one in desk.rulebook.statements(t.Show, t.Hide)]
    return Answer("", tuple(says), tuple(desk.rule(name) for name in dict.fromkeys(rules)), facts={"fields": list(usual)})


def _seen(what: tuple[str, ...]) -> str:
    return f"the {both(what)}" if what else "nothing"
