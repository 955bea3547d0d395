"""Finds the choices of an action that nobody else learns. A choice is as secret as the things that it changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.language import tree as t
from adjudicator.language.tree_walk import walk
from adjudicator.language.types import Scope
from adjudicator.language.vocabulary import OPEN


def secret_choices(statements: Iterable[t.Statement], scope: Scope) -> frozenset[str]:
    """The names of choices that are used in hidden effects and in no open one."""
    statements = tuple(statements)
    made = (one.choose if isinstance(one, t.EachChoose) else one for one in statements)
    chosen = {one.variable for one in made if isinstance(one, t.Choose)}
    effects = [effect for one in statements if isinstance(one, t.Then) for effect in one.effects]
    flows = [(name, is_hidden) for effect in effects for name, is_hidden in _flows(effect, frozenset(), scope)]
    hidden, told = ({name for name, is_hidden in flows if is_hidden == wanted} for wanted in (True, False))
    return frozenset(chosen & hidden - told)


def _flows(effect: t.Effect, before: frozenset[str], scope: Scope) -> Iterator[tuple[str, bool]]:
    """Every name that an effect depends on, and whether the effect is hidden; `before` are the names of conditions around
    it."""
    match effect:
        case t.ForEach(_, group, where, effects):
            inner = before | _names(group) | _names(where)
            yield from (flow for one in effects for flow in _flows(one, inner, scope))
        case t.OnlyWhen(condition, effects):
            yield from (flow for one in effects for flow in _flows(one, before | _names(condition), scope))
        case _:
            is_hidden = _is_hidden(effect, scope)
            yield from ((name, is_hidden) for name in before | _names(effect))


def _is_hidden(effect: t.Effect, scope: Scope) -> bool:
    """Whether the pursuers together learn nothing of an effect. An announcement to one of them is unknown to the others."""
    if isinstance(effect, t.Announce):
        return not (isinstance(effect.listener, t.Name) and effect.listener.name in OPEN)
    meaning = scope.names.get(effect.name) if isinstance(effect, t.Assign) else None
    return meaning is not None and meaning.what == "state" and meaning.hidden


def _names(node: t.Node | None) -> frozenset[str]:
    """The names in a node, and those of calls: `t(d)` is the choice that was made for d."""
    return frozenset(one.name for one in walk(node) if isinstance(one, t.Name | t.Call)) if node is not None else frozenset()
