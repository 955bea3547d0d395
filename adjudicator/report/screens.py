"""Screens of the referee at the table, as text: in a window of 80 by 24, or line by line for a screen reader.

Colours are put on by `screen_colours.py`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from adjudicator.report.layout import one_line
from adjudicator.table.screens import FREE, POOL, PieceRow, PrivateBoard, PublicBoard, Screen

WIDTH, HEIGHT = 80, 24
HEAD = 2  # lines on top of every page


def pages(screen: Screen, width: int = WIDTH, height: int = HEIGHT) -> list[str]:
    """A screen up to its prompt, in as many pages as the window needs: the last one has the prompt, Enter leads to it.

    If the table is too tall, the older entries of the log are left out first. Messages come before the table.
    """
    width, height = max(40, width), max(12, height)
    messages = [line for message in screen.lines for line in _wrapped(message, width)]
    prompt = _wrapped(screen.prompt, width)
    room = height - len(prompt) - 2  # a line is left empty, and one is for what is typed
    board = _lowered(screen, width, room - len(messages) - 1 if messages else room)
    if len(board) + bool(board and messages) + len(messages) <= room:
        return _joined([[board, messages, prompt]])
    head, table = board[:HEAD], _lowered(screen, width, room)
    if len(board) > HEAD and len(table) <= room:
        said = list(_cut(messages, height - HEAD - 4))
        return _joined([*([head, some, _more(at, len(said) + 1)] for at, some in enumerate(said, 1)), [table, prompt]])
    lines = [*table[HEAD:], *([""] if table[HEAD:] and messages else []), *messages]
    parts = list(_cut(lines, height - HEAD - 4 - len(prompt)))
    *first, last = parts
    return _joined([*([head, some, _more(at, len(parts))] for at, some in enumerate(first, 1)), [head, last, prompt]])


def _joined(found: Sequence[Sequence[Sequence[str]]]) -> list[str]:
    return ["\n\n".join("\n".join(part) for part in page if part) for page in found]


def _cut(lines: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    yield from (lines[at : at + size] for at in range(0, len(lines), size))


def _more(page: int, count: int) -> list[str]:
    return [f"(page {page} of {count}: press Enter to continue)"]


def _lowered(screen: Screen, width: int, height: int) -> list[str]:
    """The board of a screen, with as much of its log as there is room for."""
    board = list(_board(screen, width))
    if len(board) <= height or not isinstance(screen.board, PublicBoard):
        return board
    rows = len(list(_log(screen.board, width))) - (len(board) - height)
    return list(_public(screen.board, width, max(1, rows)))


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


def _public(board: PublicBoard, width: int, log: int = 0) -> Iterator[str]:
    """`log` is how many lines of the log are shown, if not all: the last ones."""
    of = f" of {board.rounds}" if board.rounds else ""
    right = f"round {board.round}{of}"
    room = width - len(right) - 3
    title = one_line(board.title)
    title = title if len(title) <= room else title[: room - 1] + "…"
    yield f"{title:<{room + 2}}{right}"
    yield "-" * (width - 1)
    yield from _pieces(board, width)
    yield from _log(board, width, log)
    if board.seen_next:
        yield f"next: {board.seen_next}"
    for name, value in board.states:
        yield from _wrapped(f"{name}: {value}", width)


def _pieces(board: PublicBoard, width: int) -> Iterator[str]:
    kinds = list(dict.fromkeys(kind for row in board.pieces for kind, number in row.tickets if number != FREE))
    rows = [["piece", "player", "on", *kinds, ""], *(_row(row, kinds) for row in board.pieces)]
    widths = _fitting(rows, width)
    for fields in rows:
        left = [cell[:size].ljust(size) for cell, size in zip(fields[:2], widths[:2], strict=True)]
        right = [cell[:size].rjust(size) for cell, size in zip(fields[2:-1], widths[2:-1], strict=True)]
        yield "  ".join([*left, *right, fields[-1]]).rstrip()[: width - 1]


def _fitting(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """How wide each column is: names of tickets are shortened first, then those of players, then those of pieces."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    kinds = range(3, len(widths) - 1)
    least = [4, 4, widths[2], *(max(3, *(len(row[at]) for row in rows[1:])) for at in kinds), widths[-1]]
    columns = [kinds, range(1, 2), range(1)]
    while sum(widths) + 2 * (len(widths) - 1) >= width:
        wide = [[at for at in some if widths[at] > least[at]] for some in columns]
        if not any(wide):
            break
        widths[max(next(filter(None, wide)), key=widths.__getitem__)] -= 1
    return widths


