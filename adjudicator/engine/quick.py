"""The pursuers' turn written out for one seating: who waits, where each can go, whether somebody can.

Only for tables whose pursuers all move exactly once a turn and do nothing else; every other table is listed by the referee. The
text is generated from the same sorted conditions as the rest, and `variant show --compiled` prints it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from attrs import frozen

from adjudicator.engine.layout import Layout
from adjudicator.engine.referee import Referee
from adjudicator.engine.sorting import Pair, Sorted, closed_stations, open_pairs, sort
from adjudicator.language import tree as t

CELL = re.compile(r"CELL\[(\d+)\]\[(-?\d+)\]")
MOST_PAIRS = 10  # of ticket and mode, for a table with a row for each set of them
SHIFT = re.compile(r"1 << p\[(\d+)\]")


@frozen
class Quick:
    """`pursuers(p)` lists the clauses of those who wait, `waits(p)` says whether one of them can move."""

    text: str
    pursuers: Callable[[list[int]], list[str]]
    waits: Callable[[list[int]], bool]


def is_simple(referee: Referee) -> bool:
    table = referee.table
    if any(referee.turns.optional.values()) or table.layout.removes:
        return False
    for kind in (t.MustMove, t.MayMove):
        for _, one in table.rulebook.statements(kind):
            if not isinstance(one, t.MustMove | t.MayMove) or one.times != t.Number(1):
                return False
    few = all(len(table.hooks[f"PAIRS_{k}"]) <= MOST_PAIRS for k in range(1, len(table.code.profiles)))
    return few and all(sort(table.code, profile).is_simple for profile in table.code.profiles)


def quick(referee: Referee, block: Callable[[int, int, int], Any]) -> Quick | None:
    """The two functions, or None where the table is not simple. `block(q, station, open)` gives the rides of a piece."""
    if not referee.complete or not is_simple(referee):
        return None
    text = "\n".join(_source(referee))

    table, stations = referee.table, referee.table.layout.off + 1

    def make(rows: list[list[Any]], q: int, opened: int, station: int) -> Any:
        if not rows[opened]:
            rows[opened] = [()] * stations
        rows[opened][station] = found = block(q, station, opened)
        return found

    names: dict[str, Any] = {**table.hooks, "make": make, "NONE": [()] * stations, "BIT": [1 << n for n in range(stations)]}
    for q in range(1, table.layout.count):
        names[f"B{q}"] = [[] for _ in range(1 << len(table.hooks[f"PAIRS_{table.profile[q]}"]))]
    exec(compile(text, f"<turn of {referee.table.rulebook.id}>", "exec"), names)
    return Quick(text, names["pursuers"], names["waits"])


def _source(referee: Referee) -> Iterator[str]:
    table, layout = referee.table, referee.table.layout
    rows: dict[int, tuple[list[str], str]] = {}
    for q in range(1, layout.count):
        k = table.profile[q]
        kinds = sort(table.code, table.code.profiles[k])
        pairs = table.hooks[f"PAIRS_{k}"]
        rows[q] = (list(_opened(referee, q, pairs, kinds)), _closed(referee, k, kinds))
    groups = layout.groups if referee.turns.by_seat else (tuple(range(1, layout.count)),)
    yield "def pursuers(p):"
    yield "    out = []"
    for line in _turns(layout, rows, groups, "list"):
        yield line
    yield "    return out"
    yield "def waits(p):"
    for line in _turns(layout, rows, groups, "ask"):
        yield line
    yield "    return False"


def _turns(
    layout: Layout, rows: dict[int, tuple[list[str], str]], groups: tuple[tuple[int, ...], ...], want: str
) -> Iterator[str]:
    said = ""
    for group in groups:
        indent = "    "
        if len(groups) > 1:
            yield f"    if {' or '.join(f'not p[{layout.moved + q}]' for q in group)}:"
            indent, said = "        ", ""
        for q in group:
            opened, closed = rows[q]
            if closed != said:
                yield f"{indent}c = {closed}"
                said = closed
            yield f"{indent}if not p[{layout.moved + q}]:"
            for line in opened:
                yield f"{indent}    {line}"
            yield f"{indent}    s = p[{layout.station + q}]"
            yield f"{indent}    b = (B{q}[o] or NONE)[s] or make(B{q}, {q}, o, s)"
            if want == "ask":
                yield f"{indent}    if b[0] & ~c: return True"
            else:
                yield f"{indent}    if b[0] & c: out += [x for x, y in zip(b[1], b[2]) if not c >> y & 1]"
                yield f"{indent}    else: out += b[1]"
        if len(groups) > 1:
            yield f"{indent}return {'out' if want == 'list' else 'False'}"


def _opened(referee: Referee, q: int, pairs: list[Pair], kinds: Sorted) -> Iterator[str]:
    """The lines that compute the open pairs of one piece, its cells written out."""
    cells = referee.table.hooks["CELL"]
    lines = list(open_pairs(referee.table.code, 0, (q,), pairs, kinds))
    for line in lines[1:-1]:
        folded = CELL.sub(lambda found: str(cells[int(found.group(1))][int(found.group(2))]), line.strip())
        yield folded.replace("[q]", f"[{q}]")


def _closed(referee: Referee, k: int, kinds: Sorted) -> str:
    line = list(closed_stations(referee.table.code, k, kinds))[1]
    return SHIFT.sub(r"BIT[p[\1]]", line.strip().removeprefix("return "))
