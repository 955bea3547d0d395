"""The ruling on a single clause to be played, and the error if it is not allowed."""

from __future__ import annotations

from typing import Any

from adjudicator.faults import Fault, Place, Refused
from adjudicator.judge.verdict import Finding
from adjudicator.values import frozen


@frozen
class Ruling:
    """The ruling on a claimed clause: legal, losing, illegal or undecided; and all findings."""

    clause: str
    verdict: str
    findings: tuple[Finding, ...] = ()

    @property
    def is_legal(self) -> bool:
        """Whether the clause may be played: a losing one may, and ends the game."""
        return self.verdict in ("legal", "losing")


class Illegal(Refused):
    """Raised when a clause is played that is not allowed. Carries the ruling, with every broken rule."""

    def __init__(self, ruling: Ruling):
        broken = [one for one in ruling.findings if one.verdict == "illegal"]
        super().__init__(
            [Fault("T200", Place("clause"), clause=ruling.clause, reason=one.message, instead=one.help) for one in broken]
        )
        self.ruling = ruling

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self.ruling.findings

    def __reduce__(self) -> tuple[Any, ...]:
        return Illegal, (self.ruling,)
