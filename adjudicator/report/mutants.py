"""Mutants as text: the numbers of rule changes that cases noticed, and the changes that they did not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from adjudicator.report.layout import counted, table, wrapped
from adjudicator.workshop.mutation import Fate


def results(fates: Sequence[Fate]) -> str:
    """One row for each edition, then every survivor."""
    rows = [
        (edition, counted(len(group), "change"), f"{noticed} noticed", f"{same} make no difference", f"{survive} survive")
        for edition, group, noticed, same, survive in tallied(fates)
    ]
    survivors = "".join(wrapped("survives: ", str(fate.mutant)) + "\n" for fate in fates if fate.survives)
    return table(rows) + ("\n" + survivors if survivors else "")


def tallied(fates: Iterable[Fate]) -> list[tuple[str, list[Fate], int, int, int]]:
    """For each edition: its changes, and the numbers noticed, without effect, and surviving."""
    groups: dict[str, list[Fate]] = {}
    for fate in fates:
        groups.setdefault(fate.mutant.edition, []).append(fate)
    return [
        (edition, group, sum(bool(f.case) for f in group), sum(bool(f.why) for f in group), sum(f.survives for f in group))
        for edition, group in groups.items()
    ]


def as_json(fates: Iterable[Fate]) -> str:
    """JSON with one object per line for each change."""
    return "".join(json.dumps(_object(fate), ensure_ascii=False) + "\n" for fate in fates)


def _object(fate: Fate) -> dict[str, object]:
    mutant = fate.mutant
    return {
        "edition": mutant.edition,
        "rule": mutant.rule,
        "statement": mutant.statement,
        "change": mutant.kind,
        "noticed": fate.case,
        "why": fate.why,
    }
