"""Which rules of a variant the cases touch.

A rule is touched by a case that it decides, that ends the game by it or takes it as an action, and by a case that fails without
it. That a case names a rule is not enough: it may be about something else altogether.
"""

from __future__ import annotations

from attrs import evolve, field

from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen
from adjudicator.workshop.case_runner import Rules, Tried
from adjudicator.workshop.mutation import passes, without


@frozen
class Coverage:
    """Tries cases once more, without a rule."""

    rules: Rules
    changed: dict[tuple[Rulebook, str], Rulebook] = field(factory=dict)  # each is compiled once for all cases

    def of(self, tried: Tried, beside: str, unseen: frozenset[str]) -> Tried:
        """The same with every rule that the case touched. Those that it names are tried, and those not seen in any."""
        if not tried.passed:
            return tried
        rulebook = self.rules(tried.case, tried.edition, beside)
        doubtful = ((tried.case.named | unseen) & rulebook.rules.keys()) - tried.touched
        found = {name for name in doubtful if not self._holds_without(tried, rulebook, name)}
        return evolve(tried, touched=tried.touched | found)

    def _holds_without(self, tried: Tried, rulebook: Rulebook, name: str) -> bool:
        key = rulebook, name
        if key not in self.changed:
            self.changed[key] = without(rulebook, name)
        return passes(tried.case, tried.edition, "", self.changed[key])
