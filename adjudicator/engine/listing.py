"""Clauses as text, fast: the rides of a station are looked up, not searched for.

A block holds the rides of one piece from one station under the open pairs of ticket and mode: their texts, where they lead, and
all destinations as one mask. Where no closed station is among them, the block's texts are the answer as they are. Doubles are
blocks of their own, one for each first half. Whatever the sorter could not sort goes the long way round, through the referee.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from attrs import field, frozen

from adjudicator.engine.layout import LEFT, OVER
from adjudicator.engine.referee import Referee
from adjudicator.engine.sorting import Pair, closed_stations, open_pairs, pairs_of, sort
from adjudicator.engine.steps import Act, Move, Ride, Step, act_text, written
from adjudicator.engine.turns import Cells
from adjudicator.language import tree as t

Block = tuple[int, tuple[str, ...], tuple[int, ...], tuple[tuple[int, int, int], ...]]  # mask, texts, stations, rides


@frozen(eq=False, slots=False)
class Lister:
    """Lists and plays clauses as text; agrees with `Referee.moves` and `Referee.play`, which a test holds it to."""

    referee: Referee
    blocks: dict[tuple[int, int, int], Block] = field(factory=dict, repr=False)
    halves: dict[tuple[int, int, int], Block] = field(factory=dict, repr=False)
    read: dict[str, Move] = field(factory=dict, repr=False)

    @cached_property
    def _hooks(self) -> list[tuple[Any, Any, list[Pair]] | None]:
        """For each profile `open` and `closed` and its pairs; None where it must be listed candidate by candidate."""
        table = self.referee.table
        names = dict(table.hooks)
        found: list[tuple[Any, Any, list[Pair]] | None] = []
        for k, profile in enumerate(table.code.profiles):
            kinds = sort(table.code, profile)
            if not kinds.is_simple:
                found.append(None)
                continue
            pairs = pairs_of(names[f"LINES_{k}"])
            lines = [*open_pairs(table.code, k, profile, pairs, kinds), *closed_stations(table.code, k, kinds)]
            exec(compile("\n".join(lines), f"<listing of {table.rulebook.id}>", "exec"), names)
            found.append((names[f"open_{k}"], names[f"closed_{k}"], pairs))
        return found

    # -- blocks
    def _block(self, q: int, station: int, opened: int) -> Block:
        found = self.blocks.get((q, station, opened))
        return found if found is not None else self._make(q, station, opened)

    def _make(self, q: int, station: int, opened: int) -> Block:
        table, layout = self.referee.table, self.referee.table.layout
        k = table.profile[q]
        hooks = self._hooks[k]
        assert hooks is not None
        allowed = {pair for bit, pair in enumerate(hooks[2]) if opened >> bit & 1}
        rides = []
        for ticket, to, _, alternatives in table.hooks[f"LINES_{k}"][station]:
            modes = [mode for mode, _ in alternatives if (ticket, mode) in allowed]
            if modes:
                rides.append((ticket, modes[0], to))
        name = layout.seats[q].piece
        texts = tuple(f"{name} {layout.symbol_names[m if t_ < 0 else t_]} {b}" for t_, m, b in rides)
        for text, ride in zip(texts, rides, strict=True):
            self.read.setdefault(text, Move(q, (Ride(q, *ride),)))
        block = (sum({1 << b for _, _, b in rides}), texts, tuple(b for _, _, b in rides), tuple(rides))
        self.blocks[(q, station, opened)] = block
        return block

    def _rides(self, p: Cells, q: int, closed: int) -> list[str] | tuple[str, ...]:
        hooks = self._hooks[self.referee.table.profile[q]]
        if hooks is None:
            return self._slow_rides(p, q)
        mask, texts, stations, _ = self._block(q, p[self.referee.table.layout.station + q], hooks[0](p, q))
        if not mask & closed:
            return texts
        return [text for text, b in zip(texts, stations, strict=True) if not closed >> b & 1]

    def _slow_rides(self, p: Cells, q: int) -> list[str]:
        layout = self.referee.table.layout
        return [written(Move(q, (Ride(q, *ride),)), layout) for ride in self.referee._rides(p, q)]

    def can(self, p: Cells, q: int) -> bool:
        """Whether a pursuer has a ride: some destination of its block is not closed."""
        k = self.referee.table.profile[q]
        hooks = self._hooks[k]
        if hooks is None:
            return self.referee.turns.can(p, q)
        mask = self._block(q, p[self.referee.table.layout.station + q], hooks[0](p, q))[0]
        return bool(mask & ~hooks[1](p))

    # -- listing
    def clauses(self, p: Cells) -> list[str]:
        """Every legal clause as text."""
        referee = self.referee
        if p[OVER]:
            return []
        side = referee.turns.side(p)
        found = self._of_fugitive(p) if side == "fugitive" else self._of_pursuers(p)
        if referee.turns.optional[side] and referee.turns.is_closable(p):
            later = referee.turns.closed(p)
            if not later[OVER]:
                found += self.clauses(later)
        return found

    def _of_pursuers(self, p: Cells) -> list[str]:
        referee = self.referee
        found: list[str] = []
        closed: dict[int, int] = {}
        profile = referee.table.profile
        for q in referee.turns.waiting(p):
            k = profile[q]
            if k not in closed:
                hooks = self._hooks[k]
                closed[k] = hooks[1](p) if hooks is not None else 0
            found += self._rides(p, q, closed[k])
        if referee.turns.optional["pursuers"]:
            found += self._written(referee.optional_of_pursuers(p))
        return found

    def _written(self, moves: list[Move]) -> list[str]:
        layout = self.referee.table.layout
        found = []
        for move in moves:
            text = written(move, layout)
            self.read[text] = move
            found.append(text)
        return found

    def _of_fugitive(self, p: Cells) -> list[str]:
        referee = self.referee
        if self._hooks[referee.table.profile[0]] is None or not self._plain_entries:
            return self._written(referee.of_fugitive(p))
        found: list[str] = []
        if referee.entry_due(p):
            hooks = self._hooks[referee.table.profile[0]]
            assert hooks is not None
            closed = hooks[1](p)
            found += self._rides(p, 0, closed)
            if not p[LEFT]:
                self._doubles(p, closed, hooks[0], found)
        return found

    @cached_property
    def _plain_entries(self) -> bool:
        """Whether an entry is a ride and nothing else, and a turn action only makes several of them."""
        table = self.referee.table
        if any(a.place not in ("turn", "during turn") for a in table.rulebook.actions.values() if 0 in table.actors(a)):
            return False
        if any(a.place == "during turn" for a in table.rulebook.actions.values() if 0 in table.actors(a)):
            return False
        turns = table.actions_at("turn")
        counts = [one.count for a in turns for one in a.rule.statements if isinstance(one, t.Entries)]
        reactions = [
            one
            for _, one in table.rulebook.statements(t.On)
            if isinstance(one, t.On) and isinstance(one.moment, t.Event) and {"ride", "entry"} & set(one.moment.names)
            if table.code.concerns(one.moment.who, (0,))
        ]
        return counts in ([], [2]) and not reactions

    def _doubles(self, p: Cells, closed: int, opened: Any, found: list[str]) -> None:
        """First halves by ticket: what is open for the second half depends on the ticket spent, not on where he went."""
        referee, layout = self.referee, self.referee.table.layout
        for action in referee.table.actions_at("turn"):
            for chosen in referee.legal(action, p, 0):
                act = Act(0, action.id, chosen)
                head = f"{layout.seats[0].piece} {act_text(act, layout)} "
                begun = referee.step(p, act)
                rides = self._block(0, p[layout.station], opened(begun, 0))[3]
                second: dict[int, int] = {}
                ride = referee.table.hooks[f"ride_{referee.table.profile[0]}"]
                for t_, m, b in rides:
                    if closed >> b & 1:
                        continue
                    if t_ not in second:
                        second[t_] = opened(ride(begun, 0, t_, m, b), 0)
                    mask, texts, stations, _ = self._half(act, head, t_, m, b, second[t_])
                    if mask & closed:
                        found += [text for text, to in zip(texts, stations, strict=True) if not closed >> to & 1]
                    else:
                        found += texts

    def _half(self, act: Act, head: str, ticket: int, mode: int, station: int, opened: int) -> Block:
        """The doubles that begin with one ride, as a block of their second halves."""
        found = self.halves.get((ticket, station, opened))
        if found is not None:
            return found
        mask, _, stations, rides = self._block(0, station, opened)
        names = self.referee.table.layout.symbol_names
        first = f"{head}{names[ticket]} {station}, "
        texts = tuple(f"{first}{names[t_]} {b}" for t_, _, b in rides)
        for text, ride in zip(texts, rides, strict=True):
            steps: tuple[Step, ...] = (act, Ride(0, ticket, mode, station), Ride(0, *ride))
            self.read.setdefault(text, Move(0, steps))
        block = (mask, texts, stations, rides)
        self.halves[(ticket, station, opened)] = block
        return block

    # -- playing
    def play(self, p: Cells, clause: str) -> Cells:
        """The position after a listed clause."""
        return self.referee.play(p, self.read[clause])

    def perft(self, p: Cells, depth: int, bulk: bool = True) -> int:
        """How many sequences of exactly so many legal clauses there are; with `bulk` the last is counted, not played."""
        if depth == 0:
            return 1
        clauses = self.clauses(p)
        if bulk and depth == 1:
            return len(clauses)
        play, read = self.referee.play, self.read
        return sum(self.perft(play(p, read[clause]), depth - 1, bulk) for clause in clauses)
