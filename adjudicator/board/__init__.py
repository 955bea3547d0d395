"""Boards: `load` gives one by name; `Board` says what can be asked of it."""

from adjudicator.board.model import Attribute, Board, Card, Deck, Fact, Line, Mode, Ride, Station, Value
from adjudicator.board.plain import from_plain, to_plain
from adjudicator.board.reading import load, read

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
