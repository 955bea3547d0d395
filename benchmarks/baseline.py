"""The baseline of every comparison: a plain judge with built-in rules.

A baseline is a module with `State(edition, start, police)`, `clauses`, `apply`, `perft` and `random_game`.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

NUMBER = re.compile(r"^\s*\d+\.")
TOP = Path(__file__).parent.parent
COLOURS = ("red", "blue", "green", "yellow", "purple")
START = {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50, "purple": 29}


def baseline(path: str) -> Any:
    """The module at a path, or else the project's own second judge."""
    if not path:
        sys.path.insert(0, str(TOP / "tests"))
        import second_judge

        return second_judge
    spec = importlib.util.spec_from_file_location("baseline", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} is not a Python module")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def uniform_game(base: Any, seed: int) -> int:
    """Play a random game in which every move has the same probability, and return the number of its clauses."""
    random, state, count = Random(seed), base.State("2014", START), 0
    while not state.winner:
        state = base.apply(state, random.choice(base.clauses(state)))
        count += 1
    return count


def replayed(base: Any, text: str) -> int:
    """Judge a log by looking up each clause among the legal ones, and return the number of legal clauses."""
    head, _, body = text.partition("\n\n")
    start = next(line for line in head.splitlines() if line.startswith("start:")).partition(":")[2]
    state = base.State("2014", {piece: int(at) for piece, at in (one.split() for one in start.split(";"))})
    legal = 0
    for line in body.splitlines():
        for said in NUMBER.sub("", line).split(";"):
            clause = said.replace("!", "").strip()
            if not clause:
                continue
            if clause in base.clauses(state):
                legal += 1
            if not state.winner:
                state = base.apply(state, clause)
    return legal
