"""A fugitive who is hemmed in: the page ends there, or writes down the move that loses, or one that nobody can make."""

import random

from attrs import frozen

from .affairs import BOARD, CHARACTERS, fact
from .editions import EDITIONS
from .records import Record
from .state import FUGITIVE, State

COLOURS = ("purple", "red", "green", "yellow", "blue")


@frozen
class DeadEnd:
    """A page, the rules that it breaks with the index of the clause, and how the game ends."""

    record: Record
    broken: tuple[tuple[int, str], ...]
    result: tuple[str, str]


def random_dead_ends(edition: str, rng: random.Random) -> list[DeadEnd]:
    """The last pursuer of a round closes the ring; then nothing, a losing move, and a move along no line."""
    names = CHARACTERS if edition == "holmes" else COLOURS[: 4 if edition == "beginners" else 5]
    headers, closes, ring, ride = _ring(edition, names, rng)
    start = {piece: int(at) for piece, at in (one.split() for one in headers["start"].split("; "))}
    far = next(one for one in rng.sample(sorted(State(edition, start).near), 199) if one not in (*ring, start[FUGITIVE]))
    loses = EDITIONS[edition].enters == "loses"
    over = ("pursuers", "trapped")
    return [
        DeadEnd(Record(headers, ((5, closes),)), (), over),
        DeadEnd(
            Record(headers, ((5, closes), (6, f"X {ride[0]} {ride[1]}"))),
            () if loses else ((1, "after-the-end"),),
            ("pursuers", "entered-pursuer") if loses else over,
        ),
        DeadEnd(Record(headers, ((5, closes), (6, f"X taxi {far}"))), ((1, "after-the-end"),), over),
    ]


def _ring(edition: str, names: tuple[str, ...], rng: random.Random) -> tuple[dict[str, str], str, list[int], tuple[str, int]]:
    """Pursuers around him but for one, who can still close the ring; and one of his rides."""
    rules = EDITIONS[edition]
    near = State(edition, {FUGITIVE: 1}).near
    usable = {*rules.modes, *rules.black_pays}
    while True:
        here = rng.choice(sorted(near))
        ring = sorted({to for mode, to in near[here] if mode in usable})
        gates = [(mode, at) for mode, at in near[ring[-1]] if mode in rules.modes and at not in (*ring, here)]
        if len(ring) <= len(names) and gates and not (edition == "holmes" and fact(here, "hideout")):
            break
    mode, outside = rng.choice(gates)
    others = [one for one in rng.sample(sorted(near), 20) if one not in (*ring, here, outside)]
    stations = [*[*ring[:-1], *others][: len(names) - 1], outside]
    start = [f"X {here}", *(f"{name} {at}" for name, at in zip(names, stations, strict=True))]
    headers = {"variant": edition} | ({"board": BOARD} if edition == "holmes" else {})
    headers |= {"round": "5", "entry": "5", "moved": ", ".join((FUGITIVE, *names[:-1])), "start": "; ".join(start)}
    ride = rng.choice([(ticket, to) for ticket, to in near[here] if ticket in rules.modes])
    return headers, f"{names[-1]} {mode} {ring[-1]}", ring, ride
