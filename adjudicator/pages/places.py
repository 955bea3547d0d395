"""Maps places in a drafted text to places on the page that it was made from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from attrs import evolve

from adjudicator.faults import Fault, Place
from adjudicator.pages.stretches import Stretch
from adjudicator.record import transcript as r
from adjudicator.values import frozen

Part = str | Stretch  # a word of ours, or one of the page
Spot = tuple[int, int, int]  # line, column, length
S = TypeVar("S", bound=r.Step)
NOWHERE: Spot = (0, 0, 1)


@frozen
class Segment:
    """A part of a line of the draft, from `start` to `end` (counted from 0), and the stretch of the page that it stands for."""

    start: int
    end: int
    stretch: Stretch

    def spot(self, start: int, end: int) -> Spot:
        """The place on the page of the draft's characters from start to end."""
        stretch = self.stretch
        if stretch.said is not None:
            return stretch.line, stretch.column, max(1, len(stretch.text))
        first, last = max(start, self.start) - self.start, min(end, self.end) - self.start
        return stretch.line, stretch.column + first, max(1, last - first)


@frozen
class Places:
    """The segments of each line of a draft."""

    lines: tuple[tuple[Segment, ...], ...]

    @classmethod
    def of(cls, lines: Sequence[Sequence[Part]]) -> Places:
        return cls(tuple(tuple(_segments(line)) for line in lines))

    def spot(self, line: int, column: int, length: int) -> Spot:
        """A place on the page (line, column, length) for one in the draft."""
        within = self._within(line, column - 1, column - 1 + max(1, length))
        if not within:
            segments = self.lines[line - 1] if 0 < line <= len(self.lines) else ()
            near = next((one for one in segments if one.start >= column - 1), segments[-1] if segments else None)
            return near.spot(near.start, near.end) if near else NOWHERE
        return _hull([one.spot(column - 1, column - 1 + max(1, length)) for one in within])

    def _within(self, line: int, start: int, end: int) -> list[Segment]:
        segments = self.lines[line - 1] if 0 < line <= len(self.lines) else ()
        return [one for one in segments if one.start < end and start < one.end]

    # --- the places of values that were read from the draft

    def fault(self, fault: Fault) -> Fault:
        place = fault.place
        return fault.at(self._place(place), tuple(map(self._place, fault.also)))

    def _place(self, place: Place) -> Place:
        if not place.line:
            return place
        line, column, length = self.spot(place.line, place.column, place.length)
        return Place(place.file, line, column, length)

    def transcript(self, transcript: r.Transcript, page: Sequence[str]) -> r.Transcript:
        """The transcript of the draft with the places and words of the page, which is given as lines."""
        items = tuple(self._item(item, page) for item in transcript.items)
        return r.Transcript(items, transcript.fugitive, transcript.file)

    def _item(self, item: r.Item, page: Sequence[str]) -> r.Item:
        if isinstance(item, r.Clause):
            return self._clause(item, page)
        if isinstance(item, r.Header):
            return self._header(item)
        if isinstance(item, r.Blank):
            return item
        size = len(str(item.number)) if isinstance(item, r.RoundMark) else 1
        line, column, _ = self.spot(item.line, item.column, size)
        return evolve(item, line=line, column=column)

    def _clause(self, clause: r.Clause, page: Sequence[str]) -> r.Clause:
        line, column, length = self.spot(clause.line, clause.column, len(clause.text))
        parts = tuple(self._step(clause, step, line, column) for step in clause.parts)
        text = page[line - 1][column - 1 : column - 1 + length] if line else clause.text
        return r.Clause(clause.piece, parts, line, column, text)

    def _step(self, clause: r.Clause, step: S, line: int, column: int) -> S:
        its_line, its_column, length = self.spot(clause.line, clause.column + step.at, step.size)
        return evolve(step, at=its_column - column, size=length, below=its_line - line)

    def _header(self, header: r.Header) -> r.Header:
        line, column, _ = self.spot(header.line, header.column, len(header.text))
        content = header.content
        if isinstance(content, tuple) and content and hasattr(content[0], "column"):
            content = tuple(self._part(header, one) for one in content)
        return evolve(header, line=line, column=column, content=content)

    def _part(self, header: r.Header, one: r.Seat | r.Start) -> object:
        """A part of a header with its own line, since headers may be gathered from several."""
        size = len(str(one.piece)) + 2 if isinstance(one, r.Start) else 1
        line, column, _ = self.spot(header.line, one.column + (size if isinstance(one, r.Start) else 0) - 1, 1)
        return evolve(one, column=column, line=line) if isinstance(one, r.Start) else evolve(one, column=column)


def _segments(line: Sequence[Part]) -> list[Segment]:
    found: list[Segment] = []
    at = 0
    for part in line:
        text = part if isinstance(part, str) else part.written
        if isinstance(part, Stretch) and text:
            found.append(Segment(at, at + len(text), part))
        at += len(text)
    return found


def _hull(spots: list[Spot]) -> Spot:
    """The place from the first to the last of these spots on the line of the first."""
    line = spots[0][0]
    there = [one for one in spots if one[0] == line]
    first, last = min(one[1] for one in there), max(one[1] + one[2] for one in there)
    return line, first, last - first
