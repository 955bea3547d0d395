"""What may come with or after an entry, or instead of one: where on the board each such action can be taken at all.

Most stations are no place for an action, and the board or a set of stations says so. The conditions that speak of nothing else
become a mask; only where the mask leaves a chance is the action itself asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from adjudicator.engine.actions import ActionCode, identifier
from adjudicator.engine.layout import ENTRIES
from adjudicator.engine.rides import expand
from adjudicator.engine.table import Table
from adjudicator.engine.values import Spot, Values
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Action
from adjudicator.values import frozen

LOCAL = ("here", "to", "from", "passes", "ticket", "mode", "piece")
FIXED = ("number", "pieces", "piece", "constant", "term")  # what a name may stand for
COUNTS = ("uses", "fails", "count")
PLAIN = (t.Number, t.Literal, t.SetOf, t.Compare, t.Member, t.AllOf, t.AnyOf, t.Negated, t.Arithmetic)


@frozen(eq=False, slots=False)
class Extra:
    """An action of the fugitive that is bound to an entry, with its hook and the stations where it has a chance."""

    table: Table
    action: Action

    @cached_property
    def legal(self) -> Any:
        return self.table.hooks[f"legal_{identifier(self.action.id)}"]

    def chance(self, p: list[int]) -> int:
        """The stations where the action is not ruled out: by the board, and by sets of stations in this position."""
        mask = self._fixed
        for cell in self._sets:
            mask &= p[cell]
        return mask

    def may_come(self, p: list[int]) -> bool:
        """Whether the action is not ruled out by what every ride changes alike; asked after an entry is written."""
        return all(not ask(p) for ask in self._gates)

    # -- its conditions
    @cached_property
    def _needs(self) -> tuple[tuple[t.Expression, bool], ...]:
        """Conditions that must hold (True) or must not (False)."""
        found: list[tuple[t.Expression, bool]] = []
        for one in self.action.rule.statements:
            if isinstance(one, t.Require):
                found += (
                    (part, True) for part in (one.condition.parts if isinstance(one.condition, t.AllOf) else (one.condition,))
                )
        for refusal in ActionCode(self.table.code, self.action).refusals():
            when = refusal.statement.when
            if when is not None and not refusal.statement.event.who:
                found += ((part, False) for part in (when.parts if isinstance(when, t.AnyOf) else (when,)))
        return tuple(found)

    @cached_property
    def _fixed(self) -> int:
        """Where the board alone allows it."""
        mask = sum(1 << station for station in self.table.board.stations)
        for node, wanted in self._needs:
            if self._speaks_of_board(node):
                ask = self._ask(node)
                mask &= sum(1 << station for station in self.table.board.stations if bool(ask([], station)) == wanted)
        return mask

    def _speaks_of_board(self, node: t.Expression) -> bool:
        code = self.table.code
        return "rest" not in code.depends(node) and any(
            isinstance(n, t.Name) and n.name == "here" for n in expand(node, code.layout)
        )

    @cached_property
    def _sets(self) -> tuple[int, ...]:
        """Cells of sets of stations that must contain the station."""
        found = []
        for node, wanted in self._needs:
            if (
                isinstance(node, t.Member)
                and isinstance(node.item, t.Name)
                and node.item.name == "here"
                and node.negated != wanted
            ):
                state = self.table.layout.states.get(node.group.name) if isinstance(node.group, t.Name) else None
                if state is not None:
                    found.append(state.base)
        return tuple(found)

    @cached_property
    def _gates(self) -> tuple[Any, ...]:
        """Questions that, answered yes, rule the action out wherever he stands and however he came there."""
        found = []
        for node, wanted in self._needs:
            if self._is_alike_after_every_ride(node):
                ask = self._ask(node)
                found.append((lambda p, ask=ask: not ask(p, 0)) if wanted else (lambda p, ask=ask: bool(ask(p, 0))))
        return tuple(found)

    def _is_alike_after_every_ride(self, node: t.Expression) -> bool:
        """Whether only counts are asked that every ride changes alike; whatever is not known to be such, is not."""
        names = self.table.rulebook.scope.names
        for inner in expand(node, self.table.layout):
            if isinstance(inner, t.Name):
                meaning = names.get(inner.name)
                if inner.name in LOCAL or (meaning is not None and meaning.what not in FIXED):
                    return False
            elif isinstance(inner, t.Call):
                if inner.name not in COUNTS:
                    return False
            elif not isinstance(inner, PLAIN):
                return False
        return True

    def _ask(self, node: t.Expression) -> Any:
        written = self.action.place in ("with entry", "after entry")
        source = Values(self.table.layout).of(node, Spot("0", written))
        text = f"def ask(p, h):\n    e = p[{ENTRIES}]{'' if written else ' + 1'} if p else 0\n    return {source}\n"
        names = dict(self.table.hooks)
        exec(compile(text, f"<chance of {self.action.id}>", "exec"), names)
        return names["ask"]


def extras(table: Table, place: str) -> Iterator[Extra]:
    for action in table.actions_at(place):
        if 0 in table.actors(action):
            yield Extra(table, action)
