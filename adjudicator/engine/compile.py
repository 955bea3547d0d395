"""All hooks of a table as source: to those of rides come the endings, the moments of a round, and what is shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from adjudicator.engine.effects import FIELDS, bits_of
from adjudicator.engine.layout import ENTRIES, uncovers
from adjudicator.engine.rides import Ending, Refusal, RideCode
from adjudicator.engine.values import Spot
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Rule
from adjudicator.values import frozen


@frozen(slots=False, eq=False)
class Code(RideCode):
    """The source text of all hooks of one table, in parts."""

    # -- endings
    @cached_property
    def wins(self) -> list[tuple[Rule, t.Wins]]:
        """Endings in the variant's priority."""
        order = {name: place for place, name in enumerate(self.layout.rulebook.tables.priority)}
        found = [(rule, one) for rule, one in self.layout.rulebook.statements(t.Wins) if isinstance(one, t.Wins)]
        return sorted(found, key=lambda pair: order.get(pair[0].id, len(order)))

    def ends(self, name: str, tests: list[tuple[Rule, t.Wins]], profile: tuple[int, ...] | None) -> Iterator[str]:
        """The code of the first ending that has come, or 0. The careful writing has one function an ending."""
        spot = self.spot(profile, written=True) if profile else Spot("-1", written=True)
        head = [f"    e = p[{ENTRIES}]"]
        if profile:
            head.insert(
                0,
                f"    h = {'known(p, ' if self.careful else 'p['}{self.layout.station} + q{')' if self.careful else ']'}",
            )
        if self.careful:
            for number, (rule, one) in enumerate(tests):
                yield f"def {name}_{number}(p, q=-1, t=-1, m=-1, a=0, b=0, v=()):  # {rule.id}"
                yield from head
                yield f"    return {self.values.of(one.when, spot)}"
            codes = ", ".join(f"({self.ending(r.id, w.side)}, {name}_{n})" for n, (r, w) in enumerate(tests))
            yield f"{name} = ({codes}{',' if tests else ''})"
            return
        yield f"def {name}(p, q=-1, t=-1, m=-1, a=0, b=0, v=()):"
        yield from head
        for condition, number, rule_id in self._endings(tests, spot):
            yield f"    if {condition}: return {number}  # {rule_id}"
        yield "    return 0"

    def _endings(self, tests: list[tuple[Rule, t.Wins]], spot: Spot) -> Iterator[tuple[str, int, str]]:
        return ((self.values.of(one.when, spot), self.ending(rule.id, one.side), rule.id) for rule, one in tests)

    def endings_after(self, events: set[str], profile: tuple[int, ...]) -> Iterator[tuple[str, int, str]]:
        """What may end the game after a step of one of these kinds: condition, number and id of each ending."""
        return self._endings(self._tests(events, profile), self.spot(profile, written=True))

    def ends_after(self, name: str, events: set[str], profile: tuple[int, ...]) -> Iterator[str]:
        yield from self.ends(name, self._tests(events, profile), profile)

    def _tests(self, events: set[str], profile: tuple[int, ...]) -> list[tuple[Rule, t.Wins]]:
        return [
            (rule, one)
            for rule, one in self.wins
            if isinstance(one.moment, t.Event) and events & set(one.moment.names) and self.concerns(one.moment.who, profile)
        ]

    def ends_at(self, name: str, edge: str, of: str, side: str) -> Iterator[str]:
        yield from self.ends(name, [(r, one) for r, one in self.wins if _same(one.moment, edge, of, side)], None)

    # -- set-up
    def set_up(self) -> Iterator[str]:
        """What happens before the first round, besides the cards that are dealt."""
        spot = Spot("-1", written=True)
        yield "def set_up(p):"
        yield "    e = 0"
        for rule, one in self.layout.rulebook.statements(t.On):
            if isinstance(one, t.On) and isinstance(one.moment, t.Event) and "set-up" in one.moment.names:
                yield f"    # {rule.id}"
                yield f"    if {'True' if one.when is None else self.values.of(one.when, spot)}:"
                yield from self.effects.lines(one.effects, spot, "        ")

    # -- moments
    def moment(self, name: str, edge: str, of: str, side: str) -> Iterator[str]:
        """What happens at the start or end of a round or turn."""
        spot = Spot("-1", written=True)
        yield f"def {name}(p):"
        yield f"    e = p[{ENTRIES}]"
        if edge == "start":
            for line in self.effects.reset(of):
                yield "    " + line
        for rule, one in self.layout.rulebook.statements(t.On):
            if not isinstance(one, t.On) or not _same(one.moment, edge, of, side):
                continue
            yield f"    # {rule.id}"
            indent = "    "
            if one.when is not None:
                yield f"    if {self.values.of(one.when, spot)}:"
                indent = "        "
            yield from self.effects.lines(one.effects, spot, indent)
        if edge == "end" and of == "turn":
            lives = ("turn", "next turn") if side == "fugitive" else ("turn",)
            for line in self.effects.reset(*lives):
                yield "    " + line

    def uncovers(self, edge: str, of: str, side: str) -> bool:
        """Whether something of the last entry may become public at this moment."""
        statements = self.layout.rulebook.statements(t.On)
        return any(isinstance(one, t.On) and _same(one.moment, edge, of, side) and uncovers(one) for _, one in statements)

    def shows(self) -> Iterator[str]:
        """Which fields of an entry the pursuers see; hiding wins over showing."""
        spot = Spot("0", written=True)
        yield "def shows(p, events, t, m, a, b, v):"
        yield f"    h = p[{self.layout.station}]"
        yield f"    e = p[{ENTRIES}]"
        if self.layout.last_line:
            yield f"    m, a = p[{self.layout.last_line}:{self.layout.last_line + 2}]"
            yield "    v = PASSES.get((m, a, b), ())"
        yield "    f = 0"
        for kind in (t.Show, t.Hide):
            for rule, one in self.layout.rulebook.statements(kind):
                if isinstance(one, t.Show) and one.audience not in ("all", "pursuers"):
                    continue
                assert isinstance(one, t.Show | t.Hide)
                condition = "" if one.when is None else f" and {self.effects.values.of(one.when, spot)}"
                change = f"f |= {bits_of(one.fields)}" if kind is t.Show else f"f &= ~{bits_of(one.fields)}"
                yield f"    if {one.event!r} in events{condition}: {change}  # {rule.id}"
        yield "    return f"

    def moves(self, name: str, kind: type[t.MustMove] | type[t.MayMove], default: int) -> Iterator[str]:
        """How often each piece must or may move in its turn: the last statement about a piece counts."""
        yield f"def {name}(p, q):"
        lines: list[str] = []
        for rule, one in self.layout.rulebook.statements(kind):
            if isinstance(one, t.MustMove | t.MayMove):
                value = self.values.of(one.times, Spot("q", written=True))
                members = self.layout.members(one.who)
                lines.insert(0, f"    if q in {members!r}: return {value}  # {rule.id}")
        yield from lines
        yield f"    return {default}"


def _same(moment: t.Event | t.Moment, edge: str, of: str, side: str) -> bool:
    return isinstance(moment, t.Moment) and (moment.edge, moment.of, moment.side) == (edge, of, side)


__all__ = ["FIELDS", "Code", "Ending", "Refusal", "bits_of"]
