"""Expands options with numeric values: `values = "3..7"` and `sets = "log.rounds"` become a value and a `set` for each number.

They are expanded when a file is read, so that other modules know one kind of option only.
"""

from __future__ import annotations

import re
from typing import Any

RANGE = re.compile(r"\s*(\d{1,4})\s*\.\.\s*(\d{1,4})\s*")
MOST = 60  # numbers to choose from


def written_out(data: dict[str, Any]) -> dict[str, Any]:
    """The data of a file with its numeric options expanded; misshapen ones are unchanged, and reported with their table."""
    found = dict(data)
    if isinstance(data.get("options"), dict):
        found["options"] = {name: _option(table) for name, table in data["options"].items()}
    for verb in ("amend", "replace"):
        if isinstance(data.get(verb), dict) and isinstance(data[verb].get("options"), dict):
            options = {name: _option(table) for name, table in data[verb]["options"].items()}
            found[verb] = {**data[verb], "options": options}
    return found


def _option(table: Any) -> Any:
    if not isinstance(table, dict):
        return table
    values = _values(table.get("values"))
    if values is not None:
        table = {**table, "values": values}
    if "default" in table and type(table["default"]) is int and isinstance(table.get("values"), list):
        table = {**table, "default": str(table["default"])}
    path, known = table.get("sets"), table.get("values")
    if isinstance(path, str) and "set" not in table and isinstance(known, list) and all(map(_is_number, known)):
        return {**table, "set": {value: {path: int(value)} for value in known}}
    return table


def _values(text: Any) -> list[str] | None:
    """The numbers of `3..7`, or None if the text is not a range."""
    found = RANGE.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        return None
    first, last = int(found[1]), int(found[2])
    return [str(number) for number in range(first, last + 1)] if 0 <= last - first < MOST else None


def _is_number(value: Any) -> bool:
    return isinstance(value, str) and value.isdecimal()
