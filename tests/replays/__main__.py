"""Many games as replays: `python -m tests.replays --games 1000 --seed 1`.

Makes games of all editions by chance, and the page of each; compares some steps with the commands, and the best turns of the
pursuers on small positions with an exhaustive search; tells the largest page and the longest time a hundred steps took.
`--stepping game.html` times the steps of a page in Chromium.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from adjudicator.game import Game
from adjudicator.judge.log_file import Asked
from adjudicator.replay.captures import best_turn
from adjudicator.replay.page import page
from adjudicator.replay.telling import Telling, tell
from adjudicator.workshop.random_games import maker

from .exhaustive import EDITIONS, most_caught, small_positions
from .moments import differences
from .stepping import slowest

LARGEST = 200_000  # bytes of a page
LONGEST = 16.0  # milliseconds of a step in Chromium
SHORT = 100  # steps: what takes long in a shorter game is what every page takes


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.replays")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--positions", type=int, default=0, help="small positions for the exhaustive search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stepping", nargs="*", default=[], metavar="PAGE", help="pages whose steps are timed in Chromium")
    asked = parser.parse_args()
    bad = [*_games(asked.games, Random(asked.seed)), *_positions(asked.positions, asked.seed), *_stepping(asked.stepping)]
    print("\n".join(bad) or "no differences")
    return bool(bad)


def _games(count: int, chance: Random) -> list[str]:
    bad, largest, slowest, steps = list[str](), (0, ""), (0.0, ""), 0
    for number in range(count):
        edition, seed = EDITIONS[number % len(EDITIONS)], chance.randrange(1_000_000)
        name, book = f"{edition} --seed {seed}", maker(Asked(edition))
        game = Game.of(book.game(seed), book.rulebook)
        telling, text, seconds = _made(game)
        largest = max(largest, (len(text.encode()), name))
        slowest = max(slowest, (seconds / max(SHORT, len(telling.steps)) * 100, name))
        steps += len(telling.steps)
        bad += [f"{name}: {what}" for what in differences(telling, 2, chance)]
        bad += [f"{name}: the page has {len(text.encode())} bytes"] if len(text.encode()) > LARGEST else []
        if number % 100 == 99 or number == count - 1:
            size, time_taken = f"{largest[0]:,} bytes ({largest[1]})", f"{slowest[0]:.2f} s a hundred ({slowest[1]})"
            print(f"{number + 1} games, {steps} steps; largest page {size}; slowest {time_taken}", flush=True)
    return bad


def _made(game: Game) -> tuple[Telling, str, float]:
    begun = time.process_time()
    telling = tell(game)
    text = page(telling)
    return telling, text, time.process_time() - begun


def _positions(count: int, seed: int) -> list[str]:
    bad, tried = list[str](), 0
    for known in small_positions(seed, count) if count else ():
        best, most = best_turn(known), most_caught(known)
        if most is not None:
            tried += 1
            bad += (
                [f"{known} {known.stations}: {best}, and in truth {most}"] if best is None or len(best.caught) != most else []
            )
    print(f"{tried} small positions")
    return bad


def _stepping(pages: Sequence[str]) -> list[str]:
    bad = list[str]()
    for name in pages:
        for screen, step, time_taken in slowest(Path(name).resolve()):
            print(f"{name}, {screen}: step {step} takes longest, {time_taken:.1f} ms")
            bad += [f"{name}, {screen}: step {step} takes {time_taken:.1f} ms"] if time_taken > LONGEST else []
    return bad


if __name__ == "__main__":
    sys.exit(main())
