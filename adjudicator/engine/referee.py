"""The referee: start a game, list what is legal, play it, say how it stands. Pure: positions go in, positions come out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from adjudicator.engine.frame import Ending
from adjudicator.engine.identifiers import of_action
from adjudicator.engine.initial_position import InitialPosition
from adjudicator.engine.layout import ENTRIES, LEFT, OVER, ROUND, STAYED, UNKNOWN
from adjudicator.engine.profiles import events_of_rides
from adjudicator.engine.steps import Act, Clause, Pass, Resign, Ride, Stay, Step
from adjudicator.engine.table import Table
from adjudicator.engine.turns import Cells, Notes, Turns
from adjudicator.engine.unknown_effects import Doubt
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
                self.table.hooks[f"on_resign_{self.table.profiles.of[piece]}"](p, piece)
                p[OVER] = self._ends(f"ends_resign_{self.table.profiles.of[piece]}", p, notes, piece)
                return p

    def _ends(self, name: str, p: Cells, notes: Notes | None, *arguments: Any) -> int:
        if self.endless:
            return 0
        if self.complete:
            return int(self.table.hooks[name](p, *arguments))
        return self.turns.careful_end(name, p, notes, *arguments)

    def ride(self, p: Cells, ride: Ride, notes: Notes | None = None, legal: bool = True) -> Cells:
        q, t, m, b = ride.piece, ride.ticket, ride.mode, ride.to
        play, loses, ends = self._hooks_of_rides[self.table.profiles.of[q]]
        after: Cells = play(p, q, t, m, b)
        if self.endless or (loses is None and ends is None and self.complete):
            return after
        a = p[self.table.layout.station + q]
        v = self._passes.get((m, a, b), ())
        if not self.complete and notes is not None:
            events = ("ride",) if q else ("ride", "entry")
            doubts = self.turns.unknown_effects.after(events, after, q, t, m, a, b, v, b, after[ENTRIES])
            notes.extend(("open", doubt) for doubt in doubts)
        lost = loses(p, q, t, m, a, b, v) if legal and loses is not None else 0
        if lost:
            after[OVER] = lost
        elif ends is not None and self.complete:
            after[OVER] = ends(after, q, t, m, a, b, v)
        elif ends is not None:
            after[OVER] = self._ends(ends.__name__, after, notes, q, t, m, a, b, v)
        return after

    @cached_property
    def _hooks_of_rides(self) -> list[tuple[Any, Any, Any]]:
        """For each profile: what a ride does, whether it loses, whether it ends the game; None where no rule says so."""
        hooks = self.table.hooks
        return [
            (
                hooks[f"ride_{k}"],
                hooks[f"losing_{k}"] if self.may_lose[k] else None,
                hooks[f"ends_ride_{k}"] if self.may_end[k] else None,
            )
            for k in range(len(self.table.profiles.every))
        ]

    @cached_property
    def _passes(self) -> Mapping[tuple[int, int, int], tuple[int, ...]]:
        return self.table.hooks["PASSES"]  # type: ignore[no-any-return]

    @cached_property
    def may_lose(self) -> list[bool]:
        """For each profile: whether a ride that is allowed may lose the game."""
        return [bool(self.table.frame.of_rides(profile, losing=True)) for profile in self.table.profiles.every]

    @cached_property
    def may_end(self) -> list[bool]:
        """For each profile: whether a ride may end the game."""
        return [bool(self.table.frame.wins_after(events_of_rides(one), one)) for one in self.table.profiles.every]

    def _act(self, p: Cells, act: Act, notes: Notes | None) -> Cells:
        do, ends = self._hooks_of_actions[act.action]
        after: Cells = do(p, act.piece, act.choices)
        if not self.complete and notes is not None:
            notes.extend(("open", doubt) for doubt in self._doubts(p, after, act))
        if ends is None:
            after[OVER] = 0
            return after
        station = self.table.layout.station + act.piece
        after[OVER] = self._ends(ends, after, notes, act.piece, -1, -1, p[station], after[station])
        return after

    @cached_property
    def _hooks_of_actions(self) -> dict[str, tuple[Any, str | None]]:
        """For each action: what it does, and the name of the hook that says whether it ends the game; None, if no rule does."""
        actions = self.table.rulebook.actions.values()
        ends = {one.id: of_action("ends", one.id) if self.table.ends_by(one) else None for one in actions}
        return {name: (self.table.hooks[of_action("do", name)], hook) for name, hook in ends.items()}

    def _doubts(self, p: Cells, after: Cells, act: Act) -> Iterator[Doubt]:
        table = self.table.rulebook.actions[act.action].table
        events = [act.action, table.group, *["entry"] * (after[ENTRIES] > p[ENTRIES])]
        left, here = p[self.table.layout.station + act.piece], after[self.table.layout.station + act.piece]
        return self.turns.unknown_effects.after(events, after, act.piece, -1, -1, left, here, (), here, after[ENTRIES])

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
        return bool(p[LEFT]) or p[self.table.layout.moved + piece] < self.table.hooks["may"](p, piece)

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
    def _lists(self) -> Mapping[str, Any]:
        """The hooks that list rides and actions."""
        return self.table.hopeful_hooks if self.hopeful else self.table.hooks

    def rides(self, p: Cells, q: int) -> list[tuple[int, int, int]]:
        if p[self.table.layout.station + q] == UNKNOWN:  # nobody can list what begins nobody knows where
            return []
        return self._lists[f"rides_{self.table.profiles.of[q]}"](p, q)  # type: ignore[no-any-return]

    def losing_rides(self, p: Cells, q: int) -> list[tuple[int, int, int]]:
        if p[self.table.layout.station + q] == UNKNOWN:
            return []
        return self._lists[f"losing_rides_{self.table.profiles.of[q]}"](p, q)  # type: ignore[no-any-return]

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
            place: [(q, a.id, self._lists[of_action("legal", a.id)]) for a in found for q in self.table.actors(a)]
            for place, found in self.actions.items()
        }

    def legal(self, action: Action, p: Cells, piece: int) -> list[tuple[object, ...]]:
        """Every tuple of choices with which a piece may take an action now."""
        return self._lists[of_action("legal", action.id)](p, piece)  # type: ignore[no-any-return]

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
                found += [Clause(0, (*steps, *more, *one)) for one in self.table.budget.counted(more[0].action, rest)]
        return found

    def _turns(self, p: Cells) -> Iterator[tuple[Step, ...]]:
        for steps, _ in self.entries(p):
            yield steps
        if p[LEFT]:
            return
        for action in self.actions["turn"]:
            for chosen in self._lists[of_action("legal", action.id)](p, 0):
                act = Act(0, action.id, chosen)
                begun = self.step(p, act)
                for steps in self.table.budget.one_by_one(action.id, self._series(begun, last=True)):
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
            for chosen in self._lists[of_action("legal", action.id)](p, 0):
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
                for chosen in self._lists[of_action("legal", action.id)](after, 0):
                    act = Act(0, action.id, chosen)
                    yield (step, act), self.step(after, act)
        for action in self.actions["instead of entry"]:
            for chosen in self._lists[of_action("legal", action.id)](p, 0):
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
            for chosen in self._lists[of_action("legal", action.id)](p, 0):
                act = Act(0, action.id, chosen)
                begun = self.step(p, act)
                for ride in self.table.budget.counted(action.id, self.rides(begun, 0)):
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
