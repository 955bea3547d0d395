"""The place where the TOML reader stopped, and the text around it."""

from __future__ import annotations

import re
import unicodedata

from adjudicator.faults import Place
from adjudicator.toml_places import Inside, reading_at
from adjudicator.values import frozen

LONG = "'''"
ASSIGNED = re.compile(r"\s*(?P<key>[\w.\"-]+)\s*=\s*(?P<value>.*?)\s*$")
RULE = re.compile(
    r"\s*(?:(?:forbid|allow|losing|pay|on|show|hide|tell|require|choose|then|answer|check|score|draw)\s+\w|because\s+\")"
    r"|\s*[a-z-]+ (?:must|may) move |\s*[a-z-]+ wins? when "
)


@frozen
class Spot:
    """The place where the TOML reader stopped: the whole text, and the line and column, from 1."""

    file: str
    text: str
    line: int
    column: int

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @property
    def row(self) -> str:
        return self.lines[self.line - 1].rstrip("\r") if self.line <= len(self.lines) else ""

    @property
    def rest(self) -> str:
        """The rest of the row, from where the reader stopped."""
        return self.row[self.column - 1 :]

    @property
    def offset(self) -> int:
        return sum(len(line) + 1 for line in self.lines[: self.line - 1]) + self.column - 1

    @property
    def inside(self) -> Inside:
        """The kind of text that the reader was reading there."""
        return reading_at(self.text, self.offset)

    def at(self, column: int, length: int = 1) -> Place:
        return Place(self.file, self.line, column, max(1, length))

    def place_of(self, offset: int, length: int = 1) -> Place:
        before = self.text[:offset]
        return Place(self.file, before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1, length)


def line_above(spot: Spot) -> str:
    """The last line above that is not empty."""
    return next((line.rstrip("\r") for line in reversed(spot.lines[: spot.line - 1]) if line.strip()), "")


def without_texts(row: str) -> str:
    """The line with texts in straight quotes blanked out, because they may contain any character."""
    return re.sub(r"\"[^\"]*\"|'[^']*'", lambda text: " " * len(text.group()), row)


def plain(name: str) -> str:
    """A name with only the characters that a heading may have."""
    letters = unicodedata.normalize("NFKD", re.sub("[–—−\\s]+", "-", name))
    return re.sub(r"[^A-Za-z0-9._-]", "", letters).strip("-")
