"""Distances, neighbours and directions on the board, as rules ask for them."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engine.layout import Layout
from adjudicator.values import frozen

NOWHERE = 999  # the number of rides to a station that cannot be reached
Stations = tuple[int, ...]


@frozen
class Network:
    layout: Layout

    def joined(self, where: int | tuple[int, int]) -> Stations:
        """The neighbours of a station, or of (a station, a mode), by number."""
        station, mode = where if isinstance(where, tuple) else (where, None)
        symbols = self.layout.seating.symbols
        rides = self.layout.board.lines_from(station)
        return tuple(sorted({to for name, to, _ in rides if name in symbols and mode in (None, symbols[name])}))

    def stops(self, mode: int) -> Stations:
        return tuple(station for station in self.layout.board.stations if self.joined((station, mode)))

    def rides_from(self, where: int | tuple[int, int]) -> Mapping[int, int]:
        """The fewest rides from a station, or from (a station, a mode), to every station."""
        station, *mode = where if isinstance(where, tuple) else (where,)
        found, edge, rides = {station: 0}, [station], 0
        while edge:
            rides += 1
            near = {to for one in edge for to in self.joined((one, mode[0]) if mode else one)}
            edge = [to for to in near if to not in found]
            found.update(dict.fromkeys(edge, rides))
        return _Far(found)

    def south(self, station: int) -> float:
        """How far south a station is; not a number if its place is unknown, so that it is neither north nor south of any."""
        found = self.layout.board.stations.get(station)
        return float("nan") if found is None or found.y is None else found.y

    def east(self, station: int) -> float:
        found = self.layout.board.stations.get(station)
        return float("nan") if found is None or found.x is None else found.x


class _Far(dict[int, int]):
    def __missing__(self, station: int) -> int:
        return NOWHERE
