"""Screens of the referee at the table, line by line: messages, the table or a player's private sheet, and the question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.report.layout import one_line, table_rows, wrapped
from adjudicator.table.screens import FREE, PieceRow, PrivateBoard, PublicBoard, Screen


def news(screen: Screen, before: Screen | None) -> list[str]:
    """The lines of a screen that are not on the one before it, with the question last.

    The table is printed again when the turn passes to another side, and a player's sheet whenever something in it changed.
    """
    lines = [line for message in screen.lines for line in _message(message)]
    changed = before is None or _stage(screen) != _stage(before)
    return [*lines, *(_board(screen) if changed else []), *_message(screen.prompt)]


def _board(screen: Screen) -> list[str]:
    match screen.board:
        case PublicBoard() as board:
            return ["", *_table(board)]
        case PrivateBoard() as board:
            return ["", *_sheet(board)]
    return []


def _stage(screen: Screen) -> object:
    board = screen.board
    return (board.round, board.turn) if isinstance(board, PublicBoard) else board


def _message(text: str) -> list[str]:
    lead = " " * (len(text) - len(text.lstrip(" ")))
    return wrapped(lead, text.strip()).splitlines()


def _table(board: PublicBoard) -> Iterator[str]:
    """The pieces in columns, then the log, and other public facts."""
    of = f" of {board.rounds}" if board.rounds else ""
    yield wrapped("", f"{board.title}: round {board.round}{of}{f', turn of {board.turn}' if board.turn else ''}")
    kinds = list(dict.fromkeys(kind for row in board.pieces for kind, number in row.tickets if number != FREE))
    rows = [["piece", "player", "at", *kinds, ""], *(_row(row, kinds) for row in board.pieces)]
    yield "".join(table_rows(rows, headed=True)).rstrip("\n")
    entries = [f"{row.number} {row.cover}{f' {row.station}!' if row.station else ''}" for row in board.log]
    yield wrapped("log: ", ", ".join(entries) or "empty")
    if board.seen_next:
        yield wrapped("next: ", board.seen_next)
    yield from (wrapped(f"{one_line(name)}: ", value) for name, value in board.states)


def _row(row: PieceRow, kinds: Sequence[str]) -> list[str]:
    held = dict(row.tickets)
    return [row.name, row.person or row.role, row.station, *(held.get(kind, "-") for kind in kinds), row.state]


def _sheet(board: PrivateBoard) -> Iterator[str]:
    yield wrapped("", board.title)
    yield from (wrapped(f"  {one_line(str(name))}: ", value) for name, value in board.facts)
    if board.moves:
        yield "your legal moves"
        yield "".join(table_rows([[f"  {name}", text] for name, text in board.moves])).rstrip("\n")
