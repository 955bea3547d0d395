"""A position as a picture: the board with its pieces, where the fugitive is or can be, his trail, his log, all tickets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from adjudicator.board.drawing import WIDTH, Mark, draw, joining
from adjudicator.board.labels import FACE, INK, LETTER, Piece, Strip, readable_on, words
from adjudicator.engine import Cells, Engine, Seating
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.judge.log_rows import LogRow, log_rows
from adjudicator.judge.state_words import StateWords
from adjudicator.record import transcript as r
from adjudicator.values import frozen

# Pieces are called by their colours at most tables; the others get one that nobody has.
COLOURS = {
    "red": "#d32f2f", "blue": "#1f5fbf", "green": "#2e8b3d", "yellow": "#f2c230", "purple": "#7d3fa8", "violet": "#7d3fa8",
    "orange": "#e67e22", "brown": "#795038", "pink": "#e26a9e", "black": "#5a616b", "white": "#b9c4d6", "grey": "#9aa0a6",
    "gray": "#9aa0a6", "olive": "#7a7a28", "silver": "#8f99a8", "cyan": "#2aa5b8", "turquoise": "#2aa5b8",
}  # fmt: skip
SPARE = ("#d32f2f", "#1f5fbf", "#2e8b3d", "#f2c230", "#e67e22", "#2aa5b8", "#795038", "#e26a9e", "#7a7a28", "#9aa0a6")
HIS, PERHAPS, CLOSED = "#101418", "#6b2fb3", "#b3261e"
TRAIL = 6  # entries that are drawn as a way
MARGIN = 24
LOG_ROW, PIECE_ROW = 64, 30
COVERS = 16  # entries side by side
LONGEST = 24  # letters of a person's name


@frozen(eq=False)
class Picture:
    """What is drawn: a record as somebody knows it, and the positions in which it can have ended."""

    record: r.Transcript
    engine: Engine
    worlds: tuple[Cells, ...]
    seat: str = ""

    @property
    def seating(self) -> Seating:
        return self.engine.seating

    @property
    def possible(self) -> tuple[int, ...]:
        """Where the fugitive can be; one station where that is known."""
        return tuple(sorted({station for p in self.worlds if (station := self.engine.ledger.station(p, 0))}))

    @property
    def title(self) -> str:
        p, ledger = self.worlds[0], self.engine.ledger
        seen = f", as {self.seat} can know it" if self.seat else ""
        place = (
            f"{FUGITIVE} on {self.possible[0]}"
            if len(self.possible) == 1
            else f"{FUGITIVE} on one of {len(self.possible)} stations"
        )
        return f"{self.engine.rulebook.name}, round {ledger.round(p)}, entry {ledger.entries(p)}{seen}: {place}"


def position_picture(picture: Picture, width: int = WIDTH) -> str:
    """The SVG text of a position."""
    marks = [Mark(station, CLOSED) for station in StateWords(picture.engine, picture.worlds).stations()]
    marks += [Mark(station, PERHAPS) for station in picture.possible] if len(picture.possible) > 1 else []
    pieces = [*pursuers(picture.engine, picture.worlds[0])]
    if len(picture.possible) == 1:
        pieces.append(Piece(picture.possible[0], FUGITIVE, HIS))
    return draw(picture.engine.board, marks, [_trail(picture)], pieces, width, picture.title, _strip(picture))


# --- on the board


def colours(seating: Seating) -> dict[str, str]:
    """A colour for each piece: its own name's, or one that is left."""
    found = {seat.piece: COLOURS.get(seat.piece.split("-")[-1], "") for seat in seating.seats[1:]}
    spare = iter([colour for colour in SPARE if colour not in found.values()] * 4)
    return {FUGITIVE: HIS} | {piece: colour or next(spare) for piece, colour in found.items()}


def pursuers(engine: Engine, p: Cells) -> Iterator[Piece]:
    """The pieces that everybody sees."""
    known = colours(engine.seating)
    for seat, station in zip(engine.seating.seats[1:], engine.ledger.stations(p)[1:], strict=True):
        if station in engine.board.stations:
            yield Piece(station, seat.piece, known[seat.piece])


def _trail(picture: Picture) -> Sequence[int]:
    """The last stations of the fugitive, as far back as the record knows them without a gap, along lines that can be drawn."""
    record = picture.record
    start = next((one.at for one in record.start if one.piece == FUGITIVE), None)
    way: list[int] = [start] if start else []
    for row in log_rows(record, {}):
        way = [*way, int(row.station)] if row.station else []
    way = way[-TRAIL - 1 :]
    breaks = [n for n, (a, b) in enumerate(pairwise(way), 1) if joining(picture.engine.board, a, b) is None]
    return way[breaks[-1] :] if breaks else way


# --- below the board


