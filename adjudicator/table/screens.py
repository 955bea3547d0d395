"""Contents of a screen, as values: its audience (the table or one person), private facts, messages, the question.

`adjudicator/report/screens.py` draws them.
"""

from __future__ import annotations

from adjudicator.judge.log_rows import LogRow
from adjudicator.table.sentences import Spoken
from adjudicator.values import frozen

TABLE = "table"  # an audience that includes everybody
FREE, POOL = "free", "pool"  # in place of a number: rides need no ticket, or the tickets belong to the piece before


@frozen
class PieceRow:
    """One piece in everybody's view."""

    name: str
    role: str
    person: str
    station: str
    tickets: tuple[tuple[str, str], ...]  # kind and number, in words; or that it rides free
    state: str  # from `turn_state`


@frozen
class PublicBoard:
    title: str
    round: int
    rounds: int  # 0 if the game does not count them
    pieces: tuple[PieceRow, ...]
    states: tuple[tuple[str, str], ...]
    log: tuple[LogRow, ...]
    seen_next: str
    turn: str  # the side whose turn it is


@frozen
class PrivateBoard:
    """The facts that only one player may see."""

    title: str
    facts: tuple[tuple[Spoken, str], ...]
    moves: tuple[tuple[str, str], ...]  # the modes or tickets, and the stations they lead to


@frozen
class Offer:
    """Something that may be answered: `word` is what to say, or `word=value` with one of the values; "" is Enter, and
    its label says what Enter does. `about` is a sentence more about it."""

    word: str
    label: Spoken = ""
    values: tuple[str, ...] = ()
    taken: str = ""  # the value that is in force
    about: str = ""

    @property
    def is_bare(self) -> bool:
        return bool(self.word) and not self.label and not self.values

    @property
    def line(self) -> str:
        if not self.word:
            return f"press Enter to {self.label}"
        values = ", ".join(f"[{value}]" if value == self.taken else value for value in self.values)
        return ": ".join(part for part in (self.word, values, str(self.label), self.about) if part)


@frozen
class Screen:
    """`audience` is the table, or the piece whose player alone may look; `picks` is the number of offers for one answer."""

    audience: str
    asks: Spoken
    says: tuple[Spoken, ...] = ()
    board: PublicBoard | PrivateBoard | None = None
    title: str = ""
    offers: tuple[Offer, ...] = ()
    picks: int = 1
    person: str = ""  # who alone may look, as he is called
    is_number: bool = False  # whether the answer is made of numbers: stations, cards

    @property
    def prompt(self) -> str:
        return str(self.asks)

    @property
    def messages(self) -> tuple[str, ...]:
        return tuple(map(str, self.says))

    @property
    def lines(self) -> tuple[str, ...]:
        """The messages and the offers as lines; bare words share one."""
        words = ", ".join(offer.line for offer in self.offers if offer.is_bare)
        return (*self.messages, *([words] if words else []), *(offer.line for offer in self.offers if not offer.is_bare))

    @property
    def is_private(self) -> bool:
        return self.audience != TABLE
