"""A claimed clause put to the judge, on a position or on every position that is possible."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from attrs import field

from adjudicator.check.base import PASSED
from adjudicator.check.findings import Findings
from adjudicator.check.opening import Opening
from adjudicator.check.walking import Walk
from adjudicator.engine.turns import Cells
from adjudicator.faults import Fault, Place, Refused
from adjudicator.record import parse, write_clause
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import Lexicon
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen


@frozen
class Ground:
    """A rule that decides something: its own words, its citation, and what it says here."""

    rule: str
    says: str = ""
    cite: str = ""
    status: str = ""
    message: str = ""
    facts: dict[str, object] = field(factory=dict)


def ground(rulebook: Rulebook, rule: str, message: str = "", facts: dict[str, object] | None = None) -> Ground:
    known = rulebook.rules.get(rule)
    if known is None:
        return Ground(rule, message=message, facts=facts or {})
    return Ground(rule, known.says, known.cite, known.status, message, facts or {})


@frozen
class Judged:
    """The judge's word on a clause in one position: what speaks against it, what is open, how the game stands after it."""

    grounds: tuple[Ground, ...]
    open: tuple[Ground, ...]
    after: Cells
    ending: str = ""  # the ending that it brings about
    winner: str = ""
    waits_for: tuple[str, ...] = ()  # pieces that would have to act first

    @property
    def is_legal(self) -> bool:
        return not self.grounds and not self.waits_for


def read_clause(text: str, opening: Opening, lexicon: Lexicon) -> r.Clause:
    """A clause in the notation of transcripts. Raises Refused, also for a station that is not on the board."""
    names = "; ".join(seat.piece for seat in opening.table.seats)
    transcript, faults = parse(f"seats: {names}\n{text.strip()}\n", lexicon, "question")
    errors = [fault for fault in faults if fault.is_error]
    if errors or len(transcript.clauses) != 1:
        raise Refused(_in_question(errors) or [Fault("Q10", Place("question"), text=text)])
    board = opening.table.board
    off = [number for number in _stations(transcript.clauses[0]) if number not in board.stations]
    if off:
        raise Refused([off_the_board(number, opening) for number in off])
    return transcript.clauses[0]


def off_the_board(number: int, opening: Opening) -> Fault:
    board = opening.table.board
    return Fault(
        "Q11",
        Place("question"),
        number=number,
        board=board.id,
        count=len(board.stations),
        first=min(board.stations),
        last=max(board.stations),
        **board.numbered_elsewhere(number),
    )


def _in_question(faults: Iterable[Fault]) -> list[Fault]:
    return [fault.at(Place("question"), ()) for fault in faults]


def _stations(clause: r.Clause) -> Iterable[int]:
    for step in clause.parts:
        if isinstance(step, r.Ride) and step.to is not None:
            yield step.to
        elif isinstance(step, r.Act):
            for argument, value in zip(step.form.arguments, step.values, strict=False):
                numbers = value if argument.kind == "card" and isinstance(value, tuple) else (value,)
                yield from (n for n in numbers if isinstance(n, int) and argument.kind in ("card", "station"))


@frozen(slots=False)
class Claim:
    """One clause, to be tried on any position of a table."""

    opening: Opening
    clause: r.Clause

    @cached_property
    def piece(self) -> int:
        return self.opening.table.layout.pieces[self.clause.piece]

    @cached_property
    def written(self) -> str:
        return write_clause(self.clause)

    def on(self, p: Cells) -> Judged:
        """Judge it on a position; if others must act first, say so and judge it as if they had."""
        ready, waits_for = self._ready(p)
        walk = self._walk(ready)
        found = walk.findings.all()
        rulebook = self.opening.table.rulebook
        grounds = [ground(rulebook, one.rule, one.message, one.facts) for one in found if one.verdict == "illegal"]
        undecided = [ground(rulebook, one.rule, one.message) for one in found if one.verdict == "undecided"]
        ending = self.opening.referee.ending(walk.p)
        names = tuple(self.opening.table.seats[q].piece for q in waits_for)
        return Judged(
            tuple(grounds),
            tuple(undecided),
            walk.p,
            ending.id if ending else "",
            (ending.winner or "draw") if ending else "",
            names,
        )

    def legal_on(self, p: Cells) -> bool:
        """Whether nothing speaks against it; a clause that loses the game is no help to anybody."""
        walk = self._walk(p)
        if walk.findings.found:
            return False
        ending = self.opening.referee.ending(walk.p)
        return ending is None or ending.winner != ("pursuers" if self.piece == 0 else "fugitive")

    def _walk(self, p: Cells) -> Walk:
        record = r.Transcript((self.clause,), file="question")
        return Walk(self.opening, record, Findings(self.opening.table.rulebook), [p[:]]).one_clause()

    def ready(self, p: Cells) -> Cells:
        """The position as it would be if all had acted who must act first."""
        return self._ready(p)[0]

    def _ready(self, p: Cells) -> tuple[Cells, tuple[int, ...]]:
        """Let those pass whose move is due before this one."""
        turns, layout = self.opening.referee.turns, self.opening.table.layout
        passed: list[int] = []
        p = p[:]
        if isinstance(self.clause.parts[0], r.Resign):
            return p, ()
        for _ in range(layout.count):
            due = turns.due(p)
            same_side = turns.side(p) == layout.side(self.piece)
            if not due or (same_side and (self.piece in due or self._has_moved(p) or self._is_free(p))):
                break
            for q in due:
                p[layout.moved + q] = PASSED
            passed += due
        return p, tuple(passed)

    def _has_moved(self, p: Cells) -> bool:
        return p[self.opening.table.layout.moved + self.piece] > 0

    def _is_free(self, p: Cells) -> bool:
        """An action during a side's turn waits for nobody of that side."""
        first = self.clause.parts[0]
        return isinstance(first, r.Act) and first.form.place not in ("turn", "entry")
