"""Bounds on names and sizes in a variant file, checked on the plain data first.

Names become words of the rule language, so they must be plain words. Sizes are bounded so that no file can make a reader wait.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from adjudicator.faults import Fault
from adjudicator.rulebook.inheritance import SECTIONS, TABLES, Merged
from adjudicator.toml_places import Path

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
RULING = re.compile(r"[A-Z]?[a-z0-9]+(-[a-z0-9]+)*")
WRITTEN = re.compile(r"[^\W_]([\w '’.&/-]*[\w.])?")  # a name that is possible as a word of a record
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
LONGEST = 40  # characters of a name
MOST = {
    "modes": 20, "tickets": 20, "roles": 12, "supplies": 20, "decks": 40, "state": 60, "terms": 200, "options": 80,
    "rulings": 200, "questions": 400, "log": 60, "numbers": 100, "box": 20, "seats": 60, "priority": 100,
}  # fmt: skip
MOST_RULES = 400  # rules, actions and endings together
MOST_VALUES = 160  # of all options together: lint tries each value
MOST_ITEMS = 400  # of one list
MOST_TEXT = 30_000  # characters of rule text in all tables: four times as many as in the longest edition
MOST_TRIED = 1_600_000  # characters that lint reads: all rule text, once for each value of each option


@lru_cache(maxsize=64)  # called for every choice of options, with the same result
def within_bounds(merged: Merged) -> tuple[Fault, ...]:
    """The faults of sizes that are too large, and of names that are not allowed."""
    return (*_sizes(merged), *_names(merged))


def _sizes(merged: Merged) -> Iterator[Fault]:
    data = merged.data
    for section, most in MOST.items():
        if isinstance(data.get(section), dict | list) and len(data[section]) > most:
            yield Fault("E109.section", merged.key((section,)), count=len(data[section]), section=section, most=most)
    rules = sum(len(data[section]) for section in ("rules", "actions", "endings") if isinstance(data.get(section), dict))
    if rules > MOST_RULES:
        yield Fault("E109.rules", merged.key(("rules",)), count=rules, most=MOST_RULES)
    values = sum(len(option.get("values", "12")) for option in _tables(data, "options"))
    if values > MOST_VALUES:
        yield Fault("E109.values", merged.key(("options",)), count=values, most=MOST_VALUES)
    yield from _text(merged, values)
    for path, items in _lists(data, ()):
        if len(items) > MOST_ITEMS:
            yield Fault("E109.list", merged.key(path), count=len(items), most=MOST_ITEMS)


def _text(merged: Merged, values: int) -> Iterator[Fault]:
    """The fault of too much rule text. Lint reads it once for each value of each option, so text and values count together."""
    text = sum(len(code) for code in _codes(merged.data))
    if text > MOST_TEXT:
        yield Fault("E109.text", merged.key(("rules",)), count=text, most=MOST_TEXT)
    elif values <= MOST_VALUES and text * values > MOST_TRIED:
        yield Fault("E109.tried", merged.key(("options",)), count=text, values=values, most=MOST_TRIED // text)


def _codes(value: Any) -> Iterator[str]:
    """Every rule text, including those that options set."""
    for key, inner in value.items() if isinstance(value, dict) else ():
        if isinstance(inner, str) and (key == "code" or key.endswith(".code")):
            yield inner
        else:
            yield from _codes(inner)


def _tables(data: dict[str, Any], section: str) -> list[dict[str, Any]]:
    found = data.get(section)
    tables = found.values() if isinstance(found, dict) else ()
    return [table for table in tables if isinstance(table, dict) and isinstance(table.get("values", ""), list | str)]


def _lists(value: Any, path: Path) -> Iterator[tuple[Path, list[Any]]]:
    if isinstance(value, list):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _lists(inner, (*path, key))


def _names(merged: Merged) -> Iterator[Fault]:
    data = merged.data
    if isinstance(data.get("id"), str):
        yield from _name(merged, ("id",), data["id"], "the id of a variant")
    for section in (*SECTIONS, *TABLES):
        if not isinstance(data.get(section), dict):
            continue
        for name in data[section]:
            pattern = RULING if section == "rulings" else NAME
            yield from _name(merged, (section, name), name, f"a name in [{section}]", pattern)
    for index, row in enumerate(data["seats"] if isinstance(data.get("seats"), list) else ()):
        for name in row if isinstance(row, dict) else ():
            yield from _name(merged, ("seats", index, name), name, "a name in [[seats]]")
    yield from _inner_names(merged)


def _inner_names(merged: Merged) -> Iterator[Fault]:
    for path, value in _texts(merged.data):
        last = path[-1] if isinstance(path[-1], str) else path[-2]
        if path[0] == "roles" and last in ("plural", "pieces") and value:
            yield from _name(merged, path, value, "a name of pieces")
        elif path[0] == "actions" and last == "group" and value:
            yield from _name(merged, path, value, "a name of a group of actions")
        elif path[0] == "options" and last == "values" and path[-1] != "values":
            yield from _name(merged, path, value, "a value of an option")
        elif last in ("aliases", "notation", "name") and value and path[0] != "options":
            yield from _word(merged, path, value)


def _texts(data: dict[str, Any]) -> Iterator[tuple[Path, str]]:
    """The texts in tables within a table, and in lists there, with their paths."""
    for section in SECTIONS:
        tables = data.get(section)
        for name, table in tables.items() if isinstance(tables, dict) else ():
            for key, value in table.items() if isinstance(table, dict) else ():
                items = enumerate(value) if isinstance(value, list) else ()
                if isinstance(value, str):
                    yield (section, name, key), value
                yield from (((section, name, key, index), item) for index, item in items if isinstance(item, str))


def _name(merged: Merged, path: Path, name: str, what: str, pattern: re.Pattern[str] = NAME) -> Iterator[Fault]:
    if len(name) > LONGEST:
        yield Fault("E116.long", merged.key(path), name=name, what=what, most=LONGEST)
    elif not pattern.fullmatch(name):
        better = better_name(name)
        better = better if NAME.fullmatch(better) and len(better) <= LONGEST else ""
        yield Fault("E116", merged.key(path), name=name, what=what, better=better)


def better_name(name: str) -> str:
    """The plain word that is nearest to a name; "" if the name has no letters."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower().translate(UMLAUTS)
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", words) if not unicodedata.combining(sign))
    return "-".join(re.findall(r"[a-z0-9]+", plain))


def _word(merged: Merged, path: Path, word: str) -> Iterator[Fault]:
    if len(word) > LONGEST or not WRITTEN.fullmatch(word) or not word.isprintable():
        yield Fault("E117", merged.value(path), word=word)
