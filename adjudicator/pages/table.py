"""Reads a table: one row for each round, move or player; with or without a heading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import evolve

from adjudicator.faults import Fault, Place
from adjudicator.pages.cast import Cast
from adjudicator.pages.front import Front, read_front
from adjudicator.pages.grid import Grid, Row, grids
from adjudicator.pages.marks import Marks
from adjudicator.pages.minutes import Mark, Minutes, Move, Remark, Turn
from adjudicator.pages.moves_in_words import is_act
from adjudicator.pages.phrases import Entry, Phrase, PhraseReader
from adjudicator.pages.stretches import Sheet, Stretch
from adjudicator.pages.styles import styles_of
from adjudicator.pages.vocabulary import Vocabulary
from adjudicator.record.lexicon import key_of
from adjudicator.words import concepts

MOST = 0.8  # share of the cells that have to be moves
PAIR = 2  # rows that pair persons with pieces
TITLES = 6  # rows above the heading, at most
SAMPLE = 100  # rows that are tested for this
_CUT = re.compile(r";")
_WORD = re.compile(r"(?<!\w)[^\W\d_]+(?!\w)")  # `2x` has no such word


def read_table(sheet: Sheet, vocabulary: Vocabulary) -> list[Minutes]:
    """The page as a table, in every possible way, usually one or none."""
    rows = list(sheet.rows())
    front = read_front([(line.part(0), "") for line in rows], vocabulary)
    left = {line for line, _ in front.rest}
    for grid in grids([line for line in rows if line.part(0) in left]):
        tables = [_Table(_numbered(one, front.marks), front, vocabulary) for one in _below(grid)]
        for table in sorted(tables, key=lambda one: one.kind == "bare"):  # tables with a title first
            found = [minutes for minutes in _ways(table) if minutes is not None and minutes.moves]
            if found:
                return found
    return []


def _below(grid: Grid) -> Iterator[Grid]:
    """A table, and the part below each of its first rows that say less than the others: `Date;14.11.2026`."""
    yield grid
    for at, row in enumerate(grid.rows[:TITLES], 1):
        if (sum(map(bool, row)) > 2 and not _tells_seats(row)) or len(grid.rows) - at < 2:
            return
        yield evolve(grid, above=(*grid.above, *grid.rows[:at]), rows=grid.rows[at:])


def _tells_seats(row: Row) -> bool:
    """Whether a row above a table names players or pieces: `players,Ana,Ben,Cleo`."""
    return concepts("headers").get(key_of(row[0].text)) == "seats" and not any(
        sign.isdecimal() for cell in row for sign in cell.text
    )


def _numbered(grid: Grid, marks: Marks) -> Grid:
    """A table with a column for the numbers of rounds, if they are written before the first move: `1. taxi 48 | bus 15`."""
    parted = [marks.of(row[0]) for row in grid.rows]
    found = [(mark, rest) if any(map(str.isdecimal, rest.text)) else (None, rest) for mark, rest in parted]
    above = next((at for at, (mark, _) in enumerate(found) if mark), 0)  # names or starts
    if [mark.number if mark else 0 for mark, _ in found[above:]] != list(range(1, len(found) - above + 1)):
        return grid
    rows = [(mark.place, rest, *row[1:]) for (mark, rest), row in zip(found, grid.rows, strict=True) if mark]
    return evolve(grid, rows=(*((row[0].part(0, 0), *row) for row in grid.rows[:above]), *rows))


def _ways(table: _Table) -> Iterator[Minutes | None]:
    if not table.has_only_titles_above:
        return
    if table.kind == "bare":
        yield table.by_rounds(bare=True)
        yield table.by_players(bare=True)
    elif table.kind:
        yield {"moves": table.by_moves, "players": table.by_players, "rounds": table.by_rounds}[table.kind]()


class _Table:
    def __init__(self, grid: Grid, front: Front, vocabulary: Vocabulary):
        self.grid, self.front, self.vocabulary = grid, front, vocabulary
        self.phrases = PhraseReader(vocabulary)
        self.cast = Cast(vocabulary.lexicon)

    @property
    def has_only_titles_above(self) -> bool:
        """Whether the lines above the table contain no round, move or start."""
        return not any(self._says_move(row) for row in self.grid.above)

    def _says_move(self, row: Row) -> bool:
        words = {key_of(word) for cell in row for word in _WORD.findall(cell.text)}
        named = any(self.vocabulary.fare(word) or self.front.cast.known(word) or word in concepts("round") for word in words)
        return named and any(sign.isdecimal() for cell in row for sign in cell.text)

    def _minutes(self, what: str) -> Minutes:
        own = evolve(self.front, cast=self.front.cast.copy())  # other ways to read the table must not get its names
        minutes = own.minutes("a table")
        minutes.faults += self.grid.faults
        self._seats_above(minutes.cast)
        minutes.how.append(what)
        minutes.turns += [Remark(cell) for row in self.grid.above for cell in row if cell]
        return minutes

    def _seats_above(self, cast: Cast) -> None:
        """Take the seats from two rows above the table: persons in one, their pieces in the other."""
        told = [row for row in self.grid.above if _tells_seats(row)]
        for one, other in zip(*(row[1:] for row in told), strict=False) if len(told) == PAIR else ():
            if one and other:
                cast.whose(f"{one.text} ({other.text})")
            elif one or other:
                cast.whose((one or other).text)

    # --- which kind

    @cached_property
    def kind(self) -> str:
        """`moves`, `players`, `rounds`, or `bare` if it may be either of the last two; "" if it is not a table."""
        first, *rest = self.grid.rows
        titles = self._titles(first)
        by_move = ("ticket" in titles and "station" in titles) or (
            "piece" in titles and ("station" in titles or "ticket" in titles)
        )
        if by_move and not self._is_move(first):
            return "moves"
        column = [row[0] for row in rest if row[0]]
        numbers = [cell for cell in first[1:] if cell]
        if column and all(map(self._is_who, column)) and numbers and all(map(self._is_column_of_a_round, numbers)):
            return "players"
        if self._names(first) and self._share(rest, 1) >= MOST:
            return "rounds"
        is_told = self._names_somebody() or self._names_movers()
        return "bare" if self._share(self.grid.rows, 0) >= MOST and not is_told else ""

    def _names_movers(self) -> bool:
        """Whether most rows begin with a name alone, so that each is a move in the form of a line."""
        named = [self.front.cast.known(row[0].text) for row in self.grid.rows[:SAMPLE]]
        return 2 * sum(map(bool, named)) > len(named)

    def _names_somebody(self) -> bool:
        """Whether most cells have a name after a ticket and a station, so that the columns need no names."""
        cells = [_WORD.findall(cell.text) for row in self.grid.rows[:SAMPLE] for cell in row if cell]
        named = [
            len(words) > 1 and self.vocabulary.fare(key_of(words[0])) and self.front.cast.known(words[-1]) for words in cells
        ]
        return 2 * sum(map(bool, named)) > len(named)

    def _titles(self, row: Row) -> dict[str, int]:
        found: dict[str, int] = {}
        for at, cell in enumerate(row):
            title = concepts("columns").get(key_of(cell.text))
            if title:
                found.setdefault("person" if title == "piece" and "piece" in found else title, at)
        return found

    def _is_who(self, cell: Stretch) -> bool:
        if not cell or self._is_number(cell) or self._is_start(cell):
            return False
        return bool(self.cast.named(cell.text)) or self._phrase(cell) is None

    def _names(self, row: Row) -> bool:
        """Whether a row has the names of pieces or persons, above columns of moves."""
        said = [cell for cell in row[1:] if cell]
        return len(said) > 1 and all(map(self._is_who, said))

    def _is_number(self, cell: Stretch) -> bool:
        return self.front.marks.number(cell) is not None

    def _is_start(self, cell: Stretch) -> bool:
        return key_of(cell.text) in concepts("start") or key_of(cell.text) in ("0", "s")

    def _is_column_of_a_round(self, cell: Stretch) -> bool:
        return self._is_number(cell) or self._is_start(cell)

    def _phrase(self, cell: Stretch) -> Phrase | None:
        found = self.phrases.read(cell)
        return found if found is not None and (found.entries or found.plain or not _says(cell)) else None

    def _is_move(self, row: Row) -> bool:
        return any(entry.fare and entry.to for cell in row for entry in (self._phrase(cell) or Phrase()).entries)

    def _share(self, rows: Sequence[Row], first: int) -> float:
        """The share of moves among the cells that are not empty."""
        cells = [part for row in rows[:SAMPLE] for cell in row[first:] if _says(cell) for part in _parts(cell)]
        read = sum(self._phrase(cell) is not None or is_act(cell, self.vocabulary) for cell in cells)
        return read / len(cells) if cells else 0.0

    # --- a row for each round

    def by_rounds(self, bare: bool = False) -> Minutes | None:
        rows = list(self.grid.rows)
        heading = None if bare else self._heading(rows)
        leads = self._leads(rows, heading)
        minutes = self._minutes("a row for each round")
        pieces = self._columns(minutes, heading, rows, leads)
        if pieces is None:
            return None
        for at, row in enumerate(rows):
            is_numbered = leads > 0 and self._is_number(row[0])
            first = at == 0 and not is_numbered and all(_is_station(cell) for cell in row[leads:] if cell)
            begins = first or (leads > 0 and self._is_start(row[0]))
            if not begins and leads and row[0]:
                minutes.turns.append(self.front.marks.number(row[0]) or Remark(row[0]))
            self._cells(minutes, list(zip(pieces, row[leads:], strict=False)), begins)
        minutes.unordered = True
        minutes.turns = list(_with_halves(minutes.turns, self.vocabulary.lexicon.fugitive))
        return self._done(minutes, ["round"] * leads + pieces)

    def _heading(self, rows: list[Row]) -> Row:
        """The names above the columns, removed from the rows. Pieces below persons, or persons below pieces, belong to them."""
        heading = rows.pop(0)
        if not self._names(rows[0]) or any(sign.isdecimal() for cell in rows[0] for sign in cell.text):
            return heading
        below = rows.pop(0)
        both = ((cell, under) for cell, under in zip(heading, below, strict=True))
        return tuple(
            evolve(cell, text=f"{cell.text} ({under.text})") if cell and under else cell or under for cell, under in both
        )

    def _leads(self, rows: Sequence[Row], heading: Row | None) -> int:
        """1 if the first column is the number of the round, otherwise 0."""
        if heading is not None and self._counts([row[0] for row in rows]):
            return 1
        if heading is not None and heading[0] and self._titles(heading[:1]).get("round", -1) != 0:
            return 0 if self._is_who(heading[0]) and "entry" not in self._titles(heading[:1]) else 1
        if heading is not None:
            return 1
        first = [row[0] for row in rows if row[0]]
        marks = [(cell, self.front.marks.number(cell)) for cell in first]
        numbers = [mark.number for cell, mark in marks if mark and (cell.text[0].isdecimal() or mark.is_word)]
        counts = len(numbers) >= len(first) - 1 and numbers == sorted(set(numbers))
        alone = len(rows) == 1 and self._is_move(rows[0][1:])
        return int(counts and bool(numbers) and (len(numbers) > 1 or alone))

    def _counts(self, column: Sequence[Stretch]) -> bool:
        """Whether a column counts up from 1, perhaps with the start above that."""
        marks = (
            self.front.marks.number(cell) for cell in column if cell.text[:1].isdecimal() or self.front.marks.counted(cell)[0]
        )
        numbers = [mark.number for mark in marks if mark and not mark.again]
        return bool(numbers) and numbers in (list(range(1, len(numbers) + 1)), list(range(len(numbers))))

    def _columns(self, minutes: Minutes, heading: Row | None, rows: Sequence[Row], leads: int) -> list[str] | None:
        """The pieces of the columns, or None. A table without a heading has them in the order of the seats."""
        cast = minutes.cast
        if heading is not None:
            aside = [*_remarks(heading), *self._without_moves(heading, rows, cast)]
            cells = list(enumerate(heading))[leads:]
            left_out = [cell.text for at, cell in cells if at in self._strange_columns(heading, rows, cast)]
            minutes.how += [f"without the column `{title}`" for title in left_out if title]
            return ["" if at in aside or not cell else cast.whose(cell.text) for at, cell in cells]
        return self._seated(minutes, len(rows[0]) - leads)

    def _strange_columns(self, heading: Row, rows: Sequence[Row], cast: Cast) -> set[int]:
        """The columns that are left out, except remarks."""
        return {*self._without_moves(heading, rows, cast)} - {*_remarks(heading)}

    def _without_moves(self, heading: Row, rows: Sequence[Row], cast: Cast) -> Iterator[int]:
        """The columns without a player's name or moves: `tickets left`."""
        for at, name in enumerate(heading):
            said = [row[at] for row in rows[:SAMPLE] if _says(row[at])]
            if said and not cast.named(name.text) and not any(map(self._phrase, said)):
                yield at

    def _seated(self, minutes: Minutes, count: int) -> list[str] | None:
        seats = [seat.piece for seat in minutes.cast.given or minutes.cast.in_order()]
        if minutes.cast.given and len(seats) != count:
            return None
        seats = seats if len(seats) == count else []
        if not seats:
            first = self.grid.rows[0][0]
            minutes.faults.append(Fault("T232", Place("", first.line, first.column), count=count))
            seats = [self.vocabulary.lexicon.fugitive, *(f"piece-{chr(96 + at)}" for at in range(1, count))]
            for piece in seats:
                minutes.cast.whose(piece)
        return seats

    def _cells(self, minutes: Minutes, cells: Sequence[tuple[str, Stretch]], begins: bool) -> None:
        for piece, cell in cells:
            if not _says(cell):
                continue
            if not piece:
                minutes.turns.append(Remark(cell))
            elif begins:
                minutes.starts[piece] = cell
            else:
                minutes.turns += [Move(piece, part, self._phrase(part)) for part in _parts(cell)]

    # --- a row for each player

    def by_players(self, bare: bool = False) -> Minutes | None:
        rows = list(self.grid.rows)
        minutes = self._minutes("a row for each player")
        if bare:
            if not minutes.cast.given or len(rows) != len(minutes.cast.given) or self._leads(rows, None):
                return None
            pieces, columns = [seat.piece for seat in minutes.cast.given], rows
            numbers: list[Stretch | None] = [None] * len(rows[0])
        else:
            heading = rows.pop(0)
            pieces = [minutes.cast.whose(row[0].text) for row in rows]
            columns, numbers = [row[1:] for row in rows], list(heading[1:])
        for at, number in enumerate(numbers):
            cells = [(piece, row[at]) for piece, row in zip(pieces, columns, strict=True)]
            begins = self._is_start(number) if number else at == 0 and all(_is_station(cell) for _, cell in cells)
            if not begins and number:
                mark = self.front.marks.number(number)
                minutes.turns += [mark] if mark else []
            self._cells(minutes, cells, begins)
        minutes.unordered = True
        return self._done(minutes, pieces)

    # --- a row for each move

    def by_moves(self) -> Minutes | None:
        heading, *rows = self.grid.rows
        titles = self._titles(heading)
        minutes = self._minutes("a row for each move")
        if "piece" not in titles:  # the columns of a log sheet
            minutes.shape, minutes.halves = "a log sheet", False
        for row in rows:
            self._row(minutes, row, titles, [row[at] for at in _remarks(heading) if row[at]])
        shown = [cell.text for cell in heading if cell]
        return self._done(minutes, shown)

    def _row(self, minutes: Minutes, row: Row, titles: dict[str, int], remarks: Sequence[Stretch]) -> None:
        cell = {title: row[at] for title, at in titles.items()}
        number = cell.get("round") or cell.get("entry")
        who = cell["piece"].text if "piece" in cell else self.vocabulary.lexicon.fugitive
        person = cell["person"].text if "person" in cell and who else ""
        piece = minutes.cast.whose(f"{who} ({person})" if person else who) if who else ""
        if not piece:
            return
        ticket, to = cell.get("ticket"), cell.get("station")
        if any(one and self._is_start(one) for one in (ticket, number, *remarks)):
            if to:
                minutes.starts[piece] = to
            return
        mark = self.front.marks.number(number) if number else None
        if mark:
            last = next((turn.number for turn in reversed(minutes.turns) if isinstance(turn, Mark)), 0)
            minutes.turns.append(evolve(mark, again=last == mark.number))
        minutes.turns += self._move(piece, cell, remarks)
        minutes.turns += [Remark(one) for one in remarks if not self._marks(one) and not self._doubles(one)]

    def _move(self, piece: str, cell: dict[str, Stretch], remarks: Sequence[Stretch]) -> list[Move]:
        said = [cell[title] for title in ("ticket", "station") if cell.get(title)]
        if not said or not any(map(_says, said)):
            return []
        ticket = self.phrases.read(cell["ticket"]) if cell.get("ticket") else Phrase()
        station = self.phrases.read(cell["station"]) if cell.get("station") else Phrase()
        if ticket is None or station is None or len(station.entries) > 1:
            return [Move(piece, said[0], None)]
        seen = any(map(self._marks, (*remarks, *([cell["seen"]] if cell.get("seen") else []))))
        marked = bool(cell.get("double") and _is_yes(cell["double"]))
        double = ticket.double or station.double or marked or any(map(self._doubles, remarks))
        plain = ticket.plain or station.plain
        entries = _entry(ticket, station, cell.get("from"), seen)
        return [Move(piece, said[0], Phrase(entries, double, plain, ticket.styles | station.styles, ticket.keys))]

    def _marks(self, cell: Stretch) -> bool:
        """Whether a remark says that the fugitive was seen, or a cell in the column for this says yes."""
        phrase = self.phrases.read(cell)
        return _is_yes(cell) or (
            phrase is not None and not phrase.entries and any(key in concepts("seen") for key in phrase.keys)
        )

    def _doubles(self, remark: Stretch) -> bool:
        """Whether a remark says that the ride is half of a double."""
        phrase = self.phrases.read(remark)
        return phrase is not None and phrase.double and not phrase.entries

    def _done(self, minutes: Minutes, shown: Sequence[str]) -> Minutes:
        minutes.how.append(", ".join(one for one in shown if one))
        minutes.how += [f"cells separated by {self.grid.by}"] if self.grid.by != "columns" else []
        minutes.how += styles_of(minutes)
        return minutes


