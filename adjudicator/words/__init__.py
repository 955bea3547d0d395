"""The words for things of the game in each language: one TOML file for each, in the format that en.toml describes.

A kind is a table in these files, such as `tickets` or `headers`; a concept is one line of it.

    >>> concepts("tickets")[key_of("U-Bahn")]
    'underground'
    >>> spellings("results")["draw"]
    ('draw', 'drawn', 'unentschieden', 'empate', 'match nul', 'égalité', 'gelijkspel', 'gelijk')
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

from adjudicator.files import parse_toml, read_text
from adjudicator.values import frozen

REMEMBERED = 20  # longest word with accents whose key is remembered
FIRST = "en"  # if one spelling has different concepts in two languages, this one's counts
_TABLE = re.compile(r"^\[([\w-]+)\]$", re.MULTILINE)
_STROKES = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})
_IGNORED = str.maketrans(dict.fromkeys(" .-_'’‘\t") | {"×": "x"})


def key_of(words: str) -> str:
    """The key by which spellings are compared: `Mr. X` and `mrx` have the same, and so do `Zoé` and `zoe`, `Søren` and `soren`;
    a picture has the key of its word."""
    key = words.translate(_IGNORED).lower()
    if key.isascii():
        return key
    return _remembered(key) if len(key) <= REMEMBERED else _without_accents(key)


@lru_cache(maxsize=4096)
def _remembered(key: str) -> str:
    return _without_accents(key)


def _without_accents(key: str) -> str:
    said = "".join(signs().get(sign, sign) for sign in key)
    plain = (sign for sign in unicodedata.normalize("NFKD", said.casefold()) if not unicodedata.combining(sign))
    return "".join(plain).translate(_STROKES)  # letters that cannot be split into a letter and an accent


@frozen(eq=False)
class Language:
    """The words of one language. A table of its file is parsed on first use, because most commands need only a few."""

    code: str
    top: str  # the text before the first table
    tables: Mapping[str, str]  # kind -> the text of its table

    @property
    def name(self) -> str:
        return str(parse_toml(self.top, f"{self.code}.toml")["language"])

    @property
    def kinds(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """Every kind, with the spellings of its concepts."""
        return {kind: self.kind(kind) for kind in self.tables}

    def kind(self, name: str) -> Mapping[str, tuple[str, ...]]:
        """The spellings of each concept of a kind; empty if this language has no such kind."""
        return _table(self.tables.get(name, ""), f"{self.code}.toml")


@cache
def _table(text: str, file: str) -> Mapping[str, tuple[str, ...]]:
    return {concept: tuple(said) for concept, said in parse_toml(text, file).items()}


@cache
def languages() -> tuple[Language, ...]:
    """All languages with a file: English, then the others by their codes."""
    folder = os.path.dirname(__file__)
    files = [name for name in os.listdir(folder) if name.endswith(".toml")]
    found = [_language(name.removesuffix(".toml"), read_text(os.path.join(folder, name))) for name in files]
    return tuple(sorted(found, key=lambda one: (one.code != FIRST, one.code)))


def _language(code: str, text: str) -> Language:
    top, *parts = _TABLE.split(text)
    return Language(code, top, dict(zip(parts[::2], parts[1::2], strict=True)))


@cache
def signs() -> Mapping[str, str]:
    """The pictures that stand for words, each with its word."""
    return {sign: word for language in languages() for word, said in language.kind("signs").items() for sign in said}


def words_in(text: str) -> list[str]:
    """The words of a text: sequences of letters, and each picture that stands for a word."""
    return _words().findall(text)


@cache
def _words() -> re.Pattern[str]:
    return re.compile(rf"[^\W\d_]+|[{''.join(signs())}]")


@cache
def spellings(kind: str) -> Mapping[str, tuple[str, ...]]:
    """The spellings of each concept of a kind in all languages."""
    found: dict[str, dict[str, None]] = {}
    for language in languages():
        for concept, said in language.kind(kind).items():
            found.setdefault(concept, {}).update(dict.fromkeys(said))
    return {concept: tuple(said) for concept, said in found.items()}


@cache
def concepts(kind: str) -> Mapping[str, str]:
    """The concept of each spelling of a kind, by the spelling's key (see `key_of`)."""
    found = {key_of(concept): concept for concept in spellings(kind)}
    for language in languages():
        for concept, said in language.kind(kind).items():
            for one in said:
                found.setdefault(key_of(one), concept)
    return found


@cache
def any_of(kind: str, *more: str) -> str:
    """A pattern for every spelling of these kinds, the longest first."""
    words = {one for name in (kind, *more) for concept, said in spellings(name).items() for one in (concept, *said)}
    return "|".join(sorted(map(re.escape, words), key=lambda one: (-len(one), one)))


@cache
def language_of(kind: str, key: str) -> str:
    """The name of the first language with this spelling in a kind, or ""."""
    return next((one.name for one in languages() if _has(one, kind, key)), "")


def _has(language: Language, kind: str, key: str) -> bool:
    return key in _keys(language, kind)


@cache
def _keys(language: Language, kind: str) -> frozenset[str]:
    return frozenset(key_of(one) for said in language.kind(kind).values() for one in said)
