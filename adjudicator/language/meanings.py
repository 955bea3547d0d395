"""The meaning of each word of a rule and each key of a variant file: the reference (docs/language.md), by word, for editors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

from adjudicator.files import parse_toml
from adjudicator.language.types import Type
from adjudicator.language.vocabulary import GATHERING, VARIABLES, WORDS, Word
from adjudicator.values import frozen

VALUES = ("condition", "conjunction", "negation", "comparison", "sum", "product", "atom")
BARE = ("name", "number", "literal")  # forms that are a word or a number alone
LISTS = ("events", "fields", "audiences", "lifetimes", "checks")
_RULE = re.compile(r"^[?!]?(\w+):(.*(?:\n[ \t]+.*)*)", re.MULTILINE)
_TOKEN = re.compile(r'"[^"]*"|\w+')
_WORD = re.compile(r'"([a-z]+)"')


@frozen
class Entry:
    """One meaning of a word: how it is written, the sentence about it, and an example where there is one."""

    form: str
    says: str
    example: str = ""


def reference() -> dict[str, Any]:
    """The data of `reference.toml`."""
    text = resources.files("adjudicator.language").joinpath("reference.toml").read_text(encoding="utf-8")
    return parse_toml(text, "reference.toml")


@cache
def grammar() -> Mapping[str, list[tuple[str, str]]]:
    """The rules of the grammar: each a list of (name of the form, its text)."""
    text = resources.files("adjudicator.language").joinpath("grammar.lark").read_text(encoding="utf-8")
    found: dict[str, list[tuple[str, str]]] = {}
    for rule in _RULE.finditer(re.sub(r"//.*", "", text)):
        for alternative in re.split(r"\n\s*\|", rule.group(2)):
            body, _, alias = alternative.partition("->")
            found.setdefault(rule.group(1), []).append((alias.strip() or rule.group(1), " ".join(body.split())))
    return found


def statements() -> list[str]:
    """The names of the forms of statements."""
    return re.findall(r"\w+", " ".join(text for _, text in grammar()["statement"]))


def forms(*rules: str) -> list[str]:
    """The names of the forms of some rules, without brackets and what only leads on."""
    names = [name for rule in rules for name, text in grammar()[rule] if name != rule and not text.startswith('"("')]
    return list(dict.fromkeys(names))


@cache
def meanings() -> Mapping[str, tuple[Entry, ...]]:
    """Every word of the rule language with its meanings. A form has the first word that is always written in it."""
    found: dict[str, list[Entry]] = {}
    for word, entry in (*_forms(), *_listed(), *_variables(), *map(_function, WORDS)):
        found.setdefault(word, []).append(entry)
    for word in keywords():
        found.setdefault(word, [])
    return {word: tuple(dict.fromkeys(entries)) for word, entries in found.items()}


@cache
def keywords() -> frozenset[str]:
    """The words that the grammar itself has."""
    return frozenset(word for alternatives in grammar().values() for _, text in alternatives for word in _WORD.findall(text))


def called(word: Word) -> str:
    """A word with the types of its values: `tickets(piece[, ticket])`."""
    takes = [str(kind) if isinstance(kind, Type) else kind for kind in word.takes]
    must, may = takes[: len(takes) - word.optional], takes[len(takes) - word.optional :]
    return f"{word.name}({', '.join(must)}{''.join(f'[, {kind}]' for kind in may)})"


def _forms() -> Iterator[tuple[str, Entry]]:
    data = reference()
    kinds: tuple[tuple[str, Iterable[str]], ...] = (
        ("statements", statements()), ("effects", ["effect"]), ("values", VALUES)
    )  # fmt: skip
    for kind, rules in kinds:
        for rule in rules:
            for name, text in grammar()[rule]:
                entry = data[kind].get(name) if name not in BARE else None
                if entry is not None:
                    yield from ((word, Entry(word, entry["says"], entry["example"])) for word in _leading(text))
    gathered = data["values"]["gathered"]
    yield from ((word, Entry(word, gathered["says"], gathered["example"])) for word in GATHERING)


def _leading(text: str) -> list[str]:
    """The first word of a form that is always the same, or those of which one is there: `once`, `twice`, `at`."""
    for token in _TOKEN.findall(text):
        if plain := _WORD.fullmatch(token):
            return [plain[1]]
        choices = [choice.split()[0] for _, body in grammar().get(token, ()) for choice in body.split("|") if choice.strip()]
        words = [word for choice in choices if (word := _terminal(choice))]
        if words and len(words) == len(choices):
            return words
    return []


def _terminal(token: str) -> str:
    """The word that a token of the grammar is, if it is one."""
    bodies = grammar().get(token, [("", token)])
    plain = _WORD.match(bodies[0][1])
    return plain[1] if plain and len(bodies) == 1 else ""


def _listed() -> Iterator[tuple[str, Entry]]:
    data = reference()
    for kind in LISTS:
        yield from ((word, Entry(word, says)) for word, says in data[kind].items())


def _variables() -> Iterator[tuple[str, Entry]]:
    return ((one.name, Entry(f"{one.name}: {one.type}", one.says)) for one in VARIABLES)


def _function(word: Word) -> tuple[str, Entry]:
    return word.name, Entry(f"{called(word)}: {word.gives}", word.says, word.example)
