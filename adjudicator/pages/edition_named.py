"""Finds an edition that a page mentions: `Friday, 2014 edition`, or `2014` alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from adjudicator.files import read_toml, shipped
from adjudicator.pages.stretches import Stretch
from adjudicator.record.lexicon import key_of
from adjudicator.words import any_of, concepts

LONGEST = 300  # characters of a line that may name it
TITLE = 120  # characters of a line in which the name alone is enough
_END = r"(?![\w+-]|[./]\w)"  # after a name, so that dates and files are not taken for one


def edition_in(line: Stretch) -> tuple[str, Stretch] | None:
    """The edition that a line names, and the place; or None.

    A year has to be alone, or next to the game's name or a word for an edition: others are dates. A name in letters may be
    anywhere, unless it is also the name of a role or a common word.
    """
    found = _pattern().search(line.text) if len(line.text) <= LONGEST else None
    group = _group(found)
    if found is None or (group == "free" and len(line.text) > TITLE):
        return None
    other = _pattern().search(line.text, found.end(group)) if key_of(found[group]) in concepts("everyday") else None
    if other is not None and _names()[_plain(other[_group(other)])] != _names()[_plain(found[group])]:
        return None  # in `the classic edition, 1984` classic may be only an adjective
    return _names()[_plain(found[group])], line.part(*found.span(group))


def _group(found: re.Match[str] | None) -> str:
    return next(name for name, said in found.groupdict().items() if said) if found else ""


def known_edition(text: str) -> str:
    """The edition in the value of a header, or ""."""
    found = re.search(rf"(?<![\w./+-])({_any(_names())}){_END}", text, re.IGNORECASE) if len(text) <= LONGEST else None
    return _names()[_plain(found[1])] if found else ""


@cache
def _tables() -> dict[str, dict[str, Any]]:
    """The editions: files whose title is the name of the game, a comma, and their own. House rules have other titles."""
    found = {path.stem: read_toml(path)[0] for path in shipped("variants")}
    return {name: table for name, table in found.items() if "," in table["title"]}


@cache
def _names() -> dict[str, str]:
    """Every spelling of an edition, in lower case: its id and its aliases."""
    return {_plain(said): name for name, table in _tables().items() for said in (*table.get("aliases", ()), name)}


def _roles() -> set[str]:
    """The names of roles and of their pieces in any edition."""
    found = [
        role
        for table in _tables().values()
        for roles in (table.get("roles", {}), table.get("amend", {}).get("roles", {}))
        for role in roles.items()
    ]
    keys = ("aliases", "pieces")
    said = {
        said
        for name, role in found
        for said in (name, role.get("plural", ""), *(one for key in keys for one in role.get(key, ())))
    }
    return set(map(key_of, said))


def _plain(name: str) -> str:
    return name.lower().replace(" ", "-")


def _any(names: Iterable[str]) -> str:
    return "|".join(re.escape(name).replace(r"\-", "[- ]") for name in sorted(names, key=len, reverse=True))


def _context() -> str:
    """The pattern of words next to which a name is that of an edition: of the game, of its box, of its publishers."""
    titles = [table["title"].partition(",") for table in _tables().values()]
    games = {game for game, _, _ in titles}
    short = {"".join(word[0] for word in game.split()) for game in games}
    named = " ".join(_names())
    others = {word for _, _, rest in titles for word in re.findall(r"[^\W\d_]{5,}", rest) if word.lower() not in named}
    return "|".join([any_of("edition"), *map(re.escape, sorted(games | short | others, key=len, reverse=True))])


@cache
def _pattern() -> re.Pattern[str]:
    name, beside = _any(_names()), _context()
    small = any_of("of", "articles")
    own = {said for said in _names() if key_of(said) not in _roles()}
    free = _any(said for said in own if not any(map(str.isdecimal, said)) and key_of(said) not in concepts("everyday"))
    alone = rf"^\W*(?P<alone>{_any(own)})(?:\W*$|\s*[,:/(|;.]\s|\s+-\s|\t)|\((?P<bracket>{_any(own)})\)"
    before = rf"\b(?P<before>{name})(?:['’]s?|s|er)?[- ]+(?:{beside})\b"
    behind = rf"\b(?:{beside})(?:\W{{1,4}}(?:{small}))?\W{{1,4}}(?P<behind>{name}){_END}"
    return re.compile(rf"{alone}|{before}|{behind}|(?<![\w./+-])(?P<free>{free}){_END}", re.IGNORECASE)
