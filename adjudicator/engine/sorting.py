"""Conditions sorted by what they depend on, so that a listing asks each once and not for every candidate.

Of the refusals that change in play, most speak of the ticket and the mode alone (is there one left? is it banned?), or of the
station alone (is it held? is it closed?). The first kind becomes one number, a bit for each pair of ticket and mode
that is open; the second a mask of stations that are closed. Rides are then looked up by station and open pairs, and cut by
the mask. A profile with a refusal of any other kind is listed candidate by candidate: what the sorter does not know is such.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.engine.layout import ENTRIES
from adjudicator.engine.rides import Refusal, RideCode, speaks_of_fares
from adjudicator.language import tree as t
from adjudicator.values import frozen

CELL = re.compile(r"CELL\[(\d+)\]\[(-?\d+)\]")  # the cell that a certain piece pays a certain ticket from
HELD = re.compile(r"\((p\[(?:[^\[\]]|\[[^\[\]]*\])+\]) == 0\)")  # whether there is none of something
Pair = tuple[int, int]  # ticket (-1: free), mode


@frozen
class Sorted:
    """The refusals of a profile's rides by kind; `other` is what cannot be sorted."""

    by_fare: tuple[t.Expression | None, ...]
    by_station: tuple[t.Expression, ...]
    other: tuple[Refusal, ...]

    @property
    def is_simple(self) -> bool:
        return not self.other


def sort(code: RideCode, profile: tuple[int, ...]) -> Sorted:
    """What is folded into the table of lines is left out; what loses counts as closed."""
    refusals = [one for one in code.of_rides(profile, losing=False) if "rest" in code.depends(one.statement.when)]
    refusals += code.of_rides(profile, losing=True)
    fares, stations, other = [], [], []
    for one in refusals:
        when = one.statement.when
        if speaks_of_fares(when, code.layout):
            fares.append(when)
        elif when is not None and _is_mask(when, code):
            stations.append(when)
        else:
            other.append(one)
    return Sorted(tuple(fares), tuple(stations), tuple(other))


def _is_mask(node: t.Expression, code: RideCode) -> bool:
    """`occupied(to, SET)`, `to in STATE`, or several of them joined by `or`."""
    match node:
        case t.AnyOf(parts):
            return all(_is_mask(part, code) for part in parts)
        case t.Call("occupied", (t.Name("to"), t.Name(name))):
            meaning = code.layout.rulebook.scope.names.get(name)
            return meaning is not None and meaning.what == "pieces"
        case t.Member(t.Name("to"), t.Name(name), False):
            meaning = code.layout.rulebook.scope.names.get(name)
            return meaning is not None and meaning.what == "state" and meaning.type.many
    return False


def open_pairs(code: RideCode, k: int, profile: tuple[int, ...], pairs: list[Pair], fares: Sorted) -> Iterator[str]:
    """`open_K(p, q)`: a bit for each pair of ticket and mode that nothing refuses."""
    spot = code.spot(profile)
    yield f"def open_{k}(p, q):"
    yield f"    e = p[{ENTRIES}] + 1"
    conditions = [code.values.of(when, spot) if when is not None else "True" for when in fares.by_fare]
    always = 0
    grouped: dict[str, int] = {}
    for bit, (ticket, mode) in enumerate(pairs):
        tests = [_with(condition, ticket, mode) for condition in conditions]
        if not tests:
            always |= 1 << bit
        else:
            text = " or ".join(tests)
            grouped[text] = grouped.get(text, 0) | 1 << bit
    yield f"    o = {always}"
    for text, bits in grouped.items():
        held = HELD.fullmatch(text)
        yield f"    if {held[1] if held else f'not ({text})'}: o |= {bits}"
    yield "    return o"


def _with(condition: str, ticket: int, mode: int) -> str:
    """A condition for one pair: the names of ticket and mode become numbers."""
    condition = re.sub(r"(?<![\w.\"'])t(?![\w\"'(])", str(ticket), condition)
    return re.sub(r"(?<![\w.\"'])m(?![\w\"'(])", str(mode), condition)


def closed_stations(code: RideCode, k: int, stations: Sorted) -> Iterator[str]:
    """`closed_K(p)`: the stations where nobody of this profile may go."""
    parts: list[str] = []
    for node in stations.by_station:
        parts += [part for part in _masks(node, code) if part not in parts]
    yield f"def closed_{k}(p):"
    yield f"    return {' | '.join(parts) or '0'}"


def _masks(node: t.Expression, code: RideCode) -> list[str]:
    layout = code.layout
    match node:
        case t.AnyOf(parts):
            return [mask for part in parts for mask in _masks(part, code)]
        case t.Call("occupied", (_, t.Name(name))):
            return [f"1 << p[{layout.station + q}]" for q in layout.members(name)]
        case t.Member(_, t.Name(name)):
            return [f"p[{layout.states[name].base}]"]
    raise AssertionError(node)
