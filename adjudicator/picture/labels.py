"""Texts in the picture of a board: labels, the title and the legend."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from adjudicator.board.model import Mode
from adjudicator.picture.layout import Layout, Point
from adjudicator.picture.strokes import dashes, kind_of
from adjudicator.values import frozen

INK, FACE, BLACK = "#20242a", "#ffffff", "#000000"
ROW = 24  # of the text below the board
LETTER = 0.62  # how wide a letter is, on average, for its size


@frozen
class Strip:
    """The strip below a board: SVG elements, measured from the strip's upper left corner, and their height."""

    height: float = 0
    parts: tuple[str, ...] = ()


@frozen
class Sign:
    """The meaning of a mark on a station, and its drawing. No two have the same shape, so colours are not needed."""

    label: str
    colour: str
    shape: str = "disc"  # disc, square, ring or arrow

    def drawn(self, radius: float) -> str:
        """The SVG element of the mark, round the point 0, 0."""
        line = f'stroke="{self.colour}" stroke-width="4"'
        if self.shape == "arrow":
            way = f'd="M{-2 * radius:.1f} 0H{2 * radius:.1f}" stroke-opacity="0.45" stroke-width="13"'
            return f'<path {way} stroke="{self.colour}"/><path d="M-7 -7L8 0L-7 7Z" fill="{self.colour}"/>'
        if self.shape == "square":
            side = f'x="{-radius:.1f}" y="{-radius:.1f}" width="{2 * radius:.1f}" height="{2 * radius:.1f}"'
            return f'<rect {side} fill="{self.colour}" fill-opacity="0.25" {line}/>'
        filled = 'fill="none"' if self.shape == "ring" else f'fill="{self.colour}" fill-opacity="0.25" stroke-dasharray="5 3"'
        return f'<circle r="{radius:.1f}" {filled} {line}/>'


# --- words


def clean(text: str) -> str:
    """Escape a text from outside. Control characters, which XML cannot express, become spaces."""
    return escape("".join(character if character.isprintable() else " " for character in text))


def words(spot: Point, text: str, size: float, colour: str, anchor: str = "middle", weight: str = "bold") -> str:
    return (
        f'<text x="{spot[0]:.1f}" y="{spot[1]:.1f}" font-size="{size:.1f}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{colour}">{clean(text)}</text>'
    )


def readable_on(colour: str) -> str:
    """Black or white letters, whichever contrast more with a colour: one of them can be read on each."""
    return max((FACE, BLACK), key=lambda ink: _contrast(ink, colour))


def _contrast(one: str, other: str) -> float:
    """The ratio of two brightnesses, from 1 to 21, as the guidelines for accessible pages (WCAG 2.2) define it."""
    dark, light = sorted((_brightness(one), _brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def _brightness(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def stroke(mode: Mode, width: float) -> str:
    return f'stroke="{mode.colour}" stroke-width="{width:.1f}"'


# --- below the board


def legend(layout: Layout, title: str, signs: Sequence[Sign] = ()) -> Strip:
    """The title at the left; modes and marks at the right of the same row if there is room, or else in separate rows."""
    left, room = layout.margin, layout.width - 2 * layout.margin
    size = min(17, room / (LETTER * max(1, len(title))))
    parts = [words((left, ROW), title, size, INK, "start")]
    y, used = ROW, LETTER * size * len(title)
    for row in _rows(entries(layout.board.modes, signs), room):
        wide = sum(entry.width for entry in row)
        if used + wide > room:
            y += ROW
        used, x = room, layout.width - layout.margin - wide
        for entry in row:
            parts.append(f'<g transform="translate({x + 28:.1f} {y - 5:.1f})">{entry.sample}</g>')
            parts.append(words((x + 76, y), entry.label, 15, INK, "start", "normal"))
            x += entry.width
    missing = [number for number in layout.board.stations if number not in layout.spots]
    if missing:
        y += ROW
        names = ", ".join(map(str, missing[:12])) + (", …" if len(missing) > 12 else "")
        parts.append(words((left, y), f"without coordinates: {names}", 13, INK, "start", "normal"))
    return Strip(y + 20, tuple(parts))


@frozen
class Entry:
    """An entry of the legend: its sample, 38 wide and round the height 0, and its label."""

    label: str
    sample: str

    @property
    def width(self) -> float:
        return 76 + 15 * LETTER * len(self.label)


def entries(modes: Sequence[Mode], signs: Sequence[Sign] = ()) -> list[Entry]:
    """The entries of the legend: a piece of line for each mode, and every mark."""
    patterns, found = dashes(modes), list[Entry]()
    for mode in modes:
        label = mode.title if mode.title == mode.name else f"{mode.title} ({mode.name})"
        line = f'<path class="{kind_of(mode)}" d="M0 0h38" {stroke(mode, mode.width + 1)} fill="none"{patterns[mode.name]}/>'
        found.append(Entry(label, line))
    return found + [Entry(sign.label, f'<g transform="translate(20 0)">{sign.drawn(9)}</g>') for sign in signs]


def _rows(every: Iterable[Entry], room: float) -> list[list[Entry]]:
    rows: list[list[Entry]] = [[]]
    for entry in every:
        if rows[-1] and sum(one.width for one in rows[-1]) + entry.width > room:
            rows.append([])
        rows[-1].append(entry)
    return rows
