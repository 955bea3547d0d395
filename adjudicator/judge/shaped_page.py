"""A page that is not in the notation, or has mistakes: the way to read it that understands most of it.

The notation's own reader has been over it already. A page that has one of the shapes of `record.shapes` is read by that; where two
ways to read it lead to different verdicts, it is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve

from adjudicator.faults import Fault, Place, Refused, in_order
from adjudicator.judge.judgement import check
from adjudicator.judge.lexicon import wide_lexicon_of
from adjudicator.judge.log_file import Asked, Page, in_the_notation, rules_for, words_of
from adjudicator.judge.verdict import Notice
from adjudicator.record import parse
from adjudicator.record import transcript as r
from adjudicator.record.shapes import Reading, Sheet, naming, readings
from adjudicator.record.transcript_reader import Manuscript
from adjudicator.rulebook.model import Rulebook

WORDS = "core"  # whose words a page is read by where nobody knows the edition
PROSE = 15  # words of a text without a single move
_WORD = re.compile(r"[^\W\d_]{2,}")


def read_shaped(manuscript: Manuscript, text: str, asked: Asked, otherwise: str = "") -> Page:
    """The page as whichever reader understands it best. Raises Refused where nothing says which edition was played, with
    everything else that is wrong; not so where words alone are wanted (`otherwise`)."""
    sheet = Sheet.of(text)
    head = r.Transcript(tuple(naming(sheet)), file=manuscript.file)
    is_known = bool(asked.variant or head.variant)
    rulebook, notices = rules_for(head, asked) if is_known else (words_of(otherwise or WORDS), ())
    plain = in_the_notation(manuscript, text, rulebook, notices)
    shaped = [_page(one, text, rulebook, notices, manuscript.file) for one in _readings(sheet, rulebook, manuscript.file)]
    page = _best(plain, shaped, is_known)
    if not is_known and not otherwise:
        raise Refused([*page.errors, _unknown_edition(page)])
    return page


def _readings(sheet: Sheet, rulebook: Rulebook, file: str) -> list[Reading]:
    return readings(sheet, wide_lexicon_of(rulebook), file)


def _page(reading: Reading, text: str, rulebook: Rulebook, notices: tuple[Notice, ...], file: str) -> Page:
    transcript, faults = parse(reading.text, wide_lexicon_of(rulebook), file)
    told = in_order([*reading.faults, *map(reading.places.fault, faults)])
    return Page(text, reading.places.transcript(transcript), rulebook, told, notices, reading.sentence)


def _best(plain: Page, shaped: Sequence[Page], is_known: bool) -> Page:
    """The page that has fewest faults; in the notation, where that is as good."""
    if not shaped or len(plain.errors) <= min(len(page.errors) for page in shaped):
        return _refused_prose(plain) if not shaped else plain
    best = [page for page in shaped if len(page.errors) == min(len(one.errors) for one in shaped)]
    return _settled(best) if is_known and not best[0].errors else best[0]


def _refused_prose(page: Page) -> Page:
    """Free text gets one message, not one for every word."""
    if page.transcript.clauses or len(_WORD.findall(page.text)) < PROSE or not page.errors:
        return page
    first = page.errors[0].place
    return evolve(page, faults=(Fault("T235", Place(page.file, first.line, 1)),))


def _settled(pages: Sequence[Page]) -> Page:
    """The first of several ways to read a page, if they all come to the same verdict; else none, and both are shown."""
    first, *others = pages
    if not others:
        return first
    verdicts = [check(page.transcript, page.rulebook, page.faults)[0].verdict for page in pages]
    for page, verdict in zip(others, verdicts[1:], strict=True):
        if verdict != verdicts[0]:
            ways = {"first": first.read_as, "second": page.read_as, "one": verdicts[0], "other": verdict}
            return evolve(first, faults=(Fault("T234", Place(first.file), **ways),))
    return first


def _unknown_edition(page: Page) -> Fault:
    """The question comes last, behind whatever else is wrong."""
    last = page.text.count("\n") + 2 if page.errors else 0
    return Fault("T100", Place(page.file, last, 1) if last else Place(page.file))
