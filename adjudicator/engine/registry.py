"""Moves that are neither plain rides nor doubles: each is written once, and can be found again by its text."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field

from adjudicator.engine.blocks import Block
from adjudicator.engine.moves import Move
from adjudicator.engine.seating import FUGITIVE, Seating
from adjudicator.engine.steps import Clause, Ride, Step, move_of
from adjudicator.values import frozen

MANY = 20_000  # moves that are remembered, besides those of the last listing


@frozen(eq=False)
class Registry:
    seating: Seating
    tails: dict[tuple[str, int], Block] = field(factory=dict, repr=False)  # rides at the end of clauses that begin alike
    _moves: dict[Clause, Move] = field(factory=dict, repr=False)
    _clauses: dict[str, Clause] = field(factory=dict, repr=False)
    _begun: dict[str, tuple[Block, tuple[Step, ...]]] = field(factory=dict, repr=False)  # by text before the last ride

    def move(self, clause: Clause) -> Move:
        """A clause as a move."""
        found = self._moves.get(clause)
        if found is None:
            found = self._moves[clause] = move_of(clause, self.seating)
            self._clauses[found.notation] = clause
        return found

    def listed(self, clauses: Iterable[Clause]) -> Listed:
        return Listed(self, tuple(clauses))

    def keep(self, block: Block, steps: tuple[Step, ...]) -> None:
        """Remember that the moves of a block of the fugitive's begin with these steps."""
        self._begun[block.of.head] = (block, steps)

    def clause(self, notation: str) -> Clause | None:
        """The clause listed under this notation, if it is remembered."""
        found = self._clauses.get(notation)
        if found is not None:
            return found
        before, _, last = notation.rpartition(" ")
        head, _, means = before.rpartition(" ")
        block, steps = self._begun.get(f"{head} ", (None, ()))
        ride = block.by_means.get((means, int(last))) if block is not None and last.isdecimal() else None
        return None if ride is None else Clause(FUGITIVE, (*steps, Ride(FUGITIVE, ride[0], ride[2][0][0], ride[1])))

    def make_room(self) -> None:
        """Forget all moves at once, if they are many; only before a listing: what was listed last can be played without listing
        it again."""
        if len(self._clauses) + len(self.tails) >= MANY:
            for kept in (self.tails, self._moves, self._clauses, self._begun):
                kept.clear()


class Listed:
    """Clauses that were listed one by one, and the same as moves."""

    __slots__ = ("_registry", "clauses", "count")

    def __init__(self, registry: Registry, clauses: tuple[Clause, ...]):
        self._registry, self.clauses, self.count = registry, clauses, len(clauses)

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple([self._registry.move(clause) for clause in self.clauses])
