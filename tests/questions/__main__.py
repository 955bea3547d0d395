"""`python -m tests.questions --half seen`, from the top of the project. Ends with 1 if a sure answer is wrong."""

from __future__ import annotations

import argparse
import os
from collections import Counter

from . import HALVES, HERE, TOP, WORKSHOP, questions
from .looking_up import FIRST, FIVE, LOST, RESULTS, SURE_RIGHT, SURE_WRONG, THREE, Found, looked_up
from .training import PATH, train


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.questions", description=__doc__)
    parser.add_argument("--half", choices=HALVES, default="", help="only this half; both if left out")
    parser.add_argument("--workshop", action="store_true", help="the questions of `workshop/` instead, to learn from")
    parser.add_argument("--only", default="", metavar="START", help="only ids that begin so")
    parser.add_argument("--figures", action="store_true", help="the figures alone, to measure a half without looking at it")
    parser.add_argument("--train", action="store_true", help="learn the weights of the index and write them")
    asked = parser.parse_args()
    os.chdir(TOP)
    if asked.train:
        PATH.write_text(train(), encoding="utf-8")
        return 0
    counted: Counter[str] = Counter()
    for question in questions(asked.half, WORKSHOP if asked.workshop else HERE):
        if question.id.startswith(asked.only):
            found = looked_up(question)
            counted[found.result] += 1
            if not asked.figures:
                print(line(found), flush=True)
    print(figures(counted))
    return bool(counted[SURE_WRONG])


def line(found: Found) -> str:
    shown = f"  [{'; '.join((', '.join(found.shown), *found.reasons))}]" if found.result != SURE_RIGHT else ""
    return f"{found.result:<10}  {found.question.id:<28}  {found.question.ask}{shown}"


def figures(counted: Counter[str]) -> str:
    """How many are sure and right, sure and wrong, and right as the first shown, one of three, one of five."""
    total = sum(counted.values()) or 1
    sums = {
        SURE_RIGHT: counted[SURE_RIGHT],
        SURE_WRONG: counted[SURE_WRONG],
        FIRST: counted[SURE_RIGHT] + counted[FIRST],
        THREE: counted[SURE_RIGHT] + counted[FIRST] + counted[THREE],
        FIVE: counted[SURE_RIGHT] + counted[FIRST] + counted[THREE] + counted[FIVE],
        LOST: counted[LOST],
    }
    return f"{total} questions: " + ", ".join(f"{name} {sums[name]} ({sums[name] / total:.1%})" for name in RESULTS)


if __name__ == "__main__":
    raise SystemExit(main())
