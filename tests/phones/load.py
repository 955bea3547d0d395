"""Many tables in one process: how long it takes until a move is at everybody who looks."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

from live_play import TABLES

from .driven import Phones, Served, Stream, begun, seated

MOVES = 5  # of each table
PAUSE = 8.0  # seconds between two moves of a table, more or less


def waits(folder: Path, count: int, seed: int) -> list[float]:
    """Seconds from the tap to the last of five screens, for each move of each of these tables."""
    tables = [seated(begun(folder / str(at), TABLES["2014"], seed=at), f"-{at}") for at in range(count)]
    found: list[float] = []
    with Served(tables) as served:
        players = [
            threading.Thread(target=_evening, args=(served.phones(table), random.Random(seed + at), found))
            for at, table in enumerate(tables)
        ]
        for player in players:
            player.start()
        for player in players:
            player.join()
    return found


def _evening(phones: Phones, chance: random.Random, found: list[float]) -> None:
    streams = {seat: Stream(phones.port, token) for seat, token in phones.table.links.tokens.items()}
    for seat, stream in streams.items():
        stream.until(phones.stamp(seat))
    for _ in range(MOVES):
        time.sleep(PAUSE * 2 * chance.random())
        moves = [one for one in phones.session.game.game.next_steps() if not one.actions]
        if not moves:  # the game is over
            break
        move = chance.choice(moves)
        began = time.monotonic()
        phones.say(phones.speaker(move.notation), move.notation)
        for seat, stream in streams.items():
            stream.until(phones.stamp(seat))
        found.append(time.monotonic() - began)
    for stream in streams.values():
        stream.close()
