"""Measures work: alternately, repeatedly, and by the median.

Work in this process is measured in processor time, which other programs on the machine affect least; commands in the processor
time of their whole process.
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
    """Seconds of each repetition, in the order in which they alternated with those of other works."""

    seconds: tuple[float, ...]

    @property
    def typical(self) -> float:
        return median(self.seconds)

    def times_faster_than(self, other: Timed) -> float:
        """The median of the ratios of neighbours, so that disturbances of both cancel out."""
        return median(b / a for a, b in zip(self.seconds, other.seconds, strict=True))


def alternate(repeats: int, *works: Work, clock: Callable[[], float] = time.process_time) -> list[Timed]:
    """Run the works in turn, `repeats` times. Their results are discarded."""
    seconds: list[list[float]] = [[] for _ in works]
    gc.collect()
    gc.freeze()  # objects of earlier rows are not collected again
    for _ in range(repeats):
        for taken, work in zip(seconds, works, strict=True):
            begun = clock()
            work()
            taken.append(clock() - begun)
    return [Timed(tuple(taken)) for taken in seconds]


@frozen
class Ran:
    """The result of a command: processor time in seconds, largest memory in megabytes, output."""

    processor: float
    memory: float
    output: str


# A new process begins with the memory of its parent, which Linux counts as its own. So commands are started by a small process,
# which then reports their exit code, processor time and largest memory.
STARTER = """
import os, sys
process = os.posix_spawn(sys.executable, [sys.executable, *sys.argv[1:]], os.environ)
_, status, used = os.wait4(process, 0)
print(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr)
"""


def run(arguments: Sequence[str], environment: dict[str, str], folder: Path = TOP) -> Ran:
    """Run Python with these arguments. An exit code of 2 or more is an error of the benchmark."""
    command = [sys.executable, "-S", "-c", STARTER, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True, text=True)
    *errors, used = done.stderr.splitlines()
    code, processor, memory = used.split()
    if code not in ("0", "1"):
        raise RuntimeError(f"{' '.join(arguments)} ended with {code}: {' '.join(errors)}")
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return Ran(float(processor), int(memory) / unit, done.stdout)


def compiled(cache: Path) -> dict[str, str]:
    """An environment that compiles modules only once, as an installation does, into a folder beside this cache."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(cache / "compiled"), "SY_JUDGE_CACHE": str(cache / "rules")}
