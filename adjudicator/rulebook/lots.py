"""Resolves statements that the grammar alone leaves open: `draw NAME from NAME` may draw a card of a deck or a member of a set,
and `once a game` counts the uses of the action that contains it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.language import tree as t
from adjudicator.rulebook.tables import VariantTable

GROUPS = ("pieces", "pursuers", "stations", "tickets", "modes")


def told_apart(statements: Iterable[t.Statement], name: str, tables: VariantTable) -> tuple[t.Statement, ...]:
    """The statements of the rule or action `name`, each in its resolved form."""
    sets = {*GROUPS, *tables.numbers, *tables.log, *tables.state, *tables.terms} - set(tables.decks)
    sets |= {name for id, role in tables.roles.items() for name in (id, role.plural) if name}
    return tuple(_meant(statements, name if name in tables.actions else "", sets))


def _meant(statements: Iterable[t.Statement], action: str, sets: set[str]) -> Iterator[t.Statement]:
    for one in statements:
        if isinstance(one, t.DrawCard) and one.deck in sets:
            yield _lot(one)
        elif isinstance(one, t.Require) and one.often and action:
            yield _counted(one, action)
        else:
            yield one


def _lot(one: t.DrawCard) -> t.Choose:
    at = one.deck.at if isinstance(one.deck, t.Spoken) and one.deck.at is not None else one.at
    group = t.Name(str(one.deck), at=at, end=at + len(one.deck))
    return t.Choose(one.variable, group, None, drawn=True, at=one.at, end=one.end)


def _counted(one: t.Require, action: str) -> t.Require:
    """A limit that counts the uses of this action."""
    limit = one.condition
    assert isinstance(limit, t.Compare)
    assert isinstance(limit.left, t.Call)
    _, lifetime = limit.left.arguments
    uses = limit.left.altered(arguments=(t.Name(action, at=one.at, end=one.end), lifetime))
    return one.altered(condition=limit.altered(left=uses))
