"""Runs cases: the referee's verdict, compared with the expected one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from attrs import evolve

from adjudicator.board.model import Board
from adjudicator.faults import Fault, Refused
from adjudicator.files import Trail, trail
from adjudicator.game import Game
from adjudicator.judge.judgement import check
from adjudicator.judge.torn_page import Misunderstood, count_of, counter_named, put_state, state_named
from adjudicator.judge.verdict import Finding, Verdict
from adjudicator.judge.views import view_of
from adjudicator.record import Act, Transcript, parse, write_clause
from adjudicator.record.lexicon import lexicon_of
from adjudicator.rulebook.from_files import flatten, make
from adjudicator.rulebook.inheritance import Merged
from adjudicator.rulebook.model import Rule, Rulebook
from adjudicator.seals.opened_seals import unseal
from adjudicator.values import frozen
from adjudicator.workshop.case_files import Case

PUBLIC = "pursuers"  # the side whose view is in `seen`

Rules = Callable[[Case, str, str], Rulebook]


@frozen
class Tried:
    """The result of one case in one edition: the verdict, and every difference from the expected one."""

    case: Case
    edition: str
    problems: tuple[str, ...]
    verdict: str = ""
    rules: tuple[str, ...] = ()  # of the findings
    ending: str = ""
    winner: str = ""
    touched: frozenset[str] = frozenset()

    @property
    def passed(self) -> bool:
        return not self.problems


@frozen(eq=False)
class _Edition:
    """The files of an edition and its own board, with the paths that were searched for them."""

    merged: Merged
    board: Board | None
    trail: Trail


_editions: dict[tuple[str, str], _Edition] = {}


def _edition(name: str, beside: str) -> _Edition:
    """An edition, read once for all cases while its files are unchanged. Options are chosen for each case."""
    kept = _editions.get((name, beside))
    if kept is None or not kept.trail.is_fresh():
        with trail() as seen:
            merged = flatten(name, beside=beside or None)
            board = make(merged).board
        kept = _editions[name, beside] = _Edition(merged, board, seen)
    return kept


@lru_cache(maxsize=1024)
def _made(edition: _Edition, board: str, options: tuple[str, ...]) -> Rulebook:
    return make(edition.merged, board=board, options=options, read=None if board else edition.board)


def rules_of(case: Case, edition: str, beside: str) -> Rulebook:
    """The rulebook of a case; read once for all cases with the same edition, board and options."""
    beside = beside if "/" in edition or edition.endswith(".toml") else ""
    return _made(_edition(edition, beside), case.board, case.options)


def try_case(case: Case, edition: str, beside: str = "", rules: Rules = rules_of) -> Tried:
    """Run a case under one edition's rules. A text that cannot be read is a problem of the case."""
    try:
        rulebook = rules(case, edition, beside)
        return _Trial(case, edition, rulebook).run()
    except Refused as refused:
        return Tried(case, edition, tuple(_said(fault) for fault in refused.faults[:3]))


def _said(fault: Fault) -> str:
    return f"{fault.place}: {fault.code} {fault.message}"


