"""Rides looked up by station, as moves: blocks of them, and the spread of everything the fugitive can do from one station.

A block is made once for a piece, a station and the fares that are open, and shared by all positions. Closed stations cut it:
what is left is remembered, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import repeat
from typing import Any

from attrs import field

from adjudicator.engine.conditions import Conditions
from adjudicator.engine.moves import Leg, Move
from adjudicator.engine.once_each import OnceEach
from adjudicator.engine.seating import Seating
from adjudicator.engine.steps import leg
from adjudicator.engine.table import Table
from adjudicator.values import frozen

FEW = 100  # cuts of one block that are remembered
Ride = tuple[int, int, int]  # ticket (-1: free), mode, where to
Means = tuple[str, int] | None  # as a ride is written: ticket (or mode, where nothing is paid) and station; None: otherwise
Opened = Callable[[list[int], int], int]
_new = tuple.__new__


class Cuts(dict[int, tuple[Move, ...]]):
    """The moves of a block that are left where some of its stations are closed: by the mask of those that are."""

    def __init__(self, moves: tuple[Move, ...], tests: tuple[tuple[int, ...], ...]):
        super().__init__({0: moves})
        self._tests = tests

    def __missing__(self, closed: int) -> tuple[Move, ...]:
        found = tuple([move for move, tests in zip(self[0], self._tests, strict=True) if is_open(tests, closed)])
        if len(self) < FEW:
            self[closed] = found
        return found


def is_open(tests: tuple[int, ...], closed: int) -> bool:
    """Whether one of the lines that a ride can take neither ends at a closed station nor passes one."""
    return not all(map(closed.__and__, tests))


class Rides:
    """The rides of a profile from a station by the fares that are open: what is written and named is the same for all of its
    pieces, and for the halves of doubles."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        self.mask = 0  # every station that plays a part
        self.rides: list[Ride] = []
        self.tests: list[tuple[int, ...]] = []  # for each line that a ride can take: the stations that close it
        self.by_means: dict[Means, tuple[Ride, tuple[int, ...]]] = {}  # by what is written: means and station

    def add(self, ride: Ride, tests: tuple[int, ...]) -> None:
        ticket, mode, to = ride
        self.rides.append(ride)
        self.tests.append(tests)
        self.by_means[self._seating.means(ticket, mode), to] = (ride, tests)
        for test in tests:
            self.mask |= test

    # only for who lists them: a record that is judged is looked up by its means
    @cached_property
    def tails(self) -> list[str]:
        """Each ride as it is written after the piece."""
        return [f"{self._seating.means(ticket, mode)} {to}" for ticket, mode, to in self.rides]

    @cached_property
    def legs(self) -> list[Leg]:
        return [leg(*ride, self._seating) for ride in self.rides]


@frozen(eq=False, slots=False)
class Block:
    """The rides of one piece from one station by the fares that are open; or doubles with one first half."""

    mask: int  # every station that plays a part
    rides: tuple[Ride, ...]
    tests: tuple[tuple[int, ...], ...]  # for each ride and each line that it can take: the stations that close it
    moves: tuple[Move, ...]
    size: int
    cuts: Cuts
    by_text: Mapping[str, tuple[Ride, tuple[int, ...]]]  # rides by what is written, with what closes them

    @cached_property
    def paid(self) -> dict[int, tuple[Ride, ...]]:
        """The rides by their ticket."""
        return {ticket: tuple(ride for ride in self.rides if ride[0] == ticket) for ticket in {one[0] for one in self.rides}}

    def open_rides(self, closed: int) -> tuple[Ride, ...]:
        """The rides that are left with these stations closed."""
        if not self.mask & closed:
            return self.rides
        return tuple([ride for ride, tests in zip(self.rides, self.tests, strict=True) if is_open(tests, closed)])


