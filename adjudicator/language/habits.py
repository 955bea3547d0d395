"""Phrases of everyday speech and of other languages, with the way to write them in the rule language. Reads `habits.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources

from adjudicator.faults import Fault
from adjudicator.files import parse_toml
from adjudicator.values import frozen

AROUND = 300  # characters that are searched on each side, so that no text can make it slow
WORDS = {"<value>": r"[a-z][\w-]*(?:\([^()\n]*\))?", "<name>": r"[a-z][\w-]*", "<text>": r'"[^"\n]*"'}
TEXT = re.compile(WORDS["<text>"])


@frozen
class Habit:
    """A wrong phrase, with its fault; `such` is an example of it."""

    sentence: str
    pattern: re.Pattern[str]
    such: str


@frozen
class Found:
    """A wrong phrase in a text: its offset, and its fault, still without a place."""

    fault: Fault
    at: int
    length: int


@cache
def habits() -> tuple[Habit, ...]:
    text = resources.files("adjudicator.language").joinpath("habits.toml").read_text(encoding="utf-8")
    return tuple(_habit(row) for row in parse_toml(text, "habits.toml")["habit"])


def _habit(row: dict[str, str]) -> Habit:
    pattern = row["pattern"]
    for word, meaning in WORDS.items():
        pattern = pattern.replace(word, meaning)
    return Habit(row["sentence"], re.compile(pattern, re.MULTILINE | re.IGNORECASE), row["such"])


def habit(text: str, at: int) -> Found | None:
    """The wrong phrase that stopped the parser at `at`, or None.

    Text in quotes is blanked out, because the words of a reason are never wrong.
    """
    first = text.find("\n", at - AROUND, at) + 1 if at > AROUND else 0
    near = TEXT.sub(lambda found: f'"{" " * (len(found.group()) - 2)}"', text[first : at + AROUND])
    return next((found for one in habits() for found in _around(one, near, at - first, first)), None)


def _around(habit: Habit, text: str, at: int, first: int) -> Iterator[Found]:
    """Matches around `at`, or right before it."""
    for match in habit.pattern.finditer(text):
        end = len(text) - len(text[match.end() :].lstrip())
        if match.start() <= at <= end:
            words = {name: found or "" for name, found in match.groupdict().items()}
            group = next((name for name in "xy" if words.get(name)), 0)
            length = max(1, match.end(group) - match.start(group))
            yield Found(Fault(habit.sentence, **words), match.start(group) + first, length)
