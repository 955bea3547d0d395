"""The questions at the table, as values. Screens put them into words."""

from __future__ import annotations

from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.record.transcript_writer import write_card
from adjudicator.table.sentences import Spoken
from adjudicator.values import frozen


@frozen
class Entry:
    """The fugitive has to write an entry, or may end his turn."""

    may_end: bool
    is_inside: bool  # half of a double is written


@frozen
class Turn:
    """The pursuers have to move; if none is `due`, they may still act or end their turn."""

    due: tuple[str, ...]


@frozen
class Choice:
    """A card is open, and one of these clauses has to follow."""

    drawn: r.Draw
    ways: tuple[str, ...]


@frozen
class Over:
    """The game is over."""


LOSES, RESIGNS, DRAWN, ANSWERED, DONE = "loses", "resigns", "drawn", "answered", "done"  # the reasons for a confirmation


@frozen
class Sure:
    """Confirmation of a step that relies on a player's word, or ends more than that player's turn.

    It may be a clause, a card that was drawn from the box, or the end of a turn. All `voters` have to agree.
    """

    item: r.Clause | r.Draw | r.TurnEnd
    seat: str
    voters: tuple[str, ...]
    why: str
    rest: tuple[r.Clause, ...] = ()  # typed after it on one line
    agreed: tuple[str, ...] = ()
    seen: str = ""  # the clause for voters who may not know all of it

    def text_for(self, seat: str) -> str:
        """The clause to be written, as this voter sees it."""
        return self.seen if self.seen and seat != self.seat else self.text

    @property
    def text(self) -> str:
        """The clause to be written, as its player sees it."""
        match self.item:
            case r.Clause():
                return write_clause(self.item)
            case r.Draw():
                return f"{self.item.piece} {self.item.form.written} {write_card(self.item.card)}"
        return ""


@frozen
class TakeBack:
    """Whether the last clause may be taken back, if that concerns others besides its player."""

    clause: Spoken  # as all saw it
    seat: str
    voters: tuple[str, ...]
    known: tuple[Spoken, ...]
    agreed: tuple[str, ...] = ()


@frozen
class Answer:
    """The fugitive's answer to a question that the board cannot decide."""

    clause: r.Clause
    seat: str  # the one that asked
    rest: tuple[r.Clause, ...] = ()


@frozen
class Card:
    """The card that was drawn from the box for an action."""

    clause: r.Clause
    seat: str


Asked = Sure | TakeBack | Answer | Card  # these stay open until they are answered; others follow from the game
Prompt = Entry | Turn | Choice | Over | Asked
