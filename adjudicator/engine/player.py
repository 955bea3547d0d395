"""Plays steps and clauses, legal or not: takes a position and returns the one after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from adjudicator.engine.expressions import HERE, Value, step_of
from adjudicator.engine.expressions import Step as Values
from adjudicator.engine.initial_position import InitialPosition
from adjudicator.engine.layout import ENTRIES, LEFT, OVER, ROUND, Cells
from adjudicator.engine.rules import Ends
from adjudicator.engine.statements import Ending
from adjudicator.engine.steps import Act, Clause, Pass, Resign, Ride, Stay, Step
from adjudicator.engine.table import Table
from adjudicator.engine.turns import Notes, Turns
from adjudicator.rulebook.model import Action
from adjudicator.values import frozen


@frozen(eq=False, slots=False)
class Player:
    table: Table
    complete: bool = True
    endless: bool = False  # continues after the end of the game

    @cached_property
    def turns(self) -> Turns:
        return Turns(self.table, self.complete, self.endless)

    # -- set-up
    def blank(self, stations: Mapping[str, int], hands: Mapping[str, int] | None = None) -> Cells:
        """The position before the game: pieces at their stations (0: unknown), supplies dealt, states at their first values."""
        return self._initial.blank(stations, hands)

    @cached_property
    def _initial(self) -> InitialPosition:
        return InitialPosition(self.table)

    # -- playing
    def step(self, p: Cells, step: Step, notes: Notes | None = None, legal: bool = True) -> Cells:
        """The position after a step, before turns are closed. An illegal step is played, too, but cannot lose the game."""
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
        """The position after a ride and its consequences. A ride that is allowed and loses ends the game."""
        q, after, made = ride.piece, p[:], (ride.ticket, ride.mode, ride.to)
        loses, ends = self._of_rides[q]
        lost = self._lost(p, ride, loses) if loses and legal and not self.endless else 0
        if lost:
            x = self._ridden[q](after, *made)
            self._note_doubts(q, after, x, notes)
            after[OVER] = lost
        elif self.complete:
            self.makers[q](after, made)
        else:
            x = self._ridden[q](after, *made)
            self._note_doubts(q, after, x, notes)
            if ends and not self.endless:
                x[HERE] = after[self._station + q]
                after[OVER] = self.turns.ended(ends, after, x, notes)
        return after

    def _note_doubts(self, q: int, p: Cells, x: Values, notes: Notes | None) -> None:
        """Note consequences of a ride that depend on unknown data."""
        if notes is not None and not (self.complete or self.endless):
            events = ("ride",) if q else ("ride", "entry")
            notes.extend(("open", doubt) for doubt in self.turns.rules.doubts_after(events, p, x))

    @cached_property
    def makers(self) -> list[Callable[[Cells, tuple[int, int, int]], None]]:
        """For each piece, the function that makes a ride (ticket, mode, station) in place, if all data are known."""
        return [self._maker(q) for q in range(self.table.seating.count)]

    def _maker(self, q: int) -> Callable[[Cells, tuple[int, int, int]], None]:
        ridden, cell = self._ridden[q], self._station + q
        ends = [] if self.endless else [(code, question.ask) for code, question in self._of_rides[q][1]]

        def make(p: Cells, ride: tuple[int, int, int]) -> None:
            x = ridden(p, *ride)
            if ends:
                x[HERE], p[OVER] = p[cell], 0
                for code, ask in ends:
                    if ask(p, x):
                        p[OVER] = code
                        return

        return make

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
        """For each piece: the endings by which its rides lose, and those that its rides may bring."""
        pieces, plain, rules = range(self.table.seating.count), self.table.rules, self.turns.rules
        return [(plain.losing(q), rules.ends_of_ride(q)) for q in pieces]

    @cached_property
    def _passes(self) -> Mapping[tuple[int, int, int], tuple[int, ...]]:
        return self.table.rules.tables.passes

    def may_lose(self, piece: int) -> bool:
        """Whether some allowed ride of this piece may lose the game."""
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
        """For each action, the endings that it may bring."""
        return {one.id: self.turns.rules.ends_of_action(one) for one in self.table.rulebook.actions.values()}

    def may_end_by(self, action: Action) -> bool:
        """Whether an action may end the game."""
        return bool(self._of_actions[action.id])

    def play(self, p: Cells, move: Clause, notes: Notes | None = None) -> Cells:
        """The position after a clause and all its automatic consequences. Closes the other side's turn if necessary."""
        return self.played(self.ready(p, move, notes), move, notes)

    def played(self, p: Cells, move: Clause, notes: Notes | None = None) -> Cells:
        """The position after a clause and its consequences, from a position in which it is the piece's turn."""
        if isinstance(move.steps[0], Ride):
            p = self.turns.gone_on(p, move.piece, notes)
        for step in move.steps:
            p = self.step(p, step, notes)
            if p[OVER]:
                return p
        return self.turns.settle(p, notes)

    def ready(self, p: Cells, move: Clause, notes: Notes | None = None) -> Cells:
        """The position in which this clause can be played: open turns are closed if nothing compulsory is left in them."""
        return self.in_turn(p, move.piece, self._enters(move), notes)

    def is_turn_of(self, p: Cells, move: Clause) -> bool:
        """Whether a clause would be played in this turn, legal or not."""
        return self._is_turn_of(p, move.piece, self._enters(move))

    def _enters(self, move: Clause) -> bool:
        """Whether a clause writes an entry, or counts as a move of a pursuer."""
        first = move.steps[0]
        return not isinstance(first, Act) or self.table.rulebook.actions[first.action].place in ("turn", "instead of entry")

    def in_turn(self, p: Cells, piece: int, enters: bool, notes: Notes | None = None) -> Cells:
        """The position in which a piece can act, or move if it `enters`: open turns are closed if nothing compulsory is left in
        them."""
        for closed in range(self.turns.most_closed):
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
        """Whether a piece may still move in this turn; for the fugitive, whether he may write an entry."""
        return bool(p[LEFT]) or p[self.table.layout.moved + piece] < self.turns.may(p, piece)

    # -- how it stands
    def ending(self, p: Cells) -> Ending | None:
        return self.table.endings[p[OVER]] if p[OVER] else None

    def final(self, p: Cells) -> Cells:
        """The position if nothing more is written: turns of this round in which nothing compulsory is left are closed."""
        now = p[ROUND]
        while p[ROUND] == now and self.turns.is_closable(p):
            p = self.turns.closed(p)
        return p
