"""Rides looked up by station: blocks of clauses, and the entries that something may be joined to."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from attrs import field, frozen

from adjudicator.engine.extras import Extra, extras
from adjudicator.engine.layout import LEFT
from adjudicator.engine.quick import Quick, quick
from adjudicator.engine.referee import Referee
from adjudicator.engine.sorting import Pair, closed_stations, open_pairs, sort
from adjudicator.engine.steps import Act, Move, Ride, Step, act_text, step_text, written
from adjudicator.engine.turns import Cells

# All destinations as a mask, the texts, where each leads, the rides, and texts with their stations.
Block = tuple[int, tuple[str, ...], tuple[int, ...], tuple[tuple[int, int, int], ...], dict[str, int]]

Plan = tuple[
    Act, str, int, tuple[tuple[int, int], ...]
]  # turn action, its text, open for the first half, and by ticket after it
Whole = tuple[int, tuple[str, ...], tuple[tuple[int, Block], ...]]  # everything near, all texts, and by first station
MANY = 20_000  # things remembered of each kind


@frozen(eq=False, slots=False)
class Blocks:
    """The rides of one piece from one station under the open pairs of ticket and mode, made once."""

    referee: Referee
    blocks: dict[tuple[int, int, int], Block] = field(factory=dict, repr=False)
    halves: dict[tuple[int, int, int], Block] = field(factory=dict, repr=False)
    read: dict[str, Move] = field(factory=dict, repr=False)
    plans: dict[tuple[int, ...], tuple[Plan, ...]] = field(factory=dict, repr=False)
    wholes: dict[tuple[Any, ...], Whole] = field(factory=dict, repr=False)
    tails: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = field(factory=dict, repr=False)
    acts: dict[Move, str] = field(factory=dict, repr=False)

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
            pairs = names[f"PAIRS_{k}"]
            lines = [*open_pairs(table.code, k, profile, pairs, kinds), *closed_stations(table.code, k, kinds)]
            exec(compile("\n".join(lines), f"<listing of {table.rulebook.id}>", "exec"), names)
            found.append((names[f"open_{k}"], names[f"closed_{k}"], pairs))
        return found

    @cached_property
    def _quick(self) -> Quick | None:
        return quick(self.referee, self._block)

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
        stations = tuple(b for _, _, b in rides)
        block = (sum({1 << b for b in stations}), texts, stations, tuple(rides), dict(zip(texts, stations, strict=True)))
        self.blocks[(q, station, opened)] = block
        return block

    def _rides(self, p: Cells, q: int, closed: int) -> list[str] | tuple[str, ...]:
        hooks = self._hooks[self.referee.table.profile[q]]
        if hooks is None:
            return self._slow_rides(p, q)
        mask, texts, stations, _, _ = self._block(q, p[self.referee.table.layout.station + q], hooks[0](p, q))
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

    def _written(self, moves: list[Move]) -> list[str]:
        layout = self.referee.table.layout
        found = []
        for move in moves:
            text = self.acts.get(move)
            if text is None:
                text = written(move, layout)
                self.read[text] = move
                if len(self.acts) < MANY:
                    self.acts[move] = text
            found.append(text)
        return found

    # -- entries that something may be joined to
    @cached_property
    def _extras(self) -> dict[str, list[Extra]]:
        places = ("with entry", "after entry", "instead of entry")
        return {place: list(extras(self.referee.table, place)) for place in places}

    def _with_extras(self, p: Cells, opened: Any, closed: int) -> list[str]:
        referee, layout = self.referee, self.referee.table.layout
        found: list[str] = []
        if referee.entry_due(p):
            found += self._entries(p, opened, closed, "", ())
            for action in referee.table.actions_at("turn") if not p[LEFT] else ():
                for chosen in referee.legal(action, p, 0):
                    act = Act(0, action.id, chosen)
                    begun = referee.step(p, act)
                    self._series(begun, opened, closed, f"{act_text(act, layout)} ", (act,), found)
        if p[layout.moved] and not p[LEFT]:
            found += self._written(referee.after_entry(p))
        return found

    def _entries(self, p: Cells, opened: Any, closed: int, head: str, steps: tuple[Step, ...]) -> list[str]:
        """The last entry of a turn, after `head`: rides, rides with something joined, and what stands instead of a ride."""
        station = p[self.referee.table.layout.station]
        rides = self._block(0, station, opened(p, 0))
        found: list[str] = []
        if head:
            texts = self._half_texts(head, steps, rides)
            found += [text for text, b in zip(texts, rides[2], strict=True) if not closed >> b & 1]
        else:
            found += self._rides(p, 0, closed)
        for extra in self._extras["with entry"]:
            found += self._joined(p, extra, rides, closed, head, steps)
        for extra in self._extras["instead of entry"]:
            if extra.chance(p) >> station & 1:
                for chosen in extra.legal(p, 0):
                    if not steps or None not in chosen:
                        found += self._written([Move(0, (*steps, Act(0, extra.action.id, chosen)))])
        return found

    def _half_texts(self, head: str, steps: tuple[Step, ...], rides: Block) -> tuple[str, ...]:
        key = (head, rides[1])
        found = self.tails.get(key)
        if found is None:
            name = self.referee.table.layout.seats[0].piece
            texts = [text.removeprefix(name + " ") for text in rides[1]]
            found = tuple(f"{name} {head}{text}" for text in texts)
            for text, ride in zip(found, rides[3], strict=True):
                self.read[text] = Move(0, (*steps, Ride(0, *ride)))
            if len(self.tails) < MANY:
                self.tails[key] = found
        return found

    def _joined(self, p: Cells, extra: Extra, rides: Block, closed: int, head: str, steps: tuple[Step, ...]) -> list[str]:
        """Entries with an action joined: only where it has a chance."""
        referee = self.referee
        chance = extra.chance(p) & rides[0] & ~closed
        moves: list[Move] = []
        for ride in rides[3] if chance else ():
            if chance >> ride[2] & 1:
                step = Ride(0, *ride)
                after = referee.step(p, step)
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
            text = " + ".join(step_text(one, layout) for one in first) + ", "
            self._series(after, opened, closed, head + text, (*steps, *first), found)
            for extra in self._extras["after entry"]:
                if extra.chance(after) >> after[layout.station] & 1 and extra.may_come(after):
                    found += self._written(referee.between_and_on(after, steps + first))
                    break
