"""The referee: start a game, list what is legal, play it, say how it stands. Pure: positions go in, positions come out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from adjudicator.engine.expressions import HERE, Value, step_of
from adjudicator.engine.expressions import Step as Values
from adjudicator.engine.initial_position import InitialPosition
from adjudicator.engine.layout import ENTRIES, LEFT, OVER, ROUND, STAYED, UNKNOWN, Cells
from adjudicator.engine.rules import Ends, Rules
from adjudicator.engine.statements import Ending
from adjudicator.engine.steps import Act, Clause, Pass, Resign, Ride, Stay, Step
from adjudicator.engine.table import Table
from adjudicator.engine.turns import Notes, Turns
from adjudicator.rulebook.model import Action
from adjudicator.values import frozen


@frozen(eq=False, slots=False)
class Referee:
    table: Table
    complete: bool = True
    hopeful: bool = False  # lists also what cannot be decided
    endless: bool = False  # continues after the end of the game

    @cached_property
    def turns(self) -> Turns:
        return Turns(self.table, self.complete, self.endless)

    # -- set-up
    def blank(self, stations: Mapping[str, int], hands: Mapping[str, int] | None = None) -> Cells:
        """Pieces on their stations (0: not known), supplies dealt, states at their beginning; nothing has happened yet."""
        return self._initial.blank(stations, hands)

    @cached_property
    def _initial(self) -> InitialPosition:
        return InitialPosition(self.table)

    def start(self, stations: Mapping[str, int], hands: Mapping[str, int] | None = None, notes: Notes | None = None) -> Cells:
        """The position when the first turn begins."""
        p = self.blank(stations, hands)
        self.turns.open(p, notes)
        return self.turns.settle(p, notes)

    # -- playing
    def step(self, p: Cells, step: Step, notes: Notes | None = None, legal: bool = True) -> Cells:
        """The position after a step, before anybody else is asked. An illegal step is played, too, but loses nothing."""
        match step:
            case Ride():
                return self.ride(p, step, notes, legal)
            case Act():
                return self._act(p, step, notes)
            case Stay(piece):
                p = p[:]
                self.turns.stay(p, piece)
                return p
            case Pass(piece):
                p = p[:]
                self.turns.let_pass(p, piece)
                return p
            case Resign(piece):
                p = p[:]
                self.table.rules.happens(p, piece, "resign")
                x = step_of(piece, p[self.table.layout.station + piece], p[ENTRIES])
                p[OVER] = 0 if self.endless else self.turns.ended(self._resigning[piece], p, x, notes)
                return p

    @cached_property
    def _resigning(self) -> list[Ends]:
        return [self.turns.rules.ends_of_resigning(piece) for piece in range(self.table.seating.count)]

    def ride(self, p: Cells, ride: Ride, notes: Notes | None = None, legal: bool = True) -> Cells:
        """The position after a ride. One that is allowed and loses ends the game."""
        after = p[:]
        loses, _ = self._of_rides[ride.piece]
        lost = self._lost(p, ride, loses) if loses and legal and not self.endless else 0
        self.make(after, ride.piece, (ride.ticket, ride.mode, ride.to), notes, bool(lost))
        if lost:
            after[OVER] = lost
        return after

    def make(self, p: Cells, q: int, ride: tuple[int, int, int], notes: Notes | None = None, is_lost: bool = False) -> None:
        """Make a ride on this very position, with all that follows from it and the end that it brings about."""
        ticket, mode, to = ride
        x = self._ridden[q](p, ticket, mode, to)
        ends = self._of_rides[q][1]
        if self.endless or (not ends and self.complete):
            return
        if not self.complete and notes is not None:
            events = ("ride",) if q else ("ride", "entry")
            notes.extend(("open", doubt) for doubt in self.turns.rules.doubts_after(events, p, x))
        if ends and not is_lost:
            x[HERE] = p[self._station + q]
            p[OVER] = self.turns.ended(ends, p, x, notes)

    @cached_property
    def _ridden(self) -> list[Callable[[Cells, int, int, int], Values]]:
        return self.table.rules.ridden

    def _lost(self, p: Cells, ride: Ride, loses: list[tuple[int, Value]]) -> int:
        q, ticket, mode, to = ride
        here = p[self._station + q]
        x: Values = [q, ticket, mode, here, to, self._passes.get((mode, here, to), ()), here, p[ENTRIES] + 1, None]
        return next((code for code, ask in loses if ask(p, x)), 0)

    @cached_property
    def _station(self) -> int:
        return self.table.layout.station

    @cached_property
    def _of_rides(self) -> list[tuple[list[tuple[int, Value]], Ends]]:
        """For each piece: by what its rides lose, and by what they may end the game."""
        pieces, plain, rules = range(self.table.seating.count), self.table.rules, self.turns.rules
        return [(plain.losing(q), rules.ends_of_ride(q)) for q in pieces]

    @cached_property
    def _passes(self) -> Mapping[tuple[int, int, int], tuple[int, ...]]:
        return self.table.rules.tables.passes

    def may_lose(self, piece: int) -> bool:
        """Whether a ride of this piece that is allowed may lose the game."""
        return bool(self._of_rides[piece][0])

    def _act(self, p: Cells, act: Act, notes: Notes | None) -> Cells:
        after = self.table.rules.action(act.action).do(p, act.piece, act.choices)
        ends = self._of_actions[act.action]
        if not ends and (self.complete or notes is None):
            after[OVER] = 0
            return after
        left, here = p[self._station + act.piece], after[self._station + act.piece]
        x: Values = [act.piece, -1, -1, left, here, (), here, after[ENTRIES], None]
        if not self.complete and notes is not None:
            group = self.table.rulebook.actions[act.action].table.group
            events = [act.action, group, *["entry"] * (after[ENTRIES] > p[ENTRIES])]
            notes.extend(("open", doubt) for doubt in self.turns.rules.doubts_after(events, after, x))
        after[OVER] = 0 if self.endless else self.turns.ended(ends, after, x, notes)
        return after

    @cached_property
    def _of_actions(self) -> dict[str, Ends]:
        """For each action: by what it may end the game."""
        return {one.id: self.turns.rules.ends_of_action(one) for one in self.table.rulebook.actions.values()}

    def may_end_by(self, action: Action) -> bool:
        """Whether an action may end the game."""
        return bool(self._of_actions[action.id])

    def play(self, p: Cells, move: Clause, notes: Notes | None = None) -> Cells:
        """The position after a clause, with all that follows automatically. Closes the other side's turn if need be."""
        return self.played(self.ready(p, move, notes), move, notes)

    def played(self, p: Cells, move: Clause, notes: Notes | None = None) -> Cells:
        """The same from a position that is ready for it."""
        if isinstance(move.steps[0], Ride):
            p = self.turns.gone_on(p, move.piece, notes)
        for step in move.steps:
            p = self.step(p, step, notes)
            if p[OVER]:
                return p
        return self.turns.settle(p, notes)

    def ready(self, p: Cells, move: Clause, notes: Notes | None = None) -> Cells:
        """A position in which this clause can be played, if nothing compulsory stands in the way: open turns are closed."""
        return self.in_turn(p, move.piece, self._enters(move), notes)

    def is_turn_of(self, p: Cells, move: Clause) -> bool:
        """Whether a clause would be played in this turn, legal or not."""
        return self._is_turn_of(p, move.piece, self._enters(move))

    def _enters(self, move: Clause) -> bool:
        """Whether a clause writes an entry, or for a pursuer is a move."""
        first = move.steps[0]
        return not isinstance(first, Act) or self.table.rulebook.actions[first.action].place in ("turn", "instead of entry")

    def in_turn(self, p: Cells, piece: int, enters: bool, notes: Notes | None = None) -> Cells:
        """A position in which a piece can act, or move if it `enters`, if nothing compulsory stands in the way."""
        for closed in range(2 * len(self.turns.sides)):
            if self._is_turn_of(p, piece, enters) or not self.turns.is_closable(p):
                break
            if closed and self.turns.is_his_to_begin(p):
                break
            p = self.turns.closed(p, notes)
        return p

    def _is_turn_of(self, p: Cells, piece: int, enters: bool) -> bool:
        if self.table.seating.side(piece) != self.turns.side(p):
            return False
        return not enters or self.may_enter(p, piece)

    def may_enter(self, p: Cells, piece: int) -> bool:
        """Whether a piece may still move in this turn, or the fugitive write an entry."""
        return bool(p[LEFT]) or p[self.table.layout.moved + piece] < self.turns.may(p, piece)

    # -- listing
    def moves(self, p: Cells, short: bool = False) -> list[Clause]:
        """Every legal clause, losing ones left out; `short`, of a turn of several entries the first."""
        if p[OVER]:
            return []
        list_now = self.next_steps if short else self.moves_now
        found = list(list_now(p))
        if self.turns.optional[self.turns.side(p)] and self.turns.is_closable(p):
            later = self.turns.closed(p)
            if not later[OVER]:
                now = set(found)  # in a record one of these means this turn, not a later one
                then = list_now(later) if self.turns.is_his_to_begin(later) else self.moves(later, short)
                found += [move for move in then if move not in now and not self.is_turn_of(p, move)]
        return found

    def moves_now(self, p: Cells) -> list[Clause]:
        """The legal clauses of this turn, without those that would close it."""
        return self.of_fugitive(p) if self.turns.side(p) == "fugitive" else self._of_pursuers(p)

    def losing(self, p: Cells, short: bool = False) -> list[Clause]:
        """Clauses that are allowed and end the game at once, against the mover; `short`, without turns of several entries."""
        if p[OVER]:
            return []
        found: list[Clause] = []
        if self.turns.side(p) == "fugitive":
            if self.entry_due(p):
                found = [Clause(0, steps) for steps in self._losing_turns(p, short)]
        else:
            for q in self.turns.waiting(p):
                found += [Clause(q, (Ride(q, *ride),)) for ride in self.losing_rides(p, q)]
        if not found and self.turns.optional[self.turns.side(p)] and self.turns.is_closable(p):
            return self.losing(self.turns.closed(p), short)
        return found

    @cached_property
    def _lists(self) -> Rules:
        """The rules by which rides and actions are listed."""
        return self.table.rules.hoping if self.hopeful else self.table.rules

    def rides(self, p: Cells, q: int) -> list[tuple[int, int, int]]:
        """The legal rides of a piece, losing ones left out; none where nobody knows where they begin."""
        if p[self._station + q] == UNKNOWN:
            return []
        rides = self._lists.rides[q]
        return list(rides.found(p, losing=False)) if self.hopeful else rides.legal(p)

    def losing_rides(self, p: Cells, q: int) -> list[tuple[int, int, int]]:
        """Rides of a piece that are allowed and lose."""
        if p[self._station + q] == UNKNOWN or not self.may_lose(q):
            return []
        return list(self._lists.rides[q].found(p, losing=True))

    def _of_pursuers(self, p: Cells) -> list[Clause]:
        waiting = self.turns.waiting(p)
        found = [Clause(q, (Ride(q, *ride),)) for q in waiting for ride in self.rides(p, q)]
        return found + self.optional_of_pursuers(p) if self.turns.optional["pursuers"] else found

    def optional_of_pursuers(self, p: Cells) -> list[Clause]:
        """Optional steps of pursuers: further moves, passing, actions during their turn."""
        return self.further_rides(p) + self.passes(p) + self._acts(p, "during turn", range(1, self.table.seating.count))

    def further_rides(self, p: Cells) -> list[Clause]:
        """Rides of those who have moved as often as they must and may move once more."""
        return [Clause(q, (Ride(q, *ride),)) for q in self.turns.able_to_ramble(p) for ride in self.rides(p, q)]

    def passes(self, p: Cells) -> list[Clause]:
        """The pieces that may move once more, and can, may also pass."""
        return [Clause(q, (Pass(q),)) for q in self.turns.able_to_ramble(p) if self.turns.can(p, q)]

    def _acts(self, p: Cells, place: str, pieces: Any) -> list[Clause]:
        return [
            Clause(q, (Act(q, name, chosen),)) for q, name, legal in self.takers[place] if q in pieces for chosen in legal(p, q)
        ]

    @cached_property
    def takers(self) -> dict[str, list[tuple[int, str, Any]]]:
        """By place: who may take which action, and the hook that lists its choices."""
        return {
            place: [(q, a.id, self._lists.action(a.id).legal) for a in found for q in self.table.actors(a)]
            for place, found in self.actions.items()
        }

    def legal(self, action: Action, p: Cells, piece: int) -> list[tuple[object, ...]]:
        """Every tuple of choices with which a piece may take an action now."""
        return self._lists.action(action.id).legal(p, piece)

    @cached_property
    def actions(self) -> dict[str, list[Action]]:
        """The actions besides plain rides, by their place."""
        places = ("turn", "instead of entry", "with entry", "after entry", "during turn")
        return {place: self.table.actions_at(place) for place in places}

    def entry_due(self, p: Cells) -> bool:
        """Whether the fugitive may still write (another) entry in this turn."""
        return self.may_enter(p, 0)

    def of_fugitive(self, p: Cells) -> list[Clause]:
        found: list[Clause] = []
        if self.entry_due(p):
            found = [Clause(0, steps) for steps in self._turns(p)]
        if not p[LEFT]:
            found += self.passes(p)
        if not p[LEFT] and p[self.table.layout.moved]:
            found += self.after_entry(p)
        return found + self.beside_entries(p)

    def beside_entries(self, p: Cells) -> list[Clause]:
        """Actions of the fugitive in his turn besides his entries."""
        return self._acts(p, "during turn", (0,))

    def after_entry(self, p: Cells) -> list[Clause]:
        """The actions that are still possible after the last entry, each in its own clause. If he sat out, there is none."""
        is_open = p[ENTRIES] and not p[self.table.layout.moved] & STAYED
        return self._acts(p, "after entry", (0,)) if is_open else []

    def between_and_on(self, p: Cells, steps: tuple[Step, ...]) -> list[Clause]:
        """Inside a turn action, after some entry: the ways to take an action first and then continue."""
        found: list[Clause] = []
        for more, later in self._between(p, 0):
            if more and later[OVER]:
                found.append(Clause(0, (*steps, *more)))
            elif more:
                rest = list(self._series(later, last=True))
                found += [Clause(0, (*steps, *more, *one)) for one in self.table.rules.budget.counted(more[0].action, rest)]
        return found

    def _turns(self, p: Cells) -> Iterator[tuple[Step, ...]]:
        for steps, _ in self.entries(p):
            yield steps
        if p[LEFT]:
            return
        for action in self.actions["turn"]:
            for chosen in self.legal(action, p, 0):
                act = Act(0, action.id, chosen)
                begun = self.step(p, act)
                for steps in self.table.rules.budget.one_by_one(action.id, self._series(begun, last=True)):
                    yield (act, *steps)

    def _series(self, p: Cells, last: bool) -> Iterator[tuple[Step, ...]]:
        """The entries of a turn action, one after the other, with what may be done between them."""
        for steps, after in self.entries(p):
            if after[OVER] or not after[LEFT]:
                yield steps
                continue
            for more, later in self._between(after, 0):
                if later[OVER]:
                    yield (*steps, *more)
                    continue
                for rest in self._series(later, last):
                    yield (*steps, *more, *rest)

    def _between(self, p: Cells, first: int) -> Iterator[tuple[tuple[Act, ...], Cells]]:
        """Nothing, or one or more actions after an entry, each at most once, in the order of the variant."""
        yield (), p
        if not p[ENTRIES]:  # something else was done instead of the first
            return
        for number, action in enumerate(self.actions["after entry"][first:], first):
            for chosen in self.legal(action, p, 0):
                act = Act(0, action.id, chosen)
                after = self.step(p, act)
                if after[OVER]:
                    yield (act,), after
                    continue
                for more, later in self._between(after, number + 1):
                    yield (act, *more), later

    def entries(self, p: Cells) -> Iterator[tuple[tuple[Step, ...], Cells]]:
        """Each legal entry with the position after it; with the actions that may be joined to it."""
        for ride in self.rides(p, 0):
            step = Ride(0, *ride)
            after = self.ride(p, step)
            yield (step,), after
            for action in self.actions["with entry"] if not after[OVER] else ():
                for chosen in self.legal(action, after, 0):
                    act = Act(0, action.id, chosen)
                    yield (step, act), self.step(after, act)
        for action in self.actions["instead of entry"]:
            for chosen in self.legal(action, p, 0):
                act = Act(0, action.id, chosen)
                after = self.step(p, act)
                if None in chosen:  # it failed: the entry is still to be written, in its own clause
                    if not p[LEFT]:
                        yield (act,), after
                    continue
                yield (act,), after

    def _losing_turns(self, p: Cells, short: bool) -> Iterator[tuple[Step, ...]]:
        for ride in self.losing_rides(p, 0):
            yield (Ride(0, *ride),)
        if p[LEFT] or short:
            return
        for action in self.actions["turn"]:
            for chosen in self.legal(action, p, 0):
                act = Act(0, action.id, chosen)
                begun = self.step(p, act)
                for ride in self.table.rules.budget.counted(action.id, self.rides(begun, 0)):
                    between = self.step(begun, Ride(0, *ride))
                    for second in self.losing_rides(between, 0):
                        yield (act, Ride(0, *ride), Ride(0, *second))

    def next_steps(self, p: Cells) -> Iterator[Clause]:
        """The next steps, each as short as it can be written. The whole list has every way to end a turn that has begun,
        which can be many thousands; nobody reads that."""
        if p[OVER]:
            return
        if self.turns.side(p) == "pursuers":
            yield from self.moves_now(p)
            return
        if self.entry_due(p):
            yield from (Clause(0, steps) for steps, _ in self.entries(p))
            for action in self.actions["turn"] if not p[LEFT] else ():
                for chosen in self.legal(action, p, 0):
                    act = Act(0, action.id, chosen)
                    yield from (Clause(0, (act, *steps)) for steps, _ in self.entries(self.step(p, act)))
        if not p[LEFT]:
            yield from self.passes(p)
        if p[self.table.layout.moved]:
            yield from self.after_entry(p)
        yield from self._acts(p, "during turn", (0,))

    # -- how it stands
    def ending(self, p: Cells) -> Ending | None:
        return self.table.endings[p[OVER]] if p[OVER] else None

    def final(self, p: Cells) -> Cells:
        """The position if nobody says another word: turns of this round in which nothing compulsory is left are closed."""
        now = p[ROUND]
        while p[ROUND] == now and self.turns.is_closable(p):
            p = self.turns.closed(p)
        return p
