"""How a game stands at the end of a record, and everything that may be done now."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from attrs import evolve

from adjudicator.check.findings import Findings
from adjudicator.check.opening import Opening, open_record
from adjudicator.check.walking import Walk
from adjudicator.check.worlds import alive
from adjudicator.engine.layout import OVER, ROUND, Layout
from adjudicator.engine.referee import Referee
from adjudicator.engine.steps import Act, Move, Ride, written
from adjudicator.engine.turns import Cells
from adjudicator.faults import Fault, Place, Refused
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen


@frozen(eq=False)
class Standing:
    """A position of the game, or every one that is possible."""

    opening: Opening
    worlds: tuple[Cells, ...]

    @property
    def p(self) -> Cells:
        return self.worlds[0]

    @property
    def is_over(self) -> bool:
        return all(p[OVER] for p in self.worlds)


@frozen
class Listed:
    """Clauses that can be written next: without breach; allowed but ending the game at once; not to be decided."""

    to_move: tuple[str, ...]
    legal: tuple[str, ...]
    losing: tuple[str, ...]
    undecided: tuple[str, ...] = ()


def stand(transcript: r.Transcript, rulebook: Rulebook, round: int = 0) -> Standing:
    """The game after the last clause; with a round, when that round begins, if only optional things are left before it."""
    opening = open_record(transcript, rulebook)
    walk = Walk(opening, transcript, Findings(rulebook)).run()
    worlds = alive(walk.worlds) or walk.worlds
    return Standing(opening, tuple(_forward(p, round, opening) for p in worlds))


def _forward(p: Cells, round: int, opening: Opening) -> Cells:
    turns = opening.referee.turns
    while p[ROUND] < round and turns.is_closable(p):
        p = turns.closed(p)
    return p


def listed(standing: Standing, piece: str = "") -> Listed:
    """What may be done now, by everybody or by one piece. Where his place is not known: what is possible from some place."""
    referee, layout = _hopeful(standing.opening.referee), standing.opening.table.layout
    if piece and piece not in layout.pieces:
        raise Refused([Fault("T040.asked", Place("--piece"), word=piece, known=layout.pieces)])
    legal: dict[str, None] = {}
    losing: dict[str, None] = {}
    undecided: dict[str, None] = {}
    for p in standing.worlds:
        for move in _of(piece, referee.moves(p), layout):
            weight = "legal" if referee.complete else weighed(standing.opening, p, move)
            if weight != "illegal":
                (legal if weight == "legal" else undecided)[written(move, layout)] = None
        losing |= dict.fromkeys(written(move, layout) for move in _of(piece, referee.losing(p), layout))
    undecided = {text: None for text in undecided if text not in legal}
    return Listed(_to_move(standing, [*legal, *losing, *undecided]), tuple(legal), tuple(losing), tuple(undecided))


@lru_cache(maxsize=64)
def _hopeful(referee: Referee) -> Referee:
    """Where something is not known, whatever is not surely refused is listed, and then weighed."""
    return referee if referee.complete else evolve(referee, hopeful=True)


def _of(piece: str, moves: Iterable[Move], layout: Layout) -> list[Move]:
    return [move for move in moves if not piece or layout.seats[move.piece].piece == piece]


def _to_move(standing: Standing, clauses: list[str]) -> tuple[str, ...]:
    """Who has to move, and where nobody has to, who may."""
    seats = standing.opening.table.layout.seats
    due = standing.opening.referee.turns.due(standing.p)
    listed = dict.fromkeys(text.split(" ", 1)[0] for text in clauses)
    return tuple(name for name in (seats[q].piece for q in due) if name in listed) or tuple(listed)


def weighed(opening: Opening, p: Cells, move: Move) -> str:
    """Whether a clause is legal as far as the record and the board tell: legal, illegal or undecided."""
    verdict = "legal"
    p = opening.referee.ready(p, move)
    for step in move.steps:
        if isinstance(step, Ride):
            judged = opening.judge.ride(p, step.piece, step.ticket, step.mode if step.ticket < 0 else None, step.to)
        elif isinstance(step, Act):
            judged = opening.judge.act(p, step)
        else:
            continue
        if judged.broken:
            return "illegal"
        verdict = "undecided" if judged.open else verdict
        p = opening.referee.step(p, step)
    return verdict
