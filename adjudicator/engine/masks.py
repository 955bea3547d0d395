"""Conditions about one station as masks, with a bit for each station where a ride may not go or that it may not pass."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from adjudicator.engine.cells import MANY
from adjudicator.engine.expressions import Spot, Value, step_of
from adjudicator.engine.layout import Cells
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import Read, step
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.engine.rules import Rules

Mask = Callable[[Cells], int]
OF_ROUTE = step("to", "passes")
OF_FARE = step("ticket", "mode")
OF_STEP = step("from", "here", "entry")  # a mask does not depend on these
OF_PIECE = Read("step", "piece")


@frozen(eq=False, slots=False)
class Masks:
    """Makes masks of the conditions for one piece's rides. The higher bits are for the stations that rides pass."""

    rules: Rules
    piece: int

    def of(self, node: t.Expression | None) -> tuple[Mask, bool] | None:
        """The mask of the stations to which a ride is refused, or (with True) that it may not pass; None if no mask expresses
        it."""
        match node:
            case None:
                return None
            case t.Quantified("some", variable, t.Name("passes"), None, condition):
                found, shift = self._of(condition, variable), self.rules.shift
                return None if found is None else (partial(_shifted, found, shift), True)
        found = self._of(node, "to")
        return None if found is None else (found, False)

    def _of(self, node: t.Expression, name: str) -> Mask | None:
        layout = self.rules.layout
        match node:
            case t.Name(term) if (body := self._body(term)) is not None:
                return self._of(body, name)
            case t.AnyOf(parts):
                return _joined([self._of(part, name) for part in parts], _either)
            case t.AllOf(parts):
                return self._where(parts, name)
            case t.Call("occupied", (t.Name(station), t.Name(who))) if station == name and self._is("pieces", who):
                return self.rules.standing(who)
            case t.Member(t.Name(station), t.Name(group), False) if station == name and self._is("state", group):
                return self.rules.set_in(layout.states[group].base)
            case t.Member(t.Name(station), t.SetOf(items), False) if station == name:
                return _joined([self._one(item, name) for item in items], _either)
            case t.Compare(t.Name(station), "=", other) if station == name:
                return self._one(other, name)
            case t.Compare(other, "=", t.Name(station)) if station == name:
                return self._one(other, name)
        return None

    def _body(self, name: str) -> t.Expression | None:
        """The condition that the name of a term stands for; None if it is not a term."""
        meaning = self.rules.layout.rulebook.scope.names.get(name)
        return meaning.body if meaning is not None and meaning.what == "term" and not meaning.takes else None

    def _is(self, what: str, name: str) -> bool:
        meaning = self.rules.layout.rulebook.scope.names.get(name)
        return meaning is not None and meaning.what == what and (what != "state" or meaning.type.many)

    def _one(self, node: t.Expression, name: str) -> Mask | None:
        """The mask of a single station, or of none."""
        if self._speaks_of_ride(node, name) or self._reads(node) & OF_STEP:
            return None
        return partial(_bit, self._value(node), self.piece)

    def _where(self, parts: tuple[t.Expression, ...], name: str) -> Mask | None:
        """The mask of several conditions that must all hold. Those that do not mention the ride are tested first."""
        asked = [part for part in parts if not self._speaks_of_ride(part, name)]
        if any(self._reads(part) & (OF_FARE | OF_STEP) for part in parts):
            return None
        found = _joined([self._of(part, name) for part in parts if part not in asked], _both)
        if found is None or not asked:
            return found
        return partial(_if_all, [self._value(part) for part in asked], found, self.piece)

    def _value(self, node: t.Expression) -> Value:
        return self.rules.values.of(node, Spot(self.piece))

    def _reads(self, node: t.Expression) -> frozenset[Read]:
        return self.rules.facts.reads(node)

    def _speaks_of_ride(self, node: t.Expression, name: str) -> bool:
        return bool(self._reads(node) & (OF_ROUTE | OF_FARE | {Read("bound", name)}))


class Standing:
    """The mask of the stations of the pieces in these cells."""

    __slots__ = ("_found", "cells")

    def __init__(self, cells: slice, stations: int):
        self.cells = cells
        self._found = dict[tuple[int, ...], int]()

    def __call__(self, p: Cells) -> int:
        stand = tuple(p[self.cells])
        found = self._found.get(stand)
        if found is None:
            if len(self._found) > MANY:
                self._found.clear()
            found = 0
            for station in stand:
                found |= 1 << station
            self._found[stand] = found
        return found


def union(masks: list[Mask]) -> Mask:
    """The stations that any of these masks closes."""
    return masks[0] if len(masks) == 1 else partial(_either, masks) if masks else _none


def _none(p: Cells) -> int:
    return 0


def _joined(masks: list[Mask | None], join: Callable[[list[Mask], Cells], int]) -> Mask | None:
    known = [mask for mask in masks if mask is not None]
    if not known or len(known) < len(masks):
        return None
    return known[0] if len(known) == 1 else partial(join, known)


def _either(masks: list[Mask], p: Cells) -> int:
    found = 0
    for mask in masks:
        found |= mask(p)
    return found


def _both(masks: list[Mask], p: Cells) -> int:
    found = -1
    for mask in masks:
        found &= mask(p)
    return found


def _shifted(mask: Mask, shift: int, p: Cells) -> int:
    return mask(p) << shift


def _bit(value: Value, piece: int, p: Cells) -> int:
    station = value(p, step_of(piece))
    return 1 << station if station > 0 else 0


def _if_all(conditions: list[Value], mask: Mask, piece: int, p: Cells) -> int:
    x = step_of(piece)
    return mask(p) if all(ask(p, x) for ask in conditions) else 0
