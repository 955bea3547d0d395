"""A step as a sentence in the words of the edition: the piece, its move and its ticket."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine import Seating
from adjudicator.record import transcript as r
from adjudicator.record import write_step
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.record.transcript_writer import write_card
from adjudicator.rulebook.model import Rulebook
from adjudicator.table.side_names import fugitive_name, side_name
from adjudicator.values import frozen

Said = r.Clause | r.TurnEnd | r.Draw | r.Withdrawal


def piece_name(piece: str, seating: Seating) -> str:
    """The name of a piece in its edition; a piece named after its colour gets a capital letter."""
    if piece == FUGITIVE:
        return fugitive_name(seating.rulebook)
    roles = seating.rulebook.tables.roles.values()
    named = next((role.names[piece] for role in roles if piece in role.names), "")
    return named or piece[:1].upper() + piece[1:]


@frozen(eq=False)
class Sentences:
    seating: Seating

    @property
    def rules(self) -> Rulebook:
        return self.seating.rulebook

    def of(self, said: Said) -> str:
        """A sentence about one item of a record."""
        match said:
            case r.Clause(piece, parts):
                return f"{self.name(piece)} {', '.join(self._parts(piece, parts))}."
            case r.TurnEnd(side):
                return f"The turn of {side_name(side, self.rules)} ends."
            case r.Draw(piece, form, card):
                return f"{self.name(piece)} draws the card {write_card(card)} for “{form.written}”."
            case r.Withdrawal(piece):
                return f"A move of {self.name(piece)} is taken back."

    def name(self, piece: str) -> str:
        return piece_name(piece, self.seating)

    def start(self, stations: dict[str, int | None]) -> str:
        """A sentence with the starts of all pieces."""
        places = [f"{self.name(piece)} {'?' if at is None else at}" for piece, at in stations.items()]
        return f"The start: {', '.join(places)}."

    def _parts(self, piece: str, parts: tuple[r.Step, ...]) -> Iterator[str]:
        for number, part in enumerate(parts):
            match part:
                case r.Ride():
                    yield self._ride(piece, part, number > 0 and isinstance(parts[number - 1], r.Ride))
                case r.Act():
                    yield f"plays “{write_step(part)}”"
                case r.Stay():
                    yield "stays"
                case r.Pass():
                    yield "passes"
                case r.Resign():
                    yield "gives up"
                case r.Unwritten():
                    yield "does something that is not written down"

    def _ride(self, piece: str, ride: r.Ride, again: bool) -> str:
        then = "then " if again else ""
        if ride.to is None:
            return f"{then}{self._means(ride)} to a place unseen"
        seen = " and is seen there" if ride.mark and piece == FUGITIVE else ""
        return f"{then}{self._means(ride)} to {ride.to}{seen}"

    def _means(self, ride: r.Ride) -> str:
        """A ride by its ticket; by mode and ticket if only the record, not the ticket, shows the mode."""
        called = self.rules.called
        mode = ride.mode or (ride.ticket if ride.ticket in self.seating.board.mode_names else None)
        ticket = called.get(ride.ticket, ride.ticket) if ride.ticket else ""
        if mode is None:
            return f"uses a {ticket} ticket" if ticket else "goes"
        paid = f" with a {ticket} ticket" if ticket and ticket != called.get(mode, mode) else ""
        return f"takes the {called.get(mode, mode)}{paid}"
