"""Announcements of rules in the words of the variant. A position stores their numbers and the values of their slots."""

from __future__ import annotations

from typing import Any

from adjudicator.engine.messages import SLOT, told, type_of
from adjudicator.engine.seating import Seating
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Rule
from adjudicator.values import frozen


@frozen
class Announced:
    """An announcement, the rule that made it, and the only piece that heard it; "" if all pursuers did."""

    piece: str
    text: str
    rule: str


def announced(cell: Any, seating: Seating) -> tuple[Announced, ...]:
    """All announcements in a cell of a position, oldest first."""
    every = seating.rulebook.facts.announcements
    return tuple(_one(every[number], listener, values, seating) for number, listener, *values in cell)


def _one(said: tuple[Rule, t.Announce], listener: int, values: list[object], seating: Seating) -> Announced:
    rule, one = said
    words = iter([told(value, type_of(slot, seating), seating) for value, slot in zip(values, one.slots, strict=True)])
    text = SLOT.sub(lambda _: next(words), one.text)
    return Announced(seating.seats[listener].piece if listener >= 0 else "", text, rule.id)
