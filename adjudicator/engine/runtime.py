"""The few functions that generated rules call, bound to one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from adjudicator.engine import identifiers
from adjudicator.engine.layout import ENTRIES, NONE, PLENTY, UNKNOWN, UNLIMITED, UNTOLD, Layout
from adjudicator.engine.town import town
from adjudicator.engine.unknown import READ, WHOLE, Datum, Supposed, Unknown

Cells = list[int]
MOST = 999_999  # of a number that is kept; less than UNLIMITED, which is not a number
# All of Python that generated rules can reach: nothing that opens, imports or looks behind a value.
HARMLESS = {
    one.__name__: one
    for one in (
        abs, all, any, bool, dict, enumerate, filter, frozenset, int, isinstance, iter, len, list, map, max, min, next, range,
        reversed, set, sorted, sum, tuple, zip,
    )
}  # fmt: skip


def bits(mask: int) -> list[int]:
    """The stations of a set; of one that is not known, those that are still known to be in it: none."""
    return [station for station in range(mask.bit_length()) if mask >> station & 1] if mask >= 0 else []


def mask(stations: Iterable[int]) -> int:
    found = 0
    for station in stations:
        found |= 1 << station
    return found


def bounded(number: int, least: int = -MOST) -> int:
    """A number as it is kept: what grows and grows stops growing, so that no rule can make work without end."""
    return max(least, min(number, MOST))


def writable(numbers: Iterable[int]) -> list[int]:
    """The numbers among these that a record can have."""
    return [number for number in numbers if 0 <= number <= MOST]


def remainder(number: int, by: int) -> int:
    """`number mod by`; by nothing, or less, it is the number itself."""
    return number % by if by > 0 else number


def transfer(p: Cells, amount: int, ticket: int, source: int, target: int) -> None:
    """Move tickets: at most as many as there are; an unlimited number stays unlimited."""
    if ticket == NONE or amount <= 0:
        return
    there = p[source] if source != NONE else MOST
    moved = max(0, min(amount, there))
    if source != NONE and there != UNLIMITED:
        p[source] -= moved
    if target != NONE and p[target] != UNLIMITED:
        p[target] = min(p[target] + moved, MOST)


def cell_table(layout: Layout) -> list[list[int]]:
    """For each piece, the cell that each ticket is paid from; free fares, and means without a ticket, are paid from plenty."""
    rows = []
    for piece in range(layout.seating.count):
        row = [PLENTY] * (layout.seating.width + 1)
        if not layout.seating.is_free(piece):
            for ticket in layout.rulebook.tables.tickets:
                row[layout.seating.symbols[ticket]] = layout.ticket_cell(piece, ticket)
        rows.append(row)
    return rows


def pays_table(layout: Layout) -> list[list[bool]]:
    """Which ticket pays for which mode; the last row is for those who ride free."""
    rows = [[False] * layout.seating.width for _ in range(layout.seating.width)]
    for name, ticket in layout.rulebook.tables.tickets.items():
        for mode in ticket.pays:
            rows[layout.seating.symbols[name]][layout.seating.symbols[mode]] = True
    return [*rows, [True] * layout.seating.width]


def plain(layout: Layout) -> dict[str, Any]:
    """The names that plainly written rules may use."""
    cells = cell_table(layout)
    tickets = layout.seating.ticket_codes
    first = layout.station

    def total(p: Cells, piece: int) -> int:
        return sum(p[cells[piece][ticket]] for ticket in tickets)

    def held(p: Cells, piece: int) -> list[int]:
        return [ticket for ticket in tickets if p[cells[piece][ticket]] > 0]

    def holder(p: Cells, station: int) -> int:
        return next((q for q in range(1, layout.seating.count) if p[first + q] == station), NONE)

    def drawn(p: Cells, deck: str) -> list[tuple[int, ...]]:
        cards = layout.seating.cards(deck) or ()
        left = p[layout.decks[deck]]
        return list(dict.fromkeys(card for number, card in enumerate(cards) if left >> number & 1))

    def discard(p: Cells, deck: str, card: tuple[int, ...]) -> None:
        cards = layout.seating.cards(deck) or ()
        for number, known in enumerate(cards):
            if known == card and p[layout.decks[deck]] >> number & 1:
                p[layout.decks[deck]] &= ~(1 << number)
                return

    names = {
        "CELL": cells, "PAYS": pays_table(layout), "PASSES": passes_table(layout), "bits": bits, "mask": mask,
        "bounded": bounded, "remainder": remainder, "writable": writable, "transfer": transfer, "total": total, "held": held,
        "holder": holder, "drawn": drawn, "discard": discard, "__builtins__": HARMLESS, **town(layout),
    }  # fmt: skip
    for name in layout.board.attributes:
        names[identifiers.attribute(name)] = attribute_table(layout, name)
    return names


def passes_table(layout: Layout) -> dict[tuple[int, int, int], tuple[int, ...]]:
    found = {}
    for station in layout.board.stations:
        for mode, to, passed in layout.board.lines_from(station):
            if passed and mode in layout.seating.symbols:
                found[(layout.seating.symbols[mode], station, to)] = passed
    return found


def coded(layout: Layout, value: object) -> object:
    """An attribute's value as rules see it: words are symbols."""
    if isinstance(value, frozenset):
        return tuple(sorted(layout.seating.symbols[word] for word in value))
    return layout.seating.symbols[value] if isinstance(value, str) else value


