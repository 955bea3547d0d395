"""Messages with slots, and values in the words of the table."""

from __future__ import annotations

import re
from functools import lru_cache

from adjudicator.engine.layout import UNLIMITED
from adjudicator.engine.seating import Seating
from adjudicator.language import tree as t
from adjudicator.language.types import Type
from adjudicator.language.vocabulary import VARIABLE, WORD
from adjudicator.rulebook.model import Rulebook

SLOT = re.compile(r"\{([^{}]*)\}")


@lru_cache(maxsize=1024)
def _named(template: str) -> tuple[str, ...]:
    return tuple(SLOT.findall(template))


def slots(template: str, rulebook: Rulebook) -> list[tuple[str, t.Expression]]:
    """The slots of a template that are values of the rule language, with their expressions."""
    values = [(text, rulebook.values.get(text)) for text in _named(template)]
    return [(text, value) for text, value in values if value is not None]


def type_of(node: t.Expression, seating: Seating) -> Type | None:
    """The type of a slot, as far as its wording depends on it."""
    known = seating.rulebook.types.get(id(node))
    if known is not None:
        return known
    if isinstance(node, t.Name) and node.name in VARIABLE:
        return VARIABLE[node.name].type
    if isinstance(node, t.Call) and node.name in WORD:
        return WORD[node.name].gives
    meaning = seating.rulebook.scope.names.get(node.name) if isinstance(node, t.Name | t.Call) else None
    return meaning.type if meaning is not None else None


def told(value: object, kind: Type | None, seating: Seating) -> str:
    """A value in the players' words: tickets and means of transport as their edition calls them."""
    return worded(value, kind, seating, seating.called)


def worded(value: object, kind: Type | None, seating: Seating, symbols: tuple[str, ...] = ()) -> str:
    """A value as it is written in a transcript."""
    if kind is not None and kind.many and not isinstance(value, str):
        return "/".join(worded(one, kind.one, seating, symbols) for one in value) or "none"  # type: ignore[attr-defined]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "/".join(map(str, value))
    if not isinstance(value, int) or kind is None:
        return str(value)
    first = kind.kind.split("|")[0]
    if first == "yes or no":
        return "yes" if value else "no"
    if value == -1:
        return "none"
    if first == "piece":
        return seating.seats[value].piece
    if first in ("mode", "ticket", "word"):
        return (symbols or seating.symbol_names)[value]
    return "unlimited" if value == UNLIMITED else str(value)
