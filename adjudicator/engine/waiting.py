"""Those who wait for their move in the pursuers' turn, as lines of generated text: who comes when, where each can go."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Protocol

from adjudicator.engine.referee import Referee
from adjudicator.engine.sorting import CELL, closed_stations, open_pairs, sort
from adjudicator.engine.turns import Cells
from adjudicator.values import frozen

SHIFT = re.compile(r"1 << p\[(\d+)\]")
ALWAYS, FARE = re.compile(r"o = (\d+)"), re.compile(r"if (.+): o \|= (\d+)")  # lines of `open_pairs`
STOOD = re.compile(r"BIT\[p\[\d+\]\]( \| BIT\[p\[\d+\]\])*")  # only stations on which somebody stands are closed
FEW = 4  # fares


class Shelves(Protocol):
    """Where blocks and spreads stand (see `blocks.py`)."""

    @property
    def referee(self) -> Referee: ...
    @property
    def looked_at(self) -> tuple[int, ...]: ...
    @property
    def by_cells(self) -> Mapping[tuple[int, ...], Any]: ...
    def block(self, q: int, station: int, opened: int) -> Any: ...
    def fares(self, k: int, station: int, opened: int) -> tuple[tuple[int, int, int], ...]: ...
    def spreads(self, p: Cells) -> Any: ...
    def listed(self, p: Cells) -> list[str]: ...
    def of_fugitive(self, p: Cells) -> list[str]: ...
    def after_entry(self, p: Cells) -> list[str]: ...
    def more(self, p: Cells) -> list[str]: ...


@frozen(eq=False, slots=False)
class Waiting:
    shelves: Shelves

    @property
    def referee(self) -> Referee:
        return self.shelves.referee

    @cached_property
    def _groups(self) -> tuple[tuple[int, ...], ...]:
        """Pursuers who move in any order among themselves: those of one person after the other, or all."""
        layout = self.referee.table.layout
        return layout.groups if self.referee.turns.by_seat else (tuple(range(1, layout.count)),)

    def _looked_up(self, q: int, each: str) -> list[str]:
        """The block of one who waits, and what is done with it. Few fares are asked as a tree, each way with its own shelf."""
        lines = self._opened(q)
        fares = [FARE.fullmatch(line) for line in lines[1:]]
        always = ALWAYS.fullmatch(lines[0])
        if always and len(fares) <= FEW and all(fares):
            return [f"b = {_tree(q, int(always[1]), [(one[1], int(one[2])) for one in fares if one])}[{self._at(q)}]", each]
        return [*lines, f"b = B{q}[o][{self._at(q)}]", each]

    def _each_waiting(self, found: str, lines: Callable[[int], list[str]]) -> Iterator[str]:
        """These lines for each who waits, with `c` for the stations closed to him; then `found` is given back."""
        layout, said = self.referee.table.layout, ""
        for group in self._groups:
            indent = "    "
            if len(self._groups) > 1:
                yield f"    if {' or '.join(f'not p[{layout.moved + q}]' for q in group)}:"
                indent, said = "        ", ""
            for q in group:
                closed = self._closed(self.referee.table.profile[q])
                if closed != said:
                    yield f"{indent}c = {closed}"
                    said = closed
                yield f"{indent}if not p[{layout.moved + q}]:"
                yield from (f"{indent}    {line}" for line in lines(q))
            if len(self._groups) > 1:
                yield f"{indent}return {found}"
        yield f"    return {found}"

    def _at(self, q: int) -> str:
        return f"p[{self.referee.table.layout.station + q}]"

    def _chances(self, q: int) -> list[str]:
        """For each fare of a piece: yes, if it leads to a station that is not closed."""
        k = self.referee.table.profile[q]
        found = []
        for line in self._opened(q):
            always, fare = ALWAYS.fullmatch(line), FARE.fullmatch(line)
            if always and always[1] != "0":
                found.append(f"if (r := R{k}_{always[1]}[{self._at(q)}]) & c != r: return True")
            elif fare:
                found.append(f"if {fare[1]} and (r := R{k}_{fare[2]}[{self._at(q)}]) & c != r: return True")
            elif not always:
                found.append(line)
        return found or ["pass"]

    def _at_a_glance(self, group: tuple[int, ...]) -> Iterator[str]:
        """Yes for whoever has a fare to a first station on which nobody stands: so it mostly is, and masks cost more."""
        said = ""
        for q in group:
            taken = self._taken(k := self.referee.table.profile[q])
            fares = [one for one in map(FARE.fullmatch, self._opened(q)) if one]
            if not fares or self._at(q) not in taken:
                continue
            if taken != said:
                yield f"    s = {taken}"
                said = taken
            waiting = f"not p[{self.referee.table.layout.moved + q}] and {fares[0][1]}"
            yield f"    if {waiting} and F{k}_{fares[0][2]}[{self._at(q)}] not in s: return True"

    def _opened(self, q: int) -> list[str]:
        """The lines that compute the open pairs of one piece, its cells written out."""
        table = self.referee.table
        cells, k = table.hooks["CELL"], table.profile[q]
        kinds = sort(table.code, table.code.profiles[k])
        _, entry, *lines, _ = open_pairs(table.code, 0, (q,), table.hooks[f"PAIRS_{k}"], kinds)
        asks = any(re.search(r"\be\b", line) for line in lines)
        found = []
        for line in [entry, *lines] if asks else lines:
            folded = CELL.sub(lambda found: str(cells[int(found.group(1))][int(found.group(2))]), line.strip())
            found.append(folded.replace("[q]", f"[{q}]"))
        return found

    def _closed(self, k: int) -> str:
        code = self.referee.table.code
        line = list(closed_stations(code, k, sort(code, code.profiles[k])))[1]
        return SHIFT.sub(r"BIT[p[\1]]", line.strip().removeprefix("return "))

    def _taken(self, k: int) -> str:
        """The closed stations one by one, where they are those on which somebody stands: few, and sooner asked than a mask."""
        cells = STOOD.fullmatch(self._closed(k))
        return f"({cells[0].replace('BIT[', '').replace(']]', ']').replace(' | ', ', ')},)" if cells else ""


def _tree(q: int, bits: int, fares: list[tuple[str, int]]) -> str:
    """The shelf of a piece by the fares that are open to it."""
    if not fares:
        return f"B{q}_{bits}"
    (condition, opened), *rest = fares
    return f"({_tree(q, bits | opened, rest)} if {condition} else {_tree(q, bits, rest)})"
