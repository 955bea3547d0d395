"""Verdicts, faults and cases as workflow commands of GitHub, which shows them beside the lines of a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.faults import Fault, in_order
from adjudicator.judge.batch import Outcome
from adjudicator.report.layout import one_line
from adjudicator.workshop.case_runner import Tried

LEVELS = {"illegal": "error", "undecided": "warning"}


def workflow_commands(outcome: Outcome) -> str:
    """One line for each fault of an invalid log, or for each finding."""
    return "".join(f"{line}\n" for line in _lines(outcome))


def of_faults(faults: Iterable[Fault]) -> str:
    """One line for each fault, in order."""
    return "".join(f"{_of_fault(fault, '')}\n" for fault in in_order(faults))


def of_cases(tried: Iterable[Tried], file: str) -> str:
    """One line for each failing case of a file."""
    failed = (one for one in tried if not one.passed)
    return "".join(f"{_line('error', file, 0, 0, one.case.id, '; '.join(one.problems))}\n" for one in failed)


def _lines(outcome: Outcome) -> Iterator[str]:
    if outcome.verdict.verdict == "invalid":
        for fault in outcome.faults:
            yield _of_fault(fault, outcome.verdict.file)
    for one in outcome.verdict.findings:
        of_file = not outcome.seen_by  # in the record of a seat, lines are others than in the file
        place = (one.line, one.column) if of_file else (0, 0)
        where = "" if of_file or not one.line else f" (round {one.round}: {one.clause})" if one.round else f" ({one.clause})"
        yield _line(LEVELS[one.verdict], outcome.verdict.file, *place, one.rule, one.message + where)


def _of_fault(fault: Fault, file: str) -> str:
    where = (fault.place.file or file, fault.place.line, fault.place.column)
    return _line(fault.severity, *where, fault.code, fault.message)


def _line(level: str, file: str, line: int, column: int, title: str, message: str) -> str:
    place = f",line={line},col={column}" if line else ""
    return f"::{level} file={_property(file)}{place},title={_property(title)}::{_escaped(message)}"


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def _escaped(text: str) -> str:
    return one_line(text).replace("%", "%25")
