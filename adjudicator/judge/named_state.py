"""Every state of a game by name: the clock, pieces, tickets, supplies, the states that rules declare, counters and points.

Something that is not known, because the worlds that are possible differ in it or because the seat is not shown it, is None.
Everything else is as a record writes it: `none`, `unlimited`, and `off` for a piece that is no longer on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from adjudicator.engine import FUGITIVE, UNKNOWN, Cells, Engine
from adjudicator.judge.verdict import Result
from adjudicator.judge.views import Eyes
from adjudicator.rulebook.facts import Read
from adjudicator.rulebook.model import Action
from adjudicator.values import frozen

PILE = "pile"
SIDES = ("fugitive", "pursuers")
FUGITIVES = ("fugitive", "piece", "pieces", "")  # names in a rule that may mean the fugitive
T = TypeVar("T")
Counts = dict[str, int | str | None]


@frozen(eq=False)
class NamedState:
    """`eyes` is the seat that asks, of the worlds that fit its own record; None for the referee, who sees everything.

    `merged` says that worlds were taken together in which tickets differ, so that they cannot tell how many there are.
    """

    engine: Engine
    worlds: Sequence[Cells]
    eyes: Eyes | None = None
    merged: bool = False

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        """All of it as names and values, the states that rules declare and the counters by their own names."""
        for name in ("round", "entries", "side", "to move", "stations", "tickets", "supplies", "moved"):
            yield name, getattr(self, name.replace(" ", "_"))
        if self.points:
            yield "points", self.points
        yield from self.states.items()
        yield from self.counters.items()

    # -- the clock
    @property
    def round(self) -> int | None:
        return self._agreed(self.engine.ledger.round)

    @property
    def entries(self) -> int | None:
        """How many entries stand in the fugitive's log."""
        return self._agreed(self.engine.ledger.entries)

    @property
    def side(self) -> str | None:
        """The side whose turn it is."""
        return self._agreed(self.engine.turns.side)

    @property
    def to_move(self) -> tuple[str, ...] | None:
        """The pieces of whom a move is due now and possible."""
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
        """How the game has ended; None while it goes on, or where that is not known."""
        return self._agreed(self._result)

    def _result(self, p: Cells) -> Result | None:
        final = self.engine.final(p)
        ending = self.engine.ending(final)
        return None if ending is None else Result(ending.winner or "draw", ending.id, self.engine.ledger.round(final))

    @property
    def points(self) -> dict[str, int | None]:
        """The points of each side if the game ended now; nothing where the variant counts none."""
        facts = self.engine.rulebook.facts
        if not all(self._is_shown(read) for one in facts.scores for read in facts.reads(one)):
            return dict.fromkeys(SIDES)
        return {side: self._agreed(partial(self._score, side)) for side in SIDES} if facts.scores else {}

    def _score(self, side: str, p: Cells) -> int | None:
        return self.engine.score(self.engine.final(p)).get(side)

    def _is_shown(self, read: Read) -> bool:
        """Whether the seat is shown what a count of points asks for; all that is left is in its record or differs in worlds."""
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
        """What each piece holds, or the pool it shares; a piece that rides free holds nothing."""
        return {piece: self._tickets(q) for q, piece in enumerate(self._pieces)}

    def _tickets(self, piece: int) -> Counts:
        ledger, sees = self.engine.ledger, self._sees_tickets(piece)
        return (
            self._counted(lambda p: ledger.tickets(p, piece)) if sees else dict.fromkeys(ledger.tickets(self.worlds[0], piece))
        )

    def _sees_tickets(self, piece: int) -> bool:
        return piece != FUGITIVE or self.eyes is None or self.eyes.fugitive or self.engine.rulebook.scope.open_tickets

    @property
    def supplies(self) -> dict[str, Counts]:
        """What lies in the pile, and in each supply that the variant names."""
        return {name: self._supply(name) for name in (PILE, *self.engine.rulebook.tables.supplies)}

    def _supply(self, name: str) -> Counts:
        ledger, sees = self.engine.ledger, self._sees_supply(name)
        return self._counted(lambda p: ledger.supply(p, name)) if sees else dict.fromkeys(self.engine.rulebook.tables.tickets)

    def _sees_supply(self, name: str) -> bool:
        """The pile lies open; a supply that the variant names is seen as the variant says."""
        table = self.engine.rulebook.tables.supplies.get(name)
        return self.eyes is None or table is None or self.eyes.see(table.seen, "")

    def _counted(self, read: Callable[[Cells], Mapping[str, int | None]]) -> Counts:
        """Tickets by kind, each as far as all worlds agree in it."""
        held = [read(p) for p in self.worlds]
        unlike = {kind for kind in held[0] if self.merged or any(one[kind] != held[0][kind] for one in held)}
        return {kind: None if kind in unlike else "unlimited" if count is None else count for kind, count in held[0].items()}

    # -- what the rules remember
    @property
    def states(self) -> dict[str, Any]:
        """Each state that the rules declare: its value, or a mapping where each piece or ticket has its own."""
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
        """A seat that is not shown a state has only its own record to go by, in which it may never have been written."""
        return self.eyes is None or self.eyes.see(self.engine.rulebook.tables.state[name].seen, owner)

    @property
    def counters(self) -> dict[str, int | None]:
        """How often an action was used or failed, for every such count that some rule asks for."""
        counter = self.engine.ledger.counter
        return {
            " ".join(key): self._agreed(partial(counter, key=key)) if self._sees_uses(key[1]) else None
            for key in self.engine.ledger.counters
        }

    def _sees_uses(self, name: str) -> bool:
        """Whether the seat sees every use of an action, or of all actions of a group."""
        actions = (one for one in self.engine.rulebook.actions.values() if name in (one.id, one.table.group))
        return self.eyes is None or all(map(self._sees_action, actions))

    def _sees_action(self, action: Action) -> bool:
        eyes, names = self.eyes, self._pieces
        by = self.engine.seating.members(action.table.by)
        return eyes is None or all(eyes.see(action.table.seen, names[piece]) for piece in by)

    # -- the worlds
    def _agreed(self, read: Callable[[Cells], T]) -> T | None:
        """What all worlds agree in, or None."""
        first = read(self.worlds[0])
        return first if all(read(p) == first for p in self.worlds[1:]) else None
