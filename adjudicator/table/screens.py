"""The contents of a screen, as values: who may look at it, the table or one person's own things, messages, the question.

How it looks is the matter of `adjudicator/report/screens.py`.
"""

from __future__ import annotations

from adjudicator.judge.log_rows import LogRow
from adjudicator.table.sentences import Spoken
from adjudicator.values import frozen

TABLE = "table"  # everybody may look
FREE, POOL = "free", "pool"  # instead of a number: no ticket is needed, or those of the piece before it are shared


@frozen
class PieceRow:
    """One piece as everybody sees it."""

    name: str
    role: str
    person: str
    station: str
    tickets: tuple[tuple[str, str], ...]  # kind and number, in words; or that it rides free
    state: str  # as `turn_state` has it


@frozen
class PublicBoard:
    title: str
    round: int
    rounds: int  # 0 where nobody counts them
    pieces: tuple[PieceRow, ...]
    states: tuple[tuple[str, str], ...]
    log: tuple[LogRow, ...]
    seen_next: str
    turn: str  # whose turn it is


@frozen
class PrivateBoard:
    """The facts that one player alone may see."""

    title: str
    facts: tuple[tuple[Spoken, str], ...]
    moves: tuple[tuple[str, str], ...]  # what is taken, and where it leads


@frozen
class Offer:
    """Something that may be answered: `word` is what to say, or `word=value` with one of the values; "" is Enter, and
    its label says what Enter does."""

    word: str
    label: Spoken = ""
    values: tuple[str, ...] = ()
    taken: str = ""  # the value that is in force

    @property
    def is_bare(self) -> bool:
        return bool(self.word) and not self.label and not self.values

    @property
    def line(self) -> str:
        if not self.word:
            return f"press Enter to {self.label}"
        values = ", ".join(f"[{value}]" if value == self.taken else value for value in self.values)
        return ": ".join(part for part in (self.word, values, str(self.label)) if part)


@frozen
class Screen:
    """`audience` is the table, or the piece whose player alone may look. `picks`: how many offers are answered at once."""

    audience: str
    asks: Spoken
    says: tuple[Spoken, ...] = ()
    board: PublicBoard | PrivateBoard | None = None
    title: str = ""
    offers: tuple[Offer, ...] = ()
    picks: int = 1
    person: str = ""  # who alone may look, as he is called

    @property
    def prompt(self) -> str:
        return str(self.asks)

    @property
    def messages(self) -> tuple[str, ...]:
        return tuple(map(str, self.says))

    @property
    def lines(self) -> tuple[str, ...]:
        """The messages, and the offers: bare words on one line."""
        words = ", ".join(offer.line for offer in self.offers if offer.is_bare)
        return (*self.messages, *([words] if words else []), *(offer.line for offer in self.offers if not offer.is_bare))

    @property
    def is_private(self) -> bool:
        return self.audience != TABLE
