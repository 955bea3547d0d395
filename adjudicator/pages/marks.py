"""Reads the number of a round or entry at the start of a line: `5a.`, `Runde 3:`, `3. Runde`, `First round`, `5/6:`, `IV.`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from adjudicator.pages.cast import Cast
from adjudicator.pages.minutes import Mark
from adjudicator.pages.stretches import Stretch
from adjudicator.record.lexicon import key_of
from adjudicator.words import any_of, concepts, signs

_CELL = re.compile(r"(?:[^\W\d_]{1,9}\.? ?)?(\d{1,4})(?P<half>[ab])?[.):]?")
TEN = 10  # its Roman number is also the name of the fugitive
_COUNTED = re.compile(r"([^\W\d_]{1,12})\.? ?(\d{1,2})\b[ .:)-]*")


class Marks:
    """The numbers of one page, including words and Roman numbers that count only because lines begin with all of them."""

    def __init__(self, lines: Sequence[Stretch], cast: Cast):
        self._word = _counting(line for line in lines if _may_count(line, cast))
        self._roman = _roman(lines)

    def of(self, line: Stretch) -> tuple[Mark | None, Stretch]:
        """The number at the start of a line or cell (or None), and the rest."""
        mark, rest = self.counted(line)
        return (mark, rest) if mark else marked(line)

    def counted(self, line: Stretch) -> tuple[Mark | None, Stretch]:
        """The number at the start of a line that counts on this page only (or None), and the rest."""
        match = _COUNTED.match(line.text) if self._word else None
        if match and match[1] == self._word:
            return Mark(int(match[2]), line.part(*match.span(2)), is_word=True), line.part(match.end())
        number, roman = self._roman.get((line.line, line.column), (0, None))
        if roman is None:
            return None, line
        first = roman.start("whole")
        place = line.part(roman.start("number") - first, roman.end("number") - first)
        return Mark(number, place, is_word=True), line.part(roman.end() - first)

    def number(self, cell: Stretch) -> Mark | None:
        """The number in a cell, or None."""
        mark, rest = self.counted(cell)
        found = _CELL.fullmatch(cell.text)
        if mark is not None:
            return mark if not rest else None
        return Mark(int(found[1]), cell, found["half"] == "b") if found else None


def _may_count(line: Stretch, cast: Cast) -> bool:
    """Whether the letter before a number is not a piece. `R1` is a round anyway if `R2` and so on follow."""
    return not cast.known(line.text[:1]) or key_of(line.text[:1]) in concepts("round")


def _counting(lines: Iterable[Stretch]) -> str:
    """The word before numbers that count up at the starts of lines, in any language: `T1 ...`, `T2 ...`; or ""."""
    found: dict[str, list[int]] = {}
    for line in lines:
        match = _COUNTED.match(line.text)
        if match:
            found.setdefault(match[1], []).append(int(match[2]))
    return next((word for word, said in found.items() if len(said) > 1 and said == list(range(1, len(said) + 1))), "")


def _roman(lines: Sequence[Stretch]) -> dict[tuple[int, int], tuple[int, re.Match[str]]]:
    """Roman numbers that count up from I at the starts of lines, with their places. `X` is one only if it is written like the
    IX before it; otherwise it names the fugitive."""
    found: dict[tuple[int, int], tuple[int, re.Match[str]]] = {}
    before: re.Match[str] | None = None
    for line in lines:
        match = _in_letters().match(line.text)
        number = len(found) + 1
        if match is None or match["number"] != _as_roman(number) or (number == TEN and not _alike(match, before)):
            continue
        found[line.line, line.column + match.start("whole")] = number, match
        before = match
    return found if len(found) > 1 else {}


def _alike(one: re.Match[str], other: re.Match[str] | None) -> bool:
    """Whether two numbers are followed by the same sign, and both or neither by text."""
    return other is not None and len({(it["sign"], it.end() < len(it.string)) for it in (one, other)}) == 1


def _as_roman(number: int) -> str:
    tens, ones = divmod(number, 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]


def marked(line: Stretch) -> tuple[Mark | None, Stretch]:
    """The number in figures or words at the start of a line (or None), and the rest."""
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
    leads = line.text[found.end() - 1] == " " and _is_letter(rest.text.lstrip("([")[:1])
    if not (is_word or found["sign"] or found["half"] or not rest or leads):
        return None, line
    number = 1 if found["number"] in "lI" else int(found["number"])  # OCR programs confuse these
    return Mark(number, line.part(*found.span("number")), (found["half"] or "").lower() == "b", is_word), rest


def _is_letter(sign: str) -> bool:
    return sign.isalpha() or sign in signs()


@cache
def _in_letters() -> re.Pattern[str]:
    """The pattern of a Roman number, perhaps with a word before it and a sign after it, or in the first cell of a row."""
    word = rf"(?:(?i:{any_of('round', 'entry')})\s+)?"
    return re.compile(rf"[|\s]*(?P<whole>{word}(?P<number>[IVX]{{1,6}})(?P<sign>[.:)]+|(?=[\s,;|]|$))\s*)")


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
