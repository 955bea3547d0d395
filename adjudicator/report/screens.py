"""Screens of the referee at the table, as text: in a window of 80 by 24, or line by line for a screen reader. No colours."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from adjudicator.live.screens import PieceRow, PrivateBoard, PublicBoard, Screen
from adjudicator.report.faults import one_line

WIDTH, HEIGHT = 80, 24


def render(screen: Screen, width: int = WIDTH, height: int = HEIGHT) -> str:
    """A whole screen up to its prompt. Where not all fits, what was asked for goes before the table."""
    width = max(40, width)
    board = list(_board(screen, width))
    messages = [line for message in screen.messages for line in _wrapped(message, width)]
    prompt = _wrapped(screen.prompt, width)
    if board and messages and len(board) + len(messages) + len(prompt) + 3 > height:
        board = board[:2]
        messages.append("(Enter shows the rest again)")
    return "\n\n".join("\n".join(part) for part in (board, messages, prompt) if part)


def _wrapped(text: str, width: int) -> list[str]:
    lead = " " * (len(text) - len(text.lstrip(" ")))
    clean = one_line(text.strip())
    return textwrap.wrap(clean, width - 1, initial_indent=lead, subsequent_indent=lead + "  ", break_long_words=True) or [""]


def _board(screen: Screen, width: int) -> Iterator[str]:
    match screen.board:
        case PublicBoard():
            yield from _public(screen.board, width)
        case PrivateBoard():
            yield from _private(screen.board, width)
        case _ if screen.title:
            yield from (screen.title, "-" * (width - 1))


# --- the table


def _public(board: PublicBoard, width: int) -> Iterator[str]:
    of = f" of {board.rounds}" if board.rounds else ""
    right = f"round {board.round}{of}"
    room = width - len(right) - 3
    title = one_line(board.title)
    title = title if len(title) <= room else title[: room - 1] + "…"
    yield f"{title:<{room + 2}}{right}"
    yield "-" * (width - 1)
    yield from _pieces(board, width)
    yield from _log(board, width)
    if board.seen_next:
        yield f"next: {board.seen_next}"
    for name, value in board.states:
        yield from _wrapped(f"{name}: {value}", width)


def _pieces(board: PublicBoard, width: int) -> Iterator[str]:
    kinds = list(dict.fromkeys(kind for row in board.pieces for kind, _ in row.tickets))
    most = max(5, (width - 34) // max(1, len(kinds)) - 2)  # of a ticket's name
    rows = [["piece", "player", "on", *(kind[:most] for kind in kinds), ""]]
    rows += [_row(row, kinds) for row in board.pieces]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    widths[1] = max(6, widths[1] - max(0, sum(widths) + 2 * len(widths) - width))
    for cells in rows:
        left = [cell[:size].ljust(size) for cell, size in zip(cells[:2], widths[:2], strict=True)]
        right = [cell.rjust(size) for cell, size in zip(cells[2:-1], widths[2:-1], strict=True)]
        yield "  ".join([*left, *right, cells[-1]]).rstrip()


def _row(row: PieceRow, kinds: Sequence[str]) -> list[str]:
    """A piece that rides free holds no tickets."""
    held = dict(row.tickets)
    cells = [held.get(kind, "-") if held else "free" for kind in kinds]
    return [one_line(row.name), one_line(row.person or row.role), row.station, *cells, row.state]


def _log(board: PublicBoard, width: int) -> Iterator[str]:
    """The entries in columns; one that was seen has its station."""
    cells = [f"{row.number} {row.cover}{f' {row.station}!' if row.station else ''}" for row in board.log]
    if not cells:
        yield "log: empty"
        return
    size = max(map(len, cells)) + 2
    columns = max(1, (width - 6) // size)
    for at in range(0, len(cells), columns):
        lead = "log:  " if at == 0 else "      "
        yield (lead + "".join(cell.ljust(size) for cell in cells[at : at + columns])).rstrip()


# --- one's own sheet


def _private(board: PrivateBoard, width: int) -> Iterator[str]:
    yield one_line(board.title)
    yield "-" * (width - 1)
    for name, value in board.facts:
        yield from _wrapped(f"{name}: {value}", width)
    if board.moves:
        yield ""
        yield "you may take"
        size = max(len(name) for name, _ in board.moves)
        for name, text in board.moves:
            lines = textwrap.wrap(one_line(text), width - size - 5) or [""]
            yield f"  {name:<{size}}  {lines[0]}"
            yield from (f"  {'':<{size}}  {line}" for line in lines[1:])


# --- line by line


def plain(screen: Screen, before: Screen | None) -> list[str]:
    """What is said since the last screen. Of a private one nothing: `tell` has it read when nobody else can hear."""
    lines: list[str] = []
    if screen.is_private:
        if screen.messages:
            lines.append("There is something for you alone. Type tell to hear it.")
    else:
        lines += [one_line(message.strip()) for message in screen.messages]
        lines += _changes(screen, before)
    return [*lines, one_line(screen.prompt)]


def _changes(screen: Screen, before: Screen | None) -> Iterator[str]:
    board = screen.board
    if not isinstance(board, PublicBoard):
        return
    old = before.board if before is not None and isinstance(before.board, PublicBoard) else None
    if board.turn and (old is None or (old.round, old.turn) != (board.round, board.turn)):
        yield f"Round {board.round}, turn of {board.turn}."


def spoken(screen: Screen) -> list[str]:
    """The whole table, or one's own sheet, in sentences."""
    match screen.board:
        case PublicBoard() as board:
            return list(_spoken_table(board))
        case PrivateBoard() as board:
            facts = [f"{name}: {value}." for name, value in board.facts]
            moves = [f"{name}: {text}." for name, text in board.moves]
            return [f"{board.title}.", *facts, *(["You may take:"] if moves else []), *moves, *screen.messages]
    return [screen.title] if screen.title else []


def _spoken_table(board: PublicBoard) -> Iterator[str]:
    yield f"{one_line(board.title)}, round {board.round}{f' of {board.rounds}' if board.rounds else ''}."
    for row in board.pieces:
        who = f", played by {one_line(row.person)}" if row.person else ""
        held = ", ".join(f"{kind} {number}" for kind, number in row.tickets) or "rides free"
        place = f"on {row.station}" if row.station != "?" else "unseen"
        yield f"{one_line(row.name)}, {one_line(row.role)}{who}, {place}; {held}{f'; {row.state}' if row.state else ''}."
    entries = [f"{row.number} {row.cover}{f' on {row.station}' if row.station else ''}" for row in board.log]
    yield f"Log: {', '.join(entries)}." if entries else "The log is empty."
    if board.seen_next:
        yield f"Next: {board.seen_next}."
    yield from (f"{name}: {value}." for name, value in board.states)
