"""All of it, or a part: `python -m tests.in_play --seed 1 --only holmes`. What is illegal is printed; the end is 1 then."""

from __future__ import annotations

import argparse
import sys

from .playing import faults_of, files, tables_of


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.in_play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="tables with this in their names")
    asked = parser.parse_args()
    every = [table for file in files() for table in tables_of(file) if asked.only in str(table)]
    found = 0
    for table in every:
        for fault in faults_of(table, asked.seed):
            found += 1
            print(fault, flush=True)
    print(f"{len(every)} tables, {found} faults")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
