"""The place of everything in a position: a flat list of whole numbers, one cell for each thing.

A position is copied for every step, so it is small and flat; `ledger.py` reads and writes it by name. A station is its own
number (0: unknown), a set of stations is a bit mask (negative: unknown), modes, tickets and words are numbers of one table of
symbols, and pieces count from 0, the fugitive.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import define, field

from adjudicator.board.model import Board
from adjudicator.engine.seating import Seating
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.scope import state_type
from adjudicator.values import frozen

ROUND, TURN, ENTRIES, LEFT, DOING, OVER, PLENTY = range(7)  # PLENTY always holds UNLIMITED, for free riders to pay from
HEAD = 7
Cells = list[int]  # a position
UNLIMITED = 1 << 20
UNKNOWN = 0  # an unknown station
NONE = -1
UNTOLD = -2  # a ticket of an entry that was written before the page began
# The cell of moves counts how often a piece has moved in this turn. Bits above the count say why it moves no more: it could not
# (`STAYED`), it did not want to (`PASSED`), or the record let it off or moved it at another time (`EXCUSED`).
STAYED, PASSED, EXCUSED = 1 << 24, 1 << 25, 1 << 26
COUNT = STAYED - 1  # the count alone


@frozen
class Kind:
    """The cells of one state, and its initial value."""

    base: int
    count: int
    lives: str
    initial: int
    hidden: bool


@define
class _Cells:
    next: int = HEAD

    def take(self, count: int) -> int:
        base, self.next = self.next, self.next + count
        return base


@frozen(eq=False, slots=False)
class Layout:
    seating: Seating
    _cells: _Cells = field(factory=_Cells, repr=False)

    @property
    def rulebook(self) -> Rulebook:
        return self.seating.rulebook

    @property
    def board(self) -> Board:
        return self.seating.board

    @cached_property
    def kinds(self) -> int:
        """The number of cells of one supply: one for each ticket. A small position is copied faster."""
        return len(self.rulebook.tables.tickets)

    # -- cells
    @cached_property
    def moved(self) -> int:
        return self._cells.take(self.seating.count)

    @cached_property
    def station(self) -> int:
        return self._cells.take(self.seating.count)

    @cached_property
    def recent(self) -> int:
        """The stations of the last entries, newest first; before the first entry all are the start."""
        return self._cells.take(self.rulebook.looks_back + 1)

    @cached_property
    def recent_tickets(self) -> int:
        return self._cells.take(self.rulebook.looks_back + 1)

    @cached_property
    def last_line(self) -> int:
        """The cells for the mode of the last entry and the station it left, if the line decides what an entry shows; otherwise
        0."""
        return self._cells.take(2) if self.rulebook.facts.shown_by_line else 0

    @cached_property
    def uncovered(self) -> int:
        """The parts of the last entry that were uncovered later, a sum of fields; 0 if no rule does that."""
        return self._cells.take(1) if self.rulebook.facts.uncovers else 0

    @cached_property
    def supplies(self) -> Mapping[str, int]:
        """Ticket supplies by name: `pile`, those declared, and one for each piece or person."""
        names = ["pile", *self.rulebook.tables.supplies, *(self.seating.owner(q) for q in range(self.seating.count))]
        return {name: self._cells.take(self.kinds) for name in dict.fromkeys(names)}

    def ticket_cell(self, piece: int, ticket: str) -> int:
        """The cell that a piece pays this ticket from."""
        return self.supplies[self.seating.holder(piece, ticket)] + self.seating.symbols[ticket]

    @cached_property
    def states(self) -> Mapping[str, Kind]:
        found: dict[str, Kind] = {}
        for name, table in self.rulebook.tables.state.items():
            kind = state_type(table)
            assert kind is not None
            count = {"piece": self.seating.count, "ticket": self.kinds, "": 1}[table.per]
            initial = 0 if kind.many or not kind.optional else NONE
            found[name] = Kind(self._cells.take(count), count, table.lives, initial, table.seen in ("fugitive", "none"))
        return found

    @cached_property
    def at_entry(self) -> Mapping[str, int]:
        """The cells that keep the value of a state from when the last entry was written. Only for states that end with an entry
        and that decide what an entry shows (`show`, `hide`, `tell`)."""
        asked = self.rulebook.facts.asked_by_disclosure
        over = [name for name, kind in self.states.items() if kind.lives == "next entry" and name in asked]
        return {name: self._cells.take(self.states[name].count) for name in over}

    @cached_property
    def set_now(self) -> Mapping[str, int]:
        """For each state that lives until the fugitive's next turn ends, a cell with a bit for each value set in this turn."""
        changing = self.rulebook.facts.changing
        found = [name for name, kind in self.states.items() if kind.lives == "next turn" and name in changing]
        return {name: self._cells.take(1) for name in found}

    def is_set(self, state: str) -> bool:
        """Whether a state is a set of stations."""
        kind = state_type(self.rulebook.tables.state[state])
        return kind is not None and kind.many

    @cached_property
    def counters(self) -> Mapping[tuple[str, str, str], int]:
        """The cells of `uses(action, span)` and `fails(action, span)`, for those that some rule reads."""
        return {key: self._cells.take(1) for key in self.rulebook.facts.counters}

    @cached_property
    def decks(self) -> Mapping[str, int]:
        """For each deck that rules draw from, a cell with the mask of its remaining cards."""
        return {name: self._cells.take(1) for name in self.rulebook.facts.decks}

    @cached_property
    def announced(self) -> int:
        """The cell of the announcements so far, a tuple of (announcement, listener, values of its slots); 0 if no rule makes
        any."""
        return self._cells.take(1) if self.rulebook.facts.announcements else 0

    @cached_property
    def size(self) -> int:
        """The number of cells of a position. Asks for every part, so that each gets its cells in this order."""
        for part in (self.moved, self.station, self.recent, self.recent_tickets):
            assert part
        for parts in (self.supplies, self.states, self.counters, self.decks, self.last_line, self.uncovered):
            assert parts is not None
        for parts in (self.at_entry, self.set_now, self.announced):
            assert parts is not None
        return self._cells.next
