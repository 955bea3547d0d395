"""Finds open changes from which everybody would learn the secret of one pursuer.

The checker handles secrets of the fugitive. These belong to one pursuer, and are hidden from the others. A rule may announce
such a secret (`answer … to all`) and then depend on it; any other use that shows it is a fault.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.faults import Fault, Place
from adjudicator.language import tree as t
from adjudicator.language.tree_walk import walk
from adjudicator.rulebook.facts import Read, is_open
from adjudicator.rulebook.model import Rule, Rulebook

QUIET = (t.Forbid, t.Require, t.Permit, t.Choose, t.EachChoose, t.Answer)  # statements that only the owner learns about


def leaks(rulebook: Rulebook) -> Iterator[Fault]:
    """The faults of every place that would reveal a secret of a pursuer."""
    secrets = rulebook.facts.secrets_of_pursuers
    if not secrets and not rulebook.facts.unseen_by_pursuers:
        return
    for rule in rulebook.rules.values():
        if rule.id in rulebook.facts.unseen_by_pursuers:
            yield from _done_openly(rule, rulebook)
        else:
            yield from _shown(rule, rulebook, secrets - _announced(rule, rulebook))


def _announced(rule: Rule, rulebook: Rulebook) -> frozenset[Read]:
    answers = [one for one in rule.statements if isinstance(one, t.Answer) and one.audience == "all"]
    return frozenset(read for one in answers for read in rulebook.facts.reads(one))


def _done_openly(rule: Rule, rulebook: Rulebook) -> Iterator[Fault]:
    """The faults of a secret action with open changes, or with a move, which all see."""
    if rulebook.actions[rule.id].place != "during turn" and rule.statements:
        yield Fault("E364", _place(rule, rule.statements[0], rulebook))
    for statement in rule.statements:
        for effect in walk(statement):
            if rulebook.facts.is_open_change(effect):
                yield Fault("E421", _place(rule, effect, rulebook), name=rule.id)
        counted = _counted_together(rulebook) & rulebook.facts.reads(statement)
        if counted and isinstance(statement, t.Answer):
            yield Fault("E423", _place(rule, statement, rulebook), name=min(one.name for one in counted))


def _counted_together(rulebook: Rulebook) -> frozenset[Read]:
    """Counts of actions that several pieces take in secret, as totals of these pieces."""
    alone = {piece for role in rulebook.tables.roles.values() for piece in role.pieces}
    secrets = (one for one in rulebook.facts.secrets_of_pursuers if one.name in rulebook.actions)
    return frozenset(one for one in secrets if rulebook.actions[one.name].table.by not in alone)


def _shown(rule: Rule, rulebook: Rulebook, secrets: frozenset[Read]) -> Iterator[Fault]:
    for statement in rule.statements:
        if isinstance(statement, QUIET):
            continue
        for node, hangs in _hanging(statement, frozenset(), rulebook):
            told = hangs & secrets
            if told and (node is statement or rulebook.facts.is_open_change(node)):
                yield Fault("E422", _place(rule, node, rulebook), name=min(one.name for one in told))


def _hanging(node: t.Node, above: frozenset[Read], rulebook: Rulebook) -> Iterator[tuple[t.Node, frozenset[Read]]]:
    """A statement, or every effect in it, with all data it depends on; a value announced with an effect is not secret."""
    if not isinstance(node, t.On | t.Then | t.ForEach | t.OnlyWhen):
        yield node, above | rulebook.facts.reads(node)
        return
    said = any(isinstance(one, t.Announce) and is_open(one) for one in node.effects)
    hangs = frozenset() if said else above | rulebook.facts.reads(node.altered(effects=()))
    for one in node.effects:
        yield from _hanging(one, hangs, rulebook)


def _place(rule: Rule, node: t.Node, rulebook: Rulebook) -> Place:
    return rulebook.merged.inside((rule.section, rule.id, "code"), node.at, max(1, node.end - node.at))
