"""The Python that a rulebook becomes, for those who want to read it; and whether the fast writing fits it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine import Engine, Seat, Seating, engine_for
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.rulebook.model import Rulebook

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "brown", "white", "grey", "pink", "olive", "silver")
PARTS = {
    "turns": ("turns are written out for each table", "turns go through the general referee"),
    "doubles": ("whole turns of the fugitive are looked up", "entries of the fugitive are listed one after the other"),
}


def compiled_page(rulebook: Rulebook) -> str:
    """The hooks for the table that the first row of the seat table describes. The rulebook must know its board."""
    engine = _engine(rulebook)
    names = ", ".join(f"{seat.piece} ({seat.role})" for seat in engine.seating.seats)
    head = f"# The rules of `{rulebook.name}` as the referee runs them, for {names}.\n# {rulebook.digest}\n"
    speed = "".join(f"# {line}\n" for line in speed_lines(rulebook))
    return head + speed + engine.text + "\n"


def speed_lines(rulebook: Rulebook) -> Iterator[str]:
    """Which writing a variant gets, and why it is not the fast one where it is not."""
    for part, reasons in _engine(rulebook).why_not.items():
        fast, general = PARTS[part]
        yield f"speed: {general}: {'; '.join(dict.fromkeys(reasons))}" if reasons else f"speed: {fast}"


def _engine(rulebook: Rulebook) -> Engine:
    assert rulebook.board is not None
    return engine_for(Seating(rulebook, rulebook.board, tuple(_seats(rulebook))))


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
