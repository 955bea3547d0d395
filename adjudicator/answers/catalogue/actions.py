"""Entries about the actions of a variant: its pieces, its moment, its answer, and the rules that forbid it now."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both
from adjudicator.answers.catalogue.doubles import action_of
from adjudicator.answers.catalogue.doubles import may as may_double
from adjudicator.answers.catalogue.moving import seated
from adjudicator.answers.catalogue.position import over
from adjudicator.answers.claims import Ground, ground
from adjudicator.answers.entries import Slots, family
from adjudicator.answers.experiments import experiment, pursuers
from adjudicator.answers.rounds import last_round
from adjudicator.engine import Reason
from adjudicator.faults import Fault, Place, Refused
from adjudicator.game import Game
from adjudicator.language import tree as t
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.model import Action

PLACES = {
    "turn": "in his turn",
    "instead of entry": "instead of a move",
    "with entry": "together with an entry",
    "after entry": "after an entry",
    "during turn": "at any point of the turn",
}
LATEST = 24  # entries that are looked at where no round is the last
LARGE = 5  # pursuers at the table of an experiment, so that everybody has a seat
SPANS = ("turn", "round", "game")
TIMES = {1: "once", 2: "twice"}
MOST = 12  # uses that are counted up to
SHOWN = 12  # ways to take an action that are named


def may(desk: Desk, asked: Slots) -> Answer:
    """Whether somebody may take an action: as a rule, or now."""
    action = _action(desk, asked)
    if any(isinstance(one, t.Entries) for one in action.rule.statements) and desk.game is None:
        return may_double(desk, asked)
    who = asked.who or action.table.by
    if not _may_ever(desk, action, who):
        return Answer(NO, (f"`{action.written}` belongs to {_owner(desk, action)}",), (desk.rule(action.id),))
    if desk.game is None and asked.mode:
        return _with_mode(desk, action, who, asked.mode)
    return _as_a_rule(desk, action) if desk.game is None else _now(desk, desk.game, action, who, asked.mode)


def _with_mode(desk: Desk, action: Action, who: str, mode: str) -> Answer:
    """Whether a means of transport can be named with an action: every way to take it is looked at."""
    piece, every = seated(desk, who, LARGE)
    ways = _ways(experiment(desk.rulebook, {}, every, moves=piece.name), action)
    named = [name for name in desk.rulebook.tables.modes if any(name in way.split() for way in ways)]
    if mode in named:
        return _as_a_rule(desk, action)
    says = (
        f"`{action.written}` can name {both(map(desk.fare, named), 'or')}"
        if named
        else f"`{action.written}` names no means of transport"
    )
    return Answer(NO, (says,), (desk.rule(action.id),))


def double_now(desk: Desk, asked: Slots) -> Answer:
    """The double in a position of a game."""
    action = action_of(desk.rulebook)
    if action is None or desk.game is None or not desk.is_fugitive(asked.who or FUGITIVE):
        return may_double(desk, asked)
    return _now(desk, desk.game, action, FUGITIVE)


def _action(desk: Desk, asked: Slots) -> Action:
    """The action that is named. Raises Refused where another choice of an option has taken it away."""
    name = asked.action
    if name not in desk.rulebook.actions:
        raise Refused([Fault("Q41", Place("question"), name=name)])
    return desk.rulebook.actions[name]


def at_will(desk: Desk, asked: Slots) -> Answer:
    """Whether he may show himself when he need not: by an action that shows his station."""
    shows = [
        one
        for one in desk.rulebook.actions.values()
        if one.table.by == "fugitive" and "surfacing" in one.rule.about and "show station" in one.table.code
    ]
    if shows:
        return _as_a_rule(desk, shows[0]) if desk.game is None else _now(desk, desk.game, shows[0], FUGITIVE)
    options = [name for name, one in desk.rulebook.options.items() if {"surfacing", "advanced game"} <= set(one.about)]
    more = tuple(f"the option `{name}` allows it ({desk.rulebook.options[name].ruling})" for name in options)
    rules = tuple(
        desk.rule(rule.id) for rule in desk.rulebook.rules.values() if "surfacing" in rule.about and rule.section == "rules"
    )
    return Answer(NO, (f"{desk.title(FUGITIVE)} shows himself only where he must", *more), rules)


def at_entry(desk: Desk, asked: Slots) -> Answer:
    """On which entries only the place can forbid an action; or whether a certain one is such."""
    action = _action(desk, asked)
    who = asked.who or action.table.by
    if action == action_of(desk.rulebook):  # of a double the round is asked, and it writes two entries
        return may_double(desk, asked)
    if not _may_ever(desk, action, who):
        return may(desk, asked)
    last = last_round(desk.rulebook) or LATEST
    piece = seated(desk, who)[0].name
    game = experiment(
        desk.rulebook, {}, pursuers(desk.rulebook, desk.role(who) if piece != FUGITIVE else "", LARGE), moves=piece
    )
    against = {n: _reasons(game.supposing(entries=n, round=n), action, piece) for n in range(1, last + 1)}
    least = min(len(found) for found in against.values())
    able = [n for n, found in against.items() if len(found) == least]
    first = f"on entries {both(map(str, able))}" if len(able) < last else "on any entry"
    rules = tuple(desk.rule(name) for name in dict.fromkeys((action.id, *(one.rule for n in able[:1] for one in against[n]))))
    number = asked.n
    if not number:
        return Answer("", (f"{_owner(desk, action)} may `{action.written}` {first}", action.rule.says), rules)
    verdict = DEPENDS if number in able else NO
    return Answer(verdict, (f"{_owner(desk, action)} may `{action.written}` {first}", action.rule.says), rules)


def whose(desk: Desk, asked: Slots) -> Answer:
    """The pieces that may take an action; with a means of transport, if that can be named with it."""
    action = _action(desk, asked)
    if asked.mode:
        named = _with_mode(desk, action, action.table.by, asked.mode)
        if named.verdict == NO:
            raise Refused([Fault("Q41", Place("question"), name=f"`{action.written}` of the {desk.fare(asked.mode)}")])
    return Answer("", (f"`{action.written}` belongs to {_owner(desk, action)}",), (desk.rule(action.id),))


def what(desk: Desk, asked: Slots) -> Answer:
    """The sentence of an action."""
    action = _action(desk, asked)
    return Answer("", (action.rule.says,), (desk.rule(action.id),))


def abilities(desk: Desk, asked: Slots) -> Answer:
    """The actions of a piece; at a kind of station, those that name it."""
    who = asked.who or FUGITIVE
    every = [action for action in desk.rulebook.actions.values() if _may_ever(desk, action, who)]
    found = [one for one in every if not asked.attribute or any(topic.startswith(asked.attribute) for topic in one.rule.about)]
    if not found:
        raise Refused([Fault("Q41", Place("question"), name="ability")])
    says = [f"{desk.title(who)} may `{action.written}` {PLACES[action.place]}: {action.rule.says}" for action in found]
    first = [f"{desk.title(who)}: {', '.join(action.written for action in found)}"] if len(found) > 1 else []
    return Answer("", (*first, *says), tuple(desk.rule(action.id) for action in found))


def often(desk: Desk, asked: Slots) -> Answer:
    """How often an action may be taken in a turn, a round and a game: found by counting it as taken more and more often."""
    action = _action(desk, asked)
    piece, every = seated(desk, FUGITIVE if action.table.by == "fugitive" else _taker(desk, action), LARGE)
    game = experiment(desk.rulebook, {}, every, moves=piece.name)
    limits = [
        f"{TIMES.get(most, f'{most} times')} in a {span}" if most else f"not at all in a {span}"
        for span in SPANS
        if (most := _most(game, action, piece.name, span)) is not None
    ]
    says = both(limits) if limits else "no rule counts how often"
    return Answer("", (f"`{action.written}`: {says}", action.rule.says), (desk.rule(action.id),))


def _taker(desk: Desk, action: Action) -> str:
    return next((name for name in desk.rulebook.tables.roles if _may_ever(desk, action, name)), action.table.by)


def _most(game: Game, action: Action, piece: str, span: str) -> int | None:
    """The number of uses in a span of time after which it is refused; None where nothing counts them."""
    names = {action.id, action.table.group} - {""}
    keys = [key for key in game.counts if key[2] == span and names & set(key)]
    before = {one.rule for one in _reasons(game, action, piece)}
    for number in range(1, MOST + 1) if keys else ():
        if {one.rule for one in _reasons(game.supposing(counts=dict.fromkeys(keys, number)), action, piece)} - before:
            return number
    return None


def _owner(desk: Desk, action: Action) -> str:
    return desk.title(FUGITIVE) if action.table.by == "fugitive" else desk.title(action.table.by)


def _may_ever(desk: Desk, action: Action, who: str) -> bool:
    """Whether the action is one of this piece, its role or its side."""
    by, role = action.table.by, desk.role(who)
    table = desk.rulebook.tables.roles[role]
    several = who in (role, "pursuers", "i")
    return by in (who, role, table.plural, table.side, "pieces") or (several and by in table.pieces)


def _as_a_rule(desk: Desk, action: Action) -> Answer:
    """Without a game: the action's own sentence, what it requires, and what else forbids it."""
    names = {action.id, action.table.group} - {""}
    found = [
        rule.id
        for rule, one in desk.rulebook.statements(t.Forbid)
        if isinstance(one, t.Forbid) and names & set(one.event.names)
    ]
    says = [f"{_owner(desk, action)} may `{action.written}` {PLACES[action.place]}"]
    says += [f"refused where {_plain(one.because)}" for one in action.rule.statements if isinstance(one, t.Require)]
    verdict = DEPENDS if len(says) > 1 or found else YES
    return Answer(verdict, tuple(says), tuple(desk.rule(name) for name in dict.fromkeys((action.id, *found))))


