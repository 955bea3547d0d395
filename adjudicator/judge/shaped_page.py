"""A page that is not in the notation, or has mistakes: the way to read it that understands most of it.

The notation's own reader has been over it already. A page that has one of the shapes of `pages` is read by that; where
two ways to read it lead to different verdicts, it is not judged.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from attrs import evolve

from adjudicator.faults import Fault, Place, Refused, in_order
from adjudicator.judge.judgement import check
from adjudicator.judge.log_file import WORDS, Asked, Page, in_the_notation, names_file, rules_for, words_of
from adjudicator.judge.verdict import Finding, Notice
from adjudicator.pages import ANY, Reading, Sheet, Vocabulary, naming, readings
from adjudicator.record import parse
from adjudicator.record import transcript as r
from adjudicator.record.json_form import is_json
from adjudicator.record.lexicon import wide_lexicon_of
from adjudicator.record.transcript_reader import Manuscript
from adjudicator.rulebook.model import Rulebook

# Faults of the notation that a page of another shape is full of: names, words and signs that it does not know.
WORDING = ("T010", "T015", "T017", "T018", "T019", "T021", "T040", "T041", "T042", "T043", "T045", "T052", "T230", "T370")
# Questions about a page that is read otherwise.
QUESTIONS = ("T230", "T233")
# Checks that a page read in a wrong way would fail: it gives the moves to others, or to other rounds.
ORDERLY = ("your-turn", "round-number", "missing-piece", "surfacing-mark", "after-the-end", "start-card")
EVENING = 400  # moves: a game of 24 rounds with six pieces has 170
FEW = 4  # lines that are right for each that is wrong
PROSE = 15  # words of a text without a single move
GIVEN = ("-", "text")  # not files: the user gave the text itself
ENDINGS = (".log", ".txt", ".md", ".csv", ".tsv", ".json")  # of the shapes that are read
_WORD = re.compile(r"[^\W\d_]{2,}")


def read_shaped(manuscript: Manuscript, text: str, asked: Asked, otherwise: str = "") -> Page:
    """The page as whichever reader understands it best.

    Raises Refused if the page does not say which edition was played, unless words alone are wanted (`otherwise`).
    """
    sheet = Sheet.of(text, manuscript.file)
    written = manuscript.head()
    head = written if names_file(written) else r.Transcript(tuple(naming(sheet)), file=manuscript.file)
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
    draft, faults = parse(reading.text, wide_lexicon_of(rulebook), sheet.file)
    transcript = reading.places.transcript(draft, sheet.text.split("\n"))
    told = in_order([*reading.faults, *map(reading.places.fault, faults)])
    return Page(text, transcript, rulebook, told, notices, reading.sentence, reading.assumed, reading.doubts)


def _best(plain: Page, shaped: Sequence[Page], is_known: bool) -> Page:
    """The page that has fewest faults; in the notation, where that is as good, or where the page is meant to be in it."""
    if not shaped:
        return plain
    fewest = min(len(page.errors) for page in shaped)
    best = [page for page in shaped if len(page.errors) == fewest]
    is_question = all(fault.code in QUESTIONS for fault in best[0].errors)
    if len(plain.errors) <= fewest or _is_meant(plain, 0 if is_question else fewest):
        return plain
    return _settled(best) if is_known and not best[0].errors else best[0]


def _is_long_log(plain: Page) -> bool:
    """Whether a page has more moves in the notation than any evening, and few lines that are not: no other shape has these."""
    right = {clause.line for clause in plain.transcript.clauses}
    wrong = {fault.place.line for fault in plain.errors}
    return len(plain.transcript.clauses) > EVENING and len(wrong) < len(right) / FEW


def _is_meant(plain: Page, fewest: int) -> bool:
    """Whether a page is in the notation but for some slips: other words would not mend them, or its starts or most lines are
    right."""
    if all(fault.code not in WORDING for fault in plain.errors):
        return True
    wrong = {fault.place.line for fault in plain.errors}
    lines = {clause.line for clause in plain.transcript.clauses} | wrong
    return fewest > 0 and (bool(plain.transcript.start) or len(wrong) <= len(lines) / 2)


def _refused_foreign(page: Page) -> Page:
    """Free text gets one message, not one for every word. It may be any file, and so may a short one that is not called like a
    log: no line of these is shown."""
    if page.transcript.clauses or page.transcript.headers or not page.errors:
        return page
    is_log = page.file in GIVEN or os.path.splitext(page.file)[1].lower() in ENDINGS
    if is_log and len(_WORD.findall(page.text)) < PROSE:
        return page
    return evolve(page, faults=(Fault("T235", Place(page.file)),))


def _settled(pages: Sequence[Page]) -> Page:
    """The first of several ways to read a page, if they all come to the same verdict; else none, and both are shown.

    Ways that are described alike differ in the order of moves, which the page does not show: any that fits is as good.
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
    """The page with a question in place of each accusation that rests on what it does not show, or on how it was read."""
    if page.errors or not page.read_as or is_json(page.text):
        return page
    found = check(page.transcript, page.rulebook, page.faults)[0].findings
    broken = {one.check: one for one in reversed(found) if one.verdict == "illegal"}
    asked = [page.doubts[name].at(_place(page, one)) for name, one in broken.items() if name in page.doubts]
    if broken and ANY in page.doubts:
        asked = [page.doubts[ANY].at(_place(page, next(one for one in found if one.verdict == "illegal")))]
    first = next((one for one in found if one.verdict == "illegal" and one.check in ORDERLY), None) or _doubtful(page, found)
    if first is not None and not asked:
        asked = [Fault("T371", _place(page, first), breach=first.message, file=page.file)]
    return evolve(page, faults=(*page.faults, *asked))


def _doubtful(page: Page, found: Sequence[Finding]) -> Finding | None:
    """The first breach of a piece that breaks a rule with half of its moves or more: nobody cheats like that, so the page is
    more likely misread."""
    broken = [one for one in found if one.verdict == "illegal" and one.piece]
    moved = Counter(clause.piece for clause in page.transcript.clauses)
    clauses = Counter(piece for piece, _, _ in {(one.piece, one.round, one.line) for one in broken})
    return next((one for one in broken if clauses[one.piece] >= max(2, moved[one.piece] / 2)), None)


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
