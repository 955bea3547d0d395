"""Values from data that have faults, so that a reader can continue and gather the other faults."""

from __future__ import annotations

import copy
from typing import Any, TypeVar

from adjudicator.faults import Fault
from adjudicator.structure import Codes, is_meant, shape, tried
from adjudicator.toml_places import Path, Places

T = TypeVar("T")


def salvaged(
    data: dict[str, Any], cls: type[T], places: Places, codes: Codes, stand_ins: dict[str, Any]
) -> tuple[T | None, tuple[Fault, ...], tuple[Path, ...]]:
    """The value made of `data`, all faults of its shape, and the paths of the parts that had to be left out.

    What must stand at the top of a file has a stand-in there; without one, nothing can be made. Items of a list are not left
    out one by one: places count them.
    """
    value, faults = shape(data, cls, places, codes)
    whole: Any = data if value is not None else mended(data, cls, places, codes)
    lost: dict[Path, None] = {}
    while value is None:
        value, told = tried(whole, cls, places, codes)
        for path, fault in told:
            missing = fault.code == codes.missing_key
            named = _named_part(path[:-1] if missing else path)
            if named:
                _table(whole, named).pop(named[-1], None)
                lost[named] = None
            elif missing and path[-1] in stand_ins:
                whole[path[-1]] = stand_ins[str(path[-1])]
            else:
                return None, faults, ()
    return value, faults, tuple(lost)


def mended(data: object, cls: type, places: Places, codes: Codes) -> object:
    """The same data without unknown keys, so that other faults in their tables can be reported as well.

    A required key that is only misspelt is there under its right name.
    """
    value, told = tried(data, cls, places, codes)
    if value is not None:
        return data
    missing = [path for path, fault in told if fault.code == codes.missing_key]
    whole = copy.deepcopy(data)
    for path, fault in told:
        if fault.code == codes.unknown_key:
            meant = [at for at in missing if at[:-1] == path[:-1] and is_meant(at[-1], fault)]
            table = _table(whole, path)
            found = table.pop(path[-1])
            table |= {at[-1]: found for at in meant}
    return whole


def _named_part(path: Path) -> Path:
    """The path up to its last key."""
    while path and not isinstance(path[-1], str):
        path = path[:-1]
    return path


def _table(whole: Any, path: Path) -> Any:
    """The table in which the last key of a path stands."""
    for step in path[:-1]:
        whole = whole[step]
    return whole
