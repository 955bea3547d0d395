"""Statistics of many verdicts: by rule and by edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from adjudicator.report.layout import counted, table, wrapped
from adjudicator.report.verdicts import PAINT, Told


def statistics(told: Sequence[Told]) -> str:
    """The number of findings by each rule, the most frequent first, and the verdicts by edition."""
    rules = Counter(rule for one in told for rule in one.rules)
    logs = {rule: sum(rule in one.rules for one in told) for rule in rules}
    by_rule = [(*rule, f"{counted(count, 'time')} in {counted(logs[rule], 'log')}") for rule, count in _ordered(rules)]
    editions = sorted({one.variant for one in told})
    by_edition = [(name or "not known", verdicts(one.verdict for one in told if one.variant == name)) for name in editions]
    return ("by rule\n" + table(by_rule, "  ") if by_rule else "") + "by edition\n" + table(by_edition, "  ")


def _ordered(rules: Counter[tuple[str, str]]) -> list[tuple[tuple[str, str], int]]:
    return sorted(rules.items(), key=lambda one: (-one[1], one[0]))


def verdicts(kinds: Iterable[str]) -> str:
    """The numbers of verdicts in words: `3 logs: 2 legal, 1 illegal`."""
    found = Counter(kinds)
    return wrapped(f"{counted(found.total(), 'log')}: ", ", ".join(f"{found[kind]} {kind}" for kind in PAINT if found[kind]))
