"""The conditions of a profile's rides, sorted by what they depend on, so that a listing asks each once and not for every ride.

All rides of a listing begin in one position. So a refusal that mentions neither where a ride goes nor what it passes
depends on its ticket and mode alone: a bit for each such fare says whether it is open. Refusals that mention one station, the
one a ride goes to or one that it passes, become a mask of closed stations. The others are asked ride by ride; `other` lists
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from adjudicator.engine.expressions import Spot
from adjudicator.engine.frame import Refusal
from adjudicator.engine.layout import ENTRIES
from adjudicator.engine.lines import Fare, Lines
from adjudicator.engine.profiles import Profile
from adjudicator.engine.ride_code import RideCode
from adjudicator.engine.table import Table
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import Read, step
from adjudicator.values import frozen

OF_ROUTE = step("to", "passes")
OF_FARE = step("ticket", "mode")
OF_STEP = step("from", "here", "entry")  # which a mask does not look up


@frozen(eq=False, slots=False)
class Conditions:
    table: Table
    number: int  # of the profile

    @property
    def profile(self) -> Profile:
        return self.table.profiles.every[self.number]

    @property
    def lines(self) -> Lines:
        return self.table.hooks[f"lines_{self.number}"]  # type: ignore[no-any-return]

    @property
    def fares(self) -> tuple[Fare, ...]:
        return self.lines.fares

    @property
    def is_sorted(self) -> bool:
        return not self.other

    # -- sorting
    @cached_property
    def _asked(self) -> list[tuple[Refusal, t.Expression | None]]:
        """Every condition that the table of lines does not decide; what loses counts as closed. `A or B` is two conditions."""
        frame, code = self.table.frame, RideCode(self.table.frame, self.number, self.profile)
        found = [one for one in frame.of_rides(self.profile, losing=False) if not code.is_fixed(one.when)]
        found += frame.of_rides(self.profile, losing=True)
        return [(one, part) for one in found for part in (one.when.parts if isinstance(one.when, t.AnyOf) else (one.when,))]

    @cached_property
    def by_fare(self) -> tuple[t.Expression | None, ...]:
        """The conditions on the ticket, the mode and the position."""
        reads = self.table.rulebook.facts.reads
        return tuple(part for _, part in self._asked if not reads(part) & OF_ROUTE)

    @cached_property
    def by_station(self) -> tuple[tuple[t.Expression, Mask], ...]:
        """The conditions on one station, each with its mask."""
        return tuple((part, mask) for _, part, mask in self._of_route if part is not None and mask is not None)

    @cached_property
    def other(self) -> tuple[Refusal, ...]:
        return tuple(one for one, _, mask in self._of_route if mask is None)

    @cached_property
    def _of_route(self) -> list[tuple[Refusal, t.Expression | None, Mask | None]]:
        reads, masks = self.table.rulebook.facts.reads, Masks(self.table, self.table.frame.spot(self.profile))
        found = [(one, part) for one, part in self._asked if reads(part) & OF_ROUTE]
        return [(one, part, masks.of(part)) for one, part in found]

    @property
    def cuts(self) -> bool:
        """Whether a ride can be closed by a station that it only passes."""
        return any(mask.passed for _, mask in self.by_station)

    @cached_property
    def of_step(self) -> bool:
        """Whether the fares hang on more than the position itself: the number of the entry, the station that is left."""
        return any(self.table.rulebook.facts.reads(node) & OF_STEP for node in self.by_fare)

    # -- written
    def open_fares(self, spot: Spot) -> tuple[int, list[tuple[str, int]]]:
        """The fares that are always open, as a sum of bits; and conditions, with the fares that are open where one holds."""
        always, grouped = 0, dict[str, int]()
        values = self.table.frame.values
        for bit, (ticket, mode) in enumerate(self.fares):
            here = spot.paying(ticket, mode)
            tests = ["False" if when is None else values.negation(when, here) for when in self.by_fare]
            if not tests:
                always |= 1 << bit
            else:
                text = " and ".join(tests)
                grouped[text] = grouped.get(text, 0) | 1 << bit
        return always, list(grouped.items())

    def opened(self, spot: Spot) -> list[str]:
        """Lines that put the open fares into `o`."""
        always, conditions = self.open_fares(spot)
        station = self.table.layout.station
        here = f"p[{station + int(spot.piece)}]" if spot.piece.isdigit() else f"p[{station} + q]"
        heads = [line.strip() for line in self.table.frame.lookups([*self.by_fare], a=here, h=here, e=f"p[{ENTRIES}] + 1")]
        return [*heads, f"o = {always}", *(f"if {condition}: o |= {bits}" for condition, bits in conditions)]

    def closed(self) -> str:
        """The stations closed to these pieces, as one number: where a ride may not go; further up, what it may not pass."""
        return " | ".join(dict.fromkeys(mask.text for _, mask in self.by_station)) or "0"

    @cached_property
    def stood_on(self) -> tuple[int, ...]:
        """The cells of the pieces whose stations are closed, where nothing else is: few, and sooner asked than a mask."""
        cells = [mask.cells for _, mask in self.by_station]
        return tuple(dict.fromkeys(cell for some in cells for cell in some)) if all(cells) and not self.cuts else ()

    def functions(self) -> Iterator[str]:
        """`open_K(p, q)` and `closed_K(p, q)`."""
        yield f"def open_{self.number}(p, q):"
        yield from (f"    {line}" for line in self.opened(self.table.frame.spot(self.profile)))
        yield "    return o"
        yield f"def closed_{self.number}(p, q):"
        yield f"    return {self.closed()}"


@frozen
class Mask:
    """A set of stations as the text of a number; the cells of the pieces on them, where it is just those."""

    text: str
    cells: tuple[int, ...] = ()
    passed: bool = False  # of stations that a ride passes


@frozen
class Masks:
    """Turns conditions about one station into masks."""

    table: Table
    spot: Spot

    def of(self, node: t.Expression | None) -> Mask | None:
        """The stations to which a ride is refused, or which it may not pass; None if it cannot be a mask."""
        match node:
            case None:
                return None
            case t.Quantified("some", variable, t.Name("passes"), None, condition):
                return self._of(condition, variable, "VIA")
        return self._of(node, "to", "BIT")

    def _of(self, node: t.Expression, name: str, bits: str) -> Mask | None:
        passed = bits == "VIA"
        match node:
            case t.Name(term) if (body := self._body(term)) is not None:
                return self._of(body, name, bits)
            case t.AnyOf(parts):
                return self._joined([self._of(part, name, bits) for part in parts], " | ", passed)
            case t.AllOf(parts):
                return self._where(parts, name, bits)
            case t.Call("occupied", (t.Name(station), t.Name(who))) if station == name and self._is("pieces", who):
                cells = tuple(self.table.layout.station + q for q in self.table.seating.members(who))
                return Mask(" | ".join(f"{bits}[p[{cell}]]" for cell in cells) or "0", () if passed else cells, passed)
            case t.Member(t.Name(station), t.Name(group), False) if station == name and self._is("state", group):
                cell = f"p[{self.table.layout.states[group].base}]"
                return Mask(f"({cell} << SHIFT)" if passed else cell, passed=passed)
            case t.Member(t.Name(station), t.SetOf(items), False) if station == name:
                return self._joined([self._one(item, name, bits) for item in items], " | ", passed)
            case t.Compare(t.Name(station), "=", other) if station == name:
                return self._one(other, name, bits)
            case t.Compare(other, "=", t.Name(station)) if station == name:
                return self._one(other, name, bits)
        return None

    def _body(self, name: str) -> t.Expression | None:
        """The condition that a term stands for."""
        meaning = self.table.rulebook.scope.names.get(name)
        return meaning.body if meaning is not None and meaning.what == "term" else None

    def _is(self, what: str, name: str) -> bool:
        meaning = self.table.rulebook.scope.names.get(name)
        return meaning is not None and meaning.what == what and (what != "state" or meaning.type.many)

    def _one(self, node: t.Expression, name: str, bits: str) -> Mask | None:
        """One station, which may be none."""
        if self._speaks_of_ride(node, name) or self._reads(node) & OF_STEP or self._hangs_on_piece(node):
            return None
        if isinstance(node, t.Number) and 0 < node.value < self.table.seating.off:
            return Mask(f"{bits}[{node.value}]", passed=bits == "VIA")
        return Mask(f"({bits}[x] if (x := {self.table.frame.values.of(node, self.spot)}) > 0 else 0)", passed=bits == "VIA")

    def _where(self, parts: tuple[t.Expression, ...], name: str, bits: str) -> Mask | None:
        """Of several conditions that must all hold, those that do not mention the ride are asked first."""
        asked = [part for part in parts if not self._speaks_of_ride(part, name)]
        if any(self._reads(part) & (OF_FARE | OF_STEP) or self._hangs_on_piece(part) for part in parts):
            return None
        found = self._joined([self._of(part, name, bits) for part in parts if part not in asked], " & ", bits == "VIA")
        if found is None or not asked:
            return found
        condition = " and ".join(self.table.frame.values.of(part, self.spot) for part in asked)
        return Mask(f"(({found.text}) if {condition} else 0)", passed=found.passed)

    def _joined(self, masks: list[Mask | None], joint: str, passed: bool) -> Mask | None:
        known = [mask for mask in masks if mask is not None]
        if not known or len(known) < len(masks):
            return None
        if len(known) == 1:
            return known[0]
        cells = tuple(cell for mask in known for cell in mask.cells) if all(mask.cells for mask in known) else ()
        return Mask(f"({joint.join(f'({mask.text})' for mask in known)})", cells if joint == " | " else (), passed)

    def _reads(self, node: t.Expression) -> frozenset[Read]:
        return self.table.rulebook.facts.reads(node)

    def _hangs_on_piece(self, node: t.Expression) -> bool:
        """A mask is the same for all pieces that rules treat alike; a condition on which of them rides is not part of it."""
        return not self.spot.piece.isdigit() and Read("step", "piece") in self._reads(node)

    def _speaks_of_ride(self, node: t.Expression, name: str) -> bool:
        return bool(self._reads(node) & (OF_ROUTE | OF_FARE | {Read("bound", name)}))
