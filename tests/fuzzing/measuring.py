"""Each command in its own process: how much time and memory an input takes at worst."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from attrs import define, evolve, field, frozen

from .corpus import ENDING
from .growing import SMALL, grown
from .running import aside, named, warm
from .trying import FIRST, Failure, attempt

SECONDS, MEGABYTES = 1.0, 150  # for lint and for the check of a short log, with any input
LONGER = 3.0  # seconds for lists of moves and stations, and for logs that leave much open
AGAIN = 2  # times that a slow input is measured again: it counts as slow only if it is slow every time
ASKED = {
    "transcript": (FIRST["transcript"], "where FILE", "moves FILE"),
    "variant": (
        FIRST["variant"], "check GAME --variant FILE", "check HIDDEN --variant FILE", "moves GAME --variant FILE --at 2",
    ),
    "board": (FIRST["board"], "check GAME --board FILE"),
}  # fmt: skip


@frozen
class Cost:
    name: str
    command: str
    seconds: float  # of processor time, loading the program aside
    megabytes: float  # at the peak, the program included
    failures: tuple[Failure, ...] = ()
    is_open: bool = False  # of a log with `?` in it

    def __str__(self) -> str:
        return f"{self.seconds:.2f} s, {self.megabytes:.0f} MB: {self.command} ({self.name})"

    @property
    def is_over(self) -> bool:
        limit = LONGER if self.is_open or self.command.startswith(("moves", "where")) else SECONDS
        return self.seconds > limit or self.megabytes > MEGABYTES


@define
class Bill:
    """The costs of many inputs, and those that are too high or have another fault."""

    inputs: int = 0
    costs: list[Cost] = field(factory=list)
    wrong: list[tuple[str, bytes, Cost]] = field(factory=list)

    def lines(self) -> Iterator[str]:
        yield f"{self.inputs} inputs, {len(self.costs)} commands"
        for word in ("seconds", "megabytes"):
            yield f"most {word}:"
            yield from (f"  {cost}" for cost in sorted(self.costs, key=lambda one: -getattr(one, word))[:5])


def bill(seed: int, count: int, kinds: tuple[str, ...], keep: Path) -> Bill:
    """The cost of so many hostile inputs, or of those before Ctrl-C. An input that costs too much is kept as a file."""
    found = Bill()
    with suppress(KeyboardInterrupt), aside() as folder:
        warm(folder)
        for kind, name, chance in islice(named(seed, kinds), count):
            text = grown(kind, chance)
            found.inputs += 1
            for command in ASKED[kind] if kind != "transcript" or len(text) <= SMALL else ASKED[kind][:1]:
                cost = measured(kind, name, text, command, folder)
                found.costs.append(cost)
                if cost.is_over or cost.failures:
                    keep.mkdir(parents=True, exist_ok=True)
                    (keep / f"{name}{ENDING[kind]}").write_bytes(text)
                    found.wrong.append((kind, text, cost))
                    print(f"{cost}: {', '.join(one.why for one in cost.failures) or 'too much'}", flush=True)
    return found


def measured(kind: str, name: str, text: bytes, command: str, folder: Path) -> Cost:
    """The cost of a command; if it is too high, the lowest of some."""
    cost = _alone(kind, name, text, command, folder)
    for _ in range(AGAIN if cost.is_over else 0):
        again = _alone(kind, name, text, command, folder)
        cost = evolve(cost, seconds=min(cost.seconds, again.seconds), megabytes=min(cost.megabytes, again.megabytes))
    return cost


def _alone(kind: str, name: str, text: bytes, command: str, folder: Path) -> Cost:
    """Forked, so that the program is loaded and nothing of the inputs before is left."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            tried = attempt(kind, text, [command], folder, limit=1e9)
            os.write(writing, pickle.dumps((tried.slowest[0], tried.failures))[:60_000])
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    _, status, used = os.wait4(child, 0)
    if status:
        return Cost(
            name, command, used.ru_utime, used.ru_maxrss / 1024, (Failure(command, f"its process ended with {status}"),)
        )
    seconds, failures = pickle.loads(said)
    return Cost(name, command, seconds, used.ru_maxrss / 1024, failures, kind == "transcript" and b"?" in text)
