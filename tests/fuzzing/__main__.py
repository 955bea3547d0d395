"""`python -m tests.fuzzing --seconds 600 --seed 7`, from the top of the project. Ends with 1 if something failed."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from .corpus import KINDS
from .measuring import MEGABYTES, SECONDS, bill
from .running import again, for_seconds, fuzz, keep
from .trying import SECOND

ALONE = f"so many files that ask for much, each command in its own process: none over {SECONDS:.0f} s or {MEGABYTES} MB"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to look")
    parser.add_argument("--alone", type=int, default=0, metavar="COUNT", help=ALONE)
    parser.add_argument("--seed", type=int, default=None, help="what chance begins with; another one every time if left out")
    parser.add_argument("--kind", choices=KINDS, action="append", help="only this kind of file")
    parser.add_argument("--limit", type=float, default=SECOND, help="seconds of processor time that a command may take")
    parser.add_argument("--keep", type=Path, default=Path("build/fuzzing"), help="where failures are written")
    parser.add_argument("--again", type=Path, metavar="FILE", help="run every command on this file of one --kind")
    asked = parser.parse_args()
    os.environ["SY_JUDGE_CACHE"] = "off"
    kinds = tuple(asked.kind or KINDS)
    if asked.again:
        tried = again(kinds[0], asked.again.read_bytes(), asked.limit)
        for failure in tried.failures:
            print(f"{failure.command}: {failure.why}\n{failure.detail}")
        print(f"slowest: {tried.slowest[0]:.2f} s, {tried.slowest[1]}")
        return bool(tried.failures)
    seed = int(time.time()) if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)
    if asked.alone:
        costs = bill(seed, asked.alone, kinds, asked.keep.absolute())
        print("\n".join(costs.lines()))
        return bool(costs.wrong)
    tally = fuzz(seed, for_seconds(asked.seconds), kinds, asked.limit)
    print("\n".join(tally.lines()))
    print("\n".join(keep(tally, asked.keep.absolute())) or "nothing failed")
    return bool(tally.failures)


if __name__ == "__main__":
    sys.exit(main())