class Spread:
    """All that the fugitive can do from a station in a turn of his: rides, and doubles by their first half."""

    def __init__(self, parts: list[tuple[tuple[int, ...], Block]]):
        """Each part: for each line that the first half can take what closes it (nothing, for rides), and what can follow."""
        self._parts = [(one[0], block.mask, block.moves, block.cuts) for one, block in parts if len(one) == 1]
        self._forks = [(one, block) for one, block in parts if len(one) > 1]
        self.near = 0  # every station that plays a part
        for tests, block in parts:
            self.near |= block.mask
            for test in tests:
                self.near |= test

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All of them, as they are where nothing near is closed."""
        return tuple(self._left(0))

    def left(self, closed: int) -> tuple[Move, ...]:
        """Those that are left with these stations closed."""
        return tuple(self._left(closed)) if self.near & closed else self.moves

    def _left(self, closed: int) -> list[Move]:
        found: list[Move] = []
        for first, mask, moves, cuts in self._parts:
            if not first & closed:
                found += cuts[cut] if (cut := mask & closed) else moves
        for tests, block in self._forks:
            if is_open(tests, closed):
                found += block.cuts[block.mask & closed]
        return found


@frozen(eq=False, slots=False)
class Blocks:
    """Blocks of one table, created lazily."""

    table: Table
    conditions: tuple[Conditions, ...]  # of each profile
    single: dict[str, tuple[int, Ride]] = field(factory=dict, repr=False)  # rides as written: the piece and the ride
    _blocks: dict[tuple[int, int, int], Block] = field(factory=dict, repr=False)
    _halves: dict[tuple[str, int, int], Block] = field(factory=dict, repr=False)
    _rides: dict[tuple[int, int, int], Rides] = field(factory=dict, repr=False)

    @property
    def shift(self) -> int:
        """Behind the stations where rides go come those that they pass."""
        return self.table.seating.off + 1

    @cached_property
    def _functions(self) -> Mapping[str, Any]:
        lines = [line for one in self.conditions if one.is_sorted for line in one.functions()]
        return self.table.compiled(lines, "listing", self.names)

    @cached_property
    def opened(self) -> tuple[Opened, ...]:
        """For each profile: the fares that are open to one of its pieces."""
        return tuple(self._functions[f"open_{k}"] if one.is_sorted else _none for k, one in enumerate(self.conditions))

    @cached_property
    def closed(self) -> tuple[Opened, ...]:
        """For each profile: the stations that are closed to one of its pieces."""
        return tuple(self._functions[f"closed_{k}"] if one.is_sorted else _none for k, one in enumerate(self.conditions))

    @cached_property
    def names(self) -> dict[str, Any]:
        """The names used in masks of closed stations."""
        count = self.table.seating.off + 1
        return {"BIT": [1 << n for n in range(count)], "VIA": [1 << n + count for n in range(count)], "SHIFT": count}

    def block(self, q: int, station: int, opened: int) -> Block:
        """The rides of a piece from a station by the open fares."""
        k = self.table.profiles.of[q]
        opened &= self._fares[k, station]
        found = self._blocks.get((q, station, opened))
        if found is None:
            piece = self.table.seating.seats[q].piece
            found = self.made(f"{piece} ", piece, (), (), k, station, opened)
            self._blocks[q, station, opened] = found
            self.single.update(zip(found.by_text, zip(repeat(q), found.rides, strict=False), strict=True))
        return found

    def half(self, head: str, action: str, first: Leg, opened: int) -> Block:
        """The doubles of the fugitive that begin with this text and this ride, as a block of their second halves."""
        piece, k = self.table.seating.seats[0].piece, self.table.profiles.of[0]
        opened &= self._fares[k, first.to]
        found = self._halves.get((head, first.to, opened))
        if found is None:
            found = self._halves[head, first.to, opened] = self.made(head, piece, (first,), (action,), k, first.to, opened)
        return found

    def made(
        self, head: str, piece: str, legs: tuple[Leg, ...], actions: tuple[str, ...], k: int, station: int, opened: int
    ) -> Block:
        found = self.rides(k, station, opened)
        texts = [head + tail for tail in found.tails]
        every = [(*legs, leg) for leg in found.legs] if legs else [(leg,) for leg in found.legs]
        moves = tuple(map(_new, repeat(Move), zip(texts, repeat(piece), every, repeat(actions), strict=False)))
        rides, tests = tuple(found.rides), tuple(found.tests)
        by_text = {} if legs else dict(zip(texts, zip(rides, tests, strict=True), strict=True))
        return Block(found.mask, rides, tests, moves, len(moves), Cuts(moves, tests), by_text)

    @cached_property
    def _fares(self) -> OnceEach:
        """The fares by which a profile can leave a station: whether others are open makes no difference there."""
        return OnceEach(self._fares_from)

    def _fares_from(self, at: tuple[int, int]) -> int:
        k, station = at
        here = {(ticket, mode) for ticket, _, _, ways in self.conditions[k].lines.some[station] for mode, _ in ways}
        return sum(1 << bit for bit, fare in enumerate(self.conditions[k].fares) if fare in here)

    def rides(self, k: int, station: int, opened: int) -> Rides:
        """The rides of a profile from a station by the open fares."""
        opened &= self._fares[k, station]
        found = self._rides.get((k, station, opened))
        if found is None:
            found = self._rides[k, station, opened] = self._found(k, station, opened)
        return found

    def _found(self, k: int, station: int, opened: int) -> Rides:
        conditions, found = self.conditions[k], Rides(self.table.seating)
        allowed = {fare for bit, fare in enumerate(conditions.fares) if opened >> bit & 1}
        cuts = conditions.cuts
        for ticket, to, _, ways in conditions.lines.some[station]:
            able = [(mode, passed) for mode, passed in ways if (ticket, mode) in allowed]
            if able:
                found.add((ticket, able[0][0], to), self._tests(to, able, cuts))
        return found

    def _tests(self, to: int, able: Iterable[tuple[int, tuple[int, ...]]], cuts: bool) -> tuple[int, ...]:
        """For each line that a ride can take, the stations that close it; one that passes nothing outdoes the others."""
        here = 1 << to
        if not cuts:
            return (here,)
        found = [here | sum(1 << station + self.shift for station in set(passed)) for _, passed in able]
        return (here,) if here in found else tuple(dict.fromkeys(found))


def _none(p: list[int], q: int) -> int:
    """For a profile that is listed ride by ride."""
    return 0
