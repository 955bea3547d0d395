"""The words that people use for things of the game, by language: one TOML file each, whose form en.toml describes.

A kind is a table of these files, such as `tickets` or `headers`; a concept is one line of it.

    >>> concepts("tickets")[key_of("U-Bahn")]
    'underground'
    >>> spellings("results")["draw"]
    ('draw', 'drawn', 'unentschieden')
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib import resources

from adjudicator.files import parse_toml
from adjudicator.values import frozen

FIRST = "en"  # where two languages spell two concepts alike, this one's counts
_IGNORED = str.maketrans(dict.fromkeys(" .-_'’‘\t") | {"×": "x"})


def key_of(words: str) -> str:
    """How a spelling is compared: `Mr. X` and `mrx` are the same, and so are `Zoé` and `zoe`."""
    key = words.translate(_IGNORED).lower()
    return key if key.isascii() else _without_accents(key)


def _without_accents(key: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", key.casefold()) if not unicodedata.combining(sign))


@frozen
class Language:
    """The words of one language. `kinds` go from kind to concept to spellings."""

    code: str
    name: str
    kinds: Mapping[str, Mapping[str, tuple[str, ...]]]


@cache
def languages() -> tuple[Language, ...]:
    """All languages there are files for: English, then the others by their codes."""
    files = [one for one in resources.files(__name__).iterdir() if one.name.endswith(".toml")]
    found = [_language(one.name.removesuffix(".toml"), one.read_text(encoding="utf-8")) for one in files]
    return tuple(sorted(found, key=lambda one: (one.code != FIRST, one.code)))


def _language(code: str, text: str) -> Language:
    data = parse_toml(text, f"{code}.toml")
    name = data.pop("language")
    return Language(code, name, {kind: {key: tuple(said) for key, said in table.items()} for kind, table in data.items()})


@cache
def spellings(kind: str) -> Mapping[str, tuple[str, ...]]:
    """The spellings of each concept of a kind in all languages."""
    found: dict[str, dict[str, None]] = {}
    for language in languages():
        for concept, said in language.kinds.get(kind, {}).items():
            found.setdefault(concept, {}).update(dict.fromkeys(said))
    return {concept: tuple(said) for concept, said in found.items()}


@cache
def concepts(kind: str) -> Mapping[str, str]:
    """The concept that each spelling of a kind stands for, by the spelling's key (see `key_of`)."""
    found = {key_of(concept): concept for concept in spellings(kind)}
    for concept, said in spellings(kind).items():
        for one in said:
            found.setdefault(key_of(one), concept)
    return found


@cache
def language_of(kind: str, key: str) -> str:
    """The name of the first language that has this spelling of the kind; empty where none has."""
    return next((one.name for one in languages() if _has(one, kind, key)), "")


def _has(language: Language, kind: str, key: str) -> bool:
    return any(key == key_of(one) for said in language.kinds.get(kind, {}).values() for one in said)
