"""How two editions differ in meaning: numbers, options, and rules added, dropped or changed, each with both sentences.

Rules are compared by what they mean (their statements, with the terms they use), not by how they are worded: the same rule in
other words, or at another place of another booklet, does not differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from adjudicator.answers.answer import seat_row, spoken
from adjudicator.language import tree as t
from adjudicator.language.rule_text import plain
from adjudicator.language.tree_walk import walk
from adjudicator.rulebook.model import Rule, Rulebook
from adjudicator.values import frozen


@frozen
class Value:
    """A number, a list, a choice that is not the same; empty where one side has none."""

    what: str
    one: str
    other: str


@frozen
class Side:
    """The statements of one edition."""

    says: str
    cite: str
    status: str
    only: tuple[str, ...] = ()  # where both say the same sentence: the statements and terms that the other has not


@frozen
class Changed:
    """A rule, action or ending of one id; a side is None where the edition has none."""

    kind: str
    id: str
    one: Side | None
    other: Side | None
    terms: tuple[str, ...] = ()  # where only a term means something else

    @property
    def how(self) -> str:
        return "added" if self.one is None else "dropped" if self.other is None else "changed"


@frozen
class Differences:
    one: str
    other: str
    values: tuple[Value, ...]
    options: tuple[Value, ...]
    rules: tuple[Changed, ...]
    rulings: tuple[Value, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.values or self.options or self.rules or self.rulings)


def differences(one: Rulebook, other: Rulebook) -> Differences:
    values, options = tuple(_values(one, other)), tuple(_options(one, other))
    return Differences(one.name, other.name, values, options, tuple(_rules(one, other)), tuple(_rulings(one, other)))


# -- numbers and lists
def _values(one: Rulebook, other: Rulebook) -> Iterator[Value]:
    left, right = _facts(one), _facts(other)
    if one.tables.seats == other.tables.seats:  # in other words at most, where a role has another name
        left["seat table"] = right["seat table"] = ""
    for name in dict.fromkeys((*left, *right)):
        if left.get(name, "") != right.get(name, ""):
            yield Value(name, left.get(name, ""), right.get(name, ""))


def _facts(rulebook: Rulebook) -> dict[str, str]:
    """Everything that is not a rule, as text by name."""
    tables = rulebook.tables
    facts = {"board": rulebook.board.id if rulebook.board else ""}
    facts |= {f"log: {name}": said(value) for name, value in tables.log.items()}
    facts |= {f"number: {name}": said(value) for name, value in tables.numbers.items()}
    facts |= {f"box: {name}": said(value) for name, value in tables.box.items()}
    for name, role in tables.roles.items():
        facts |= {f"{name}: {ticket} tickets": said(amount) for ticket, amount in role.tickets.items()}
        facts[f"{name}: fare"] = role.fare
        facts[f"{name}: called"] = role.name or name
        facts |= {f"{name}: pieces": ", ".join(role.pieces)} if role.pieces else {}
    for name, ticket in tables.tickets.items():
        facts[f"{name} ticket: pays for"] = ", ".join(ticket.pays)
    facts |= {f"{name}: called": mode.name for name, mode in tables.modes.items() if mode.name}
    facts |= {f"supply {name}": said(supply.starts) for name, supply in tables.supplies.items()}
    facts["seat table"] = "; ".join(seat_row(row, rulebook) for row in tables.seats)
    facts["tickets held by"] = tables.pool
    facts["order of endings"] = ", ".join(tables.priority)
    return {name: value for name, value in facts.items() if value}


def said(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{number} {name}" for name, number in value.items())
    return ", ".join(map(str, value)) if isinstance(value, tuple) else spoken(value)


# -- options and rulings
def _options(one: Rulebook, other: Rulebook) -> Iterator[Value]:
    for name in dict.fromkeys((*one.options, *other.options)):
        left, right = _choice(one, name), _choice(other, name)
        if left != right:
            yield Value(name, left, right)


def _choice(rulebook: Rulebook, name: str) -> str:
    option = rulebook.options.get(name)
    return "" if option is None else f"{rulebook.chosen[name]} (of {', '.join(option.values)})"


def _say_the_same(before: str, one: Rulebook, after: str, other: Rulebook) -> bool:
    """Whether texts of two editions differ in names alone; a name may have a small `the` inside a sentence."""
    text = re.sub(re.escape(one.fugitive), other.fugitive, before, flags=re.IGNORECASE)
    for word, name in one.called.items():
        text = re.sub(rf"\b{re.escape(name)}", other.called.get(word, name), text)
    return text.casefold() == after.casefold()


def _rulings(one: Rulebook, other: Rulebook) -> Iterator[Value]:
    for name in dict.fromkeys((*one.rulings, *other.rulings)):
        left, right = one.rulings.get(name), other.rulings.get(name)
        before, after = left.default if left else "", right.default if right else ""
        if not _say_the_same(before, one, after, other):
            question = (left or right).question if (left or right) else ""  # type: ignore[union-attr]
            yield Value(f"{name}: {question}", before, after)


# -- rules
def _rules(one: Rulebook, other: Rulebook) -> Iterator[Changed]:
    for name in dict.fromkeys((*one.rules, *other.rules)):
        left, right = one.rules.get(name), other.rules.get(name)
        if left is None or right is None:
            found = left or right
            assert found is not None
            yield Changed(found.section.removesuffix("s"), name, _side(left), _side(right))
        elif meaning(left, one) != meaning(right, other):
            terms = tuple(term for term in _terms(left, one) if _term(term, one) != _term(term, other))
            same = _say_the_same(left.says, one, right.says, other)
            before = _side(left, _only(left, one, right, other) if same else ())
            after = _side(right, _only(right, other, left, one) if same else ())
            yield Changed(left.section.removesuffix("s"), name, before, after, terms)


def _side(rule: Rule | None, only: tuple[str, ...] = ()) -> Side | None:
    return None if rule is None else Side(rule.says, rule.cite, rule.status, only)


def _only(rule: Rule, rulebook: Rulebook, other: Rule, elsewhere: Rulebook) -> tuple[str, ...]:
    """The statements of a rule that its namesake does not have, in the rule language."""
    others = {plain((one,)) for one in other.statements}
    statements = (" ".join(text.split()) for one in rule.statements if (text := plain((one,))) not in others)
    terms = (name for name in _terms(rule, rulebook) if _term(name, rulebook) != _term(name, elsewhere))
    return (*statements, *(f"{name} is {_term(name, rulebook)}" for name in terms))


def meaning(rule: Rule, rulebook: Rulebook) -> str:
    """The statements in one canonical writing, and the terms they use; for an action also where it stands and whose it is."""
    terms = "".join(f"{name} := {_term(name, rulebook)}\n" for name in _terms(rule, rulebook))
    action = rulebook.actions.get(rule.id)
    place = f"{action.table.by} {action.place} {action.table.group} {action.table.seen}\n" if action else ""
    return place + plain(rule.statements) + terms


def _terms(rule: Rule, rulebook: Rulebook) -> tuple[str, ...]:
    """Every term that a rule uses, and those that they use."""
    found: dict[str, None] = {}
    waiting: list[t.Node] = list(rule.statements)
    while waiting:
        for node in walk(waiting.pop()):
            known = rulebook.scope.names.get(node.name) if isinstance(node, t.Name) else None
            if (
                known is not None
                and known.what == "term"
                and known.body is not None
                and isinstance(node, t.Name)
                and node.name not in found
            ):
                found[node.name] = None
                waiting.append(known.body)
    return tuple(sorted(found))


def _term(name: str, rulebook: Rulebook) -> str:
    term = rulebook.tables.terms.get(name)
    return " ".join(term.code.split()) if term else ""
