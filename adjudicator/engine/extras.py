"""Actions of the fugitive with or after an entry, or instead of one: the stations where each can be legal at all.

At most stations an action is impossible, and the board or a set of stations says so. The conditions that mention nothing else
become a mask; only where the mask leaves a chance is the action itself asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from adjudicator.engine.action_code import is_written
from adjudicator.engine.expressions import Spot
from adjudicator.engine.identifiers import of_action
from adjudicator.engine.layout import ENTRIES
from adjudicator.engine.table import Table
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import Read, is_known
from adjudicator.rulebook.model import Action
from adjudicator.values import frozen

HERE, ENTRY = Read("step", "here"), Read("step", "entry")
COUNTS = ("uses", "fails", "round", "entries")


@frozen(eq=False, slots=False)
class Extra:
    """One such action, with its hook and the stations where it has a chance."""

    table: Table
    action: Action

    @cached_property
    def legal(self) -> Any:
        return self.table.hooks[of_action("legal", self.action.id)]

    def chance(self, p: list[int]) -> int:
        """The stations where the action is not ruled out: by the board, and by sets of stations in this position."""
        mask = self._fixed
        for cell in self._sets:
            mask &= p[cell]
        return mask

    def may_come(self, p: list[int]) -> bool:
        """Whether the action is not ruled out by what every ride changes alike; asked after an entry is written."""
        return all(bool(ask(p, 0, e=p[ENTRIES])) == wanted for ask, wanted in self._gates)

    # -- its conditions
    @cached_property
    def _needs(self) -> tuple[tuple[t.Expression, bool], ...]:
        """Conditions that must hold (True) or must not (False)."""
        found: list[tuple[t.Expression, bool]] = []
        for one in self.action.rule.statements:
            if isinstance(one, t.Require):
                parts = one.condition.parts if isinstance(one.condition, t.AllOf) else (one.condition,)
                found += ((part, True) for part in parts)
        for refusal in self.table.frame.of_action(self.action):
            when = refusal.when
            if when is not None and not refusal.statement.event.who:
                found += ((part, False) for part in (when.parts if isinstance(when, t.AnyOf) else (when,)))
        return tuple(found)

    def _reads(self, node: t.Expression) -> frozenset[Read]:
        return self.table.rulebook.facts.reads(node)

    @cached_property
    def _fixed(self) -> int:
        """Where the board alone allows it."""
        board = self.table.board
        mask = sum(1 << station for station in board.stations)
        for node, wanted in self._needs:
            reads = self._reads(node)
            if HERE in reads and all(read == HERE or (read.what == "board" and is_known(board, read.name)) for read in reads):
                ask = self._ask(node)
                mask &= sum(1 << station for station in board.stations if bool(ask([], 0, h=station)) == wanted)
        return mask

    @cached_property
    def _sets(self) -> tuple[int, ...]:
        """Cells of sets of stations that must contain the station."""
        found = []
        for node, wanted in self._needs:
            match node:
                case t.Member(t.Name("here"), t.Name(group), negated) if (
                    negated != wanted and group in self.table.layout.states
                ):
                    found.append(self.table.layout.states[group].base)
        return tuple(found)

    @cached_property
    def _gates(self) -> tuple[tuple[Callable[..., Any], bool], ...]:
        """Questions about counts alone, which every ride changes alike, and the answer that each must have."""
        needs = [one for one in self._needs if all(read == ENTRY or read.what in COUNTS for read in self._reads(one[0]))]
        return tuple((self._ask(node), wanted) for node, wanted in needs)

    def _ask(self, node: t.Expression) -> Callable[..., Any]:
        return self.table.question(node, Spot("0", is_written(self.action)))


def extras(table: Table, place: str) -> Iterator[Extra]:
    for action in table.actions_at(place):
        if 0 in table.actors(action):
            yield Extra(table, action)
