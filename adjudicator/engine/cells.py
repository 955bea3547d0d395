"""The cells of a position that a rule reads, found from its `Facts`; answers are kept by their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any, TypeVar

from adjudicator.engine.layout import DOING, ENTRIES, LEFT, ROUND, Layout
from adjudicator.rulebook.facts import Read

T = TypeVar("T")
Key = Callable[[list[int]], Any]
MANY = 20_000  # answers kept for one function; beyond that all are dropped


def kept(find: Callable[[list[int]], T], cells: tuple[int, ...] | None) -> Callable[[list[int]], T]:
    """Wrap `find` so that its answers are kept by the values of these cells. None means that any cell may matter: nothing is
    kept."""
    if cells is None:
        return find
    key, answers = key_of(cells), dict[Any, T]()

    def ask(p: list[int]) -> T:
        try:
            return answers[key(p)]
        except KeyError:
            if len(answers) > MANY:
                answers.clear()
            found = answers[key(p)] = find(p)
            return found

    return ask


def cells_read(reads: Iterable[Read], layout: Layout, piece: int) -> tuple[int, ...] | None:
    """The numbers of the cells that hold these reads, for a step of this piece; None if a read asks whether a piece can move,
    which may depend on every cell."""
    found = set[int]()
    for read in reads:
        cells = _of(read, layout, piece)
        if cells is None:
            return None
        found.update(cells)
    return tuple(sorted(found))


def key_of(cells: tuple[int, ...]) -> Key:
    """A function that returns the values of these cells in a position, as a key for a dictionary."""
    return itemgetter(*cells) if cells else _nothing


def _nothing(p: list[int]) -> None:
    return None


def _of(read: Read, layout: Layout, piece: int) -> Iterable[int] | None:
    seating = layout.seating
    pieces = (piece,) if read.of == "piece" else seating.members(read.of)
    match read:
        case Read("step", "entry") | Read("entries"):
            return (ENTRIES,)
        case Read("step", "here" | "from"):
            return (layout.station + piece,)
        case Read("step") | Read("board") | Read("bound"):
            return ()
        case Read("round"):
            return (ROUND,)
        case Read("pieces", name):
            return [layout.station + q for q in seating.members(name)]
        case Read("station"):
            return [layout.station + q for q in pieces]
        case Read("tickets"):
            tickets = layout.rulebook.tables.tickets
            return [layout.ticket_cell(q, name) for q in pieces if not seating.is_free(q) for name in tickets]
        case Read("state", name) if name in layout.states:
            kind = layout.states[name]
            return range(kind.base, kind.base + kind.count)
        case Read("supply", name):
            return range(layout.supplies[name], layout.supplies[name] + layout.kinds)
        case Read("past"):
            return range(layout.recent, layout.recent_tickets + layout.rulebook.looks_back + 1)
        case Read("uses" | "fails", name, of):
            return (layout.counters[read.what, name, of],)
        case Read("inside"):
            return (LEFT, DOING)
        case Read("moved"):
            return range(layout.moved, layout.moved + seating.count)
    return None
