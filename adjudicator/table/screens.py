"""What a screen shows, as values: who may look at it, the table or one person's own things, what is said, what is asked.

How it looks is the matter of `adjudicator/report/screens.py`.
"""

from __future__ import annotations

from adjudicator.judge.log_rows import LogRow
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
    state: str  # as `Game.turn_state` has it


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
    """What one player alone may see."""

    title: str
    facts: tuple[tuple[str, str], ...]
    moves: tuple[tuple[str, str], ...]  # what is taken, and where it leads


@frozen
class Screen:
    """`audience` is the table, or the piece whose player alone may look. `done`: nothing is asked any more."""

    audience: str
    prompt: str
    messages: tuple[str, ...] = ()
    board: PublicBoard | PrivateBoard | None = None
    title: str = ""

    @property
    def is_private(self) -> bool:
        return self.audience != TABLE
