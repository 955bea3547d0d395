"""Plans the seats of a game: the names of the pieces in a row of the seat table, and their seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.judge import seat_rows
from adjudicator.judge.seat_rows import Row, count, held, holdings, left_for, pursuer_roles, topped_up, usual
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "brown", "pink", "black", "olive", "gold", "lime")
HELPERS = ("white", "grey", "silver", "ivory", "pearl", "ash", "chalk", "snow", "frost", "opal", "salt", "cream")
MOST = len(COLOURS)


@frozen
class Place:
    """A piece that takes part, still without a player."""

    piece: str
    role: str
    told: bool  # whether its name implies its role

    def seat(self, person: str) -> r.Seat:
        return r.Seat(self.piece, person or None, None if self.told else self.role)


def pieces(row: Row, chosen: Mapping[str, tuple[str, ...]], rulebook: Rulebook) -> Iterator[Place]:
    """The pieces of a row; `chosen` has the fixed pieces of a role that has more than are needed."""
    first = usual(rulebook)
    taken = set[str]()
    for name, role in pursuer_roles(rulebook).items():
        number = count(row, name, rulebook)
        named: tuple[str, ...] = sum(held(row), ()) if name == first else ()
        named = named or left_for(name, COLOURS if name == first else HELPERS, taken, rulebook)
        names = chosen.get(name) or (topped_up(role.pieces, named, number) if role.pieces else named)
        taken |= {*names[:number]}
        for piece in names[:number]:
            yield Place(piece, name, piece in role.pieces or name == first)


def spare(row: Row, rulebook: Rulebook) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Roles with more pieces than the row needs: the role, its pieces, the number that takes part."""
    for name, role in pursuer_roles(rulebook).items():
        number = count(row, name, rulebook)
        names = role.pieces or (COLOURS if name == usual(rulebook) and not held(row) else ())
        if 0 < number < len(names):
            yield name, names, number


def rows(rulebook: Rulebook) -> tuple[Row, ...]:
    """The seat table; if the variant has none, a row for each possible number of pursuers."""
    plural = rulebook.tables.roles[usual(rulebook)].plural or usual(rulebook)
    return rulebook.tables.seats or tuple({plural: number} for number in range(1, MOST + 1))


def persons(row: Row, rulebook: Rulebook) -> int:
    """The number of persons in a row, including the fugitive."""
    return 1 + len(holdings(row, rulebook))


def described(rows: Iterable[Row], rulebook: Rulebook) -> dict[int, list[str]]:
    """The pieces in the game, in words, by number of persons."""
    found: dict[int, list[str]] = {}
    for row in sorted(rows, key=lambda row: persons(row, rulebook)):
        found.setdefault(persons(row, rulebook), []).append(seat_rows.described(row, rulebook))
    return found


def fugitive_seat(person: str) -> r.Seat:
    return r.Seat(FUGITIVE, person or None)


def is_name(text: str) -> bool:
    """Whether a log can contain this name of a person."""
    return len(text) <= 40 and text.isprintable() and not set(text) & set(";=()#?")
