"""A legal move as a value: its notation, its piece, and its rides."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, Protocol, overload


class Leg(NamedTuple):
    """One ride. `ticket` is None for a piece that rides free; `mode` is None if the ticket does not reveal it (black)."""

    ticket: str | None
    mode: str | None
    to: int

    @property
    def means(self) -> str:
        """The word for the ride in notation: its ticket, or its mode if nothing is paid."""
        return self.ticket or self.mode or ""


class Move(NamedTuple):
    """One clause that may be written next. `actions` has the ids of its actions (a double is one). `steps` is private to the
    engine: how to play a move whose rides do not determine it."""

    notation: str
    piece: str
    legs: tuple[Leg, ...] = ()
    actions: tuple[str, ...] = ()
    steps: tuple[Any, ...] = ()

    @property
    def ticket(self) -> str | None:
        """The ticket of the last ride."""
        return self.legs[-1].ticket if self.legs else None

    @property
    def mode(self) -> str | None:
        return self.legs[-1].mode if self.legs else None

    @property
    def to(self) -> int | None:
        """The station where the piece arrives; None for a move without a ride."""
        return self.legs[-1].to if self.legs else None

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"Move({self.notation!r})"


class Part(Protocol):
    """A part of a list of moves."""

    @property
    def count(self) -> int: ...

    @property
    def moves(self) -> tuple[Move, ...]: ...

    def move(self, at: int) -> Move: ...


class Moves(Sequence[Move]):
    """A list of moves in parts. Each move is put into words when it is read, since a list can have tens of thousands."""

    __slots__ = ("_ends", "_looked_at", "_parts")

    def __init__(self, parts: Sequence[Part]):
        self._parts = parts
        self._ends = list(accumulate([part.count for part in parts]))
        self._looked_at: set[Move] = set()  # single moves that were read: a chosen move is then played

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, at: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(at, slice):
            return tuple([self[one] for one in range(*at.indices(len(self)))])
        at = at + len(self) if at < 0 else at
        if not 0 <= at < len(self):
            raise IndexError(at)
        number = bisect(self._ends, at)
        part = self._parts[number]
        move = part.move(at - self._ends[number] + part.count)
        self._looked_at.add(move)
        return move

    def __contains__(self, move: object) -> bool:
        return move in self._looked_at or any(move in part.moves for part in self._parts)

    def __iter__(self) -> Iterator[Move]:
        for part in self._parts:
            yield from part.moves

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __repr__(self) -> str:
        return repr(tuple(self))


class FirstEntries(tuple[Move, ...]):
    """The legal moves, with a turn of several entries as its first entry, because whole turns are too many to list."""

    __slots__ = ()