def _plain(because: str) -> str:
    """A message whose slots are not filled: `{mode} from {here}` is `mode from here`, `entry {entry}` is `that entry`."""
    because = re.sub(r"\b(\w+) \{\1\}", r"that \1", because)
    return re.sub(r"\{([^{}]*)\}", r"\1", because)


def _now(desk: Desk, game: Game, action: Action, who: str, mode: str = "") -> Answer:
    """In a game: every way for this one to take it now; or what is against it."""
    if game.is_over:
        return over(desk, game, NO)
    actors = [
        piece for piece in game.seating.names(game.engine.actors(action)) if piece in desk.pieces(who) or who == action.table.by
    ]
    ways = [way for way in _ways(game, action) if way.split()[0] in actors] if _in_turn(game, actors) else []
    ways = [way for way in ways if not mode or mode in way.split()]
    facts: dict[str, object] = {"ways": list(ways)}
    if ways:
        some = ", ".join(f"`{way}`" for way in ways[:SHOWN]) + (" …" if len(ways) > SHOWN else "")
        verdict = YES if len({_ways(one, action) for one in game.possible}) == 1 else DEPENDS
        return Answer(verdict, (f"as things stand: {some}",), (desk.rule(action.id),), facts=facts)
    grounds = [one for piece in actors for one in _against(game, action, piece)]
    told = tuple({one.rule + one.message: one for one in grounds}.values())
    return Answer(NO, (f"{both(actors, 'or')} cannot `{action.written}` now",), told, facts=facts)


