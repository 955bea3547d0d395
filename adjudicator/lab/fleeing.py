"""How players of the fugitive decide: each option is valued by where it takes him, and by what the pursuers then know.

His own view tells him what the pursuers know: it has everything that they were shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from math import log2
from random import Random

from adjudicator.engine import FUGITIVE, STATION, TICKET, Cells, Move
from adjudicator.game import Game
from adjudicator.judge.decision import Decision
from adjudicator.lab.roads import FAR, Roads, roads
from adjudicator.values import frozen

SOME = 24  # options with actions that are looked at
RISK = 0.12  # with less danger of being caught at once, no turn of several entries is looked at
SPENT = 0.6  # what the last ticket of a kind is worth
ENOUGH = 4  # ways out; more of them count nothing
Sight = tuple[int, ...]  # of the entries of a move, what the table sees of each


@frozen(eq=False)
class Goal:
    """Where a move takes him: his station, and where the pursuers will think he can be."""

    station: int
    possible: frozenset[int]


@frozen(eq=False, slots=False)
class Flight:
    """The fugitive's knowledge, as far as it matters for where he goes."""

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
    def here(self) -> int:
        return self.view.engine.ledger.station(self.cells, FUGITIVE)

    @cached_property
    def thought(self) -> frozenset[int]:
        """Where the pursuers think that he can be."""
        return frozenset(self.view.seen_by("detectives").where().stations) or frozenset((self.here,))

    @cached_property
    def pursuers(self) -> list[tuple[int, int]]:
        """The pursuers on the board, each with its station."""
        stations = self.view.engine.ledger.stations(self.cells)
        return [(q, at) for q, at in enumerate(stations) if q and 0 < at < self.view.engine.seating.off]

    @cached_property
    def distances(self) -> list[Sequence[int]]:
        """For each pursuer, how far it is to every station."""
        return [self.roads.distances(q, at) for q, at in self.pursuers]

    @cached_property
    def nearest(self) -> Sequence[int]:
        """How far the nearest pursuer is from every station."""
        rows = self.distances
        return list(map(min, *rows)) if len(rows) > 1 else rows[0] if rows else [FAR] * (self.view.engine.seating.off + 1)

    @cached_property
    def reach(self) -> list[set[int]]:
        """For each pursuer, the stations that it can reach by a ride now."""
        rides = self.view.engine.rides
        return [{to for _, _, to in rides(self.cells, q)} for q, _ in self.pursuers]

    @cached_property
    def reached(self) -> set[int]:
        return set[int]().union(*self.reach)

    # -- what a move leads to
    def goal(self, move: Move) -> Goal:
        if not move.legs:
            return self._acted(move)
        means = tuple(leg.means for leg in move.legs)
        sight = self._sight(move, means)
        if sight is None:
            return self._acted(move)
        key = means, sight
        if key not in self._clouds:
            self._clouds[key] = self._cloud(move, sight)
        possible = self._clouds[key]
        return Goal(move.legs[-1].to, possible if not sight[-1] & STATION else frozenset((move.legs[-1].to,)))

    @cached_property
    def _clouds(self) -> dict[tuple[tuple[str, ...], Sight], frozenset[int]]:
        return {}

    @cached_property
    def _sights(self) -> dict[tuple[tuple[str, ...], tuple[str, ...]], Sight | None]:
        return {}

    def _sight(self, move: Move, means: tuple[str, ...]) -> Sight | None:
        """The parts of each entry of a move that the table sees; moves with the same tickets are taken to be alike in that."""
        key = move.actions, means
        if key not in self._sights:
            engine = self.view.engine
            found = engine.entered(self.cells, move) if engine.complete else None
            self._sights[key] = None if found is None else found[1]
        return self._sights[key]

    def _cloud(self, move: Move, sight: Sight) -> frozenset[int]:
        """Where the pursuers will think he can be after the rides of a move."""
        possible = self.thought
        for leg, seen in zip(move.legs, sight, strict=False):
            if seen & STATION:
                possible = frozenset((leg.to,))
                continue
            ticket = self.view.engine.seating.symbols.get(leg.ticket or "", -1) if seen & TICKET else None
            ways = self.roads.ways
            possible = frozenset([to for one in possible for by, to in ways[one] if ticket is None or by == ticket])
        return possible - {at for _, at in self.pursuers} or frozenset((move.legs[-1].to,))

    def _acted(self, move: Move) -> Goal:
        """The goal of any other move: it is played, and shows him or not."""
        engine = self.view.engine
        after = engine.play(self.cells, move)
        if after is None:
            return Goal(self.here, self.thought)
        station = engine.ledger.station(after, FUGITIVE)
        if engine.ledger.uncovered(after) & STATION:
            return Goal(station, frozenset((station,)))
        moved = (
            frozenset(to for one in self.thought for _, to in self.roads.ways[one]) if station != self.here else self.thought
        )
        return Goal(station, moved | {station})

    def danger(self, goal: Goal) -> float:
        """How likely it is that the pursuers' next turn catches him: they can come to so many of the stations where he can be,
        and each of them goes to one."""
        if goal.station not in self.reached:
            return 0.0
        near = goal.possible & self.reached
        return min(1.0, sum(not near.isdisjoint(one) for one in self.reach) / max(1, len(near)))


