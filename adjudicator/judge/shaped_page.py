"""A page that is not in the notation, or has mistakes: finds the reading that understands most of it.

The notation's own reader has tried it before. A page that has one of the shapes of `pages` is read accordingly; if two readings
lead to different verdicts, it is not judged.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from attrs import evolve

from adjudicator.faults import Fault, Given, Place, Refused, in_order
from adjudicator.judge import seat_rows
from adjudicator.judge.deal import COLOURS, HELPERS
from adjudicator.judge.judgement import check
from adjudicator.judge.log_file import WORDS, Asked, Page, in_the_notation, left_open, names_file, rules_for, words_of
from adjudicator.judge.verdict import Finding, Notice, Verdict
from adjudicator.pages import ANY, Reading, Sheet, Vocabulary, naming, readings
from adjudicator.record import parse
from adjudicator.record import transcript as r
from adjudicator.record.json_form import is_json
from adjudicator.record.lexicon import lexicon_of, wide_lexicon_of
from adjudicator.record.transcript_reader import Manuscript
from adjudicator.rulebook.model import Rulebook

# Faults of the notation that are frequent on a page of another shape: unknown names, words and signs.
WORDING = ("T010", "T015", "T017", "T018", "T019", "T021", "T040", "T041", "T042", "T043", "T045", "T052", "T230", "T370")
# Questions about a page in another shape.
QUESTIONS = ("T230", "T233")
# Checks that fail on a misread page, where moves are assigned to other pieces or rounds.
ORDERLY = ("your-turn", "round-number", "missing-piece", "surfacing-mark", "after-the-end", "start-card")
EVENING = 400  # moves: a game of 24 rounds with six pieces has 170
CONSEQUENCES = 2  # breaches of one piece that a single wrong station may lead to: the ride there, and the one from there
FEW = 4  # correct lines for each wrong one
PROSE = 15  # words of a text without a single move
GIVEN = ("-", "text")  # not files: the user gave the text itself
ENDINGS = (".log", ".txt", ".md", ".csv", ".tsv", ".json")  # those of the shapes that are read
_WORD = re.compile(r"[^\W\d_]{2,}")


def read_shaped(manuscript: Manuscript, text: str, asked: Asked, otherwise: str = "", as_played: bool = False) -> Page:
    """Read the page by the reader that understands it best.

    Raises Refused if the page does not name its edition, unless only words are needed (`otherwise`).
    """
    sheet = Sheet.of(text, manuscript.file)
    written = manuscript.head()
    head = written if names_file(written) else r.Transcript(tuple(naming(sheet)), file=manuscript.file)
    asked = left_open(head, asked) if as_played else asked
    is_known = bool(asked.variant or head.variant)
    rulebook, notices = rules_for(head, asked) if is_known else (words_of(otherwise or WORDS), ())
    plain = in_the_notation(manuscript, text, rulebook, notices)
    ways = [] if _is_long_log(plain) else readings(sheet, _vocabulary(rulebook))
    shaped = [_page(one, text, sheet, rulebook, notices) for one in ways]
    page = _refused_foreign(shaped[0] if shaped and is_json(text) else _best(plain, shaped, is_known))
    if not is_known and not otherwise:
        raise Refused([Fault("T100", Place(page.file), editions=(), open=(), illegal="")])
    return _questioned(page) if is_known else page


@lru_cache(maxsize=64)
def _vocabulary(rulebook: Rulebook) -> Vocabulary:
    return Vocabulary(wide_lexicon_of(rulebook))


def _page(reading: Reading, text: str, sheet: Sheet, rulebook: Rulebook, notices: tuple[Notice, ...]) -> Page:
    page, wrong = _drafted(reading, text, sheet, rulebook, notices)
    if not wrong or any(fault.is_error for fault in reading.faults) or not wrong <= reading.moves.keys():
        return page
    return evolve(page, rest=_drafted(reading.without(wrong), text, sheet, rulebook, notices)[0])


def _drafted(
    reading: Reading, text: str, sheet: Sheet, rulebook: Rulebook, notices: tuple[Notice, ...]
) -> tuple[Page, set[int]]:
    """The page of a reading, and the lines of its draft that the notation does not understand."""
    draft, faults = parse(reading.text, wide_lexicon_of(rulebook), sheet.file)
    places = reading.places
    transcript = places.transcript(draft, sheet.text.split("\n"))
    told = in_order([*reading.faults, *map(places.fault, faults)])
    page = Page(text, transcript, rulebook, told, notices, reading.sentence, reading.assumed, reading.doubts)
    return page, {fault.place.line for fault in faults if fault.is_error}


def _best(plain: Page, shaped: Sequence[Page], is_known: bool) -> Page:
    """The page with the fewest faults; in the notation if that is as good, or if the page is meant to be in it."""
    if not shaped:
        return plain
    fewest = min(len(page.errors) for page in shaped)
    best = [page for page in shaped if len(page.errors) == fewest]
    is_question = all(fault.code in QUESTIONS for fault in best[0].errors)
    if len(plain.errors) <= fewest or _is_meant(plain, 0 if is_question else fewest):
        return plain
    return _settled(best) if is_known and not best[0].errors else best[0]


def _is_long_log(plain: Page) -> bool:
    """Whether a page has more moves in the notation than any evening, and few other lines: no other shape has these."""
    right = {clause.line for clause in plain.transcript.clauses}
    wrong = {fault.place.line for fault in plain.errors}
    return len(plain.transcript.clauses) > EVENING and len(wrong) < len(right) / FEW


def _is_meant(plain: Page, fewest: int) -> bool:
    """Whether a page is in the notation except for some slips: other words would not help, or it has starts or an edition in
    the notation and most lines are right. Any other page with a shape is not."""
    if all(fault.code not in WORDING for fault in plain.errors):
        return True
    wrong = {fault.place.line for fault in plain.errors}
    lines = {clause.line for clause in plain.transcript.clauses} | wrong
    is_named = plain.transcript.header("variant") is not None
    return fewest > 0 and (bool(plain.transcript.start) or (is_named and len(wrong) <= len(lines) / 2))


def _refused_foreign(page: Page) -> Page:
    """The page with one fault instead of one for every word, if it is free text. It may be any file, as may a short one without
    the ending of a log, so no line of these is shown."""
    if page.transcript.clauses or page.transcript.headers or not page.errors:
        return page
    is_log = page.file in GIVEN or os.path.splitext(page.file)[1].lower() in ENDINGS
    if is_log and len(_WORD.findall(page.text)) < PROSE:
        return page
    return evolve(page, faults=(Fault("T235", Place(page.file)),))


def _settled(pages: Sequence[Page]) -> Page:
    """The first of several readings of a page, if all have the same verdict; otherwise a fault that shows two of them.

    Readings with the same description differ only in the order of moves, which the page does not show: any that fits will do.
    """
    if len(pages) == 1:
        return pages[0]
    judged = [(page, check(page.transcript, page.rulebook, page.faults)[0].verdict) for page in pages]
    ways: dict[str, tuple[Page, str]] = {}
    for page, verdict in judged:
        if page.read_as not in ways or ways[page.read_as][1] == "illegal":
            ways[page.read_as] = (page, verdict)
    (first, one), *others = ways.values()
    for page, other in others:
        if other != one:
            told = {"first": first.read_as, "second": page.read_as, "one": one, "other": other}
            return evolve(first, faults=(Fault("T234", Place(first.file), **told),), read_as="")
    return first


def _questioned(page: Page) -> Page:
    """The page with a question about the earliest breach, if it was more likely misread than played like that."""
    if page.errors or not page.read_as or is_json(page.text):
        return page
    broken = [one for one in breaches(page) if one.check not in page.doubts and ANY not in page.doubts]
    if not any(one.check in ORDERLY for one in broken) and not _is_misread(page, broken):
        return page
    first = min(broken, key=lambda one: (one.round, one.line, one.column))
    return evolve(page, faults=(*page.faults, Fault("T371", _place(page, first), breach=first.message, file=page.file)))


def _is_misread(page: Page, broken: Sequence[Finding]) -> bool:
    """Whether a piece breaks a rule with at least half of its moves, beyond the consequences of one wrong station; that is no
    way to cheat."""
    moved = Counter(clause.piece for clause in page.transcript.clauses)
    rounds: dict[str, set[int]] = {}
    for one in broken:
        rounds.setdefault(one.piece, set()).add(one.round)
    return any(piece and len(some) >= max(CONSEQUENCES + 1, moved[piece] / 2) for piece, some in rounds.items())


def breaches(page: Page) -> list[Finding]:
    """The breaches of a page that is understood."""
    return [one for one in check(page.transcript, page.rulebook, page.faults)[0].findings if one.verdict == "illegal"]


# --- the verdict on a page with questions


def verdict_on(page: Page) -> tuple[Verdict, tuple[Fault, ...]]:
    """The verdict on a page in another shape, and its errors. A breach that depends on data that the page does not show is
    undecided, with the question. If some moves are not understood, the breaches of other moves are still found."""
    verdict, errors = check(page.transcript, page.rulebook, page.faults)
    if errors:
        return (verdict if page.rest is None else evolve(verdict, **_judged_rest(page.rest))), errors
    found = tuple(_in_doubt(page, verdict.findings))
    kinds = {finding.verdict for finding in found}
    called = next((kind for kind in ("illegal", "undecided") if kind in kinds), "legal")
    return evolve(verdict, verdict=called, findings=found), errors


def _judged_rest(rest: Page) -> dict[str, Any]:
    """The findings in the rest of a page, with a notice about the moves that were left out."""
    if rest.errors or _questioned(rest).errors:
        return {}
    found = [one for one in _in_doubt(rest, breaches(rest)) if one.verdict == "illegal"]
    return {
        "findings": tuple(found),
        "notices": (Notice("left-out", "the moves that are not understood are taken as unknown"),),
    }


def open_questions(page: Page) -> list[Finding]:
    """The breaches that depend on data that the page does not show, as questions."""
    found = check(page.transcript, page.rulebook, page.faults)[0].findings
    doubtful = [one for one in found if one.verdict == "illegal" and (one.check in page.doubts or ANY in page.doubts)]
    return list(_in_doubt(page, doubtful))


def _in_doubt(page: Page, found: Sequence[Finding]) -> Iterator[Finding]:
    """The findings, with each breach that depends on data that the page does not show as a question, once."""
    asked: set[str] = set()
    for one in found:
        doubt = one.check if one.check in page.doubts else ANY if ANY in page.doubts else ""
        if one.verdict != "illegal" or not doubt:
            yield one
        elif doubt not in asked:
            asked.add(doubt)
            fault = page.doubts[doubt]
            question = fault.given(**_missing(page)) if fault.code == "T351" else fault
            yield evolve(one, verdict="undecided", message=question.message, help=question.help)


def _missing(page: Page) -> dict[str, Given]:
    """The pieces that a page lacks for the row of the seat table that needs the fewest more."""
    book, lexicon = page.rulebook, lexicon_of(page.rulebook)
    seats = [seat for seat in page.transcript.seats if seat.piece != lexicon.fugitive]
    have = Counter(seat.role or seat_rows.usual(book) for seat in seats)
    rows = [{role: seat_rows.count(row, role, book) for role in seat_rows.pursuer_roles(book)} for row in book.tables.seats]
    fitting = [Counter(row) - have for row in rows if all(row[role] >= count for role, count in have.items())]
    if not fitting:
        return {}
    more = min(fitting, key=Counter.total)
    taken = {seat.piece for seat in seats}
    added: list[str] = []
    for role, count in more.items():
        names = (*book.tables.roles[role].pieces, *(COLOURS if role == seat_rows.usual(book) else HELPERS))
        free = [piece for piece in names if piece not in taken][:count]
        taken.update(free)
        added += [piece if role == seat_rows.usual(book) else f"{piece} ({role})" for piece in free]
    all_seats = [lexicon.fugitive, *(f"{one.piece} ({one.role})" if one.role else one.piece for one in seats), *added]
    return {"missing": added, "seats": "; ".join(all_seats)}


def _place(page: Page, finding: Finding) -> Place:
    return Place(page.file, finding.line, finding.column)


def which_edition(page: Page) -> list[Fault]:
    """The faults of a page whose edition is not known: the question comes last, after all other faults."""
    if any(fault.code == "T235" for fault in page.errors):
        return list(page.errors)
    last = page.text.count("\n") + 2 if page.errors else 0
    return [
        *page.errors,
        Fault("T100", Place(page.file, last, 1) if last else Place(page.file), editions=(), open=(), illegal=""),
    ]
