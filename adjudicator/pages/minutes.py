"""The contents of a page of any shape: headers, starts, and the moves in their rounds. Every shape is read into this."""

from __future__ import annotations

from attrs import define, field

from adjudicator.faults import Fault
from adjudicator.pages.cast import Cast
from adjudicator.pages.phrases import Phrase
from adjudicator.pages.stretches import Stretch
from adjudicator.values import frozen


@frozen
class Mark:
    """The number of a round or of an entry, as it stands on the page.

    `again` where the round goes on under it, `is_word` where a word says that it is one: `Round 3`.
    """

    number: int
    place: Stretch
    again: bool = False
    is_word: bool = False


@frozen
class Move:
    """The move of a piece: a phrase, or words that only the notation can read (`words`)."""

    piece: str
    words: Stretch
    phrase: Phrase | None = None


@frozen
class Remark:
    """A part of the page that is not a move."""

    words: Stretch


Turn = Mark | Move | Remark
ANY = "any"  # stands for every check and every rule among the doubts


@define
class Minutes:
    """`how` says how the page was read, in a few words; `unordered`, that it does not show in which order the pursuers moved.

    `halves` says that two moves of the fugitive under one number are the halves of a double. `doubts` are what the page leaves
    open: the check of the record that fails if it was otherwise than assumed (or ANY), and the question to ask then.
    """

    shape: str
    cast: Cast
    how: list[str] = field(factory=list)
    headers: list[tuple[str, Stretch]] = field(factory=list)
    starts: dict[str, Stretch] = field(factory=dict)
    turns: list[Turn] = field(factory=list)
    unread: list[Stretch] = field(factory=list)  # that may be a move, and is not understood
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
