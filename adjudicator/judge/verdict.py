"""The verdict on a transcript, as data. The report renders it; nothing is decided after this."""

from __future__ import annotations

from attrs import field

from adjudicator.rulebook.readings import Basis
from adjudicator.values import frozen


@frozen
class Finding:
    """An illegal or undecided point, at a place of the transcript."""

    verdict: str  # illegal, undecided
    rule: str  # the id of the rule whose statement decided
    says: str
    cite: str
    message: str
    line: int = 0
    column: int = 0
    length: int = 1
    round: int = 0
    piece: str = ""
    clause: str = ""
    facts: dict[str, object] = field(factory=dict)
    help: str = ""
    assumed: tuple[str, ...] = ()
    check: str = ""  # the check of the record that found it, by its name in the language; "" for a rule about steps
    status: str = ""  # of the rule: stated, clarified, inferred, contested:G12, record, house
    basis: Basis | None = None  # the ruling that the rule rests on, if the booklets leave it open


@frozen
class Notice:
    """A remark on a record that breaks no rule."""

    code: str
    message: str
    line: int = 0
    column: int = 0


@frozen
class Result:
    """The end of the game as it was played, and whether the record claims it."""

    winner: str
    by: str
    round: int
    claimed: str | None = None
    agrees: bool | None = None
    score: dict[str, int] = field(factory=dict)  # the points of each side, if the variant counts them
    pieces: dict[str, int] = field(factory=dict)  # those of single pieces, which their sides' points include
    status: str = ""  # of the ending
    basis: Basis | None = None  # the ruling that the ending rests on, where the booklets leave it open
    breach: str = ""  # the rule that the move broke which ended the game

    @property
    def points(self) -> int | None:
        """The points of the side that won."""
        return self.score.get(self.winner)


@frozen
class Otherwise:
    """The outcome of a record by another choice: the verdict, the first rule that is broken only then, and who wins when."""

    choice: str
    verdict: str
    breaks: str
    winner: str  # empty: the game does not end
    round: int


@frozen
class Resting:
    """A ruling on which a verdict rests: its question, the reading in force, and what other choices would lead to."""

    ruling: str
    question: str
    reading: str
    otherwise: tuple[Otherwise, ...] = ()  # empty where no option reads it otherwise


@frozen
class Verdict:
    """The verdict on one record, with all findings."""

    file: str
    variant: str
    rules: str
    board: str
    verdict: str  # legal, illegal, undecided, invalid
    result: Result | None
    findings: tuple[Finding, ...]
    notices: tuple[Notice, ...]
    rounds: int
    entries: int
    files: tuple[str, ...] = ()  # of the rules, where they are not shipped
    rests: tuple[Resting, ...] | None = None  # the rulings without which it would be another; None where nobody asked
