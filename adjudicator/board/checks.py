"""What can only be seen when a board is complete. With warnings a board can still be used."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.board.draft import Draft
from adjudicator.board.model import Board
from adjudicator.board.source import Removal, Sheet
from adjudicator.faults import Fault, Place

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


def has_a_name(board: Board, sheet: Sheet, draft: Draft) -> Iterator[Fault]:
    if not _ID.fullmatch(board.id):
        help = "letters, digits and hyphens, as in the file's own name"
        yield sheet.fault("B04", ("id",), f"`{board.id[:40]}` cannot be the id of a board", help)


def has_stations(board: Board, sheet: Sheet, draft: Draft) -> Iterator[Fault]:
    if not board.stations and not draft.is_lost("stations"):
        yield sheet.fault("B17", ("id",), "this board has no stations", "write them below [stations], like 1 = [x, y]")


def cards_are_on_the_board(board: Board, sheet: Sheet, draft: Draft) -> Iterator[Fault]:
    """What a file lists itself was looked at there; this is about inherited cards of stations that it removed."""
    for deck in board.deck_list:
        gone = sorted({number for card in deck.cards or () for number in card if number not in board.stations})
        if gone:
            message = f"station {gone[0]} is removed, but still on a card of the deck `{deck.name}`"
            help = f"give the cards anew below [decks.{deck.name}], or remove the deck"
            yield sheet.fault("B40", ("remove", "stations"), message, help)


def all_can_be_reached(board: Board, sheet: Sheet, draft: Draft) -> Iterator[Fault]:
    if draft.is_lost("lines"):
        return
    parts = sorted(_parts(board), key=len, reverse=True)
    for part in parts[1:]:
        shown = ", ".join(str(number) for number in sorted(part)[:12]) + (", …" if len(part) > 12 else "")
        one = len(part) == 1
        message = f"station{'' if one else 's'} {shown} cannot be reached from the rest of the board"
        place = _cause(draft, sheet, min(part))
        yield Fault("B60", place, message, "add a line", severity="warning")


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
            message = f"station {station.number} has no coordinates, so it cannot be drawn"
            help = f"write {station.number} = [x, y]"
            yield Fault("B61", _written(draft, station.number), message, help, severity="warning")


def _written(draft: Draft, number: int) -> Place:
    """Where a station stands, in whichever file that is."""
    sheet, path = draft.origins[number]
    return sheet.places.key(path)


def _cause(draft: Draft, sheet: Sheet, number: int) -> Place:
    """Why a station is cut off: it is a new one without lines, or else this file removed them."""
    taken = ("remove", "lines") if sheet.board.remove.lines else ("remove", "stations")
    is_inherited = draft.origins[number][0] is not sheet
    return sheet.places.key(taken) if is_inherited and sheet.board.remove != Removal() else _written(draft, number)


CHECKS = (has_a_name, has_stations, cards_are_on_the_board, all_can_be_reached, all_have_coordinates)
