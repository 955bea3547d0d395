"""Data that the board or the record lacks: a rule that reads one stops and is then asked for each possible value, up to a
bound.

Unfinished boards and unfinished records share this mechanism: a careful rule raises `Unknown` where it reads an unknown datum;
`decide` supposes each possible value in turn and asks again. If all agree, that is the answer. Supposed values are stored with
the position, so that no two questions share anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from attrs import field

from adjudicator.engine.budget import Budget
from adjudicator.engine.layout import ENTRIES, UNKNOWN, UNTOLD, Cells, Layout
from adjudicator.engine.tables import Tables, bits
from adjudicator.values import frozen

BOUND = 600  # questions that one rule may be asked
WHOLE = object()  # a value was read whole, not only compared
Key = tuple[object, ...]


@frozen
class Datum:
    """An unknown datum: its name in words and its possible values (none: too many to try), in the order in which they are
    tried. The order does not matter for equality."""

    key: Key
    name: str
    values: tuple[object, ...] = field(default=(), eq=False)

    @property
    def is_of_board(self) -> bool:
        return self.key[0] in ("attribute", "deck")

    @property
    def source(self) -> str:
        """The place where the datum belongs: "the board file" or "the record"."""
        return "the board file" if self.is_of_board else "the record"


class Unknown(Exception):
    def __init__(self, datum: Datum):
        self.datum = datum
        super().__init__(datum.name)


@frozen
class Decided:
    """The answer to a question, or None and the datum that it depends on."""

    answer: bool | None
    datum: Datum | None = None


ANSWERED = {answer: Decided(answer) for answer in (False, True)}  # most answers depend on no datum


class Supposing(Cells):
    """A position with supposed values for unknown data, by key, and with what was read of each."""

    def __init__(self, p: Cells, values: dict[Key, Any], read: dict[Key, set[object]]):
        super().__init__(p)
        self.values, self.read = values, read

    def copy(self) -> Supposing:
        return Supposing(self, self.values, self.read)


def supposing(p: Cells) -> Supposing:
    """A copy of a position in which values can be supposed, in addition to those that already are."""
    return Supposing(p, dict(p.values), {}) if isinstance(p, Supposing) else Supposing(p, {}, {})


def decide(ask: Callable[[Cells], object], p: Cells, budget: Budget) -> Decided:
    """Decide a yes-or-no question about a position in which data may be unknown."""
    answer, datum = outcome(lambda p: bool(ask(p)), p, budget)
    return ANSWERED[bool(answer)] if datum is None else Decided(None, datum)


def outcome(ask: Callable[[Cells], Any], p: Cells, budget: Budget) -> tuple[Any, Datum | None]:
    """The result, if it is the same for every possible value of unknown data; otherwise None and the datum it depends on."""
    try:
        return ask(p), None
    except Unknown as unknown:
        return _supposed(ask, unknown.datum, supposing(p), budget, BOUND)


def _supposed(ask: Callable[[Cells], Any], datum: Datum, p: Supposing, budget: Budget, bound: int) -> tuple[Any, Datum | None]:
    """The outcome of `ask` over all values that the datum may have. Of the values that a rule did not even compare it with, one
    is tried for all: to ask whether a piece is next to another, not every station of the board has to be tried."""
    if not datum.values or len(datum.values) > min(bound, budget.tries_left):
        return None, datum
    found, key, left = list[object](), datum.key, bound // len(datum.values)
    alike: set[object] | None = None
    try:
        for value in datum.values:
            if alike is not None and value not in alike:
                continue
            p.values[key], p.read[key] = value, set()
            budget.tried()
            try:
                inner, hangs_on = ask(p), None
            except Unknown as unknown:
                inner, hangs_on = _supposed(ask, unknown.datum, p, budget, left)
            if hangs_on is not None or (found and inner != found[0]):
                return None, datum
            found = found or [inner]
            if alike is None and not p.read[key] & {value, WHOLE}:
                alike = p.read[key]
    finally:
        del p.values[key], p.read[key]
    return found[0], None


def on_record(asks: Iterable[Callable[[], object]]) -> list[object]:
    """The known values among these, without those that depend on unknown data."""
    found = []
    for ask in asks:
        try:
            found.append(ask())
        except Unknown:
            continue
    return found


def set_on_record(ask: Callable[[], Iterable[object]]) -> Iterable[object]:
    """A set, or nothing if it depends on unknown data."""
    try:
        return ask()
    except Unknown:
        return ()


@frozen(eq=False, slots=False)
class Data:
    """Careful reading: each method returns a known or supposed value, and raises Unknown if there is neither."""

    layout: Layout
    tables: Tables

    def _supposed(self, p: Cells, key: Key, name: Callable[[], str], values: Callable[[], tuple[object, ...]]) -> Any:
        if isinstance(p, Supposing) and key in p.values:
            if key in p.read:
                p.read[key].add(WHOLE)
            return p.values[key]
        raise Unknown(Datum(key, name(), values()))

    # -- cells
    def known(self, p: Cells, cell: int) -> int:
        """The station in a cell."""
        return p[cell] or int(self._supposed(p, ("cell", cell), lambda: self._where(cell), lambda: self._stations))

    def is_at(self, p: Cells, cell: int, station: int) -> bool:
        """Whether the station in a cell is this one. Only the comparison is noted."""
        if p[cell] != UNKNOWN:
            return p[cell] == station
        key = ("cell", cell)
        if not isinstance(p, Supposing) or key not in p.values:
            raise Unknown(Datum(key, self._where(cell), self._beginning_with(station)))
        if key in p.read:
            p.read[key].add(station)
        return bool(p.values[key] == station)

    def occupied(self, p: Cells, station: int, pieces: Iterable[int]) -> bool:
        cells = [self.layout.station + q for q in pieces]
        if any(p[cell] == station for cell in cells):
            return True
        return any(self.is_at(p, cell, station) for cell in cells if p[cell] == UNKNOWN)

    def told_ticket(self, p: Cells, cell: int) -> int:
        """The ticket of an entry."""
        if p[cell] != UNTOLD:
            return p[cell]
        entry, tickets = p[ENTRIES] - (cell - self.layout.recent_tickets), self.layout.seating.ticket_codes
        return int(self._supposed(p, ("cell", cell), lambda: f"the ticket of entry {entry}", lambda: tickets))

    def member(self, p: Cells, cell: int, station: int) -> bool:
        """Whether a station is in the set in a cell."""
        if p[cell] >= 0 or not p[cell] >> station & 1:
            return bool(p[cell] >> station & 1)
        name = ("member", cell, station)
        return bool(self._supposed(p, name, lambda: self._which(cell, station), lambda: (True, False)))

    def members(self, p: Cells, cell: int) -> list[int]:
        if p[cell] >= 0:
            return bits(p[cell])
        return [station for station in self._stations if self.member(p, cell, station)]

    def nobody_knows(self) -> tuple[int, ...]:
        raise Unknown(Datum(("pursuers",), "where the pursuers stand"))

    # -- the board
    def attribute(self, p: Cells, name: str, station: int) -> Any:
        board = self.layout.board
        if station not in board.stations or board.attribute(name, station) is not None:
            return self.tables.attributes[name][station]
        return self._supposed(
            p,
            ("attribute", name, station),
            lambda: f"the {name} of station {station}",
            lambda: tuple(self.tables.coded(one) for one in board.possible(name, station)),
        )

    def has(self, p: Cells, name: str, station: int, code: int) -> bool:
        """Whether a word is among those of an attribute at a station."""
        board, names = self.layout.board, self.layout.seating.symbol_names
        found = board.has(name, station, names[code]) if station in board.stations else False
        return code in self.attribute(p, name, station) if found is None else found

    # -- in words
    @property
    def _stations(self) -> tuple[int, ...]:
        return tuple(self.layout.board.stations)

    def _beginning_with(self, station: int) -> tuple[object, ...]:
        """All stations, beginning with the one that the answer depends on: the second one tried then shows the difference."""
        return _sorted_from(self._stations, station)

    def _where(self, cell: int) -> str:
        layout = self.layout
        if layout.station <= cell < layout.station + layout.seating.count:
            return f"where {layout.seating.seats[cell - layout.station].piece} stands"
        named = (name for name, kind in layout.states.items() if kind.base <= cell < kind.base + kind.count)
        return next((f"`{name}`, which is not on the page" for name in named), "an earlier station of the log")

    def _which(self, cell: int, station: int) -> str:
        open_ones = (name for name, kind in self.layout.states.items() if kind.base == cell and not kind.hidden)
        name = next(open_ones, None)
        return f"a hidden card, {station}" if name is None else f"whether {station} is one of the {name}"


@cache
def _sorted_from(stations: tuple[int, ...], first: int) -> tuple[object, ...]:
    return tuple(sorted(stations, key=lambda one: one != first))
