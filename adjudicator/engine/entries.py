"""The fugitive's entries where something may be joined to one or stand for one: rides are looked up, the rest is asked."""

from __future__ import annotations

from functools import cached_property

from attrs import field

from adjudicator.engine.blocks import Block, Blocks
from adjudicator.engine.extras import Extra, extras
from adjudicator.engine.layout import LEFT, OVER
from adjudicator.engine.moves import Leg, Move
from adjudicator.engine.referee import Referee
from adjudicator.engine.registry import Registry
from adjudicator.engine.seating import FUGITIVE
from adjudicator.engine.steps import Act, Clause, Ride, Step, act_text, leg, step_text
from adjudicator.engine.turns import Cells
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
    blocks: Blocks
    registry: Registry
    tails: dict[tuple[str, int, int], Block] = field(factory=dict, repr=False)  # their moves are in the registry

    @cached_property
    def _extras(self) -> dict[str, list[Extra]]:
        places = ("with entry", "after entry", "instead of entry")
        return {place: list(extras(self.referee.table, place)) for place in places}

    @cached_property
    def _profile(self) -> int:
        return self.referee.table.profiles.of[FUGITIVE]

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
        closed = self.blocks.closed[self._profile](p, FUGITIVE)
        station, opened = p[self._station], self.blocks.opened[self._profile](p, FUGITIVE)
        rides = self.blocks.block(FUGITIVE, station, opened)
        block = self._tail(begun, station, opened) if begun.head else rides
        found = list(block.cuts[block.mask & closed])
        for extra in self._extras["with entry"]:
            found += self._joined(p, extra, rides, closed, begun.steps)
        for extra in self._extras["instead of entry"]:
            if extra.chance(p) >> station & 1:
                ways = [chosen for chosen in extra.legal(p, FUGITIVE) if not begun.steps or None not in chosen]
                acts = (Act(FUGITIVE, extra.action.id, chosen) for chosen in ways)
                found += self.registry.moves(Clause(FUGITIVE, (*begun.steps, act)) for act in acts)
        return self.referee.table.budget.counted(begun.actions[0], found) if begun.actions else found

    def _tail(self, begun: Begun, station: int, opened: int) -> Block:
        """The same rides as the end of a longer clause."""
        key = (begun.head, station, opened)
        found = self.tails.get(key)
        if found is None:
            piece = self.referee.table.seats[FUGITIVE].piece
            found = self.blocks.made(f"{piece} {begun.head}", piece, begun.legs, begun.actions, self._profile, station, opened)
            self.tails[key] = found
            self.registry.keep(found, begun.steps)
        return found

    def _joined(self, p: Cells, extra: Extra, rides: Block, closed: int, steps: tuple[Step, ...]) -> list[Move]:
        """Entries with an action joined: only where it has a chance."""
        chance = extra.chance(p) & rides.mask & ~closed
        found: list[Clause] = []
        may_come = False  # which one ride tells for all
        for ride in rides.open_rides(closed) if chance else ():
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
