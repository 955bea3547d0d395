"""What a variant declares and nothing uses; rules that never fire, actions that nobody may take, endings that never come."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.language import tree as t
from adjudicator.language.walking import walk
from adjudicator.places import Path
from adjudicator.rulebook.lint.finding import Finding, Ground
from adjudicator.rulebook.lint.truth import LENGTHS, Facts, excluding, truth
from adjudicator.rulebook.model import Rule
from adjudicator.rulebook.scoping import OPEN

RIDES = ("ride", "entry")


def unread_states(g: Ground) -> Iterator[Finding]:
    for name in g.tables.state:
        if name not in g.asked:
            yield Finding("W402", ("state", name), f"nothing ever asks for the state `{name}`", "use it in a rule, or drop it")


def unused_things(g: Ground) -> Iterator[Finding]:
    for name in g.tables.terms:
        if name not in g.asked:
            yield Finding("W410", ("terms", name), f"no rule uses the term `{name}`", "use it, or drop it")
    for section, table in (("numbers", g.tables.numbers), ("log", g.tables.log)):
        for name in table:
            if name not in g.asked and name not in LENGTHS:  # how long the log is matters to a reader, too
                yield Finding("W411", (section, name), f"no rule asks for the number `{name}`", "use it, or drop it")
    for section, named in (("decks", g.tables.decks), ("supplies", g.tables.supplies)):
        for name in named:
            if name not in g.asked:
                help_text = "draw from it, or drop it" if section == "decks" else "move tickets from or to it, or drop it"
                yield Finding("W412", (section, name), f"nothing uses `{name}`", help_text)


def rules_that_say_nothing(g: Ground) -> Iterator[Finding]:
    for rule in g.rulebook.rules.values():
        if not rule.statements and rule.section != "actions":
            yield Finding("W415", (rule.section, rule.id), f"`{rule.id}` has no statement", 'give it a code = "…"')


def statements_that_nobody_notices(g: Ground) -> Iterator[Finding]:
    """What is shown or told to the fugitive, who knows it; tickets that are moved to where they lie; fares of free riders."""
    for rule in g.rulebook.rules.values():
        for node in (node for one in rule.statements for node in walk(one)):
            match node:
                case t.Show(_, _, audience) | t.Tell(_, _, audience) | t.ShowLast(_, audience) if audience not in OPEN:
                    yield _at(
                        rule, node, "W418", f"this is for `{audience}` alone, and changes nothing", "show it to `pursuers`"
                    )
                case t.Move(_, _, t.Name(source), t.Name(target)) if source == target:
                    yield _at(rule, node, "W418", f"tickets move from `{source}` to `{source}`", "name two places")
                case t.Pay(who) if who and all(g.rides_free(name) for name in who):
                    yield _at(rule, node, "W418", f"`{who[0]}` pays nothing", 'they ride free: see fare = "free"')


def rules_that_never_fire(g: Ground) -> Iterator[Finding]:
    """A condition that is never so, or pieces that are in no game."""
    for rule in g.rulebook.rules.values():
        for one in rule.statements:
            if isinstance(one, t.Wins | t.Require):
                continue
            who, when, events = _about(one)
            missing = [name for name in who if name in g.facts.absent]
            if missing and len(missing) == len(who):
                message = f"this never applies: no row of the seat table has `{missing[0]}`"
                yield _at(rule, one, "W401", message, "seat them, or leave this out")
            elif when is not None:
                yield from _condition(g, rule, one, when, _situations(g, who, events))


def _condition(g: Ground, rule: Rule, one: t.Node, when: t.Expression, facts: list[Facts]) -> Iterator[Finding]:
    found = {truth(when, each) for each in facts}
    code, what = ("W406", "the ending never comes") if rule.section == "endings" else ("W401", "the rule never fires")
    if found == {False}:
        yield _at(rule, when, code, f"this is never so, and {what}", "compare it with what can happen")
    elif found == {True}:
        yield _at(rule, when, "W417", "this is always so", "leave out the condition")


def _about(one: t.Node) -> tuple[tuple[str, ...], t.Expression | None, tuple[str, ...]]:
    """Whom a statement concerns, under which condition, and at which events."""
    match one:
        case t.Forbid(event, when):
            return event.who, when, event.names
        case t.Pay(who, when):
            return who, when, ("ride",)
        case t.On(t.Event(names, who), when):
            return who, when, names
        case t.On(_, when) | t.Score(_, _, when):
            return (), when, ()
        case t.Show(_, event, _, when) | t.Hide(_, event, when) | t.Tell(_, event, _, when):
            return ("fugitive",), when, (event,)
        case t.Allow(who) | t.StartsOn(who):
            return ((who,) if isinstance(who, str) else who), None, ()
        case t.MustMove(who) | t.MayMove(who):
            return (who,), None, ()
    return (), None, ()


def _situations(g: Ground, who: tuple[str, ...], events: tuple[str, ...]) -> list[Facts]:
    """Every pair of ticket and mode that a ride may have; free riders have no ticket."""
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
                yield _at(
                    rule, one.when, "W406", "this is never so, and the ending never comes", "compare it with what can happen"
                )
            elif who and all(name in g.facts.absent for name in who):
                message = f"this ending is never tested: no row of the seat table has `{who[0]}`"
                yield _at(rule, one, "W406", message, "seat them, or test it at another moment")


def actions_nobody_may_take(g: Ground) -> Iterator[Finding]:
    for name, action in g.rulebook.actions.items():
        path: Path = ("actions", name)
        if action.table.by in g.facts.absent:
            message = f"nobody may ever take the action `{name}`: no row of the seat table has `{action.table.by}`"
            yield Finding("W403", (*path, "by"), message, "seat them, or let somebody else take it")
        for one in action.rule.statements:
            if isinstance(one, t.Require) and truth(one.condition, g.facts) is False:
                message = f"this is never so, and nobody may ever take the action `{name}`"
                yield _at(action.rule, one.condition, "W403", message, "compare it with what can happen")
        needed = [one.condition for one in action.rule.statements if isinstance(one, t.Require)]
        if len(needed) > 1 and excluding(needed, g.facts):
            message = f"what the action `{name}` requires is never so together, and nobody may ever take it"
            yield _at(action.rule, needed[-1], "W403", message, "compare the conditions with each other")
        for rule, forbid in g.rulebook.statements(t.Forbid):
            assert isinstance(forbid, t.Forbid)
            if not {name, action.table.group} & set(forbid.event.names) or forbid.event.who:
                continue
            if forbid.when is None or truth(forbid.when, g.facts) is True:
                message = f"nobody may ever take the action `{name}`: the rule `{rule.id}` always forbids it"
                yield Finding("W403", path, message, "say when it is forbidden, or drop the action")


def _at(rule: Rule, node: t.Node, code: str, message: str, help: str) -> Finding:
    return Finding(code, (rule.section, rule.id, "code"), message, help, node.at, max(1, node.end - node.at))
