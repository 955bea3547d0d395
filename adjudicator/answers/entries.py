"""Families of questions: the things and numbers that a question names, and the function that answers it."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.answers.answer import Answer, Desk
from adjudicator.values import frozen

Reply = Callable[[Desk, "Slots"], Answer]


@frozen
class Slots:
    """The things and numbers that a question names; empty, or 0, where it names none."""

    who: str = ""  # a piece, a person, a role, a side, or `i` for the one who asks
    other: str = ""  # the second one who is named
    ticket: str = ""
    mode: str = ""
    mode2: str = ""
    action: str = ""
    state: str = ""
    deck: str = ""
    number: str = ""  # a named number of the rulebook
    option: str = ""
    column: str = ""  # of the seat table
    supply: str = ""
    attribute: str = ""
    symbol: str = ""  # a value of an attribute
    person: str = ""
    station: int = 0
    station2: int = 0
    n: int = 0
    n2: int = 0
    players: int = 0
    pieces: int = 0  # pursuers at a table

    @property
    def fare(self) -> str:
        """A means of transport or a ticket."""
        return self.mode or self.ticket


@frozen
class Family:
    """Questions that differ only in the things they name: `slots` lists these. `topics` are of options that may matter, too.

    `answer` is by the rules alone, and None where only a game can tell; `now` is of a position and what led to it.
    """

    id: str
    answer: Reply | None
    slots: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    now: Reply | None = None


def family(id: str, answer: Reply, slots: str = "", *topics: str, now: Reply | None = None) -> Family:
    """A family about rules; its slots in one text."""
    return Family(id, answer, tuple(slots.split()), topics, now)


def of_game(id: str, now: Reply, slots: str = "") -> Family:
    """A family about a position or the course of a game."""
    return Family(id, None, tuple(slots.split()), (), now)
