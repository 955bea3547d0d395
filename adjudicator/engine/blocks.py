"""Rides by station as moves, in blocks that are made once and shared by all positions."""

from __future__ import annotations

from functools import cached_property
from itertools import repeat

from adjudicator.engine.moves import Leg, Move
from adjudicator.engine.seating import Seating
from adjudicator.engine.steps import leg
from adjudicator.values import frozen

FEW = 100  # cuts of one block that are kept
Ride = tuple[int, int, int]  # ticket (-1: free), mode, where to
Way = tuple[int, tuple[int, ...], int]  # the mode of a line, the stations it passes, and those that close it
Rides = tuple[tuple[int, int, tuple[Way, ...]], ...]  # ticket, destination, and the lines that can be taken
Means = tuple[str, int]  # a ride in notation: ticket (or mode, if nothing is paid) and station
_NONE: list[Ride] = []
_new = tuple.__new__


@frozen
class Heading:
    """The beginning that all moves of a block share: its text, and the piece, rides and actions in it."""

    seating: Seating
    name: str
    head: str
    legs: tuple[Leg, ...] = ()
    actions: tuple[str, ...] = ()


class Remaining:
    """The moves of a block that closed stations leave."""

    __slots__ = ("count", "moves")

    def __init__(self, moves: tuple[Move, ...]):
        self.moves, self.count = moves, len(moves)

    def move(self, at: int) -> Move:
        return self.moves[at]


class Block:
    """The rides of one piece from one station by the open fares, or the last rides of turns that begin alike.

    Closed stations leave a part of a block; these parts are kept, too.
    """

    __slots__ = ("__dict__", "_cuts", "count", "first", "mask", "of", "rides")

    def __init__(self, of: Heading, rides: Rides):
        self.of, self.rides, self.count = of, rides, len(rides)
        self._cuts: dict[int, Remaining] = {}
        self.first = rides[0][1] if rides else 0  # one of the stations that can be reached
        self.mask = 0  # every station that a ride goes to or is closed by
        for _, _, ways in rides:
            for _, _, test in ways:
                self.mask |= test

    @cached_property
    def by_means(self) -> dict[Means, tuple[int, int, tuple[Way, ...]]]:
        """The rides by their notation."""
        means = self.of.seating.means
        return {(means(ticket, ways[0][0]), to): (ticket, to, ways) for ticket, to, ways in self.rides}

    @cached_property
    def every(self) -> list[Ride]:
        """The rides if no station is closed."""
        return [(ticket, ways[0][0], to) for ticket, to, ways in self.rides]

    def open(self, closed: int) -> list[Ride]:
        """The rides that remain while the stations in the mask `closed` are closed, each by its first open line."""
        if not self.mask & closed:
            return self.every
        return [
            (ticket, mode, to)
            for ticket, to, ways in self.rides
            for mode in [next((mode for mode, _, test in ways if not test & closed), None)]
            if mode is not None
        ]

    def paid(self, ticket: int, closed: int) -> list[Ride]:
        """The rides with this ticket that remain while the stations in the mask `closed` are closed."""
        if self.mask & closed:
            return [ride for ride in self.open(closed) if ride[0] == ticket]
        return self._paid.get(ticket, _NONE)

    @cached_property
    def _paid(self) -> dict[int, list[Ride]]:
        found: dict[int, list[Ride]] = {}
        for ride in self.every:
            found.setdefault(ride[0], []).append(ride)
        return found

    def left(self, closed: int) -> Block | Remaining:
        """The moves that remain while the stations in the mask `closed` are closed."""
        cut = self.mask & closed
        if not cut:
            return self
        found = self._cuts.get(cut)
        if found is None:
            moves = [move for move, ride in zip(self.moves, self.rides, strict=True) if is_open(ride[2], cut)]
            found = Remaining(tuple(moves))
            if len(self._cuts) < FEW:
                self._cuts[cut] = found
        return found

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The rides as moves."""
        seating, head, before = self.of.seating, self.of.head, self.of.legs
        texts = [f"{head}{seating.means(ticket, mode)} {to}" for ticket, mode, to in self.every]
        legs = [(*before, leg(*ride, seating)) for ride in self.every]
        return tuple(map(_new, repeat(Move), zip(texts, repeat(self.of.name), legs, repeat(self.of.actions), repeat(()))))

    def move(self, at: int) -> Move:
        return self.moves[at]


def is_open(ways: tuple[Way, ...], closed: int) -> bool:
    """Whether one of these lines neither ends at a closed station nor passes one."""
    for _, _, test in ways:  # noqa: SIM110  # a generator takes longer than the question
        if not test & closed:
            return True
    return False