def _with_halves(turns: Sequence[Turn], fugitive: str) -> Iterator[Turn]:
    """The turns; a ride of the fugitive alone in its row, before a row with his next ride, is the first half of a double."""
    for at, turn in enumerate(turns):
        before, after, other = (turns[n] if 0 <= n < len(turns) else None for n in (at - 1, at + 1, at + 2))
        if isinstance(turn, Move) and isinstance(before, Mark) and isinstance(after, Mark) and isinstance(other, Move):
            alone = turn.piece == other.piece == fugitive and after.number == before.number + 1
            if alone and turn.phrase and other.phrase and len(turn.phrase.entries) == len(other.phrase.entries) == 1:
                yield evolve(turn, phrase=evolve(turn.phrase, double=True))
                continue
        yield turn


def _remarks(heading: Row) -> list[int]:
    """The columns with remarks."""
    return [at for at, cell in enumerate(heading) if concepts("columns").get(key_of(cell.text)) == "remark"]


def _says(cell: Stretch) -> bool:
    return bool(cell.text.strip(" -–—./xX_")) or cell.text.strip() == "?"


def _is_yes(cell: Stretch) -> bool:
    return key_of(cell.text) in concepts("yes")


def _is_station(cell: Stretch) -> bool:
    return cell.text.isdecimal() or cell.text == "?"


def _parts(cell: Stretch) -> list[Stretch]:
    """The parts of a cell, between `;`."""
    return list(filter(None, cell.cut(_CUT)))


def _entry(ticket: Phrase, station: Phrase, origin: Stretch | None, seen: bool) -> tuple[Entry, ...]:
    """The ride of a ticket and a station in two cells."""
    fare = ticket.entries[0].fare if ticket.entries else None
    there = station.entries[0] if station.entries else Entry()
    if fare is None and there == Entry():
        return ()
    return (
        Entry(fare or there.fare, there.to, origin if origin and _is_station(origin) else there.origin, seen or there.seen),
    )
