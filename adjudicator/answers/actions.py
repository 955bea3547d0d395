"""Answers about the actions of a variant: its pieces, its moment, its answer, and the rules that forbid it now."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both
from adjudicator.answers.claims import Ground, ground
from adjudicator.answers.doubles import action_of
from adjudicator.answers.doubles import may as may_double
from adjudicator.answers.experiments import experiment, pursuers
from adjudicator.answers.moving import seated
from adjudicator.answers.positions import over
from adjudicator.answers.reading import Reading
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
SHOWN = 12  # ways to take an action that are named


def may(desk: Desk, asked: Reading) -> Answer:
    """Whether somebody may take an action: as a rule, or now."""
    action = _action(desk, asked)
    if any(isinstance(one, t.Entries) for one in action.rule.statements) and desk.game is None:
        return may_double(desk, asked)
    who = asked.who or action.table.by
    if not _may_ever(desk, action, who):
        return Answer(NO, (f"`{action.written}` belongs to {_owner(desk, action)}",), (desk.rule(action.id),))
    if desk.game is None and asked.get("MODE"):
        return _with_mode(desk, action, who, asked.get("MODE"))
    return _as_a_rule(desk, action) if desk.game is None else _now(desk, desk.game, action, who, asked.get("MODE"))


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


def double_now(desk: Desk, asked: Reading) -> Answer:
    """The double in a position of a game."""
    action = action_of(desk.rulebook)
    if action is None or desk.game is None or not desk.is_fugitive(asked.who or FUGITIVE):
        return may_double(desk, asked)
    return _now(desk, desk.game, action, FUGITIVE)


def _action(desk: Desk, asked: Reading) -> Action:
    """The action that is named. Raises Refused where another choice of an option has taken it away."""
    name = asked.get("ACTION")
    if name not in desk.rulebook.actions:
        raise Refused([Fault("Q41", Place("question"), name=name)])
    return desk.rulebook.actions[name]


def at_will(desk: Desk, asked: Reading) -> Answer:
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


def at_entry(desk: Desk, asked: Reading) -> Answer:
    """On which entries only the place can forbid an action; or whether a certain one is such."""
    action = _action(desk, asked)
    who = asked.who or action.table.by
    if action == action_of(desk.rulebook):  # of a double the round is asked, and it writes two entries
        raise Refused([Fault("Q32", Place("question"))])
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
    number = asked.number()
    if not number:
        return Answer("", (f"{_owner(desk, action)} may `{action.written}` {first}", action.rule.says), rules)
    verdict = DEPENDS if number in able else NO
    return Answer(verdict, (f"{_owner(desk, action)} may `{action.written}` {first}", action.rule.says), rules)


def whose(desk: Desk, asked: Reading) -> Answer:
    action = _action(desk, asked)
    if asked.get("MODE"):
        named = _with_mode(desk, action, action.table.by, asked.get("MODE"))
        if named.verdict == NO:
            raise Refused([Fault("Q41", Place("question"), name=f"`{action.written}` of the {desk.fare(asked.get('MODE'))}")])
    return Answer("", (f"`{action.written}` belongs to {_owner(desk, action)}",), (desk.rule(action.id),))


def what(desk: Desk, asked: Reading) -> Answer:
    """The effects of an action, or the actions of a piece."""
    if asked.get("ACTION"):
        action = _action(desk, asked)
        if desk.game is not None and asked.has(
            "where"
        ):  # where it was done in this game: the sentence of its rule does not say
            raise Refused([Fault("Q41", Place("question"), name=action.id)])
        named = [asked.get(slot) for slot in ("WHO", "WHO2", "PURSUER") if slot in asked.slots]
        pursuers = [who for who in named if not desk.is_fugitive(who)]
        if pursuers and action.table.by != "fugitive" and not any(_may_ever(desk, action, who) for who in pursuers):
            return whose(desk, asked)
        return Answer("", (action.rule.says,), (desk.rule(action.id),))
    place = asked.get("ATTRIBUTE")  # a kind of station: the actions that name it
    every = [action for action in desk.rulebook.actions.values() if _may_ever(desk, action, asked.who)]
    found = [one for one in every if not place or any(topic.startswith(place) for topic in one.rule.about)]
    if not found:
        raise Refused([Fault("Q41", Place("question"), name="ability")])
    says = [f"{desk.title(asked.who)} may `{action.written}` {PLACES[action.place]}: {action.rule.says}" for action in found]
    first = [f"{desk.title(asked.who)}: {', '.join(action.written for action in found)}"] if len(found) > 1 else []
    return Answer("", (*first, *says), tuple(desk.rule(action.id) for action in found))


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
