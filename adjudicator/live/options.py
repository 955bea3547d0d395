"""What can be typed next, as short as it can be typed: one entry or one action, or the first entry of a turn of several.

The whole list of legal clauses has every way to end a turn that was begun, which can be many thousands; nobody reads that.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.layout import LEFT, OVER
from adjudicator.engine.steps import Act, Move
from adjudicator.live.stand import Stand


def options(stand: Stand) -> list[Move]:
    """The next legal steps of the side whose turn it is; losing ones left out."""
    if stand.p[OVER]:
        return []
    if stand.side == "pursuers":
        return stand.opening.referee.moves_now(stand.p)
    return list(_of_fugitive(stand))


def _of_fugitive(stand: Stand) -> Iterator[Move]:
    referee, table, p = stand.opening.referee, stand.opening.table, stand.p
    if referee.entry_due(p):
        yield from (Move(0, steps) for steps, _ in referee.entries(p))
        for action in table.actions_at("turn") if not p[LEFT] else ():
            for chosen in referee.legal(action, p, 0):
                act = Act(0, action.id, chosen)
                yield from (Move(0, (act, *steps)) for steps, _ in referee.entries(referee.step(p, act)))
    if p[stand.layout.moved]:
        yield from referee.after_entry(p)
    for action in table.actions_at("during turn"):
        if 0 in table.actors(action):
            yield from (Move(0, (Act(0, action.id, chosen),)) for chosen in referee.legal(action, p, 0))
