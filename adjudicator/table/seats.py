"""The seats that may speak: at one laptop the table together and each player alone, on phones each person.

A seat has the name of the first piece that it moves, so a question about that piece can be put to the seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.judge import seat_rows
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.table.screens import TABLE
from adjudicator.table.table_game import TableGame
from adjudicator.values import frozen


@frozen
class Seat:
    """`shared` are pieces without a player. Everybody hears and sees what the seat `table` says and is shown."""

    name: str
    held: tuple[str, ...]
    shared: tuple[str, ...] = ()
    person: str = ""

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces that it moves."""
        return (*self.held, *self.shared)

    @property
    def is_open(self) -> bool:
        return self.name == TABLE


def at_one_laptop(game: TableGame) -> tuple[Seat, ...]:
    """The seats at one laptop: the table, for everything that all may hear, and each piece, while its player has the laptop
    alone."""
    pieces = game.game.pieces
    return (Seat(TABLE, pieces), *(Seat(piece, (piece,), (), game.person.get(piece, "")) for piece in pieces))


def by_person(game: TableGame) -> tuple[Seat, ...]:
    """A seat for each person. Pieces without a player are moved by everybody who plays against the fugitive."""
    usual = seat_rows.usual(game.rules)
    roles = {piece: game.game.seating.seats[number].role for piece, number in game.game.seating.pieces.items()}
    played = [seat for seat in game.record.seats if seat.person or seat.piece == FUGITIVE or roles[seat.piece] == usual]
    spare = tuple(piece for piece in game.game.pieces if piece not in {seat.piece for seat in played})
    return tuple(_seat(held, spare) for held in _by_holder(played))


def together(game: TableGame) -> tuple[Seat, ...]:
    """The fugitive, and one seat for all others: the real board is on the table, and one phone is enough for the detectives."""
    his, *others = game.game.pieces
    persons = dict.fromkeys(game.person[piece] for piece in others if piece in game.person)
    return (Seat(his, (his,), (), game.person.get(his, "")), Seat(others[0], tuple(others), (), ", ".join(persons)))


def _by_holder(played: Iterable[r.Seat]) -> list[list[r.Seat]]:
    """The pieces of each person. A piece without a name belongs to a separate person."""
    found: dict[str, list[r.Seat]] = {}
    for seat in played:
        found.setdefault(seat.person or f" {seat.piece}", []).append(seat)
    return list(found.values())


def _seat(held: Sequence[r.Seat], spare: tuple[str, ...]) -> Seat:
    pieces = tuple(seat.piece for seat in held)
    return Seat(pieces[0], pieces, () if FUGITIVE in pieces else spare, held[0].person or "")
