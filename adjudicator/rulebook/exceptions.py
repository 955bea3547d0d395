"""Applies exceptions: `permit ride by rex despite free-station` allows some pieces an action that a rule forbids.

The prohibition gets the exception as a further condition, so listing, judging and explaining see only prohibitions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from adjudicator.language import tree as t

if TYPE_CHECKING:
    from adjudicator.language.types import Scope
    from adjudicator.rulebook.tables import VariantTable


def by_rule(permits: Iterable[t.Permit]) -> dict[str, list[t.Permit]]:
    """The exceptions from each rule."""
    found: dict[str, list[t.Permit]] = {}
    for permit in permits:
        for name in permit.rules:
            found.setdefault(name, []).append(permit)
    return found


def excepted(one: t.Forbid, permits: Iterable[t.Permit], scope: Scope, tables: VariantTable) -> t.Forbid:
    """A prohibition with those exceptions that apply to it."""
    mine = [permit for permit in permits if concerns(permit, one, scope)]
    if not mine:
        return one
    unless = [_condition(permit, scope, tables) for permit in mine]
    return one.altered(when=_joined(t.AllOf, [*([one.when] if one.when else []), *map(t.Negated, unless)]))


def concerns(permit: t.Permit, one: t.Forbid, scope: Scope) -> bool:
    """Whether an exception and a prohibition name an action that one piece can take; a ride of the fugitive is an entry."""
    wanted, named = set(permit.event.names), set(one.event.names)
    if {"ride", "entry"} <= wanted | named:
        wanted, named = wanted | {"ride"}, named | {"ride"}
    sides = {_side(permit.event, scope), _side(one.event, scope)} - {""}
    return bool(wanted & named) and len(sides) < 2


def _side(event: t.Event, scope: Scope) -> str:
    sides = {scope.whos.get(name, "") for name in event.who}
    sides |= {"fugitive"} if event.names == ("entry",) else set()
    return sides.pop() if len(sides) == 1 else ""


def _condition(permit: t.Permit, scope: Scope, tables: VariantTable) -> t.Expression:
    """The condition of an exception: one of its pieces acts, and its own condition is true."""
    plurals = {name: role.plural or name for name, role in tables.roles.items()}
    who = [_is_one(plurals.get(name, name), scope) for name in permit.event.who if name != "pieces"]
    parts = [_joined(t.AnyOf, who)] if who and len(who) == len(permit.event.who) else []
    return _joined(t.AllOf, [*parts, *([permit.when] if permit.when else [])])


def _is_one(name: str, scope: Scope) -> t.Expression:
    piece, meaning = t.Name("piece"), scope.names.get(name)
    is_group = meaning is not None and meaning.type.many
    return t.Member(piece, t.Name(name)) if is_group else t.Compare(piece, "=", t.Name(name))


def _joined(form: type[t.AllOf] | type[t.AnyOf], parts: list[t.Expression]) -> t.Expression:
    if not parts:
        return t.Literal("yes")
    return parts[0] if len(parts) == 1 else form(tuple(parts))
