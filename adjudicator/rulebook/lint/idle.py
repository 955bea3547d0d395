"""Warns about unused names; rules that never apply, actions that no piece may take, endings that never happen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from adjudicator.faults import Fault
from adjudicator.language import tree as t
from adjudicator.language.tree_walk import walk
from adjudicator.rulebook.consistency import LENGTHS
from adjudicator.rulebook.lint.finding import Finding, Ground
from adjudicator.rulebook.lint.truth import Facts, excluding, truth
from adjudicator.rulebook.model import Rule
from adjudicator.rulebook.scope import OPEN
from adjudicator.toml_places import Path

RIDES = ("ride", "entry")


def unread_states(g: Ground) -> Iterator[Finding]:
    for name in g.tables.state:
        if name not in g.asked:
            yield Finding(Fault("W402", name=name), ("state", name))


def unused_things(g: Ground) -> Iterator[Finding]:
    for name in g.tables.terms:
        if name not in g.asked:
            yield Finding(Fault("W410", name=name), ("terms", name))
    for section, table in (("numbers", g.tables.numbers), ("log", g.tables.log)):
        for name in table:
            if name not in g.asked and name not in LENGTHS:  # readers also need the length of the log
                yield Finding(Fault("W411", name=name), (section, name))
    for section, named in (("decks", g.tables.decks), ("supplies", g.tables.supplies)):
        for name in named:
            if name not in g.asked:
                yield Finding(Fault("W412.deck" if section == "decks" else "W412.supply", name=name), (section, name))


def rules_that_say_nothing(g: Ground) -> Iterator[Finding]:
    for rule in g.rulebook.rules.values():
        if not rule.statements and rule.section != "actions":
            yield Finding(Fault("W415", name=rule.id), (rule.section, rule.id))


def statements_that_nobody_notices(g: Ground) -> Iterator[Finding]:
    """Warn about announcements to the fugitive, who knows them; tickets moved to their own place; fares of free riders."""
    for rule in g.rulebook.rules.values():
        for node in (node for one in rule.statements for node in walk(one)):
            match node:
                case t.Show(_, _, audience) | t.Tell(_, _, audience) | t.ShowLast(_, audience) if audience not in OPEN:
                    yield _at(rule, node, Fault("W418.audience", audience=audience))
                case t.Move(_, _, t.Name(source), t.Name(target)) if source == target:
                    yield _at(rule, node, Fault("W418.move", name=source))
                case t.Pay(who) if who and all(g.rides_free(name) for name in who):
                    yield _at(rule, node, Fault("W418.pay", name=who[0]))


def rules_that_never_fire(g: Ground) -> Iterator[Finding]:
    """Warn about rules whose condition is never true, or whose pieces are in no game."""
    for rule in g.rulebook.rules.values():
        for one in rule.statements:
            if isinstance(one, t.Wins | t.Require):
                continue
            who, when, events = _about(one)
            missing = [name for name in who if name in g.facts.absent]
            if missing and len(missing) == len(who):
                yield _at(rule, one, Fault("W401.absent", name=missing[0]))
            elif when is not None:
                always = _always(g, when, who, events)
                if always is not None:
                    yield _at(rule, when, Fault("W417" if always else "W406" if rule.section == "endings" else "W401"))


def _always(g: Ground, when: t.Expression, who: tuple[str, ...], events: tuple[str, ...]) -> bool | None:
    """Whether a condition is always or never true (None: neither). Most need no test of every ticket and mode."""
    known = truth(when, g.facts)
    if known is not None:
        return known
    situations = _situations(g, who, events)
    first = truth(when, situations[0])
    return first if all(truth(when, each) is first for each in situations[1:]) else None


def _about(one: t.Node) -> tuple[tuple[str, ...], t.Expression | None, tuple[str, ...]]:
    """The pieces, the condition and the events of a statement."""
    match one:
        case t.Forbid(event, when) | t.Permit(event, _, when):
            return event.who, when, event.names
        case t.Pay(who, when):
            return who, when, ("ride",)
        case t.On(t.Event(names, who), when):
            return who, when, names
        case t.Score(_, who, when):
            return (who,), when, ()
        case t.On(_, when):
            return (), when, ()
        case t.Show(_, event, _, when) | t.Hide(_, event, when) | t.Tell(_, event, _, when):
            return ("fugitive",), when, (event,)
        case t.Allow(who) | t.StartsOn(who):
            return ((who,) if isinstance(who, str) else who), None, ()
        case t.MustMove(who) | t.MayMove(who):
            return (who,), None, ()
        case t.MayPass(who, when):
            return (who,), when, ()
    return (), None, ()


@lru_cache(maxsize=100)  # most rules have the same arguments
def _situations(g: Ground, who: tuple[str, ...], events: tuple[str, ...]) -> list[Facts]:
    """Every possible pair of ticket and mode of a ride; free riders have no ticket."""
    if not events or not set(events) <= set(RIDES):
        return [g.facts]
    free = [role for name, role in g.tables.roles.items() if role.fare == "free" and g.concerns(who, name)]
    paying = [role for name, role in g.tables.roles.items() if role.fare != "free" and g.concerns(who, name)]
    pairs = [g.facts.where(mode=mode, ticket=ticket) for mode in g.modes for ticket in g.tables.tickets if paying]
    return pairs + [g.facts.where(mode=mode) for mode in g.modes if free] or [g.facts]


def endings_that_never_come(g: Ground) -> Iterator[Finding]:
    for rule in g.rulebook.rules.values():
        for one in rule.statements:
            if not isinstance(one, t.Wins):
                continue
            who = one.moment.who if isinstance(one.moment, t.Event) else ()
            if truth(one.when, g.facts) is False:
                yield _at(rule, one.when, Fault("W406"))
            elif who and all(name in g.facts.absent for name in who):
                yield _at(rule, one, Fault("W406.absent", name=who[0]))


def actions_nobody_may_take(g: Ground) -> Iterator[Finding]:
    for name, action in g.rulebook.actions.items():
        path: Path = ("actions", name)
        if action.table.by in g.facts.absent:
            yield Finding(Fault("W403.absent", name=name, by=action.table.by), (*path, "by"))
        for one in action.rule.statements:
            if isinstance(one, t.Require) and truth(one.condition, g.facts) is False:
                yield _at(action.rule, one.condition, Fault("W403", name=name))
        needed = [one.condition for one in action.rule.statements if isinstance(one, t.Require)]
        if len(needed) > 1 and excluding(needed, g.facts):
            yield _at(action.rule, needed[-1], Fault("W403.together", name=name))
        for rule, forbid in g.rulebook.statements(t.Forbid):
            assert isinstance(forbid, t.Forbid)
            if not {name, action.table.group} & set(forbid.event.names) or forbid.event.who:
                continue
            if forbid.when is None or truth(forbid.when, g.facts) is True:
                yield Finding(Fault("W403.forbidden", name=name, rule=rule.id), path)


def _at(rule: Rule, node: t.Node, fault: Fault) -> Finding:
    return Finding(fault, (rule.section, rule.id, "code"), node.at, max(1, node.end - node.at))
