"""Writes a variant as one file, with everything it extends, every pack and every choice, that gives the same verdicts."""

from __future__ import annotations

import copy
import os
import re
from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.faults import Refused
from adjudicator.files import find, folder, own_names, write_toml
from adjudicator.rulebook.digest import possible
from adjudicator.rulebook.file_format import tidy
from adjudicator.rulebook.from_files import flatten, make
from adjudicator.rulebook.inheritance import OWN, SECTIONS, Merged

ORDER = (
    *OWN, "pool", "priority", "modes", "tickets", "roles", "seats", "log", "numbers", "box", "supplies", "decks", "state",
    "terms", "options", "rules", "actions", "endings", "rulings", "questions",
)  # fmt: skip

LIST = re.compile(r"\[\n(?:[ ]+[^\n]*[^\n\[{,],\n)+[ ]*\]")
WIDTH = 100  # of a list on one line


def flat(name: str, *, options: Iterable[str] = (), paths: Iterable[str] = (), target: str = "") -> str:
    """The text of a file that loads without others and means the same; `target` is its future path. Raises Refused.

    It keeps all readings, with the chosen ones as defaults.
    """
    merged = flatten(name, paths=paths)
    rulebook = make(merged, options=options, paths=paths)
    data = copy.deepcopy(merged.data)
    for option, value in rulebook.chosen.items():
        data["options"][option]["default"] = value
        if rulebook.options[option].asked:
            data["options"][option]["asked"] = True
        data["options"][option] = possible(data["options"][option])
    if str(data["id"]).lower() in own_names("variants"):  # a copy is not the shipped edition, even with the same rules
        data["id"] = f"{data['id']}-flat"
    data.pop("aliases", None)
    if isinstance(data.get("board"), str):
        data["board"] = _board(merged, data["board"], tuple(paths), target)
    head = f"# `{name}` with everything it extends and every choice made, in one file.\n# {rulebook.digest}\n\n"
    return tidy(head + _short_lists(write_toml(_in_order(data))), target or name)


def _short_lists(text: str) -> str:
    """The text with lists on one line where they fit, the innermost first."""
    while True:
        shorter = LIST.sub(lambda found: _on_a_line(found.group()), text)
        if shorter == text:
            return text
        text = shorter


def _on_a_line(text: str) -> str:
    line = "[" + ", ".join(item.strip().rstrip(",") for item in text[1:-1].strip().split("\n")) + "]"
    return line if len(line) <= WIDTH else text


def _board(merged: Merged, board: str, paths: tuple[str, ...], target: str) -> str:
    """The board's name for the file: the id of a shipped board, or the path from `target` to another one."""
    beside = merged.origin(("board",))[0].file
    try:
        found = find("boards", board, beside=beside, paths=paths)
    except Refused:
        return board
    if found.parent == folder("boards"):
        return found.stem if found.stem != board and os.sep in board else board
    way = os.path.relpath(found, os.path.dirname(os.path.abspath(target)) if target else os.getcwd())
    return way.replace(os.sep, "/") if os.sep in way else f"./{way}"


def _in_order(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: data[key] for key in ORDER if key in data and (key not in SECTIONS or data[key])}
