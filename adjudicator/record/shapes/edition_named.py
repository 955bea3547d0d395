"""An edition that a page names in passing: `Friday, 2014 edition`, `Scotland Yard 2014`, `the classic box`, or `2014` alone."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from adjudicator.files import read_toml, shipped
from adjudicator.record.shapes.stretches import Stretch
from adjudicator.words import any_of

LONGEST = 120  # signs; a longer line is not a title


def edition_in(line: Stretch) -> tuple[str, Stretch] | None:
    """The edition that a line names, and where: beside a word for it, or after the game's name. A year elsewhere is a date."""
    found = _pattern().search(line.text) if len(line.text) <= LONGEST else None
    if found is None:
        return None
    group = next(name for name in ("alone", "before", "behind") if found[name])
    return _names()[_plain(found[group])], line.part(*found.span(group))


def known_edition(text: str) -> str:
    """The edition that a text begins with, if the name ends there."""
    found = re.match(rf"({_any()})(?![\w-]|\.\w|/)", text, re.IGNORECASE)
    return _names()[_plain(found[1])] if found else ""


@cache
def _tables() -> dict[str, dict[str, Any]]:
    """The editions: files whose title is the name of the game and, after a comma, their own. House rules have another one."""
    found = {path.stem: read_toml(path)[0] for path in shipped("variants")}
    return {name: table for name, table in found.items() if "," in table["title"]}


@cache
def _names() -> dict[str, str]:
    """Every spelling of an edition: its id and its aliases, in small letters."""
    return {_plain(said): name for name, table in _tables().items() for said in (*table.get("aliases", ()), name)}


def _plain(name: str) -> str:
    return name.lower().replace(" ", "-")


@cache
def _any() -> str:
    return "|".join(re.escape(name).replace(r"\-", "[- ]") for name in sorted(_names(), key=len, reverse=True))


@cache
def _pattern() -> re.Pattern[str]:
    games = {table["title"].partition(",")[0] for table in _tables().values()}
    game = "|".join(map(re.escape, sorted(games)))
    word = any_of("edition")
    return re.compile(
        rf"^\W*(?P<alone>{_any()})\W*$|\b(?P<before>{_any()})['’]?s?[- ]+(?:{word})\b"
        rf"|\b(?:{word}|{game})\W{{1,4}}(?P<behind>{_any()})(?![\w-]|[./]\d)",
        re.IGNORECASE,
    )
