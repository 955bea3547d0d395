"""The position before the game: the stations of the pieces, dealt supplies, and initial states."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from adjudicator.engine.effects import done
from adjudicator.engine.expressions import step_of
from adjudicator.engine.layout import PLENTY, ROUND, UNLIMITED
from adjudicator.engine.table import Table
from adjudicator.engine.tables import mask
from adjudicator.values import frozen


@frozen(eq=False, slots=False)
class InitialPosition:
    table: Table

    def blank(self, stations: Mapping[str, int], hands: Mapping[str, int] | None = None) -> list[int]:
        """The position before the game: pieces at their stations (0: unknown), supplies dealt, states at their first values."""
        layout = self.table.layout
        p = [0] * layout.size if self._dealt is None else self._dealt[:]
        for name, piece in self.table.seating.pieces.items():
            p[layout.station + piece] = stations.get(name, 0)
        start = p[layout.station]
        for cell in range(layout.recent, layout.recent_tickets):
            p[cell] = start
        if self._dealt is None:
            self._deal(p)
        for name, cards in (hands or {}).items():
            p[layout.states[name].base] = cards
        done(self.table.rules.set_up, p, step_of())
        return p

    def _deal(self, p: list[int]) -> None:
        """Fill in all cells that do not depend on the stations of the pieces."""
        layout = self.table.layout
        p[ROUND], p[PLENTY] = 1, UNLIMITED
        for cell in range(layout.recent_tickets, layout.recent_tickets + layout.rulebook.looks_back + 1):
            p[cell] = -1
        for deck, cell in layout.decks.items():
            p[cell] = (1 << len(self.table.seating.cards(deck) or ())) - 1
        if layout.announced:
            p[layout.announced] = ()  # type: ignore[call-overload]  # the one cell that holds no number
        self._deal_tickets(p)
        self._begin_states(p)

    @cached_property
    def _dealt(self) -> list[int] | None:
        """The position without stations, to be copied; None if a supply or a state begins with an expression, which may read
        stations."""
        tables, roles = self.table.rulebook.tables, {seat.role for seat in self.table.seats}
        amounts = [amount for role in roles for amount in tables.roles[role].tickets.values()]
        amounts += [state.starts for state in tables.state.values()]
        if any(isinstance(amount, str) and amount not in ("", "pile", "unlimited") for amount in amounts):
            return None
        p = [0] * self.table.layout.size
        self._deal(p)
        return p

    def _deal_tickets(self, p: list[int]) -> None:
        layout = self.table.layout
        tables = layout.rulebook.tables
        pile = dict(tables.box)
        for q, seat in enumerate(self.table.seats):
            for ticket, amount in tables.roles[seat.role].tickets.items():
                if amount == "pile":
                    continue
                number = UNLIMITED if amount == "unlimited" else max(0, self._value(amount, p))  # no hand has a negative number
                cell = layout.ticket_cell(q, ticket)
                p[cell] = UNLIMITED if number == UNLIMITED else p[cell] + number
                if number != UNLIMITED:
                    pile[ticket] = pile.get(ticket, 0) - number
        for name, supply in tables.supplies.items():
            for ticket, number in supply.starts.items():
                p[layout.supplies[name] + self.table.seating.symbols[ticket]] = number
                pile[ticket] = pile.get(ticket, 0) - number
        for ticket, number in pile.items():
            p[layout.supplies["pile"] + self.table.seating.symbols[ticket]] = max(0, number)

    def _begin_states(self, p: list[int]) -> None:
        layout = self.table.layout
        for name, kind in layout.states.items():
            starts = layout.rulebook.tables.state[name].starts
            initial = kind.initial if starts == "" else self._state_value(name, starts, p)
            p[kind.base : kind.base + kind.count] = [initial] * kind.count

    def _state_value(self, name: str, starts: int | str, p: list[int]) -> int:
        """The initial value of a state as a position stores it: a set as a mask."""
        if isinstance(starts, str) and self.table.layout.is_set(name):
            return mask(self.table.value(self.table.rulebook.values[starts], p))
        return self._value(starts, p)

    def _value(self, amount: int | str, p: list[int]) -> int:
        """A number, or the value of an expression of the rule language, at the beginning of the game."""
        if isinstance(amount, int):
            return amount
        return int(self.table.value(self.table.rulebook.values[amount], p))
