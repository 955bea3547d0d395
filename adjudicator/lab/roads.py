"""How far it is from station to station for a piece, by every line that the board and the rules let it take at all.

Tickets, other pieces and rules that hold only now and then are left out of account.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from adjudicator.engine import FUGITIVE, Engine
from adjudicator.values import frozen

FAR = 99  # rides: out of reach


@frozen(eq=False, slots=False)
class Roads:
    """The distances at one table."""

    engine: Engine

    def distances(self, piece: int, station: int) -> Sequence[int]:
        """The number of rides from a station to every station, by its number."""
        return self._found(self._kind(piece), station)

    def _kind(self, piece: int) -> int:
        """The first piece that has the same lines as this one."""
        return self._kinds[piece]

    @cached_property
    def _kinds(self) -> list[int]:
        lines = [tuple(map(tuple, self._neighbours(piece))) for piece in range(self.engine.seating.count)]
        return [lines.index(one) for one in lines]

    def _neighbours(self, piece: int) -> list[list[int]]:
        """For each station the stations that are one ride away."""
        off = self.engine.seating.off
        return [sorted({to for _, to in self.engine.lines_from(one, piece)}) for one in range(off)]

    @cached_property
    def _next(self) -> dict[int, list[list[int]]]:
        return {piece: self._neighbours(piece) for piece in set(self._kinds)}

    @cached_property
    def _rows(self) -> dict[tuple[int, int], Sequence[int]]:
        return {}

    def _found(self, kind: int, station: int) -> Sequence[int]:
        if (kind, station) not in self._rows:
            self._rows[kind, station] = self._row(self._next[kind], station)
        return self._rows[kind, station]

    def _row(self, neighbours: list[list[int]], station: int) -> Sequence[int]:
        row = [FAR] * (len(neighbours) + 1)  # the last: off the board
        reached, far = {station}, 0
        while reached:
            for one in reached:
                row[one] = far
            far += 1
            reached = {to for one in reached if one < len(neighbours) for to in neighbours[one] if row[to] == FAR}
        return row

    @cached_property
    def ways(self) -> list[list[tuple[int, int]]]:
        """For each station the rides of the fugitive from it: ticket, station."""
        return [self.engine.lines_from(one, FUGITIVE) for one in range(self.engine.seating.off + 1)]


@lru_cache(maxsize=16)
def roads(engine: Engine) -> Roads:
    return Roads(engine)
