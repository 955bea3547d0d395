"""Who sits at the table: names for the pieces of a row of the seat table, and the seats they make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.judge.seat_rows import Row, count, held, pursuer_roles, usual
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "brown", "pink", "black", "olive")
HELPERS = ("white", "grey", "silver", "ivory", "pearl", "ash", "chalk", "snow")
MOST = len(COLOURS)


@frozen
class Place:
    """A piece that takes part, before anybody holds it."""

    piece: str
    role: str
    told: bool  # whether its name tells its role

    def seat(self, person: str) -> r.Seat:
        return r.Seat(self.piece, person or None, None if self.told else self.role)


def pieces(row: Row, chosen: Mapping[str, tuple[str, ...]], rulebook: Rulebook) -> Iterator[Place]:
    """The pieces of a row; `chosen` says which of its fixed pieces a role takes, where it has more than are needed."""
    first = usual(rulebook)
    for name, role in pursuer_roles(rulebook).items():
        number = count(row, name, rulebook)
        named = sum(held(row), ()) or COLOURS if name == first else HELPERS
        names = chosen.get(name) or role.pieces or named
        for piece in names[:number]:
            yield Place(piece, name, bool(role.pieces) or name == first)


def spare(row: Row, rulebook: Rulebook) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Roles with more fixed pieces than the row wants: the role, its pieces, how many of them take part."""
    for name, role in pursuer_roles(rulebook).items():
        number = count(row, name, rulebook)
        if role.pieces and 0 < number < len(role.pieces):
            yield name, role.pieces, number


def fugitive_seat(person: str) -> r.Seat:
    return r.Seat(FUGITIVE, person or None)


def is_name(text: str) -> bool:
    """Whether a person can be called so in a log."""
    return len(text) <= 40 and text.isprintable() and not set(text) & set(";=()#?")
