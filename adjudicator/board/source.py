"""The contents of a board file, as classes. `structure` fills them, and `draft` interprets them."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Any, Literal

from attrs import field

from adjudicator.faults import Fault, Given, Place, Refused
from adjudicator.files import read_toml, shown
from adjudicator.structure import Codes, salvaged
from adjudicator.toml_places import Path, Places, locate
from adjudicator.values import frozen

BLANK = "?"  # a value that someone with the box at hand could fill in
Row = Any  # rows are checked one by one in `draft`, so that one bad row does not hide faults of the others

STAND_INS = {"id": "unnamed", "title": "(no title)", "provenance": "unknown"}  # values for missing keys, which are reported
CODES = Codes(unknown_key="B01", wrong_type="B02", missing_key="B03")


@frozen
class ModeRow:
    name: str = ""
    colour: str = ""
    width: float | None = None
    dashed: bool | None = None


@frozen
class AttributeRow:
    type_: Literal["yes-no", "one of", "set of"]
    values: tuple[str, ...] = ()
    otherwise: Row = BLANK


@frozen
class DeckRow:
    cards: tuple[Row, ...] | Literal["?"]
    stations: int | None = None
    size: int | None = None


@frozen
class WaterRow:
    width: float
    points: tuple[tuple[float, float], ...]


@frozen
class Sections:
    """The parts of a board: at the top of a new board, under `add` in one that extends another."""

    modes: dict[str, ModeRow] = field(factory=dict)
    stations: dict[str, Row] = field(factory=dict)
    lines: dict[str, tuple[Row, ...]] = field(factory=dict)
    attributes: dict[str, AttributeRow] = field(factory=dict)
    decks: dict[str, DeckRow] = field(factory=dict)
    water: tuple[WaterRow, ...] = ()


@frozen
class Removal:
    stations: tuple[int, ...] = ()
    lines: dict[str, tuple[Row, ...]] = field(factory=dict)
    attributes: tuple[str, ...] = ()
    decks: tuple[str, ...] = ()


@frozen
class Marked:
    """Data with another provenance than the file's."""

    provenance: str
    why: str = ""
    stations: tuple[int, ...] = ()
    lines: dict[str, tuple[Row, ...]] = field(factory=dict)
    facts: dict[str, tuple[int, ...]] = field(factory=dict)
    decks: tuple[str, ...] = ()


@frozen
class BoardFile(Sections):
    id: str = field(kw_only=True)
    title: str = field(kw_only=True)
    provenance: str = field(kw_only=True)
    source: str = ""
    numbering: str = ""
    extends: str = ""
    inherited: str = ""
    facts: dict[str, dict[str, Row]] = field(factory=dict)
    add: Sections = Sections()
    remove: Removal = Removal()
    renumber: dict[str, int] = field(factory=dict)
    also_numbered: dict[str, dict[str, int]] = field(factory=dict)
    marked: tuple[Marked, ...] = ()


@frozen
class Sheet:
    """One file as read, with the places of its values.

    `faults` are the faults of its structure; `lost` are the parts that could not be read because of them, so that they are not
    reported as missing.
    """

    path: FilePath
    board: BoardFile
    places: Places
    faults: tuple[Fault, ...] = ()
    lost: tuple[Path, ...] = ()

    def fault(self, sentence: str, at: Path, also: tuple[Place, ...] = (), /, **values: Given) -> Fault:
        """A fault at the place of a value."""
        return Fault(sentence, self.places.value(at), also, **values)

    def key_fault(self, sentence: str, at: Path, also: tuple[Place, ...] = (), /, **values: Given) -> Fault:
        """A fault at the place of a key."""
        return Fault(sentence, self.places.key(at), also, **values)


def read_sheet(path: FilePath) -> Sheet:
    """Read one file. Raises Refused if it is not TOML or not a board."""
    data, text = read_toml(path)
    places = locate(text, shown(path))
    if "rules" in data or "roles" in data:
        raise Refused([Fault("B03.variant", places.key(("rules" if "rules" in data else "roles",)))])
    board, faults, lost = salvaged(data, BoardFile, places, CODES, STAND_INS)
    if board is None or ("extends",) in lost:  # the meaning of a file depends on the file it extends
        raise Refused(faults)
    return Sheet(path, board, places, faults, lost)
