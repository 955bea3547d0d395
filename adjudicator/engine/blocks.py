"""Rides looked up by station, as text: blocks of clauses, and the spread of everything the fugitive can do from one."""

from __future__ import annotations

import re
from functools import cached_property, partial
from typing import Any

from attrs import define, field

from adjudicator.engine.actions import ActionCode, choices
from adjudicator.engine.layout import ENTRIES
from adjudicator.engine.referee import Referee
from adjudicator.engine.sorting import CELL, Pair, closed_stations, open_pairs, sort
from adjudicator.engine.steps import Act, Move, Ride, Step, act_text, written
from adjudicator.engine.table import OnceEach
from adjudicator.engine.turns import Cells
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Action
from adjudicator.values import frozen

MANY = 20_000  # things remembered of each kind
Fare = tuple[int, int, int]  # ticket (-1: free), mode, where to


class Cuts(dict[int, tuple[str, ...]]):
    """The texts of a block that are left where some of its stations are closed: by the mask of those that are."""

    def __init__(self, texts: tuple[str, ...], rides: tuple[Fare, ...]):
        super().__init__({0: texts})
        self._rides = rides

    def __missing__(self, closed: int) -> tuple[str, ...]:
        found = tuple(text for text, ride in zip(self[0], self._rides, strict=True) if not closed >> ride[2] & 1)
        if len(self) < 100:
            self[closed] = found
        return found


@frozen(eq=False)
class Block:
    """The rides of one piece from one station under the open pairs of ticket and mode; or doubles with one first half."""

    mask: int  # all stations that they lead to
    rides: tuple[Fare, ...]
    texts: tuple[str, ...]
    size: int  # how many they are
    by_text: dict[str, Fare]
    cuts: Cuts
    paid: dict[int, tuple[Fare, ...]] = field(factory=dict)  # by the ticket, as far as somebody asked

    def by_ticket(self, ticket: int) -> tuple[Fare, ...]:
        found = self.paid[ticket] = tuple(ride for ride in self.rides if ride[0] == ticket)
        return found


@define(eq=False)
class Spread:
    """All that the fugitive can do from a station in a turn of his: rides, and doubles by their first half."""

    parts: tuple[tuple[int, Block], ...]  # the first half's station as a bit (0 for rides), and what can follow
    near: int  # every station that plays a part
    _texts: list[str] = field(factory=list)

    @property
    def texts(self) -> list[str]:
        """All of them, as they are where nothing near is closed."""
        if not self._texts:
            self._texts = [text for _, block in self.parts for text in block.texts]
        return self._texts

    @property
    def rides(self) -> Block:
        return self.parts[0][1]

    @property
    def doubles(self) -> tuple[tuple[int, Block], ...]:
        return self.parts[1:]

    @property
    def single(self) -> int:
        """How many of the texts are of one ride."""
        return len(self.rides.texts)


# A turn action with its text, what is open for its first entry, and by the ticket spent on that for its second.
Plan = tuple[Act, str, int, tuple[tuple[int, int], ...]]
Plans = tuple[int, tuple[Plan, ...]]  # what is open for a single entry, and the turn actions


