"""Campaign: do the intervals of playtests contain the truth as often as they say?

`python -m tests.intervals --pairs 1000 --seed 1` plays so many deals by two rules, takes the difference in all of them for the
truth, and draws 200 playtests of 100 deals from them. In 95 of 100, give or take 2, the interval has to contain the truth.
"""

from __future__ import annotations

import argparse
from random import Random

from adjudicator.judge.log_file import Asked
from adjudicator.lab.figures import difference, share
from adjudicator.lab.match import Outcome, match_of
from adjudicator.lab.shares import Work, with_jobs
from adjudicator.workshop.random_games import maker

Both = tuple[Outcome, Outcome]


def differs(both: list[Both]) -> tuple[int, int]:
    """The games that the fugitive gained and lost by the second rules."""
    gained = sum(one.winner != "fugitive" and other.winner == "fugitive" for one, other in both)
    lost = sum(one.winner == "fugitive" and other.winner != "fugitive" for one, other in both)
    return gained, lost


def covered(played: list[Both], repetitions: int, deals: int, luck: Random) -> tuple[float, float]:
    """How often the interval of the difference contained the truth, and that of the first rules' share."""
    gained, lost = differs(played)
    truth, rate = (gained - lost) / len(played), sum(one.winner == "fugitive" for one, _ in played) / len(played)
    right = sure = 0
    for _ in range(repetitions):
        some = luck.choices(played, k=deals)
        found = difference(*differs(some), deals)
        right += found.low <= truth <= found.high
        own = share(sum(one.winner == "fugitive" for one, _ in some), deals)
        sure += own.low <= rate <= own.high
    return right / repetitions, sure / repetitions


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--repetitions", type=int, default=200)
    parser.add_argument("--rules", nargs=2, default=["2014", "2014+examples/packs/no-doubles.toml"])
    parser.add_argument("--players", default="greedy")
    asked = parser.parse_args()
    matches = tuple(match_of(maker(Asked(name)), asked.players) for name in asked.rules)
    seeds = tuple(range(asked.seed, asked.seed + asked.pairs))
    played = sorted(with_jobs(Work(matches, seeds), asked.jobs), key=lambda deal: deal[0].seed)
    right, sure = covered([(one, other) for one, other in played], asked.repetitions, 100, Random(asked.seed))
    print(f"seed {asked.seed}: {asked.repetitions} playtests of 100 out of {len(played)} deals")
    print(f"the difference lies in its interval in {100 * right:.1f}%, the share in {100 * sure:.1f}%")
    return 0 if min(right, sure) >= 0.93 else 1


if __name__ == "__main__":
    raise SystemExit(main())
