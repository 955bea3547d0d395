"""The order of the pursuers' moves in a round, where a page does not tell it.

A table has one column a piece, and the pieces moved in whatever order they liked. An order is looked for in which no piece moves
to a station that another one has not left yet, and in which the fugitive is caught last: if there is none, that of the columns
stays, and the judge says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from adjudicator.record.shapes.minutes import Move, Turn


def ordered(turns: list[Turn], starts: Mapping[str, int | None], fugitive: str) -> list[Turn]:
    stands: dict[str, int | None] = dict(starts)
    found: list[Turn] = []
    for is_pursuit, some in groupby(turns, key=lambda turn: isinstance(turn, Move) and turn.piece != fugitive):
        part = list(some)
        if is_pursuit:
            part = list(_arranged([turn for turn in part if isinstance(turn, Move)], stands, stands.get(fugitive)))
        for turn in part:
            if isinstance(turn, Move):
                stands[turn.piece] = _goal([turn], stands.get(turn.piece))
        found += part
    return found


def _arranged(moves: list[Move], stands: Mapping[str, int | None], caught: int | None) -> Iterator[Move]:
    waiting = {piece: list(own) for piece, own in groupby(moves, key=lambda move: move.piece)}
    here = dict(stands)
    while waiting:
        free = [piece for piece in waiting if _may_go(piece, waiting, here)]
        later = [piece for piece in free if _goal(waiting[piece], here.get(piece)) == caught and caught is not None]
        piece = next((one for one in free if one not in later), next(iter(later or waiting)))
        own = waiting.pop(piece)
        here[piece] = _goal(own, here.get(piece))
        yield from own


def _may_go(piece: str, waiting: Mapping[str, list[Move]], here: Mapping[str, int | None]) -> bool:
    goal = _goal(waiting[piece], here.get(piece))
    return goal is None or all(here.get(other) != goal for other in waiting if other != piece)


def _goal(moves: list[Move], stands: int | None) -> int | None:
    """Where these moves lead; None where the page does not tell."""
    for move in moves:
        for entry in move.phrase.entries if move.phrase else ():
            stands = int(entry.to.text) if entry.to is not None and entry.to.text.isdecimal() else None
    return stands
