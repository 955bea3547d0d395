"""An input and every command that a user could run on it: is the answer as it has to be?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from unicodedata import category

from attrs import frozen

from .corpus import ENDING, TOP
from .watching import Ran, run

SECOND = 1.0
CODES = range(5)  # 0 to 4, as documented for `check`
CONTROLS = ("Cc", "Cf", "Cs", "Zl", "Zp")  # what can take a terminal, or the order of its letters, out of step
LONGEST = 4_000_000  # characters of an answer; a list may have 60,000 moves
GAME = str(TOP / "examples" / "2014.log")
HIDDEN = str(TOP / "examples" / "records" / "public.log")
QUESTIONS = ("where can X be", "may X take the taxi to 51", "who can capture X", "what if red moves taxi 24", "double move")

# `FILE` stands for the input, `GAME` and `HIDDEN` for a whole game and a public one, `DIR` for a folder to write to.
FIRST = {"transcript": "check FILE", "variant": "variant lint FILE", "board": "board lint FILE"}
COMMANDS = {
    "transcript": (
        "check FILE --format json --strict", "check FILE --view detectives", "check FILE --view X", "check FILE --view red",
        "check FILE --variant classic", "fmt FILE -o -", "fmt --check FILE", "fmt FILE --format json", "import FILE",
        "moves FILE", "moves FILE --format json --view X",
        "moves FILE --view detectives --at 3", "where FILE", "where FILE --format json --at 2 --why 46", "draw FILE -o -",
        "draw FILE -o - --view detectives", "perft FILE --depth 1", "ask FILE QUESTION", "ask FILE QUESTION --view detectives",
        "replay FILE -o -", "replay FILE -o - --view detectives", "draw FILE --all -o DIR/frames",
        "seal FILE -o DIR/sealed.log --key DIR/sealed.key", "state FILE",
        "state FILE --format json --view detectives --at 2",
    ),
    "variant": (
        "variant show FILE", "variant show FILE --flat",
        "fmt --check FILE", "diff FILE", "variant test FILE", "rules FILE", "rules FILE --sheet",
        "rules FILE --format json", "diff 2014 FILE", "check GAME --variant FILE", "check GAME --variant 2014+FILE",
        "moves GAME --variant FILE", "where GAME --variant FILE", "generate --variant FILE --seed 1 --persons 3",
        "ask FILE QUESTION", "variant lint FILE --onto 2014", "variant test FILE --id 1.1",
    ),
    "board": (
        "board show FILE", "board show FILE 5", "board draw FILE -o -", "board draw FILE -o - --mark 5 --route 1,2",
        "check GAME --board FILE", "moves GAME --board FILE", "where GAME --board FILE",
        "generate --variant 2014 --board FILE --seed 1", "draw GAME --board FILE -o -", "rules 2014 --board FILE",
        "perft GAME --board FILE --depth 1 --at 2",
    ),
}  # fmt: skip


def patience(command: str, text: bytes) -> float:
    """How many times as long as others a command may take on this input, because what is asked for is more."""
    if command == FIRST["variant"] and b"pack" in text:
        return 3.0  # a pack is laid over every game that is shipped
    if b"?" in text and command.split()[0] not in ("fmt", "variant", "board"):
        return 15.0  # where tickets or pursuers are not known, thousands of courses of play are followed
    if "--view" in command or command.startswith("where"):
        return 3.0  # two walks, the second through every course of play that fits
    return 1.0


@frozen
class Failure:
    """A command whose answer is not as it has to be, and why."""

    command: str
    why: str
    seconds: float = 0.0
    detail: str = ""


@frozen
class Tried:
    """The result of one input."""

    failures: tuple[Failure, ...]
    slowest: tuple[float, str]
    codes: tuple[int, ...]


def commands(kind: str, chance: Random, count: int) -> list[str]:
    """The commands to run on an input: the plain check first, then some others."""
    return [FIRST[kind], *chance.sample(COMMANDS[kind], min(count, len(COMMANDS[kind])))]


def attempt(kind: str, text: bytes, asked: list[str], folder: Path, limit: float = SECOND) -> Tried:
    """The commands that are asked for, on this input."""
    file = folder / f"input{ENDING[kind]}"
    file.write_bytes(text)
    failures: list[Failure] = []
    slowest, codes = (0.0, ""), []
    for command in asked:
        arguments = [filled(word, file, text) for word in command.split()]
        ran = run(arguments)
        slowest = max(slowest, (ran.seconds, command))
        codes.append(ran.code)
        failures += [Failure(command, *why) for why in _wrong(ran, arguments, limit * patience(command, text))]
    return Tried(tuple(failures), slowest, tuple(codes))


def filled(word: str, file: Path, text: bytes) -> str:
    question = QUESTIONS[len(text) % len(QUESTIONS)]
    for name, meaning in (
        ("FILE", str(file)),
        ("GAME", GAME),
        ("HIDDEN", HIDDEN),
        ("DIR", str(file.parent)),
        ("QUESTION", question),
    ):
        word = word.replace(name, meaning)
    return word


def _wrong(ran: Ran, arguments: list[str], limit: float) -> Iterator[tuple[str, float, str]]:
    if ran.thrown:
        last = ran.thrown.strip().splitlines()[-1]
        yield last[:120], ran.seconds, ran.thrown
        return
    if ran.code not in CODES:
        yield f"exit code {ran.code}", ran.seconds, ran.output
    odd = next((one for one in sorted(set(ran.output) - {"\n"}) if category(one) in CONTROLS), "")
    if odd and not _is_told(odd, arguments):
        yield f"the control character {odd!r} is printed", ran.seconds, ran.output
    if ran.code >= 2 and not _is_clear(ran.output):
        yield "this is refused without a clear word", ran.seconds, ran.output
    if len(ran.output) > LONGEST:
        yield f"the answer has {len(ran.output)} characters", ran.seconds, ran.output[:1000]
    if ran.seconds > limit and _is_slow(arguments, limit):
        yield f"takes {ran.seconds:.1f} seconds", ran.seconds, ran.output[:1000]


def _is_slow(arguments: list[str], limit: float) -> bool:
    """Tried again, twice: a command that is slow every time is slow by itself, and not because the machine was busy."""
    return all(run(arguments).seconds > limit for _ in range(2))


def _is_told(odd: str, arguments: list[str]) -> bool:
    """The user's own words come back as they are where his text is written again."""
    return arguments[0] in ("fmt", "draw") or "--flat" in arguments


def _is_clear(output: str) -> bool:
    """A clear error: one with a code, or one of the command line about its arguments; or a choice of questions."""
    if "Choose one with `--pick`" in output or '"others"' in output:
        return True
    return "error " in output or "Error: " in output or '"verdict"' in output or "undecided" in output or "error:" in output
