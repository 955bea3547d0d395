"""Packs the lines that a seat may say now: sentences that differ in single words become one row of choices.

    taxi 15, taxi 27, bus 46     ->  {"taxi": [["15", "27"]], "bus": [["46"]]}

A list is a row of places, each with its possible words, in any combination. If not every combination is allowed, a mapping has
the next word and the rest for it. An empty word means that the place may be empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any

Words = tuple[str, ...]
Node = list[list[str]] | dict[str, Any]


def packed(sentences: Iterable[str]) -> Node:
    """Sentences as nested choices; `words.js` unpacks them."""
    rows = [_words(one) for one in sentences]
    longest = max(map(len, rows), default=0)
    return _packed([row + ("",) * (longest - len(row)) for row in rows])


def _words(sentence: str) -> Words:
    """The words of a sentence. An action joined to an entry is one word: `taxi 15 + disguise` begins like `taxi 15`."""
    ride, plus, more = sentence.partition(" + ")
    return (*ride.split(), f"+ {more}") if plus else tuple(ride.split())


def _packed(rows: Sequence[Words]) -> Node:
    places = [list(dict.fromkeys(column)) for column in zip(*rows, strict=True)]
    if prod(map(len, places)) == len(set(rows)):
        return [place for place in places if place != [""]]
    found: dict[str, list[Words]] = {}
    for first, *rest in rows:
        found.setdefault(first, []).append(tuple(rest))
    return {first: _packed(rest) for first, rest in found.items()}
