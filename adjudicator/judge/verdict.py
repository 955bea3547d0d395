"""The verdict on a transcript, as data. The report renders it; nothing is decided after this."""

from __future__ import annotations

from attrs import field

from adjudicator.rulebook.readings import Basis
from adjudicator.values import frozen


@frozen
class Finding:
    """Something illegal, or something that cannot be decided, at a place of the transcript."""

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
    check: str = ""  # the check of the record that found it, as the language names it; nothing for a rule about steps
    status: str = ""  # of the rule: stated, clarified, inferred, contested:G12, record, house
    basis: Basis | None = None  # the ruling that the rule rests on, where the booklets leave it open


@frozen
class Notice:
    """Something worth knowing that breaks no rule."""

    code: str
    message: str
    line: int = 0
    column: int = 0


@frozen
class Result:
    """How the game ended as it was played, and whether the record claims the same."""

    winner: str
    by: str
    round: int
    claimed: str | None = None
    agrees: bool | None = None
    score: dict[str, int] = field(factory=dict)  # the points of each side, where the variant counts them
    pieces: dict[str, int] = field(factory=dict)  # those of single pieces; they are in the points of their side, too
    status: str = ""  # of the ending
    basis: Basis | None = None  # the ruling that the ending rests on, where the booklets leave it open

    @property
    def points(self) -> int | None:
        """The points of the side that won."""
        return self.score.get(self.winner)


@frozen
class Verdict:
    """Everything the judge has to say about one record."""

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
