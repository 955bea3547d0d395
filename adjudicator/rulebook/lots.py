"""`draw NAME from NAME`: a card of a deck, or one of a set that has a name. The grammar cannot tell, the tables can."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.language import tree as t
from adjudicator.rulebook.tables import VariantTable

GROUPS = ("pieces", "pursuers", "stations", "tickets", "modes")


def told_apart(statements: Iterable[t.Statement], tables: VariantTable) -> tuple[t.Statement, ...]:
    """The statements with a draw from a set as what it is: a choice that chance makes."""
    sets = {*GROUPS, *tables.numbers, *tables.log, *tables.state, *tables.terms} - set(tables.decks)
    sets |= {name for id, role in tables.roles.items() for name in (id, role.plural) if name}
    return tuple(_lot(one) if isinstance(one, t.DrawCard) and one.deck in sets else one for one in statements)


def _lot(one: t.DrawCard) -> t.Choose:
    at = one.deck.at if isinstance(one.deck, t.Spoken) and one.deck.at is not None else one.at
    group = t.Name(str(one.deck), at=at, end=at + len(one.deck))
    return t.Choose(one.variable, group, None, drawn=True, at=one.at, end=one.end)