NOT_A_STATION: dict[str, object] = {"yes-no": False, "one of": NONE, "set of": ()}  # what an attribute is there


class Facts(dict[int, object]):
    """A fact of the board about each station; its default for a number that is not a station, or if it is not known."""

    def __init__(self, default: object, facts: dict[int, object]):
        super().__init__(facts)
        self._default = default

    def __missing__(self, station: int) -> object:
        return self._default


def attribute_table(layout: Layout, name: str) -> Facts:
    found = {station: coded(layout, layout.board.attribute(name, station)) for station in layout.board.stations}
    known = {station: value for station, value in found.items() if value is not None}
    return Facts(NOT_A_STATION[layout.board.attributes[name].kind], known)


def careful(layout: Layout, supposed: Supposed) -> dict[str, Any]:
    """The names that carefully written rules may use besides: reads that stop at what is not known."""
    stations = tuple(layout.board.stations)
    tables = {name: attribute_table(layout, name) for name in layout.board.attributes}
    first = layout.station

    def suppose(key: tuple[object, ...], name: Callable[[], str], values: Callable[[], tuple[object, ...]]) -> Any:
        if key in supposed:
            supposed[READ, *key].add(WHOLE)
            return supposed[key]
        raise Unknown(Datum(key, name(), values()))

    def where(cell: int) -> str:
        if first <= cell < first + layout.seating.count:
            return f"where {layout.seating.seats[cell - first].piece} stands"
        named = (name for name, kind in layout.states.items() if kind.base <= cell < kind.base + kind.count)
        return next((f"`{name}`, which is not on the page" for name in named), "an earlier station of the log")

    def which(cell: int, station: int) -> str:
        open_ones = (name for name, kind in layout.states.items() if kind.base == cell and not kind.hidden)
        name = next(open_ones, None)
        return f"a hidden card, {station}" if name is None else f"whether {station} is one of the {name}"

    def known(p: Cells, cell: int) -> int:
        return p[cell] or int(suppose(("cell", cell), lambda: where(cell), lambda: stations))

    def told_ticket(p: Cells, cell: int) -> int:
        if p[cell] != UNTOLD:
            return p[cell]
        entry = p[ENTRIES] - (cell - layout.recent_tickets)
        return int(suppose(("cell", cell), lambda: f"the ticket of entry {entry}", lambda: layout.seating.ticket_codes))

    def occupied(p: Cells, station: int, pieces: Iterable[int]) -> bool:
        cells = [first + q for q in pieces]
        if any(p[cell] == station for cell in cells):
            return True
        return any(is_at(p, cell, station) for cell in cells if p[cell] == UNKNOWN)

    def is_at(p: Cells, cell: int, station: int) -> bool:
        if p[cell] != UNKNOWN:
            return p[cell] == station
        here = supposed.get(("cell", cell))
        if here is None:
            raise Unknown(Datum(("cell", cell), where(cell), beginning_with(station)))
        supposed[READ, "cell", cell].add(station)
        return bool(here == station)

    @cache
    def beginning_with(station: int) -> tuple[object, ...]:
        """The station that the answer hangs on is tried first: the next one then tells that it does, without all the others."""
        return tuple(sorted(stations, key=lambda one: one != station))

    def attribute(name: str, station: int) -> Any:
        if station not in layout.board.stations:
            return tables[name][station]
        value = layout.board.attribute(name, station)
        if value is None:
            return suppose(
                ("attribute", name, station),
                lambda: f"the {name} of station {station}",
                lambda: tuple(coded(layout, one) for one in layout.board.possible(name, station)),
            )
        return coded(layout, value)

    def has(name: str, station: int, code: int) -> bool:
        found = (
            layout.board.has(name, station, layout.seating.symbol_names[code]) if station in layout.board.stations else False
        )
        return code in attribute(name, station) if found is None else found

    def member(p: Cells, cell: int, station: int) -> bool:
        if p[cell] >= 0 or not p[cell] >> station & 1:
            return bool(p[cell] >> station & 1)
        return bool(suppose(("member", cell, station), lambda: which(cell, station), lambda: (True, False)))

    def members(p: Cells, cell: int) -> list[int]:
        if p[cell] >= 0:
            return bits(p[cell])
        return [station for station in stations if member(p, cell, station)]

    def nobody_knows() -> tuple[int, ...]:
        raise Unknown(Datum(("pursuers",), "where the pursuers stand"))

    return {
        "known": known, "is_at": is_at, "occupied": occupied, "attribute": attribute, "has": has, "member": member,
        "members": members, "told_ticket": told_ticket, "nobody_knows": nobody_knows,
    }  # fmt: skip
