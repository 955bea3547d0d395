"""How things are measured: side by side, again and again, and the median counts.

Work in this process is measured in processor time, which other programs on the machine disturb least; commands in the processor
time of the whole process.
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
    """A command that was run: processor time in seconds, largest memory in megabytes, what it printed."""

    processor: float
    memory: float
    output: str


# A process begins with the memory of the one that starts it, and Linux counts that as its own. So a command is started by a
# process that has next to none, which then says what the command used: its exit code, processor time, largest memory.
STARTER = """
import os, sys
process = os.posix_spawn(sys.executable, [sys.executable, *sys.argv[1:]], os.environ)
_, status, used = os.wait4(process, 0)
print(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr)
"""


def run(arguments: Sequence[str], environment: dict[str, str], folder: Path = TOP) -> Ran:
    """Run Python with these arguments; an exit code of 2 or more is an error of the benchmark."""
    command = [sys.executable, "-S", "-c", STARTER, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True, text=True)
    *errors, used = done.stderr.splitlines()
    code, processor, memory = used.split()
    if code not in ("0", "1"):
        raise RuntimeError(f"{' '.join(arguments)} ended with {code}: {' '.join(errors)}")
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return Ran(float(processor), int(memory) / unit, done.stdout)


def compiled(cache: Path) -> dict[str, str]:
    """An environment in which modules are compiled once, as they are where the program is installed, beside this cache."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(cache / "compiled"), "SY_JUDGE_CACHE": str(cache / "rules")}
