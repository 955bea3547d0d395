"""Writes a tree as text, always in the same form: `parse(show(tree)) == tree`."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.language import tree as t

WIDTH = 110
BREAK = "\x00"  # where a long statement may continue on the next line; the text of a rule cannot contain this character


def show(statements: Iterable[t.Statement]) -> str:
    """The text of statements, each on a new line; long ones continue on the next lines."""
    return "".join(_broken(one) + "\n" for one in statements)


def plain(statements: Iterable[t.Statement]) -> str:
    """The text of statements, each on one line however long. Digests are made from it, so that layout cannot change them."""
    return "".join(_statement(one).replace(BREAK, " ") + "\n" for one in statements)


def show_value(node: t.Expression) -> str:
    return _value(node)


def _broken(statement: t.Statement) -> str:
    parts = _statement(statement).split(BREAK)
    whole = " ".join(parts)
    has_reason_apart = isinstance(statement, t.Forbid) and statement.when is not None
    if len(whole) <= WIDTH and not has_reason_apart:
        return whole
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + 1 + len(part) <= WIDTH and not part.startswith("because "):
            lines[-1] += f" {part}"
        else:
            lines.append(f"  {part}")
    return "\n".join(lines)


# Binding strength, weakest first: a value weaker than its surroundings needs brackets.
def _strength(node: t.Expression) -> int:
    match node:
        case t.AnyOf():
            return 1
        case t.AllOf():
            return 2
        case t.Negated() | t.Quantified():
            return 3
        case t.Compare() | t.Member():
            return 4
        case t.Arithmetic(_, "+" | "-", _):
            return 5
        case t.Arithmetic():
            return 6
        case t.Choice():
            return 0
        case _:
            return 7


def _in(node: t.Expression, least: int) -> str:
    text = _value(node)
    return text if _strength(node) >= least else f"({text})"


def _value(node: t.Expression) -> str:
    match node:
        case t.Number(value):
            return str(value)
        case t.Literal(word):
            return word
        case t.Name(name):
            return name
        case t.Call(name, arguments):
            return f"{name}({', '.join(map(_value, arguments))})"
        case t.SetOf((t.Number(first), *_, t.Number(last)), True):
            return f"{first}..{last}"
        case t.SetOf(items):
            return "{" + ", ".join(map(_value, items)) + "}"
        case t.Compare(left, operator, right):
            return f"{_in(left, 5)} {operator} {_in(right, 5)}"
        case t.Member(item, group, negated):
            return f"{_in(item, 5)} {'not in' if negated else 'in'} {_in(group, 5)}"
        case t.AllOf(parts):
            return " and ".join(_in(part, 3) for part in parts)
        case t.AnyOf(parts):
            return " or ".join(_in(part, 2) for part in parts)
        case t.Negated(part):
            return f"not {_in(part, 3)}"
        case t.Arithmetic(left, operator, right):
            mine = _strength(node)
            return f"{_in(left, mine)} {operator} {_in(right, mine + 1)}"
        case t.Quantified(quantifier, variable, group, where, condition):
            return f"{quantifier} {variable} in {_in(group, 5)}{_where(where)} has {_in(condition, 3)}"
        case t.CountOf(variable, group, where):
            return f"count({variable} in {_in(group, 5)}{_where(where)})"
        case t.Gathered(word, value, variable, group, where):
            return f"{word}({_value(value)} for each {variable} in {_in(group, 5)}{_where(where)})"
        case t.CanMove(piece, ignoring, ever):
            tail = (
                f" ignoring {ignoring[0]}" if len(ignoring) == 1 else f" ignoring ({', '.join(ignoring)})" if ignoring else ""
            )
            return f"can({_value(piece)}, {'ever ' if ever else ''}move){tail}"
        case t.Owed(who, action):
            return f"{who} must {action}"
        case t.Choice(condition, then, otherwise):
            return f"if {_value(condition)} then {_in(then, 5)} else {_in(otherwise, 7)}"
    raise AssertionError(node)


def _where(node: t.Expression | None) -> str:
    return f" where {_value(node)}" if node is not None else ""


def _when(node: t.Expression | None) -> str:
    return f"{BREAK}when {_condition(node)}" if node is not None else ""


def _condition(node: t.Expression) -> str:
    """The text of a statement's condition, which may continue on the next line before each `and` or `or`."""
    match node:
        case t.AllOf(parts):
            return f"{BREAK}and ".join(_in(part, 3) for part in parts)
        case t.AnyOf(parts):
            return f"{BREAK}or ".join(_in(part, 2) for part in parts)
    return _value(node)


def _by(who: tuple[str, ...]) -> str:
    return f" by {' or '.join(who)}" if who else ""


def _moment(node: t.Event | t.Moment) -> str:
    match node:
        case t.Event(names, who):
            return ", ".join(names) + _by(who)
        case t.Moment(edge, "round"):
            return f"{edge} of round"
        case t.Moment(edge, _, side):
            return f"{edge} of turn of {side}"
    raise AssertionError(node)


def _tested(node: t.Event | t.Moment) -> str:
    return f"tested {'after' if isinstance(node, t.Event) else 'at'} {_moment(node)}"


def _effects(effects: tuple[t.Effect, ...]) -> str:
    return f",{BREAK}".join(map(_effect, effects))


def _block(effects: tuple[t.Effect, ...]) -> str:
    return _effect(effects[0]) if len(effects) == 1 else f"({', '.join(map(_effect, effects))})"


