"""Everything the fugitive can do in a turn, by lookup: at most tables, a turn is a ride or a double of two rides.

His open rides depend on a few cells (his tickets, counts). Positions that agree in these share one set of spreads, one for each
station. A table has no spreads if his turn can be more than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial

from adjudicator.engine.actions import event_of
from adjudicator.engine.blocks import Block, Heading, Remaining, Way, is_open
from adjudicator.engine.cells import cells_read, kept
from adjudicator.engine.layout import Cells
from adjudicator.engine.moves import Move
from adjudicator.engine.once_each import OnceEach
from adjudicator.engine.player import Player
from adjudicator.engine.profiles import HIS, events_of_rides
from adjudicator.engine.rides import Rides
from adjudicator.engine.seating import FUGITIVE
from adjudicator.engine.steps import Act, act_text, leg
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import Read
from adjudicator.rulebook.loader import suspicion
from adjudicator.rulebook.model import Action
from adjudicator.values import frozen

# A turn action: its id, its text, the open fares of its first entry, and those of its second by the ticket spent on the first:
# tickets are numbered from 0, and a free rider has one way (-1).
Plan = tuple[str, str, int, tuple[int, ...]]
Plans = tuple[int, tuple[Plan, ...]]  # the open fares of a single entry, and the turn actions
LASTING = ("game", "round", "turn", "next turn")  # lifetimes that an entry does not end


class Spread:
    """All moves of the fugitive from a station in one turn: rides, and doubles grouped by their first ride."""

    __slots__ = ("__dict__", "_near", "_parts", "count")

    def __init__(self, parts: list[tuple[tuple[Way, ...], Block]]):
        """Each part: the lines of the first ride of a double (none for single rides), and the block of rides that follow."""
        self._parts = parts
        self._near = 0  # every station that a ride goes to or is closed by
        self.count = 0
        for ways, block in parts:
            self.count += block.count
            self._near |= block.mask
            for _, _, test in ways:
                self._near |= test

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All moves, if no station among them is closed."""
        return tuple([move for _, block in self._parts for move in block.moves])

    def move(self, at: int) -> Move:
        return self.moves[at]

    def left(self, closed: int) -> list[Spread | Block | Remaining]:
        """The parts that remain while the stations in the mask `closed` are closed."""
        if not self._near & closed:
            return [self]
        return [block.left(closed) for ways, block in self._parts if not ways or is_open(ways, closed)]


