"""How players of the pursuers decide: each option is valued by where it leaves them, and the best is made.

One piece after another is moved, the nearest first; what is known of the fugitive are the stations where he can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import log2
from random import Random

from adjudicator.engine import FUGITIVE, Cells, Move
from adjudicator.game import Game
from adjudicator.judge.decision import Decision
from adjudicator.lab.roads import FAR, Roads, roads
from adjudicator.values import frozen

WORLDS = 32  # at most looked at, one for each station
SPECIAL = 0.3  # how often something is tried that changes nothing that can be valued
SPENT = 0.8  # what the last ticket of a kind is worth, in rides
AT_ONCE = 2.0  # how much more it counts where he can be now than where he can be next, for one who looks ahead
LEARNED = 0.5  # what a bit of knowledge about him is worth, in rides
CAUGHT = 30.0  # what catching him for certain is worth, in rides
ALONE = 0.2  # a piece that is not the nearest comes closer, too
COSTS = (0.0, 0.0, 1.0, 2.3, 3.3, 4.2, 5.0, 5.7, 6.3, 6.8, 7.2, 7.5, *(8.0 for _ in range(FAR)))  # of stations so far away


@frozen(eq=False, slots=False)
class Chase:
    """The pursuers' knowledge, as far as it matters for where they go."""

    view: Game
    decision: Decision
    luck: Random

    @cached_property
    def roads(self) -> Roads:
        return roads(self.view.engine)

    @cached_property
    def cells(self) -> Cells:
        return self.view.worlds[0].cells

    @cached_property
    def possible(self) -> tuple[int, ...]:
        """Where he can be."""
        return self.view.where().stations

    @cached_property
    def sample(self) -> list[Cells]:
        """Some worlds, each with him on another station."""
        station = self.view.engine.ledger.station
        every = list({station(world.cells, FUGITIVE): world.cells for world in self.view.worlds}.values())
        return every if len(every) <= WORLDS else self.luck.sample(every, WORLDS)

    @cached_property
    def at(self) -> dict[int, int]:
        """The stations of the pursuers."""
        stations = self.view.engine.ledger.stations(self.cells)
        return {q: station for q, station in enumerate(stations) if q and 0 < station < self.view.engine.seating.off}

    @cached_property
    def now(self) -> dict[int, float]:
        """Where he can be, and how likely."""
        return dict.fromkeys(self.possible, 1 / len(self.possible)) if self.possible else {}

    @cached_property
    def next(self) -> dict[int, float]:
        """Where he can be after his next ride, and how likely: in every world of the sample each of his rides counts alike."""
        found, rides, taken = dict[int, float](), self.view.engine.rides, set(self.at.values())
        for p in self.sample:
            reached = {to for _, _, to in rides(p, FUGITIVE)} - taken
            for to in reached:
                found[to] = found.get(to, 0.0) + 1 / len(reached) / len(self.sample)
        return found or self.now


Aim = Callable[[Chase], Mapping[int, float]]


def close_in(chase: Chase) -> Mapping[int, float]:
    """The stations that a greedy pursuer goes for: where he can be now."""
    return chase.now


def cut_off(chase: Chase) -> Mapping[int, float]:
    """The stations that a pursuer goes for who looks ahead: where he can be now, and where after his reply."""
    aims = dict(chase.next)
    for station, likely in chase.now.items():
        aims[station] = aims.get(station, 0.0) + AT_ONCE * likely
    return aims


@frozen(eq=False)
class Pursuing:
    aim: Aim

    def choose(self, view: Game, luck: Random) -> Move | None:
        decision = view.decision
        assert decision is not None
        if not decision.options:
            return None
        chase = Chase(view, decision, luck)
        aims = self.aim(chase)
        if not chase.at or not aims:
            return luck.choice(decision.options)
        return _Turn(chase, tuple(aims), tuple(aims.values())).best()


@frozen(eq=False, slots=False)
class _Turn:
    """A decision of the pursuers who go for these stations."""

    chase: Chase
    aims: tuple[int, ...]
    weights: tuple[float, ...]

    def best(self) -> Move | None:
        decision, luck = self.chase.decision, self.chase.luck
        piece = self._nearest()
        own = [move for move in decision.options if move.piece == piece]
        special = [move for move in decision.options if move.actions]
        if special and luck.random() < SPECIAL:
            own = list(dict.fromkeys([*own, *special]))
        valued = [(self._value(move), luck.random(), number) for number, move in enumerate(own)]
        if decision.may_end:
            valued.append((self._standing, luck.random(), -1))
        best = max(valued)[2]
        return None if best < 0 else own[best]

    def _nearest(self) -> str:
        """The piece to move first: the one that is nearest to where he can be."""
        pieces = self.chase.view.seating.pieces
        able = self.chase.decision.pieces
        return min(able, key=lambda one: (min(self._far(pieces[one]), default=FAR), pieces[one]))

    def _far(self, piece: int, station: int = 0) -> Sequence[int]:
        """How far it is for a piece to the stations they go for."""
        here = station or self.chase.at.get(piece)
        if here is None:
            return (FAR,) * len(self.aims)
        row = self.chase.roads.distances(piece, here)
        return [row[one] for one in self.aims]

    @cached_property
    def _others(self) -> dict[int, Sequence[int]]:
        return {}

    def _without(self, piece: int) -> Sequence[int]:
        """How far the nearest of the others is from the stations they go for."""
        if piece not in self._others:
            rows = [self._far(q) for q in self.chase.at if q != piece]
            self._others[piece] = list(map(min, *rows)) if len(rows) > 1 else rows[0] if rows else (FAR,) * len(self.aims)
        return self._others[piece]

    def _at(self, piece: int, station: int) -> float:
        """The value for the side of a piece on this station."""
        own = self._far(piece, station)
        near = sum([weight * COSTS[one] for weight, one in zip(self.weights, map(min, self._without(piece), own), strict=True)])
        alone = sum([weight * one for weight, one in zip(self.weights, own, strict=True)])
        return CAUGHT * self.chase.now.get(station, 0) - near - ALONE * alone

    @cached_property
    def _standing(self) -> float:
        """The value of ending the turn."""
        piece = self.chase.view.seating.pieces[self._nearest()]
        return self._at(piece, self.chase.at[piece]) if piece in self.chase.at else 0.0

    def _value(self, move: Move) -> float:
        view = self.chase.view
        piece = view.seating.pieces[move.piece]
        if move.actions:
            return self._acted(piece, move)
        here = self.chase.at.get(piece)
        return self._at(piece, move.to or here) - _spent(view.tickets(move.piece), move) if here else 0.0

    def _acted(self, piece: int, move: Move) -> float:
        """The value of an action: where it leaves the piece, and how much is learned by it."""
        engine, p = self.chase.view.engine, self.chase.cells
        after = engine.play(p, move)
        ending = engine.ending(after) if after is not None else None
        if ending is not None:  # in this world; the more there are, the less is known
            return CAUGHT / len(self.chase.sample) if ending.winner == "pursuers" else -CAUGHT
        here = engine.ledger.station(after, piece) if after is not None else 0
        worth = self._at(piece, here) if 0 < here < engine.seating.off else 0.0
        answers = Counter(engine.answered(one, move) for one in self.chase.sample)
        every = sum(answers.values())
        return worth + LEARNED * sum(-many / every * log2(many / every) for many in answers.values())


def _spent(held: Mapping[str, int | None], move: Move) -> float:
    """The price of the tickets of a move: the fewer are left, the higher."""
    return sum(SPENT / count for leg in move.legs if (count := held.get(leg.ticket or "")))