def _apart(one: str, other: str) -> str:
    """Two values side by side. A name before a bracket is put in brackets, or it would be read as a call."""
    return f"({one}) {other}" if other.startswith("(") and one[-1].isalnum() else f"{one} {other}"


def _effect(node: t.Effect) -> str:
    match node:
        case t.Assign(name, index, operator, value):
            return f"{name}{f'({_value(index)})' if index is not None else ''} {operator} {_value(value)}"
        case t.Move(amount, ticket, source, target):
            return f"move {_apart(_in(amount, 5), _in(ticket, 5))} from {_in(source, 5)} to {_in(target, 5)}"
        case t.ForEach(variable, group, where, effects):
            return f"for each {variable} in {_in(group, 5)}{_where(where)}: {_block(effects)}"
        case t.OnlyWhen(condition, effects):
            return f"when {_value(condition)}: {_block(effects)}"
        case t.Arrive(station):
            return f"arrive at {_in(station, 5)}"
        case t.Remove(piece):
            return f"remove {_in(piece, 5)}"
        case t.Send(piece, station):
            return f"send {_in(piece, 5)} to {_in(station, 5)}"
        case t.Deal(amount, deck, target):
            return f"deal {_in(amount, 5)} from {deck} to {target}"
        case t.ShowLast(fields, audience):
            return f"show {', '.join(fields)} of last entry{_to(audience)}"
        case t.Announce(text, listener):
            return f'announce "{text}"{"" if listener == t.Name("all") else f" to {_in(listener, 5)}"}'
    raise AssertionError(node)


def _to(audience: str) -> str:
    return "" if audience == "all" else f" to {audience}"


def _statement(node: t.Statement) -> str:
    match node:
        case t.Allow(who, modes):
            return f"allow ride{_by(who)} along lines{' of ' + ', '.join(modes) if modes else ''}"
        case t.Forbid(event, when, because, losing):
            return f'{"losing" if losing else "forbid"} {_moment(event)}{_when(when)}{BREAK}because "{because}"'
        case t.Permit(event, rules, when):
            return f"permit {_moment(event)} despite {', '.join(rules)}{_when(when)}"
        case t.Pay(who, when, place):
            return f"pay ride{_by(who)}{_when(when)} to {_in(place, 5)}"
        case t.MustMove(who, times):
            return f"{who} must move {_times(times)} a turn"
        case t.MayMove(who, times):
            return f"{who} may move at most {_times(times)} a turn"
        case t.MustAct(who, owed, first, when):
            return f"{who} must {owed.action}{' first' if first else ''}{_when(when)}"
        case t.MayPass(who, when):
            return f"{who} may pass{_when(when)}"
        case t.RoundOrder(sides):
            return "a round is " + ", then ".join(f"a turn of {side}" for side in sides)
        case t.SideOrder(side, order, first, when):
            return f"{side} act in {order} order{f' from {_in(first, 5)}' if first is not None else ''}{_when(when)}"
        case t.StartsOn(who, pick, deck, stations, audience):
            source = f"a card of {deck}" if stations is None else _value(stations)
            picked = f"{pick} station of " if pick else ""
            return f"{who} {'starts' if who == 'fugitive' else 'start'} on {picked}{source},{BREAK}seen by {audience}"
        case t.Check(name):
            return f"check {name}"
        case t.On(moment, when, effects):
            return f"on {_moment(moment)}{_when(when)}{BREAK}then {_effects(effects)}"
        case t.Show(fields, event, audience, when):
            return f"show {', '.join(fields)} of {event}{_to(audience)}{_when(when)}"
        case t.Hide(fields, event, when):
            return f"hide {', '.join(fields)} of {event}{_when(when)}"
        case t.Tell(text, event, audience, when):
            return f'tell "{text}" of {event}{_to(audience)}{_when(when)}'
        case t.Wins(side, when, moment):
            verb = "wins" if side == "fugitive" else "win"
            return f"{f'{side} {verb}' if side else 'draw'} when {_condition(when)},{BREAK}{_tested(moment)}"
        case t.Score(points, who, when):
            return f"score {_in(points, 5)} for {who}{_when(when)}"
        case t.Require(_, because, often) if often:
            return often if because == f"only {often.removeprefix('at most ')}" else f'{often}{BREAK}because "{because}"'
        case t.Require(condition, because):
            return f'require {_condition(condition)}{BREAK}because "{because}"'
        case t.Choose():
            return _choose(node)
        case t.EachChoose(variable, group, where, choose):
            return f"for each {variable} in {_in(group, 5)}{_where(where)}{BREAK}{_choose(choose)}"
        case t.DrawCard(variable, deck):
            return f"draw {variable} from {deck}"
        case t.Then(effects):
            return f"then {_effects(effects)}"
        case t.Answer(value, audience):
            return f"answer {_value(value)} to {audience}"
        case t.Entries(count):
            return f"write {count} entries"
    raise AssertionError(node)


def _choose(node: t.Choose) -> str:
    word = f' written "{node.word}"' if node.word else ""
    fails = " otherwise fail" if node.may_fail else ""
    return f"{'draw' if node.drawn else 'choose'} {node.variable} from {_in(node.group, 5)}{_where(node.where)}{word}{fails}"


def _times(node: t.Expression) -> str:
    return f"{_in(node, 5)} {'time' if node == t.Number(1) else 'times'}"