@frozen(eq=False, slots=False)
class Spreads:
    player: Player

    @cached_property
    def _rides(self) -> Rides:
        return self.player.table.rules.rides[FUGITIVE]

    @cached_property
    def _turn_actions(self) -> list[Action]:
        return self.player.table.actions_at("turn")

    # -- whether a table has them
    @cached_property
    def exist(self) -> bool:
        with suspicion():
            return all(self._fits())

    def _fits(self) -> Iterator[bool]:
        table, statements, facts = self.player.table, self.player.table.rules.statements, self.player.table.rulebook.facts
        yield not self._rides.other
        yield all(one.place == "turn" for one in table.rulebook.actions.values() if FUGITIVE in table.actors(one))
        yield all(_writes_two_entries(one) and not self.player.may_end_by(one) for one in self._turn_actions)
        yield not statements.reactions_to(events_of_rides(HIS), HIS)
        yield not statements.wins_after(events_of_rides(HIS), HIS)
        for action in self._turn_actions:
            yield not any(facts.changed_by(one) & self._states for one in statements.reactions_to(event_of(action), HIS))
        yield self._read is not None
        yield all(map(self._stays, {read for node in self._rides.closing for read in facts.reads(node)}))

    @cached_property
    def _states(self) -> set[str]:
        """The states that his open fares and closed stations depend on."""
        return {read.name for read in self._reads if read.what == "state"} | {
            read.name for node in self._rides.closing for read in self._facts_of(node) if read.what == "state"
        }

    def _facts_of(self, node: t.Expression | None) -> frozenset[Read]:
        return self.player.table.rulebook.facts.reads(node)

    def _stays(self, read: Read) -> bool:
        """Whether a read has the same value before and after an entry."""
        table = self.player.table
        match read.what:
            case "station":
                return FUGITIVE not in table.seating.members(read.of) and read.of != "piece"
            case "state":
                return table.layout.states[read.name].lives in LASTING
            case "step":
                return read.name in ("to", "passes")
        return read.what in ("round", "bound", "board")

    @cached_property
    def _reads(self) -> set[Read]:
        """The reads that decide his possible moves, except his station."""
        table = self.player.table
        nodes: list[t.Expression | None] = [*self._rides.by_fare]
        for action in self._turn_actions:
            nodes += [one.condition for one in action.rule.statements if isinstance(one, t.Require)]
            nodes += [one.when for one in table.rules.statements.of_action(action)]
        return {read for node in nodes for read in self._facts_of(node)}

    @cached_property
    def _read(self) -> tuple[int, ...] | None:
        """The cells of `_reads`; None if it depends on his station or on any cell."""
        layout = self.player.table.layout
        hand = Read("tickets", of="fugitive")
        cells = cells_read({*self._reads, hand}, layout, FUGITIVE)
        his = {layout.station, *range(layout.recent, layout.recent_tickets + layout.rulebook.looks_back + 1)}
        return None if cells is None or his.intersection(cells) else cells

    # -- looking up
    @cached_property
    def at(self) -> Callable[[Cells], Spread]:
        """Returns his possible moves from his station."""
        everywhere, station = kept(self._everywhere, self._read), self.player.table.layout.station
        return lambda p: everywhere(p)[p[station]]

    def _everywhere(self, p: Cells) -> OnceEach:
        """His possible moves, by station."""
        plans = self._plans(p)
        return self._rides.lines.spreads.setdefault((self._rides.cuts, *plans), OnceEach(partial(self._from, *plans)))

    def _plans(self, p: Cells) -> Plans:
        """His plans in this position: the open fares of a single entry, and those of each legal turn action."""
        actions = [action for action in self._turn_actions if self.player.table.rules.action(action.id).legal(p, FUGITIVE)]
        return self._rides.opened(p), tuple(self._plan(p, action) for action in actions)

    def _plan(self, p: Cells, action: Action) -> Plan:
        """The plan of a turn action. The fares of its second entry depend on the ticket spent on the first, not on its
        destination."""
        table, opened = self.player.table, self._rides.opened
        act = Act(FUGITIVE, action.id)
        begun = self.player.step(p, act)
        here, ride = p[table.layout.station], table.rules.ride
        tickets = (-1,) if table.seating.is_free(FUGITIVE) else table.seating.ticket_codes
        second = tuple(opened(ride(begun, FUGITIVE, ticket, -1, here)) for ticket in tickets)
        return action.id, f"{table.seats[FUGITIVE].piece} {act_text(act, table.seating)} ", opened(begun), second

    def _from(self, opened: int, plans: tuple[Plan, ...], station: int) -> Spread:
        rides, seating, name = self._rides, self.player.table.seating, self.player.table.seats[FUGITIVE].piece
        halves = rides.lines.halves
        parts: list[tuple[tuple[Way, ...], Block]] = [((), rides.shelf(opened)[station])]
        for action, head, first, second in plans:
            for ticket, to, ways in rides.leading(station, first):
                begun = leg(ticket, ways[0][0], to, seating)
                text = f"{head}{begun.means} {to}, "
                half = halves.get((text, rides.cuts, second[ticket]))
                if half is None:  # doubles that have begun alike, by their second halves
                    half = Block(Heading(seating, name, text, (begun,), (action,)), rides.leading(to, second[ticket]))
                    halves[text, rides.cuts, second[ticket]] = half
                parts.append((ways, half))
        return Spread(parts)


def _writes_two_entries(action: Action) -> bool:
    """Whether a turn action is a double whose only other effect is to move tickets."""
    counts = [one.count for one in action.rule.statements if isinstance(one, t.Entries)]
    effects = [effect for one in action.rule.statements if isinstance(one, t.Then) for effect in one.effects]
    return counts == [2] and not action.choices and all(isinstance(effect, t.Move) for effect in effects)
