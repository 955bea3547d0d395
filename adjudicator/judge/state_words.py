"""The states of a game in the words of the table: public ones, and those of a single player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.engine import FUGITIVE, Cells, Engine
from adjudicator.rulebook.facts import OPEN
from adjudicator.rulebook.tables import StateTable
from adjudicator.values import frozen

LASTING = ("game", "round", "next entry", "next turn", "stay")  # lifetimes that last long enough to be seen


@frozen(eq=False)
class StateWords:
    """The states of a game in which these positions are possible."""

    engine: Engine
    worlds: Sequence[Cells]

    def public(self) -> Iterator[tuple[str, str]]:
        """The states that everyone sees, except empty ones."""
        for name in self._public_names():
            said = self.of(name)
            if said:
                yield name.replace("-", " "), said

    def own(self, piece: int) -> Iterator[tuple[str, str]]:
        """The states that only the player of a piece sees, except empty ones and those that no rule mentions."""
        for name, table in self._tables.items():
            if table.seen == "own" and table.per == "piece" and (piece or name in self._of_fugitive):
                said = self._worded(name, piece)
            elif table.seen == "fugitive" and piece == FUGITIVE:
                said = self.of(name)
            else:
                continue
            if said and table.says and table.lives in LASTING:
                yield name.replace("-", " "), said

    def stations(self) -> Iterator[tuple[str, int]]:
        """The stations in public states, with the name of the state: something is on each of them."""
        ledger = self.engine.ledger
        for name in self._public_names():
            if ledger.state_type(name).kind == "station" and self._tables[name].per == "":
                values = ledger.states_in(self.worlds, name)
                found = values.pop() if len(values) == 1 else None
                several = found if isinstance(found, tuple) else (found,)
                yield from ((name, station) for station in several if station in self.engine.board.stations)

    def of(self, name: str) -> str:
        """A state in words, for each piece or ticket with a value; "" if there is none."""
        table, seating = self._tables[name], self.engine.seating
        if table.per == "":
            return self._worded(name, 0)
        owners = [seat.piece for seat in seating.seats] if table.per == "piece" else list(seating.called)
        first = 1 if table.per == "piece" and name not in self._of_fugitive else 0
        numbers = range(first, self.engine.ledger.state_size(name))
        said = [(owners[at], self._worded(name, at)) for at in numbers]
        return ", ".join(f"{owner} {words}" for owner, words in said if words)

    @property
    def _tables(self) -> dict[str, StateTable]:
        return self.engine.rulebook.tables.state

    @property
    def _of_fugitive(self) -> frozenset[str]:
        return self.engine.rulebook.facts.states_of_fugitive

    def _public_names(self) -> Iterator[str]:
        for name, table in self._tables.items():
            if table.seen in OPEN and table.says and table.lives in LASTING:
                yield name

    def _worded(self, name: str, index: int) -> str:
        """One value in words: `?` if it is unknown, "" if there is none."""
        values = self.engine.ledger.states_in(self.worlds, name, index)
        if len(values) > 1:
            return "?"
        (value,) = values
        if isinstance(value, tuple):
            return ", ".join(map(str, value))
        if isinstance(value, bool):
            return "yes" if value else ""
        if value is None:
            return ""
        named = self.engine.ledger.state_type(name).kind in ("mode", "ticket", "word")
        return self.engine.rulebook.called.get(str(value), str(value)) if named else str(value)
