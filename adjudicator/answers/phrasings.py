"""The stored phrasings of each family of questions: one plain question a line, in `words/questions.CODE.txt`.

    [tickets]
    how many {ticket} tickets does {who} get
    ! is there no taxi ticket for {who}

Lines under a heading belong to the family of that name. A word in braces is a slot, for anything of its kind. A question that
begins with `!` asks the other way round: its yes is the family's no.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache

from adjudicator import words
from adjudicator.files import read_text
from adjudicator.values import frozen


@frozen
class Phrasing:
    """One plain question, and the family that it belongs to."""

    family: str
    text: str
    is_turned: bool = False


@cache
def phrasings(code: str) -> tuple[Phrasing, ...]:
    """All of a language, in the order of the file."""
    path = os.path.join(os.path.dirname(words.__file__), f"questions.{code}.txt")
    return tuple(_read(read_text(path))) if os.path.isfile(path) else ()


def _read(text: str) -> Iterator[Phrasing]:
    family = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            family = line.strip("[]")
        elif line and not line.startswith("#"):
            yield phrasing(family, line)


def phrasing(family: str, line: str) -> Phrasing:
    """A line of the file."""
    return Phrasing(family, line.removeprefix("!").strip(), line.startswith("!"))