def _row(row: PieceRow, kinds: Sequence[str]) -> list[str]:
    held = dict(row.tickets)
    fields = [held.get(kind, "-") for kind in kinds]
    return [one_line(row.name), one_line(row.person or row.role), row.station, *fields, row.state]


def _log(board: PublicBoard, width: int, rows: int = 0) -> Iterator[str]:
    """The entries in columns; one that was seen has its station."""
    fields = [f"{row.number} {row.cover}{f' {row.station}!' if row.station else ''}" for row in board.log]
    if not fields:
        yield "log: empty"
        return
    size = max(map(len, fields)) + 2
    columns = max(1, (width - 6) // size)
    lines = ["".join(cell.ljust(size) for cell in fields[at : at + columns]).rstrip() for at in range(0, len(fields), columns)]
    lead = "log:  " if not rows or rows >= len(lines) else "log… "
    for line in lines[-rows:]:
        yield f"{lead:<6}{line}"
        lead = ""


# --- one's own sheet


def _private(board: PrivateBoard, width: int) -> Iterator[str]:
    yield one_line(board.title)
    yield "-" * (width - 1)
    for name, value in board.facts:
        yield from _wrapped(f"{name}: {value}", width)
    if board.moves:
        yield ""
        yield "your legal moves"
        size = max(len(name) for name, _ in board.moves)
        for name, text in board.moves:
            lines = textwrap.wrap(one_line(text), width - size - 5) or [""]
            yield f"  {name:<{size}}  {lines[0]}"
            yield from (f"  {'':<{size}}  {line}" for line in lines[1:])


# --- line by line


def plain(screen: Screen, before: Screen | None) -> list[str]:
    """The lines that are new since the last screen. A private one has none: `tell` prints it when nobody else can hear."""
    lines: list[str] = []
    if screen.is_private:
        if screen.lines or before is None or screen.board != before.board:
            lines.append("You have private information. Type tell to read it.")
    else:
        lines += [one_line(message.strip()) for message in screen.lines]
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
            return [f"{board.title}.", *facts, *(["Your legal moves:"] if moves else []), *moves, *screen.lines]
    return [*([screen.title] if screen.title else []), *screen.lines]


def _spoken_table(board: PublicBoard) -> Iterator[str]:
    yield f"{one_line(board.title)}, round {board.round}{f' of {board.rounds}' if board.rounds else ''}."
    for row in board.pieces:
        who = f", played by {one_line(row.person)}" if row.person else ""
        words = {number for _, number in row.tickets}
        held = ", ".join(f"{kind} {number}" for kind, number in row.tickets)
        held = "rides free" if words == {FREE} else "tickets from the same pool" if words == {POOL} else held
        place = f"on {row.station}" if row.station != "?" else "unseen"
        yield f"{one_line(row.name)}, {one_line(row.role)}{who}, {place}; {held}{f'; {row.state}' if row.state else ''}."
    entries = [f"{row.number} {row.cover}{f' on {row.station}' if row.station else ''}" for row in board.log]
    yield f"Log: {', '.join(entries)}." if entries else "The log is empty."
    if board.seen_next:
        yield f"Next: {board.seen_next}."
    yield from (f"{name}: {value}." for name, value in board.states)
