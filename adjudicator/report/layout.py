"""Text fitted into columns: numbers of things, wrapped sentences, tables, a long line cut around one place.

A word is never broken: a path or a command that is longer than the line stays whole, so that it can be copied.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import IO

PIPE = 100  # columns if the output is not a terminal: the same text everywhere
NARROWEST, WIDEST = 40, 200
ROOM = 24  # the least columns for the last column of a table; with less its rows are stacked

_SHELL_WORD = re.compile(r'(?:"[^"]*"|\S)+')
MARKS = 4  # the most characters in a column: a letter with its accents


def columns(stream: IO[str] | None = None) -> int:
    """The number of columns of the terminal behind a stream (standard output if none is given)."""
    stream = stream or sys.stdout
    if not stream.isatty():
        return PIPE
    try:
        found = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        found = PIPE
    return max(NARROWEST, min(WIDEST, found or PIPE))


def one_line(text: str) -> str:
    """Text from outside on one line, without control characters, which could manipulate a terminal."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else " " if character == "\t" else "·" for character in text)


def width_of(text: str) -> int:
    """The width of a text on a terminal: wide characters take two columns, combining ones none."""
    if text.isascii():
        return len(text)
    import unicodedata  # few texts need it

    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 log`, `2 logs`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def broken(text: str, room: int, first: int | None = None) -> list[str]:
    """The lines of a text in `room` columns, the first in `first` columns. At least one line, perhaps an empty one."""
    lines: list[list[str]] = [[]]
    limit, taken = room if first is None else first, 0
    for word in text.split():
        width = width_of(word)
        if taken + bool(taken) + width > limit and (lines[-1] or limit < room):
            lines.append([word])
            limit, taken = room, width
        else:
            lines[-1].append(word)
            taken += bool(taken) + width
    return [" ".join(words) for words in lines]


def wrapped(head: str, text: str, within: int = 0) -> str:
    """A sentence after its head, wrapped with its further lines indented; `within` this number of columns, by default those of
    standard output. After a head wider than half of them, further lines begin further left.
    """
    room = within or columns()
    hang = width_of(head) if width_of(head) <= room // 2 else len(head) - len(head.lstrip()) + 4
    first, *more = broken(one_line(text), room - hang, room - width_of(head))
    return "\n".join([(head + first).rstrip(), *(" " * hang + line for line in more)])


def typed(line: str, room: int) -> list[str]:
    """A command on several lines, joined by `\\` as shells read it, where one line has no room; any other line as it is."""
    if width_of(line) <= room or not line.lstrip().startswith("sy-judge "):
        return [line]
    indent, (first, *words) = " " * (len(line) - len(line.lstrip())), _SHELL_WORD.findall(line)
    lines = [indent + first]
    for word in words:
        if width_of(lines[-1]) + 1 + width_of(word) + len(" \\") > room and lines[-1].strip() != first:
            lines[-1] += " \\"
            lines.append(f"{indent}  {word}")
        else:
            lines[-1] += f" {word}"
    return lines


def table(rows: Sequence[Sequence[str]], indent: str = "", headed: bool = False) -> str:
    """Rows as text with aligned columns; the first row may be a heading."""
    return "".join(table_rows(rows, indent, headed))


def table_rows(rows: Sequence[Sequence[str]], indent: str = "", headed: bool = False) -> list[str]:
    """The text of each row. The last column is wrapped. Without room for that, each row is stacked: its first cell on a
    line, the others below, each after the heading of its column.
    """
    texts = [[one_line(cell) for cell in row] for row in rows]
    if not texts:
        return []
    widths = [max(map(width_of, column)) for column in zip(*texts, strict=True)]
    room = columns() - len(indent)
    left = sum(widths[:-1]) + 2 * (len(widths) - 1)
    if left + widths[-1] <= room or left + ROOM <= room:
        return [_aligned(row, widths, indent) for row in texts]
    return [_stacked(row, indent) for row in (_labelled(texts) if headed else texts)]


def _aligned(row: Sequence[str], widths: Sequence[int], indent: str) -> str:
    head = "".join(cell + " " * (width - width_of(cell) + 2) for cell, width in zip(row[:-1], widths[:-1], strict=True))
    lines = broken(row[-1], columns() - len(indent) - width_of(head))
    return "".join(f"{indent}{start}{line}".rstrip() + "\n" for start, line in _beside(head, lines))


def _beside(head: str, lines: list[str]) -> list[tuple[str, str]]:
    return [(head if number == 0 else " " * width_of(head), line) for number, line in enumerate(lines)]


def _labelled(texts: Sequence[Sequence[str]]) -> list[list[str]]:
    heads = texts[0][1:]
    return [
        [row[0], *(f"{head} {cell}".strip() if cell else "" for head, cell in zip(heads, row[1:], strict=True))]
        for row in texts[1:]
    ]


def _stacked(row: Sequence[str], indent: str) -> str:
    first, *others = [cell for cell in row if cell] or [""]
    lines = [indent + line for line in broken(first, columns() - len(indent))]
    below = wrapped(f"{indent}  ", "; ".join(others)) if others else ""
    return "\n".join([*lines, *([below] if below else [])]) + "\n"


def window(line: str, start: int, length: int, room: int) -> tuple[str, str, str]:
    """The parts of a line before, at and after the marked place, cut on both sides to `room` columns in all."""
    start = max(0, min(start, len(line)))
    end = max(start, min(start + length, len(line)))
    before, marked, after = one_line(line[:start]), one_line(line[start:end]), one_line(line[end:])
    if width_of(before + marked + after) <= room:
        return before, marked, after
    marked = cut(marked, room // 2)
    if width_of(before + marked) >= room:
        before = cut(before[::-1], room // 3)[::-1]
    return before, marked, cut(after, room - width_of(before + marked))


def cut(text: str, room: int) -> str:
    """A text cut to `room` columns, with `…` where it was cut. Only the beginning of a very long line is searched."""
    start = text[: MARKS * max(room, 0)]
    if start == text and width_of(text) <= room:
        return text
    kept, used = 0, 0
    for character in start:
        used += width_of(character)
        if used > room - 1:
            break
        kept += 1
    return f"{text[:kept]}…" if room > 0 else ""
