"""Nothing is shared that changes: threads that judge at once in a fresh process find what one alone finds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from adjudicator import Game

TOP = Path(__file__).parent.parent
THREADS = 8
SWITCH = 1e-6  # seconds; Python takes five milliseconds
LOGS = ["2014-mistakes", "classic-mistakes", "beginners", "holmes"]
HOUSE = "examples/house-rules/club-night.toml"
START = {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50}
CLAUSES = 12  # of a random game


def found(log: str) -> object:
    """Everything that a reader of a log may ask for."""
    game = Game.read(str(TOP / "examples" / f"{log}.log"))
    verdict = game.verdict
    findings = [[one.verdict, one.rule, one.message, one.line] for one in verdict.findings]
    moves = [move.notation for move in game.moves()]
    return [verdict.verdict, str(verdict.rules), findings, moves, game.seen_by("detectives").where().stations]


def played(variant: str) -> object:
    """A random game, and how many moves were legal before each of its clauses."""
    random, game, counts = Random(1), Game.start(variant, START), list[int]()
    while len(counts) < CLAUSES and (moves := game.moves()):
        counts.append(len(moves))
        game = game.play(random.choice(moves))
    return [game.text, counts]


TASKS: list[Callable[[], object]] = [*(partial(found, log) for log in LOGS), partial(played, HOUSE)]


def found_by_all() -> list[object]:
    """The results of each thread, by task; each thread begins with another task."""
    every: list[object] = []
    gate = threading.Barrier(THREADS)

    def judge(number: int) -> None:
        order = [(number + step) % len(TASKS) for step in range(len(TASKS))]
        gate.wait()
        try:
            results = {task: TASKS[task]() for task in order}
            every.append([results[task] for task in range(len(TASKS))])
        except Exception:
            every.append(traceback.format_exc())

    threads = [threading.Thread(target=judge, args=(number,)) for number in range(THREADS)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return every


def test_threads_of_a_fresh_process_find_what_one_finds(tmp_path: Path) -> None:
    environment = {**os.environ, "SY_JUDGE_CACHE": str(tmp_path / "cache")}
    run = [sys.executable, __file__]
    said = subprocess.run(run, cwd=TOP, env=environment, capture_output=True, text=True, check=False, encoding="utf-8")
    assert said.stderr == ""
    alone = json.loads(json.dumps([task() for task in TASKS]))
    for one in json.loads(said.stdout):
        assert one == alone


if __name__ == "__main__":
    sys.setswitchinterval(SWITCH)
    json.dump(found_by_all(), sys.stdout)
