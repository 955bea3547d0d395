"""A position as one picture (SVG): the board with everything on it, and below it the log, all tickets and public states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.board.model import Board
from adjudicator.picture.drawing import ROUTE, WIDTH, draw
from adjudicator.picture.labels import INK, LETTER, Sign, Strip, readable_on, words
from adjudicator.picture.position import Hand, LogField, Position
from adjudicator.record.lexicon import FUGITIVE

TRAIL = 6  # rides that are drawn strongly; earlier ones are faint
MARGIN = 24
LOG_ROW, PIECE_ROW = 64, 30
COVERS = 16  # entries in a row
LONGEST = 24  # letters of a person's name
WENT = Sign(f"how {FUGITIVE} went", ROUTE, "arrow")


def picture(position: Position, board: Board, width: int = WIDTH) -> str:
    """The SVG text of a position."""
    faint, strong = position.trail[:-TRAIL], position.trail[-TRAIL:]
    return draw(board, position.marks, strong, position.pieces, width, position.title, _strip(position), WENT, faint)


def _strip(position: Position) -> Strip:
    """The strip below the board: the log, all hands, and the states that everyone sees."""
    log_height = LOG_ROW * (-(-max(1, len(position.log)) // COVERS)) + 8
    hands = PIECE_ROW * (-(-len(position.hands) // 2)) + 12
    states = list(_states(position, log_height + hands))
    parts = (*_log(position.log, position.earlier), *_hands(position.hands, log_height), *states)
    return Strip(log_height + hands + PIECE_ROW * len(states), parts)


def _states(position: Position, top: float) -> Iterator[str]:
    for at, (name, told) in enumerate(position.states):
        text = f"{name}: {told}"
        size = min(15.0, (WIDTH - 2 * MARGIN) / (LETTER * len(text)))
        yield words((MARGIN, top + PIECE_ROW * at + 16), text, size, INK, "start", "normal")


def _log(rows: Sequence[LogField], earlier: int) -> Iterator[str]:
    """Draw the log as on the table: a field for each entry, in the colour of its cover."""
    size = (WIDTH - 2 * MARGIN) / COVERS
    if not rows:
        said = f"The log of this record begins after entry {earlier}." if earlier else "The log is empty."
        yield words((MARGIN, 30), said, 15, INK, "start")
    for at, row in enumerate(rows):
        x, y = MARGIN + size * (at % COVERS), LOG_ROW * (at // COVERS)
        yield (
            f'<rect x="{x + 2:.1f}" y="{y:.1f}" width="{size - 4:.1f}" height="{LOG_ROW - 8}" rx="6" fill="{row.colour}" '
            f'stroke="{INK}" stroke-width="{2.5 if row.station else 1}"/>'
        )
        ink = readable_on(row.colour)
        fitting = min(12.5, (size - 8) / (LETTER * max(1, len(row.cover))))
        yield words((x + 8, y + 15), str(row.number), 12, ink, "start", "normal")
        yield words((x + size / 2, y + 31), row.cover, fitting, ink)
        yield words((x + size / 2, y + 49), row.station, 16, ink)


def _hands(hands: Sequence[Hand], top: float) -> Iterator[str]:
    """Draw each piece with its player, its station and its tickets, in two columns."""
    rows = -(-len(hands) // 2)
    for q, hand in enumerate(hands):
        x, y = MARGIN + (WIDTH / 2) * (q // rows), top + PIECE_ROW * (q % rows) + 20
        yield f'<circle cx="{x + 10:.1f}" cy="{y - 5:.1f}" r="9" fill="{hand.colour}" stroke="{INK}" stroke-width="1.2"/>'
        text = told(hand)
        fitting = min(15, (WIDTH / 2 - MARGIN - 40) / (LETTER * len(text)))
        yield words((x + 28, y), text, fitting, INK, "start", "normal")


def told(hand: Hand) -> str:
    """One line about a piece: its player, its place and its tickets."""
    person = hand.person if len(hand.person) <= LONGEST else hand.person[: LONGEST - 1] + "…"
    named = f" ({person})" if person else ""
    held = ", ".join(f"{ticket} {count}" for ticket, count in hand.tickets)
    return f"{hand.piece}{named} {hand.place}: {hand.note or held}"
