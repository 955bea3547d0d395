"""Answers about the actions of a variant: who may take one, when, and what speaks against it now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both
from adjudicator.answers.claims import Ground, ground
from adjudicator.answers.questions import Question
from adjudicator.deduction.whereabouts import Search
from adjudicator.engine.actions import ActionCode, choices, identifier
from adjudicator.engine.layout import ENTRIES
from adjudicator.engine.steps import Act, Move, written
from adjudicator.engine.turns import Cells
from adjudicator.engine.unknown import decide
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


def _now(desk: Desk, game: Search, action: Action) -> Answer:
    """In a game: every way to take it now; or what speaks against it."""
    table = game.opening.table
    ways = list(dict.fromkeys(way for p in game.worlds for way in _ways(game, action, p)))
    facts: dict[str, object] = {"ways": ways}
    if ways:
        some = ", ".join(f"`{way}`" for way in ways[:SHOWN]) + (" …" if len(ways) > SHOWN else "")
        verdict = YES if len({tuple(_ways(game, action, p)) for p in game.worlds}) == 1 else DEPENDS
        return Answer(verdict, (f"as things stand: {some}",), (desk.rule(action.id),), facts=facts)
    members = table.actors(action)
    grounds = [one for p in game.worlds[:1] for q in members for one in _against(game, action, p, q)]
    names = both([table.seats[q].piece for q in members], "or")
    told = tuple({one.rule + one.message: one for one in grounds}.values())
    return Answer(NO, (f"{names} cannot `{action.written}` now",), told, facts=facts)


def _ways(game: Search, action: Action, p: Cells) -> Iterator[str]:
    table = game.opening.table
    for q in table.actors(action):
        for chosen in table.hooks[f"legal_{identifier(action.id)}"](p, q):
            yield written(Move(q, (Act(q, action.id, chosen),)), table.layout)


def _against(game: Search, action: Action, p: Cells, piece: int) -> Iterator[Ground]:
    """What forbids it, and which of its requirements is not met; if nothing, there is nothing to choose."""
    here = p[game.opening.table.layout.station + piece]
    entry = p[ENTRIES] + (action.place in ("turn", "instead of entry"))
    values = {"p": p, "q": piece, "t": -1, "m": -1, "a": here, "b": here, "v": (), "h": here, "e": entry}
    found = [*_forbidden(game, action, values), *_required(game, action, values)]
    nothing = ground(game.opening.table.rulebook, action.id, f"there is nothing to choose for `{action.written}`")
    yield from found or [nothing]


def _forbidden(game: Search, action: Action, values: dict[str, Any]) -> Iterator[Ground]:
    table = game.opening.table
    for one in ActionCode(table.code, action).refusals():
        who = one.statement.event.who
        if who and not any(values["q"] in table.layout.members(name) for name in who):
            continue
        ask = table.refusing(one, values["q"], action)
        if decide(lambda ask=ask: ask(*values.values()), table.supposed).answer:  # type: ignore[misc]
            yield ground(table.rulebook, one.rule.id, game.opening.judge.message(one.statement.because, values)[0])


def _required(game: Search, action: Action, values: dict[str, Any]) -> Iterator[Ground]:
    table = game.opening.table
    blank = (None,) * len(choices(action))
    for number, one in enumerate(action.rule.statements):
        if isinstance(one, t.Require):
            ask = table.careful_hooks[f"require_{number}_{identifier(action.id)}"]
            if decide(lambda ask=ask: ask(values["p"], values["q"], blank), table.supposed).answer is False:  # type: ignore[misc]
                yield ground(table.rulebook, action.id, game.opening.judge.message(one.because, values)[0])
