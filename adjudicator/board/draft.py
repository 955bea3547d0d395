"""A board while its files are being applied to each other, and the changes by their verbs.

A draft is changed in place and collects faults; nothing outside this package sees one. Each file is applied by STEPS.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import define, evolve, field

from adjudicator.board.model import PROVENANCES, Attribute, Deck, Fact, Line, Mode, Numbering, Station, Water
from adjudicator.board.source import BLANK, ModeRow, Sections, Sheet
from adjudicator.faults import Fault, Given, Place
from adjudicator.toml_places import Path

MOST = 9999  # the highest station number
FAR = 1_000_000  # the largest coordinate, either way

_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
_WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

LineKey = tuple[str, int, int]


@define
class Draft:
    modes: dict[str, Mode] = field(factory=dict)
    stations: dict[int, Station] = field(factory=dict)
    lines: dict[LineKey, Line] = field(factory=dict)
    attributes: dict[str, Attribute] = field(factory=dict)
    facts: dict[tuple[str, int], Fact] = field(factory=dict)
    decks: dict[str, Deck] = field(factory=dict)
    numberings: list[Numbering] = field(factory=list)
    water: list[Water] = field(factory=list)
    numbering: str = ""
    network: str = "unknown"
    faults: list[Fault] = field(factory=list)
    origins: dict[object, tuple[Sheet, Path]] = field(factory=dict)  # where each station and line is defined
    lost: set[Path] = field(factory=set)  # parts of a file that could not be read, as `attributes.NAME`

    def origin(self, key: object) -> tuple[Place, ...]:
        if key not in self.origins:
            return ()
        sheet, path = self.origins[key]
        return (sheet.places.value(path),)

    def is_lost(self, *path: str) -> bool:
        """Whether this part was not read because of a fault that is reported already, so that it is not reported as missing."""
        return any(path[:length] in self.lost for length in range(len(path) + 1))

    def known_station(self, sheet: Sheet, at: Path, number: Any, sentence: str) -> bool:
        """Whether this is the number of a station here. If not, report a fault at its place."""
        if type(number) is int and number in self.stations:
            return True
        if type(number) is int:
            self.faults.append(sheet.fault(sentence, at, number=number, **self.stations_here()))
        else:
            digits = number.strip() if isinstance(number, str) and number.strip().isdecimal() else ""
            code = sentence.partition(".")[0]
            self.faults.append(sheet.fault(f"{code}.no-number", at, digits=digits))
        return False

    def stations_here(self) -> dict[str, Given]:
        """The stations that a message about a missing station names: all if they are few, or the first and the last."""
        numbers = list(self.stations)
        return {
            "known": numbers if len(numbers) <= 40 else (),
            "first": min(numbers, default=None),
            "last": max(numbers, default=None),
        }


def is_number(text: str) -> bool:
    """Whether a station's number is written like this. `007` would be a second way to write 7."""
    return _NUMBER.fullmatch(text) is not None


def own_provenance(sheet: Sheet) -> str:
    word = sheet.board.provenance
    return word if word in PROVENANCES else "unknown"


