"""How things are measured: side by side, again and again, and the median counts.

Work in this process is measured in processor time, which other programs on the machine disturb least; commands in the processor
time of the whole process, and only what several processors do together by the clock.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from attrs import frozen

TOP = Path(__file__).parent.parent
Work = Callable[[], Any]


@frozen
class Timed:
    """Seconds of each repetition, in the order in which they alternated with those of others."""

    seconds: tuple[float, ...]

    @property
    def typical(self) -> float:
        return median(self.seconds)

    def times_faster_than(self, other: Timed) -> float:
        """The median of the ratios of neighbours: what slowed both down at the same time cancels out."""
        return median(b / a for a, b in zip(self.seconds, other.seconds, strict=True))


def alternate(repeats: int, *works: Work, clock: Callable[[], float] = time.process_time) -> list[Timed]:
    """Each work in turn, so many times; what it gives back is thrown away."""
    seconds: list[list[float]] = [[] for _ in works]
    gc.collect()
    gc.freeze()  # what earlier rows left behind is not looked through again and again
    for _ in range(repeats):
        for taken, work in zip(seconds, works, strict=True):
            begun = clock()
            work()
            taken.append(clock() - begun)
    return [Timed(tuple(taken)) for taken in seconds]


@frozen
class Ran:
    """A command that was run: processor time and time by the clock in seconds, largest memory in megabytes, what it printed."""

    processor: float
    clock: float
    memory: float
    output: str


def run(arguments: Sequence[str], environment: dict[str, str], folder: Path = TOP) -> Ran:
    """Run Python with these arguments; an exit code of 2 or more is an error of the benchmark."""
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *arguments], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    output, errors = process.stdout.read().decode(), process.stderr.read().decode()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(arguments)} ended with {process.returncode}: {errors}")
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return Ran(used.ru_utime + used.ru_stime, time.perf_counter() - begun, used.ru_maxrss / unit, output)


def compiled(cache: Path) -> dict[str, str]:
    """An environment in which modules are compiled once, as they are where the program is installed, beside this cache."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(cache / "compiled"), "SY_JUDGE_CACHE": str(cache / "rules")}