Value = Callable[[Flight, Goal], float]


def by_distance(flight: Flight, goal: Goal) -> float:
    """The value for a greedy fugitive: high where he can be in many places, far from the pursuers."""
    near = flight.nearest[goal.station]
    return log2(1 + len(goal.possible)) / 2 + 2 * min(near, 3) + sum(row[goal.station] for row in flight.distances) / 20


def by_replies(flight: Flight, goal: Goal) -> float:
    """The value for one who looks ahead: high where the reply does not catch him and leaves ways out."""
    near = flight.nearest
    out = sum(
        1.0 if near[to] > 2 else 0.3 if near[to] == 2 else 0.0 for to in {to for _, to in flight.roads.ways[goal.station]}
    )
    free = min(out, ENOUGH) / ENOUGH + log2(1 + len(goal.possible)) / 6 + min(near[goal.station], 4) / 8
    return (1 - flight.danger(goal)) * (1 + free)


@frozen(eq=False)
class Fleeing:
    value: Value

    def choose(self, view: Game, luck: Random) -> Move | None:
        decision = view.decision
        assert decision is not None
        if not decision.options:
            return None
        flight = Flight(view, decision, luck)
        if not 0 < flight.here < view.engine.seating.off:
            return luck.choice(decision.options)
        plain = [move for move in decision.options if not move.actions]
        goals = [(move, flight.goal(move)) for move in plain]
        if not goals or decision.may_end or min(flight.danger(goal) for _, goal in goals) > RISK:
            goals += [(move, flight.goal(move)) for move in self._special(decision, luck)]
        elif len(plain) < len(decision.options):
            goals += [(move, flight.goal(move)) for move in self._special(decision, luck) if len(move.legs) < 2]
        held = view.tickets(decision.pieces[0])
        valued = [(self.value(flight, goal) - _spent(held, move), luck.random(), at) for at, (move, goal) in enumerate(goals)]
        if decision.may_end:
            valued.append((self.value(flight, Goal(flight.here, flight.thought)), luck.random(), -1))
        best = max(valued)[2]
        return None if best < 0 else goals[best][0]

    def _special(self, decision: Decision, luck: Random) -> Sequence[Move]:
        special = [move for move in decision.options if move.actions]
        return special if len(special) <= SOME else luck.sample(special, SOME)


def _spent(held: dict[str, int | None], move: Move) -> float:
    """The price of the tickets and the action of a move: the fewer are left, the higher."""
    kinds = [*(leg.ticket or "" for leg in move.legs), *move.actions]
    return sum(SPENT / (1 + count) for kind in kinds if (count := held.get(kind)))
