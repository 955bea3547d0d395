"""Figures of the table on phones: `python -m tests.phones games --count 200 --seed 1`.

    games    the same game at one laptop and on phones: the files are equal to the byte
    pairs    two games that look the same to a seat: every byte that it is sent is the same
    kills    the server is killed at every write: nothing acknowledged is lost
    surface  requests of every kind, in order or not: no error of the server, no link, nobody shut out
    screens  six phones and a table in Chromium: how long until a move is on all screens, and what a page weighs

Prints what to type to try a fault again.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import alike

from .driven import free_port
from .games import same_game, tables
from .kills import killed_at
from .pairs import bytes_sent, pair
from .screens import EVENINGS, Evening
from .surface import tried


def games(count: int, seed: int) -> Iterator[str]:
    """Logs that differ."""
    names, clauses = tables(), 0
    for number in range(seed, seed + count):
        name = list(names)[number % len(names)]
        with tempfile.TemporaryDirectory() as folder:
            equal, many = same_game(Path(folder), names[name], number, LINES)
        clauses += many
        if not equal:
            yield f"{name}: the logs differ; python -m tests.phones games --count 1 --seed {number}"
    print(f"{count} games of {min(count, len(names))} kinds, {clauses} clauses")


def pairs(count: int, seed: int) -> Iterator[str]:
    """Pairs of which a seat is sent something different. Where chance finds no second game, the next number is tried."""
    compared = size = 0
    for number in itertools.count(seed):
        variant = alike.GAMES[number % len(alike.GAMES)]
        found = pair(variant, number, 3 + number % 9)
        if found is None:
            continue
        with tempfile.TemporaryDirectory() as folder:
            sent = [bytes_sent(Path(folder, str(at)), record, found[2]) for at, record in enumerate(found[:2])]
        compared, size = compared + 1, size + len(sent[0])
        if sent[0] != sent[1]:
            yield f"{variant}: {found[2]} is sent something else; python -m tests.phones pairs --count 1 --seed {number}"
        if compared == count:
            break
    print(f"{compared} pairs, {size} bytes of each half; seeds {seed} to {number}")


def kills(count: int, seed: int) -> Iterator[str]:
    """The losses when the server was killed at each of so many writes, from one on."""
    done = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(seed, seed + count):
            lost, was_killed = killed_at(Path(folder, str(number)), free_port(), number)
            if lost:
                yield f"{lost}; python -m tests.phones kills --count 1 --seed {number}"
            if not was_killed:
                break
            done += 1
    print(f"killed at {done} writes")


def surface(count: int, seed: int) -> Iterator[str]:
    """The faults that some requests showed."""
    with tempfile.TemporaryDirectory() as folder:
        yield from tried(Path(folder), count, seed)
    print(f"{count} requests")


def screens(count: int, seed: int) -> Iterator[str]:
    """Evenings of two editions, of so many moves at most; what the pages complained about."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, headers in EVENINGS.items():
            began = time.monotonic()
            with tempfile.TemporaryDirectory() as folder:
                evening = Evening(browser, free_port(), Path(folder), Random(seed))
                try:
                    evening.begin(headers)
                    is_over = evening.play(count)
                finally:
                    complaints = evening.end()
                lines = Path(folder, "game.log").read_text(encoding="utf-8").count("\n")
            yield from (f"{name}: {text}" for text in complaints)
            print(f"{name}: {lines} lines in the log{', to its end' if is_over else ''}, {time.monotonic() - began:.0f} s")
            print(f"  {len(evening.waits)} moves on six phones and a table: {told([wait / 1000 for wait in evening.waits])}")
            for cause in dict.fromkeys(cause for cause, _ in evening.returns):
                slowest = max(seconds for one, seconds in evening.returns if one == cause)
                print(f"  right again after a {cause}: {slowest:.1f} s at most")
        browser.close()


def told(seconds: Sequence[float]) -> str:
    """Median and 95th percentile."""
    middle, late = (sorted(seconds)[int(len(seconds) * part)] for part in (0.5, 0.95))
    return f"{middle * 1000:.0f} ms median, {late * 1000:.0f} ms at the 95th percentile"


LINES = 120  # that are typed in a game at most
CAMPAIGNS = {"games": games, "pairs": pairs, "kills": kills, "surface": surface, "screens": screens}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.phones")
    parser.add_argument("what", choices=CAMPAIGNS)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began, bad = time.monotonic(), 0
    for fault in CAMPAIGNS[asked.what](asked.count, asked.seed):
        bad += 1
        print(fault, flush=True)
    print(f"{bad or 'no'} faults, {time.monotonic() - began:.0f} s")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