def _ways(game: Game, action: Action) -> tuple[str, ...]:
    """Every clause by which somebody may take an action as things stand."""
    return tuple(dict.fromkeys(way for world in game.worlds for way in game.engine.ways(world.cells, action)))


def _reasons(game: Game, action: Action, piece: str) -> tuple[Reason, ...]:
    """The reasons against an action of a piece with any choice; in the first possible world."""
    return game.engine.refusals.before_choosing(game.worlds[0].cells, game.seating.pieces[piece], action)


def _in_turn(game: Game, actors: list[str]) -> bool:
    return any(game.seating.side(game.seating.pieces[piece]) == game.side for piece in actors)


def _against(game: Game, action: Action, piece: str) -> Iterator[Ground]:
    """The rules that forbid it, and its unmet requirements; else whose turn it is, or that there is nothing to choose."""
    found = _reasons(game, action, piece)
    yield from (ground(game.rules, one.rule, one.message) for one in found)
    rule = game.rules.facts.checks.get("your-turn")
    if not _in_turn(game, [piece]) and rule is not None:
        yield ground(game.rules, rule.id, f"it is the turn of the {game.side}")
    elif not found:
        yield ground(game.rules, action.id, f"there is nothing to choose for `{action.written}`")


FAMILIES = (
    family("act", may, "who action mode", now=may),
    family("act-who", whose, "action mode"),
    family("act-what", what, "action"),
    family("act-often", often, "action"),
    family("act-entry", at_entry, "action n"),
    family("act-entries", at_entry, "action"),
    family("abilities", abilities, "who attribute"),
    family("at-will", at_will, "", "surfacing", "tickets"),
)
