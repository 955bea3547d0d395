"""Lists moves: whole turns, or the first entry of each, whether all data are known or not.

Rides are looked up as blocks. A turn of the fugitive is built entry by entry, and the rides at its end are a block, too. If he
has only rides and doubles, whole turns are looked up (`spreads.py`). If some data are unknown, a hopeful lister lists every
move that is not surely illegal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from adjudicator.engine.actions import ActionRules
from adjudicator.engine.blocks import Block, Remaining, Ride
from adjudicator.engine.budget import COUNTED, TooMany
from adjudicator.engine.cells import cells_read, kept
from adjudicator.engine.layout import ENTRIES, LEFT, OVER, STAYED, TURN, UNKNOWN, Cells
from adjudicator.engine.masks import Mask
from adjudicator.engine.moves import FirstEntries, Move, Moves, Part
from adjudicator.engine.player import Player
from adjudicator.engine.profiles import HIS, events_of_rides
from adjudicator.engine.rules import Rules
from adjudicator.engine.seating import FUGITIVE, Seating
from adjudicator.engine.spreads import Spreads
from adjudicator.engine.steps import Act, Clause, Pass, Step, move_of
from adjudicator.engine.steps import Ride as RideStep
from adjudicator.engine.table import Table
from adjudicator.engine.turns import Turns
from adjudicator.language import tree as t
from adjudicator.language.tree_walk import walk
from adjudicator.rulebook.facts import Read
from adjudicator.rulebook.model import Action
from adjudicator.values import frozen

FEW = 8  # the most parts of a list that are joined by addition
ELSEWHERE = t.Move | t.Remove | t.Send | t.Arrive  # effects on something that they do not name: a hand, a supply, a station
PLACES = ("turn", "instead of entry", "with entry", "after entry", "during turn")


Steps = tuple[Step, ...]


class Listed:
    """Clauses of one piece with the same beginning, and their different ends."""

    __slots__ = ("_begun", "_ends", "_seating", "count", "piece")

    def __init__(self, seating: Seating, piece: int, ends: Sequence[Steps], begun: Steps = ()):
        self._seating, self.piece, self._ends, self._begun, self.count = seating, piece, ends, begun, len(ends)

    @property
    def clauses(self) -> list[Clause]:
        return [Clause(self.piece, (*self._begun, *end)) for end in self._ends]

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple([move_of(clause, self._seating) for clause in self.clauses])

    def move(self, at: int) -> Move:
        return move_of(Clause(self.piece, (*self._begun, *self._ends[at])), self._seating)


@frozen(eq=False, slots=False)
class Lister:
    player: Player
    hopeful: bool = False

    # -- its parts
    @property
    def table(self) -> Table:
        return self.player.table

    @cached_property
    def turns(self) -> Turns:
        return self.player.turns

    @cached_property
    def _rules(self) -> Rules:
        return self.table.rules.hoping if self.hopeful else self.table.rules

    @cached_property
    def spreads(self) -> Spreads:
        return Spreads(self.player)

    @cached_property
    def _spread_out(self) -> bool:
        """Whether whole turns of the fugitive can be looked up."""
        return not self.hopeful and self.spreads.exist

    # -- listing
    @cached_property
    def moves(self) -> Callable[[Cells], Sequence[Move]]:
        """Lists every legal move of a position, except losing ones; as `FirstEntries`, if whole turns are too many."""
        return (lambda p: self.moves_in((p,))) if self._multiplies else lambda p: _joined(self.parts(p))

    @cached_property
    def _multiplies(self) -> bool:
        """Whether there can be so many moves that they are counted: an action asks for a choice, or a turn of the fugitive can
        be more than a double."""
        return not self._spread_out or any(action.choices for action in self.table.rulebook.actions.values())

    def moves_in(self, worlds: Sequence[Cells], of_turn: bool = False) -> Sequence[Move]:
        """Every move that is legal in one of these positions, each once; `of_turn`, without those that close the turn."""
        budget, parts = self.table.rules.budget, self._of_turn if of_turn else self.parts
        try:
            with budget.question():
                found = _joined([part for p in worlds for part in parts(p)])
            return found if len(worlds) == 1 else _each_once(found)
        except TooMany:
            with budget.question():
                return FirstEntries(_each_once(_joined([part for p in worlds for part in parts(p, short=True)])))

    def _of_turn(self, p: Cells, short: bool = False) -> Sequence[Part]:
        return () if p[OVER] else self._now(p, short)

    def clauses(self, p: Cells, short: bool = False) -> list[Clause]:
        """The moves of a hopeful listing as clauses."""
        return [clause for part in self.parts(p, short) if isinstance(part, Listed) for clause in part.clauses]

    def next_clauses(self, p: Cells) -> list[Clause]:
        """The next steps of a hopeful listing as clauses."""
        now = () if p[OVER] else self._now(p, short=True)
        return [clause for part in now if isinstance(part, Listed) for clause in part.clauses]

    def next_steps(self, p: Cells) -> Sequence[Move]:
        """The next steps of this turn, each as short as it can be written: for a turn of several entries, the first entry."""
        return () if p[OVER] else _joined(self._now(p, short=True))

    def parts(self, p: Cells, short: bool = False, closed: int = 0) -> Sequence[Part]:
        """The legal moves of this turn, and of later turns that they may begin by closing this one. With `short`, a turn of
        several entries is listed by its first entry."""
        if p[OVER]:
            return ()
        found, turns = self._now(p, short), self.turns
        is_last = closed == turns.most_closed
        if turns.is_optional[p[TURN]] and not (is_last or self._is_due(p, found)) and turns.is_closable(p):
            later = turns.closed(p)
            if not later[OVER]:
                ends = turns.is_his_to_begin(later)
                then = self._of_fugitive(later, short) if ends else self.parts(later, short, closed + 1)
                return [*found, *self._of_later(p, then, found)]
        return found

    def _now(self, p: Cells, short: bool) -> Sequence[Part]:
        """The legal moves of this turn, without those that would close it."""
        return self._of_fugitive(p, short) if p[TURN] == self.turns.his else self._of_pursuers(p)

    def _is_due(self, p: Cells, found: Sequence[Part]) -> bool:
        """Whether some piece must still move and can, judging by the first moves of the list `found`."""
        if not found or not found[0].count:
            return False
        q = 0 if p[TURN] == self.turns.his else self._piece_of(found[0])
        return bool(p[LEFT]) or p[self._moved + q] < self.turns.must(p, q)

    def _of_later(self, p: Cells, then: Sequence[Part], found: Sequence[Part]) -> Sequence[Part]:
        """The moves `then` that close this turn: all moves of the other side; of the same side, those that cannot be taken for
        moves of this turn, as a move in `found` would be."""
        his, then = p[TURN] == self.turns.his, [part for part in then if part.count]
        of_this = [(self._piece_of(part) == FUGITIVE) == his for part in then]
        if not any(of_this):
            return then
        now = {move.notation for part in found for move in part.moves}
        return [self._kept(p, part, now) if same else part for part, same in zip(then, of_this, strict=True)]

    def _kept(self, p: Cells, part: Part, now: set[str]) -> Part:
        """The moves in `part` whose text is not in `now` and that would not be played in this turn, legal or not."""
        if isinstance(part, Listed):
            said = zip(part.clauses, part.moves, strict=True)
            kept = [one for one, move in said if move.notation not in now and not self.player.is_turn_of(p, one)]
            return self._listed(part.piece, [one.steps for one in kept])
        belongs = self.player.may_enter(p, self._piece_of(part))
        return Remaining(tuple(move for move in part.moves if move.notation not in now and not belongs))

    def _piece_of(self, part: Part) -> int:
        return part.piece if isinstance(part, Listed) else self.table.seating.pieces[part.move(0).piece]

    def _listed(self, piece: int, ends: Sequence[Steps], begun: Steps = ()) -> Listed:
        return Listed(self.table.seating, piece, ends, begun)

    # -- rides
    def rides(self, p: Cells, q: int) -> list[Ride]:
        """The legal rides of a piece, except losing ones; none if its station is unknown."""
        if p[self.table.layout.station + q] == UNKNOWN:
            return []
        rides = self._rules.rides[q]
        return list(rides.found(p, losing=False)) if self.hopeful else rides.legal(p)

    def losing_rides(self, p: Cells, q: int) -> list[Ride]:
        """The allowed rides of a piece by which it loses."""
        if p[self.table.layout.station + q] == UNKNOWN or not self.player.may_lose(q):
            return []
        return self._rules.rides[q].losing(p)

    def _ridden(self, p: Cells, q: int) -> Part:
        """The legal rides of a piece as a part of a list."""
        rides = self._rules.rides[q]
        if self.hopeful or rides.other or p[self.table.layout.station + q] == UNKNOWN:
            return self._listed(q, [(RideStep(q, *ride),) for ride in self.rides(p, q)])
        return rides.block(p).left(rides.closed(p))

    # -- pursuers
    def _of_pursuers(self, p: Cells) -> list[Part]:
        found = list[Part]()
        if self._who_wait is not None:
            last, closed = None, 0
            for group in self._who_wait:
                waits = False
                for cell, must, block, shut in group:
                    if p[cell] < must:
                        waits = True
                        if shut is not last:  # the same for most
                            last, closed = shut, shut(p)
                        here = block(p)
                        found.append(here.left(closed) if here.mask & closed else here)
                if waits:
                    break
        else:
            found += [self._ridden(p, q) for q in self.turns.waiting(p)]
        if self.turns.is_optional[p[TURN]]:
            self._add_optional(p, found)
        return found

    @cached_property
    def _who_wait(self) -> list[list[tuple[int, int, Callable[[Cells], Block], Callable[[Cells], int]]]] | None:
        """The pursuers who must move, by person or all together: the cell of their moves, the number they must make, and the
        functions for their block and closed stations. None if a person who cannot move now lets the next one act, or if some
        rides must be tested one by one."""
        groups, rides = self.turns.in_groups, self._rules.rides
        if self.hopeful or groups is None or self.turns.passes_over or any(rides[q].other for one in groups for q, _, _ in one):
            return None
        return [[(cell, must, rides[q].block, rides[q].closed) for q, cell, must in group] for group in groups]

    def _add_optional(self, p: Cells, found: list[Part]) -> None:
        """Add the optional steps of pursuers: further rides, passing, actions during their turn."""
        if self.turns.ramblers:
            found += [self._ridden(p, q) for q in self.turns.able_to_ramble(p)]
            found += self._passes(p)
        for q, name, legal in self._abilities:
            choices = legal(p, q)
            if choices:
                found.append(self._listed(q, [(Act(q, name, chosen),) for chosen in choices]))

    @cached_property
    def _abilities(self) -> list[tuple[int, str, Callable[[Cells, int], list[tuple[object, ...]]]]]:
        """For each action during the pursuers' turn and each of its pieces: the function that lists its choices."""
        return [(q, one.action.id, one.legal) for one in self._actions["during turn"] for q in self._takers(one) if q]

    def _passes(self, p: Cells) -> list[Listed]:
        """A pass for each piece that may move once more and can."""
        turns = self.turns
        return [self._listed(q, [(Pass(q),)]) for q in turns.able_to_ramble(p) if turns.can(p, q)]

    # -- actions
    @cached_property
    def _actions(self) -> dict[str, list[ActionRules]]:
        """The actions of the rulebook, by their place in a turn."""
        return {place: [self._rules.action(one.id) for one in self.table.actions_at(place)] for place in PLACES}

    def _takers(self, action: ActionRules) -> tuple[int, ...]:
        return self.table.actors(action.action)

    def legal(self, action: Action, p: Cells, piece: int) -> list[tuple[object, ...]]:
        """Every tuple of choices with which a piece may take an action now."""
        return self._rules.action(action.id).legal(p, piece)

    def _his(self, place: str) -> list[ActionRules]:
        return self._his_actions[place]

    @cached_property
    def _his_actions(self) -> dict[str, list[ActionRules]]:
        """The fugitive's actions, by their place in a turn."""
        return {place: [one for one in found if FUGITIVE in self._takers(one)] for place, found in self._actions.items()}

    def _acts(self, p: Cells, place: str) -> list[Listed]:
        """His legal actions at a place, each as a separate clause."""
        acts = [Act(FUGITIVE, one.action.id, chosen) for one in self._his(place) for chosen in one.legal(p, FUGITIVE)]
        return [self._listed(FUGITIVE, [(act,) for act in acts])] if acts else []

    # -- the fugitive
    def _of_fugitive(self, p: Cells, short: bool) -> list[Part]:
        """The fugitive's legal moves: entries, turn actions, and actions after his last entry."""
        found, moved = list[Part](), p[self._moved]
        if self._spread_out and not short and not p[LEFT]:
            if moved < self.turns.may(p, FUGITIVE):
                found += self.spreads.at(p).left(self._closed_to_him(p))
            return found if FUGITIVE not in self.turns.ramblers else [*found, *self._passes(p)]
        if self.player.may_enter(p, FUGITIVE):
            found.append(self._ridden(p, FUGITIVE))
            found += self._joined(p)
            for action in self._his("turn") if not p[LEFT] else ():
                for chosen in action.legal(p, FUGITIVE):
                    act = Act(FUGITIVE, action.action.id, chosen)
                    begun = self.player.step(p, act)
                    if short:
                        found.append(self._listed(FUGITIVE, self._entries(begun), (act,)))
                    else:
                        self._add_series(begun, (act,), found)
        if moved and (short or not p[LEFT]) and p[ENTRIES] and not moved & STAYED and self._his("after entry"):
            found += self._acts(p, "after entry")
        if self._his("during turn"):
            found += self._acts(p, "during turn")
        if not p[LEFT] and FUGITIVE in self.turns.ramblers:
            found += self._passes(p)
        return found

    @cached_property
    def _moved(self) -> int:
        return self.table.layout.moved

    @cached_property
    def _closed_to_him(self) -> Mask:
        return self._rules.rides[FUGITIVE].closed

    def _joined(self, p: Cells) -> list[Listed]:
        """Entries that are more than a ride, as a clause of a turn without a turn action."""
        found = [*self._with_rides(p), *self._instead_of_rides(p, is_first=True)]
        return [self._listed(FUGITIVE, found)] if found else []

    def _entries(self, p: Cells) -> Sequence[Steps]:
        """Every legal entry of a turn action: rides, with or without a joined action, and actions instead."""
        instead = self._instead_of_rides(p, is_first=False)
        return [*self._ridden_entries(p), *instead] if instead else self._ridden_entries(p)

    @cached_property
    def _ridden_entries(self) -> Callable[[Cells], Sequence[Steps]]:
        """Lists the legal rides, alone and with a joined action. They are kept, since they often do not depend on how the turn
        began."""
        return kept(
            lambda p: [*[(RideStep(FUGITIVE, *ride),) for ride in self.rides(p, FUGITIVE)], *self._with_rides(p)], self._read
        )

    @cached_property
    def _read(self) -> tuple[int, ...] | None:
        """The cells that his rides and the actions joined to them depend on; None if these may be any. A joined action is
        tested after its ride, so the consequences of a ride count, too, if they change nothing but states."""
        rules, joined, numbers = self._rules, [one.action for one in self._his("with entry")], self.table.rulebook.values
        follows: list[t.Node] = [*rules.statements.reactions_to(events_of_rides(HIS), HIS)]
        if (
            self.hopeful
            or any(one.choices for one in joined)
            or any(isinstance(one, ELSEWHERE) for f in follows for one in walk(f))
        ):
            return None
        nodes: list[t.Node | None] = [*rules.rides[FUGITIVE].conditions]
        if joined:
            nodes += [*follows, *(one for _, one in rules.statements.wins_after(events_of_rides(HIS), HIS))]
            nodes += [one for _, one in self.table.rulebook.statements(t.Pay)]
            starts = [one.starts for one in self.table.rulebook.tables.state.values()]
            nodes += [numbers[one] for one in starts if isinstance(one, str) and one in numbers]
        for action in joined:
            nodes += [*action.rule.statements, *(one.when for one in rules.statements.of_action(action))]
        reads = {read for node in nodes for read in rules.facts.reads(node)}
        return cells_read({*reads, Read("tickets", of="fugitive"), Read("step", "here")}, self.table.layout, FUGITIVE)

    def _instead_of_rides(self, p: Cells, is_first: bool) -> list[Steps]:
        found = list[Steps]()
        for action in self._his("instead of entry"):
            if self.hopeful or action.chance(p) >> p[self.table.layout.station] & 1:
                ways = [chosen for chosen in action.legal(p, FUGITIVE) if is_first or None not in chosen]
                found += [(Act(FUGITIVE, action.action.id, chosen),) for chosen in ways]
        return found

    def _with_rides(self, p: Cells) -> list[Steps]:
        return [steps for action in self._his("with entry") for steps in self._joined_to_rides(p, action)]

    def _joined_to_rides(self, p: Cells, action: ActionRules) -> Iterator[Steps]:
        """Entries of a ride with this action joined, tried only where the action has a chance."""
        chance = -1 if self.hopeful else action.chance(p) & self._rules.rides[FUGITIVE].block(p).mask
        may_come = self.hopeful  # one ride stands for all
        for ride in self.rides(p, FUGITIVE) if chance else ():
            if chance >> ride[2] & 1:
                step = RideStep(FUGITIVE, *ride)
                after = self._entered(p, step)
                if after[OVER]:
                    continue
                may_come = may_come or action.may_come(after)
                if not may_come:
                    break
                for chosen in action.legal(after, FUGITIVE):
                    yield step, Act(FUGITIVE, action.action.id, chosen)

    @cached_property
    def _entered(self) -> Callable[[Cells, RideStep], Cells]:
        """Returns the position after a listed ride of the fugitive, which does not lose."""
        if not self.player.complete:
            return self.player.ride
        make = self.player.makers[FUGITIVE]

        def entered(p: Cells, step: RideStep) -> Cells:
            p = p[:]
            make(p, step[1:])
            return p

        return entered

    def _add_series(self, p: Cells, begun: Steps, found: list[Part]) -> None:
        """Add to `found` the turns that begin with `begun`: each first entry with the actions that may follow it, then the next
        entries. All of them are counted for their turn action."""
        if p[LEFT] <= 1:  # none, if an action takes a whole turn and writes no entries
            self._add_counted(self._entries(p), begun, found)
            return
        for first, after in self.entries(p):
            if after[OVER]:  # the game ends before the next entry
                self._add_counted([first], begun, found)
                continue
            for more, later in self._between(after):
                steps = (*begun, *first, *more)
                if later[OVER]:
                    self._add_counted([()], steps, found)
                else:
                    self._add_series(later, steps, found)

    def _add_counted(self, ends: Sequence[Steps], begun: Steps, found: list[Part]) -> None:
        first = begun[0]
        assert isinstance(first, Act)
        self.table.rules.budget.spend(first.action, len(ends))
        found.append(self._listed(FUGITIVE, ends, begun))

    def entries(self, p: Cells) -> Iterator[tuple[tuple[Step, ...], Cells]]:
        """Each legal entry with the position after it; also with the actions that may be joined to it."""
        for ride in self.rides(p, FUGITIVE):
            step = RideStep(FUGITIVE, *ride)
            after = self._entered(p, step)
            yield (step,), after
            for action in self._his("with entry") if not after[OVER] else ():
                for chosen in action.legal(after, FUGITIVE):
                    act = Act(FUGITIVE, action.action.id, chosen)
                    yield (step, act), self.player.step(after, act)
        for action in self._his("instead of entry"):
            for chosen in action.legal(p, FUGITIVE):
                if None not in chosen:  # else it failed: the entry is yet to be written, in its own clause
                    act = Act(FUGITIVE, action.action.id, chosen)
                    yield (act,), self.player.step(p, act)

    def _between(self, p: Cells, first: int = 0) -> Iterator[tuple[tuple[Act, ...], Cells]]:
        """The actions that may follow an entry (none, one or more, each at most once, in the order of the variant), and the
        position after them."""
        yield (), p
        if not p[ENTRIES]:  # an action replaced the first entry
            return
        for number, action in enumerate(self._his("after entry")[first:], first):
            for chosen in action.legal(p, FUGITIVE):
                act = Act(FUGITIVE, action.action.id, chosen)
                after = self.player.step(p, act)
                if after[OVER]:
                    yield (act,), after
                    continue
                for more, later in self._between(after, number + 1):
                    yield (act, *more), later

    # -- losing
    def losing(self, p: Cells, short: bool = False, closed: int = 0) -> list[Clause]:
        """Allowed clauses that end the game at once, against the mover; with `short`, without turns of several entries."""
        if p[OVER]:
            return []
        found = list[Clause]()
        if self.turns.side(p) == "fugitive":
            if self.player.may_enter(p, FUGITIVE):
                found = [Clause(FUGITIVE, steps) for steps in self._losing_turns(p, short)]
        else:
            for q in self.turns.waiting(p):
                found += [Clause(q, (RideStep(q, *ride),)) for ride in self.losing_rides(p, q)]
        if not found and closed < self.turns.most_closed and self.turns.is_optional[p[TURN]] and self.turns.is_closable(p):
            return self.losing(self.turns.closed(p), short, closed + 1)
        return found

    def _losing_turns(self, p: Cells, short: bool) -> Iterator[tuple[Step, ...]]:
        for ride in self.losing_rides(p, FUGITIVE):
            yield (RideStep(FUGITIVE, *ride),)
        if p[LEFT] or short:
            return
        for action in self._his("turn"):
            for chosen in action.legal(p, FUGITIVE):
                act = Act(FUGITIVE, action.action.id, chosen)
                begun = self.player.step(p, act)
                for ride in self.table.rules.budget.counted(act.action, self.rides(begun, FUGITIVE)):
                    first = RideStep(FUGITIVE, *ride)
                    for second in self.losing_rides(self.player.step(begun, first), FUGITIVE):
                        yield (act, first, RideStep(FUGITIVE, *second))

    # -- counting
    def perft(self, p: Cells, depth: int, after: Callable[[Cells, Move], Cells | None]) -> int:
        """The number of sequences of exactly `depth` legal moves. The last moves are counted without playing them."""
        if depth == 0:
            return 1
        with self.table.rules.budget.question(COUNTED):  # counting moves takes less room than showing them
            parts = self.parts(p)
        if depth == 1:
            return sum([part.count for part in parts])
        played = [after(p, move) for move in _joined(parts)]
        return sum([self.perft(one, depth - 1, after) for one in played if one is not None])


def _joined(parts: Sequence[Part]) -> Sequence[Move]:
    """The moves of these parts. Parts with text are joined; the others are put into words when they are read."""
    if Listed in map(type, parts):
        return Moves(parts)
    if len(parts) > FEW:
        return tuple([move for part in parts for move in part.moves])
    found: tuple[Move, ...] = ()
    for part in parts:
        found += part.moves
    return found


def _each_once(moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves without those whose notation is repeated; they differ only in their lines."""
    return tuple({move.notation: move for move in moves}.values())
