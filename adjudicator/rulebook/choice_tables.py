"""Expands `[choices.ID]`: a question, its readings and the rules of each reading, in one table.

A choice stands for an option, a ruling, and a rule for each reading that has code. It is expanded when a file is read, so no
other module knows of choices. The places of its keys in the file are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import field

from adjudicator.faults import Fault, Refused
from adjudicator.rulebook.tables import ChoiceTable
from adjudicator.structure import Codes, shape
from adjudicator.toml_places import Path, Places
from adjudicator.values import frozen

SHARED = ("cite", "status", "about", "excludes", "needs", "also")  # keys that options have too
OF_A_RULE = ("says", "cite", "status", "about", "code")
FEWEST = 2  # readings
USUAL = ["off", "on"]  # values that an option need not name; left out, so that the digest is the same without them
Made = tuple[Path, dict[str, Any], dict[Path, Path]]  # the path of a table, the table, and the places of its keys in the file


@frozen
class ChoicesFile:
    """The keys of a file that are read here."""

    choices: dict[str, ChoiceTable] = field(factory=dict)


def written_out(data: dict[str, Any], places: Places, codes: Codes) -> tuple[dict[str, Any], dict[Path, Path]]:
    """The data of a file with its choices expanded, and the places of their keys. Raises Refused."""
    for verb in ("amend", "replace"):
        if isinstance(data.get(verb), dict) and "choices" in data[verb]:
            raise Refused([Fault("E397", places.key((verb, "choices")), verb=verb)])
    if "choices" not in data:
        return data, {}
    _, faults = shape({"choices": data["choices"]}, ChoicesFile, places, codes)
    if faults:
        raise Refused(faults)
    found = {key: dict(value) if isinstance(value, dict) else value for key, value in data.items() if key != "choices"}
    stands: dict[Path, Path] = {}
    for path, table, keys in (one for name, choice in data["choices"].items() for one in _made(name, choice, places)):
        section, name = str(path[0]), str(path[1])
        if name in found.setdefault(section, {}):
            there = places.key(path)
            raise Refused([Fault("E396.twice", places.key(keys[path]), (there,), name=name, section=section)])
        found[section][name] = table
        stands |= keys
    return found, stands


def _made(name: str, choice: dict[str, Any], places: Places) -> Iterator[Made]:
    """The option, the ruling and the rules that a choice stands for; its first reading is the default."""
    here: Path = ("choices", name)
    values, ruling = list(choice["readings"]), choice.get("ruling", name)
    if len(values) < FEWEST:
        raise Refused([Fault("E396", places.key(here), name=name)])
    yield _option(name, choice, values, ruling)
    reads = [choice["readings"][value]["reads"] for value in values]
    choices = [f"{name}={value}" for value in values]
    table = {"question": choice["question"], "readings": reads, "default": reads[0], "option": name, "choices": choices}
    keys: dict[Path, Path] = {
        ("rulings", ruling, "readings", index): (*here, "readings", value, "reads") for index, value in enumerate(values)
    }
    yield ("rulings", ruling), table, {("rulings", ruling): here, **keys}
    for value, reading in choice["readings"].items():
        if "code" in reading:
            rule = {"says": reading["reads"], "status": f"contested:{ruling}", "option": f"{name}={value}"}
            rule |= {"about": choice["about"]} if "about" in choice else {}
            path: Path = ("rules", reading.get("rule", f"{name}-{value}"))
            yield path, rule | {key: reading[key] for key in OF_A_RULE if key in reading}, {path: (*here, "readings", value)}


def _option(name: str, choice: dict[str, Any], values: list[str], ruling: str) -> Made:
    here: Path = ("choices", name)
    offered = "; ".join(f"{reading['reads']} (`{value}`)" for value, reading in choice["readings"].items())
    table = {
        "says": choice.get("says") or f"{choice['question']} {offered}.",
        "status": f"contested:{ruling}",
        "ruling": ruling,
    }
    table |= {"values": values, "default": values[0]} if values != USUAL else {}
    table |= {key: choice[key] for key in SHARED if key in choice}
    sets = {value: reading["set"] for value, reading in choice["readings"].items() if "set" in reading}
    keys: dict[Path, Path] = {("options", name, "set", value): (*here, "readings", value, "set") for value in sets}
    return ("options", name), table | ({"set": sets} if sets else {}), {("options", name): here, **keys}
