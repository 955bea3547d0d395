"""A page as its reader sees it: lines, and stretches of them that remember where they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.record.words import ALIKE
from adjudicator.values import frozen
from adjudicator.words import signs

# Signs that say nothing, unless they stand for a word: before names, little pictures, bold type and code of Markdown.
_DECORATION = re.compile("[@{}`\u200d\u20e3\u2600-\u27bf\u2b1b-\u2b55\ufe0f\U0001f000-\U0001faff]|#(?=\\d)|\\*\\*+|__+")
_ITALICS = re.compile(r"(?<![\w*])(\*|_)(?=\w)([^*_\n]{1,200})\1(?!\w)")  # a single star behind a number says that he was seen
_LABELLED = re.compile(
    r"(?<!-)-{1,3}([^\W\d_]{1,12})-{1,3}>"
)  # `-taxi->`: what is on an arrow belongs to the station behind it
_TAG = re.compile(
    r"</?(?:[bipu]|br|div|em|h[1-6]|[ou]l|li|span|strong|table|tbody|td|th|thead|tr)\b[^<>\n]{0,200}>|\\\\[ \t]*$", re.MULTILINE
)
_COMMENT = re.compile(r"\s*#(?! *[\t,;|])")  # but `#` may be the name of a first column
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_]{1,2}\d{1,3}\b)")  # `X-T48`: between a piece and its ride
_BETWEEN = re.compile(r"(?<=\S)([ \t]{0,9})[·•∙]")  # a sign between two moves
_BULLETS = re.compile(r"(?:[>*•◦‣▪#+-]+ +(?:\[[ xX]?\] +)?|>+|[•◦‣▪#]+)*")  # before a line of a list, a heading, a quotation


@frozen
class Stretch:
    """Some signs of a line of the page. `said` is the word of the notation for them, where that is another."""

    text: str
    line: int
    column: int  # from 1
    said: str | None = None

    @property
    def written(self) -> str:
        """As the notation writes it."""
        return self.text if self.said is None else self.said

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + len(self.text)

    def part(self, start: int, end: int | None = None, said: str | None = None) -> Stretch:
        """A part of it, without the space around that."""
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
        """The same signs, for which the notation has these words."""
        return Stretch(self.text, self.line, self.column, said)

    def __bool__(self) -> bool:
        return bool(self.text)


@frozen
class Sheet:
    """The lines of a page, without decoration and with our signs for those that look alike; columns are those of the page."""

    lines: tuple[Stretch, ...]
    text: str  # as it came, but for the ends of lines
    file: str = ""

    @classmethod
    def of(cls, text: str, file: str = "") -> Sheet:
        whole = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        lines = enumerate(_undecorated(whole.translate(ALIKE)).split("\n"), 1)
        return cls(tuple(Stretch(line, number, 1) for number, line in lines), whole, file)

    def said(self) -> Iterator[Stretch]:
        """Every line on which something stands, without the space around it and the signs of a list or a quotation."""
        for line in self.lines:
            said = line.part(0)
            bullets = _BULLETS.match(said.text)
            plain = said.part(bullets.end()) if bullets else said
            if plain:
                yield plain

    def rows(self) -> Iterator[Stretch]:
        """The lines of a table: as they stand, without comments."""
        return (line for line in self.lines if line.text.strip() and not _COMMENT.match(line.text))


def _undecorated(text: str) -> str:
    """A text with spaces for signs that say nothing."""
    plain = _TAG.sub(_without_tag, text) if "</" in text or "\\\\" in text else text
    plain = _DECORATION.sub(lambda found: found[0] if found[0] in signs() else " " * len(found[0]), plain)
    plain = _LABELLED.sub(lambda found: f"->{found[1]}".ljust(len(found[0])), plain)
    plain = _HYPHEN.sub(" ", plain)
    return _BETWEEN.sub(r"\1;", _ITALICS.sub(r" \2 ", plain))


def _without_tag(tag: re.Match[str]) -> str:
    """Spaces for a tag of HTML or the end of a row in LaTeX, with a bar before each cell."""
    return ("|" if tag[0][:3] in ("<td", "<th") and tag[0][3:4] in " >" else " ").ljust(len(tag[0]))
