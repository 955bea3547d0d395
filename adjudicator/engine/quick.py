"""Turns written out for one seating: who waits, where each can go, what a ride leads to.

Only for tables whose pursuers all move exactly once a turn and do nothing else; every other table is listed and played by the
referee. The text is generated from the same sorted conditions as the rest: `play_…` from those of rides and endings, `waits`,
`pursuers` and `fugitive` from masks and looked-up blocks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Protocol

from attrs import frozen

from adjudicator.engine.layout import ENTRIES, LEFT, OVER, ROUND, TURN
from adjudicator.engine.referee import Referee
from adjudicator.engine.sorting import CELL, closed_stations, open_pairs, sort
from adjudicator.engine.table import OnceEach, moment_name, tidy
from adjudicator.engine.turns import Cells
from adjudicator.language import tree as t

SHIFT = re.compile(r"1 << p\[(\d+)\]")


class Shelves(Protocol):
    """Where blocks and spreads stand (see `blocks.py`)."""

    @property
    def referee(self) -> Referee: ...
    @property
    def looked_at(self) -> tuple[int, ...]: ...
    @property
    def by_cells(self) -> Mapping[tuple[int, ...], Any]: ...
    def block(self, q: int, station: int, opened: int) -> Any: ...
    def spreads(self, p: Cells) -> Any: ...
    def listed(self, p: Cells) -> list[str]: ...


def is_simple(referee: Referee) -> bool:
    """Whether everybody moves once a turn, the fugitive first, and nobody may do anything else in between."""
    table, turns = referee.table, referee.turns
    if not referee.complete or any(turns.optional.values()) or table.layout.removes:
        return False
    for kind in (t.MustMove, t.MayMove):
        for _, one in table.rulebook.statements(kind):
            if not isinstance(one, t.MustMove | t.MayMove) or one.times != t.Number(1):
                return False
    if turns.sides != ("fugitive", "pursuers"):
        return False
    if any(table.hooks[ask]([], q) != 1 for ask in ("must", "may") for q in range(table.layout.count)):
        return False
    return all(sort(table.code, profile).is_simple for profile in table.code.profiles)


@frozen(eq=False, slots=False)
class Quick:
    """The functions for one table; each is compiled when it is first needed."""

    shelves: Shelves

    @property
    def referee(self) -> Referee:
        return self.shelves.referee

    # -- compiled
    @cached_property
    def _names(self) -> dict[str, Any]:
        table = self.referee.table
        names: dict[str, Any] = {
            **table.hooks,
            "BIT": [1 << number for number in range(table.layout.off + 1)],
            "NOBODY": [0] * table.layout.count,
            "settle": self.referee.turns.settle,
            "SPREADS": self.shelves.by_cells,
            "spreads": self.shelves.spreads,
            "listed": self.shelves.listed,
        }
        for q in range(1, table.layout.count):
            names[f"B{q}"] = OnceEach(lambda o, q=q: OnceEach(lambda s: self.shelves.block(q, s, o)))  # type: ignore[misc]
        return names

    def _compiled(self, source: Iterator[str]) -> Mapping[str, Any]:
        names = dict(self._names)
        text = "\n".join(tidy("\n".join(source)))
        exec(compile(text, f"<turns of {self.referee.table.rulebook.id}>", "exec"), names)
        return names

    @cached_property
    def plays(self) -> list[Callable[[Cells, int, int, int, int], Cells]]:
        """For each piece: the position after a legal ride, with whatever follows of itself."""
        names = self._compiled(self.playing())
        return [names[f"play_{k}"] for k in self.referee.table.profile]

    @cached_property
    def lists(self) -> tuple[Callable[[Cells], list[str]], Callable[[Cells], list[str]]]:
        """The clauses of the fugitive's turn and of the pursuers'."""
        names = self._compiled(self.listing())
        return names["fugitive"], names["pursuers"]

    @cached_property
    def count(self) -> Callable[[Cells], int]:
        """How many clauses there are in the pursuers' turn."""
        return self._compiled(self._turn("count"))["count"]  # type: ignore[no-any-return]

    # -- playing
    def playing(self) -> Iterator[str]:
        """`waits`: whether a pursuer can still move; `over`: what comes when none can; `play_K`: a ride and all of that."""
        yield from self._turn("waits")
        yield from self._over()
        for k, profile in enumerate(self.referee.table.code.profiles):
            yield from self._play(k, profile)

    def _play(self, k: int, profile: tuple[int, ...]) -> Iterator[str]:
        code, layout, fugitive = self.referee.table.code, self.referee.table.layout, profile[0] == 0
        events = {"ride", "entry"} if fugitive else {"ride"}
        endings = list(code.endings_after(events, profile))
        yield f"def play_{k}(p, q, t, m, b):"
        if any(re.search(r"\bv\b", condition) for condition, _, _ in endings):
            yield f"    v = PASSES.get((m, p[{layout.station} + q], b), ())"
        yield from list(code.apply_ride(k, profile))[1:-1]
        yield f"    h = p[{layout.station} + q]"
        yield f"    e = p[{ENTRIES}]"
        for condition, number, name in endings:
            yield f"    if {condition}:  # {name}"
            yield f"        p[{OVER}] = {number}"
            yield "        return p"
        if fugitive:
            yield from self._handed_over()
        yield "    if waits(p): return p"
        yield "    return over(p)"

    def _handed_over(self) -> Iterator[str]:
        """From the fugitive's turn to the pursuers'."""
        layout = self.referee.table.layout
        yield from self._moment("end", "turn", "fugitive")
        yield f"    p[{LEFT}] = 0"
        yield f"    p[{layout.moved}:{layout.station}] = NOBODY"
        yield f"    p[{TURN}] = 1"
        yield from self._moment("start", "turn", "pursuers")

    def _over(self) -> Iterator[str]:
        """The pursuers' turn is over, if all have moved; and so is the round."""
        layout = self.referee.table.layout
        yield "def over(p):"
        yield f"    if 0 in p[{layout.moved + 1}:{layout.station}]: return settle(p)  # somebody has to sit out"
        yield from self._moment("end", "turn", "pursuers")
        yield f"    p[{LEFT}] = 0"
        yield f"    p[{layout.moved}:{layout.station}] = NOBODY"
        yield from self._moment("end", "round", "")
        yield f"    p[{TURN}] = 0"
        yield f"    p[{ROUND}] += 1"
        yield from self._moment("start", "round", "")
        yield from self._moment("start", "turn", "fugitive")
        can = f"can_{self.referee.table.code.values.asked[()]}"
        yield f"    return p if {can}(p, 0) else settle(p)"

    def _moment(self, edge: str, of: str, side: str) -> Iterator[str]:
        happens, _, ends = self.referee.turns.hooks_of[edge, of, side]
        name = moment_name(edge, of, side)
        if happens is not None:
            yield f"    {name}(p)"
        if ends is not None:
            yield f"    p[{OVER}] = ends_{name}(p)"
            yield f"    if p[{OVER}]: return p"

    # -- listing
    def listing(self) -> Iterator[str]:
        yield from self._turn("pursuers")
        layout = self.referee.table.layout
        yield "def fugitive(p):"
        if not self.shelves.looked_at:
            yield "    return listed(p)"
            return
        yield f"    if p[{LEFT}] or p[{layout.moved}]: return listed(p)"
        yield f"    c = {self._closed(0)}"
        cells = ", ".join(f"p[{cell}]" for cell in self.shelves.looked_at)
        yield f"    w = (SPREADS.get(({cells},)) or spreads(p))[p[{layout.station}]]"
        yield "    if not w.near & c: return w.texts[:]"
        yield "    out = []"
        yield "    for first, b in w.parts:"
        yield "        if not first & c: out += b.cuts[b.mask & c]"
        yield "    return out"

    def _turn(self, want: str) -> Iterator[str]:
        """Of those who wait: their clauses (`pursuers`), how many these are (`count`), or whether there is one (`waits`)."""
        table, layout = self.referee.table, self.referee.table.layout
        by_seat = self.referee.turns.by_seat
        groups = layout.groups if by_seat else (tuple(range(1, layout.count)),)
        found, each = {
            "pursuers": ("out", "out += b.cuts[b.mask & c]"),
            "count": ("n", "n += len(b.cuts[b.mask & c])"),
            "waits": ("False", "if b.mask & ~c: return True"),
        }[want]
        yield f"def {want}(p):"
        if want != "waits":
            yield "    out = []" if want == "pursuers" else "    n = 0"
        said = ""
        for group in groups:
            indent = "    "
            if len(groups) > 1:
                yield f"    if {' or '.join(f'not p[{layout.moved + q}]' for q in group)}:"
                indent, said = "        ", ""
            for q in group:
                closed = self._closed(table.profile[q])
                if closed != said:
                    yield f"{indent}c = {closed}"
                    said = closed
                yield f"{indent}if not p[{layout.moved + q}]:"
                yield from (f"{indent}    {line}" for line in self._opened(q))
                yield f"{indent}    b = B{q}[o][p[{layout.station + q}]]"
                yield f"{indent}    {each}"
            if len(groups) > 1:
                yield f"{indent}return {found}"
        yield f"    return {found}"

    def _opened(self, q: int) -> Iterator[str]:
        """The lines that compute the open pairs of one piece, its cells written out."""
        table = self.referee.table
        cells, k = table.hooks["CELL"], table.profile[q]
        kinds = sort(table.code, table.code.profiles[k])
        _, entry, *lines, _ = open_pairs(table.code, 0, (q,), table.hooks[f"PAIRS_{k}"], kinds)
        asks = any(re.search(r"\be\b", line) for line in lines)
        for line in [entry, *lines] if asks else lines:
            folded = CELL.sub(lambda found: str(cells[int(found.group(1))][int(found.group(2))]), line.strip())
            yield folded.replace("[q]", f"[{q}]")

    def _closed(self, k: int) -> str:
        code = self.referee.table.code
        line = list(closed_stations(code, k, sort(code, code.profiles[k])))[1]
        return SHIFT.sub(r"BIT[p[\1]]", line.strip().removeprefix("return "))
