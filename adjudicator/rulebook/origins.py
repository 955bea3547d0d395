"""Moves faults to the file that caused them: one that drops or changes something that a file it extends still uses.

The reader of the message wrote the later file, so the fault is reported there, and names the place that needs the thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from adjudicator.faults import Fault, Place
from adjudicator.rulebook.inheritance import Merged
from adjudicator.toml_places import Path

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
)  # the changed thing has another type than its uses need


def traced(faults: Iterable[Fault], merged: Merged) -> list[Fault]:
    """The faults, each at its cause. Other faults in inherited files then follow from those, and are left out."""
    found = [_traced(fault, merged) for fault in faults]
    made = [new for old, new in found if new is not old]
    files = {fault.place.file for fault in made}
    kept = [new for old, new in found if not made or new is not old or old.place.file in files]
    return [_with_needs(fault, merged) if fault.code == "E118" else fault for fault in _together(kept)]


def _traced(fault: Fault, merged: Merged) -> tuple[Fault, Fault]:
    layers = {source.file: number for number, source in enumerate(merged.sources)}
    here = layers.get(fault.place.file, len(layers))
    names = [name for name in (_word(fault.place, merged), *_words(fault)) if name]
    for path, (source, at) in merged.dropped.items():
        if layers.get(source.file, 0) > here and set(names) & {path[-1], *merged.called.get(path, ())}:
            name = ".".join(map(str, path))
            return fault, Fault("E118", source.places.value(at), (fault.place,), name=name, needs=[])
    for path in ((section, names[0]) for section in DECLARED) if fault.code in KINDS and names else ():
        if path in merged.origins and layers.get(merged.origin(path)[0].file, 0) > here:
            place, sentence = merged.value(path), f"{fault.code}.{_as_it_was(path, merged)}"
            value = merged.data[str(path[0])][path[1]]
            number = value if isinstance(value, int) else ""
            return fault, Fault(sentence, place, (fault.place,), name=names[0], number=number, cause=fault)
    return fault, fault


def _as_it_was(path: Path, merged: Merged) -> str:
    """The sentence about a changed thing: it names the former value, if that is clear."""
    value = merged.data.get(str(path[0]), {}).get(path[1])
    if path[0] in ("log", "numbers") and isinstance(value, int):
        return "was-list"
    return "was-number" if isinstance(value, list) else "changed"


def _words(fault: Fault) -> list[str]:
    """The names that a fault is about; other words in it are for the reader."""
    return [str(fault.values[key]) for key in ("name", "asked", "word") if key in fault.values]


def _word(place: Place, merged: Merged) -> str:
    """The word at a place, or ""."""
    text = next((source.text for source in merged.sources if source.file == place.file), "")
    lines = text.split("\n")
    row = lines[place.line - 1] if 0 < place.line <= len(lines) else ""
    word = row[place.column - 1 : place.column - 1 + place.length]
    return word if re.fullmatch(r"[\w-]+", word) else ""


def _with_needs(fault: Fault, merged: Merged) -> Fault:
    """A fault about a dropped thing, which also names the other things to drop."""
    things = dict.fromkeys(_thing_at(place, merged) for place in fault.also)
    return fault.given(needs=[thing for thing in things if thing])


def _thing_at(place: Place, merged: Merged) -> str:
    """The table around a place as `drop` names it: `rules.x`; "" if there is none."""
    source = next((one for one in merged.sources if one.file == place.file), None)
    for path, (start, end) in source.places.values() if source is not None else ():
        if source is not None and source.places.at(start).line <= place.line <= source.places.at(end).line:
            section, *rest = path[1:] if path[0] in ("amend", "replace") else path
            if section in ("rules", "actions", "endings", "options", "choices", "terms", "state") and rest:
                return f"{section}.{rest[0]}"
    return ""


def _together(faults: Iterable[Fault]) -> Iterable[Fault]:
    """The faults, with one for all places that need the same thing."""
    found: dict[tuple[Place, str, object], Fault] = {}
    for fault in faults:
        key = (fault.place, fault.sentence, fault.values.get("name"))
        also = dict.fromkeys((*found[key].also, *fault.also)) if key in found else fault.also
        found[key] = found.get(key, fault).at(fault.place, tuple(also)[:5])
    return found.values()
