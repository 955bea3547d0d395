"""A decision as a value: the pieces that can act now, the moves they can make, and whether the turn may end instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.engine import Move
from adjudicator.values import frozen

Card = tuple[int, ...]


@frozen
class Decision:
    """The choice of a side in its turn. Play one of the `options`, or end the turn if `may_end`.

    Any piece that has options may be the next to act. A piece that may sit out has an option without a ride. An action that
    draws something by chance is listed with everything that can be drawn, until a `card` lies open that has to be played.
    """

    side: str
    options: Sequence[Move]
    may_end: bool
    persons: Mapping[str, str]  # the person who plays each piece, if one is named
    card: Card | None = None

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces that can act."""
        return tuple(dict.fromkeys(move.piece for move in self.options))

    @property
    def seats(self) -> tuple[str, ...]:
        """The persons who play these pieces, or the pieces if no person is named."""
        return tuple(dict.fromkeys(self.persons.get(piece) or piece for piece in self.pieces))

    def of(self, seat: str) -> tuple[Move, ...]:
        """The options of a piece, or of everything that a person plays."""
        return tuple(move for move in self.options if seat in (move.piece, self.persons.get(move.piece)))
