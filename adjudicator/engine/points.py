"""The points of sides and pieces at the end of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from attrs import field

from adjudicator.engine.expressions import NOBODY, Spot, step_of
from adjudicator.engine.layout import ENTRIES, Cells
from adjudicator.engine.rules import Rules
from adjudicator.engine.table import Table
from adjudicator.engine.unknown import outcome
from adjudicator.language import tree as t
from adjudicator.rulebook.scope import SIDES
from adjudicator.values import frozen


@frozen
class Points:
    """The points of each side, those of its pieces included, and of each piece. Empty if the rules count none, or if they
    depend on unknown data."""

    sides: dict[str, int] = field(factory=dict)
    pieces: dict[str, int] = field(factory=dict)  # only pieces that can have points of their own


def counted(table: Table, p: Cells, careful: bool) -> Points:
    scores, seating = table.rulebook.facts.scores, table.seating
    sides, pieces = Counter[str](), Counter[str]()
    for one, piece in _askings(table, scores):
        rules = table.rules.careful if careful else table.rules
        points, unknown = outcome(partial(_asked, rules, one, piece), p, table.rules.budget)
        if unknown is not None:
            return Points()
        assert isinstance(points, int)
        sides[one.who if piece == NOBODY else seating.side(piece)] += points
        if piece != NOBODY:
            pieces[seating.seats[piece].piece] += points
    return Points({side: sides[side] for side in SIDES} if scores else {}, dict(pieces))


def _askings(table: Table, scores: tuple[t.Score, ...]) -> Iterator[tuple[t.Score, int]]:
    """Each `score` statement with the pieces it is counted for: NOBODY if it is counted once for a side."""
    for one in scores:
        if one.who in SIDES:
            yield one, NOBODY
        else:
            yield from ((one, piece) for piece in table.seating.members(one.who))


def _asked(rules: Rules, one: t.Score, piece: int, p: Cells) -> int:
    here = 0 if piece == NOBODY else p[rules.layout.station + piece]
    spot, x = Spot(piece, written=True), step_of(piece, here, p[ENTRIES])
    if one.when is not None and not rules.values.of(one.when, spot)(p, x):
        return 0
    return int(rules.values.of(one.points, spot)(p, x))
