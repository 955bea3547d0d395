"""Steps of a piece as values: rides and actions, the clause that joins them, and their notation.

They are tuples, because clauses are looked up by the thousand and tuples compare fast. `Stay`, `Pass` and `Resign` are not
tuples: they would be equal to each other.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.messages import worded
from adjudicator.engine.moves import Leg, Move
from adjudicator.engine.seating import Seating
from adjudicator.language import tree as t
from adjudicator.language.types import Type
from adjudicator.rulebook.model import Action
from adjudicator.values import frozen

MANY = 20_000  # texts that are kept


class Ride(NamedTuple):
    """A ride along a line; the ticket is -1 if the piece rides free."""

    piece: int
    ticket: int
    mode: int
    to: int


class Act(NamedTuple):
    piece: int
    action: str
    choices: tuple[object, ...] = ()


@frozen
class Stay:
    piece: int


@frozen
class Pass:
    """The choice of a piece that may move again in this turn not to do so."""

    piece: int


@frozen
class Resign:
    piece: int


Step = Ride | Act | Stay | Pass | Resign


class Clause(NamedTuple):
    """The steps that a piece takes together."""

    piece: int
    steps: tuple[Step, ...]


def move_of(clause: Clause, seating: Seating) -> Move:
    """A clause as a move with names instead of numbers."""
    legs = tuple([leg(step.ticket, step.mode, step.to, seating) for step in clause.steps if isinstance(step, Ride)])
    acts = [step for step in clause.steps if isinstance(step, Act)]
    steps = () if len(legs) == 1 + len(acts) and _is_plain(acts, seating) else clause.steps
    return Move(written(clause, seating), seating.seats[clause.piece].piece, legs, tuple([one.action for one in acts]), steps)


def _is_plain(acts: list[Act], seating: Seating) -> bool:
    """Whether these actions are none, or one turn action without choices, so that the rides alone determine how the move is
    played."""
    return not acts or (len(acts) == 1 and not acts[0].choices and seating.rulebook.actions[acts[0].action].place == "turn")


def leg(ticket: int, mode: int, to: int, seating: Seating) -> Leg:
    """A ride with names instead of numbers, shared by all moves that it is part of."""
    found = seating.legs.get((ticket, mode, to))
    if found is None:
        found = seating.legs[ticket, mode, to] = _leg(ticket, mode, to, seating)
    return found


def _leg(ticket: int, mode: int, to: int, seating: Seating) -> Leg:
    names = seating.symbol_names
    if ticket < 0:
        return Leg(None, names[mode], to)
    pays = seating.rulebook.tables.tickets[names[ticket]].pays
    return Leg(names[ticket], pays[0] if len(pays) == 1 else None, to)


def written(clause: Clause, seating: Seating) -> str:
    """A clause in canonical notation, without answers."""
    name = seating.seats[clause.piece].piece
    text, entries, head = "", 0, ""
    for step in clause.steps:
        if isinstance(step, Act) and seating.rulebook.actions[step.action].place == "turn":
            head = act_text(step, seating) + " "
        elif isinstance(step, Act) and seating.rulebook.actions[step.action].place in ("with entry", "after entry") and text:
            text += " + " + act_text(step, seating)
        else:
            text += (", " if entries else "") + step_text(step, seating)
            entries += 1
    return f"{name} {head}{text}".rstrip()


def step_text(step: Step, seating: Seating) -> str:
    match step:
        case Ride(_, ticket, mode, to):
            return f"{seating.means(ticket, mode)} {to}"
        case Act():
            return act_text(step, seating)
        case Stay():
            return "stays"
        case Pass():
            return "passes"
        case Resign():
            return "resigns"


def act_text(step: Act, seating: Seating) -> str:
    """The notation of an action with its choices. It is kept, because one action is listed with many rides."""
    found = seating.act_texts.get(step)
    if found is None:
        if len(seating.act_texts) >= MANY:
            seating.act_texts.clear()
        found = seating.act_texts[step] = _act_text(step, seating)
    return found


def _act_text(step: Act, seating: Seating) -> str:
    action = seating.rulebook.actions[step.action]
    words = [action.written]
    for statement, value in zip(action.choices, step.choices, strict=False):
        if value is None:
            words.append("fails")
        elif isinstance(statement, t.EachChoose):
            pairs = [f"{seating.seats[q].piece} {_word(action, statement.choose, one, seating)}" for q, one in value]  # type: ignore[attr-defined]
            words.append(" ".join([statement.choose.word, *pairs]).strip() if pairs else "")
        elif isinstance(statement, t.Choose):
            words.append(f"{statement.word} {_word(action, statement, value, seating)}".strip())
        else:
            words.append(worded(value, None, seating))
    return " ".join(word for word in words if word)


def _word(action: Action, statement: t.Choose, value: object, seating: Seating) -> str:
    return worded(value, chosen_type(statement, seating), seating)


def chosen_type(statement: t.Choose, seating: Seating) -> Type | None:
    kind = seating.rulebook.types.get(id(statement.group))
    return None if kind is None else kind.one
