"""Reads the choices under which a table is in force: `option = "cut-off=on"`, or a list of these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

GUARDED = ("rules", "actions", "endings")


def split(choice: str) -> tuple[str, str]:
    """The option and the value of a choice; `cut-off` means `cut-off=on`."""
    name, _, value = choice.partition("=")
    return name.strip(), value.strip() or "on"


def meant(option: Mapping[str, Any], value: str) -> str:
    """The value that a word means: itself, or the one that has it as another spelling in `also`."""
    also = option.get("also")
    return str(also.get(value, value)) if isinstance(also, dict) else value


def guards(table: Mapping[str, Any]) -> tuple[str, ...]:
    """The choices that a table depends on, as written. Anything but text is a fault of the table's shape."""
    found = table.get("option", ())
    return (found,) if isinstance(found, str) else tuple(map(str, found)) if isinstance(found, list) else ()
