"""A legal move as a value: what is written, by whom, and the rides it is made of."""

from __future__ import annotations

from typing import NamedTuple


class Leg(NamedTuple):
    """One ride. `ticket` is None for a piece that rides free; `mode` is None where the ticket does not show it (black)."""

    ticket: str | None
    mode: str | None
    to: int

    @property
    def means(self) -> str:
        """The word for the ride in notation: its ticket, or its mode where nothing is paid."""
        return self.ticket or self.mode or ""


class Move(NamedTuple):
    """One clause that may be written next. `actions` are the actions in it, by id: a double move is one."""

    notation: str
    piece: str
    legs: tuple[Leg, ...] = ()
    actions: tuple[str, ...] = ()

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


class FirstEntries(tuple[Move, ...]):
    """Moves, where whole turns are too many to list: of a turn of several entries, the first entry."""

    __slots__ = ()
