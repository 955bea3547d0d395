"""The sentences of a variant in its own words: the fugitive and the means of transport as this edition names them.

Sentences are inherited, so they are written with the words of the core: `the fugitive`, and the ids of means of transport. A
number that an option or another file may change is written as its name in braces: `From round {night} on`. Text between
backticks is notation, and stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from attrs import evolve

from adjudicator.rulebook.tables import VariantTable

# The sections of a variant with sentences for players, and the fields of their tables.
SENTENCES: Mapping[str, tuple[str, ...]] = {
    "rules": ("says",),
    "actions": ("says",),
    "endings": ("says",),
    "options": ("says",),
    "state": ("says",),
    "supplies": ("says",),
    "decks": ("says",),
    "questions": ("says",),
    "rulings": ("question", "readings", "default"),
}
Change = tuple[re.Pattern[str], str]


NUMBER = re.compile(r"\{([A-Za-z][\w-]*)\}")


def in_own_words(tables: VariantTable) -> VariantTable:
    changes = (*_changes(tables), *_numbers(tables))
    spoken: dict[str, Any] = {name: _section(getattr(tables, name), changes, fields) for name, fields in SENTENCES.items()}
    return evolve(tables, **spoken)


def _changes(tables: VariantTable) -> Iterator[Change]:
    for role in tables.roles.values():
        if role.side == "fugitive" and role.name:
            yield re.compile(r"\bthe fugitive\b(?!-)"), re.sub("^The ", "the ", role.name)
            yield re.compile(r"\bThe fugitive\b(?!-)"), role.name[:1].upper() + role.name[1:]
    for name, mode in tables.modes.items():
        if mode.name and mode.name != name:
            yield re.compile(rf"\b{name}\b(?!-)"), mode.name
            yield re.compile(rf"\b{name}e?s\b"), f"{mode.name}s"


def _numbers(tables: VariantTable) -> Iterator[Change]:
    """The numbers of the game, in place of their names in braces."""
    for name, value in (*tables.log.items(), *tables.numbers.items()):
        yield re.compile(rf"\{{{re.escape(name)}\}}"), _written(value) if isinstance(value, tuple) else str(value)


def _written(numbers: tuple[int, ...]) -> str:
    *most, last = map(str, numbers or ("none",))
    return f"{', '.join(most)} and {last}" if most else last


def unknown_numbers(text: str) -> list[str]:
    """The names in braces that are left of a sentence in its own words: the game has no such number."""
    return [name for part in text.split("`")[::2] for name in NUMBER.findall(part)]


def _section(section: Mapping[str, Any], changes: tuple[Change, ...], fields: tuple[str, ...]) -> dict[str, Any]:
    return {
        name: evolve(one, **{field: _spoken(getattr(one, field), changes) for field in fields}) for name, one in section.items()
    }


@lru_cache(maxsize=4096)  # lint assembles a rulebook for each value of each option, and most texts are the same in all
def _spoken(text: Any, changes: tuple[Change, ...]) -> Any:
    """A text, or each text of a list, with these changes."""
    if isinstance(text, tuple):
        return tuple(_spoken(one, changes) for one in text)
    parts = text.split("`")
    for pattern, word in changes:
        parts[::2] = [pattern.sub(word, part) for part in parts[::2]]
    return "`".join(parts)
