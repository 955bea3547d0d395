"""Verdicts as text for people and as JSON for programs, from the same data.

illegal free-station: yellow stands on 46
  --> club.log:12:6, round 3
   |
12 | 3. X bus 46; red taxi 51
   |      ^^^^^^
   = rule: ...
   = cite: ...
   = help: from 86 by bus: 69, 87
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from adjudicator.faults import Place
from adjudicator.files import shown
from adjudicator.judge.batch import Outcome
from adjudicator.judge.verdict import Finding, Notice, Otherwise, Resting, Result, Verdict
from adjudicator.report.faults import ERROR, PLACE, PLAIN, WARNING, Page, summary
from adjudicator.report.faults import as_data as fault_data
from adjudicator.report.faults import render as render_faults
from adjudicator.report.layout import broken, columns, counted, one_line, table_rows
from adjudicator.rulebook.readings import Basis
from adjudicator.values import frozen

SHORT = 72  # columns of a finding in a table
DIGITS = len("sha256:") + 12  # of a digest, for people
MANY = 6  # the most further places of an undecided rule
BREACHES = 200  # the most breaches that are shown; JSON has them all
GOOD = "\033[1;32m"
PAINT = {"legal": GOOD, "illegal": ERROR, "undecided": WARNING, "invalid": ERROR}
T = TypeVar("T")


def won(winner: str, fugitive: str) -> str:
    """A result in words."""
    return {"fugitive": f"{fugitive} wins", "pursuers": "the pursuers win"}.get(winner, "a draw")


# --- for programs

_as_json = json.JSONEncoder(ensure_ascii=False).encode  # made once, for many verdicts written line by line


def json_line(outcome: Outcome) -> str:
    """A verdict as one line of JSON; its keys are described in docs/verdict.schema.json."""
    return _as_json(as_data(outcome))


def as_data(outcome: Outcome) -> dict[str, object]:
    verdict = outcome.verdict
    data: dict[str, object] = {
        "file": verdict.file,
        "variant": verdict.variant,
        "rules": verdict.rules,
        "board": verdict.board,
        "verdict": verdict.verdict,
        "result": None if verdict.result is None else _result_data(verdict.result),
        "findings": [_finding_data(finding) for finding in verdict.findings],
        "notices": [_notice_data(notice) for notice in verdict.notices],
        "rounds": verdict.rounds,
        "entries": verdict.entries,
    }
    if verdict.rests is not None:
        data["rests"] = [_resting_data(one) for one in verdict.rests]
    if verdict.files:
        data["rules_files"] = [shown(file) for file in verdict.files]
    if outcome.read_as:
        data["read_as"] = outcome.read_as
    if verdict.verdict == "invalid":
        data["faults"] = [fault_data(fault) for fault in outcome.faults]
    return data


def _result_data(result: Result) -> dict[str, object]:
    data: dict[str, object] = {
        "winner": result.winner,
        "by": result.by,
        "round": result.round,
        "claimed": result.claimed,
        "agrees": result.agrees,
        "status": result.status,
        "ruling": _basis_data(result.basis),
        "breach": result.breach or None,
    }
    if not result.score:
        return data
    data |= {"points": result.points} if result.points is not None else {}
    return {**data, "score": result.score, **({"pieces": result.pieces} if result.pieces else {})}


def _basis_data(basis: Basis | None) -> dict[str, object] | None:
    if basis is None:
        return None
    return {"id": basis.ruling, "question": basis.question, "reading": basis.reading, "options": list(basis.options)}


def _resting_data(resting: Resting) -> dict[str, object]:
    """A ruling, with what other choices would lead to."""
    others = [
        {
            "option": one.choice,
            "verdict": one.verdict,
            "breaks": one.breaks or None,
            "winner": one.winner or None,
            "round": one.round or None,
        }
        for one in resting.otherwise
    ]
    return {"id": resting.ruling, "question": resting.question, "reading": resting.reading, "otherwise": others}


def _notice_data(notice: Notice) -> dict[str, object]:
    return {"code": notice.code, "message": notice.message, "line": notice.line, "column": notice.column}


def _finding_data(finding: Finding) -> dict[str, object]:
    keys = ("verdict", "rule", "says", "cite", "line", "column", "round", "piece", "clause", "message", "facts", "help")
    data = {key: getattr(finding, key) for key in keys}
    return {**data, "assumed": list(finding.assumed), "status": finding.status, "ruling": _basis_data(finding.basis)}


# --- for people


def render(outcome: Outcome, colour: bool = False) -> str:
    """All findings in one log, and a summary."""
    return _Report(outcome, colour).text()


class _Report:
    def __init__(self, outcome: Outcome, colour: bool):
        self.outcome, self.verdict = outcome, outcome.verdict
        written = outcome.text.replace("\r\n", "\n").replace("\r", "\n")
        self.page = Page(colour, {self.verdict.file: written}, columns())

    def text(self) -> str:
        blocks = [self.page.wrapped("", f"read as {self.outcome.read_as}")] if self.outcome.read_as else []
        if self.outcome.faults:
            blocks.append(render_faults(self.outcome.faults, self.page.colour, self.page.sources).rstrip("\n"))
        illegal = [finding for finding in self.verdict.findings if finding.verdict == "illegal"]
        blocks += [self._finding(finding) for finding in illegal[:BREACHES]]
        if len(illegal) > BREACHES:
            blocks.append(f"… and {len(illegal) - BREACHES} more breaches; `--json` lists all")
        blocks += [*self._undecided(), *self._notices()]
        return "\n\n".join([*blocks, "\n".join(self._summary())]) + "\n"

    # -- one thing
    def _finding(self, finding: Finding, more: Sequence[Finding] = ()) -> str:
        return "\n".join(
            [
                *self._pointed(finding),
                *(self.page.wrapped(f"{_margin(finding)} = also: ", line) for line in _further(more)),
                *self._told(finding),
            ]
        )

    def _pointed(self, finding: Finding) -> Iterator[str]:
        """The message, the place and the line of a finding."""
        place = Place(self.verdict.file, finding.line, finding.column, finding.length)
        when = f", round {finding.round}" if finding.round and finding.line else ""
        yield self.page.heading(PAINT[finding.verdict], f"{finding.verdict} {finding.rule}:", finding.message)
        yield self.page.pointer(_margin(finding), f"{place}{when}")
        yield from self.page.source(place, _margin(finding), PAINT[finding.verdict])

    def _told(self, finding: Finding) -> Iterator[str]:
        assumed = f"{', '.join(finding.assumed)}; the print of this board is not known there" if finding.assumed else ""
        parts = {
            "rule": finding.says,
            "cite": finding.cite + (" (inferred)" if finding.status == "inferred" else ""),
            "ruling": finding.basis.text if finding.basis else "",
            "help": finding.help,
            "assumed": assumed,
        }
        yield from (self.page.wrapped(f"{_margin(finding)} = {name}: ", text) for name, text in parts.items() if text)

    def _undecided(self) -> Iterator[str]:
        """Undecided findings grouped by rule: the first in full, the others by their places."""
        open_ones = [(finding.rule, finding) for finding in self.verdict.findings if finding.verdict == "undecided"]
        yield from (self._finding(group[0], group[1:]) for group in _grouped(open_ones))

    def _notices(self) -> Iterator[str]:
        for group in _grouped((one.code, one) for one in self.verdict.notices):
            notice, more = group[0], f" (and {len(group) - 1} more of this kind)" if len(group) > 1 else ""
            yield self.page.heading(PLACE, f"notice {notice.code}:", f"{notice.message}{more}") + self._at(notice)

    def _at(self, notice: Notice) -> str:
        place = Place(self.verdict.file, notice.line, notice.column)
        return "\n" + self.page.pointer(" ", str(place)) if notice.line else ""

    # -- the summary
    def _summary(self) -> Iterator[str]:
        verdict = self.verdict
        if verdict.verdict == "invalid":
            yield self._verdict(f": {summary(self.outcome.faults)}")
            return
        counts, rules = _counts(verdict), f"the rules of {verdict.variant} on {verdict.board}"
        yield self._verdict(f" by {rules}" + (f": {counts}" if counts else ""))
        if verdict.files:
            files = ", ".join(shown(file) for file in verdict.files)
            yield self.page.wrapped("  rules: ", f"{files} ({verdict.rules[:DIGITS]})")
        played = f"{counted(verdict.rounds, 'round')}, {counted(verdict.entries, 'entry', 'entries')}"
        yield self.page.wrapped("  ", f"{played}; {ended(self.outcome)}")
        if verdict.result is not None:
            yield from self._why(verdict.result)
        yield from self._rests(verdict.rests or ())

    def _why(self, result: Result) -> Iterator[str]:
        if self.outcome.ending:
            yield self.page.wrapped(f"  {result.by}: ", self.outcome.ending)
        if result.basis and self.verdict.rests is None:
            yield self.page.wrapped("  ruling ", result.basis.text)

    def _rests(self, rests: Sequence[Resting]) -> Iterator[str]:
        """The rulings on which the verdict rests in one line, and below it the question of each."""
        if not rests:
            return
        names = [one.ruling for one in rests]
        listed = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
        others = [self._otherwise(other) for one in rests for other in one.otherwise]
        yield self.page.wrapped("  rests on ", "; ".join([listed, *others]))
        for one in rests:
            yield self.page.wrapped(f"    {one.ruling}: ", f"{one.question} {one.reading}")

    def _otherwise(self, one: Otherwise) -> str:
        """The outcome of another choice, as far as it differs."""
        verdict, result = self.verdict, self.verdict.result
        said = [one.verdict] if one.verdict != verdict.verdict else []
        said += [f"breaks {one.breaks}"] if one.breaks and not said else []
        now = (result.winner, result.round) if result else ("", 0)
        if (one.winner, one.round) != now:
            ends = f"{won(one.winner, self.outcome.fugitive)} in round {one.round}" if one.winner else "the game does not end"
            said.append(ends)
        return f"{', '.join(said) or 'fewer breaches'} with `{one.choice}`"

    def _verdict(self, rest: str) -> str:
        """The file and its verdict, which is in colour."""
        head, word = f"{one_line(self.verdict.file)}: ", self.verdict.verdict
        lines, at = self.page.wrapped(head, word + rest), len(head.rstrip())
        return lines[:at] + lines[at:].replace(word, self.page.paint(PAINT[word], word), 1)


def _grouped(pairs: Iterable[tuple[str, T]]) -> list[list[T]]:
    groups: dict[str, list[T]] = {}
    for key, one in pairs:
        groups.setdefault(key, []).append(one)
    return list(groups.values())


def _margin(finding: Finding) -> str:
    return " " * len(str(finding.line or ""))


def _further(findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings[:MANY]:
        place = f"line {finding.line}, column {finding.column}: " if finding.line else ""
        yield f"{place}{one_line(finding.message)}"
    if len(findings) > MANY:
        yield f"… and {len(findings) - MANY} more of this rule"


def _counts(verdict: Verdict) -> str:
    illegal = sum(finding.verdict == "illegal" for finding in verdict.findings)
    undecided = len(verdict.findings) - illegal
    parts = [counted(illegal, "breach", "breaches")] * bool(illegal)
    parts += [f"{counted(undecided, 'point')} undecided"] * bool(undecided)
    return ", ".join(parts)


def ended(outcome: Outcome) -> str:
    """The end of the game in a few words."""
    result = outcome.verdict.result
    if result is None:
        return "the game does not end in this record"
    claim = "" if result.claimed is None else ", as the record claims" if result.agrees else ", not as the record claims"
    breach = f", by a move that breaks {result.breach}" if result.breach else ""
    return f"{won(result.winner, outcome.fugitive)} in round {result.round}{_score(result)}{breach}{claim}"


def _score(result: Result) -> str:
    """The points in words, those of the winner first."""
    points = sorted(result.score.items(), key=lambda one: one[0] != result.winner)
    own = ", ".join(f"{piece} {count}" for piece, count in result.pieces.items() if count)
    whose = f" (of them {own})" if own else ""
    return f" with {' to '.join(str(count) for _, count in points)} points{whose}" if points else ""


# --- many


@frozen
class Told:
    """The output for one log among others: its text, if any, and its row of the table."""

    text: str
    code: int
    file: str
    verdict: str
    variant: str
    short: str  # for people only
    rules: tuple[tuple[str, str], ...]  # each finding: its rule, and whether it was broken or could not be decided


def told(outcome: Outcome, form: str = "text", colour: bool = False, strict: bool = False, alone: bool = False) -> Told:
    """The output for an outcome, which can then be dropped. Among many logs, a legal one has no text."""
    verdict = outcome.verdict
    rules = tuple((finding.rule, finding.verdict) for finding in verdict.findings)
    text = short = ""
    if form == "json":
        text = f"{json_line(outcome)}\n"
    elif form == "github":
        from adjudicator.report.annotations import workflow_commands

        text = workflow_commands(outcome)
    else:
        text = render(outcome, colour) if alone or verdict.verdict != "legal" else ""
        short = _in_short(outcome)
    return Told(text, outcome.code(strict), verdict.file, verdict.verdict, verdict.variant, short, rules)


def files_table(logs: Sequence[Told], colour: bool = False) -> str:
    """A table with one row for each log."""
    rows = [(one.file, one.verdict, one.variant, one.short) for one in logs]
    return _painted(table_rows(rows), [one.verdict for one in logs], colour)


def editions_table(editions: Sequence[Told], colour: bool = False) -> str:
    """A table of one log by several editions: legal, or its first breach."""
    rows = [(one.variant, one.verdict, one.short) for one in editions]
    lines = _painted(table_rows(rows, "  "), [one.verdict for one in editions], colour)
    return f"{one_line(editions[0].file)}, by the rules of\n{lines}"


def _in_short(outcome: Outcome) -> str:
    verdict = outcome.verdict
    if verdict.verdict == "invalid":
        first = outcome.faults[0]
        place = f"{first.place.line}:{first.place.column}: " if first.place.line else ""
        return _in_a_row(f"{place}{first.message}", len(outcome.faults) - 1)
    wanted = [finding for finding in verdict.findings if finding.verdict == verdict.verdict]
    if not wanted:
        return ended(outcome)
    place = f"{wanted[0].line}:{wanted[0].column}: " if wanted[0].line else ""
    return _in_a_row(f"{place}{wanted[0].rule}: {wanted[0].message}", len(wanted) - 1)


def _in_a_row(text: str, more: int) -> str:
    first, *rest = broken(one_line(text), SHORT)
    short = f"{first} …" if rest else first
    return f"{short} (and {more} more)" if more else short


def _painted(rows: Sequence[str], kinds: Sequence[str], colour: bool) -> str:
    if not colour:
        return "".join(rows)
    return "".join(
        re.sub(rf"(?<= ){kind}(?![\w-])", f"{PAINT[kind]}{kind}{PLAIN}", row, count=1)
        for row, kind in zip(rows, kinds, strict=True)
    )
