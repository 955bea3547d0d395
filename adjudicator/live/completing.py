"""A legal clause as it will stand in the record: with what the referee knows and nobody has to type.

Answers are given, surfacings are marked, and where the table cannot see which line was taken the record says it, sealed.
Whether a seal stands somewhere must never hang on what is hidden: that is decided by what the table sees of the entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from adjudicator.engine.compile import FIELDS
from adjudicator.engine.judging import Judged
from adjudicator.engine.layout import OVER
from adjudicator.engine.steps import Act, Ride
from adjudicator.engine.turns import Cells
from adjudicator.judge.findings import Findings
from adjudicator.judge.hidden_moves import named_mode
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.judge.record_judge import Walk
from adjudicator.judge.walk_state import Entry
from adjudicator.judge.written_steps import Unread, read_step
from adjudicator.live.game import Game
from adjudicator.live.stand import Stand
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen


@frozen
class Played:
    """One step as the referee plays it: the line it took, and the answer it got, or that somebody has to give it."""

    part: r.Step
    judged: Judged | None = None
    answer: str | None = None
    asks: bool = False


def played(clause: r.Clause, stand: Stand, worlds: Sequence[Cells]) -> Iterator[Played]:
    """Step by step. `worlds` are possible as far as the table knows: an answer is given if it could be given in all of them."""
    opening, p = stand.opening, stand.p
    piece = stand.layout.pieces[clause.piece]
    for part in clause.parts:
        if not isinstance(part, r.Ride | r.Act):
            yield Played(part)
            return
        step = read_step(part, piece, opening)
        if isinstance(step, Unread):
            return
        known = _judged(part, step, p, stand)
        after = opening.referee.step(p, known.step)
        yield Played(part, known, *_answer(part, known, p if piece else after, worlds if piece else (), stand))
        p = after
        if p[OVER]:
            return


def _judged(part: r.Step, step: Ride | Act, p: Cells, stand: Stand) -> Judged:
    judge = stand.opening.judge
    if isinstance(step, Ride):
        return judge.ride(p, step.piece, step.ticket, named_mode(part, step), step.to)
    return judge.act(p, step)


def _answer(part: r.Step, known: Judged, p: Cells, worlds: Sequence[Cells], stand: Stand) -> tuple[str | None, bool]:
    """The true answer; or that it has to be asked for. That the board knows it must not tell where he is."""
    if not isinstance(part, r.Act) or not part.form.has_answer or part.answer is not None:
        return None, False
    assert isinstance(known.step, Act)
    judge, step = stand.opening.judge, known.step
    if not stand.opening.referee.complete and any(judge.answer(world, step)[1] is not None for world in worlds):
        return None, True
    answer, datum = judge.answer(p, step)
    return answer, datum is not None


def completed(clause: r.Clause, steps: Sequence[Played], game: Game) -> r.Clause:
    entries = _entries(clause, game) if clause.piece == FUGITIVE else {}
    marks = not Findings(game.rulebook).seen_by_default
    parts = [_filled(step, entries.get(at), marks, game) for at, step in enumerate(steps)]
    return r.Clause(clause.piece, (*parts, *clause.parts[len(parts) :]))


def _entries(clause: r.Clause, game: Game) -> dict[int, Entry]:
    """What the table sees of each entry of a clause, by its place in it."""
    stand, record = game.stand, r.Transcript((clause,), FUGITIVE)
    walk = Walk(stand.opening, record, Findings(game.rulebook), [stand.p[:]]).one_clause()
    return {entry.part: entry for entry in walk.entries}


def _filled(step: Played, entry: Entry | None, marks: bool, game: Game) -> r.Step:
    part, mark = step.part, marks and entry is not None and entry.surfaced
    if isinstance(part, r.Act):
        return r.Act(part.form, part.values, part.answer if step.answer is None else step.answer, part.failed, mark)
    if not isinstance(part, r.Ride):
        return part
    if entry is None or not part.ticket:
        return evolve(part, mark=mark, seals=(), at=0, size=0)
    return r.Ride(part.ticket, _line_taken(part, step, entry, game), part.to, mark)


def _line_taken(part: r.Ride, step: Played, entry: Entry, game: Game) -> str | None:
    """The mode of the fugitive's ride, where the table does not know it already from the ticket."""
    if entry.shown & FIELDS["ticket"] and not _tells_nothing(part.ticket or "", game.rulebook):
        return None
    known = step.judged.step if step.judged is not None else None
    return game.stand.layout.symbol_names[known.mode] if isinstance(known, Ride) else part.mode


def _tells_nothing(ticket: str, rulebook: Rulebook) -> bool:
    """Whether a ticket is good for several modes."""
    table = rulebook.tables.tickets.get(ticket)
    return table is not None and len(table.pays) > 1
