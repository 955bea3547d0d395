"""An edition that a page names in its title and nowhere else: `Scotland Yard 2014 — Friday`."""

from __future__ import annotations

import re
from functools import cache

from adjudicator.files import read_toml, shipped
from adjudicator.values import frozen

LONGEST = 120  # signs; a longer line is not a title


@frozen
class Title:
    """The words of a title, the edition that they name, and the page with a header in their place."""

    words: str
    edition: str
    text: str

    @property
    def told(self) -> str:
        return f"a game of `{self.edition}`, as its title says"


def titled(text: str) -> Title | None:
    """The first line of a page, if it has the name of the game and behind it that of an edition: a year elsewhere is a date."""
    lines = text.split("\n")
    at = next((number for number, line in enumerate(lines) if line.strip()), 0)
    words = lines[at].strip()
    named = [edition for edition, pattern in _patterns().items() if pattern.search(words)] if len(words) <= LONGEST else []
    if not named:
        return None
    edition = max(named, key=len)  # one name may begin with another
    return Title(words, edition, "\n".join([*lines[:at], f"variant: {edition}", *lines[at + 1 :]]))


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """For each edition the name of its game, as its title has it before the comma, followed by its own."""
    found = {}
    for path in shipped("variants"):
        game = re.escape(str(read_toml(path)[0].get("title", "")).partition(",")[0])
        edition = re.escape(path.stem).replace(r"\-", "[- ]")
        found[path.stem] = re.compile(rf"\b{game}\W{{1,4}}{edition}(?![\w-]|[./]\d)", re.IGNORECASE)
    return found
