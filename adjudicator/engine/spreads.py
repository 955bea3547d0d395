"""Everything the fugitive can do in a turn, looked up: for most tables a turn is a ride, or a double of two rides.

What is open to him hangs on a few cells (his tickets, counts); positions that agree in these have the same spreads, one for
each station. `why_not` says why a table has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from operator import itemgetter

from attrs import field

from adjudicator.engine.blocks import Block, Blocks, Means, Ride, Spread, is_open
from adjudicator.engine.conditions import Conditions
from adjudicator.engine.layout import DOING, ENTRIES, LEFT, ROUND
from adjudicator.engine.once_each import OnceEach
from adjudicator.engine.profiles import events_of_rides
from adjudicator.engine.referee import Referee
from adjudicator.engine.seating import FUGITIVE
from adjudicator.engine.steps import Act, act_text
from adjudicator.engine.turns import Cells
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import Read, step
from adjudicator.rulebook.model import Action
from adjudicator.values import frozen

# A turn action with its text, what is open for its first entry, and by the ticket spent on that for its second: tickets are
# numbered from 0, and one who rides free has a single way (-1).
Plan = tuple[Act, str, int, tuple[int, ...]]
Plans = tuple[int, tuple[Plan, ...]]  # what is open for a single entry, and the turn actions
LASTING = ("game", "round", "turn", "next turn")  # lifetimes that an entry does not end


@frozen(eq=False, slots=False)
class Spreads:
    referee: Referee
    blocks: Blocks
    by_cells: dict[tuple[int, ...], OnceEach] = field(factory=dict, repr=False)
    _by_plans: dict[Plans, OnceEach] = field(factory=dict, repr=False)
    _planned: dict[tuple[int, ...], Plans] = field(factory=dict, repr=False)

    # -- whether a table has them
    @property
    def _conditions(self) -> Conditions:
        return self.blocks.conditions[self.referee.table.profiles.of[FUGITIVE]]

    @cached_property
    def _turn_actions(self) -> list[Action]:
        return self.referee.table.actions_at("turn")

    @cached_property
    def why_not(self) -> tuple[str, ...]:
        """Reasons, in words; none where the table has spreads."""
        return tuple(self._reasons())

    def _reasons(self) -> Iterator[str]:
        table, frame = self.referee.table, self.referee.table.frame
        his = (FUGITIVE,)
        yield from (f"`{one.rule.id}` has to be asked for every ride" for one in self._conditions.other)
        others = [one for one in table.rulebook.actions.values() if FUGITIVE in table.actors(one) and one.place != "turn"]
        yield from (f"`{one.id}` can be joined to an entry or stand for one" for one in others)
        for action in self._turn_actions:
            statements = action.rule.statements
            counts = [one.count for one in statements if isinstance(one, t.Entries)]
            effects = [effect for one in statements if isinstance(one, t.Then) for effect in one.effects]
            if counts != [2] or action.choices or not all(isinstance(effect, t.Move) for effect in effects):
                yield f"`{action.id}` does more than write two entries"
        follows = [rule for rule, _ in frame.reactions_to(events_of_rides(his), his)]
        follows += [rule for rule, _ in frame.wins_after(events_of_rides(his), his)]
        yield from (f"`{rule.id}` follows an entry" for rule in follows)
        for action in self._turn_actions:
            for rule, one in frame.reactions_to({action.id, action.table.group} - {""}, his):
                if table.rulebook.facts.changed_by(one) & self._read_states:
                    yield f"`{rule.id}` changes within a turn what is open to him"
        if self._read_cells is None:
            yield "what is open to him hangs on where he stands"
        masks = [read for node, _ in self._conditions.by_station for read in table.rulebook.facts.reads(node)]
        if not all(map(self._stays, masks)):
            yield "what is closed to him changes within his turn"

    @cached_property
    def _read_states(self) -> set[str]:
        """States that what is open or closed to him hangs on."""
        reads = self.referee.table.rulebook.facts.reads
        nodes = [*self._conditions.by_fare, *(node for node, _ in self._conditions.by_station)]
        return {read.name for node in nodes for read in reads(node) if read.what == "state"}

    def _stays(self, read: Read) -> bool:
        """Whether this is the same before and after an entry."""
        table = self.referee.table
        match read.what:
            case "station":
                return FUGITIVE not in table.seating.members(read.of) and read.of != "piece"
            case "state":
                return table.layout.states[read.name].lives in LASTING
            case "step":
                return read.name in ("to", "passes")
        return read.what in ("round", "bound")

    @cached_property
    def looked_at(self) -> tuple[int, ...]:
        """The cells that decide his possible moves; none if the game has no spreads."""
        return () if self.why_not else tuple(sorted(self._read_cells or ()))

    @cached_property
    def _read_cells(self) -> set[int] | None:
        table = self.referee.table
        nodes: list[t.Node | None] = [*self._conditions.by_fare]
        for action in self._turn_actions:
            nodes += [one.condition for one in action.rule.statements if isinstance(one, t.Require)]
            nodes += [one.when for one in table.frame.of_action(action)]
        found = set() if table.seating.is_free(FUGITIVE) else set(self._hand)
        for read in {read for node in nodes for read in table.rulebook.facts.reads(node)}:
            cells = self._cells(read)
            if cells is None:
                return None
            found |= cells
        return found

    @cached_property
    def _hand(self) -> list[int]:
        table = self.referee.table
        return [table.layout.ticket_cell(FUGITIVE, name) for name in table.rulebook.tables.tickets]

    def _cells(self, read: Read) -> set[int] | None:
        """Where a thing lies; None for what hangs on his station."""
        layout, seating = self.referee.table.layout, self.referee.table.seating
        match read:
            case Read("step", "entry") | Read("entries"):
                return {ENTRIES}
            case Read("step", name):
                return set() if read in step("ticket", "mode", "piece") else None
            case Read("round"):
                return {ROUND}
            case Read("tickets", _, "piece" | "fugitive"):
                return set(self._hand)
            case Read("state", name):
                kind = layout.states[name]
                return set(range(kind.base, kind.base + kind.count))
            case Read("supply", name):
                return set(range(layout.supplies[name], layout.supplies[name] + layout.kinds))
            case Read("uses" | "fails", name, of):
                return {layout.counters[(read.what, name, of)]}
            case Read("inside"):
                return {LEFT, DOING}
            case Read("station", _, of) if FUGITIVE not in seating.members(of) and of != "piece":
                return {layout.station + q for q in seating.members(of)}
        return None

    # -- looking up
    @cached_property
    def _key(self) -> Callable[[Cells], tuple[int, ...]]:
        """The values of a position in the cells that are looked at."""
        return itemgetter(*self.looked_at) if len(self.looked_at) > 1 else lambda p: (p[self.looked_at[0]],)

    @cached_property
    def _open(self) -> Callable[[Cells, int], int]:
        return self.blocks.opened[self.referee.table.profiles.of[FUGITIVE]]

    def at(self, p: Cells) -> OnceEach:
        """The spreads of each station, for positions that agree with this one in every cell that is looked at."""
        key = self._key(p)
        found = self.by_cells.get(key)
        if found is None:
            plans = self.plans(p)
            found = self._by_plans.setdefault(plans, OnceEach(partial(self._from, *plans)))
            self.by_cells[key] = found
        return found

    def plans(self, p: Cells) -> Plans:
        """His possible moves, from every station."""
        key = self._key(p)
        found = self._planned.get(key)
        if found is None:
            actions = [action for action in self._turn_actions if self.referee.legal(action, p, FUGITIVE)]
            found = self._planned[key] = (self._open(p, FUGITIVE), tuple(self._plan(p, action) for action in actions))
        return found

    def _plan(self, p: Cells, action: Action) -> Plan:
        """The possible second halves depend on the ticket spent on the first, not on where he went."""
        table = self.referee.table
        act = Act(FUGITIVE, action.id)
        begun = self.referee.step(p, act)
        ride, here = table.hooks[f"ride_{table.profiles.of[FUGITIVE]}"], p[table.layout.station]
        tickets = (-1,) if table.seating.is_free(FUGITIVE) else table.seating.ticket_codes
        second = tuple(self._open(ride(begun, FUGITIVE, ticket, -1, here), FUGITIVE) for ticket in tickets)
        head = f"{table.seats[FUGITIVE].piece} {act_text(act, table.seating)} "
        return act, head, self._open(begun, FUGITIVE), second

    def _from(self, opened: int, plans: tuple[Plan, ...], station: int) -> Spread:
        blocks, seating = self.blocks, self.referee.table.seating
        rides = blocks.block(FUGITIVE, station, opened)
        parts: list[tuple[tuple[int, ...], Block]] = [((0,), rides)]
        for act, head, first, second in plans:
            begins = blocks.block(FUGITIVE, station, first)
            for move, (ticket, mode, to), tests in zip(begins.moves, begins.rides, begins.tests, strict=True):
                half = blocks.half(f"{head}{seating.means(ticket, mode)} {to}, ", act.action, move.legs[0], second[ticket])
                parts.append((tests, half))
        return Spread(parts)

    def double(self, p: Cells, action: str, said: Sequence[Means], closed: int) -> tuple[Act, Ride, Ride] | None:
        """The two rides of a turn action that is written so, if it is open to him."""
        k, here = self.referee.table.profiles.of[FUGITIVE], p[self.referee.table.layout.station]
        for act, _, first, second in self.plans(p)[1]:
            if act.action == action and len(said) == 2:
                begins = self.blocks.rides(k, here, first).by_means.get(said[0])
                if begins is None or not is_open(begins[1], closed):
                    return None
                (ticket, _, to), _ = begins
                ends = self.blocks.rides(k, to, second[ticket]).by_means.get(said[1])
                return (act, begins[0], ends[0]) if ends is not None and is_open(ends[1], closed) else None
        return None
