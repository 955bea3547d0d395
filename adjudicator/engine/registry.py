"""Moves that are neither plain rides nor doubles: each is written once, and can be found again by what is written."""

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
    _moves: dict[Clause, Move] = field(factory=dict, repr=False)
    _clauses: dict[str, Clause] = field(factory=dict, repr=False)
    _rides: dict[tuple[int, tuple[int, int, int]], Move] = field(
        factory=dict, repr=False
    )  # of one ride: the piece and the ride

    def move(self, clause: Clause) -> Move:
        found = self._moves.get(clause)
        if found is None:
            found = self._moves[clause] = move_of(clause, self.seating)
            self._clauses[found.notation] = clause
        return found

    def moves(self, clauses: Iterable[Clause]) -> list[Move]:
        return [self.move(clause) for clause in clauses]

    def rides(self, piece: int, rides: Iterable[tuple[int, int, int]]) -> list[Move]:
        """The moves of a piece that are one of these rides each."""
        found = list[Move]()
        for ride in rides:
            move = self._rides.get((piece, ride))
            if move is None:
                move = self._rides[piece, ride] = self.move(Clause(piece, (Ride(piece, *ride),)))
            found.append(move)
        return found

    def keep(self, block: Block, steps: tuple[Step, ...]) -> None:
        """Remember the moves of a block of the fugitive's that begin with these steps."""
        rides = (Ride(FUGITIVE, *ride) for ride in block.rides)
        found = zip(block.moves, rides, strict=True)
        self._clauses.update((move.notation, Clause(FUGITIVE, (*steps, ride))) for move, ride in found)

    def clause(self, notation: str) -> Clause | None:
        """The clause listed under this notation, if it is remembered."""
        return self._clauses.get(notation)

    @property
    def is_full(self) -> bool:
        return len(self._clauses) >= MANY

    def clear(self) -> None:
        self._moves.clear()
        self._clauses.clear()
        self._rides.clear()
