"""Many logs: finds them and judges each, on one processor or on several."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from attrs import evolve

from adjudicator.faults import Fault, Place, Refused
from adjudicator.files import read_toml, shipped
from adjudicator.judge.judgement import check
from adjudicator.judge.log_file import WORDS, Asked, Log, Page, code_of, read_page, rules_for
from adjudicator.judge.resting import rests_on, without_untouched
from adjudicator.judge.start_position import open_record
from adjudicator.judge.verdict import Verdict
from adjudicator.rulebook.loader import suspicion
from adjudicator.values import frozen

ENDING = ".log"
SHARE = 32  # logs that are read together, and then judged
WORST_FIRST = (3, 2, 1, 4, 0)
S = TypeVar("S")
T = TypeVar("T")


@frozen
class Outcome:
    """The result for one log: a verdict, or the reason why it was not understood. Line numbers count in the text."""

    verdict: Verdict
    faults: tuple[Fault, ...] = ()
    text: str = ""
    ending: str = ""  # the sentence of the ending that decided it
    refused: int = 2  # the exit code of an invalid one
    read_as: str = ""  # how it was read, where it is not in the notation
    fugitive: str = "the fugitive"  # as its edition calls him
    seen_by: str = ""  # the seat whose record was judged: lines are those of that record, and not of the file

    def code(self, strict: bool = False) -> int:
        codes = {"legal": 0, "undecided": 4 if strict else 0, "illegal": 1, "invalid": self.refused}
        return codes[self.verdict.verdict]


def worst(codes: Iterable[int]) -> int:
    """The exit code for several logs: the first of 3, 2, 1, 4, 0 that occurs."""
    seen = set(codes)
    return next((code for code in WORST_FIRST if code in seen), 0)


# --- finding


def logs_in(names: Iterable[str]) -> list[str]:
    """The logs by these names: each file, and all `*.log` below each folder, in order. Raises Refused if one has none."""
    found: list[str] = []
    for name in names:
        inside = sorted(_below(name)) if os.path.isdir(name) else [name]
        if not inside:
            raise Refused([Fault("F01.no-logs", Place(name), ending=ENDING)])
        found += inside
    return list(dict.fromkeys(found))


def _below(folder: str) -> Iterator[str]:
    for place, _, names in os.walk(folder):
        yield from (os.path.normpath(os.path.join(place, name)) for name in names if name.endswith(ENDING))


def editions(asked: str) -> list[str]:
    """The variants that `--variant` asks for: one, a list with commas, or `all` that are shipped and can be played."""
    if asked.strip().lower() != "all":
        return [name.strip() for name in asked.split(",") if name.strip()] or [""]
    tables = [(path.stem, read_toml(path)[0]) for path in shipped("variants")]
    return [name for name, table in tables if not table.get("abstract") and not table.get("pack")]


# --- judging


def judge(log: Log, asked: Asked, view: str = "") -> Outcome:
    """The outcome of one log: its verdict, or the reason why it was not understood."""
    return judge_all([(log, asked)], view)[0]


def judge_all(work: Iterable[tuple[Log, Asked]], view: str = "", with_rulings: bool = False) -> list[Outcome]:
    """The outcome of each log by the rules asked for. All are read before the first is judged: that takes a tenth less time
    than log by log, since what each kind of work uses stays in the processor's cache. With `with_rulings`, each verdict lists
    the rulings on which it rests: each reading that the booklets leave open is then tried by judging the log again.
    """
    pages = [(_read(log, asked, view), asked) for log, asked in work]
    found = [_judged(page, asked, with_rulings) if isinstance(page, Page) else page for page, asked in pages]
    return [evolve(one, seen_by=view) for one in found] if view else found


def _judged(page: Page, asked: Asked, with_rulings: bool) -> Outcome:
    """Its outcome; none where its rules offer more than can be followed."""
    try:
        with suspicion():
            outcome = outcome_of(page)
            return _with_rulings(outcome, page, asked) if with_rulings and outcome.verdict.verdict != "invalid" else outcome
    except Refused as refused:
        return _refused(refused, Log(page.file, page.text), asked)


def _read(log: Log, asked: Asked, view: str) -> Page | Outcome:
    """The page to judge, or the outcome that gives the reason why there is none."""
    text = ""
    try:
        text = log.read()
        with suspicion():
            page = read_page(evolve(log, text=text), asked, WORDS, as_played=bool(view))
            if page.rulebook.tables.abstract:
                return _asked_back(page, asked, view)
            return viewed(page, view, asked) if view else page
    except Refused as refused:
        return _refused(refused, Log(log.file, text), asked)


def _refused(refused: Refused, log: Log, asked: Asked) -> Outcome:
    verdict = Verdict(log.file, asked.variant, "", asked.board, "invalid", None, (), (), 0, 0)
    return Outcome(verdict, refused.faults, log.text or "", "", code_of(refused.faults, log.file))


def _asked_back(page: Page, asked: Asked, view: str) -> Outcome:
    """The outcome of a page whose edition is unknown: all other faults, and the editions by which it would be legal.

    A seat gets nothing but the question, since the faults of the page could reveal something.
    """
    from adjudicator.judge.shaped_page import which_edition

    log = Log(page.file, page.text)
    faults = which_edition(page) if not view else [Fault("T100", Place(page.file), editions=(), open=(), illegal="")]
    if faults[-1].code == "T100" and not view:
        verdicts = {} if page.errors else {name: _verdict(log, evolve(asked, variant=name)) for name in editions("all")}
        fits = {said: [name for name, one in verdicts.items() if one == said] for said in ("legal", "undecided")}
        is_broken = "illegal" in verdicts.values()
        faults[-1] = faults[-1].given(
            editions=fits["legal"], open=fits["undecided"], illegal=page.file if is_broken and not any(fits.values()) else ""
        )
    verdict = Verdict(page.file, "", "", asked.board, "invalid", None, (), (), 0, 0)
    return Outcome(verdict, tuple(faults), page.text, read_as="" if view else page.read_as)


def _verdict(log: Log, asked: Asked) -> str:
    try:
        return outcome_of(read_page(log, asked)).verdict.verdict
    except Refused:
        return "invalid"


def outcome_of(page: Page) -> Outcome:
    verdict, errors = _checked(page)
    if page.notices:
        verdict = evolve(verdict, notices=(*page.notices, *verdict.notices))
    rule = page.rulebook.rules.get(verdict.result.by) if verdict.result else None
    ending = rule.says if rule else ""
    return Outcome(verdict, errors, page.text, ending, 2, page.read_as, page.rulebook.fugitive)


def _with_rulings(outcome: Outcome, page: Page, asked: Asked) -> Outcome:
    """The outcome with the rulings on which the verdict rests."""

    def judged(choice: str) -> Verdict:
        rulebook, _ = rules_for(page.transcript, evolve(asked, options=(*asked.options, choice)))
        return _checked(evolve(page, rulebook=rulebook))[0]

    verdict = outcome.verdict
    rests = rests_on(verdict, page.rulebook, judged)
    result = verdict.result and evolve(verdict.result, basis=without_untouched(verdict.result.basis, rests))
    return evolve(outcome, verdict=evolve(verdict, result=result, rests=rests))


def _checked(page: Page) -> tuple[Verdict, tuple[Fault, ...]]:
    if not page.read_as:
        return check(page.transcript, page.rulebook, page.faults)
    from adjudicator.judge.shaped_page import verdict_on  # only for pages that are not in the notation

    return verdict_on(page)


def understood(page: Page) -> Page:
    """The page, if everything in it was understood and every station is on the board. Raises Refused."""
    errors = page.errors or tuple(f for f in open_record(page.transcript, page.rulebook).faults if f.is_error)
    if errors:
        raise Refused(errors)
    return page


def readable(page: Page, seat: str) -> Page:
    """The page, if it is understood. Raises Refused; for a seat without the faults, which could reveal something."""
    try:
        return understood(page)
    except Refused:
        if not seat:
            raise
        raise Refused([Fault("T102", Place(page.file))]) from None


def viewed(page: Page, seat: str, asked: Asked, goes_on: bool = False) -> Page:
    """The page that a seat could have written, in canonical form, read again by the rules asked for: nothing else of the record
    is left. `page` was read by the rules of the game.

    With `goes_on`, the record continues after this part, so no one assumed that the game was over.
    """
    from adjudicator.judge.views import view_of
    from adjudicator.record import write

    readable(page, seat)
    return reread(write(view_of(page.transcript, page.rulebook, seat, goes_on)), page.file, asked)


def reread(view: str, file: str, asked: Asked) -> Page:
    """The view of a seat, read by the rules asked for. Raises Refused if these do not understand it, without places: the lines
    of the file are not those of the view, and none of them may be shown."""
    try:
        return understood(read_page(Log(file, view), asked))
    except Refused as refused:
        placeless = (fault.at(Place(file), ()) if fault.place.file == file else fault for fault in refused.faults)
        raise Refused(placeless) from None


def each(work: Callable[[list[S]], list[T]], items: list[S], jobs: int = 1) -> Iterator[T]:
    """Yield the results of the work on all items, a share at a time, in their order; with several jobs, by this number of
    processes.

    The first item is done here, so that forked processes find everything loaded and compiled.
    """
    if jobs <= 1 or len(items) < 2:
        for some in _shares(items, SHARE):
            yield from work(some)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    yield from work(items[:1])
    shares = _shares(items[1:], max(1, min(SHARE, len(items) // (4 * jobs))))
    way = "fork" if sys.platform == "linux" else None
    with ProcessPoolExecutor(min(jobs, len(shares)), multiprocessing.get_context(way)) as pool:
        found = pool.map(work, shares)
        for share in shares:
            try:
                yield from next(found)
            except BrokenProcessPool:
                raise Refused([Fault("F44", Place(""), count=len(share))]) from None


def _shares(items: list[S], size: int) -> list[list[S]]:
    return [items[first : first + size] for first in range(0, len(items), size)]
