"""Makes thousands of different positions: the fugitive at busy stations, the pursuers far away or near."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from attrs import frozen
from baseline import COLOURS

import adjudicator as sy

BUSY = 20  # the number of stations, those with the most lines
NEAR = 2  # distance in lines


@frozen
class Place:
    """A position before the fugitive's turn: all stations, and his remaining special tickets."""

    stations: dict[str, int]
    black: int
    double: int


@cache
def _distances(origin: int) -> dict[int, int]:
    """The distance of each station in lines."""
    board = sy.load_board("london")
    found, edge = {origin: 0}, [origin]
    while edge:
        following = {to for station in edge for _, to, _ in board.lines_from(station) if to not in found}
        found |= dict.fromkeys(following, max(found.values()) + 1)
        edge = list(following)
    return found


def places(count: int, near: int, seed: int = 1) -> Iterator[Place]:
    """Different positions, in which `near` of the five detectives are within two lines and the others at least four away."""
    board, random = sy.load_board("london"), Random(seed)
    busy = sorted(board.stations, key=lambda station: -len(board.lines_from(station)))[:BUSY]
    distances = {station: _distances(station) for station in busy}
    seen = set()
    while len(seen) < count:
        station = random.choice(busy)
        close = [to for to, away in distances[station].items() if 0 < away <= NEAR]
        far = [to for to, away in distances[station].items() if away > NEAR + 1]
        pursuers = [*random.sample(close, near), *random.sample(far, len(COLOURS) - near)]
        place = Place({"X": station, **dict(zip(COLOURS, pursuers, strict=True))}, random.randint(2, 5), random.randint(1, 2))
        key = (*place.stations.values(), place.black, place.double)
        if key not in seen:
            seen.add(key)
            yield place