def is_word(draft: Draft, sheet: Sheet, at: Path) -> bool:
    """Whether this key may name a mode, attribute or deck, as rules and transcripts write it. If not, report a fault."""
    name = str(at[-1])
    if _WORD.fullmatch(name):
        return True
    kind = str(at[-2]).removesuffix("s")
    draft.faults.append(sheet.key_fault("B04.name", at, name=name, kind=f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"))
    return False


def sections_of(sheet: Sheet) -> tuple[Path, Sections]:
    """The additions of a file and their path: the file itself for a new board, `add` for one that extends another."""
    return (("add",), sheet.board.add) if sheet.board.extends else ((), sheet.board)


# --- modes and stations


def add_modes(draft: Draft, sheet: Sheet) -> None:
    prefix, sections = sections_of(sheet)
    for name, row in sections.modes.items():
        at = (*prefix, "modes", name)
        if name in draft.modes:
            draft.faults.append(sheet.key_fault("B21.mode", at, name=name))
        elif is_word(draft, sheet, at):
            draft.modes[name] = _dressed(draft, sheet, at, Mode(name, name), row)


def dress_modes(draft: Draft, sheet: Sheet) -> None:
    """Change the names and looks of inherited modes, as a board that extends another may."""
    if not sheet.board.extends:
        return
    for name, row in sheet.board.modes.items():
        at = ("modes", name)
        if name in draft.modes:
            draft.modes[name] = _dressed(draft, sheet, at, draft.modes[name], row)
        else:
            draft.faults.append(sheet.key_fault("B15.change", at, name=name, known=draft.modes))


def _dressed(draft: Draft, sheet: Sheet, at: Path, mode: Mode, row: ModeRow) -> Mode:
    if row.colour and not _COLOUR.fullmatch(row.colour):
        draft.faults.append(sheet.fault("B04.colour", (*at, "colour"), colour=row.colour))
        row = evolve(row, colour="")
    if row.width is not None and not 0 < row.width <= 20:
        draft.faults.append(sheet.fault("B04.width", (*at, "width")))
        row = evolve(row, width=None)
    return evolve(
        mode,
        title=row.name or mode.title,
        colour=row.colour or mode.colour,
        width=mode.width if row.width is None else row.width,
        dashed=mode.dashed if row.dashed is None else row.dashed,
    )


def add_stations(draft: Draft, sheet: Sheet) -> None:
    prefix, sections = sections_of(sheet)
    for text, row in sections.stations.items():
        at = (*prefix, "stations", text)
        if not is_number(text):
            draft.faults.append(sheet.key_fault("B10", at, number=text, most=MOST))
        elif int(text) in draft.stations:
            draft.faults.append(sheet.key_fault("B21.station", at, draft.origin(int(text)), number=text))
        else:
            x, y = _coordinates(draft, sheet, at, row)
            draft.stations[int(text)] = Station(int(text), x, y, own_provenance(sheet))
            draft.origins[int(text)] = (sheet, at)


def _coordinates(draft: Draft, sheet: Sheet, at: Path, row: Any) -> tuple[float | None, float | None]:
    if row == BLANK:
        return None, None
    if _are_points([row]):
        return float(row[0]), float(row[1])
    draft.faults.append(sheet.fault("B16.coordinates", at, number=at[-1]))
    draft.lost.add(("stations", str(at[-1])))
    return None, None


def _are_points(rows: Any) -> bool:
    return isinstance(rows, list) and all(
        isinstance(row, list)
        and len(row) == 2
        and all(type(part) in (int, float) and abs(part) <= FAR for part in row)  # false for nan, too
        for row in rows
    )


def add_water(draft: Draft, sheet: Sheet) -> None:
    prefix, sections = sections_of(sheet)
    for index, row in enumerate(sections.water):
        at = (*prefix, "water", index)
        if not 0 < row.width <= FAR:
            draft.faults.append(sheet.fault("B04.water-width", (*at, "width")))
        elif len(row.points) < 3 or any(abs(part) > FAR for point in row.points for part in point):
            draft.faults.append(sheet.fault("B04.water-points", (*at, "points"), most=FAR))
        else:
            draft.water.append(Water(row.width, row.points))


# --- lines


def line_rows(draft: Draft, sheet: Sheet, prefix: Path, tables: Mapping[str, Iterable[Any]]) -> Iterator[Any]:
    """Yield each row below a `lines` table as (mode, place, row), if its mode exists."""
    for mode, rows in tables.items():
        if mode not in draft.modes:
            if not draft.is_lost("modes", mode):
                draft.faults.append(sheet.key_fault("B15", (*prefix, mode), name=mode, known=draft.modes))
            continue
        for index, row in enumerate(rows):
            yield mode, (*prefix, mode, index), row


def is_pair(row: Any) -> bool:
    return isinstance(row, list) and len(row) == 2 and all(type(part) is int for part in row)


def add_lines(draft: Draft, sheet: Sheet) -> None:
    prefix, sections = sections_of(sheet)
    if not draft.stations or draft.is_lost("stations"):  # reported once: a fault for each line would bury it
        return
    for mode, at, row in line_rows(draft, sheet, (*prefix, "lines"), sections.lines):
        parts = (*row, [], [])[:4] if isinstance(row, list) and 2 <= len(row) <= 4 else ()
        if not parts or not is_pair(row[:2]) or not isinstance(parts[2], list) or not _are_points(parts[3]):
            draft.faults.append(sheet.fault("B16.line", at))
        elif _line_is_good(draft, sheet, at, row, parts[2]):
            via = tuple((float(x), float(y)) for x, y in parts[3])
            _add_line(draft, sheet, at, Line(mode, row[0], row[1], tuple(parts[2]), own_provenance(sheet), via))


def _line_is_good(draft: Draft, sheet: Sheet, at: Path, row: Any, passes: list[Any]) -> bool:
    checks = [draft.known_station(sheet, (*at, end), row[end], "B11.line") for end in (0, 1)]
    if row[0] == row[1]:
        draft.faults.append(sheet.fault("B13", at, number=row[0]))
        checks.append(False)
    for index, number in enumerate(passes):
        place = (*at, 2, index)
        checks.append(draft.known_station(sheet, place, number, "B14.over"))
        if number in row[:2] or number in passes[:index]:
            draft.faults.append(sheet.fault("B14.stops" if number in row[:2] else "B14.twice", place, number=number))
            checks.append(False)
    return all(checks)


def _add_line(draft: Draft, sheet: Sheet, at: Path, line: Line) -> None:
    if line.key in draft.lines:
        also = draft.origin(line.key)
        draft.faults.append(sheet.fault("B12", at, also, mode=line.mode, one=line.a, other=line.b))
        return
    draft.lines[line.key] = line
    draft.origins[line.key] = (sheet, at)
