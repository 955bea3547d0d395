"""Parts of older files that files no longer have: `rows` and `[matrix]`, a book-keeping that no player needs.

Such a file means what it meant. Lint says so (W472), and `variant fmt` takes it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudicator.toml_places import Path, locate

LAYERS: tuple[Path, ...] = ((), ("amend",), ("replace",))
_DOTTED = re.compile(r"\s*([\w\"'-]+\s*\.\s*)*")  # the parts before the last one of a key that begins its line
SECTIONS = ("rules", "actions", "endings", "options")


def outdated(data: Mapping[str, Any]) -> Iterator[Path]:
    """Where a file has it."""
    for layer in LAYERS:
        tables = _table(data, *layer)
        if "matrix" in tables:
            yield (*layer, "matrix")
        for section in SECTIONS:
            for name in _table(tables, section):
                if "rows" in _table(tables, section, name):
                    yield (*layer, section, name, "rows")
        for name in _table(tables, "options"):
            for value, changes in _table(tables, "options", name, "set").items():
                dotted = [key for key in changes if key.endswith(".rows")] if isinstance(changes, Mapping) else ()
                yield from ((*layer, "options", name, "set", value, key) for key in dotted)


def without(data: dict[str, Any], paths: Iterable[Path]) -> dict[str, Any]:
    """The data of a file without the things at these paths."""
    for path in paths:
        data = _without(data, path)
    return data


def _without(data: dict[str, Any], path: Path) -> dict[str, Any]:
    key = str(path[0])
    if len(path) == 1:
        return {name: value for name, value in data.items() if name != key}
    return {**data, key: _without(data[key], path[1:])}


def rewritten(text: str, data: Mapping[str, Any], file: str) -> str:
    """The text of a file without the lines of these parts; one that shares its line with others stays."""
    places, gone = locate(text, file), list(outdated(data))
    lines = text.split("\n")
    out = {places.key(path).line for path in gone if path[-1] == "matrix"}
    for path, (_, end) in places.values():
        first = places.key(path)
        if any(path[: len(one)] == one for one in gone) and _DOTTED.fullmatch(lines[first.line - 1][: first.column - 1]):
            out |= set(range(first.line, places.at(end - 1).line + 1))
    return "\n".join(line for number, line in enumerate(lines, 1) if number not in out)


def _table(data: Mapping[str, Any], *path: str | int) -> Mapping[str, Any]:
    """The table at a path; an empty one where something else is, which is reported when it is shaped."""
    found: Any = data
    for part in path:
        found = found.get(part) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) else {}
