"""Whether a condition can ever be true: yes, no, or unknown (None). If in doubt, the answer is None.

Numbers are ranges; modes and tickets are sets of possible words; values that depend on the course of a game are unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from attrs import evolve, field

from adjudicator.language import tree as t
from adjudicator.rulebook.consistency import LENGTHS
from adjudicator.rulebook.lint.together import contradict
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

ENDLESS = 1_000_000
MOST_ENTRIES = 4  # in a round
FROM_NOUGHT = ("uses", "fails", "tickets", "count", "moved")


@frozen
class Range:
    low: int
    high: int


@frozen
class Facts:
    """Known facts about the values in a condition."""

    rulebook: Rulebook
    ranges: Mapping[str, Range] = field(factory=dict)
    words: Mapping[str, frozenset[str]] = field(factory=dict)  # the possible values of `mode` and `ticket`
    absent: frozenset[str] = frozenset()  # groups without a piece

    def where(self, **words: str) -> Facts:
        return evolve(self, words={name: frozenset({word}) for name, word in words.items()})


def facts_of(rulebook: Rulebook, absent: frozenset[str]) -> Facts:
    last = last_round(rulebook)
    return Facts(
        rulebook,
        {"round": Range(1, last), "entries": Range(0, last * MOST_ENTRIES), "entry": Range(1, last * MOST_ENTRIES)},
        {},
        absent,
    )


def last_round(rulebook: Rulebook) -> int:
    """The longest possible game in rounds: each has at least one entry, so the longer of log and rounds decides."""
    lengths = [value for name, value in rulebook.tables.log.items() if name in LENGTHS and isinstance(value, int)]
    return max(lengths, default=ENDLESS)


def rounds_to_survive(rulebook: Rulebook) -> int:
    """The round whose end is the end of the game by an unconditional ending, with the choices as they are."""
    found = [ENDLESS]
    for _, one in rulebook.statements(t.Wins):
        match one:
            case t.Wins(_, t.Compare(t.Name("round"), ">=", limit), t.Moment("end", "round")):
                number = limit.value if isinstance(limit, t.Number) else rulebook.numbers.get(getattr(limit, "name", ""))
                found += [number] if isinstance(number, int) else []
    return min(found)


def entries_of_a_turn(rulebook: Rulebook) -> int:
    return max([1, *(one.count for _, one in rulebook.statements(t.Entries) if isinstance(one, t.Entries))])


def truth(node: t.Expression, facts: Facts) -> bool | None:
    match node:
        case t.Literal("yes"):
            return True
        case t.Literal("no"):
            return False
        case t.Name(name) | t.Call(name, ()):
            meaning = facts.rulebook.scope.names.get(name)
            return truth(meaning.body, facts) if meaning is not None and meaning.what == "term" and meaning.body else None
        case t.AllOf(parts):
            return _all_of(parts, facts)
        case t.AnyOf(parts):
            return _not(_all([_not(truth(part, facts)) for part in parts]))
        case t.Negated(part):
            return _not(truth(part, facts))
        case t.Compare(left, operator, right):
            return _compare(left, operator, right, facts)
        case t.Member(item, group, negated):
            found = _member(item, group, facts)
            return _not(found) if negated else found
        case t.Quantified(quantifier, _, t.Name(name)) if name in facts.absent:
            return quantifier != "some"
        case t.Call("pays", (t.Name(ticket), t.Name(mode))):
            return _pays(_possible(t.Name(ticket), facts), _possible(t.Name(mode), facts), facts)
    return None


def _all_of(parts: tuple[t.Expression, ...], facts: Facts) -> bool | None:
    """Whether all parts are true. Single parts are tested first, since that is cheaper than comparing them."""
    unknown = False
    for part in parts:
        found = truth(part, facts)
        if found is False:
            return False
        unknown = unknown or found is None
    return False if excluding(parts, facts) else None if unknown else True


def excluding(parts: Iterable[t.Expression], facts: Facts) -> bool:
    """Whether these conditions exclude each other."""
    return _excluding(tuple(parts), facts.rulebook)


@lru_cache(maxsize=1000)  # called for every situation, with the same result
def _excluding(parts: tuple[t.Expression, ...], rulebook: Rulebook) -> bool:
    names = rulebook.scope.names
    words = frozenset(name for name, meaning in names.items() if meaning.what == "constant")
    terms = {name: meaning.body for name, meaning in names.items() if meaning.what == "term" and meaning.body is not None}
    return contradict(parts, rulebook.numbers, words, terms)


def _not(found: bool | None) -> bool | None:
    return None if found is None else not found


def _all(found: list[bool | None]) -> bool | None:
    return False if False in found else None if None in found else True


def _compare(left: t.Expression, operator: str, right: t.Expression, facts: Facts) -> bool | None:
    words = _possible(left, facts), _possible(right, facts)
    if operator in ("=", "<>") and words[0] is not None and words[1] is not None:
        same = _same(words[0], words[1])
        return same if operator == "=" else _not(same)
    a, b = _range(left, facts), _range(right, facts)
    if a is None or b is None:
        return None
    match operator:
        case "=":
            return _equal(a, b)
        case "<>":
            return _not(_equal(a, b))
        case "<":
            return True if a.high < b.low else False if a.low >= b.high else None
        case "<=":
            return True if a.high <= b.low else False if a.low > b.high else None
        case ">":
            return True if a.low > b.high else False if a.high <= b.low else None
    return True if a.low >= b.high else False if a.high < b.low else None


def _equal(a: Range, b: Range) -> bool | None:
    if a.high < b.low or b.high < a.low:
        return False
    return True if a.low == a.high == b.low == b.high else None


def _same(a: frozenset[str], b: frozenset[str]) -> bool | None:
    if not a & b:
        return False
    return True if a == b and len(a) == 1 else None


def _member(item: t.Expression, group: t.Expression, facts: Facts) -> bool | None:
    if isinstance(group, t.SetOf):
        return _not(_all([_not(_compare(item, "=", one, facts)) for one in group.items]))
    numbers = facts.rulebook.numbers.get(group.name) if isinstance(group, t.Name) else None
    found = _range(item, facts)
    if not isinstance(numbers, tuple) or found is None:
        return None
    return False if not any(found.low <= number <= found.high for number in numbers) else None


def _possible(node: t.Expression, facts: Facts) -> frozenset[str] | None:
    if not isinstance(node, t.Name):
        return None
    if node.name in facts.words:
        return facts.words[node.name]
    meaning = facts.rulebook.scope.names.get(node.name)
    return frozenset({node.name}) if meaning is not None and meaning.what == "constant" else None


def _pays(tickets: frozenset[str] | None, modes: frozenset[str] | None, facts: Facts) -> bool | None:
    if tickets is None or modes is None or len(tickets) * len(modes) != 1:
        return None
    table = facts.rulebook.tables.tickets.get(next(iter(tickets)))
    return None if table is None else bool(modes & set(table.pays))


def _range(node: t.Expression, facts: Facts) -> Range | None:
    match node:
        case t.Number(value):
            return Range(value, value)
        case t.Name(name) if name in facts.ranges:
            return facts.ranges[name]
        case t.Name(name):
            number = facts.rulebook.numbers.get(name)
            return Range(number, number) if isinstance(number, int) else None
        case t.Call(name) if name in FROM_NOUGHT:
            return Range(0, ENDLESS)
        case t.CountOf():
            return Range(0, ENDLESS)
        case t.Arithmetic(left, operator, right):
            return _sum(_range(left, facts), operator, _range(right, facts))
    return None


def _sum(a: Range | None, operator: str, b: Range | None) -> Range | None:
    if a is None or b is None:
        return None
    if operator == "+":
        return Range(a.low + b.low, a.high + b.high)
    if operator == "-":
        return Range(a.low - b.high, a.high - b.low)
    if operator == "mod":
        return Range(0, b.high - 1) if b.low > 0 else None
    ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return Range(min(ends), max(ends))
