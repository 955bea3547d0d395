"""Computes the canonical form of a flattened variant, and its digest: rules without titles, sentences and citations.

Where order has a meaning (of rules, because the last one counts; of tickets, because records are written in it) it is kept;
elsewhere names are sorted. So neither layout nor the order of tables in a file can change a digest. The version of the language
is part of it, because a text may have another meaning in another version.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any

from adjudicator.board.model import Board
from adjudicator.language import tree as t
from adjudicator.language.parser import Misread, parse_rules, parse_value
from adjudicator.language.rule_text import plain, show_value
from adjudicator.language.vocabulary import VERSION

SAID = ("says", "cite", "status", "about", "ruling", "title", "name", "names")
LEFT_OUT = ("rulings", "questions", "parts", "title", "says", "aliases", "rulebook", "id", "pack", "abstract", "extends")
IN_ORDER = ("modes", "tickets", "roles", "rules", "actions", "endings")


def canonical(data: dict[str, Any]) -> dict[str, Any]:
    """The data that can change a verdict, with rule text in its canonical writing."""
    return {key: _section(key, data[key]) for key in sorted(data) if key not in LEFT_OUT}


def digest(data: dict[str, Any], board: Board | None = None) -> str:
    meaning = {"language": VERSION, **canonical(data), "on": _lines_of(board)}
    text = json.dumps(meaning, ensure_ascii=False, separators=(",", ":"), sort_keys=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def _lines_of(board: Board | None) -> Any:
    """The parts of a board that can change a verdict: stations, lines, their data, cards; not its picture or name."""
    if board is None:
        return None
    stations = list(board.stations)
    lines = [[line.mode, line.a, line.b, list(line.passes), line.provenance] for line in board.lines]
    facts = [[name, number, _plain(fact.value), fact.open, fact.provenance] for (name, number), fact in board.facts.items()]
    decks = [[deck.name, deck.cards, deck.size] for deck in board.deck_list]
    return [stations, lines, facts, decks]


def _plain(value: object) -> object:
    return sorted(value) if isinstance(value, frozenset) else value


def _section(key: str, value: Any) -> Any:
    if key == "board":  # the path of a board's file does not matter
        return os.path.basename(str(value)).removesuffix(".toml")
    if key == "options" and isinstance(value, dict):
        value = {name: possible(option) for name, option in value.items()}
    if key in IN_ORDER and isinstance(value, dict):
        return {name: _meaning(inner, name) for name, inner in value.items()}
    return _meaning(value, key)


def possible(option: Any) -> Any:
    """An option without the settings of values that were removed from it."""
    values = option.get("values", ["off", "on"]) if isinstance(option, dict) else None
    if not isinstance(values, list) or not isinstance(option.get("set"), dict):
        return option
    return {**option, "set": {value: changes for value, changes in option["set"].items() if value in values}}


def _meaning(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _meaning(value[name], name) for name in sorted(value) if not _is_only_said(name)}
    if isinstance(value, list):
        return [_meaning(inner) for inner in value]
    if isinstance(value, str) and (key == "code" or key.endswith(".code")):
        return written(value)
    return value


def _is_only_said(key: str) -> bool:
    """Whether a key is a sentence, a citation or the like, also where an option sets it: `rules.capture.says`."""
    *path, last = key.split(".")
    return last in SAID and len(path) in (0, 2)


def written(code: str) -> str:
    """Rule text in canonical writing, without the reasons for players. A text that cannot be read is unchanged."""
    rules = parse_rules(code)
    if not isinstance(rules, Misread):
        return plain(one.altered(because="") if isinstance(one, t.Forbid | t.Require) else one for one in rules)
    value = parse_value(code)
    return code if isinstance(value, Misread) else show_value(value)
