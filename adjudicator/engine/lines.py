"""The lines of a board as rides: for each station, what a piece may take and where it leads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from adjudicator.engine.frame import Frame
from adjudicator.engine.once_each import OnceEach as OnceEach
from adjudicator.engine.profiles import Profile
from adjudicator.engine.ride_code import RideCode
from adjudicator.language import tree as t
from adjudicator.values import frozen

Passed = tuple[int, ...]
Line = tuple[int, int, int, Passed]  # ticket (-1: free), to, mode, passed
Ways = tuple[int, int, int, tuple[tuple[int, Passed], ...]]  # ticket, to, the first mode, and every (mode, passed)
Fare = tuple[int, int]  # ticket (-1: free), mode


@frozen(eq=False, slots=False)
class Lines:
    """The rides of one profile; `refused` tells what is refused once and for all."""

    frame: Frame
    number: int
    profile: Profile
    refused: Callable[..., bool]

    @cached_property
    def all(self) -> OnceEach:
        """Every ride from a station that rules let these pieces take at all."""
        return OnceEach(lambda station: _grouped(self._rides(station)))

    @cached_property
    def some(self) -> OnceEach:
        """Those that nothing refuses once and for all."""
        if self._by_fare is not None:
            fares = self._by_fare
            return OnceEach(lambda a: _grouped(ride for ride in self._rides(a) if (ride[0], ride[2]) in fares))
        q, refused = self.profile[0], self.refused
        return OnceEach(lambda a: _grouped((t_, b, m, v) for t_, b, m, v in self._rides(a) if not refused(q, t_, m, a, b, v)))

    @cached_property
    def fares(self) -> tuple[Fare, ...]:
        """The pairs of ticket and mode that occur among them."""
        if self._by_fare is not None:
            return tuple(sorted(self._by_fare))
        every = (ride for station in self.frame.layout.board.stations for ride in self.some[station])
        return tuple(sorted({(ticket, mode) for ticket, _, _, ways in every for mode, _ in ways}))

    @cached_property
    def _by_fare(self) -> set[Fare] | None:
        """Where only the ticket and the mode decide, each pair is asked once, and not every line of the board."""
        if not RideCode(self.frame, self.number, self.profile).folds_by_fare():
            return None
        pairs = ((ticket, mode) for ticket in self._tickets for mode in self._modes.values())
        return {(ticket, mode) for ticket, mode in pairs if not self.refused(self.profile[0], ticket, mode, 0, 0, ())}

    @cached_property
    def _modes(self) -> dict[str, int]:
        rulebook, symbols = self.frame.layout.rulebook, self.frame.layout.seating.symbols
        allowed = [one for _, one in rulebook.statements(t.Allow) if isinstance(one, t.Allow)]
        own = [one for one in allowed if self.frame.profiles.concerns(one.who, self.profile)]
        return {mode: symbols[mode] for one in own for mode in (one.modes or rulebook.tables.modes)}

    @cached_property
    def _tickets(self) -> tuple[int, ...]:
        seating = self.frame.layout.seating
        return (-1,) if seating.is_free(self.profile[0]) else seating.ticket_codes

    def _rides(self, station: int) -> Iterator[Line]:
        modes = self._modes
        out = [(to, modes[m], v) for m, to, v in self.frame.layout.board.lines_from(station) if m in modes]
        return ((ticket, *ride) for ticket in self._tickets for ride in out)


def _grouped(rides: Iterator[Line]) -> tuple[Ways, ...]:
    """Two lines under one ticket to one station are one ride; free riders name the mode, so for them they are two."""
    found: dict[tuple[int, ...], list[tuple[int, Passed]]] = {}
    for ticket, to, mode, passed in rides:
        found.setdefault((ticket, to) if ticket >= 0 else (ticket, to, mode), []).append((mode, passed))
    return tuple((key[0], key[1], ways[0][0], tuple(ways)) for key, ways in found.items())
