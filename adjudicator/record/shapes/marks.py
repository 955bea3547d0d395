"""The number of a round or an entry at the beginning of a line: `5a.`, `Runde 3:`, `3. Runde`, `First round`, `5/6:`, `7`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from adjudicator.record.lexicon import key_of
from adjudicator.record.shapes.minutes import Mark
from adjudicator.record.shapes.stretches import Stretch
from adjudicator.words import any_of, concepts

_COUNTED = re.compile(r"([^\W\d_]{1,12})\.? ?(\d{1,2})\b[ .:)-]*")


def counting(lines: Iterable[Stretch]) -> str:
    """The word that counts up at the beginnings of lines, in any language: `T1 ...`, `T2 ...`; empty where none does."""
    found: dict[str, list[int]] = {}
    for line in lines:
        match = _COUNTED.match(line.text)
        if match:
            found.setdefault(match[1], []).append(int(match[2]))
    return next((word for word, said in found.items() if len(said) > 1 and said == list(range(1, len(said) + 1))), "")


def marked(line: Stretch, counted: str = "") -> tuple[Mark | None, Stretch]:
    """The number that a line begins with, if it does, and the rest; `counted` is a word that counts on this page."""
    match = _COUNTED.match(line.text) if counted else None
    if match and match[1] == counted:
        return Mark(int(match[2]), line.part(*match.span(2)), is_word=True), line.part(match.end())
    in_words = _in_words().match(line.text)
    if in_words:
        group = 1 if in_words[1] else 2
        number = int(concepts("numbers")[key_of(in_words[group])])
        return Mark(number, line.part(*in_words.span(group)), is_word=True), line.part(in_words.end())
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
    number, word = rf"(?!\d)(?:{any_of('numbers')})", any_of("round", "entry")
    return re.compile(rf"(?:({number})\s+(?:{word})|(?=\w{{3}})(?:{word})\s+({number}))\b[.:]*\s*", re.IGNORECASE)


@cache
def _in_figures() -> re.Pattern[str]:
    word = any_of("round", "entry")
    ordinal = rf"(?:(?:st|nd|rd|th|er|e|ère|ème|te)(?=\s+(?:{word})\b))?"  # `2nd round`
    number = rf"(?P<number>\d{{1,4}}|[lI](?=[.)]\s))(?P<half>[ab])?{ordinal}(?:\s*[/+-]\s*\d{{1,4}}(?=\s*[.:)]))?(?!\w)"
    behind = rf"(?P<behind>(?=\w{{3}})(?:{word})\b[.:)]*)?"  # `R` alone would be a piece
    return re.compile(
        rf"\(?(?:(?P<word>{word})\s*[=:]?\s*)?{number}\s*(?P<sign>[.):;=]+|[-/](?=\s|$)|,(?=[^\W\d_]))?\s*{behind}\s*(?:[-/](?=\s|$))?\s*",
        re.IGNORECASE,
    )
