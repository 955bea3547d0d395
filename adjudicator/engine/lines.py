"""The lines of a board as rides of one kind of piece, by the station where they begin."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING

from attrs import field

from adjudicator.engine.blocks import Block, Heading
from adjudicator.engine.blocks import Rides as Open
from adjudicator.engine.expressions import Spot, some
from adjudicator.engine.once_each import OnceEach
from adjudicator.engine.profiles import Profile
from adjudicator.engine.statements import Refusal
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import Read, is_known, step
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.engine.rules import Rules

Passed = tuple[int, ...]
Line = tuple[int, int, int, Passed]  # ticket (-1: free), to, mode, passed
Ways = tuple[int, int, tuple[tuple[int, Passed], ...]]  # ticket, to, and every (mode, passed)
Fare = tuple[int, int]  # ticket (-1: free), mode
OF_RIDE = step("ticket", "mode", "from", "to", "here", "passes")
OF_FARE = step("ticket", "mode")


@frozen(eq=False)
class Streets:
    """The lines of a board under one rulebook, shared by all tables whose pieces of a kind have the same rules."""

    kept: dict[tuple[object, ...], Lines] = field(factory=dict, repr=False)

    def lines(self, rules: Rules, profile: Profile) -> Lines:
        """The lines for the pieces of this profile."""
        alike = list(rules.statements.profiles.alike)[rules.statements.profiles.of[profile[0]]]
        found = Lines(rules, profile)
        return self.kept.setdefault((*alike, found.told_by_table), found)


@frozen(eq=False, slots=False)
class Lines:
    """The rides of one profile, without those that the board, the ticket and the mode rule out in every position."""

    rules: Rules
    profile: Profile

    @cached_property
    def told_by_table(self) -> tuple[object, ...]:
        """The seats, if a rule about lines asks for a number of the seat table; otherwise nothing."""
        seats = self.rules.layout.rulebook.tables.seats
        named = {"persons", *(name for row in seats for name in row)}
        nodes = (node for one in self._fixed for node in self.rules.facts.nodes(one.statement))
        if not any(isinstance(node, t.Name) and node.name in named for node in nodes):
            return ()
        return self.rules.layout.seating.seats

    @cached_property
    def all(self) -> OnceEach:
        """By station: every ride that the rules let these pieces take."""
        return OnceEach(lambda station: _grouped(self._rides(station)))

    @cached_property
    def some(self) -> OnceEach:
        """By station: every ride that no refusal rules out in every position."""
        if self._by_fare is not None:
            fares = self._by_fare
            return OnceEach(lambda a: _grouped(ride for ride in self._rides(a) if (ride[0], ride[2]) in fares))
        return OnceEach(lambda a: _grouped(ride for ride in self._rides(a) if not self._is_refused(a, *ride)))

    def fares(self, table: OnceEach) -> tuple[Fare, ...]:
        """The pairs of ticket and mode that occur in one of these tables."""
        found = self._fares.get(id(table))
        if found is None:
            found = self._fares[id(table)] = self._fares_in(table)
        return found

    @cached_property
    def _fares(self) -> dict[int, tuple[Fare, ...]]:
        return {}

    def _fares_in(self, table: OnceEach) -> tuple[Fare, ...]:
        if table is self.some and self._by_fare is not None:
            return tuple(sorted(self._by_fare))
        every = (ride for station in self.rules.layout.board.stations for ride in table[station])
        return tuple(sorted({(ticket, mode) for ticket, _, ways in every for mode, _ in ways}))

    # -- what follows from them, for everybody who rides like this
    def leaving(self, table: OnceEach) -> OnceEach:
        """By station: the fares of the rides that leave it, as a mask. Other fares make no difference there."""
        return self._leaving.setdefault(id(table), OnceEach(partial(self._fares_from, table)))

    @cached_property
    def _leaving(self) -> dict[int, OnceEach]:
        return {}

    def _fares_from(self, table: OnceEach, station: int) -> int:
        here = {(ticket, mode) for ticket, _, ways in table[station] for mode, _ in ways}
        return sum(1 << bit for bit, fare in enumerate(self.fares(table)) if fare in here)

    def rides(self, table: OnceEach, cuts: bool) -> OnceEach:
        """By station and open fares: the rides. `cuts`: stations that they pass can close them."""
        return self._rides_by.setdefault((id(table), cuts), OnceEach(partial(self._open_rides, table, cuts)))

    @cached_property
    def _rides_by(self) -> dict[tuple[int, bool], OnceEach]:
        return {}

    def _open_rides(self, table: OnceEach, cuts: bool, at: tuple[int, int]) -> Open:
        station, opened = at
        allowed = {fare for bit, fare in enumerate(self.fares(table)) if opened >> bit & 1}
        shift, found = self.rules.shift, []
        for ticket, to, ways in table[station]:
            able = []
            for mode, passed in ways:
                if (ticket, mode) in allowed:
                    test = 1 << to
                    if cuts and passed:
                        test |= sum(1 << one + shift for one in set(passed))
                    able.append((mode, passed, test))
            if able:
                found.append((ticket, to, tuple(able)))
        return tuple(found)

    def blocks(self, piece: Heading, table: OnceEach, cuts: bool) -> OnceEach:
        """By station and open fares: the rides as a block of moves of a piece."""
        rides = self.rides(table, cuts)
        return self._blocks.setdefault((piece.head, id(table), cuts), OnceEach(lambda at: Block(piece, rides[at])))

    @cached_property
    def _blocks(self) -> dict[tuple[str, int, bool], OnceEach]:
        return {}

    @cached_property
    def spreads(self) -> dict[object, OnceEach]:
        """For the fugitive: all possible turns, by his plans and then by station."""
        return {}

    @cached_property
    def halves(self) -> dict[object, Block]:
        """For the fugitive: the second rides of a double, by its text so far."""
        return {}

    # -- what is decided once and for all
    def is_fixed(self, one: Refusal) -> bool:
        """Whether board, ticket and mode alone decide a refusal. Its number is the same at every table of the rulebook."""
        return any(one.number == fixed.number for fixed in self._fixed)

    @cached_property
    def _fixed(self) -> list[Refusal]:
        reads, board = self.rules.facts.reads, self.rules.layout.board
        return [
            one
            for one in self.rules.statements.of_rides(self.profile, losing=False)
            if all(read in OF_RIDE or _is_known(read, board) for read in reads(one.when))
        ]

    def _is_refused(self, a: int, ticket: int, to: int, mode: int, passed: Passed) -> bool:
        return bool(self._refused([], [self.profile[0], ticket, mode, a, to, passed, a, 0, None]))

    @cached_property
    def _refused(self):  # type: ignore[no-untyped-def]
        spot = Spot(self.profile[0] if len(self.profile) == 1 else None)
        return some([self.rules.condition(one.when, spot) for one in self._fixed])

    @cached_property
    def _by_fare(self) -> set[Fare] | None:
        """The open fares, if only ticket and mode decide; then each pair is asked once instead of every line of the board."""
        if not all(self.rules.facts.reads(one.when) <= OF_FARE for one in self._fixed):
            return None
        pairs = ((ticket, mode) for ticket in self._tickets for mode in self._modes.values())
        return {(ticket, mode) for ticket, mode in pairs if not self._is_refused(0, ticket, 0, mode, ())}

    # -- all of them
    @cached_property
    def _modes(self) -> dict[str, int]:
        rulebook, symbols = self.rules.layout.rulebook, self.rules.layout.seating.symbols
        allowed = [one for _, one in rulebook.statements(t.Allow) if isinstance(one, t.Allow)]
        own = [one for one in allowed if self.rules.statements.profiles.concerns(one.who, self.profile)]
        return {mode: symbols[mode] for one in own for mode in (one.modes or rulebook.tables.modes)}

    @cached_property
    def _tickets(self) -> tuple[int, ...]:
        seating = self.rules.layout.seating
        return (-1,) if seating.is_free(self.profile[0]) else seating.ticket_codes

    def _rides(self, station: int) -> Iterator[Line]:
        modes = self._modes
        out = [(to, modes[m], v) for m, to, v in self.rules.layout.board.lines_from(station) if m in modes]
        return ((ticket, *ride) for ticket in self._tickets for ride in out)


def _is_known(read: Read, board) -> bool:  # type: ignore[no-untyped-def]
    return read.what == "board" and is_known(board, read.name)


def _grouped(rides: Iterator[Line]) -> tuple[Ways, ...]:
    """Join lines under one ticket to one station into one ride. Free riders name the mode, so theirs are joined by mode."""
    found: dict[tuple[int, ...], list[tuple[int, Passed]]] = {}
    for ticket, to, mode, passed in rides:
        found.setdefault((ticket, to) if ticket >= 0 else (ticket, to, mode), []).append((mode, passed))
    return tuple((key[0], key[1], tuple(ways)) for key, ways in found.items())
