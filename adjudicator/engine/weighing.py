"""Moves while data are unknown: every move that may be legal is listed, and then weighed step by step."""

from __future__ import annotations

from adjudicator.engine.budget import TooMany
from adjudicator.engine.layout import Cells
from adjudicator.engine.lister import Lister
from adjudicator.engine.moves import FirstEntries, Move
from adjudicator.engine.player import Player
from adjudicator.engine.refusals import Refusals
from adjudicator.engine.steps import Act, Clause, Ride, Step, move_of
from adjudicator.values import frozen

MOST = 20_000  # turns of several entries that are weighed one by one, in all positions together
Begun = dict[tuple[object, ...], tuple[str, Cells]]  # verdict and position after each beginning of a clause: many begin alike


@frozen
class Weighed:
    """The surely legal moves, and those that cannot be decided; as `FirstEntries`, if whole turns are too many."""

    legal: tuple[Move, ...]
    undecided: tuple[Move, ...]


@frozen(eq=False, slots=False)
class Scales:
    player: Player
    hoping: Lister  # lists everything that is not surely refused
    refusals: Refusals

    def weighed(self, positions: tuple[tuple[int, ...], ...]) -> Weighed:
        """The moves that are legal in one of these positions, and those that are undecided in one and legal in none."""
        hopes, kind = self._hopes(positions)
        weights: dict[Move, str] = {}
        with self.player.table.rules.budget.question():
            for p, clauses in zip(positions, hopes, strict=True):
                begun: Begun = {}
                for one in clauses:
                    move = move_of(one, self.player.table.seating)
                    if weights.get(move) == "legal":  # no other position can change that
                        continue
                    weight = self._weight(list(p), one, begun)
                    if weight != "illegal":
                        weights[move] = weight
        legal, undecided = (kind(move for move, one in weights.items() if one == word) for word in ("legal", "undecided"))
        return Weighed(legal, undecided)

    def open_steps(self, p: Cells) -> tuple[Move, ...]:
        """The next steps that are neither surely legal nor surely illegal."""
        begun: Begun = {}
        with self.player.table.rules.budget.question():
            found = [one for one in self.hoping.next_clauses(p) if self._weight(list(p), one, begun) == "undecided"]
        return tuple(dict.fromkeys(move_of(one, self.player.table.seating) for one in found))

    def _hopes(self, positions: tuple[tuple[int, ...], ...]) -> tuple[list[list[Clause]], type[tuple[Move, ...]]]:
        """The clauses to weigh in each of these positions, and the type of the resulting lists."""
        budget, clauses = self.player.table.rules.budget, self.hoping.clauses
        try:
            with budget.question(MOST):
                return [clauses(list(p)) for p in positions], tuple
        except TooMany:
            with budget.question():
                return [clauses(list(p), short=True) for p in positions], FirstEntries

    def _weight(self, p: Cells, clause: Clause, begun: Begun) -> str:
        verdict = "legal"
        for number, step in enumerate(clause.steps):
            key = (clause.piece, *clause.steps[: number + 1])
            if key not in begun:
                begun[key] = self._weighed_step(p if number else self._ready(p, clause, begun), step, verdict)
            verdict, p = begun[key]
            if verdict == "illegal":
                break
        return verdict

    def _ready(self, p: Cells, clause: Clause, begun: Begun) -> Cells:
        """The position in which a clause is played, shared by the clauses of a piece that begin with a ride, or with the same
        action."""
        first = clause.steps[0]
        key = ("ready", clause.piece, first.action if isinstance(first, Act) else "")
        if key not in begun:
            begun[key] = ("legal", self.player.ready(p, clause))
        return begun[key][1]

    def _weighed_step(self, p: Cells, step: Step, verdict: str) -> tuple[str, Cells]:
        """The verdict on a clause after this step, given its verdict before it, and the position after it."""
        if not isinstance(step, Ride | Act):
            return verdict, p
        judged = self.refusals.step(p, step)
        if judged.broken:
            return "illegal", p
        return "undecided" if judged.open else verdict, self.player.step(p, step)
