"""Finds conditions that exclude each other: each part of `round = 1 and round = 2` may be true, both never are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import define, field

from adjudicator.language import tree as t
from adjudicator.language.rule_text import show_value

MIRROR = {"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
FARTHEST = 10**9


@define
class Bounds:
    """The constants that several conditions leave possible for one value."""

    low: int = -FARTHEST
    high: int = FARTHEST
    only: set[object] | None = None  # the possible constants
    never: set[object] = field(factory=set)

    @property
    def is_empty(self) -> bool:
        left = None if self.only is None else {one for one in self.only - self.never if self._is_within(one)}
        fixed = self.low == self.high and self.low in self.never
        return self.low > self.high or fixed or (left is not None and not left)

    def _is_within(self, one: object) -> bool:
        return not isinstance(one, int) or self.low <= one <= self.high

    def narrow(self, operator: str, value: object) -> None:
        if operator == "=":
            self.among({value})
        elif operator == "<>":
            self.never.add(value)
        elif isinstance(value, int):
            self.low = max(self.low, value + (operator == ">")) if operator in (">", ">=") else self.low
            self.high = min(self.high, value - (operator == "<")) if operator in ("<", "<=") else self.high

    def among(self, values: set[object]) -> None:
        self.only = values if self.only is None else self.only & values


def contradict(
    parts: Iterable[t.Expression], numbers: Mapping[str, object], words: frozenset[str], terms: Mapping[str, t.Expression]
) -> bool:
    """Whether these can never all be true. `words` are modes, tickets and the like; numbers and terms are given by name."""
    known: dict[str, Bounds] = {}
    said: set[str] = set()
    for part in _parts(parts, terms):
        text = show_value(part)
        opposite = show_value(part.part) if isinstance(part, t.Negated) else show_value(t.Negated(part))
        if opposite in said:
            return True
        said.add(text)
        for subject, operator, values in _constraints(part, numbers, words):
            bounds = known.setdefault(subject, Bounds())
            if operator == "in":
                bounds.among(values)
            elif operator == "not in":
                bounds.never |= values
            else:
                bounds.narrow(operator, next(iter(values)))
            if bounds.is_empty:
                return True
    return False


def _parts(parts: Iterable[t.Expression], terms: Mapping[str, t.Expression]) -> Iterator[t.Expression]:
    for part in parts:
        if isinstance(part, t.Name) and part.name in terms:
            yield from _parts((terms[part.name],), terms)
        elif isinstance(part, t.AllOf):
            yield from _parts(part.parts, terms)
        else:
            yield part


def _constraints(
    part: t.Expression, numbers: Mapping[str, object], words: frozenset[str]
) -> Iterator[tuple[str, str, set[object]]]:
    """The comparison in a condition: the value, the operator, and the constants."""
    match part:
        case t.Compare(left, operator, right):
            one, two = _constant(left, numbers, words), _constant(right, numbers, words)
            if one is None and two is not None:
                yield show_value(left), operator, {two}
            elif one is not None and two is None:
                yield show_value(right), MIRROR[operator], {one}
        case t.Member(item, t.SetOf(items), negated):
            values = [_constant(one, numbers, words) for one in items]
            if None not in values:
                yield show_value(item), "not in" if negated else "in", set(values)
        case t.Member(item, t.Name(name), negated) if isinstance(numbers.get(name), tuple):
            yield show_value(item), "not in" if negated else "in", set(numbers[name])  # type: ignore[call-overload]


def _constant(node: t.Expression, numbers: Mapping[str, object], words: frozenset[str]) -> object:
    match node:
        case t.Number(value):
            return value
        case t.Name(name) if name in words:
            return name
        case t.Name(name) if isinstance(numbers.get(name), int):
            return numbers[name]
    return None
