"""The canonical form of a flattened variant, and its digest: what it means, without what is only said about it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from adjudicator.language.parsing import Misread, parse_rules, parse_value
from adjudicator.language.writing import show, show_value

SAID = ("says", "cite", "status", "about", "rows", "ruling", "title", "name", "names")
LEFT_OUT = ("matrix", "rulings", "title", "aliases", "rulebook", "id", "pack", "abstract")


def canonical(data: dict[str, Any]) -> dict[str, Any]:
    """Only what can change a verdict; rule text in its canonical writing."""
    return {key: _meaning(value) for key, value in data.items() if key not in LEFT_OUT}


def digest(data: dict[str, Any]) -> str:
    text = json.dumps(canonical(data), ensure_ascii=False, separators=(",", ":"), sort_keys=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def _meaning(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _meaning(inner, name) for name, inner in value.items() if name not in SAID}
    if isinstance(value, list):
        return [_meaning(inner) for inner in value]
    if isinstance(value, str) and (key == "code" or key.endswith(".code")):
        return written(value)
    return value


def written(code: str) -> str:
    """Rule text as the writer would put it; what cannot be read stays as it is."""
    rules = parse_rules(code)
    if not isinstance(rules, Misread):
        return show(rules)
    value = parse_value(code)
    return code if isinstance(value, Misread) else show_value(value)
