"""What a piece does, as values: rides and actions, and the clause that joins them. And how they are written."""

from __future__ import annotations

from adjudicator.engine.actions import choices
from adjudicator.engine.layout import Layout
from adjudicator.engine.messages import worded
from adjudicator.language import tree as t
from adjudicator.language.types import Type
from adjudicator.rulebook.model import Action
from adjudicator.values import frozen


@frozen
class Ride:
    """Along a line; the ticket is -1 for one who rides free."""

    piece: int
    ticket: int
    mode: int
    to: int


@frozen
class Act:
    piece: int
    action: str
    choices: tuple[object, ...] = ()


@frozen
class Stay:
    piece: int


@frozen
class Resign:
    piece: int


Step = Ride | Act | Stay | Resign


@frozen
class Move:
    """One clause: the steps that a piece takes together."""

    piece: int
    steps: tuple[Step, ...]


def written(move: Move, layout: Layout) -> str:
    """A clause in canonical notation, without answers."""
    name = layout.seats[move.piece].piece
    text, entries, head = "", 0, ""
    for step in move.steps:
        if isinstance(step, Act) and layout.rulebook.actions[step.action].place == "turn":
            head = act_text(step, layout) + " "
        elif isinstance(step, Act) and layout.rulebook.actions[step.action].place in ("with entry", "after entry") and text:
            text += " + " + act_text(step, layout)
        else:
            text += (", " if entries else "") + step_text(step, layout)
            entries += 1
    return f"{name} {head}{text}".rstrip()


def step_text(step: Step, layout: Layout) -> str:
    match step:
        case Ride(_, ticket, mode, to):
            return f"{layout.symbol_names[mode if ticket < 0 else ticket]} {to}"
        case Act():
            return act_text(step, layout)
        case Stay():
            return "stays"
        case Resign():
            return "resigns"


def act_text(step: Act, layout: Layout) -> str:
    action = layout.rulebook.actions[step.action]
    words = [action.written]
    for statement, value in zip(choices(action), step.choices, strict=False):
        if value is None:
            words.append("fails")
        elif isinstance(statement, t.EachChoose):
            pairs = [f"{layout.seats[q].piece} {_word(action, statement.choose, one, layout)}" for q, one in value]  # type: ignore[attr-defined]
            words.append(" ".join([statement.choose.word, *pairs]).strip() if pairs else "")
        elif isinstance(statement, t.Choose):
            words.append(f"{statement.word} {_word(action, statement, value, layout)}".strip())
        else:
            words.append(worded(value, None, layout))
    return " ".join(word for word in words if word)


def _word(action: Action, statement: t.Choose, value: object, layout: Layout) -> str:
    return worded(value, chosen_type(statement, layout), layout)


def chosen_type(statement: t.Choose, layout: Layout) -> Type | None:
    kind = layout.rulebook.types.get(id(statement.group))
    return None if kind is None else kind.one
