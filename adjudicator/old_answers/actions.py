"""Answers about the actions of a variant: who may take one, when, and what speaks against it now."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both
from adjudicator.answers.claims import Ground, ground
from adjudicator.answers.questions import Question
from adjudicator.game import Game
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Action

PLACES = {
    "turn": "in his turn",
    "instead of entry": "instead of a move",
    "with entry": "together with an entry",
    "after entry": "after an entry",
    "during turn": "at any point of the turn",
}
SHOWN = 12  # ways to take an action that are named


def act(desk: Desk, question: Question) -> Answer:
    if question.clause not in desk.rulebook.actions:
        return Answer(NO, (f"there is no `{question.clause}` then",))
    action = desk.rulebook.actions[question.clause]
    who = question.who or action.table.by
    if not _may_ever(desk, action, who):
        says = f"`{action.written}` belongs to {_owner(desk, action)}"
        return Answer(NO, (says,), (desk.rule(action.id),))
    if desk.game is None:
        return _as_a_rule(desk, action)
    return _now(desk, desk.game, action)


def abilities(desk: Desk, who: str) -> Answer | None:
    """Every action that a piece or its role has beside its rides; None where it has none."""
    found = [action for action in desk.rulebook.actions.values() if _may_ever(desk, action, who)]
    name = desk.rulebook.tables.roles[desk.role(who)].names.get(who, desk.title(who))
    says = [f"{name} may `{action.written}` {PLACES[action.place]}" for action in found]
    return Answer("", tuple(says), tuple(desk.rule(action.id) for action in found)) if found else None


def _owner(desk: Desk, action: Action) -> str:
    return desk.title(FUGITIVE) if action.table.by == "fugitive" else action.table.by


def _may_ever(desk: Desk, action: Action, who: str) -> bool:
    """Whether the action is one of this piece, its role or its side."""
    by, role = action.table.by, desk.role(who)
    table = desk.rulebook.tables.roles[role]
    return by in (who, role, table.plural, table.side, "pieces") or who == "pursuers" or (by in table.pieces and who == role)


def _as_a_rule(desk: Desk, action: Action) -> Answer:
    """Without a game: the action's own sentence, what it requires, and what else forbids it."""
    names = {action.id, action.table.group} - {""}
    found = [rule.id for rule, one in desk.rulebook.statements(t.Forbid) if _speaks_of(one, names)]
    says = [f"{_owner(desk, action)} may `{action.written}` {PLACES[action.place]}"]
    says += [f"refused where {_plain(one.because)}" for one in action.rule.statements if isinstance(one, t.Require)]
    verdict = DEPENDS if len(says) > 1 or found else YES
    return Answer(verdict, tuple(says), tuple(desk.rule(name) for name in dict.fromkeys((action.id, *found))))


def _speaks_of(statement: t.Statement, names: set[str]) -> bool:
    return isinstance(statement, t.Forbid) and bool(names & set(statement.event.names))


def _plain(because: str) -> str:
    """A message whose slots are not filled: `{mode} from {here}` is `mode from here`, `entry {entry}` is `that entry`."""
    because = re.sub(r"\b(\w+) \{\1\}", r"that \1", because)
    return re.sub(r"\{([^{}]*)\}", r"\1", because)


def _now(desk: Desk, game: Game, action: Action) -> Answer:
    """In a game: every way to take it now; or what speaks against it."""
    ways = game.ways(action.id)
    facts: dict[str, object] = {"ways": list(ways)}
    if ways:
        some = ", ".join(f"`{way}`" for way in ways[:SHOWN]) + (" …" if len(ways) > SHOWN else "")
        verdict = YES if len({one.ways(action.id) for one in game.possible}) == 1 else DEPENDS
        return Answer(verdict, (f"as things stand: {some}",), (desk.rule(action.id),), facts=facts)
    actors = game.seating.names(game.engine.actors(action))
    grounds = [one for piece in actors for one in _against(game, action, piece)]
    told = tuple({one.rule + one.message: one for one in grounds}.values())
    return Answer(NO, (f"{both(actors, 'or')} cannot `{action.written}` now",), told, facts=facts)


def _against(game: Game, action: Action, piece: str) -> Iterator[Ground]:
    """What forbids it, and which of its requirements is not met; if nothing, there is nothing to choose."""
    found = game.against(action.id, piece)
    yield from (ground(game.rules, one.rule, one.message) for one in found)
    if not found:
        yield ground(game.rules, action.id, f"there is nothing to choose for `{action.written}`")
