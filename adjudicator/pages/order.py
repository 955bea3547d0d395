"""Finds the order of the pursuers' moves in a round, if a page does not show it.

A table has one column for each piece, but the pieces moved in any order. The order that is found has no move to a station that
another piece has not left yet, and the capture of the fugitive last. If there is none, the order of the columns stays, and the
judge reports its faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from adjudicator.pages.cast import Cast
from adjudicator.pages.minutes import Move, Turn
from adjudicator.pages.stretches import Stretch
from adjudicator.record.transcript import Act, Clause, Ride, Step
from adjudicator.record.transcript_reader import parse_said

_BESIDE = ("with", "after", "during")  # when actions besides entries are taken
TRIED = 5_000  # orders of a round that are tried; a round of six pieces has fewer possible ones
Stands = dict[str, int | None]
Goals = Mapping[Stretch, int | None]
"""Where moves lead that only the notation can read, by their words."""


def goals_in_words(moves: Iterable[Move], cast: Cast) -> Goals:
    """The destinations of those moves that only the notation can read; None if even the notation does not show it. A piece that
    does not ride stays on its station, unless the fugitive makes an entry with it."""
    found: dict[Stretch, int | None] = {}
    for move in moves:
        steps = _steps_in_words(move, cast) if move.phrase is None else []
        rides = [step for step in steps if isinstance(step, Ride)]
        stays = bool(steps) and all(isinstance(step, Act) and step.form.place in _BESIDE for step in steps)
        if rides or (move.phrase is None and move.piece == cast.lexicon.fugitive and not stays):
            found[move.words] = rides[-1].to if rides else None
    return found


def _steps_in_words(move: Move, cast: Cast) -> list[Step]:
    said = parse_said(f"{move.piece} {move.words.text}", cast.lexicon, cast.seats)
    return [part for one in said if isinstance(one, Clause) for part in one.parts]


def ordered(
    turns: list[Turn], starts: Mapping[str, int | None], fugitive: str, goals: Goals, pulls: bool = False
) -> list[Turn]:
    """The turns in such an order. A piece that is in the way of one further left moves before it."""
    stands: Stands = dict(starts)
    found: list[Turn] = []
    for is_pursuit, some in groupby(turns, key=lambda turn: isinstance(turn, Move) and turn.piece != fugitive):
        part = list(some)
        if is_pursuit:
            moves = [turn for turn in part if isinstance(turn, Move)]
            stood = {piece: at for piece, at in stands.items() if piece != fugitive}
            part = list(_Arranging(stands.get(fugitive), goals, pulls).arranged(moves, stood) or moves)
        for turn in part:
            if isinstance(turn, Move):
                stands[turn.piece] = _goal(turn, stands.get(turn.piece), goals)
        found += part
    return found


class _Arranging:
    """Finds an order of the moves in one round; those of one piece stay in order."""

    def __init__(self, caught: int | None, goals: Goals, pulls: bool):
        self.caught, self.goals, self.pulls, self.tried = caught, goals, pulls, 0

    def arranged(self, moves: list[Move], stands: Stands) -> list[Move]:
        """An order in which everything fits; empty if none is found."""
        self.tried += 1
        firsts = {move.piece: move for move in reversed(moves)}
        first, *others = list(dict.fromkeys(move.piece for move in moves)) or [""]
        for piece in (first, *(reversed(others) if self.pulls else others)) if moves and self.tried < TRIED else ():
            move = firsts[piece]
            goal = _goal(move, stands.get(piece), self.goals)
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


def _goal(move: Move, stands: int | None, goals: Goals) -> int | None:
    """The destination of a move; None if the page does not show it."""
    if move.phrase is None:
        return goals.get(move.words, stands)
    for entry in move.phrase.entries:
        stands = int(entry.to.text) if entry.to is not None and entry.to.text.isdecimal() else None
    return stands