@frozen(eq=False, slots=False)
class Blocks:
    """Blocks and spreads of one table, made when they are first needed."""

    referee: Referee
    blocks: dict[tuple[int, int, int], Block] = field(factory=dict, repr=False)
    reached: dict[tuple[int, int, int], tuple[Fare, ...]] = field(factory=dict, repr=False)
    halves: dict[tuple[str, int], Block] = field(factory=dict, repr=False)
    read: dict[str, tuple[Any, ...]] = field(factory=dict, repr=False)  # steps before the last ride, and that ride
    moves: dict[str, Move] = field(factory=dict, repr=False)
    acts: dict[Move, str] = field(factory=dict, repr=False)
    by_cells: dict[tuple[int, ...], OnceEach] = field(factory=dict, repr=False)
    by_plans: dict[Plans, OnceEach] = field(factory=dict, repr=False)
    planned: dict[tuple[int, ...], Plans] = field(factory=dict, repr=False)

    # -- conditions
    @cached_property
    def _hooks(self) -> list[tuple[Any, Any, list[Pair]] | None]:
        """For each profile `open` and `closed` and its pairs; None where it must be listed candidate by candidate."""
        table, lines = self.referee.table, list[str]()
        names = dict(table.hooks)
        kinds = [sort(table.code, profile) for profile in table.code.profiles]
        simple = [k for k, one in enumerate(kinds) if one.is_simple]
        for k in simple:
            lines += open_pairs(table.code, k, table.code.profiles[k], names[f"PAIRS_{k}"], kinds[k])
            lines += closed_stations(table.code, k, kinds[k])
        exec(compile("\n".join(lines), f"<listing of {table.rulebook.id}>", "exec"), names)
        return [
            (names[f"open_{k}"], names[f"closed_{k}"], names[f"PAIRS_{k}"]) if k in simple else None for k in range(len(kinds))
        ]

    @cached_property
    def _first(self) -> int:
        return self.referee.table.layout.station

    # -- rides
    def block(self, q: int, station: int, opened: int) -> Block:
        found = self.blocks.get((q, station, opened))
        return found if found is not None else self._made(q, station, opened)

    def _made(self, q: int, station: int, opened: int) -> Block:
        table = self.referee.table
        made = self._block_of(table.layout.seats[q].piece + " ", q, (), self.fares(table.profile[q], station, opened))
        self.blocks[q, station, opened] = made
        return made

    def fares(self, k: int, station: int, opened: int) -> tuple[Fare, ...]:
        """The rides of a profile from a station under the open pairs; pieces of one profile share them."""
        found = self.reached.get((k, station, opened))
        if found is None:
            found = self.reached[k, station, opened] = self._fares(k, station, opened)
        return found

    def _fares(self, k: int, station: int, opened: int) -> tuple[Fare, ...]:
        """One of several ways to the same is enough."""
        hooks = self._hooks[k]
        assert hooks is not None
        allowed = {pair for bit, pair in enumerate(hooks[2]) if opened >> bit & 1}
        rides = []
        for ticket, to, _, alternatives in self.referee.table.hooks[f"LINES_{k}"][station]:
            mode = next((mode for mode, _ in alternatives if (ticket, mode) in allowed), None)
            if mode is not None:
                rides.append((ticket, mode, to))
        return tuple(rides)

    def _block_of(self, head: str, q: int, steps: tuple[Step, ...], rides: tuple[Fare, ...]) -> Block:
        names, mask, texts = self.referee.table.layout.symbol_names, 0, []
        for ticket, mode, to in rides:
            text = f"{head}{names[mode if ticket < 0 else ticket]} {to}"
            self.read.setdefault(text, (steps, q, ticket, mode, to))
            texts.append(text)
            mask |= 1 << to
        every = tuple(texts)
        return Block(mask, rides, every, len(every), dict(zip(every, rides, strict=True)), Cuts(every, rides))

    def move(self, text: str) -> Move:
        """The move that a listed clause is."""
        found = self.moves.get(text)
        if found is None:
            steps, *ride = self.read[text]
            found = Move(ride[0], (*steps, Ride(*ride)))
            if len(self.moves) < MANY:
                self.moves[text] = found
        return found

    def _written(self, moves: list[Move]) -> list[str]:
        found = []
        for move in moves:
            text = self.acts.get(move)
            if text is None:
                text = written(move, self.referee.table.layout)
                self.moves[text] = move
                if len(self.acts) < MANY:
                    self.acts[move] = text
            found.append(text)
        return found

    # -- doubles
    @cached_property
    def _plain_entries(self) -> bool:
        """Whether an entry is a ride and nothing else, and a turn action only makes several of them."""
        table = self.referee.table
        if any(action.place != "turn" for action in table.rulebook.actions.values() if 0 in table.actors(action)):
            return False
        turns = table.actions_at("turn")
        counts = [one.count for a in turns for one in a.rule.statements if isinstance(one, t.Entries)]
        reactions = [
            one
            for _, one in table.rulebook.statements(t.On)
            if isinstance(one, t.On) and isinstance(one.moment, t.Event) and {"ride", "entry"} & set(one.moment.names)
            if table.code.concerns(one.moment.who, (0,))
        ]
        ends = any(table.code.endings_after({"ride", "entry"}, (0,)))  # then a double may stop half-way
        return counts in ([], [2]) and not reactions and not ends and not any(choices(a) for a in turns)

    @cached_property
    def looked_at(self) -> tuple[int, ...]:
        """The cells that decide what is open to the fugitive; none where that cannot be told: then there are no spreads."""
        table = self.referee.table
        k = table.profile[0]
        if self._hooks[k] is None or not self._plain_entries:
            return ()
        texts = list(open_pairs(table.code, k, (0,), table.hooks[f"PAIRS_{k}"], sort(table.code, (0,))))
        for action in table.actions_at("turn"):
            effects = [one.effects for one in action.rule.statements if isinstance(one, t.Then)]
            if not all(isinstance(effect, t.Move) for some in effects for effect in some):
                return ()
            texts += ActionCode(table.code, action).legal()
        cells = table.hooks["CELL"]
        text = CELL.sub(lambda found: str(cells[int(found.group(1))][int(found.group(2))]), "\n".join(texts))
        text = text.replace(f"{table.layout.station} + q", "")  # where he stands is not asked by what speaks of fares
        reads = {int(cell) for cell in re.findall(r"p\[(\d+)\]", text)} | {cells[0][one] for one in table.layout.ticket_codes}
        if re.search(r"(?<![\w.])e(?![\w=])(?! =)", text):
            reads.add(ENTRIES)
        return () if re.search(r"p\[(?!\d+\])(?!\])", text) else tuple(sorted(reads))

    def spreads(self, p: Cells) -> OnceEach:
        """What the fugitive can do from each station; positions that agree in every cell that is looked at have the same."""
        key = tuple([p[cell] for cell in self.looked_at])
        found = self.by_cells.get(key)
        if found is None:
            plans = self.plans(p)
            found = self.by_plans.setdefault(plans, OnceEach(partial(self._spread_from, *plans)))
            self.by_cells[key] = found
        return found

    def plans(self, p: Cells) -> Plans:
        """What is open to him, wherever he stands."""
        key = tuple([p[cell] for cell in self.looked_at])
        found = self.planned.get(key)
        if found is None:
            hooks = self._hooks[self.referee.table.profile[0]]
            assert hooks is not None
            found = self.planned[key] = (hooks[0](p, 0), self._plans(p, hooks[0]))
        return found

    def several(self, p: Cells, clause: str) -> tuple[Act, Fare, Fare] | None:
        """The two rides of a turn action that is written so, if it is open to him; stations may be closed all the same."""
        for act, head, first, second in self.plans(p)[1]:
            if clause.startswith(head):
                one, _, two = clause.removeprefix(head).partition(", ")
                piece = self.referee.table.layout.seats[0].piece
                ride = self.block(0, p[self._first], first).by_text.get(f"{piece} {one}")
                after = self.block(0, ride[2], dict(second)[ride[0]]).by_text.get(f"{piece} {two}") if ride else None
                if ride and after:
                    return act, ride, after
        return None

    def spread(self, p: Cells) -> Spread:
        """What he can do where he stands."""
        return self.spreads(p)[p[self._first]]  # type: ignore[no-any-return]

    def _plans(self, p: Cells, opened: Any) -> tuple[Plan, ...]:
        """The turn actions that are legal now, each with what is open for its first and for its second entry."""
        actions = self.referee.table.actions_at("turn")
        return tuple(self._plan(p, action, opened) for action in actions if self.referee.legal(action, p, 0))

    def _plan(self, p: Cells, action: Action, opened: Any) -> Plan:
        """What is open for the second half depends on the ticket spent on the first, not on where he went."""
        referee, layout = self.referee, self.referee.table.layout
        act = Act(0, action.id)
        begun = referee.step(p, act)
        ride = referee.table.hooks[f"ride_{referee.table.profile[0]}"]
        tickets = (-1,) if layout.is_free(0) else layout.ticket_codes
        second = tuple((ticket, opened(ride(begun, 0, ticket, -1, p[layout.station]), 0)) for ticket in tickets)
        return act, f"{layout.seats[0].piece} {act_text(act, layout)} ", opened(begun, 0), second

    def _spread_from(self, opened: int, plans: tuple[Plan, ...], station: int) -> Spread:
        parts = [(0, self.block(0, station, opened))]
        for act, head, first, second in plans:
            opens = dict(second)
            for ticket, mode, to in self.block(0, station, first).rides:
                parts.append((1 << to, self._half(act, head, (ticket, mode, to), opens[ticket])))
        near = 0
        for first, block in parts:
            near |= first | block.mask
        return Spread(tuple(parts), near)

    def _half(self, act: Act, head: str, ride: Fare, opened: int) -> Block:
        """The doubles that begin with one ride, as a block of their second halves."""
        ticket, mode, to = ride
        begun = f"{head}{self.referee.table.layout.symbol_names[mode if ticket < 0 else ticket]} {to}, "
        found = self.halves.get((begun, opened))
        if found is None:
            found = self._block_of(begun, 0, (act, Ride(0, *ride)), self.block(0, to, opened).rides)
            self.halves[begun, opened] = found
        return found
