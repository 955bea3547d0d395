"""A page for its readers: lines, and stretches of them that know their place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.record.words import ALIKE
from adjudicator.values import frozen
from adjudicator.words import signs

# Signs without a meaning, unless they stand for a word: before names, pictures, bold type and code of Markdown.
_DECORATION = re.compile("[@{}`\u200d\u20e3\u2600-\u27bf\u2b1b-\u2b55\ufe0f\U0001f000-\U0001faff]|#(?=\\d)|\\*\\*+|__+")
_ITALICS = re.compile(r"(?<![\w*])(\*|_)(?=\w)([^*_\n]{1,200})\1(?!\w)")  # a single star after a number means that he was seen
_LABELLED = re.compile(r"(?<!-)-{1,3}([^\W\d_]{1,12})-{1,3}>")  # `-taxi->`: text on an arrow belongs to the station after it
_TAG = re.compile(
    r"</?(?:[bipu]|br|div|em|h[1-6]|[ou]l|li|span|strong|table|tbody|td|th|thead|tr)\b[^<>\n]{0,200}>|\\\\[ \t]*$", re.MULTILINE
)
_COMMENT = re.compile(r"\s*#(?! *[\t,;|])")  # but `#` may be the name of the first column
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_]{1,2}\d{1,3}\b)")  # `X-T48`: between a piece and its ride
_BETWEEN = re.compile(r"(?<=\S)([ \t]{0,9})[·•∙]")  # a sign between two moves
_BULLETS = re.compile(r"(?:[>*•◦‣▪#+-]+ +(?:\[[ xX]?\] +)?|>+|[•◦‣▪#]+)*")  # before a line of a list, a heading, a quotation


@frozen
class Stretch:
    """A part of a line of the page. `said` is the notation's word for it, if that differs."""

    text: str
    line: int
    column: int  # from 1
    said: str | None = None

    @property
    def written(self) -> str:
        """The text in the notation."""
        return self.text if self.said is None else self.said

    @property
    def end(self) -> int:
        """The column after the stretch."""
        return self.column + len(self.text)

    def part(self, start: int, end: int | None = None, said: str | None = None) -> Stretch:
        """A part of the stretch, without spaces around it."""
        text = self.text[start:end]
        left = len(text) - len(text.lstrip())
        return Stretch(text.strip(), self.line, self.column + start + left, said)

    def cut(self, sign: re.Pattern[str]) -> Iterator[Stretch]:
        """The parts between signs."""
        at = 0
        for found in [*sign.finditer(self.text), None]:
            yield self.part(at, found.start() if found else None)
            at = found.end() if found else at

    def meaning(self, said: str) -> Stretch:
        """The same part of the page with another word of the notation."""
        return Stretch(self.text, self.line, self.column, said)

    def __bool__(self) -> bool:
        return bool(self.text)


@frozen
class Sheet:
    """The lines of a page, without decoration and with our signs in place of similar ones; columns are those of the page."""

    lines: tuple[Stretch, ...]
    text: str  # unchanged, except for line ends
    file: str = ""

    @classmethod
    def of(cls, text: str, file: str = "") -> Sheet:
        whole = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        lines = enumerate(_undecorated(whole.translate(ALIKE)).split("\n"), 1)
        return cls(tuple(Stretch(line, number, 1) for number, line in lines), whole, file)

    def said(self) -> Iterator[Stretch]:
        """Every line with text, without the spaces around it and the signs of a list or a quotation."""
        for line in self.lines:
            said = line.part(0)
            bullets = _BULLETS.match(said.text)
            plain = said.part(bullets.end()) if bullets else said
            if plain:
                yield plain

    def rows(self) -> Iterator[Stretch]:
        """The lines of a table, unchanged except for comments."""
        return (line for line in self.lines if line.text.strip() and not _COMMENT.match(line.text))


def _undecorated(text: str) -> str:
    """A text with spaces in place of signs without a meaning."""
    plain = _TAG.sub(_without_tag, text) if "</" in text or "\\\\" in text else text
    plain = _DECORATION.sub(lambda found: found[0] if found[0] in signs() else " " * len(found[0]), plain)
    plain = _LABELLED.sub(lambda found: f"->{found[1]}".ljust(len(found[0])), plain)
    plain = _HYPHEN.sub(" ", plain)
    return _BETWEEN.sub(r"\1;", _ITALICS.sub(r" \2 ", plain))


def _without_tag(tag: re.Match[str]) -> str:
    """Spaces in place of an HTML tag or the end of a row in LaTeX, with a bar before each cell."""
    return ("|" if tag[0][:3] in ("<td", "<th") and tag[0][3:4] in " >" else " ").ljust(len(tag[0]))
