"""Rides looked up by station, as moves: blocks of them, made once and shared by all positions."""

from __future__ import annotations

from functools import cached_property
from itertools import repeat

from adjudicator.engine.moves import Leg, Move
from adjudicator.engine.seating import Seating
from adjudicator.engine.steps import leg
from adjudicator.values import frozen

FEW = 100  # cuts of one block that are remembered
Ride = tuple[int, int, int]  # ticket (-1: free), mode, where to
Way = tuple[int, tuple[int, ...], int]  # the mode of a line, the stations it passes, and those that close it
Rides = tuple[tuple[int, int, tuple[Way, ...]], ...]  # ticket, where to, and the lines that can be taken
Means = tuple[str, int]  # as a ride is written: ticket (or mode, where nothing is paid) and station
_NONE: list[Ride] = []
_new = tuple.__new__


@frozen
class Heading:
    """The text before the rides of a block, and its names: of the piece, or of a turn of the fugitive that has begun."""

    seating: Seating
    name: str
    head: str
    legs: tuple[Leg, ...] = ()
    actions: tuple[str, ...] = ()


class Remaining:
    """The moves that remain of some that were listed together."""

    __slots__ = ("count", "moves")

    def __init__(self, moves: tuple[Move, ...]):
        self.moves, self.count = moves, len(moves)

    def move(self, at: int) -> Move:
        return self.moves[at]


class Block:
    """The rides of one piece from one station by the fares that are open; or turns that have begun alike.

    Closed stations cut it, and the remaining moves are remembered, too.
    """

    __slots__ = ("__dict__", "_cuts", "count", "first", "mask", "of", "rides")

    def __init__(self, of: Heading, rides: Rides):
        self.of, self.rides, self.count = of, rides, len(rides)
        self._cuts: dict[int, Remaining] = {}
        self.first = rides[0][1] if rides else 0  # one of the stations that can be reached
        self.mask = 0  # every station that plays a part
        for _, _, ways in rides:
            for _, _, test in ways:
                self.mask |= test

    @cached_property
    def by_means(self) -> dict[Means, tuple[int, int, tuple[Way, ...]]]:
        """The rides by what is written."""
        means = self.of.seating.means
        return {(means(ticket, ways[0][0]), to): (ticket, to, ways) for ticket, to, ways in self.rides}

    @cached_property
    def every(self) -> list[Ride]:
        """The rides where nothing is closed."""
        return [(ticket, ways[0][0], to) for ticket, to, ways in self.rides]

    def open(self, closed: int) -> list[Ride]:
        """The rides that are left with these stations closed, each by the first line that is open."""
        if not self.mask & closed:
            return self.every
        return [
            (ticket, mode, to)
            for ticket, to, ways in self.rides
            for mode in [next((mode for mode, _, test in ways if not test & closed), None)]
            if mode is not None
        ]

    def paid(self, ticket: int, closed: int) -> list[Ride]:
        """The same with one kind of ticket."""
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
        """The moves that are left with these stations closed."""
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
