"""From files to a board: each file is applied to the one that it extends, and all faults are collected."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path as FilePath

from adjudicator.board import draft as drafting
from adjudicator.board import filling, verbs
from adjudicator.board.checks import CHECKS
from adjudicator.board.draft import Draft
from adjudicator.board.model import Board
from adjudicator.board.source import Sheet, read_sheet
from adjudicator.faults import Fault, Refused, in_order
from adjudicator.files import Anywhere, find, shown

DEEPEST = 8  # the most boards that extend each other

Step = Callable[[Draft, Sheet], None]

# The changes of a file to the board it extends, in this order: numbers change first, so that the rest of the file uses its own
# numbers; removals come before additions, so that a line can be removed and added with other pass-overs; lines need
# modes and stations; facts need attributes; and marks need the data that they mark.
STEPS: tuple[Step, ...] = (
    verbs.check_words,
    verbs.check_sections,
    verbs.inherit,
    verbs.renumber,
    verbs.remove,
    drafting.add_modes,
    drafting.dress_modes,
    drafting.add_stations,
    drafting.add_lines,
    drafting.add_water,
    filling.add_attributes,
    filling.fill_facts,
    filling.add_decks,
    filling.fill_decks,
    filling.mark,
    filling.note_numberings,
)


def load(name: Anywhere, beside: Anywhere | None = None, paths: Iterable[Anywhere] = ()) -> Board:
    """Return a board by its id or path, as `files.find` finds it. Raises Refused if it has errors."""
    places = tuple(paths)
    board, faults = read(find("boards", os.fspath(name), beside, places), places)
    errors = [fault for fault in faults if fault.is_error]
    if errors:
        raise Refused(errors)
    return board


def read(path: FilePath, paths: Iterable[Anywhere] = ()) -> tuple[Board, tuple[Fault, ...]]:
    """Read a board and all its errors. Raises Refused if not even a damaged board can be made."""
    sheets = _sheets(path, tuple(paths))
    draft = Draft()
    for sheet in sheets:
        draft.faults.extend(sheet.faults)
        draft.lost |= {path[path[0] == "add" :] for path in sheet.lost}
        for step in STEPS:
            step(draft, sheet)
    board = _board(draft, sheets)
    for check in CHECKS:
        draft.faults.extend(check(board, sheets[-1], draft))
    return board, in_order(draft.faults)


def _sheets(path: FilePath, paths: tuple[Anywhere, ...]) -> list[Sheet]:
    """Read the file and all that it extends, the base first. Raises Refused if they extend in a circle or too deeply."""
    sheets = [read_sheet(path)]
    seen = {os.path.realpath(path)}
    while sheets[0].board.extends:
        path = _extended(sheets[0], paths)
        if os.path.realpath(path) in seen:
            also = tuple(sheet.places.value(("extends",)) for sheet in sheets[1:])
            sentence = "B05" if also else "B05.itself"
            raise Refused([sheets[0].fault(sentence, ("extends",), also, name=sheets[0].board.extends)])
        if len(sheets) == DEEPEST:
            raise Refused([sheets[0].fault("B05.deep", ("extends",), most=DEEPEST)])
        sheets.insert(0, read_sheet(path))
        seen.add(os.path.realpath(path))
    return sheets


def _extended(sheet: Sheet, paths: tuple[Anywhere, ...]) -> FilePath:
    """The path of the file that `extends` names. Raises Refused with a fault at that name if there is none."""
    name = sheet.board.extends
    try:
        path = find("boards", name, beside=sheet.path, paths=paths)
    except Refused as refused:
        (fault,) = refused.faults
        raise Refused([sheet.fault("B06", ("extends",), cause=fault)]) from None
    if not os.path.exists(path):  # also if the name is too long
        raise Refused([sheet.fault("B06.file", ("extends",), name=name, path=shown(path)[:200])])
    if not os.path.isfile(path):
        raise Refused([sheet.fault("B06.folder", ("extends",), name=name)])
    return path


def _board(draft: Draft, sheets: list[Sheet]) -> Board:
    order = {name: place for place, name in enumerate(draft.modes)}
    last = sheets[-1].board
    return Board(
        id=last.id,
        title=last.title,
        modes=tuple(draft.modes.values()),
        stations=dict(sorted(draft.stations.items())),
        lines=tuple(sorted(draft.lines.values(), key=lambda line: (order[line.mode], line.key))),
        attributes=draft.attributes,
        facts=dict(sorted(draft.facts.items())),
        deck_list=tuple(draft.decks.values()),
        network=draft.network,
        numberings=tuple(draft.numberings),
        water=tuple(draft.water),
        files=tuple(os.path.realpath(sheet.path) for sheet in sheets),
    )
