"""A review of the game: the turns when he could certainly have been caught, and the information in each entry.

It is exact, from the worlds that were possible for the table. A claim about a turn of the pursuers refers to its beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from adjudicator.engine import FUGITIVE as FIRST
from adjudicator.engine import Act, Engine
from adjudicator.game import Game
from adjudicator.judge.worlds import Try, acts, rides
from adjudicator.judge.written_steps import Guess, read_step
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.replay.captures import BestTurn, best_turn
from adjudicator.replay.telling import Step
from adjudicator.values import frozen


@frozen
class GivenAway:
    """The information in one turn of the fugitive: the number of stations open to him, and the number left."""

    step: int
    open: int  # stations that he could have reached by the same number of rides with any tickets
    left: int  # stations where he could be after what the table saw

    @property
    def bits(self) -> float:
        """How often the number of stations was halved."""
        return log2(self.open / self.left) if self.open > self.left > 0 else 0.0


@frozen
class Chance:
    """The best turn of the pursuers that begins after this step."""

    step: int
    turn: BestTurn


@frozen
class Review:
    chances: tuple[Chance, ...]
    given_away: tuple[GivenAway, ...]

    @property
    def certain(self) -> tuple[Chance, ...]:
        return tuple(one for one in self.chances if one.turn.is_certain)

    @property
    def most(self) -> tuple[GivenAway, ...]:
        """The turns that gave away the most, the worst first."""
        return tuple(sorted((one for one in self.given_away if one.bits), key=lambda one: (-one.bits, one.step))[:5])


def review(steps: Sequence[Step]) -> Review:
    chances: list[Chance] = []
    given: list[GivenAway] = []
    for at, step in enumerate(steps):
        if at and step.piece == FUGITIVE:
            reachable = could_reach(steps[at - 1].known, _last_clause(step.known))
            if reachable and step.possible:
                given.append(GivenAway(at, len(reachable), len(step.possible)))
            turn = best_turn(_handed_over(step.known))
            if turn is not None:
                chances.append(Chance(at, turn))
    return Review(tuple(chances), tuple(given))


def _handed_over(known: Game) -> Game:
    """The game at the pursuers' turn, also if he has optional actions left and does not end his turn explicitly."""
    return known if known.side == "pursuers" or len(known.pieces) < 2 else known.where(known.pieces[1]).game


def _last_clause(known: Game) -> r.Clause | None:
    last = known.record.last
    return last if isinstance(last, r.Clause) else None


def could_reach(known: Game, clause: r.Clause | None) -> frozenset[int]:
    """The stations that he could come to by a legal turn with as many rides as this one, with any tickets, from every station
    where he could be; none if that is unknown."""
    engine, parts = known.engine, clause.parts if clause is not None else ()
    if not engine.complete or not any(isinstance(part, r.Ride) for part in parts):
        return frozenset()
    last = max(n for n, part in enumerate(parts) if isinstance(part, r.Ride))
    positions = [world.cells for world in known.worlds]
    for part in parts[:last]:
        tries = _any_ticket(part, engine)
        after = (p for before in positions for _, p in tries(before)) if tries else positions
        positions = list({tuple(p): p for p in after if not engine.ledger.is_over(p)}.values())
    return frozenset(to for p in positions for _, _, to in engine.rides(p, FIRST))


def _any_ticket(part: r.Step, engine: Engine) -> Try | None:
    """The steps to try in place of this one: any ride, or the action that makes a turn of several entries."""
    if isinstance(part, r.Ride):
        return rides(Guess(None, None, None), engine)
    step = read_step(part, FIRST, engine) if isinstance(part, r.Act) and part.form.place == "turn" else None
    return acts(step, set(), engine) if isinstance(step, Act) else None
