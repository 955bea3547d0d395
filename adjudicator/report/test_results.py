"""The results of a variant's cases, as text: passed and failed cases, and the rules of the file that they touched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.faults.wording import short
from adjudicator.report.cases import failures, rows
from adjudicator.report.layout import counted, table, wrapped
from adjudicator.workshop.case_runner import Tried
from adjudicator.workshop.mutation import Mutant


def trial_page(
    file: str,
    tried: Sequence[Tried],
    own: Iterable[str],
    inherited: Iterable[str],
    unnoticed: Sequence[Mutant],
    every: bool = True,
) -> str:
    """One row for each case, every failure, the rules of the file and their cases, and statements that no case needs.

    If not every case was tried, a rule that none of them touched may still have one, so it is not named.
    """
    cases = _by_rule(tried)
    names = tuple(own)
    met = [name for name in names if name in cases]
    others = sorted(set(cases) & set(inherited) - set(names))
    text = table(rows(tried)) + failures(tried)
    text += "\n" + wrapped(f"{file}: ", _count(len(met), len(names))) + "\n"
    if names and (every or met):
        listed = names if every else met
        text += table([(name, ", ".join(cases.get(name, ())) or "no case touches it") for name in listed], "  ")
    if others:
        text += wrapped("touched in files it extends: ", ", ".join(others)) + "\n"
    text += _unnoticed(unnoticed) + (_further(file) if names and every else "")
    return text + _summary(tried)


def _unnoticed(mutants: Sequence[Mutant]) -> str:
    """The statements without which every case would still pass."""
    rows = [(mutant.rule, short(mutant.statement)) for mutant in mutants]
    return f"statements that no case needs:\n{table(rows, '  ')}" if rows else ""


def _further(file: str) -> str:
    command = f"sy-judge variant test {file} --mutate"
    return wrapped("", f"`{command}` changes each statement in many ways, and lists the changes that no case notices") + "\n"


def _by_rule(tried: Sequence[Tried]) -> Mapping[str, list[str]]:
    """The cases that touched each rule. A case that chooses a value of an option touches the option."""
    found: dict[str, list[str]] = {}
    for one in tried:
        for name in sorted({name.partition("=")[0] for name in one.touched}):
            if one.case.id not in found.setdefault(name, []):
                found[name].append(one.case.id)
    return found


def _count(met: int, every: int) -> str:
    if not every:
        return "no rules, only numbers and names"
    return f"{met} of {counted(every, 'rule')} touched by a case"


def _summary(tried: Sequence[Tried]) -> str:
    cases, failed = len({one.case.id for one in tried}), sum(not one.passed for one in tried)
    return f"\n{counted(cases, 'case')}: {f'{failed} failed' if failed else 'all pass'}\n"
