"""`python -m tests.pages --games 200 --seed 1`: games of all editions in every shape, read back and compared."""

from __future__ import annotations

import argparse
import sys

from adjudicator.judge.batch import editions
from adjudicator.judge.log_file import Asked
from adjudicator.record import transcript as r
from adjudicator.workshop.random_games import maker

from .comparing import differences
from .writing import SHAPES, fits


def faults_of(game: r.Transcript) -> list[str]:
    """The faults in the pages of one game."""
    fitting = [name for name in SHAPES if fits(game, name)]
    return [fault for name in fitting for fault in differences(game, SHAPES[name](game), name)]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    names = editions("all")
    makers = {name: maker(Asked(name)) for name in names}
    bad = 0
    for number in range(asked.games):
        name = names[number % len(names)]
        for fault in faults_of(makers[name].game(asked.seed + number)):
            bad += 1
            print(f"{name} --seed {asked.seed + number}: {fault}")
    print(f"{asked.games} games of {len(names)} editions in {len(SHAPES)} shapes: {bad or 'no'} faults")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
