"""Faults that show in one file and were made in another: a file drops or changes something that what it extends still uses.

Whoever reads the message wrote the later file, so it is told there, and the place that needs the thing is named besides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import evolve

from adjudicator.faults import Fault, Place
from adjudicator.places import Path
from adjudicator.rulebook.merging import Merged

DECLARED = ("log", "numbers", "state", "terms", "supplies", "decks", "modes", "tickets", "roles")
KINDS = (
    "E301",
    "E302",
    "E304",
    "E308",
    "E316",
    "E317",
    "E339",
    "E341",
)  # what is there is of another type than its users think
NAMED = re.compile(r"`([\w-]+)`")


def traced(faults: Iterable[Fault], merged: Merged) -> list[Fault]:
    """The same faults, each where it was made. What else is wrong in inherited files then follows from those."""
    found = [_traced(fault, merged) for fault in faults]
    made = [new for old, new in found if new is not old]
    files = {fault.place.file for fault in made}
    kept = [new for old, new in found if not made or new is not old or old.place.file in files]
    return list(_together(kept))


def _traced(fault: Fault, merged: Merged) -> tuple[Fault, Fault]:
    layers = {source.file: number for number, source in enumerate(merged.sources)}
    here = layers.get(fault.place.file, len(layers))
    names = [name for name in (_word(fault.place, merged), *NAMED.findall(fault.message)) if name]
    for path, (source, at) in merged.dropped.items():
        if layers.get(source.file, 0) > here and set(names) & {path[-1], *merged.called.get(path, ())}:
            message = f"`{'.'.join(map(str, path))}` is dropped, and still needed"
            help_text = "keep it, or drop or amend what needs it as well"
            return fault, Fault("E118", source.places.value(at), message, help_text, (fault.place,))
    for path in ((section, names[0]) for section in DECLARED) if fault.code in KINDS and names else ():
        if path in merged.origins and layers.get(merged.origin(path)[0].file, 0) > here:
            message = f"`{names[0]}` does not fit where it is used: {fault.message}"
            help_text = _as_it_was(path, merged) or fault.help
            return fault, evolve(fault, place=merged.value(path), message=message, help=help_text, also=(fault.place,))
    return fault, fault


def _as_it_was(path: Path, merged: Merged) -> str:
    value = merged.data.get(str(path[0]), {}).get(path[1])
    if path[0] in ("log", "numbers") and isinstance(value, int):
        return f"it was a list: write {path[1]} = [{value}]"
    return "it was a single number, without brackets" if isinstance(value, list) else ""


def _word(place: Place, merged: Merged) -> str:
    """What stands at a place, if it is a word."""
    text = next((source.text for source in merged.sources if source.file == place.file), "")
    lines = text.split("\n")
    row = lines[place.line - 1] if 0 < place.line <= len(lines) else ""
    word = row[place.column - 1 : place.column - 1 + place.length]
    return word if re.fullmatch(r"[\w-]+", word) else ""


def _together(faults: Iterable[Fault]) -> Iterable[Fault]:
    """One fault for everything that needs the same thing."""
    found: dict[tuple[Place, str], Fault] = {}
    for fault in faults:
        key = (fault.place, fault.message)
        also = dict.fromkeys((*found[key].also, *fault.also)) if key in found else fault.also
        found[key] = evolve(found.get(key, fault), also=tuple(also)[:5])
    return found.values()
