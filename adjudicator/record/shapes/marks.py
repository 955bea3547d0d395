"""The number of a round or an entry at the beginning of a line: `5a.`, `Runde 3:`, `3. Runde`, `First round`, `5/6:`, `7`."""

from __future__ import annotations

import re
from functools import cache

from adjudicator.record.lexicon import key_of
from adjudicator.record.shapes.minutes import Mark
from adjudicator.record.shapes.stretches import Stretch
from adjudicator.words import any_of, concepts


def marked(line: Stretch) -> tuple[Mark | None, Stretch]:
    """The number that a line begins with, if it does, and the rest."""
    in_words = _in_words().match(line.text)
    if in_words:
        number = int(concepts("numbers")[key_of(in_words[1])])
        return Mark(number, line.part(*in_words.span(1)), is_word=True), line.part(in_words.end())
    found = _in_figures().match(line.text)
    if found is None:
        return None, line
    is_word = bool(found["word"] or found["behind"])
    rest = line.part(found.end())
    leads = line.text[found.end() - 1] == " " and rest.text.lstrip("([")[:1].isalpha()
    if not (is_word or found["sign"] or found["half"] or not rest or leads):
        return None, line
    number = 1 if found["number"] in "lI" else int(found["number"])  # an OCR program takes one for the other
    return Mark(number, line.part(*found.span("number")), (found["half"] or "").lower() == "b", is_word), rest


@cache
def _in_words() -> re.Pattern[str]:
    return re.compile(rf"({any_of('numbers')})\s+(?:{any_of('round', 'entry')})\b[.:]*\s*", re.IGNORECASE)


@cache
def _in_figures() -> re.Pattern[str]:
    word = any_of("round", "entry")
    number = r"(?P<number>\d{1,4}|[lI](?=[.)]\s))(?P<half>[ab])?(?:\s*[/+-]\s*\d{1,4}(?=\s*[.:)]))?(?!\w)"
    behind = rf"(?P<behind>(?=\w{{3}})(?:{word})\b[.:)]*)?"  # `R` alone would be a piece
    return re.compile(
        rf"\(?(?:(?P<word>{word})\s*)?{number}\s*(?P<sign>[.):]+|[-/](?=\s|$)|,(?=[^\W\d_]))?\s*{behind}\s*(?:[-/](?=\s|$))?\s*",
        re.IGNORECASE,
    )
