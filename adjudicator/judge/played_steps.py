"""The steps of a legal clause as the referee plays them: the line each ride took, the answer each question got."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.engine import FUGITIVE, Act, Cells, Engine, Judged, Ride
from adjudicator.judge.written_steps import Unread, named_mode, read_step
from adjudicator.record import transcript as r
from adjudicator.values import frozen


@frozen
class PlayedStep:
    """One step: the mode that it took, and the answer it got, or whether a player has to give it."""

    part: r.Step
    mode: str | None = None
    answer: str | None = None
    asks: bool = False
    loses: bool = False


def played_steps(engine: Engine, p: Cells, clause: r.Clause, seen: Sequence[Cells]) -> Iterator[PlayedStep]:
    """The steps of a clause from a position. `seen` are the possible positions as far as the table knows: an answer is given
    only if it could be given in all of them."""
    piece = engine.seating.pieces[clause.piece]
    for part in clause.parts:
        if not isinstance(part, r.Ride | r.Act):
            yield PlayedStep(part)
            return
        step = read_step(part, piece, engine)
        if isinstance(step, Unread):
            return
        known = engine.refusals.step(p, step, named_mode(part, step) if isinstance(step, Ride) else None)
        after = engine.step(p, known.step)
        answer, asks = _answer(engine, part, known, after if piece == FUGITIVE else p, seen if piece != FUGITIVE else ())
        mode = engine.seating.symbol_names[known.step.mode] if isinstance(known.step, Ride) else None
        yield PlayedStep(part, mode, answer, asks, bool(known.loses))
        p = after
        if engine.ledger.is_over(p):
            return


def _answer(engine: Engine, part: r.Step, known: Judged, p: Cells, seen: Sequence[Cells]) -> tuple[str | None, bool]:
    """The true answer, or whether it has to be asked for. Whether the board has it must not reveal where he is."""
    if not isinstance(part, r.Act) or not part.form.has_answer or part.answer is not None:
        return None, False
    assert isinstance(known.step, Act)
    if not engine.complete and any(engine.refusals.answer(world, known.step)[1] is not None for world in seen):
        return None, True
    answer, datum = engine.refusals.answer(p, known.step)
    return answer, datum is not None
