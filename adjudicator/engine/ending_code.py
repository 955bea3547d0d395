"""Endings as Python source: after a step, and at the start or end of a round or turn."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.expressions import Spot
from adjudicator.engine.frame import Frame
from adjudicator.engine.identifiers import numbered, word
from adjudicator.engine.layout import ENTRIES
from adjudicator.engine.moment_code import is_at
from adjudicator.engine.profiles import Profile
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Rule
from adjudicator.values import frozen

PARAMETERS = "p, q=-1, t=-1, m=-1, a=0, b=0, v=()"


@frozen(eq=False)
class EndingCode:
    frame: Frame

    def after(self, name: str, events: frozenset[str] | set[str], profile: Profile) -> Iterator[str]:
        yield from self._function(name, self.frame.wins_after(events, profile), profile)

    def at(self, name: str, edge: str, of: str, side: str) -> Iterator[str]:
        yield from self._function(name, self.tested_at(edge, of, side), None)

    def tested_at(self, edge: str, of: str, side: str) -> list[tuple[Rule, t.Wins]]:
        return [(rule, one) for rule, one in self.frame.wins if is_at(one.moment, edge, of, side)]

    def _function(self, name: str, tests: list[tuple[Rule, t.Wins]], profile: Profile | None) -> Iterator[str]:
        """The code of the first ending that has come, or 0. The careful writing has one function an ending."""
        spot = self.frame.spot(profile, written=True) if profile else Spot("-1", written=True)
        if self.frame.careful:
            yield from self._one_by_one(name, tests, profile, spot)
            return
        yield f"def {name}({PARAMETERS}):"
        yield from self.head([one for _, one in tests], profile)
        for condition, number, rule_id in self.conditions(tests, spot):
            yield f"    if {condition}: return {number}  # {word(rule_id)}"
        yield "    return 0"

    def _one_by_one(self, name: str, tests: list[tuple[Rule, t.Wins]], profile: Profile | None, spot: Spot) -> Iterator[str]:
        for number, (rule, one) in enumerate(tests):
            yield f"def {numbered(name, number)}({PARAMETERS}):  # {word(rule.id)}"
            yield from self.head([one], profile)
            yield f"    return {self.frame.values.of(one.when, spot)}"
        codes = "".join(f"({self.frame.ending(r.id, w.side)}, {numbered(name, n)}), " for n, (r, w) in enumerate(tests))
        yield f"{name} = ({codes})"

    def head(self, tests: list[t.Wins], profile: Profile | None) -> Iterator[str]:
        """The variables that these endings ask for."""
        here = f"{self.frame.layout.station} + q"
        found = {"e": f"p[{ENTRIES}]"}
        if profile:
            found["h"] = f"known(p, {here})" if self.frame.careful else f"p[{here}]"
        yield from self.frame.lookups([one.when for one in tests], **found)

    def conditions(self, tests: list[tuple[Rule, t.Wins]], spot: Spot) -> Iterator[tuple[str, int, str]]:
        """Condition, number and id of each ending."""
        values = self.frame.values
        return ((values.of(one.when, spot), self.frame.ending(rule.id, one.side), rule.id) for rule, one in tests)
