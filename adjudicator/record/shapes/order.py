"""The order of the pursuers' moves in a round, where a page does not tell it.

A table has one column a piece, and the pieces moved in whatever order they liked. An order is looked for in which no piece
moves to a station that another one has not left yet, and in which the fugitive is caught last: if there is none, that of the
columns stays, and the judge says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from adjudicator.record.shapes.minutes import Move, Turn

TRIED = 5_000  # ways to begin a round; a round of six pieces has fewer that make sense
Stands = dict[str, int | None]


def ordered(turns: list[Turn], starts: Mapping[str, int | None], fugitive: str, pulls: bool = False) -> list[Turn]:
    """The turns in such an order. Whoever stands in the way of a column further left is waited for, or pulled ahead."""
    stands: Stands = dict(starts)
    found: list[Turn] = []
    for is_pursuit, some in groupby(turns, key=lambda turn: isinstance(turn, Move) and turn.piece != fugitive):
        part = list(some)
        if is_pursuit:
            moves = [turn for turn in part if isinstance(turn, Move)]
            stood = {piece: at for piece, at in stands.items() if piece != fugitive}
            part = list(_Arranging(stands.get(fugitive), pulls).arranged(moves, stood) or moves)
        for turn in part:
            if isinstance(turn, Move):
                stands[turn.piece] = _goal(turn, stands.get(turn.piece))
        found += part
    return found


class _Arranging:
    """Looks for an order of the moves of one round; those of one piece stay in theirs."""

    def __init__(self, caught: int | None, pulls: bool):
        self.caught, self.pulls, self.tried = caught, pulls, 0

    def arranged(self, moves: list[Move], stands: Stands) -> list[Move]:
        """An order in which everything fits; nothing where none is found."""
        self.tried += 1
        firsts = {move.piece: move for move in reversed(moves)}
        first, *others = list(dict.fromkeys(move.piece for move in moves)) or [""]
        for piece in (first, *(reversed(others) if self.pulls else others)) if moves and self.tried < TRIED else ():
            move = firsts[piece]
            goal = _goal(move, stands.get(piece))
            rest = [one for one in moves if one is not move]
            if goal != stands.get(piece) and not self._fits(piece, goal, stands, bool(rest)):
                continue
            later = self.arranged(rest, {**stands, piece: goal})
            if len(later) == len(rest):
                return [move, *later]
        return []

    def _fits(self, piece: str, goal: int | None, stands: Stands, more: bool) -> bool:
        if goal is None:
            return True
        caught = goal == self.caught and more
        return not caught and all(stood != goal for other, stood in stands.items() if other != piece)


def _goal(move: Move, stands: int | None) -> int | None:
    """Where a move leads; None where the page does not tell."""
    for entry in move.phrase.entries if move.phrase else ():
        stands = int(entry.to.text) if entry.to is not None and entry.to.text.isdecimal() else None
    return stands
