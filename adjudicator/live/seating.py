"""Who sits at the table: rows of the seat table in words, names for the pieces, and the seats they make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.check.naming import FUGITIVE
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.tables import RoleTable
from adjudicator.values import frozen

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "brown", "pink", "black", "olive")
HELPERS = ("white", "grey", "silver", "ivory", "pearl", "ash", "chalk", "snow")
MOST = len(COLOURS)

Row = Mapping[str, int | str | tuple[int, ...]]


def pursuer_roles(rulebook: Rulebook) -> dict[str, RoleTable]:
    return {name: role for name, role in rulebook.tables.roles.items() if role.side == "pursuers"}


def usual(rulebook: Rulebook) -> str:
    return next(iter(pursuer_roles(rulebook)))


def described(row: Row, rulebook: Rulebook) -> str:
    """A row in words: `3 detectives and 1 constable, held by 2 persons`."""
    parts = []
    for name, role in pursuer_roles(rulebook).items():
        number = count(row, name, rulebook)
        if number:
            parts.append(f"{number} {role.name or name}" if number == 1 else f"{number} {role.plural or role.name or name}")
    persons = row.get("persons")
    if isinstance(persons, tuple):
        held = f", held by {len(persons)} persons ({', '.join(map(str, persons))})"
    else:
        held = f", held by {persons} person{'' if persons == 1 else 's'}" if persons else ""
    return " and ".join(parts) + held


def count(row: Row, name: str, rulebook: Rulebook) -> int:
    number = row.get(rulebook.tables.roles[name].plural or name, 0)
    return number if isinstance(number, int) else 0


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
        names = chosen.get(name) or role.pieces or (COLOURS if name == first else HELPERS)
        for piece in names[:number]:
            yield Place(piece, name, bool(role.pieces) or name == first)


def spare(row: Row, rulebook: Rulebook) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Roles with more fixed pieces than the row wants: the role, its pieces, how many of them take part."""
    for name, role in pursuer_roles(rulebook).items():
        number = count(row, name, rulebook)
        if role.pieces and 0 < number < len(role.pieces):
            yield name, role.pieces, number


def holdings(row: Row, rulebook: Rulebook) -> list[int]:
    """How many pieces of the usual role each person holds, in seating order."""
    number, persons = count(row, usual(rulebook), rulebook), row.get("persons")
    if isinstance(persons, tuple):
        return list(persons)
    if isinstance(persons, int) and persons:
        return [number // persons + (at < number % persons) for at in range(persons)]
    return [1] * number


def fugitive_seat(person: str) -> r.Seat:
    return r.Seat(FUGITIVE, person or None)


def is_name(text: str) -> bool:
    """Whether a person can be called so in a log."""
    return len(text) <= 40 and text.isprintable() and not set(text) & set(";=()#?")
