"""From a transcript and a rulebook to a verdict."""

from __future__ import annotations

from adjudicator.check.claiming import judged_result
from adjudicator.check.findings import Findings
from adjudicator.check.opening import open_record
from adjudicator.check.setup import judge_set_up
from adjudicator.check.verdict import Finding, Notice, Result, Verdict
from adjudicator.check.walking import Walk
from adjudicator.engine.layout import ENTRIES
from adjudicator.engine.turns import Cells
from adjudicator.faults import Fault
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook


def check(transcript: r.Transcript, rulebook: Rulebook, faults: tuple[Fault, ...] = ()) -> tuple[Verdict, tuple[Fault, ...]]:
    """The verdict; and, if the record is invalid, everything that was not understood."""
    errors = tuple(fault for fault in faults if fault.is_error)
    opening = None if errors else open_record(transcript, rulebook)
    if opening is not None:
        faults = (*faults, *opening.faults)
        errors = tuple(fault for fault in opening.faults if fault.is_error)
    notices = [Notice("assumed", fault.message, fault.place.line, fault.place.column) for fault in faults if not fault.is_error]
    if errors or opening is None:
        return _verdict(transcript, rulebook, "invalid", None, (), tuple(notices), 0, 0), errors
    findings = Findings(rulebook)
    findings.notices += notices
    _digest(transcript, rulebook, findings)
    judge_set_up(transcript, opening, findings)
    walk = Walk(opening, transcript, findings).run()
    result = judged_result(walk)
    _closing_notices(walk, findings)
    return _whole(transcript, rulebook, walk, findings, result), ()


def _whole(transcript: r.Transcript, rulebook: Rulebook, walk: Walk, findings: Findings, result: Result | None) -> Verdict:
    found = findings.all()
    if findings.hidden_entries:
        found = (*found, _hidden(findings, walk, result))
    kinds = {finding.verdict for finding in found}
    verdict = "illegal" if "illegal" in kinds else "undecided" if "undecided" in kinds else "legal"
    return _verdict(transcript, rulebook, verdict, result, found, tuple(findings.notices), findings.round, walk.p[ENTRIES])


def _verdict(
    transcript: r.Transcript,
    rulebook: Rulebook,
    verdict: str,
    result: Result | None,
    findings: tuple[Finding, ...],
    notices: tuple[Notice, ...],
    rounds: int,
    entries: int,
) -> Verdict:
    board = rulebook.board.id if rulebook.board else ""
    return Verdict(transcript.file, rulebook.name, rulebook.digest, board, verdict, result, findings, notices, rounds, entries)


def _hidden(findings: Findings, walk: Walk, result: Result | None) -> Finding:
    """Hidden entries that some course of play explains: nobody can say more from this record."""
    rule = walk.opening.judge._line_rule(0)
    stations = sorted({p[walk.opening.table.layout.station] for p in _ended_so(walk, result)})
    shown = ", ".join(map(str, stations[:24])) + (" …" if len(stations) > 24 else "")
    entries = "1 entry has" if findings.hidden_entries == 1 else f"{findings.hidden_entries} entries have"
    broken = any("possible" in finding.facts for finding in findings.found)
    explained = "what comes between the breaches can be explained" if broken else "some hidden course of play explains them all"
    return Finding(
        "undecided",
        rule.id,
        rule.says,
        rule.cite,
        f"{entries} no station; {explained}",
        piece=walk.transcript.fugitive,
        facts={"possible": stations},
        help=f"the fugitive's log would decide it; in the end he can be on {shown}",
    )


def _digest(transcript: r.Transcript, rulebook: Rulebook, findings: Findings) -> None:
    if transcript.rules and transcript.rules != rulebook.digest and not rulebook.digest.startswith(transcript.rules):
        message = f"the record was made under other rules ({transcript.rules[:19]}…, now {rulebook.digest[:19]}…)"
        header = transcript.header("rules")
        findings.notices.append(Notice("rules-differ", message, header.line if header else 0, header.column if header else 0))


def _ended_so(walk: Walk, result: Result | None) -> list[Cells]:
    """The worlds in which the game ended as it did."""
    referee = walk.opening.referee
    endings = [referee.ending(referee.final(p)) for p in walk.worlds] if result else []
    fitting = [p for p, one in zip(walk.worlds, endings, strict=False) if one and result and one.id == result.by]
    return fitting or walk.worlds


def _closing_notices(walk: Walk, findings: Findings) -> None:
    if findings.leaning:
        some = ", ".join(list(findings.leaning)[:6]) + (" …" if len(findings.leaning) > 6 else "")
        lines = "1 line used is" if len(findings.leaning) == 1 else f"{len(findings.leaning)} lines used are"
        message = f"{lines} assumed, not printed: {some}"
        findings.notices.append(Notice("assumed-lines", message))
    if len(walk.transcript.clauses) == 0:
        findings.notices.append(Notice("no-clauses", "there is nothing to judge but the set-up"))
