"""From a transcript and a rulebook to a verdict."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from adjudicator.engine import FUGITIVE
from adjudicator.faults import Fault
from adjudicator.judge.findings import Findings
from adjudicator.judge.gaps import with_gaps
from adjudicator.judge.result import ending_breach, judged_result
from adjudicator.judge.set_up import judge_set_up
from adjudicator.judge.start_position import Opening, open_record
from adjudicator.judge.verdict import Finding, Notice, Result, Verdict
from adjudicator.judge.walk import Walk
from adjudicator.judge.walk_state import WalkState
from adjudicator.judge.worlds import World
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.readings import basis
from adjudicator.seals import sealed

SHORTEST = len("sha256:") + 8  # of a digest that is cut: less would fit too many rules


def check(transcript: r.Transcript, rulebook: Rulebook, faults: tuple[Fault, ...] = ()) -> tuple[Verdict, tuple[Fault, ...]]:
    """The verdict on a record; and, if it is invalid, everything that was not understood."""
    errors = tuple(fault for fault in faults if fault.is_error)
    transcript = with_gaps(transcript)
    opening = None if errors else open_record(transcript, rulebook)
    if opening is not None:
        faults = (*faults, *opening.faults)
        errors = tuple(fault for fault in opening.faults if fault.is_error)
    if errors or opening is None:
        return _verdict(transcript, rulebook, "invalid", None, (), tuple(_assumed(faults)), 0, 0), errors
    return _verdict_on(Walk.through(transcript, opening).end, faults), ()


def verdict_on(state: WalkState) -> Verdict:
    """The verdict on a record that was judged to its end, including its set-up, which is judged here."""
    return _verdict_on(state, state.opening.faults)


def _verdict_on(state: WalkState, faults: Iterable[Fault]) -> Verdict:
    begun = _begun(state.transcript, state.opening, faults)
    found, notices = [*begun.found, *state.findings.found], [*begun.notices, *state.findings.notices]
    return closed(evolve(state, findings=evolve(state.findings, found=found, notices=notices)))


def _begun(transcript: r.Transcript, opening: Opening, faults: Iterable[Fault]) -> Findings:
    """The findings before the first clause."""
    findings = Findings(opening.engine.rulebook)
    findings.notices += _assumed(faults)
    _digest(transcript, opening.engine.rulebook, findings)
    judge_set_up(transcript, opening, findings)
    return findings


def _assumed(faults: Iterable[Fault]) -> list[Notice]:
    return [Notice("assumed", fault.message, fault.place.line, fault.place.column) for fault in faults if not fault.is_error]


def closed(state: WalkState) -> Verdict:
    """The verdict on a record that was judged to its end, with the result."""
    findings, transcript, rulebook = state.findings, state.transcript, state.engine.rulebook
    result = judged_result(state)
    _closing_notices(state)
    found = findings.all()
    if findings.hidden_entries:
        found = (*found, _hidden(state, result))
    result = result and evolve(result, breach=ending_breach(state, result, found))
    kinds = {finding.verdict for finding in found}
    verdict = "illegal" if "illegal" in kinds else "undecided" if "undecided" in kinds else "legal"
    return _verdict(
        transcript, rulebook, verdict, result, found, tuple(findings.notices), findings.round, state.ledger.entries(state.p)
    )


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
    rules = (rulebook.name, rulebook.digest, board)
    return Verdict(transcript.file, *rules, verdict, result, findings, notices, rounds, entries, rulebook.files)


def _hidden(state: WalkState, result: Result | None) -> Finding:
    """The finding about hidden entries that some route explains: this record does not decide more."""
    findings, rule = state.findings, state.engine.refusals.line_rule(FUGITIVE)
    stations = state.stations_in(_ended_so(state, result))
    shown = ", ".join(map(str, stations[:24])) + (" …" if len(stations) > 24 else "")
    where = f"he can be at {shown}" if stations else "he is not on the board"
    entries = "1 entry has" if findings.hidden_entries == 1 else f"{findings.hidden_entries} entries have"
    lacking = " or ".join(f"no {what}" for what in _lacking(state.transcript))
    broken = any("possible" in finding.facts for finding in findings.found)
    explained = "a possible route fits the rest of the record" if broken else "at least one possible route fits them all"
    return Finding(
        "undecided",
        rule.id,
        rule.says,
        rule.cite,
        f"{entries} {lacking}; {explained}",
        piece=state.transcript.fugitive,
        facts={"possible": list(stations)},
        help=f"{_decides(state)} would decide it; at the end {where}",
        status=rule.status,
        basis=basis(state.engine.rulebook, rule.id),
    )


def _decides(state: WalkState) -> str:
    return "the key of the seals (`--key FILE`)" if sealed(state.transcript) else f"{state.engine.rulebook.fugitive}'s log"


def _lacking(transcript: r.Transcript) -> list[str]:
    """The missing parts of the fugitive's entries: the station, the ticket, or both; for a card or an action, its station."""
    steps = [part for clause in transcript.clauses if clause.piece == transcript.fugitive for part in clause.parts]
    rides = [part for part in steps if isinstance(part, r.Ride)]
    no_station = any(part.to is None for part in rides) or not any(part.ticket is None for part in rides)
    return ["station"] * no_station + ["ticket"] * any(part.ticket is None for part in rides)


def _digest(transcript: r.Transcript, rulebook: Rulebook, findings: Findings) -> None:
    if transcript.rules is None:
        return
    is_prefix = len(transcript.rules) >= SHORTEST and rulebook.digest.startswith(transcript.rules)
    if not is_prefix:
        message = f"the record was made under other rules ({transcript.rules[:19]}…, now {rulebook.digest[:19]}…)"
        header = transcript.header("rules")
        findings.notices.append(Notice("rules-differ", message, header.line if header else 0, header.column if header else 0))


def _ended_so(state: WalkState, result: Result | None) -> list[World]:
    """The worlds in which the game ended as it did."""
    engine = state.engine
    endings = [engine.ending(engine.final(world.cells)) for world in state.worlds] if result else []
    found = zip(state.worlds, endings, strict=False)
    return [world for world, one in found if one and result and one.id == result.by] or state.worlds


def _closing_notices(state: WalkState) -> None:
    findings = state.findings
    if findings.leaning:
        called = state.engine.rulebook.called
        first = [" ".join(called.get(word, word) for word in line.split()) for line in list(findings.leaning)[:6]]
        some = ", ".join(first) + (" …" if len(findings.leaning) > 6 else "")
        lines = "1 line used is" if len(findings.leaning) == 1 else f"{len(findings.leaning)} lines used are"
        findings.notices.append(Notice("assumed-lines", f"{lines} assumed, not printed: {some}"))
    if not state.transcript.clauses:
        findings.notices.append(Notice("no-clauses", "the record has no moves, so only the set-up was judged"))
