"""Where a game stands: the walk through its record, and the turns that were ended without a clause."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine.compile import Ending
from adjudicator.engine.layout import ENTRIES, LEFT, ROUND, Layout
from adjudicator.engine.turns import Cells, Notes, Turns
from adjudicator.judge.findings import Findings
from adjudicator.judge.record_judge import Walk
from adjudicator.judge.start_position import Opening, open_record
from adjudicator.judge.worlds import alive
from adjudicator.live.notes import is_turn_end
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen


@frozen(eq=False)
class Stand:
    """A walked record. Where everything is known there is one world."""

    walk: Walk
    worlds: tuple[Cells, ...]

    @property
    def opening(self) -> Opening:
        return self.walk.opening

    @property
    def layout(self) -> Layout:
        return self.opening.table.layout

    @property
    def turns(self) -> Turns:
        return self.opening.referee.turns

    @property
    def p(self) -> Cells:
        return self.worlds[0]

    @property
    def side(self) -> str:
        return self.turns.side(self.p)

    @property
    def round(self) -> int:
        return self.p[ROUND]

    @property
    def entries(self) -> int:
        return self.p[ENTRIES]

    @property
    def ending(self) -> Ending | None:
        return self.opening.referee.ending(self.p)

    @property
    def is_inside_turn(self) -> bool:
        """Whether the fugitive still owes an entry of the turn that he has begun."""
        return bool(self.p[LEFT])

    @property
    def due(self) -> tuple[str, ...]:
        """The pieces of whom a move is due and possible."""
        return tuple(self.layout.seats[q].piece for q in self.turns.due(self.p))

    @property
    def may_end_turn(self) -> bool:
        """Whether the side whose turn it is may say that it is done."""
        return self.turns.is_closable(self.p)

    @property
    def asks_for_end(self) -> bool:
        """Whether turns of this side end by a word: it may have more to do than it must."""
        return self.turns.optional[self.side]


def stand_of(transcript: r.Transcript, rulebook: Rulebook, ended: int = 0) -> Stand:
    """The stand after the whole record and then so many turns that were ended by a word."""
    walk = Walk(open_record(transcript, rulebook), transcript, Findings(rulebook)).run()
    return _ended(walk, ended)


def going_on(before: Stand, clauses: Sequence[r.Clause], ended: int) -> Stand:
    """The stand after more clauses and more turns that were ended: the same as from the beginning, and much sooner."""
    walk = before.walk
    marked = r.Header("surfacings", "marked") if walk.transcript.surfacings_marked else None
    record = r.Transcript((*([marked] if marked else []), *clauses), walk.transcript.fugitive)
    later = Walk(walk.opening, record, Findings(walk.findings.rulebook), [p[:] for p in before.worlds])
    return _ended(later.one_clause(), ended)


def _ended(walk: Walk, ended: int) -> Stand:
    turns = walk.opening.referee.turns
    for _ in range(ended):
        closable = [p for p in alive(walk.worlds) if turns.is_closable(p)]
        if not closable:
            break
        notes: Notes = []
        walk.worlds = [turns.closed(p, notes if at == 0 else None) for at, p in enumerate(closable)]
        for kind, what in notes:
            if kind == "shows" and walk.entries:
                walk.entries[-1].shown |= what
    return Stand(walk, tuple(walk.worlds))


def turns_ended(items: Sequence[r.Item]) -> int:
    """How many turns were ended by a word since the last clause."""
    last = max((at for at, item in enumerate(items) if isinstance(item, r.Clause)), default=-1)
    return sum(map(is_turn_end, items[last + 1 :]))
