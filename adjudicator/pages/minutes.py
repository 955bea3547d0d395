"""The contents of a page of any shape: headers, starts, and the moves in their rounds. All shapes are converted to this."""

from __future__ import annotations

from attrs import define, field

from adjudicator.faults import Fault
from adjudicator.pages.cast import Cast
from adjudicator.pages.phrases import Phrase
from adjudicator.pages.stretches import Stretch
from adjudicator.values import frozen


@frozen
class Mark:
    """The number of a round or entry on the page.

    `again` if the round continues below it, `is_word` if it has a word: `Round 3`.
    """

    number: int
    place: Stretch
    again: bool = False
    is_word: bool = False


@frozen
class Move:
    """The move of a piece: a phrase, or `words` that only the notation can read."""

    piece: str
    words: Stretch
    phrase: Phrase | None = None


@frozen
class Remark:
    """A part of the page that is not a move."""

    words: Stretch


Turn = Mark | Move | Remark
ANY = "any"  # means every check and every rule among the doubts


@define
class Minutes:
    """`how` says in a few words how the page was read; `unordered`, that it does not show the order of the pursuers' moves.

    `halves`: two moves of the fugitive under one number are the halves of a double. `doubts` has questions about assumptions,
    each by the check of the record (or ANY) that fails if the assumption is wrong.
    """

    shape: str
    cast: Cast
    how: list[str] = field(factory=list)
    headers: list[tuple[str, Stretch]] = field(factory=list)
    starts: dict[str, Stretch] = field(factory=dict)
    turns: list[Turn] = field(factory=list)
    unread: list[Stretch] = field(factory=list)  # parts that may be moves, and are not understood
    faults: list[Fault] = field(factory=list)
    doubts: dict[str, Fault] = field(factory=dict)
    unordered: bool = False
    halves: bool = True

    @property
    def marks(self) -> list[Mark]:
        return [turn for turn in self.turns if isinstance(turn, Mark)]

    @property
    def last_mark(self) -> Mark | None:
        return next((turn for turn in reversed(self.turns) if isinstance(turn, Mark)), None)

    @property
    def has_moves(self) -> bool:
        return any(isinstance(turn, Move) for turn in self.turns)

    @property
    def moves(self) -> list[Move]:
        return [turn for turn in self.turns if isinstance(turn, Move)]
