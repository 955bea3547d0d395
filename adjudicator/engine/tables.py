"""Lookup tables for rules: the cells that tickets are paid from, fares, the board; and how numbers and sets are stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from adjudicator.engine.layout import NONE, PLENTY, UNLIMITED, Cells, Layout
from adjudicator.engine.once_each import OnceEach
from adjudicator.engine.town import Network
from adjudicator.values import frozen

MOST = 999_999  # of a stored number; less than UNLIMITED, which is not a number
NOT_A_STATION: dict[str, object] = {"yes-no": False, "one of": NONE, "set of": ()}  # the value of an attribute there


def bits(mask: int) -> list[int]:
    """The stations of a mask; none if it is unknown (negative)."""
    return [station for station in range(mask.bit_length()) if mask >> station & 1] if mask >= 0 else []


def mask(stations: Iterable[int]) -> int:
    """The mask of these stations."""
    found = 0
    for station in stations:
        found |= 1 << station
    return found


def bounded(number: int, least: int = -MOST) -> int:
    """A number limited to the range that is stored, so that no rule can make endless work with growing numbers."""
    return max(least, min(number, MOST))


def writable(numbers: Iterable[int]) -> list[int]:
    """Those of these numbers that a record can have."""
    return [number for number in numbers if 0 <= number <= MOST]


def remainder(number: int, by: int) -> int:
    """The value of `number mod by`; the number itself if `by` is not positive."""
    return number % by if by > 0 else number


def transfer(p: Cells, amount: int, ticket: int, source: int, target: int) -> None:
    """Move tickets between two cells, at most as many as the source has; an unlimited number stays unlimited."""
    if ticket == NONE or amount <= 0:
        return
    there = p[source] if source != NONE else MOST
    moved = max(0, min(amount, there))
    if source != NONE and there != UNLIMITED:
        p[source] -= moved
    if target != NONE and p[target] != UNLIMITED:
        p[target] = min(p[target] + moved, MOST)


class FactsOfBoard(dict[int, object]):
    """A fact about each station of the board, with a default for other numbers and for unknown facts."""

    def __init__(self, default: object, facts: dict[int, object]):
        super().__init__(facts)
        self._default = default

    def __missing__(self, station: int) -> object:
        return self._default


@frozen(eq=False, slots=False)
class Tables:
    """The lookup tables of a layout. Each is made on first use, so that games whose rules do not need it pay nothing."""

    layout: Layout

    # -- fares
    @cached_property
    def cells(self) -> list[list[int]]:
        """For each piece, the cell that each ticket is paid from. Free fares and modes without ticket are paid from PLENTY."""
        layout, rows = self.layout, []
        for piece in range(layout.seating.count):
            row = [PLENTY] * (layout.seating.width + 1)
            if not layout.seating.is_free(piece):
                for ticket in layout.rulebook.tables.tickets:
                    row[layout.seating.symbols[ticket]] = layout.ticket_cell(piece, ticket)
            rows.append(row)
        return rows

    @cached_property
    def pays(self) -> list[list[bool]]:
        """Whether a ticket pays for a mode, by both numbers; the last row is for free riders."""
        layout = self.layout
        rows = [[False] * layout.seating.width for _ in range(layout.seating.width)]
        for name, ticket in layout.rulebook.tables.tickets.items():
            for mode in ticket.pays:
                rows[layout.seating.symbols[name]][layout.seating.symbols[mode]] = True
        return [*rows, [True] * layout.seating.width]

    @cached_property
    def passes(self) -> Mapping[tuple[int, int, int], tuple[int, ...]]:
        """The stations that a line passes, by its mode and the stations at its ends; lines that pass none are left out."""
        found, symbols = {}, self.layout.seating.symbols
        for station in self.layout.board.stations:
            for mode, to, passed in self.layout.board.lines_from(station):
                if passed and mode in symbols:
                    found[symbols[mode], station, to] = passed
        return found

    # -- the board
    @cached_property
    def attributes(self) -> Mapping[str, FactsOfBoard]:
        return OnceEach(self._attribute)

    def _attribute(self, name: str) -> FactsOfBoard:
        board = self.layout.board
        found = {station: self.coded(board.attribute(name, station)) for station in board.stations}
        known = {station: value for station, value in found.items() if value is not None}
        return FactsOfBoard(NOT_A_STATION[board.attributes[name].kind], known)

    def coded(self, value: object) -> object:
        """An attribute's value as rules see it: words become symbols."""
        symbols = self.layout.seating.symbols
        if isinstance(value, frozenset):
            return tuple(sorted(symbols[word] for word in value))
        return symbols[value] if isinstance(value, str) else value

    @cached_property
    def _network(self) -> Network:
        return Network(self.layout)

    @cached_property
    def near(self) -> Mapping[Any, tuple[int, ...]]:
        """The neighbours of a station, or of (a station, a mode)."""
        return OnceEach(self._network.joined)

    @cached_property
    def stops(self) -> Mapping[int, tuple[int, ...]]:
        return OnceEach(self._network.stops)

    @cached_property
    def rides(self) -> Mapping[Any, Mapping[int, int]]:
        """The fewest rides from a station, or from (a station, a mode), to every station."""
        return OnceEach(self._network.rides_from)

    @cached_property
    def south(self) -> Mapping[int, float]:
        return OnceEach(self._network.south)

    @cached_property
    def east(self) -> Mapping[int, float]:
        return OnceEach(self._network.east)

    # -- cards
    def drawn(self, p: Cells, deck: str) -> list[tuple[int, ...]]:
        """The cards that can still be drawn from a deck."""
        cards, left = self.layout.seating.cards(deck) or (), p[self.layout.decks[deck]]
        return list(dict.fromkeys(card for number, card in enumerate(cards) if left >> number & 1))

    def discard(self, p: Cells, deck: str, card: tuple[int, ...]) -> None:
        """Take a card out of its deck in the position `p`."""
        cell = self.layout.decks[deck]
        for number, known in enumerate(self.layout.seating.cards(deck) or ()):
            if known == card and p[cell] >> number & 1:
                p[cell] &= ~(1 << number)
                return
