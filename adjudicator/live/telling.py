"""What the table hears of an entry: the hints that rules `tell`, in the words of the variant."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.check.naming import FUGITIVE
from adjudicator.check.reading import Unread, read_step
from adjudicator.engine.layout import ENTRIES
from adjudicator.engine.steps import Ride
from adjudicator.engine.turns import Cells
from adjudicator.engine.values import Spot, Values
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
        for one in tells:
            if one.event in events and _holds(one.when, step, p, after, game):
                yield one.text
        p = after


def _holds(when: t.Expression | None, step: object, p: Cells, after: Cells, game: Game) -> bool:
    if when is None:
        return True
    layout, hooks = game.stand.layout, game.stand.opening.table.hooks
    origin, here = p[layout.station], after[layout.station]
    ticket, mode = (step.ticket, step.mode) if isinstance(step, Ride) else (-1, -1)
    values = {"p": after, "q": 0, "t": ticket, "m": mode, "a": origin, "b": here, "h": here, "e": after[ENTRIES]}
    passed = hooks["PASSES"].get((mode, origin, here), ())
    return bool(eval(Values(layout).of(when, Spot("0", written=True)), {**hooks, **values, "v": passed}))
