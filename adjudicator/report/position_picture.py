"""A position as a picture: the board with its pieces, where the fugitive is or can be, his trail, his log, all tickets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from xml.sax.saxutils import escape

from adjudicator.board.drawing import FACE, INK, PAPER, Mark, Piece, draw, joining
from adjudicator.check.naming import FUGITIVE
from adjudicator.check.standing import Standing
from adjudicator.engine.layout import ENTRIES, ROUND, UNLIMITED, Layout
from adjudicator.live.boards import log_rows, names_of
from adjudicator.live.screens import LogRow
from adjudicator.record import transcript as r
from adjudicator.values import frozen

# Pieces are called by their colours at most tables; the others get one that nobody has.
COLOURS = {
    "red": "#d32f2f", "blue": "#1f5fbf", "green": "#2e8b3d", "yellow": "#f2c230", "purple": "#7d3fa8", "violet": "#7d3fa8",
    "orange": "#e67e22", "brown": "#795038", "pink": "#e26a9e", "black": "#5a616b", "white": "#b9c4d6", "grey": "#9aa0a6",
    "gray": "#9aa0a6", "olive": "#7a7a28", "silver": "#8f99a8", "cyan": "#2aa5b8", "turquoise": "#2aa5b8",
}  # fmt: skip
SPARE = ("#d32f2f", "#1f5fbf", "#2e8b3d", "#f2c230", "#e67e22", "#2aa5b8", "#795038", "#e26a9e", "#7a7a28", "#9aa0a6")
HIS, PERHAPS = "#101418", "#6b2fb3"
TRAIL = 6  # entries that are drawn as a way
WIDTH, MARGIN = 1600, 24
LOG_ROW, PIECE_ROW = 64, 30
COVERS = 24  # entries side by side

_SIZE = re.compile(r'height="(\d+)" viewBox="0 0 (\d+) (\d+)"')


@frozen
class Picture:
    """What is drawn: a record as somebody knows it, and how it stands."""

    record: r.Transcript
    standing: Standing
    seat: str = ""

    @property
    def layout(self) -> Layout:
        return self.standing.opening.table.layout

    @property
    def possible(self) -> tuple[int, ...]:
        """Where the fugitive can be; one station where that is known."""
        return tuple(sorted({p[self.layout.station] for p in self.standing.worlds} - {0}))

    @property
    def title(self) -> str:
        p, rulebook = self.standing.p, self.layout.rulebook
        seen = f", as {self.seat} can know it" if self.seat else ""
        place = (
            f"{FUGITIVE} on {self.possible[0]}"
            if len(self.possible) == 1
            else f"{FUGITIVE} on one of {len(self.possible)} stations"
        )
        return f"{rulebook.name}, round {p[ROUND]}, entry {p[ENTRIES]}{seen}: {place}"


def position_picture(picture: Picture, width: int = WIDTH) -> str:
    """The SVG text of a position."""
    layout = picture.layout
    marks = [Mark(station, PERHAPS) for station in picture.possible] if len(picture.possible) > 1 else []
    board = draw(layout.board, marks, _trail(picture), list(_pieces(picture)), width, picture.title)
    return _with_strip(board, picture, width)


# --- on the board


def colours(layout: Layout) -> dict[str, str]:
    """A colour for each piece: its own name's, or one that is left."""
    found = {seat.piece: COLOURS.get(seat.piece.split("-")[-1], "") for seat in layout.seats[1:]}
    spare = iter([colour for colour in SPARE if colour not in found.values()] * 4)
    return {FUGITIVE: HIS} | {piece: colour or next(spare) for piece, colour in found.items()}


def _pieces(picture: Picture) -> Iterator[Piece]:
    layout, p = picture.layout, picture.standing.p
    known = colours(layout)
    for q, seat in enumerate(layout.seats[1:], 1):
        if p[layout.station + q] in layout.board.stations:
            yield Piece(p[layout.station + q], seat.piece, known[seat.piece])
    if len(picture.possible) == 1:
        yield Piece(picture.possible[0], FUGITIVE, HIS)


def _trail(picture: Picture) -> Sequence[int]:
    """The last stations of the fugitive, as far back as the record knows them without a gap, along lines that can be drawn."""
    record = picture.record
    start = next((one.at for one in record.start if one.piece == FUGITIVE), None)
    way: list[int] = [start] if start else []
    for row in log_rows(record, {}):
        way = [*way, int(row.station)] if row.station else []
    way = way[-TRAIL - 1 :]
    breaks = [n for n, (a, b) in enumerate(pairwise(way), 1) if joining(picture.layout.board, a, b) is None]
    return way[breaks[-1] :] if breaks else way


