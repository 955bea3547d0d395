"""A table: one rulebook, one board, one seating, the layout of its positions, and the rules as closures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from attrs import field

from adjudicator.board.model import Board
from adjudicator.engine.expressions import NOBODY, Spot, Value, step_of
from adjudicator.engine.layout import Layout
from adjudicator.engine.lines import Streets
from adjudicator.engine.rules import Rules, rules_of
from adjudicator.engine.seating import Seat, Seating
from adjudicator.engine.statements import Ending
from adjudicator.language import tree as t
from adjudicator.rulebook.loader import suspicion
from adjudicator.rulebook.model import Action, Rulebook
from adjudicator.values import frozen


@frozen(eq=False, slots=False)
class Table:
    seating: Seating
    streets: Streets = field(factory=Streets)

    @property
    def rulebook(self) -> Rulebook:
        return self.seating.rulebook

    @property
    def board(self) -> Board:
        return self.seating.board

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.seating.seats

    @cached_property
    def layout(self) -> Layout:
        layout = Layout(self.seating)
        assert layout.size
        return layout

    @cached_property
    def rules(self) -> Rules:
        """The rules, read plainly; `rules.careful` stops at unknown data."""
        with suspicion():
            return rules_of(self.layout, self.streets)

    @cached_property
    def _values(self) -> dict[tuple[int, int | None, bool], Value]:
        return {}

    def value_of(self, node: t.Expression, spot: Spot) -> Value:
        """The value of an expression in a spot without names, kept for each spot."""
        key = (id(node), spot.piece, spot.written)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self.rules.values.of(node, spot)
        return found

    def value(self, node: t.Expression, p: list[int]) -> Any:
        """The value of an expression when no piece acts: before the game, for amounts and stations."""
        return self.value_of(node, Spot(NOBODY))(p, step_of())

    @cached_property
    def endings(self) -> Mapping[int, Ending]:
        return {number: ending for ending, number in self.rules.statements.endings.items()}

    def actions_at(self, *places: str) -> list[Action]:
        return [action for action in self.rulebook.actions.values() if action.place in places]

    def actors(self, action: Action) -> tuple[int, ...]:
        return self.seating.members(action.table.by)
