"""The boards of the second judge: the lines of one file, and the other prints' differences said once more by hand.

Only `boards/london.toml` is read. That the other files come out the same is then a check of them, too.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from .editions import EVERY_MODE

Near = dict[int, tuple[tuple[str, int], ...]]
"""For each station its (mode, station) lines, in alphabetical order."""

BASE = Path(__file__).parents[2] / "boards" / "london.toml"

# Ravensburger's number: Milton Bradley's number.
MILTON_BRADLEY = {171: 200, 159: 171, 128: 159, 118: 128, 108: 118}

# name: (lines to add, lines to remove), in Ravensburger's numbers
DIFFERENCES: dict[str, tuple[set[tuple[str, int, int]], set[tuple[str, int, int]]]] = {
    "london": (set(), set()),
    "london-classic": ({("taxi", 13, 14)}, set()),
    "london-mb": ({("taxi", 13, 14), ("bus", 185, 199), ("bus", 187, 199)}, {("taxi", 198, 199)}),
    "london-1895": (set(), {("bus", 165, 191)}),
}


@cache
def _base() -> dict[str, Any]:
    return tomllib.loads(BASE.read_text(encoding="utf-8"))


def lines(name: str) -> set[tuple[str, int, int]]:
    """Every line of a board as (mode, lower station, higher station)."""
    printed = {(mode, min(row[:2]), max(row[:2])) for mode in EVERY_MODE for row in _base()["lines"][mode]}
    add, remove = DIFFERENCES[name]
    printed = (printed | add) - remove
    if name != "london-mb":
        return printed
    renumbered = {(mode, MILTON_BRADLEY.get(a, a), MILTON_BRADLEY.get(b, b)) for mode, a, b in printed}
    return {(mode, min(a, b), max(a, b)) for mode, a, b in renumbered}


@cache
def board(name: str) -> Near:
    """The neighbours of each station."""
    near: dict[int, set[tuple[str, int]]] = {}
    for mode, a, b in lines(name):
        near.setdefault(a, set()).add((mode, b))
        near.setdefault(b, set()).add((mode, a))
    return {station: tuple(sorted(rides)) for station, rides in near.items()}
