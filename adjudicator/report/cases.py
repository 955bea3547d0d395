"""Cases as text for people: passed and failed cases, and the rules that decided; and the list for the docs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from adjudicator.report.layout import counted, one_line, table, wrapped
from adjudicator.workshop.case_files import Case
from adjudicator.workshop.case_runner import Tried


def results(tried: Sequence[Tried], rules: Mapping[str, Iterable[str]]) -> str:
    """One row for each case, then every failure, then the rules that decided. `rules` has the ids in each edition."""
    return table(rows(tried)) + failures(tried) + _touched(tried, rules) + summary(tried)


def rows(tried: Sequence[Tried]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for case, group in _by_case(tried):
        failed = sum(not one.passed for one in group)
        state = "pass" if not failed else f"FAIL {failed} of {len(group)}" if len(group) > 1 else "FAIL"
        found.append((case.id, state, decision(case), one_line(case.title)))
    return found


def _by_case(tried: Sequence[Tried]) -> list[tuple[Case, list[Tried]]]:
    groups: dict[str, list[Tried]] = {}
    for one in tried:
        groups.setdefault(one.case.id, []).append(one)
    return [(group[0].case, group) for group in groups.values()]


def decision(case: Case) -> str:
    """The verdict, and the rule or ending that decides."""
    parts = [case.verdict, case.rule or case.ending]
    return " ".join(part for part in parts if part)


def failures(tried: Sequence[Tried]) -> str:
    lines = []
    for one in tried:
        if not one.passed:
            options = f" with {', '.join(one.case.options)}" if one.case.options else ""
            lines.append("\n" + wrapped(f"{one.case.id} under {one.edition}{options}: ", one.case.title))
            lines += [wrapped("  ", problem) for problem in one.problems]
    return "\n".join(lines) + "\n" if lines else ""


def _touched(tried: Sequence[Tried], rules: Mapping[str, Iterable[str]]) -> str:
    """For each edition, the rules that decided cases, or those that did not, whichever are fewer."""
    rows = []
    for edition, ids in rules.items():
        known = set(ids)
        met = known & {name for one in tried if one.edition == edition for name in one.touched}
        few, word = (met, "") if len(met) <= len(known - met) else (known - met, "not ")
        rows.append(
            (
                edition,
                f"{len(met)} of {counted(len(known), 'rule')} decided a case",
                word + ", ".join(sorted(few)) if few else "",
            )
        )
    return "\n" + table(rows) if rows else ""


def summary(tried: Sequence[Tried]) -> str:
    cases, failed = len({one.case.id for one in tried}), sum(not one.passed for one in tried)
    said = "all pass" if not failed else f"{failed} fail"
    return f"\n{counted(cases, 'case')}, tried {counted(len(tried), 'time')}: {said}\n"


def as_json(tried: Iterable[Tried]) -> str:
    """JSON with one object per line for each case and edition."""
    return "".join(json.dumps(_object(one), ensure_ascii=False) + "\n" for one in tried)


def _object(one: Tried) -> dict[str, object]:
    case = one.case
    return {
        "id": case.id,
        "title": case.title,
        "edition": one.edition,
        "options": list(case.options),
        "passed": one.passed,
        "expected": _outcome(case.verdict, (case.rule, *case.also), case.ending, case.winner),
        "got": _outcome(one.verdict, one.rules, one.ending, one.winner),
        "problems": list(one.problems),
        "touched": sorted(one.touched),
    }


def _outcome(verdict: str, rules: Iterable[str], ending: str, winner: str) -> dict[str, object]:
    return {"verdict": verdict, "rules": [rule for rule in rules if rule], "ending": ending, "winner": winner}
