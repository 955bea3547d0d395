"""The Python that a rulebook becomes, for those who want to read it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.layout import Seat
from adjudicator.engine.table import Table
from adjudicator.rulebook.model import Rulebook

FUGITIVE = "X"
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "brown", "white", "grey", "pink", "olive", "silver")


def compiled_page(rulebook: Rulebook) -> str:
    """The hooks for the table that the first row of the seat table describes. The rulebook must know its board."""
    assert rulebook.board is not None
    seats = tuple(_seats(rulebook))
    names = ", ".join(f"{seat.piece} ({seat.role})" for seat in seats)
    head = f"# The rules of `{rulebook.name}` as the referee runs them, for {names}.\n# {rulebook.digest}\n"
    return head + Table(rulebook, rulebook.board, seats).text + "\n"


def _seats(rulebook: Rulebook) -> Iterator[Seat]:
    tables = rulebook.tables
    row = tables.seats[0] if tables.seats else {}
    colours = iter(COLOURS)
    for name, role in tables.roles.items():
        if role.side == "fugitive":
            yield Seat(FUGITIVE, name, "")
    for name, role in tables.roles.items():
        if role.side == "pursuers":
            count = row.get(role.plural or name, 0 if row else 4)
            for number in range(count if isinstance(count, int) else 0):
                yield Seat(role.pieces[number] if number < len(role.pieces) else next(colours), name, "")
