"""Verdicts as workflow commands of GitHub, which shows them beside the lines of a log."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.judge.batch import Outcome
from adjudicator.report.layout import one_line

LEVELS = {"illegal": "error", "undecided": "warning"}


def workflow_commands(outcome: Outcome) -> str:
    """One line for each fault of an invalid log, or for each finding."""
    return "".join(f"{line}\n" for line in _lines(outcome))


def _lines(outcome: Outcome) -> Iterator[str]:
    if outcome.verdict.verdict == "invalid":
        for fault in outcome.faults:
            where = (fault.place.file or outcome.verdict.file, fault.place.line, fault.place.column)
            yield _line("error" if fault.is_error else "warning", *where, fault.code, fault.message)
    for one in outcome.verdict.findings:
        yield _line(LEVELS[one.verdict], outcome.verdict.file, one.line, one.column, one.rule, one.message)


def _line(level: str, file: str, line: int, column: int, title: str, message: str) -> str:
    place = f",line={line},col={column}" if line else ""
    return f"::{level} file={_property(file)}{place},title={_property(title)}::{_escaped(message)}"


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def _escaped(text: str) -> str:
    return one_line(text).replace("%", "%25")
