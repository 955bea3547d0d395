"""Finds the names that a rulebook reads, to report the others as unused."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.language import tree as t
from adjudicator.language.parser import Misread, parse_value
from adjudicator.rulebook.model import Rulebook

SLOT = re.compile(r"\{([^{}]*)\}")


def asked(rulebook: Rulebook) -> frozenset[str]:
    """Every name that a statement, term, state or amount of tickets reads. A state that only counts itself is not read."""
    found: set[str] = set()
    for rule in rulebook.rules.values():
        for statement in rule.statements:
            found |= _names(statement)
    for text in _values(rulebook):
        value = parse_value(text)
        found |= set() if isinstance(value, Misread) else _names(value)
    return _with_terms(rulebook, found)


def _with_terms(rulebook: Rulebook, found: set[str]) -> frozenset[str]:
    """The names that are used through terms, including terms inside terms."""
    waiting = list(found)
    while waiting:
        meaning = rulebook.scope.names.get(waiting.pop())
        if meaning is not None and meaning.what == "term" and meaning.body is not None:
            more = _names(meaning.body) - found
            found |= more
            waiting += more
    return frozenset(found)


def _values(rulebook: Rulebook) -> Iterator[str]:
    """The texts of values outside of rules: initial states, amounts of tickets."""
    for state in rulebook.tables.state.values():
        if isinstance(state.starts, str) and state.starts:
            yield state.starts
    for role in rulebook.tables.roles.values():
        yield from (
            amount for amount in role.tickets.values() if isinstance(amount, str) and amount not in ("unlimited", "pile")
        )


def _names(node: t.Node) -> set[str]:
    found = {name for inner in _parts(node) for name in _names(inner)}
    match node:
        case t.Name(name) | t.Call(name):
            found.add(name)
        case t.Assign(name):
            found.discard(name)
        case t.Deal(_, deck) | t.DrawCard(_, deck):
            found.add(deck)
        case t.StartsOn(who, _, deck):
            found |= {who, deck}
        case t.Forbid(_, _, text) | t.Require(_, text) | t.Tell(text):
            found |= _slots(text)
    return found


def _parts(node: t.Node) -> Iterator[t.Node]:
    for name in node._fields:
        value = getattr(node, name)
        yield from (inner for inner in (value if isinstance(value, tuple) else (value,)) if isinstance(inner, t.Node))


def _slots(text: str) -> set[str]:
    values = [parse_value(slot) for slot in SLOT.findall(text)]
    return {name for value in values if not isinstance(value, Misread) for name in _names(value)}
