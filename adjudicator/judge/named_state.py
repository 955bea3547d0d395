"""Every state of a game by name: the clock, pieces, tickets, supplies, the states that rules declare, counters and points.

A value is None if it is unknown, because possible worlds differ in it or because the seat is not shown it. All other values are
as a record writes them: `none`, `unlimited`, and `off` for a piece that has left the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from adjudicator.engine import FUGITIVE, UNKNOWN, Cells, Engine, Points
from adjudicator.judge.sight import Sight
from adjudicator.judge.verdict import Result
from adjudicator.rulebook.facts import Read
from adjudicator.values import frozen

PILE = "pile"
SIDES = ("fugitive", "pursuers")
FUGITIVES = ("fugitive", "piece", "pieces", "")  # names in a rule that may mean the fugitive
T = TypeVar("T")
Counts = dict[str, int | str | None]


@frozen(eq=False)
class NamedState:
    """`sight` is that of the seat that asks, and the worlds fit its own record; None for the referee, who sees everything.

    `merged`: worlds with different tickets were merged, so that numbers of tickets are unknown.
    """

    engine: Engine
    worlds: Sequence[Cells]
    sight: Sight | None = None
    merged: bool = False

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        """Yield all values with their names, including the states that rules declare and the counters."""
        for name in ("round", "entries", "side", "to move", "stations", "tickets", "supplies", "moved"):
            yield name, getattr(self, name.replace(" ", "_"))
        if self.points:
            yield "points", self.points
        if self.piece_points:
            yield "piece points", self.piece_points
        yield from self.states.items()
        yield from self.counters.items()

    # -- the clock
    @property
    def round(self) -> int | None:
        return self._agreed(self.engine.ledger.round)

    @property
    def entries(self) -> int | None:
        """How many entries the fugitive's log has."""
        return self._agreed(self.engine.ledger.entries)

    @property
    def side(self) -> str | None:
        """The side whose turn it is."""
        return self._agreed(self.engine.turns.side)

    @property
    def to_move(self) -> tuple[str, ...] | None:
        """The pieces that have to move now and can."""
        return self._agreed(lambda p: self.engine.seating.names(self.engine.turns.due(p)))

    @property
    def moved(self) -> tuple[str, ...] | None:
        """The pieces that have had their move in this turn."""
        moves_made, pieces = self.engine.ledger.moves_made, self._pieces
        return self._agreed(lambda p: tuple(piece for q, piece in enumerate(pieces) if moves_made(p, q)))

    @property
    def is_over(self) -> bool | None:
        return self._agreed(lambda p: self._result(p) is not None)

    @property
    def result(self) -> Result | None:
        """The result of the game; None if it is not over, or if that is not known."""
        return self._agreed(self._result)

    def _result(self, p: Cells) -> Result | None:
        final = self.engine.final(p)
        ending = self.engine.ending(final)
        return None if ending is None else Result(ending.winner or "draw", ending.id, self.engine.ledger.round(final))

    @property
    def points(self) -> dict[str, int | None]:
        """The points of each side if the game ended now; empty if the variant counts none."""
        counts = SIDES if self.engine.rulebook.facts.scores else ()
        return {side: self._count(side, lambda points: points.sides) for side in counts}

    @property
    def piece_points(self) -> dict[str, int | None]:
        """The points of each piece that can have points of its own, if the game ended now."""
        seating = self.engine.seating
        groups = [one.who for one in self.engine.rulebook.facts.scores if one.who not in SIDES]
        pieces = seating.names(tuple(sorted({q for group in groups for q in seating.members(group)})))
        return {piece: self._count(piece, lambda points: points.pieces) for piece in pieces}

    def _count(self, who: str, among: Callable[[Points], Mapping[str, int]]) -> int | None:
        facts = self.engine.rulebook.facts
        if not all(self._is_shown(read) for one in facts.scores for read in facts.reads(one)):
            return None
        return self._agreed(lambda p: among(self.engine.points(self.engine.final(p))).get(who))

    def _is_shown(self, read: Read) -> bool:
        """Whether the seat is shown the data that a count of points reads."""
        match read.what:
            case "state":
                per = self.engine.rulebook.tables.state[read.name].per
                return all(self._sees_state(read.name, piece) for piece in (self._pieces if per == "piece" else ("",)))
            case "supply":
                return self._sees_supply(read.name)
            case "tickets":
                return self._sees_tickets(FUGITIVE) or read.of not in FUGITIVES
            case "uses" | "fails":
                return self._sees_uses(read.name)
        return True

    # -- pieces
    @property
    def _pieces(self) -> tuple[str, ...]:
        return tuple(seat.piece for seat in self.engine.seating.seats)

    @property
    def stations(self) -> dict[str, int | str | None]:
        return {piece: self._agreed(partial(self._station, q)) for q, piece in enumerate(self._pieces)}

    def _station(self, piece: int, p: Cells) -> int | str | None:
        here = self.engine.ledger.station(p, piece)
        return None if here == UNKNOWN else "off" if here == self.engine.seating.off else here

    @property
    def tickets(self) -> dict[str, Counts]:
        """The tickets of each piece, or of the pool it shares; a piece that rides free has none."""
        return {piece: self._tickets(q) for q, piece in enumerate(self._pieces)}

    def _tickets(self, piece: int) -> Counts:
        ledger, sees = self.engine.ledger, self._sees_tickets(piece)
        return (
            self._counted(lambda p: ledger.tickets(p, piece)) if sees else dict.fromkeys(ledger.tickets(self.worlds[0], piece))
        )

    def _sees_tickets(self, piece: int) -> bool:
        return self.sight is None or self.sight.of_tickets(piece)

    @property
    def supplies(self) -> dict[str, Counts]:
        """The tickets in the pile, and in each supply that the variant names."""
        return {name: self._supply(name) for name in (PILE, *self.engine.rulebook.tables.supplies)}

    def _supply(self, name: str) -> Counts:
        ledger, sees = self.engine.ledger, self._sees_supply(name)
        return self._counted(lambda p: ledger.supply(p, name)) if sees else dict.fromkeys(self.engine.rulebook.tables.tickets)

    def _sees_supply(self, name: str) -> bool:
        return self.sight is None or self.sight.of_supply(name)

    def _counted(self, read: Callable[[Cells], Mapping[str, int | None]]) -> Counts:
        """Tickets by kind; None for a kind in which worlds differ."""
        held = [read(p) for p in self.worlds]
        unlike = {kind for kind in held[0] if self.merged or any(one[kind] != held[0][kind] for one in held)}
        return {kind: None if kind in unlike else "unlimited" if count is None else count for kind, count in held[0].items()}

    # -- what the rules remember
    @property
    def states(self) -> dict[str, Any]:
        """Each state that the rules declare: its value, or a mapping if each piece or ticket has its own."""
        return {name: self._state(name) for name in self.engine.rulebook.tables.state}

    def _state(self, name: str) -> Any:
        per = self.engine.rulebook.tables.state[name].per
        owners = {"piece": self._pieces, "ticket": tuple(self.engine.rulebook.tables.tickets), "": ("",)}[per]
        values = {
            owner: self._agreed(partial(self._value, name, at)) if self._sees_state(name, owner) else None
            for at, owner in enumerate(owners)
        }
        return values if per else values[""]

    def _value(self, name: str, index: int, p: Cells) -> object:
        value, kind = self.engine.ledger.state(p, name, index), self.engine.ledger.state_type(name)
        if kind.many:
            return value
        if value is None:
            return "none"
        return None if kind.kind == "station" and value == UNKNOWN else value

    def _sees_state(self, name: str, owner: str) -> bool:
        """Whether the seat is shown a state. If not, its own record may lack the value."""
        return self.sight is None or self.sight.of_state(name, owner)

    @property
    def counters(self) -> dict[str, int | None]:
        """How often an action was used or failed, for each count that some rule reads."""
        counter = self.engine.ledger.counter
        return {
            " ".join(key): self._agreed(partial(counter, key=key)) if self._sees_uses(key[1]) else None
            for key in self.engine.ledger.counters
        }

    def _sees_uses(self, name: str) -> bool:
        return self.sight is None or self.sight.of_uses(name)

    # -- the worlds
    def _agreed(self, read: Callable[[Cells], T]) -> T | None:
        """The value that all worlds share, or None."""
        first = read(self.worlds[0])
        return first if all(read(p) == first for p in self.worlds[1:]) else None
