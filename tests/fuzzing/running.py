"""Many inputs from one seed; what failed is kept as a file, with the line that tries it again."""

from __future__ import annotations

import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random

from attrs import define, field

from .corpus import ENDING, KINDS, sound
from .mutating import made
from .trying import COMMANDS, FIRST, SECOND, Failure, Tried, attempt, commands

MORE = 3  # commands that are run on each input besides the check


@define
class Tally:
    """The inputs that were tried, and their results."""

    inputs: Counter[str] = field(factory=Counter)
    codes: Counter[tuple[str, int]] = field(factory=Counter)
    understood: Counter[str] = field(factory=Counter)  # inputs that some command could do something with
    slowest: dict[str, tuple[float, str]] = field(factory=dict)
    failures: list[tuple[str, bytes, Failure, str]] = field(factory=list)

    def add(self, kind: str, name: str, text: bytes, tried: Tried) -> None:
        self.inputs[kind] += 1
        self.understood[kind] += 0 in tried.codes[1:] or (kind == "transcript" and tried.codes[0] < 2)
        self.codes.update((kind, code) for code in tried.codes[:1])
        self.slowest[kind] = max(self.slowest.get(kind, (0.0, "")), (tried.slowest[0], f"{tried.slowest[1]} ({name})"))
        self.failures += [(kind, text, failure, name) for failure in tried.failures]

    def lines(self) -> Iterator[str]:
        for kind in KINDS:
            if self.inputs[kind]:
                seconds, command = self.slowest[kind]
                ends = ", ".join(f"{many} ended with {code}" for (of, code), many in sorted(self.codes.items()) if of == kind)
                tried = f"{self.inputs[kind]} inputs, {self.understood[kind]} understood ({ends})"
                yield f"{kind}: {tried}; slowest {seconds:.2f} s: {command}"


def inputs(seed: int, kinds: tuple[str, ...] = KINDS) -> Iterator[tuple[str, str, bytes, list[str]]]:
    """Without end: kind, name, bytes, and the commands to run. Each has its own seed, made of its name."""
    for kind, name, chance in named(seed, kinds):
        yield kind, name, made(kind, chance), commands(kind, chance, MORE)


def named(seed: int, kinds: tuple[str, ...] = KINDS) -> Iterator[tuple[str, str, Random]]:
    """Without end: kind and name of an input, and the chance that makes it."""
    for number in count():
        for kind in kinds:
            name = f"{kind}-{seed}-{number}"
            yield kind, name, Random(name)


def fuzz(seed: int, goes_on: Callable[[Tally], bool], kinds: tuple[str, ...] = KINDS, limit: float = SECOND) -> Tally:
    """Tries inputs as long as it goes on."""
    tally = Tally()
    with aside() as folder:
        warm(folder)
        for kind, name, text, asked in inputs(seed, kinds):
            if not goes_on(tally):
                return tally
            tally.add(kind, name, text, attempt(kind, text, asked, folder, limit))
    return tally


def warm(folder: Path) -> None:
    """Loading the program is not what is measured, nor are the shipped rules that a table at play has in its cache."""
    for kind in KINDS:
        attempt(kind, sound(kind)[-1], [FIRST[kind], *COMMANDS[kind]], folder, limit=1e9)


class aside:
    """A folder that is gone afterwards; the work is done in it, so that no relative name means a file of ours."""

    def __enter__(self) -> Path:
        self.folder = tempfile.TemporaryDirectory()
        self.before = os.getcwd()
        os.chdir(self.folder.name)
        return Path(self.folder.name)

    def __exit__(self, *_: object) -> None:
        os.chdir(self.before)
        self.folder.cleanup()


def again(kind: str, text: bytes, limit: float = SECOND) -> Tried:
    """All commands on one input."""
    with aside() as folder:
        warm(folder)
        return attempt(kind, text, [FIRST[kind], *COMMANDS[kind]], folder, limit)


def keep(tally: Tally, folder: Path) -> list[str]:
    """Writes each input that failed, and what to type for it; one of each kind of failure."""
    said: dict[tuple[str, str], str] = {}
    for kind, text, failure, name in tally.failures:
        key = (failure.command.split()[0], failure.why if "second" not in failure.why else "slow")
        if key in said:
            continue
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{name}{ENDING[kind]}"
        file.write_bytes(text)
        (folder / f"{name}.txt").write_text(
            f"{failure.command}\n{failure.why}\n\n{failure.detail}", encoding="utf-8", errors="replace"
        )
        said[key] = f"{failure.command}: {failure.why}\n  python -m tests.fuzzing --again {file} --kind {kind}"
    return list(said.values())


def for_seconds(seconds: float) -> Callable[[Tally], bool]:
    until = time.monotonic() + seconds
    return lambda tally: time.monotonic() < until


def for_inputs(most: int, kind: str) -> Callable[[Tally], bool]:
    return lambda tally: tally.inputs[kind] < most
