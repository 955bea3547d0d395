"""What a log says in comments: things that happened at the table and that no clause can say.

They are written by the referee and read back by it. A person reads them as they stand.
"""

from __future__ import annotations

import re

from adjudicator.record import transcript as r
from adjudicator.record.writing import write_card
from adjudicator.values import frozen

TURN_ENDS = "the turn ends"
TYPED_CARDS = "cards are typed in"
DRAWN_CARDS = "cards are drawn by the referee"
_CARD = re.compile(r"card for (\S+) (\S+): ([0-9/]+)")
_HIDDEN = re.compile(r"hidden (\d{1,6}): (.+)")
_TAKEN_BACK = "taken back"


@frozen
class Drawn:
    """A card that was turned over, before it was chosen what to make of it."""

    piece: str
    action: str
    card: tuple[int, ...]


def note(text: str) -> r.Comment:
    return r.Comment(f" {text}", indented=True)


def turn_ends() -> r.Comment:
    return note(TURN_ENDS)


def is_turn_end(item: r.Item) -> bool:
    return isinstance(item, r.Comment) and item.text.strip() == TURN_ENDS


def card_drawn(drawn: Drawn) -> r.Comment:
    return note(f"card for {drawn.piece} {drawn.action}: {write_card(drawn.card)}")


def drawn_card(item: r.Item) -> Drawn | None:
    found = _CARD.fullmatch(item.text.strip()) if isinstance(item, r.Comment) else None
    return Drawn(found[1], found[2], tuple(map(int, found[3].split("/")))) if found else None


def taken_back(what: str, known: tuple[str, ...] = ()) -> r.Comment:
    agreed = f" with the agreement of the table, which knew: {'; '.join(known)}" if known else ""
    return note(f"{_TAKEN_BACK}: {what}{agreed}")


def is_taken_back(item: r.Item) -> bool:
    return isinstance(item, r.Comment) and item.text.strip().startswith(f"{_TAKEN_BACK}: ")


def hidden_clause(place: int, text: str) -> str:
    """For the key alone: a clause that the public log says nothing of, and how many of its items stand before it."""
    return f" hidden {place}: {text}"


def clause_hidden(text: str) -> tuple[int, str] | None:
    found = _HIDDEN.fullmatch(text.strip())
    return (int(found[1]), found[2]) if found else None