@frozen
class _Trial:
    case: Case
    edition: str
    rulebook: Rulebook

    def run(self) -> Tried:
        transcript, faults = parse(self.case.text, lexicon_of(self.rulebook), self.case.id)
        broken: tuple[Fault, ...] = ()
        if self.case.key:
            transcript, broken = unseal(transcript, self.case.key)
        verdict, errors = check(transcript, self.rulebook, faults)
        seals = self.rulebook.facts.checks.get("seal")
        if broken and seals is not None:
            verdict = _with_broken_seals(verdict, broken, seals)
        problems = [*self._judged(verdict, errors), *(self._further(transcript) if not errors else ())]
        result = verdict.result
        return Tried(
            self.case,
            self.edition,
            tuple(problems),
            verdict.verdict,
            tuple(dict.fromkeys(finding.rule for finding in verdict.findings)),
            result.by if result else "",
            result.winner if result else "",
            self._touched(verdict, transcript),
        )

    def _touched(self, verdict: Verdict, transcript: Transcript) -> frozenset[str]:
        """The rules of the findings, the ending, the actions and the options that were used."""
        acts = {part.action for clause in transcript.clauses for part in clause.parts if isinstance(part, Act)}
        ended = {verdict.result.by} if verdict.result else set()
        return frozenset(self.case.options) | acts | ended | {finding.rule for finding in verdict.findings}

    # -- the verdict
    def _judged(self, verdict: Verdict, errors: tuple[Fault, ...]) -> Iterator[str]:
        case = self.case
        if verdict.verdict != case.verdict:
            yield f"the verdict is {verdict.verdict}, not {case.verdict}{_why(verdict, errors)}"
        if case.verdict == "invalid":
            return
        deciding = [finding for finding in verdict.findings if finding.verdict == case.verdict]
        yield from self._rules(deciding)
        if case.expect.at and not any(finding.clause == case.expect.at for finding in deciding):
            places = ", ".join(f"`{finding.clause}`" for finding in deciding) or "nowhere"
            yield f"found at {places}, not at `{case.expect.at}`"
        named = {finding.basis.ruling if finding.basis else "" for finding in deciding}
        if case.expect.ruling is not None and case.expect.ruling not in named:
            yield f"the finding names {', '.join(sorted(named)) or 'no ruling'}, not {case.expect.ruling or 'no ruling'}"
        yield from self._ended(verdict)
        missing = set(case.expect.notices) - {notice.code for notice in verdict.notices}
        yield from (f"no notice `{code}`" for code in sorted(missing))
        if case.expect.findings not in (None, len(verdict.findings)):
            yield f"findings: {len(verdict.findings)}, not {case.expect.findings}"

    def _rules(self, deciding: list[Finding]) -> Iterator[str]:
        case = self.case
        for name in (*case.tests, case.rule, *case.also, case.ending):
            if name and "=" not in name and name not in self.rulebook.rules:
                yield f"these rules have no `{name}`"
        if case.verdict not in ("illegal", "undecided"):
            return
        expected, found = {case.rule, *case.also} - {""}, {finding.rule for finding in deciding}
        if expected and expected != found:
            yield f"decided by {_list(found)}, not by {_list(expected)}"

    def _ended(self, verdict: Verdict) -> Iterator[str]:
        result = verdict.result
        found = (result.by, result.winner) if result else ("", "")
        if found != (self.case.ending, self.case.winner):
            yield f"ends by {_ending(*found)}, not by {_ending(self.case.ending, self.case.winner)}"
        wanted, score = self.case.expect.score, {**result.score, **result.pieces} if result else {}
        if wanted is not None and _some(wanted) != _some(score):
            yield f"the score is {_points(score)}, not {_points(wanted)}"

    # -- what else is expected
    def _further(self, transcript: Transcript) -> Iterator[str]:
        expect = self.case.expect
        if expect.seen is not None:
            yield from self._seen(transcript, expect.seen)
        judged = ("at", "ruling", "seen", "notices", "findings", "score")  # expectations that need no position
        if expect == evolve(type(expect)(), **{name: getattr(expect, name) for name in judged}):
            return
        yield from _Expected(self.case, Game.of(transcript, self.rulebook)).problems()

    def _seen(self, transcript: Transcript, expected: str) -> Iterator[str]:
        wanted, faults = parse(f"{self.case.position.strip()}\n\n{expected}", lexicon_of(self.rulebook))
        yield from (f"in `seen`: {fault.message}" for fault in faults if fault.is_error)
        view = view_of(transcript, self.rulebook, PUBLIC)
        found, asked = ("; ".join(map(write_clause, one.clauses)) for one in (view, wanted))
        if found != asked:
            yield f"seen is `{found}`, not `{asked}`"