def _strip(picture: Picture) -> Strip:
    """The log, what everybody holds, and what else the rules remember and everybody sees."""
    rows = list(log_rows(picture.record, picture.engine.rulebook.called))
    log_height = LOG_ROW * (-(-max(1, len(rows)) // COVERS)) + 8
    holdings = PIECE_ROW * (-(-picture.seating.count // 2)) + 12
    states = list(_states(picture, log_height + holdings))
    height = log_height + holdings + PIECE_ROW * len(states)
    return Strip(height, (*_log(rows, picture), *_holdings(picture, log_height), *states))


def _states(picture: Picture, top: float) -> Iterator[str]:
    for at, (name, told) in enumerate(StateWords(picture.engine, picture.worlds).public()):
        text = f"{name}: {told}"
        size = min(15.0, (WIDTH - 2 * MARGIN) / (LETTER * len(text)))
        yield words((MARGIN, top + PIECE_ROW * at + 16), text, size, INK, "start", "normal")


def _log(rows: Sequence[LogRow], picture: Picture) -> Iterator[str]:
    """His log as it lies on the table: a field for each entry, in the colour of what covers it."""
    size = (WIDTH - 2 * MARGIN) / COVERS
    if not rows:
        earlier = picture.engine.ledger.entries(picture.worlds[0])
        said = f"The log of this record begins after entry {earlier}." if earlier else "The log is empty."
        yield words((MARGIN, 30), said, 15, INK, "start")
    for at, row in enumerate(rows):
        x, y = MARGIN + size * (at % COVERS), LOG_ROW * (at // COVERS)
        fill = _cover(row.cover, picture.seating)
        yield (
            f'<rect x="{x + 2:.1f}" y="{y:.1f}" width="{size - 4:.1f}" height="{LOG_ROW - 8}" rx="6" fill="{fill}" '
            f'stroke="{INK}" stroke-width="{2.5 if row.station else 1}"/>'
        )
        ink = readable_on(fill)
        fitting = min(12.5, (size - 8) / (LETTER * max(1, len(row.cover))))
        yield words((x + 8, y + 15), str(row.number), 12, ink, "start", "normal")
        yield words((x + size / 2, y + 31), row.cover, fitting, ink)
        yield words((x + size / 2, y + 49), row.station, 16, ink)


def _cover(name: str, seating: Seating) -> str:
    """The colour of the mode that a ticket is good for; black for one that hides it."""
    names = seating.rulebook.called
    ticket = next((one for one, shown in names.items() if name in (one, shown)), "")
    table = seating.rulebook.tables.tickets.get(ticket)
    modes = {mode.name: mode.colour for mode in seating.board.modes}
    if table is None or len(table.pays) != 1:
        return modes.get(ticket, FACE if name == "?" else "#30343a")
    return modes.get(table.pays[0], FACE)


def _holdings(picture: Picture, top: float) -> Iterator[str]:
    """Each piece with its player, its station and its tickets, in two columns."""
    known = colours(picture.seating)
    rows = -(-picture.seating.count // 2)
    for q, seat in enumerate(picture.seating.seats):
        x, y = MARGIN + (WIDTH / 2) * (q // rows), top + PIECE_ROW * (q % rows) + 20
        fill = known[seat.piece]
        yield f'<circle cx="{x + 10:.1f}" cy="{y - 5:.1f}" r="9" fill="{fill}" stroke="{INK}" stroke-width="1.2"/>'
        held = _held(q, picture)
        fitting = min(15, (WIDTH / 2 - MARGIN - 40) / (LETTER * len(held)))
        yield words((x + 28, y), held, fitting, INK, "start", "normal")


def _held(q: int, picture: Picture) -> str:
    seating, ledger, worlds = picture.seating, picture.engine.ledger, picture.worlds
    seat = seating.seats[q]
    person = next((one.person for one in picture.record.seats if one.piece == seat.piece), None)
    stations = {ledger.station(p, q) for p in worlds}
    place = f"on {stations.pop()}" if len(stations) == 1 else "unseen"
    named = f" ({person if len(person) <= LONGEST else person[: LONGEST - 1] + '…'})" if person else ""
    said = f"{seat.piece}{named} {place}"
    if seating.is_free(q):
        return f"{said}: rides free"
    partner = seating.pool_partner(q)
    if partner:
        return f"{said}: tickets from the pool of {partner}"
    names = seating.rulebook.called
    counts = {ticket: {ledger.held(p, q, ticket) for p in worlds} for ticket in seating.rulebook.tables.tickets}
    held = [f"{names[ticket]} {_number(found)}" for ticket, found in counts.items() if found != {0}]
    return f"{said}: {', '.join(held)}" if held else f"{said}: no tickets"


def _number(found: set[int | None]) -> str:
    if len(found) > 1:
        return "?"
    (number,) = found
    return "any" if number is None else str(number)
