"""Few tables that try every pair of option values: each row chooses a value of every option, and each two values meet in a row.

A variant with twenty options has about 900 such pairs and needs about fifteen rows. A row is built around a pair that no row
has so far; the other options follow in several orders, each with the value that adds the most new pairs, and the best row is
taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from random import Random

Choice = tuple[str, str]  # an option and its value
Row = tuple[Choice, ...]
Pairs = set[frozenset[Choice]]

ORDERS = 12  # orders that are tried for each row


def rows(options: Mapping[str, tuple[str, ...]], goes: Callable[[Row], bool]) -> Iterator[Row]:
    """Rows until every pair of values that can be chosen together was in one; `goes` decides whether a row can be played."""
    choices = [[(name, value) for value in values] for name, values in options.items()]
    missing = {frozenset((a, b)) for some, others in combinations(choices, 2) for a in some for b in others}
    chance = Random(1)
    while missing:
        pair = min(missing, key=sorted)
        row = _around(tuple(sorted(pair)), choices, missing, goes, chance)
        missing -= {pair, *_pairs(row)}
        if row:
            yield row


def _around(pair: Row, choices: list[list[Choice]], missing: Pairs, goes: Callable[[Row], bool], chance: Random) -> Row:
    """The pair and a value of every other option; nothing if the pair itself cannot be played."""
    tried = [_filled(pair, chance.sample(choices, len(choices)), missing, lambda _: True) for _ in range(ORDERS)]
    best = max(tried, key=lambda row: len(_pairs(row) & missing))
    if goes(best):
        return best
    return _filled(pair, choices, missing, goes) if goes(pair) else ()


def _filled(row: Row, choices: list[list[Choice]], missing: Pairs, goes: Callable[[Row], bool]) -> Row:
    chosen = {name for name, _ in row}
    for values in choices:
        if values[0][0] not in chosen:
            best = sorted(values, key=lambda one: -sum(frozenset((one, other)) in missing for other in row))
            row = next((longer for one in best if goes(longer := (*row, one))), row)
    return row


def _pairs(row: Row) -> Pairs:
    return set(map(frozenset, combinations(row, 2)))
