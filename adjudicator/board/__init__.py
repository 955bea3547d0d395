"""Boards: `load` returns one by name; `Board` has its stations, lines, attributes and decks.

The reader is imported on first use: a board from a cache (`from_plain`) does not need it.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING

from adjudicator.board.model import Attribute, Board, Card, Deck, Fact, Line, Mode, Ride, Station, Value
from adjudicator.board.plain import from_plain, to_plain
from adjudicator.faults import Fault

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "Attribute",
    "Board",
    "Card",
    "Deck",
    "Fact",
    "Line",
    "Mode",
    "Ride",
    "Station",
    "Value",
    "from_plain",
    "load",
    "read",
    "to_plain",
]


def load(
    name: str | PathLike[str], beside: str | PathLike[str] | None = None, paths: Iterable[str | PathLike[str]] = ()
) -> Board:
    """A board by its id or path, as `files.find` finds it. Raises Refused where it has errors.

    >>> board = load("london")
    >>> [to for mode, to, passes in board.lines_from(74) if mode == "taxi"]
    [58, 73, 75, 92]
    """
    from adjudicator.board import board_file as reading

    return reading.load(name, beside, paths)


def read(path: Path, paths: Iterable[str | PathLike[str]] = ()) -> tuple[Board, tuple[Fault, ...]]:
    """Read a board and all its errors. Raises Refused if not even a damaged board can be made."""
    from adjudicator.board import board_file as reading

    return reading.read(path, paths)
