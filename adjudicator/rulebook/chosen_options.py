"""Applies options: which reading of a rule is in force, and what it changes in the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from adjudicator.faults import Fault, Place
from adjudicator.rulebook.guards import GUARDED, meant, split
from adjudicator.rulebook.inheritance import SECTIONS, TABLES, VALUES, Merged, copied
from adjudicator.toml_places import Path

SETTABLE = {*SECTIONS, *TABLES, *VALUES} - {"options", "rulings", "questions", "parts"}  # a choice changes rules, not choices


def choose(
    merged: Merged, choices: Iterable[str], asked_at: Place, homes: Callable[[str], Iterable[str]] = lambda name: ()
) -> tuple[Merged, dict[str, str]]:
    """The tables with these choices (defaults rewritten, `set` applied, others' tables removed), and the value of every option.

    `homes` returns the other games that have an option, for a fault about one that is missing.
    """
    result = merged.opened()
    options: dict[str, Any] = {k: v for k, v in _dict(merged.data.get("options")).items() if isinstance(v, dict)}
    chosen = {name: meant(table, str(table.get("default", "off"))) for name, table in options.items()}
    asked: set[str] = set()
    for choice in choices:
        name, value = split(choice)
        if name not in options and _set_number(result, name, value):
            continue
        if name not in options:
            variant = str(merged.data.get("id"))
            fault = Fault("E110.asked", asked_at, name=name, variant=variant, homes=homes(name), known=options)
            result.faults.append(fault)
            continue
        values = options[name].get("values", ["off", "on"])
        if "=" not in choice and isinstance(values, list) and "on" not in values:
            result.faults.append(Fault("E111.wanted", asked_at, name=name, choices=_choices(values, name)))
            continue
        chosen[name] = meant(options[name], value)
        asked.add(name)
        if _seats_decide(merged, options[name]):
            result.data["options"][name] = {**options[name], "asked": True}
    for name, value in chosen.items():
        _check(result, name, value, options[name], chosen, asked_at if name in asked else None)
    if len(result.faults) == len(merged.faults):
        _apply(result, chosen)
    return result, chosen


def _set_number(result: Merged, name: str, value: str) -> bool:
    """Set a number that no option sets, as with `rounds=18`. False if the rulebook has no such number."""
    for section in ("log", "numbers"):
        table = result.data.get(section)
        if isinstance(table, dict) and type(table.get(name)) is int and value.isdecimal() and len(value) < 5:
            table[name] = int(value)
            return True
    return False


def _seats_decide(merged: Merged, option: Mapping[str, Any]) -> bool:
    """Whether rows of the seat table set what this option sets: then an explicit choice overrides them."""
    rows, sets = merged.data.get("seats"), _dict(option.get("set")).values()
    keys = {key for one in sets if isinstance(one, dict) for key in one}
    return isinstance(rows, list) and any(isinstance(row, dict) and keys & row.keys() for row in rows)


def _check(
    result: Merged, name: str, value: str, table: Mapping[str, Any], chosen: Mapping[str, str], at: Place | None
) -> None:
    values = table.get("values", ["off", "on"])
    misshapen = at is None and not isinstance(table.get("default", ""), str)  # reported when the table is shaped
    misshapen = misshapen or not isinstance(values, list) or not all(isinstance(one, str) for one in values)
    if value not in values and not misshapen:
        place = at or result.value(("options", name, "default"))
        choices = _choices(values, name if at else "")
        result.faults.append(Fault("E111.choice", place, name=name, value=value, choices=choices))
    default = str(table.get("default", "off"))
    if value == default and default in ("off",):
        return
    unasked = ".default" if value == default and not misshapen and "off" not in values else ""
    for clause in table.get("excludes", ()) if isinstance(table.get("excludes", ()), list) else ():
        other, other_value = split(str(clause))
        if value != "off" and chosen.get(other) == other_value:
            place, there = result.key(("options", name, "excludes")), result.key(("options", other, "default"))
            pair = {"name": name, "value": value, "other": other, "other_value": other_value}
            result.faults.append(Fault(f"E112{unasked}", place, (there,), **pair))
    for clause in table.get("needs", ()) if isinstance(table.get("needs", ()), list) else ():
        other, other_value = split(str(clause))
        if value != "off" and chosen.get(other) != other_value:
            place = result.key(("options", name, "needs"))
            also = (result.key(("options", other, "default")),) if other in chosen else ()
            pair = {"name": name, "value": value, "other": other, "other_value": other_value}
            result.faults.append(Fault(f"E113{unasked}", place, also, **pair))


def _choices(values: list[Any], option: str) -> list[str]:
    """The values as choices; those of a default are written without their option."""
    return [f"{option}={value}" if option else str(value) for value in values]


def _apply(result: Merged, chosen: Mapping[str, str]) -> None:
    setters: dict[Path, tuple[str, Path]] = {}
    for name, value in chosen.items():
        table = result.data["options"][name]
        if isinstance(table.get("default", "off"), str):  # any other type is reported when the table is shaped
            result.data["options"][name] = {**table, "default": value}
        changes = table.get("set", {})
        changes = changes.get(value, {}) if isinstance(changes, dict) else {}
        for dotted, new in changes.items() if isinstance(changes, dict) else ():
            at: Path = ("options", name, "set", value, dotted)
            _set(result, dotted, new, at, setters, name)
    for section in GUARDED:
        for name, table in list(_dict(result.data.get(section)).items()):
            if isinstance(table, dict) and not _in_force(result, (section, name), table.get("option", ()), chosen):
                del result.data[section][name]


def _set(result: Merged, dotted: str, new: Any, at: Path, setters: dict[Path, tuple[str, Path]], option: str) -> None:
    path = _existing(result.data, dotted)
    if path is None:
        sentence = "E114" if dotted.split(".")[0] in SETTABLE else "E114.never"
        result.faults.append(Fault(sentence, result.key(at), name=dotted, known=_alike(result, dotted)))
        return
    if path in setters:
        other, where = setters[path]
        fault = Fault("E115", result.key(at), (result.key(where),), name=option, other=other, path=dotted)
        result.faults.append(fault)
        return
    setters[path] = (option, at)
    container: Any = result.data
    for part in path[:-1]:
        inner = container[part] = dict(container[part])
        container = inner
    origin = result.origin(at)
    result.forget(path)
    container[path[-1]] = copied(new)
    result.origins[path] = origin


def _existing(data: Any, dotted: str) -> Path | None:
    """The path of a dotted name; the last part may be a new key of an existing table. None if it does not exist."""
    path: list[str | int] = []
    parts = dotted.split(".")
    if parts[0] not in SETTABLE:
        return None
    for part in parts[:-1]:
        if not isinstance(data, dict) or part not in data:
            return None
        data = data[part]
        path.append(part)
    if not isinstance(data, dict) or (len(path) == 1 and path[0] in TABLES and parts[-1] not in data):
        return None  # a misspelt number would become a new one without a fault
    return (*path, parts[-1])


def _alike(result: Merged, dotted: str) -> set[str]:
    """The names that can be set and have as many parts."""
    return {".".join(map(str, path)) for path in result.origins if path[0] in SETTABLE and len(path) == dotted.count(".") + 1}


def _in_force(result: Merged, path: Path, guard: Any, chosen: Mapping[str, str]) -> bool:
    guards = [guard] if isinstance(guard, str) else list(guard) if isinstance(guard, list) else []
    in_force = True
    for index, one in enumerate(guards):
        name, value = split(str(one))
        at: Path = (*path, "option", *((index,) if isinstance(guard, list) else ()))
        if name not in chosen:
            first, _, rest = name.partition(" ")
            better = f"{first}={rest.strip()}" if first in chosen else ""
            result.faults.append(Fault("E110", result.value(at), name=name, better=better, known=chosen))
            continue
        values = _dict(result.data["options"])[name].get("values", ["off", "on"])
        value = meant(_dict(result.data["options"])[name], value)
        if isinstance(values, list) and all(isinstance(one, str) for one in values) and value not in values:
            result.faults.append(Fault("E111", result.value(at), name=name, value=value, known=values))
        in_force = in_force and chosen[name] == value
    return in_force


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
