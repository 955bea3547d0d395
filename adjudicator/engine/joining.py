"""Entries that something may be joined to, as text: rides with an action, actions instead of rides, what comes between."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from attrs import field

from adjudicator.engine.blocks import MANY, Block, Blocks
from adjudicator.engine.extras import Extra, extras
from adjudicator.engine.layout import LEFT, OVER
from adjudicator.engine.steps import Act, Move, Ride, Step, act_text, step_text
from adjudicator.engine.turns import Cells
from adjudicator.values import frozen


@frozen(eq=False, slots=False)
class Joining(Blocks):
    tails: dict[tuple[str, tuple[str, ...]], Block] = field(factory=dict, repr=False)

    @cached_property
    def _extras(self) -> dict[str, list[Extra]]:
        places = ("with entry", "after entry", "instead of entry")
        return {place: list(extras(self.referee.table, place)) for place in places}

    def _with_extras(self, p: Cells, opened: Any, closed: int) -> list[str]:
        referee, layout = self.referee, self.referee.table.layout
        found: list[str] = []
        if referee.entry_due(p):
            found += self._entries(p, opened, closed, "", ())
            for action in referee.actions["turn"] if not p[LEFT] else ():
                for chosen in referee.legal(action, p, 0):
                    act = Act(0, action.id, chosen)
                    begun = referee.step(p, act)
                    self._series(begun, opened, closed, f"{act_text(act, layout)} ", (act,), found)
        if p[layout.moved] and not p[LEFT]:
            found += self._written(referee.after_entry(p))
        return found

    def _entries(self, p: Cells, opened: Any, closed: int, head: str, steps: tuple[Step, ...]) -> list[str]:
        """The last entry of a turn, after `head`: rides, rides with something joined, and what stands instead of a ride."""
        station = p[self._first]
        rides = self.block(0, station, opened(p, 0))
        texts = self._tail(head, steps, rides) if head else rides
        found = list(texts.cuts[texts.mask & closed])
        for extra in self._extras["with entry"]:
            found += self._joined(p, extra, rides, closed, steps)
        for extra in self._extras["instead of entry"]:
            if extra.chance(p) >> station & 1:
                for chosen in extra.legal(p, 0):
                    if not steps or None not in chosen:
                        found += self._written([Move(0, (*steps, Act(0, extra.action.id, chosen)))])
        return found

    def _tail(self, head: str, steps: tuple[Step, ...], rides: Block) -> Block:
        """The same rides as the end of a longer clause."""
        found = self.tails.get((head, rides.texts))
        if found is None:
            name = self.referee.table.layout.seats[0].piece
            found = self._block_of(f"{name} {head}", 0, steps, rides.rides)
            if len(self.tails) < MANY:
                self.tails[head, rides.texts] = found
        return found

    def _joined(self, p: Cells, extra: Extra, rides: Block, closed: int, steps: tuple[Step, ...]) -> list[str]:
        """Entries with an action joined: only where it has a chance."""
        referee = self.referee
        chance = extra.chance(p) & rides.mask & ~closed
        moves: list[Move] = []
        for ride in rides.rides if chance else ():
            if chance >> ride[2] & 1:
                step = Ride(0, *ride)
                after = referee.step(p, step)
                if after[OVER]:
                    continue
                if not extra.may_come(after):
                    break
                moves += [Move(0, (*steps, step, Act(0, extra.action.id, one))) for one in extra.legal(after, 0)]
        return self._written(moves)

    def _series(self, p: Cells, opened: Any, closed: int, head: str, steps: tuple[Step, ...], found: list[str]) -> None:
        """The entries of a turn action: the first with what may follow it, then the last."""
        referee, layout = self.referee, self.referee.table.layout
        if p[LEFT] == 1:
            found += self._entries(p, opened, closed, head, steps)
            return
        for first, after in referee.entries(p):
            if after[OVER]:  # the game ends before the next entry
                found += self._written([Move(0, (*steps, *first))])
                continue
            text = " + ".join(step_text(one, layout) for one in first) + ", "
            self._series(after, opened, closed, head + text, (*steps, *first), found)
            for extra in self._extras["after entry"]:
                if extra.chance(after) >> after[layout.station] & 1 and extra.may_come(after):
                    found += self._written(referee.between_and_on(after, steps + first))
                    break
