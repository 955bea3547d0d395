"""Warns about options, or values of one, that make no difference: with any other choices, the same rules are in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.faults import Fault
from adjudicator.rulebook.guards import GUARDED, guards, split
from adjudicator.rulebook.inheritance import Merged
from adjudicator.rulebook.lint.finding import Finding
from adjudicator.rulebook.tables import OptionTable


def options_that_change_nothing(merged: Merged, options: Mapping[str, OptionTable]) -> Iterator[Finding]:
    """Warn about values that set the same and guard the same rules. `merged` has the tables of all choices.

    Values that exclude or need others still change no game.
    """
    for name, option in options.items():
        if _is_seated(merged, name):
            continue
        effects: dict[object, list[int]] = {}
        for index, value in enumerate(option.values):
            effects.setdefault(_effect(merged, name, value), []).append(index)
        if len(effects) == 1 < len(option.values):
            yield Finding(Fault("W409", name=name, value=option.values[-1]), ("options", name))
            continue
        for first, *others in effects.values():
            for index in others:
                fault = Fault("W409.value", name=name, value=option.values[index], other=option.values[first])
                path = ("options", name, "values", index) if _lists(merged, name) else ("options", name)
                yield Finding(fault, path)


def _effect(merged: Merged, name: str, value: str) -> object:
    """Everything that depends on this choice: the tables that it guards, and the values that it changes."""
    guarded = frozenset(
        (section, rule, one)
        for section in GUARDED
        for rule, table in merged.data.get(section, {}).items()
        for one, guard in enumerate(guards(table))
        if split(guard) == (name, value)
    )
    changes = merged.data["options"][name].get("set", {}).get(value, {})
    return guarded, repr({dotted: new for dotted, new in sorted(changes.items()) if _there(merged, dotted) != new})


def _there(merged: Merged, dotted: str) -> object:
    value: Any = merged.data
    for part in dotted.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _is_seated(merged: Merged, name: str) -> bool:
    """Whether the seat table sets this option: then even choosing its default makes a difference."""
    return any(name in row for row in merged.data.get("seats", ()))


def _lists(merged: Merged, name: str) -> bool:
    return "values" in merged.data["options"][name]
