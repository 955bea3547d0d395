"""What the table hears of an entry: the hints that rules `tell`, in the words of the variant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.engine.layout import ENTRIES
from adjudicator.engine.steps import Ride
from adjudicator.engine.turns import Cells
from adjudicator.engine.values import Spot, Values
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.judge.written_steps import Unread, read_step
from adjudicator.language import tree as t
from adjudicator.live.game import Game
from adjudicator.record import transcript as r

AUDIENCES = ("all", "pursuers")


def told(clause: r.Clause, game: Game) -> Iterator[str]:
    """Every hint that this clause gives away, step by step."""
    tells = [one for _, one in game.rulebook.statements(t.Tell) if isinstance(one, t.Tell) and one.audience in AUDIENCES]
    if not tells or clause.piece != FUGITIVE:
        return
    opening, p = game.stand.opening, game.stand.p
    for part in clause.parts:
        if not isinstance(part, r.Ride | r.Act):
            return
        step = read_step(part, 0, opening)
        if isinstance(step, Unread):
            return
        after = opening.referee.step(p, step)
        events = {"entry", "ride"} if isinstance(part, r.Ride) else {part.action}
        if isinstance(part, r.Act) and part.form.place == "entry":
            events.add("entry")
        values = _values(step, p, after, game)
        for one in tells:
            if one.event in events and _holds(one.when, values, game):
                yield opening.judge.message(one.text, values)[0]
        p = after


def _values(step: object, p: Cells, after: Cells, game: Game) -> dict[str, Any]:
    """What the rules call by name in a step that has been made."""
    layout, passes = game.stand.layout, game.stand.opening.table.hooks["PASSES"]
    origin, here = p[layout.station], after[layout.station]
    ticket, mode = (step.ticket, step.mode) if isinstance(step, Ride) else (-1, -1)
    passed = passes.get((mode, origin, here), ())
    return {"p": after, "q": 0, "t": ticket, "m": mode, "a": origin, "b": here, "v": passed, "h": here, "e": after[ENTRIES]}


def _holds(when: t.Expression | None, values: dict[str, Any], game: Game) -> bool:
    if when is None:
        return True
    source = Values(game.stand.layout).of(when, Spot("0", written=True))
    return bool(eval(source, {**game.stand.opening.table.hooks, **values}))
