"""Faults as text for people: the message, the place, its line with a caret below, and help.

error B13: a line from `5` to itself
  --> mine.toml:12:3
   |
12 |   [5, 5],
   |   ^^^^^^
   = help: ...
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping

from attrs import evolve, field

from adjudicator.faults import Fault, Place, Refused, in_order
from adjudicator.files import folder_of, read_text
from adjudicator.report.layout import columns, counted, cut, one_line, width_of, window, wrapped
from adjudicator.values import frozen

ERROR, WARNING, NOTICE, PLACE, DIM, PLAIN = "\033[1;31m", "\033[1;33m", "\033[1;36m", "\033[1m", "\033[2m", "\033[0m"

PAINTS = {"error": ERROR, "warning": WARNING, "notice": NOTICE}

OURS = (".toml", ".log", ".key", ".txt", ".csv", ".json", ".md")  # endings of files whose lines may be shown


def render(
    faults: Iterable[Fault],
    colour: bool = False,
    sources: Mapping[str, str] | None = None,
    most: int | None = None,
    width: int = 0,
) -> str:
    """All faults in order, or the first `most` and the number of others; `width` columns wide, by default as wide as standard
    output.

    `sources` are texts by the file names in places; other files are read again if possible.
    """
    ordered = in_order(faults)
    page = Page(colour, dict(sources or {}), width or columns())
    shown = ordered if most is None else ordered[:most]
    blocks = [page.block(fault) for fault in shown]
    if len(shown) < len(ordered):
        blocks.append(f"… and {len(ordered) - len(shown)} more")
    return "\n\n".join(blocks) + "\n" if blocks else ""


def as_data(fault: Fault) -> dict[str, object]:
    """A fault for programs: its code, its place, its sentences, and the words that were probably meant."""
    place = fault.place
    where = {"file": place.file, "line": place.line, "column": place.column, "length": place.length}
    return {"code": fault.code, **where, "message": fault.message, "help": fault.help, "instead": list(fault.instead)}


def as_json(faults: Iterable[Fault]) -> str:
    """One object a line for each fault, in order: also how serious it is."""
    every = ({**as_data(fault), "severity": fault.severity} for fault in in_order(faults))
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in every)


def summary(faults: Iterable[Fault]) -> str:
    """The numbers of faults in words: `2 errors and 1 warning`."""
    every = tuple(faults)
    counts = [(word, sum(fault.severity == word for fault in every)) for word in PAINTS]
    parts = [counted(count, word) for word, count in counts if count]
    if len(parts) > 2:
        parts = [f"{parts[0]}, {parts[1]}", parts[2]]
    if any(fault.severity != "notice" for fault in every):
        return " and ".join(parts)
    return ", ".join(("no faults", *parts))


def spot(place: Place) -> str:
    """A place for people: bundled files by their folder here, wherever the program is installed."""
    for kind in ("variants", "boards"):
        ours = folder_of(kind) + os.sep
        if place.file.startswith(ours):
            return one_line(str(evolve(place, file=f"{kind}/{place.file.removeprefix(ours)}")))
    return one_line(str(place))


@frozen(eq=False)
class Page:
    """Texts with marked places, in colour for people at a terminal."""

    colour: bool
    sources: dict[str, str]
    width: int
    _lines: dict[str, list[str]] = field(factory=dict)

    def block(self, fault: Fault) -> str:
        rows = [self.heading(PAINTS[fault.severity], f"{fault.severity} {fault.code}:", fault.message)]
        margin = " " * len(str(fault.place.line or ""))
        if fault.place.file:
            rows.append(self.pointer(margin, spot(fault.place)))
        rows += self.source(fault.place, margin, PAINTS[fault.severity])
        if fault.help:
            rows.append(self.wrapped(f"{margin} = help: ", fault.help))
        rows += [self.wrapped(f"{margin} = also: ", self._also(place)) for place in fault.also]
        return "\n".join(rows)

    def heading(self, paint: str, head: str, text: str) -> str:
        """The message of a fault, with its head in colour."""
        lines = self.wrapped(f"{head} ", text)
        return self.paint(paint, head) + self.paint(PLACE, lines[len(head) :])

    def wrapped(self, head: str, text: str) -> str:
        return wrapped(head, text, self.width)

    def pointer(self, margin: str, where: str) -> str:
        return self.wrapped(f"{margin} --> ", where).replace("-->", self.paint(DIM, "-->"), 1)

    def source(self, place: Place, margin: str, paint: str) -> list[str]:
        """The line of a place with a caret below; empty if the file has no such line."""
        line = self._line(place)
        if line is None:
            return []
        before, marked, after = window(line, place.column - 1, place.length, self.width - len(str(place.line)) - 3)
        caret = " " * width_of(before) + self.paint(paint, "^" * max(1, width_of(marked)))
        bar = self.paint(DIM, "|")
        return [f"{margin} {bar}", f"{place.line} {bar} {before}{marked}{after}".rstrip(), f"{margin} {bar} {caret}"]

    def _also(self, place: Place) -> str:
        line = self._line(place)
        return spot(place) + (f": {cut(line.strip(), self.width)}" if line else "")

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
        if not file.endswith(OURS):
            return None
        try:
            return read_text(file)
        except Refused:
            return None

    def paint(self, paint: str, text: str) -> str:
        return f"{paint}{text}{PLAIN}" if self.colour else text
