"""Faults as text for people: what, where, the line itself with a caret below, and what to type instead.

error B13: a line from `5` to itself
  --> mine.toml:12:3
   |
12 |   [5, 5],
   |   ^^^^^^
   = help: ...
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Mapping

from attrs import define, evolve, field

from adjudicator.faults import Fault, Place, Refused, in_order
from adjudicator.files import folder_of, read_text

WIDTH = 100  # of a source line that is shown; longer ones are cut around the caret
ERROR, WARNING, PLACE, DIM, PLAIN = "\033[1;31m", "\033[1;33m", "\033[1m", "\033[2m", "\033[0m"


def render(
    faults: Iterable[Fault],
    colour: bool = False,
    sources: Mapping[str, str] | None = None,
    most: int | None = None,
) -> str:
    """All faults in order, or the first `most` of them and how many more there are.

    `sources` are texts already at hand by the name that places give; other files are read again, if they still can be.
    """
    ordered = in_order(faults)
    page = Page(colour, dict(sources or {}))
    shown = ordered if most is None else ordered[:most]
    blocks = [page.block(fault) for fault in shown]
    if len(shown) < len(ordered):
        blocks.append(f"… and {len(ordered) - len(shown)} more")
    return "\n\n".join(blocks) + "\n" if blocks else ""


def summary(faults: Iterable[Fault]) -> str:
    """How many, in words: `2 errors and 1 warning`."""
    every = tuple(faults)
    errors = sum(fault.is_error for fault in every)
    parts = [_count(errors, "error"), _count(len(every) - errors, "warning")]
    return " and ".join(part for part in parts if part) or "no faults"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}" if number else ""


def one_line(text: str) -> str:
    """Text from outside on one line and without control characters, which could play tricks on a terminal."""
    return "".join(character if character.isprintable() else " " if character == "\t" else "·" for character in text)


def spot(place: Place) -> str:
    """A place as people want to read it: our own files by their folder here, wherever the program lies."""
    for kind in ("variants", "boards"):
        ours = folder_of(kind) + os.sep
        if place.file.startswith(ours):
            return one_line(str(evolve(place, file=f"{kind}/{place.file.removeprefix(ours)}")))
    return one_line(str(place))


@define
class Page:
    """Texts with places pointed out in them; in colour for people at a terminal."""

    colour: bool
    sources: dict[str, str]
    _lines: dict[str, list[str]] = field(factory=dict)

    def block(self, fault: Fault) -> str:
        head = self.paint(ERROR if fault.is_error else WARNING, f"{fault.severity} {fault.code}:")
        rows = [f"{head} {self.paint(PLACE, one_line(fault.message))}"]
        margin = " " * len(str(fault.place.line or ""))
        if fault.place.file:
            rows.append(f"{margin} {self.paint(DIM, '-->')} {spot(fault.place)}")
        rows += self.source(fault.place, margin, ERROR if fault.is_error else WARNING)
        if fault.help:
            rows.append(f"{margin} = help: {one_line(fault.help)}")
        rows += [f"{margin} = also: {self._also(place)}" for place in fault.also]
        return "\n".join(rows)

    def source(self, place: Place, margin: str, paint: str) -> list[str]:
        """The line of a place with a caret below; nothing where there is no such line."""
        line = self._line(place)
        if line is None:
            return []
        before, marked, after = _window(line, place.column - 1, place.length)
        caret = " " * _width(before) + self.paint(paint, "^" * max(1, _width(marked)))
        bar = self.paint(DIM, "|")
        return [f"{margin} {bar}", f"{place.line} {bar} {before}{marked}{after}".rstrip(), f"{margin} {bar} {caret}"]

    def _also(self, place: Place) -> str:
        line = self._line(place)
        return spot(place) + (f": {''.join(_window(line.strip(), 0, 1))}" if line else "")

    def _line(self, place: Place) -> str | None:
        if not place.line:
            return None
        if place.file not in self._lines:
            text = self._text(place.file)
            self._lines[place.file] = [] if text is None else text.split("\n")
        lines = self._lines[place.file]
        return lines[place.line - 1].rstrip("\r") if place.line <= len(lines) else None

    def _text(self, file: str) -> str | None:
        if file in self.sources:
            return self.sources[file]
        try:
            return read_text(file)
        except Refused:
            return None

    def paint(self, paint: str, text: str) -> str:
        return f"{paint}{text}{PLAIN}" if self.colour else text


def _window(line: str, start: int, length: int) -> tuple[str, str, str]:
    """A line before, at and after the marked spot, cut to a bearable width on both sides."""
    start = max(0, min(start, len(line)))
    end = max(start, min(start + length, len(line), start + WIDTH // 2))
    left = 0 if end <= WIDTH else max(0, start - WIDTH // 3)
    right = min(len(line), left + WIDTH)
    before = ("…" if left else "") + one_line(line[left:start])
    after = one_line(line[end:right]) + ("…" if right < len(line) else "")
    return before, one_line(line[start:end]), after


def _width(text: str) -> int:
    """Columns on a terminal: wide characters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )
