"""Divides the rows of a table into cells: by tabs, bars, semicolons, commas, or aligned columns."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from itertools import pairwise

from attrs import evolve

from adjudicator.faults import Fault, Place
from adjudicator.pages.stretches import Stretch
from adjudicator.record.lexicon import key_of
from adjudicator.values import frozen
from adjudicator.words import concepts

SEPARATORS = {"\t": "tabs", "|": "bars", ";": "semicolons", "&": "ampersands", " / ": "slashes", ",": "commas"}
CELLS = 60  # of a row; no game has so many rounds or pieces
_RULE = re.compile(r"[\s|:+=_-]+")  # the line below a heading
_WIDE = re.compile(r" {2,}|\t+")
_SAID = re.compile(r"\S+")
Row = tuple[Stretch, ...]


@frozen
class Grid:
    """A table. All `rows` have the same number of cells; `above` has the other lines; `by` names the separator.

    `padded` is the number of rows that got empty cells for this.
    """

    by: str
    above: tuple[Row, ...]
    rows: tuple[Row, ...]
    faults: tuple[Fault, ...] = ()
    padded: int = 0


def grids(lines: Sequence[Stretch]) -> list[Grid]:
    """Some lines as a table, by each possible separator; first by one that divides all rows into equally many cells."""
    found = [grid for grid in (_by_sign(lines, sign) for sign in SEPARATORS) if grid is not None]
    found.sort(key=lambda grid: grid.padded > 0)
    return [grid for grid in (*found, _aligned(lines), _by_words(lines), _turned(lines)) if grid is not None]


# --- by a separator


def _by_sign(lines: Sequence[Stretch], sign: str) -> Grid | None:
    if not any(sign in line.text for line in lines):
        return None
    faults: list[Fault] = []
    said = [line for line in lines if not (sign == "|" and _RULE.fullmatch(line.text))]
    framed = sign == "|" and all(line.text.lstrip().startswith(sign) for line in said if sign in line.text)
    rows = [_cells(line, sign, framed, faults) for line in said]
    width = max(map(len, rows))
    if not 2 <= width <= CELLS:
        return None
    first = next(at for at, row in enumerate(rows) if len(row) > 1)
    talk = [row for row in rows[first:] if len(row) == 1 and not any(map(str.isdecimal, row[0].text))]
    body = [row for row in rows[first:] if any(row) and row not in talk]
    if not body or any(len(row) < 2 for row in body):
        return None
    padded = tuple(_padded(row, width) for row in body)
    short = sum(len(row) < width for row in body)
    return Grid(SEPARATORS[sign], (*rows[:first], *talk), _joined(padded), tuple(faults), short)


def _padded(row: Row, width: int) -> Row:
    """A row with empty cells added at its end, or at its start if it has only stations and lacks the number of a round."""
    missing = tuple(_empty(row) for _ in range(width - len(row)))
    leads = len(missing) == 1 and all(cell.text.isdecimal() for cell in row)
    return (row[0].part(0, 0), *row) if leads else row + missing


def _joined(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows; if each name has a column for tickets and one for stations, the two are joined."""
    titles = [concepts("columns").get(key_of(cell.text)) for cell in rows[1]] if len(rows) > 2 else []
    if min(titles.count("ticket"), titles.count("station")) < 2:
        return _joined_by_name(rows)
    starts = [at for at, cell in enumerate(rows[0]) if cell or at == 0]
    spans = list(pairwise([*starts, len(titles)]))
    return tuple(tuple(_as_one(row[first:last]) for first, last in spans) for row in (rows[0], *rows[2:]))


