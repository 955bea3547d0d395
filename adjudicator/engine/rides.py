"""The rides of one piece: those open to it now, those that lose, and whether there is any.

All rides of a listing begin in one position. So a refusal that mentions neither the destination nor the stations passed depends
only on ticket and mode: one bit for each such fare says whether it is open, and these bits are kept by the cells that they
depend on. Refusals that mention one station become a mask of closed stations (`masks.py`). Other refusals are tested ride by
ride. Rides themselves are looked up: a block for each station and each set of open fares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from adjudicator.engine.blocks import Block, Heading, Ride
from adjudicator.engine.blocks import Rides as Open
from adjudicator.engine.cells import cells_read, kept
from adjudicator.engine.expressions import MODE, PASSES, TICKET, TO, Constant, Spot, Step, Value, some
from adjudicator.engine.layout import ENTRIES, ROUND, Cells
from adjudicator.engine.lines import Fare, Lines
from adjudicator.engine.masks import OF_ROUTE, Mask, Masks, Standing, union
from adjudicator.engine.once_each import OnceEach
from adjudicator.engine.profiles import Profile
from adjudicator.engine.statements import Refusal
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import Read, step
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.engine.rules import Rules

OF_LINE = step("mode", "passes")
AHEAD = 100  # the rounds that are looked ahead: more than any game has


@frozen(eq=False, slots=False)
class Rides:
    """The rides of a piece. `ignoring`: rules that are left out. `ever`: prohibitions that last only a turn or a round are left
    out. `ability`: only whether there is a ride matters, so rules that make an action come first are left out."""

    rules: Rules
    piece: int
    ignoring: tuple[str, ...] = ()
    ever: bool = False
    ability: bool = False

    # -- what is asked
    @cached_property
    def lines(self) -> Lines:
        return self.rules.lines[self.rules.statements.profiles.of[self.piece]]

    @property
    def _profile(self) -> Profile:
        profiles = self.rules.statements.profiles
        return profiles.every[profiles.of[self.piece]]

    @cached_property
    def _every(self) -> list[Refusal]:
        found = self.rules.statements.of_rides(self._profile, losing=False)
        return [one for one in found if not (self.ability and one.waits)]

    @cached_property
    def table(self) -> OnceEach:
        """The rides of the board. If an ignored rule was used to reduce the table of `lines`, the table of all rides."""
        folded = any(one.rule.id in self.ignoring and self.lines.is_fixed(one) for one in self._every)
        return self.lines.all if folded else self.lines.some

    @cached_property
    def _asked(self) -> list[Refusal]:
        facts = self.rules.facts
        asked = [one for one in self._every if one.rule.id not in self.ignoring]
        asked = [one for one in asked if not (self.ever and facts.is_passing(one.when))]
        return asked if self.table is self.lines.all else [one for one in asked if not self.lines.is_fixed(one)]

    @cached_property
    def _losing(self) -> list[Refusal]:
        found = self.rules.statements.of_rides(self._profile, losing=True)
        return [one for one in found if one.rule.id not in self.ignoring]

    @cached_property
    def conditions(self) -> list[t.Expression | None]:
        """Every condition that closes a ride, losing included. `A or B` counts as two conditions."""
        whens = [one.when for one in (*self._asked, *self._losing)]
        return [part for when in whens for part in (when.parts if isinstance(when, t.AnyOf) else (when,))]

    def _reads(self, node: t.Expression | None) -> frozenset[Read]:
        return self.rules.facts.reads(node)

    # -- by fare
    @cached_property
    def by_fare(self) -> list[t.Expression | None]:
        return [part for part in self.conditions if not self._reads(part) & OF_ROUTE]

    @cached_property
    def fares(self) -> tuple[Fare, ...]:
        return self.lines.fares(self.table)

    @cached_property
    def read(self) -> tuple[int, ...] | None:
        """The cells that the open fares depend on; None if these may be any."""
        reads = {read for node in self.by_fare for read in self._reads(node)}
        return cells_read(reads, self.rules.layout, self.piece)

    @cached_property
    def _tests(self) -> list[tuple[int, Value]]:
        """The conditions, each with the mask of the fares that it closes."""
        found: dict[tuple[int, int, int], tuple[Value, int]] = {}
        for node in self.by_fare:
            reads = self._reads(node)
            for bit, (ticket, mode) in enumerate(self.fares):
                key = (
                    id(node),
                    ticket if Read("step", "ticket") in reads else -2,
                    mode if Read("step", "mode") in reads else -2,
                )
                if key not in found:
                    names = {"ticket": Constant(ticket), "mode": Constant(mode)}
                    found[key] = (self.rules.condition(node, Spot(self.piece, names=names)), 0)
                found[key] = (found[key][0], found[key][1] | 1 << bit)
        return [(bits, ask) for ask, bits in found.values()]

    def opened(self, p: Cells) -> int:
        """The mask of the open fares."""
        x = [self.piece, 0, 0, here := p[self._station], 0, (), here, p[ENTRIES] + 1, None]
        found = (1 << len(self.fares)) - 1
        for bits, refused in self._tests:
            if found & bits and refused(p, x):
                found &= ~bits
        return found

    # -- by station
    @cached_property
    def _of_route(self) -> list[tuple[t.Expression | None, tuple[Mask, bool] | None]]:
        masks = Masks(self.rules, self.piece)
        return [(part, masks.of(part)) for part in self.conditions if self._reads(part) & OF_ROUTE]

    @cached_property
    def closed(self) -> Mask:
        """The mask of the stations closed to this piece: those where a ride may not go and, in higher bits, those that it may
        not pass."""
        return union(list(dict.fromkeys(found[0] for _, found in self._of_route if found is not None)))

    @cached_property
    def closing(self) -> list[t.Expression]:
        """The conditions in the mask of closed stations."""
        return [part for part, found in self._of_route if found is not None and part is not None]

    @cached_property
    def cuts(self) -> bool:
        """Whether a station that a ride only passes can close it."""
        return any(found is not None and found[1] for _, found in self._of_route)

    @cached_property
    def stood_on(self) -> slice | None:
        """The cells of the pieces that close the stations where they are, if nothing else closes a ride; otherwise None."""
        is_all = not self.other and not self.cuts and isinstance(self.closed, Standing)
        return self.closed.cells if is_all and isinstance(self.closed, Standing) else None

    # -- the rest
    @cached_property
    def other(self) -> list[t.Expression | None]:
        """The conditions that are tested ride by ride."""
        return [part for part, found in self._of_route if found is None]

    @cached_property
    def _others(self) -> Value:
        return some([self.rules.condition(part, Spot(self.piece)) for part in self.other])

    # -- looking up
    @cached_property
    def _station(self) -> int:
        return self.rules.layout.station + self.piece

    @cached_property
    def _named(self) -> Heading:
        return self.rules.named(self.piece)

    @cached_property
    def block(self) -> Callable[[Cells], Block]:
        """Returns the block of rides from the piece's station by the open fares; `closed` stations are still in it."""
        station, opened, shelf = self._station, self.opened, self.shelf
        here = kept(lambda p: shelf(opened(p)), self.read)
        return lambda p: here(p)[p[station]]

    def shelf(self, opened: int) -> OnceEach:
        """The blocks for a mask of open fares, by station."""
        return self._by_opened[opened]  # type: ignore[no-any-return]

    @cached_property
    def _by_opened(self) -> OnceEach:
        blocks, leaving = self.lines.blocks(self._named, self.table, self.cuts), self.lines.leaving(self.table)
        return OnceEach(lambda opened: OnceEach(lambda station: blocks[station, opened & leaving[station]]))

    def leading(self, station: int, opened: int) -> Open:
        """The rides from a station for a mask of open fares, including those that closed stations rule out."""
        leaving = self.lines.leaving(self.table)[station]
        return self.lines.rides(self.table, self.cuts)[station, opened & leaving]  # type: ignore[no-any-return]

    # -- answers
    def legal(self, p: Cells) -> list[Ride]:
        """Every ride that is legal now and does not lose."""
        block, closed = self.block(p), self.closed(p)
        return block.open(closed) if not self.other else list(self._asked_each(p, block, closed))

    @cached_property
    def take(self) -> Callable[[Cells, tuple[str, int]], Ride | None]:
        """Returns the ride with this notation, if it is legal now and does not lose; otherwise None."""
        block, closed, asks, stood_on = self.block, self.closed, bool(self.other), self.stood_on

        def take(p: Cells, means: tuple[str, int]) -> Ride | None:
            found = block(p).by_means.get(means)
            if found is None:
                return None
            ticket, to, ways = found
            if stood_on is not None:
                return None if to in p[stood_on] else (ticket, ways[0][0], to)
            shut, x = closed(p), self._step(p) if asks else None
            for mode, passed, test in ways:
                if not test & shut and (x is None or not self._is_refused(p, x, ticket, mode, to, passed)):
                    return ticket, mode, to
            return None

        return take

    @cached_property
    def can(self) -> Callable[[Cells], bool]:
        """Tells whether there is a ride that is legal now and does not lose."""
        block, closed = self.block, self.closed
        if self.other:
            return lambda p: next(self._asked_each(p, block(p), closed(p)), None) is not None
        if self.cuts:
            return lambda p: bool(block(p).open(closed(p)))
        if self.stood_on is None:
            return lambda p: block(p).mask & ~closed(p) != 0
        cells = self.stood_on

        def can(p: Cells) -> bool:
            found = block(p)  # nearly always the first station is free, and a mask takes longer than a look
            return (found.first and found.first not in p[cells]) or found.mask & ~closed(p) != 0

        return can

    def can_at_all(self, p: Cells) -> bool:
        """Whether there is a ride that does not lose, reading as carefully as the rules do. With `ever`, also in a later round,
        if rules depend on the clock."""
        can = self.can if self.rules.data is None else self._can_carefully
        if can(p):
            return True
        if not self._looks_ahead:
            return False
        p = p.copy()
        for _ in range(1, AHEAD):
            p[ROUND] += 1
            p[ENTRIES] += 1
            if can(p):
                return True
        return False

    @cached_property
    def _looks_ahead(self) -> bool:
        return self.ever and any(self.rules.facts.asks_the_clock(one.when) for one in self._asked)

    def _can_carefully(self, p: Cells) -> bool:
        return next(self.found(p, losing=False), None) is not None

    def _asked_each(self, p: Cells, block: Block, closed: int) -> Iterator[Ride]:
        x = self._step(p)
        for ticket, to, ways in block.rides:
            for mode, passed, test in ways:
                if not test & closed and not self._is_refused(p, x, ticket, mode, to, passed):
                    yield ticket, mode, to
                    break

    def _step(self, p: Cells) -> Step:
        here = p[self._station]
        return [self.piece, -1, -1, here, 0, (), here, p[ENTRIES] + 1, None]

    def _is_refused(self, p: Cells, x: Step, ticket: int, mode: int, to: int, passed: tuple[int, ...]) -> bool:
        x[TICKET], x[MODE], x[TO], x[PASSES] = ticket, mode, to, passed
        return bool(self._others(p, x))

    # -- ride by ride, in the order of the rules
    @cached_property
    def _one_by_one(self) -> tuple[Value, Value, Value]:
        """Three conditions: that a ride is refused on every line, that it is refused on its line, and that it loses."""

        def joined(found: list[Refusal]) -> Value:
            return some([self.rules.refused(one.when, Spot(self.piece)) for one in found])

        by_line = [one for one in self._asked if self._reads(one.when) & OF_LINE]
        return joined([one for one in self._asked if one not in by_line]), joined(by_line), joined(self._losing)

    def losing(self, p: Cells) -> list[Ride]:
        """Every ride that is allowed and loses. Losing rides count as closed: with no closed station nearby there are none."""
        if self._loses_by_station and not self.block(p).mask & self.closed(p):
            return []
        return list(self.found(p, losing=True))

    @cached_property
    def _loses_by_station(self) -> bool:
        """Whether rides lose only by the stations where they go or that they pass."""
        return self.rules.data is None and all(one.when in self.closing for one in self._losing)

    def found(self, p: Cells, losing: bool) -> Iterator[Ride]:
        """The rides that nothing refuses, those that lose or those that do not. Reads as carefully as the rules do."""
        refused, by_line, loses = self._one_by_one
        here = p[self._station] if self.rules.data is None else self.rules.data.known(p, self._station)
        x: Step = [self.piece, -1, -1, here, 0, (), here, p[ENTRIES] + 1, None]
        for ticket, to, ways in self.table[here]:
            for x[MODE], x[PASSES] in ways:
                x[TICKET], x[TO] = ticket, to
                if refused(p, x):
                    break
                if not by_line(p, x):
                    if bool(loses(p, x)) == losing:
                        yield ticket, x[MODE], to
                    break
