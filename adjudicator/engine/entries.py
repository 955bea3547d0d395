"""The fugitive's turns where something may be joined to an entry or stand for one: rides are looked up, the rest is asked."""

from __future__ import annotations

from functools import cached_property

from adjudicator.engine.actions import ActionRules
from adjudicator.engine.blocks import Block, Piece
from adjudicator.engine.layout import LEFT, OVER, Cells
from adjudicator.engine.moves import Leg, Move
from adjudicator.engine.referee import Referee
from adjudicator.engine.registry import Registry
from adjudicator.engine.rides import Rides
from adjudicator.engine.seating import FUGITIVE
from adjudicator.engine.steps import Act, Clause, Ride, Step, act_text, leg, step_text
from adjudicator.values import frozen


@frozen
class Begun:
    """The beginning of a clause: its text after the name of the piece, its steps, and both in names."""

    head: str = ""
    steps: tuple[Step, ...] = ()
    legs: tuple[Leg, ...] = ()
    actions: tuple[str, ...] = ()


@frozen(eq=False, slots=False)
class Entries:
    referee: Referee
    registry: Registry

    @cached_property
    def _extras(self) -> dict[str, list[ActionRules]]:
        table, places = self.referee.table, ("with entry", "after entry", "instead of entry")
        mine = {place: [one for one in table.actions_at(place) if FUGITIVE in table.actors(one)] for place in places}
        return {place: [table.rules.action(one.id) for one in found] for place, found in mine.items()}

    @cached_property
    def _rides(self) -> Rides:
        return self.referee.table.rules.rides[FUGITIVE]

    @cached_property
    def _station(self) -> int:
        return self.referee.table.layout.station

    def moves(self, p: Cells) -> list[Move]:
        """Everything he may do now: entries, turn actions, and what may still follow his last entry."""
        referee, seating = self.referee, self.referee.table.seating
        found: list[Move] = []
        if referee.entry_due(p):
            found += self._last(p, Begun())
            for action in referee.actions["turn"] if not p[LEFT] else ():
                for chosen in referee.legal(action, p, FUGITIVE):
                    act = Act(FUGITIVE, action.id, chosen)
                    begun = Begun(f"{act_text(act, seating)} ", (act,), (), (action.id,))
                    self._series(referee.step(p, act), begun, found)
        if p[referee.table.layout.moved] and not p[LEFT]:
            found += self.after_entry(p)
        return found

    def after_entry(self, p: Cells) -> list[Move]:
        """The actions that he may still add to his last entry."""
        return self.registry.moves(self.referee.after_entry(p))

    def _last(self, p: Cells, begun: Begun) -> list[Move]:
        """The last entry of a turn: rides, rides with something joined, and actions instead of a ride."""
        found = self._ends(p, begun)
        for extra in self._extras["with entry"]:
            found += self._joined(p, extra, begun.steps)
        for extra in self._extras["instead of entry"]:
            if extra.chance(p) >> p[self._station] & 1:
                ways = [chosen for chosen in extra.legal(p, FUGITIVE) if not begun.steps or None not in chosen]
                acts = (Act(FUGITIVE, extra.action.id, chosen) for chosen in ways)
                found += self.registry.moves(Clause(FUGITIVE, (*begun.steps, act)) for act in acts)
        return self.referee.table.rules.budget.counted(begun.actions[0], found) if begun.actions else found

    def _ends(self, p: Cells, begun: Begun) -> list[Move]:
        """The rides that can end a clause which has begun like this."""
        rides = self._rides
        if rides.other:
            steps = (Ride(FUGITIVE, *ride) for ride in rides.legal(p))
            return self.registry.moves(Clause(FUGITIVE, (*begun.steps, step)) for step in steps)
        block, closed = rides.block(p), rides.closed(p)
        if begun.head:
            key = (begun.head, id(block))
            tail = self.registry.tails.get(key)
            block = tail if tail is not None else self.registry.tails.setdefault(key, self._tail(begun, block))
        return list(block.left(closed))

    def _tail(self, begun: Begun, block: Block) -> Block:
        """The same rides as the end of a longer clause."""
        name = self.referee.table.seats[FUGITIVE].piece
        piece = Piece(self.referee.table.seating, name, f"{name} {begun.head}", begun.legs, begun.actions)
        tail = Block(piece, block.rides)
        self.registry.keep(tail, begun.steps)
        return tail

    def _joined(self, p: Cells, extra: ActionRules, steps: tuple[Step, ...]) -> list[Move]:
        """Entries with an action joined: only where it has a chance."""
        chance = extra.chance(p) & self._rides.block(p).mask
        found: list[Clause] = []
        may_come = False  # which one ride tells for all
        for ride in self._rides.legal(p) if chance else ():
            if chance >> ride[2] & 1:
                step = Ride(FUGITIVE, *ride)
                after = self.referee.ride(p, step)
                if after[OVER]:
                    continue
                may_come = may_come or extra.may_come(after)
                if not may_come:
                    break
                for chosen in extra.legal(after, FUGITIVE):
                    found.append(Clause(FUGITIVE, (*steps, step, Act(FUGITIVE, extra.action.id, chosen))))
        return self.registry.moves(found)

    def _series(self, p: Cells, begun: Begun, found: list[Move]) -> None:
        """The entries of a turn action: the first with what may follow it, then the last."""
        referee, seating = self.referee, self.referee.table.seating
        if p[LEFT] <= 1:  # none, if an action takes a whole turn and writes no entries
            found += self._last(p, begun)
            return
        for first, after in referee.entries(p):
            steps = (*begun.steps, *first)
            if after[OVER]:  # the game ends before the next entry
                found.append(self.registry.move(Clause(FUGITIVE, steps)))
                continue
            head = f"{begun.head}{' + '.join(step_text(one, seating) for one in first)}, "
            legs = tuple(leg(one.ticket, one.mode, one.to, seating) for one in first if isinstance(one, Ride))
            acts = tuple(one.action for one in first if isinstance(one, Act))
            self._series(after, Begun(head, steps, begun.legs + legs, begun.actions + acts), found)
            for extra in self._extras["after entry"]:
                if extra.chance(after) >> after[self._station] & 1 and extra.may_come(after):
                    found += self.registry.moves(referee.between_and_on(after, steps))
                    break
