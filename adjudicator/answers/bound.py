"""The slots of an entry filled with what a question names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from adjudicator.answers.entries import Family, Slots
from adjudicator.answers.mentions import SLOTS, Unit

if TYPE_CHECKING:
    from adjudicator.answers.index import Stored

OPTIONAL = ("who", "whos", "other", "x", "detective", "detectives")  # `may I` names nobody
NUMBERS = ("station", "station2", "n", "n2", "players", "pieces")
FIELDS = {"whos": "who", "detective": "who", "detectives": "who"}  # where a slot is kept


def bind(found: Sequence[Unit], one: Family, stored: Stored) -> tuple[dict[str, Unit], list[str], list[Unit]]:
    """The unit that fills each slot; the slots that nothing fills; and the things that are named and have no place."""
    rest = [unit for unit in found if _names(unit)]
    filled: dict[str, Unit] = {}
    missing: list[str] = []
    for name, kind in stored.slots:
        unit = next((unit for unit in rest if kind in unit.named), None)
        if unit is not None:
            filled[name] = unit
            rest.remove(unit)
        elif name not in OPTIONAL:
            missing.append(name)
    taken = {FIELDS.get(name, name) for name in filled}
    for name in one.slots:  # what the entry has besides the phrasing
        kind = SLOTS.get(name, (name, ""))[0]
        unit = next((unit for unit in rest if kind in unit.named and _fits(name, unit)), None)
        if name not in taken and unit is not None and name not in NUMBERS:
            filled[name] = unit
            rest.remove(unit)
    return filled, missing, [unit for unit in rest if not unit.is_pronoun]


def _names(unit: Unit) -> bool:
    return bool(unit.named) and "again" not in unit.named and "me" not in unit.named


def _fits(name: str, unit: Unit) -> bool:
    return name not in ("who", "other") or "ticket" not in unit.named


def slots_of(found: Sequence[Unit], filled: dict[str, Unit], one: Family, seat: str) -> Slots:
    """The slots as values. `I` is the seat that asks; without one, any pursuer."""
    values: dict[str, object] = {}
    for name, unit in filled.items():
        kind = SLOTS.get(name, (name, ""))[0]
        if name != "x":
            values[FIELDS.get(name, name)] = unit.named[kind]
    if {"who", "detective"} & {*one.slots} and "who" not in values and any("me" in unit.named for unit in found):
        values["who"] = seat or "pursuers"
    return Slots(**{name: value for name, value in values.items() if name in one.slots or name in NUMBERS or name == "who"})  # type: ignore[arg-type]