@frozen
class _Expected:
    """The game after the clauses, compared with the expectations for it."""

    case: Case
    game: Game

    def problems(self) -> Iterator[str]:
        expect, game = self.case.expect, self.game
        for name, found, wanted in (
            ("to move", self._due(), expect.to_move),
            ("the round", game.round, expect.round),
            ("entries", game.entries, expect.entries),
            ("possible stations", self._possible(), None if expect.possible is None else tuple(sorted(expect.possible))),
        ):
            if wanted is not None and found != wanted:
                yield f"{name}: {_shown(found)}, not {_shown(wanted)}"
        yield from self._holdings()
        yield from self._listed()

    def _due(self) -> tuple[str, ...]:
        """The pieces that have to move; if only voluntary moves are left in a turn, those of the next one."""
        return self.game.to_move or (self.game.end_turn().to_move if self.game.may_end_turn else ())

    def _possible(self) -> tuple[int, ...]:
        station = self.game.engine.ledger.station
        return tuple(sorted({station(world.cells, 0) for world in self.game.worlds}))

    def _holdings(self) -> Iterator[str]:
        """Check tickets, states and stations in the form of headers: written into the position, they must change nothing."""
        expect, engine, p = self.case.expect, self.game.engine, self.game.worlds[0].cells
        for start in self._read(f"start: {expect.stations}" if expect.stations else "").start:
            found = engine.ledger.station(p, engine.seating.pieces[start.piece])
            if found != start.at:
                there = "off the board" if found == engine.seating.off else f"on {found}"
                yield f"{start.piece} is {there}, not on {start.at}"
        table = re.findall(r"^ *(?:seats|start):.*$", self.case.position, re.MULTILINE)
        wanted = {"tickets": expect.tickets, "state": expect.state}
        lines = [f"{key}: {value}" for key, value in wanted.items() if value]
        transcript = self._read("\n".join([*table, *lines]) if lines else "")
        for holding in transcript.tickets:
            key = engine.ledger.holding(holding.holder, holding.ticket)
            if key is not None and engine.ledger.count_of(p, key) != count_of(holding):
                yield f"{holding.holder} has {engine.ledger.count_of(p, key)} {holding.ticket}, not {holding.count}"
        for value in transcript.state:
            after = p[:]
            try:
                put_state(after, value, engine)
            except Misunderstood as wrong:
                yield wrong.fault.message
            if after != p:
                yield f"{value.name} is {self._state(value.name)}, not {value.value}"

    def _state(self, text: str) -> str:
        """The value of a state or a count as in the header `state`."""
        engine, p = self.game.engine, self.game.worlds[0].cells
        counted = counter_named(text, engine)
        if counted is not None:
            return str(self.game.counts[counted])
        name, index = state_named(text, engine)
        numbers = range(engine.ledger.state_size(name)) if index is None else (index,)
        found = dict.fromkeys(_said_of(engine.ledger.state(p, name, number)) for number in numbers)
        return " or ".join(found)

    def _read(self, text: str) -> Transcript:
        transcript, faults = parse(text, lexicon_of(self.game.rules), "expect")
        if any(fault.is_error and fault.code != "T001" for fault in faults):
            raise Refused(faults)
        return transcript

    def _listed(self) -> Iterator[str]:
        expect = self.case.expect
        if expect.moves or expect.not_moves:
            listed = {move.notation for move in self.game.moves()}
            yield from (f"`{move}` is not listed" for move in expect.moves if move not in listed)
            yield from (f"`{move}` is listed" for move in expect.not_moves if move in listed)
        if expect.losing:
            losing = {move.notation for move in self.game.losing()}
            yield from (f"`{move}` is not listed as losing" for move in expect.losing if move not in losing)


def _with_broken_seals(verdict: Verdict, broken: tuple[Fault, ...], rule: Rule) -> Verdict:
    places = [(fault.message, fault.place.line, fault.place.column) for fault in broken]
    findings = [Finding("illegal", rule.id, rule.says, rule.cite, *place, check="seal") for place in places]
    return evolve(verdict, verdict="illegal", findings=(*verdict.findings, *findings))


def _why(verdict: Verdict, errors: tuple[Fault, ...]) -> str:
    said = [_said(fault) for fault in errors] or [f"{one.rule}: {one.message}" for one in verdict.findings]
    return f" ({'; '.join(said[:3])})" if said else ""


def _list(names: set[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names)) or "nothing"


def _ending(name: str, winner: str) -> str:
    return f"{name} ({winner})" if name else "nothing"


def _some(score: Mapping[str, int]) -> dict[str, int]:
    """The points without pieces and sides that have none, which cases need not list."""
    return {who: points for who, points in score.items() if points}


def _points(score: Mapping[str, int]) -> str:
    return ", ".join(f"{side} {points}" for side, points in sorted(score.items())) or "nothing"


def _said_of(value: object) -> str:
    """The value of a state in the notation of records."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else _shown(value)


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) or "none" if isinstance(value, tuple) else str(value)
