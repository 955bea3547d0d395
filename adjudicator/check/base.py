"""What a walk through a record carries along: the worlds that are possible, what was found, what was shown."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from adjudicator.check.findings import Findings
from adjudicator.check.opening import Opening
from adjudicator.engine.compile import FIELDS
from adjudicator.engine.judging import unknown
from adjudicator.engine.layout import STAYED
from adjudicator.engine.turns import Cells, Notes
from adjudicator.record import transcript as r

PASSED = STAYED + 1  # in the cell of moves: the record let this piece pass, or moved it at another time


@define
class Entry:
    """One entry of the log as the walk met it: where it stands in the record, and what of it has become public."""

    clause: int
    part: int
    number: int
    shown: int  # a sum of FIELDS
    surfaced: bool = False  # the table saw him there when it was written


@define
class Base:
    opening: Opening
    transcript: r.Transcript
    findings: Findings
    worlds: list[Cells] = field(factory=list)
    entries: list[Entry] = field(factory=list)
    segment: dict[int, int] = field(factory=dict)  # clause -> the numbered round it was written under
    merged: bool = False  # there were too many worlds, and some were taken together
    ended_later: bool = False  # not by the last clause, but by what followed of itself
    _offset: int = 0  # how far the record's round numbers are off, told once
    _notes: Notes = field(factory=list)
    _told_end: bool = False
    _begun: dict[int, int] = field(factory=dict)  # round -> the part of the record in which it began
    _overhangs: bool = False  # the clause at hand belongs to the round before, though that is over
    _early: list[int] = field(factory=list)  # pieces that moved before their side's turn
    _sat_out: set[int] = field(factory=set)  # pieces that had to sit out since the last clause, said or not
    _unwritten: bool | None = None  # whether the record leaves out what nobody saw; not looked for yet
    _claims: dict[int, tuple[r.Clause, r.Step]] = field(factory=dict)  # who said he stays while others could make room

    @property
    def p(self) -> Cells:
        return self.worlds[0]

    def _writes(self, step: r.Step) -> bool:
        """Whether a step writes an entry, or for a pursuer is a move."""
        return isinstance(step, r.Ride) or (isinstance(step, r.Act) and step.form.place in ("turn", "entry"))

    def _acts_next(self, index: int) -> bool:
        """Whether the record goes on with an action of a pursuer in the same round: its turn is not over then."""
        later = index + 1
        if self.segment.get(later) != self.segment.get(index):
            return False
        clause = self.transcript.clauses[later]
        first = clause.parts[0]
        return clause.piece != self.transcript.fugitive and isinstance(first, r.Act) and first.form.place == "during"

    def _names(self, pieces: Iterable[int]) -> str:
        return " and ".join(self.opening.table.layout.seats[q].piece for q in pieces)

    def _excused(self, *pieces: int) -> None:
        """These have had their move as far as the turn goes, though they made none."""
        for p in self.worlds:
            for q in pieces:
                p[self.opening.table.layout.moved + q] = PASSED

    def _each(self, worlds: list[Cells], change: object) -> None:
        self.worlds = [change(p) for p in worlds]  # type: ignore[operator]

    def _brought_to_light(self, fields: int) -> None:
        """More of the last entry has become public while he was still there for the pursuers to find: a mark is right."""
        self.entries[-1].shown |= fields
        if fields & FIELDS["station"]:
            self.findings.undoubt(self.entries[-1].number)

    def _take_notes(self) -> None:
        for kind, what in self._notes:
            if kind == "shows" and self.entries:
                self.entries[-1].shown |= what
            elif kind == "there" and self.entries:
                self._brought_to_light(what)
            elif kind == "open":
                name, datum = what
                self.findings.open(unknown(name, datum))
            elif kind == "stays":
                self._sat_out.add(what)
        self._notes.clear()
