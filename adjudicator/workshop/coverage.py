"""Finds the rules of a variant that cases test.

A rule is tested by a case that it decides, that it ends, that takes it as an action, or that fails without it. A name in the
case is not enough: the case may be about something else.
"""

from __future__ import annotations

from attrs import evolve, field

from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen
from adjudicator.workshop.case_runner import Rules, Tried
from adjudicator.workshop.mutation import passes, without


@frozen
class Coverage:
    """Runs cases again without a rule."""

    rules: Rules
    changed: dict[tuple[Rulebook, str], Rulebook] = field(factory=dict)  # each is made once for all cases

    def of(self, tried: Tried, beside: str, unseen: frozenset[str]) -> Tried:
        """The result with every rule that the case tests. Tries those that the case names, and those `unseen` in any case."""
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
