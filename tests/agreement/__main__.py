"""Many games before both judges: `python -m tests.agreement --games 100000 --seed 1`.

The editions take turns, and the games come in pairs: a random legal game, and the same with a planted mistake; by the Holmes
rules also a pair with all abilities. Each game is also given up at some moment, a page is torn out of it, and of another page
nobody can read some rides, with and without a mistake. Verdict, findings, winner, what each side sees and where he can be have
to be the same.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests import each other from here

from agreement.comparing import EDITIONS, differences


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.agreement")
    parser.add_argument("--games", type=int, default=1_000, help="half of them with a planted mistake")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", choices=EDITIONS, action="append", help="only this one; may be repeated")
    asked = parser.parse_args()
    editions, bad = asked.edition or EDITIONS, 0
    for games in range(2, asked.games + 2, 2):
        pair = games // 2 - 1
        edition, seed = editions[pair % len(editions)], asked.seed + pair // len(editions)
        for difference in differences(edition, seed):
            bad += 1
            print(f"{edition}, seed {seed}: {difference}", flush=True)
        if games % 1000 == 0 or games >= asked.games:
            print(f"{games} games, {bad} differences", flush=True)
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