def _joined_by_name(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows; if each name has the columns `X ticket` and `X station`, the two are joined."""
    heading = [_name_above(cell) for cell in rows[0]]
    starts = [at for at, cell in enumerate(heading) if at == 0 or not cell or cell.text != getattr(heading[at - 1], "text", "")]
    if len(starts) == len(heading):
        return rows
    spans = list(pairwise([*starts, len(heading)]))
    names = tuple(heading[first] or rows[0][first] for first, _ in spans)
    return (names, *(tuple(_as_one(row[first:last]) for first, last in spans) for row in rows[1:]))


def _name_above(cell: Stretch) -> Stretch | None:
    """The name in a heading such as `X ticket`; None for any other."""
    name, _, title = cell.text.rpartition(" ")
    kind = concepts("columns").get(key_of(title)) if name.strip() else None
    return cell.part(0, len(name)) if kind in ("ticket", "station") else None


def _as_one(row: Row) -> Stretch:
    """The cells as one, with spaces in place of separators."""
    text = ""
    said = [cell for cell in row if cell] or list(row[:1])
    for cell in said:
        text = text.ljust(cell.column - said[0].column) + cell.text
    return evolve(said[0], text=text)


def _cells(line: Stretch, sign: str, framed: bool, faults: list[Fault]) -> Row:
    """The cells of a line, with bars around it if `framed`. Quotes work as in spreadsheets; each cell has its place."""
    text = line.text
    if framed:
        text = text.strip().removeprefix("|").removesuffix("|")
    is_open = sign != "|" and text.count('"') % 2 == 1
    if is_open and not faults:  # one fault is enough for a whole column
        faults.append(Fault("T236", Place("", line.line, text.index('"') + 1)))
    if len(sign) > 1 or sign == "|" or is_open or '"' not in text:
        values = [value.strip(' "') for value in text.split(sign)]
    else:
        values = next(csv.reader([text], delimiter=sign), [])
    return tuple(_located(line, values))


def _located(line: Stretch, values: Sequence[str]) -> list[Stretch]:
    at, found = 0, []
    for value in values:
        said = value.strip()
        there = line.text.find(said, at) if said else -1
        column = line.column + (there if there >= 0 else at)
        found.append(Stretch(said, line.line, column))
        at = max(at, there + len(said)) if there >= 0 else at
    return found


def _empty(row: Row) -> Stretch:
    last = row[-1]
    return Stretch("", last.line, last.end)


# --- by alignment


def _aligned(lines: Sequence[Stretch]) -> Grid | None:
    """A table whose columns are at least two spaces apart in the heading, or else in every row."""
    counts = [len(_wide(line)) for line in lines]
    first = next((at for at, count in enumerate(counts) if count > 2), None)
    if first is None or len(lines) - first < 2 or any("\t" in line.text for line in lines[first:]):
        return None
    heading, body = lines[first], lines[first + 1 :]
    columns = _wide(heading)
    leads = heading.text[:1].isspace() and not all(line.text[:1].isspace() for line in body)
    starts = [0] * leads + [cell.column - 1 for cell in columns]
    rows = [tuple([Stretch("", heading.line, 1)] * leads + columns)]
    for line in body:
        cells = _wide(line)
        rows.append(tuple(cells if len(cells) == len(starts) else _under(line, starts)))
    above = tuple((line.part(0),) for line in lines[:first])
    return Grid("columns", above, tuple(rows)) if len(starts) >= 3 else None


def _by_words(lines: Sequence[Stretch]) -> Grid | None:
    """A table of single words with any spaces between them, below names of single words: `X red blue`, then `1 48 15 39`."""
    rows = [tuple(line.part(*word.span()) for word in _SAID.finditer(line.text)) for line in lines]
    count = len(rows[-1]) if rows else 0
    first = next((at for at in range(len(rows), 0, -1) if len(rows[at - 1]) != count), 0)
    if first and len(rows[first - 1]) == count - 1:  # the column of round numbers needs no name
        first -= 1
        rows[first] = (lines[first].part(0, 0), *rows[first])
    has_names = first < len(rows) and not any(map(str.isdecimal, lines[first].text))
    above = tuple((line.part(0),) for line in lines[:first])
    return Grid("columns", above, tuple(rows[first:])) if has_names and count >= 3 and len(rows) - first > 1 else None


def _turned(lines: Sequence[Stretch]) -> Grid | None:
    """A transposed table: a row of tickets and one of stations, each with its title first."""
    rows = [tuple(line.part(*word.span()) for word in _SAID.finditer(line.text)) for line in lines]
    titles = [concepts("columns").get(key_of(row[0].text)) if row else None for row in rows]
    first = next((at for at, title in enumerate(titles) if title in ("round", "entry", "ticket", "station")), len(rows))
    turned = rows[first:]
    if not {"ticket", "station"} <= {*titles[first:]} or len({*map(len, turned)}) > 1:
        return None
    return Grid("columns", tuple((line.part(0),) for line in lines[:first]), tuple(zip(*turned, strict=True)))


def _wide(line: Stretch) -> list[Stretch]:
    at, found = 0, []
    for part in [*_WIDE.finditer(line.text), None]:
        end = part.start() if part else len(line.text)
        if line.text[at:end].strip():
            found.append(line.part(at, end))
        at = part.end() if part else end
    return found


def _under(line: Stretch, starts: Sequence[int]) -> list[Stretch]:
    """The words of a line by column: each belongs to the last column that begins before it, or at most one character after."""
    ends = [*(start - 1 for start in starts[1:]), len(line.text) + 1]
    words = [(match.start(), match.end()) for match in re.finditer(r"\S+", line.text)]
    spans: list[list[int]] = [[] for _ in starts]
    for start, end in words:
        column = next(at for at, last in enumerate(ends) if start < last or at == len(ends) - 1)
        spans[column] += [start, end]
    return [
        line.part(span[0], span[-1]) if span else Stretch("", line.line, start + 1)
        for span, start in zip(spans, starts, strict=True)
    ]
