"""A page as its reader sees it: lines, and stretches of them that remember where they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.record.words import ALIKE
from adjudicator.values import frozen

_SYMBOL = re.compile("[@{}\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]|#(?=\\d)")  # before names and numbers, and little pictures
_MARKUP = re.compile(r"^[ \t>*•#-]*")  # signs that chat programs, mails and Markdown put before a line


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

    def meaning(self, said: str) -> Stretch:
        """The same signs, for which the notation has these words."""
        return Stretch(self.text, self.line, self.column, said)

    def __bool__(self) -> bool:
        return bool(self.text)


@frozen
class Sheet:
    """The lines of a page, with the signs of the notation for signs that look alike; columns are those of the page."""

    lines: tuple[Stretch, ...]
    text: str  # as it came, but for the ends of lines
    file: str = ""

    @classmethod
    def of(cls, text: str, file: str = "") -> Sheet:
        whole = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        lines = enumerate(_SYMBOL.sub(" ", whole.translate(ALIKE)).split("\n"), 1)
        return cls(tuple(Stretch(line, number, 1) for number, line in lines), whole, file)

    def said(self) -> Iterator[Stretch]:
        """Every line on which something stands, without the space around it."""
        return (line.part(0) for line in self.lines if line.text.strip())


def without_markup(line: Stretch) -> Stretch:
    """A line without the signs that make it an item of a list or a quotation."""
    found = _MARKUP.match(line.text)
    return line.part(found.end() if found else 0)
