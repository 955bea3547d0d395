"""The rulings on which a verdict rests: the record is judged once more by each other reading that an option offers.

A ruling decides a point that the booklets leave open. A game that would be illegal, or end otherwise, by another reading rests
on the ruling; a game that never comes to such a point does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.faults import Refused
from adjudicator.judge.verdict import Finding, Otherwise, Resting, Result, Verdict
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.readings import CONTESTED, Basis, in_force, is_in_play, others

Judged = Callable[[str], Verdict]  # by the same rules with one choice made otherwise


def rests_on(verdict: Verdict, rulebook: Rulebook, judged: Judged) -> tuple[Resting, ...]:
    """The rulings without which the verdict, its breaches or the result would be others, by their numbers."""
    found = {one.ruling: one for one in _tried(verdict, rulebook, judged)}
    bases = (*(one.basis for one in verdict.findings), verdict.result.basis if verdict.result else None)
    for basis in bases:
        if basis is not None and not basis.options:  # no option reads it otherwise
            found.setdefault(basis.ruling, Resting(basis.ruling, basis.question, basis.reading))
    return tuple(sorted(found.values(), key=lambda one: int(one.ruling[1:]) if one.ruling[1:].isdecimal() else 0))


def _tried(verdict: Verdict, rulebook: Rulebook, judged: Judged) -> Iterator[Resting]:
    for name, ruling in rulebook.rulings.items():
        option = rulebook.options.get(ruling.option)
        if option is None or not option.status.startswith(CONTESTED) or not is_in_play(rulebook, ruling):
            continue
        found = []
        for choice in others(rulebook, ruling):
            own = rulebook.options.get(choice.partition("=")[0])
            if own is not None and own.ruling != name:  # it is tried for the ruling that it belongs to
                continue
            try:
                then = judged(choice)
            except Refused:  # a choice that others exclude
                continue
            if _decided(then) != _decided(verdict):
                found.append(_otherwise(choice, verdict, then))
        if found:
            yield Resting(name, ruling.question, in_force(rulebook, ruling), tuple(found))


def _decided(verdict: Verdict) -> tuple[object, ...]:
    """The part of a verdict that a reading may change."""
    return verdict.verdict, _ended(verdict.result), _breaches(verdict)


def _ended(result: Result | None) -> tuple[str, int] | None:
    return (result.winner, result.round) if result else None


def _breaches(verdict: Verdict) -> frozenset[tuple[str, int, int]]:
    return frozenset((one.rule, one.line, one.column) for one in verdict.findings if one.verdict == "illegal")


def _otherwise(choice: str, verdict: Verdict, then: Verdict) -> Otherwise:
    """The outcome of the record by another choice."""
    mine = _breaches(verdict)
    new = [one for one in then.findings if one.verdict == "illegal" and (one.rule, one.line, one.column) not in mine]
    is_broken = bool(new) and then.verdict == "illegal"
    result = then.result if _ended(then.result) != _ended(verdict.result) else verdict.result
    winner, number = (result.winner, result.round) if result else ("", 0)
    return Otherwise(choice, then.verdict, _first(new).rule if is_broken else "", winner, number)


def _first(found: list[Finding]) -> Finding:
    return min(found, key=lambda one: (one.round, one.line, one.column))


def without_untouched(basis: Basis | None, resting: tuple[Resting, ...]) -> Basis | None:
    """The ruling of an ending, unless another reading of it makes no difference here."""
    is_touched = basis is None or not basis.options or any(one.ruling == basis.ruling for one in resting)
    return basis if is_touched else None
