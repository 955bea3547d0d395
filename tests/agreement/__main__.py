"""Many games before both judges: `python -m tests.agreement --games 100000 --seed 1`.

Each game is a random one of an edition, in turn: a legal game and one with a planted mistake, by the Holmes rules also one with
all abilities. Verdict, first finding, winner, what each side sees and where the fugitive can be have to be the same.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests import each other from here

from agreement.comparing import EDITIONS, differences


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.agreement")
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", choices=EDITIONS, action="append", help="only this one; may be repeated")
    asked = parser.parse_args()
    editions, bad = asked.edition or EDITIONS, 0
    for number in range(asked.games):
        edition, seed = editions[number % len(editions)], asked.seed + number // len(editions)
        for difference in differences(edition, seed):
            bad += 1
            print(f"{edition}, seed {seed}: {difference}", flush=True)
        if number % 100 == 99 or number == asked.games - 1:
            print(f"{number + 1} games, {bad} differences", flush=True)
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