# --- below the board


def _with_strip(svg: str, picture: Picture, width: int) -> str:
    """The picture with a strip below it: the log, and what everybody holds."""
    found = _SIZE.search(svg)
    assert found is not None
    height = int(found[1])
    rows = list(log_rows(picture.record, names_of(picture.layout.rulebook)))
    log_height = LOG_ROW * (-(-max(1, len(rows)) // COVERS)) + 8
    count = picture.layout.count
    holdings = PIECE_ROW * (-(-count // 2)) + 12
    whole = height + log_height + holdings
    paper = f'<rect y="{height}" width="{width}" height="{whole - height}" fill="{PAPER}"/>'
    strip = [paper, *_log(rows, picture, height, width), *_holdings(picture, height + log_height, width)]
    svg = _SIZE.sub(f'height="{whole}" viewBox="0 0 {width} {whole}"', svg, count=1)
    return svg.replace("</svg>", "\n".join([*strip, "</svg>"]))


def _log(rows: Sequence[LogRow], picture: Picture, top: float, width: int) -> Iterator[str]:
    """His log as it lies on the table: a field for each entry, in the colour of what covers it."""
    size = (width - 2 * MARGIN) / COVERS
    if not rows:
        yield _text(MARGIN, top + 30, "The log is empty.", 15, INK, "start")
    for at, row in enumerate(rows):
        x, y = MARGIN + size * (at % COVERS), top + LOG_ROW * (at // COVERS)
        fill = _cover(row.cover, picture.layout)
        yield (
            f'<rect x="{x + 2:.1f}" y="{y:.1f}" width="{size - 4:.1f}" height="{LOG_ROW - 8}" rx="6" fill="{fill}" '
            f'stroke="{INK}" stroke-width="{2.5 if row.station else 1}"/>'
        )
        ink = _readable_on(fill)
        yield _text(x + 8, y + 15, str(row.number), 12, ink, "start", "normal")
        yield _text(x + size / 2, y + 31, row.cover[:8], 12.5, ink)
        yield _text(x + size / 2, y + 49, row.station, 16, ink)


def _cover(name: str, layout: Layout) -> str:
    """The colour of the mode that a ticket is good for; black for one that hides it."""
    names = names_of(layout.rulebook)
    ticket = next((one for one, shown in names.items() if name in (one, shown)), "")
    table = layout.rulebook.tables.tickets.get(ticket)
    modes = {mode.name: mode.colour for mode in layout.board.modes}
    if table is None or len(table.pays) != 1:
        return modes.get(ticket, FACE if name == "?" else "#30343a")
    return modes.get(table.pays[0], FACE)


def _holdings(picture: Picture, top: float, width: int) -> Iterator[str]:
    """Each piece with its player, its station and its tickets, in two columns."""
    layout = picture.layout
    known = colours(layout)
    rows = -(-layout.count // 2)
    for q, seat in enumerate(layout.seats):
        x, y = MARGIN + (width / 2) * (q // rows), top + PIECE_ROW * (q % rows) + 20
        fill = known[seat.piece]
        yield f'<circle cx="{x + 10:.1f}" cy="{y - 5:.1f}" r="9" fill="{fill}" stroke="{INK}" stroke-width="1.2"/>'
        yield _text(x + 28, y, _held(q, picture), 15, INK, "start", "normal")


def _held(q: int, picture: Picture) -> str:
    layout, worlds = picture.layout, picture.standing.worlds
    seat = layout.seats[q]
    person = next((one.person for one in picture.record.seats if one.piece == seat.piece), None)
    stations = {p[layout.station + q] for p in worlds}
    place = f"on {stations.pop()}" if len(stations) == 1 else "unseen"
    said = f"{seat.piece}{f' ({person})' if person else ''} {place}"
    if layout.is_free(q):
        return f"{said}: rides free"
    names = names_of(layout.rulebook)
    counts = {ticket: {p[layout.ticket_cell(q, ticket)] for p in worlds} for ticket in layout.rulebook.tables.tickets}
    held = [f"{names[ticket]} {_number(found)}" for ticket, found in counts.items() if found != {0}]
    return f"{said}: {', '.join(held)}" if held else f"{said}: no tickets"


def _number(found: set[int]) -> str:
    if len(found) > 1:
        return "?"
    (number,) = found
    return "any" if number >= UNLIMITED // 2 else str(number)


def _text(x: float, y: float, text: str, size: float, colour: str, anchor: str = "middle", weight: str = "bold") -> str:
    clean = escape("".join(character if character.isprintable() else " " for character in text))
    look = f'font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="{colour}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{clean}</text>'


def _readable_on(colour: str) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 150 else FACE
