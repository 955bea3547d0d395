"""The changes from one state to the next, as plain data, from which `shared.js` makes the next state."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

SHARED = Path(__file__).with_name("shared.js")


def change(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that differ with their new values; None for a key that is gone."""
    found: dict[str, Any] = {key: None for key in before if key not in now}
    for key, value in now.items():
        if key not in before:
            found[key] = value
        elif before[key] != value:
            both = isinstance(before[key], dict) and isinstance(value, dict)
            found[key] = change(before[key], value) if both else value
    return found
