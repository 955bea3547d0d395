"""Warns about valid statements that perhaps do not mean what their author expects."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from adjudicator.faults import Fault
from adjudicator.language import tree as t
from adjudicator.language.rule_text import show_value
from adjudicator.language.tree_walk import walk
from adjudicator.rulebook.exceptions import concerns
from adjudicator.rulebook.inheritance import Source
from adjudicator.rulebook.lint.finding import Finding, Ground
from adjudicator.rulebook.lost_statements import lost
from adjudicator.rulebook.model import Rule

Moment = tuple[str, ...]


# -- endings that never meet
def orders_that_never_count(g: Ground) -> Iterator[Finding]:
    """Warn about places in `priority` that decide nothing, because only endings tested at the same moment compete.

    Reported if a file puts a new ending first or reverses an order; a file that lists all endings may intend nothing by it.
    """
    if g.tables.abstract or not g.tables.priority:
        return
    moments = {rule.id: frozenset(_moments(rule)) for rule in g.rulebook.rules.values() if rule.section == "endings"}
    merged, first = g.rulebook.merged, g.tables.priority[0]
    home = merged.origin(("priority",))[0]
    others = [moments[other] for other in moments if other != first]
    before = _inherited(merged.sources, home)
    is_new = bool(before) and first in moments and merged.origin(("endings", first))[0] is home
    if is_new and not any(moments[first] & other for other in others):
        yield Finding(Fault("W440", name=first), ("priority", 0), as_chosen=True)
    turned = list(_turned(g.tables.priority, before))
    known = [pair for pair in turned if pair[0] in moments and pair[1] in moments]
    if known and not any(moments[one] & moments[other] for one, other in known):
        fault = Fault("W440.turned", one=known[0][0], other=known[0][1])
        yield Finding(fault, ("priority",), as_chosen=True)


def _moments(rule: Rule) -> Iterator[Moment]:
    """The moments at which an ending is tested. A ride of the fugitive is also an entry."""
    for one in rule.statements:
        event = one.moment if isinstance(one, t.Wins) else one.event if isinstance(one, t.Forbid) else None
        if isinstance(event, t.Moment):
            yield event.edge, event.of, event.side
        elif isinstance(event, t.Event):
            yield from ((name,) for name in event.names)
            if "ride" in event.names and (not event.who or {"fugitive", "pieces"} & set(event.who)):
                yield ("entry",)


def _inherited(sources: tuple[Source, ...], home: Source) -> tuple[str, ...]:
    """The order of endings that a file replaces."""
    found: tuple[str, ...] = ()
    for source in sources[: sources.index(home)]:
        replaced = source.data.get("replace")
        order = source.data.get("priority") or (replaced.get("priority") if isinstance(replaced, dict) else None)
        found = tuple(map(str, order)) if isinstance(order, list) else found
    return found


def _turned(now: tuple[str, ...], before: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Pairs of endings whose order has changed."""
    place = {name: number for number, name in enumerate(before)}
    for one, other in combinations((name for name in now if name in place), 2):
        if place[one] > place[other]:
            yield one, other


# -- free riders
def tickets_of_free_riders(g: Ground) -> Iterator[Finding]:
    """Warn about `ticket = taxi` for free riders: they pay no ticket, so it is never true, even if the ride is by taxi."""
    for rule in g.rulebook.rules.values():
        for one in rule.statements:
            riders = _free_riders(g, one)
            for node, name in _named_tickets(one) if riders else ():
                if name in g.tables.modes:
                    path = (rule.section, rule.id, "code")
                    yield Finding(Fault("W441", name=name, who=riders[0]), path, node.at, node.end - node.at)


def _free_riders(g: Ground, one: t.Statement) -> list[str]:
    """Roles in the game that ride free and whose rides a statement names."""
    match one:
        case t.Forbid(t.Event(names, who)) | t.On(t.Event(names, who)) if "ride" in names:
            seated = [name for name in g.tables.roles if name not in g.facts.absent and g.concerns(who, name)]
            return [name for name in seated if g.tables.roles[name].fare == "free"]
    return []


def _named_tickets(one: t.Statement) -> Iterator[tuple[t.Node, str]]:
    """Comparisons of `ticket` with a ticket, and that ticket."""
    for node in walk(one):
        match node:
            case t.Compare(t.Name("ticket"), _, t.Name(name)) | t.Compare(t.Name(name), _, t.Name("ticket")):
                yield node, name


# -- effects one after another
def places_after_sending(g: Ground) -> Iterator[Finding]:
    """Warn about reading a piece's station after `send`: effects happen in order, so it is the new station."""
    for rule in g.rulebook.rules.values():
        for one in rule.statements:
            for node in walk(one):
                for place in _asked_after_sending(getattr(node, "effects", ())):
                    path = (rule.section, rule.id, "code")
                    yield Finding(Fault("W473", text=show_value(place)), path, place.at, place.end - place.at)


def _asked_after_sending(effects: tuple[t.Effect, ...]) -> Iterator[t.Expression]:
    """The later effects in a list that read the station of a piece that an earlier one has sent away."""
    sent: list[t.Expression] = []
    for effect in effects:
        for node in walk(effect):
            match node:
                case t.Call("station", (piece,)) if piece in sent:
                    yield node
                case t.Name("here") if t.Name("piece") in sent:
                    yield node
        sent += [effect.piece] if isinstance(effect, t.Send) else []


# -- exceptions
def exceptions_from_nothing(g: Ground) -> Iterator[Finding]:
    """Warn about an exception from a rule that forbids nothing that the exception permits."""
    for rule, permit in g.rulebook.statements(t.Permit):
        assert isinstance(permit, t.Permit)
        for name in permit.rules:
            other = g.rulebook.rules.get(name)
            forbids = [one for one in other.statements if isinstance(one, t.Forbid)] if other is not None else []
            if not any(concerns(permit, one, g.rulebook.scope) for one in forbids):
                at = name.at if isinstance(name, t.Spoken) and name.at is not None else permit.at
                yield Finding(Fault("W442", name=name), (rule.section, rule.id, "code"), at, len(name))


# -- texts written again
def checks_that_were_lost(g: Ground) -> Iterator[Finding]:
    """Warn about a rewritten rule that has lost its `check`: the referee no longer tests what its sentence says."""
    for rule, statement in lost(g.rulebook.merged, "check "):
        if statement.removeprefix("check ") not in g.rulebook.facts.checks:
            yield Finding(Fault("W474", rule=rule, statement=statement), ("rules", rule, "code"))
