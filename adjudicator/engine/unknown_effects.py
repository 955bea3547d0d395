"""Automatic effects, and what an entry shows, where they depend on a datum that the board or the record lacks.

A step is played as if the answer were no; that nobody can know it is noted, so that the verdict on the record stays open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any

from adjudicator.engine.effects import Effects
from adjudicator.engine.expressions import Spot
from adjudicator.engine.table import STEP, Table
from adjudicator.engine.unknown import Datum, outcome
from adjudicator.language import tree as t
from adjudicator.values import frozen

Doubt = tuple[str, Datum]  # the rule, and what it hangs on


@frozen(eq=False, slots=False)
class UnknownEffects:
    table: Table

    def after(self, events: Collection[str], *values: Any) -> Iterator[Doubt]:
        """Of what follows a step of one of these kinds; the values are those of a generated hook."""
        piece = values[1]
        for rule, one, ask in self._effects:
            if isinstance(one.moment, t.Event) and set(events) & set(one.moment.names):
                who = one.moment.who
                if not who or any(piece in self.table.seating.members(name) for name in who):
                    yield from self._asked(rule, ask, values)

    def at(self, edge: str, of: str, side: str, *values: Any) -> Iterator[Doubt]:
        """Of what follows when a round or turn begins or ends."""
        for rule, one, ask in self._effects:
            if isinstance(one.moment, t.Moment) and (one.moment.edge, one.moment.of, one.moment.side) == (edge, of, side):
                yield from self._asked(rule, ask, values)

    def shown(self, events: Collection[str], *values: Any) -> Iterator[Doubt]:
        """Of what an entry shows."""
        for rule, one, ask in self._disclosures:
            if one.event in events:
                yield from self._asked(rule, ask, values)

    def _asked(self, rule: str, ask: Any, values: tuple[Any, ...]) -> Iterator[Doubt]:
        datum = outcome(lambda: ask(*values), self.table.supposed)[1]
        if datum is not None:
            yield rule, datum

    # -- the statements in question
    @cached_property
    def _effects(self) -> list[tuple[str, t.On, Any]]:
        code = self.table.careful_frame
        effects, spot, found = Effects(code.layout, code.values), Spot("q", written=True), []
        for rule, one in self.table.rulebook.statements(t.On):
            if isinstance(one, t.On) and self._may_lack(one):
                condition = "True" if one.when is None else code.values.of(one.when, spot)
                lines = ["    p = p[:]", f"    if {condition}:", *effects.lines(one.effects, spot, "        "), "    return p"]
                found.append((rule.id, one, self._made(lines)))
        return found

    @cached_property
    def _disclosures(self) -> list[tuple[str, t.Show | t.Hide, Any]]:
        spot = Spot("0", written=True, disclosed=True)
        return [
            (rule.id, one, self.table.question(one.when, spot, is_careful=True))
            for rule, one in self.table.rulebook.statements(t.Show, t.Hide)
            if isinstance(one, t.Show | t.Hide) and one.when is not None and self._may_lack(one)
        ]

    def _may_lack(self, one: t.On | t.Show | t.Hide) -> bool:
        """Whether a statement asks for a datum that the board does not have, or for stations, which the record may not have."""
        facts = self.table.rulebook.facts
        return facts.asks_unknown(one, self.table.board) or any(read.what == "station" for read in facts.reads(one))

    def _made(self, lines: list[str]) -> Any:
        """The result on a copy, written carefully."""
        return self.table.compiled_carefully([f"def asked({STEP}):", *lines], "doubts")["asked"]
