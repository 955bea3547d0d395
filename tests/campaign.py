"""A campaign by command: one seed after the other is tried, until enough has been done."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic


def campaign(page: str, things: str, enough: int, tried: Callable[[int, Path], int]) -> int:
    """Run `tried` with a seed and an empty folder; it gives the number of things it has done. Each exception is a fault, and
    is printed with the options that try its seed again. Gives the exit code."""
    parser = argparse.ArgumentParser(description=page, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=enough, help=things)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    begun_at, done, bad = monotonic(), 0, 0
    for seed in count(asked.seed):
        if done >= asked.count:
            break
        with TemporaryDirectory() as folder:
            try:
                done += tried(seed, Path(folder))
            except Exception as error:
                done, bad = done + 1, bad + 1
                print(f"--count 1 --seed {seed}: {type(error).__name__}: {error}", flush=True)
    print(f"{done} {things}, seeds {asked.seed} to {seed - 1}, {monotonic() - begun_at:.0f} s: {bad or 'no'} faults")
    return int(bad > 0)
