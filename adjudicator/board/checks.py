"""Checks of a complete board. A board with warnings can still be used."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.board.draft import Draft
from adjudicator.board.model import Board
from adjudicator.board.source import Removal, Sheet
from adjudicator.faults import Fault, Place

SHOWN = 12  # the most stations named of a part that cannot be reached
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


def has_a_name(board: Board, sheet: Sheet, draft: Draft) -> Iterator[Fault]:
    if not _ID.fullmatch(board.id):
        yield sheet.fault("B04.id", ("id",), id=board.id)


def has_stations(board: Board, sheet: Sheet, draft: Draft) -> Iterator[Fault]:
    if not board.stations and not draft.is_lost("stations"):
        yield sheet.fault("B17", ("id",))


def cards_are_on_the_board(board: Board, sheet: Sheet, draft: Draft) -> Iterator[Fault]:
    """Report inherited cards of stations that the file removed. Cards that the file lists itself are checked elsewhere."""
    for deck in board.deck_list:
        gone = sorted({number for card in deck.cards or () for number in card if number not in board.stations})
        if gone:
            yield sheet.fault("B40.removed", ("remove", "stations"), number=gone[0], deck=deck.name)


def all_can_be_reached(board: Board, sheet: Sheet, draft: Draft) -> Iterator[Fault]:
    if draft.is_lost("lines"):
        return
    parts = sorted(_parts(board), key=len, reverse=True)
    for part in parts[1:]:
        numbers: list[str | int] = [*sorted(part)[:SHOWN], *(["…"] if len(part) > SHOWN else [])]
        sentence = "B60.station" if len(part) == 1 else "B60"
        yield Fault(sentence, _cause(draft, sheet, min(part)), numbers=numbers)


def _parts(board: Board) -> Iterator[set[int]]:
    """The connected parts of the network, all modes together."""
    left = set(board.stations)
    while left:
        part, edge = set[int](), {min(left)}
        while edge:
            part |= edge
            edge = {to for number in edge for _, to, _ in board.lines_from(number)} - part
        left -= part
        yield part


def all_have_coordinates(board: Board, sheet: Sheet, draft: Draft) -> Iterator[Fault]:
    for station in board.stations.values():
        if station.x is None and not draft.is_lost("stations", str(station.number)):
            yield Fault("B61", _written(draft, station.number), number=station.number)


def _written(draft: Draft, number: int) -> Place:
    """The place of a station in the file that defines it."""
    sheet, path = draft.origins[number]
    return sheet.places.key(path)


def _cause(draft: Draft, sheet: Sheet, number: int) -> Place:
    """The place to report for a station that is cut off: its own, if it is new, or else the removals of this file."""
    taken = ("remove", "lines") if sheet.board.remove.lines else ("remove", "stations")
    is_inherited = draft.origins[number][0] is not sheet
    return sheet.places.key(taken) if is_inherited and sheet.board.remove != Removal() else _written(draft, number)


CHECKS = (has_a_name, has_stations, cards_are_on_the_board, all_can_be_reached, all_have_coordinates)
