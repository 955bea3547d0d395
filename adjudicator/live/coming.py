"""The next entry on which the table will see the fugitive; or, where it sees him as a rule, the next on which it will not."""

from __future__ import annotations

from adjudicator.engine.compile import FIELDS
from adjudicator.engine.layout import DOING, ENTRIES, LEFT, ROUND
from adjudicator.engine.turns import Cells
from adjudicator.judge.findings import Findings
from adjudicator.live.table_view import TableView
from adjudicator.rulebook.model import Rulebook

AHEAD = 40  # entries looked at
WORLDS = 12  # worlds asked; where they differ, nothing is promised


def seen_next(view: TableView, rulebook: Rulebook) -> str:
    """In words, or nothing where the rules do not tell yet."""
    default = Findings(rulebook).seen_by_default
    entries = view.worlds[0][ENTRIES]
    for number in range(entries + 1, entries + AHEAD):
        answers = _shown(view, number)
        if answers == {not default}:
            ahead = number - entries
            when = "the next one" if ahead == 1 else f"in {ahead} entries"
            return f"{'unseen' if default else 'surfaces'} on entry {number}, {when}"
    return ""


def _shown(view: TableView, number: int) -> set[bool]:
    """Whether he is seen on this entry, whatever he rides by, as far as that can be told now."""
    stand = view.stand
    layout, shows = stand.layout, stand.opening.table.hooks["shows"]
    kinds = layout.rulebook.tables.tickets.items()
    tickets = [-1] if layout.is_free(0) else [layout.symbols[name] for name, ticket in kinds if ticket.pays]
    found = set()
    for p in view.worlds[:WORLDS]:
        later = _at(view, p, number)
        here = later[layout.station]
        for ticket in tickets:
            found.add(bool(shows(later, {"entry", "ride"}, ticket, -1, here, here, ()) & FIELDS["station"]))
    return found


def _at(view: TableView, p: Cells, number: int) -> Cells:
    """The position as it will be when that entry was written, if he writes one a round."""
    turns, later = view.stand.turns, p[:]
    ahead = number - p[ENTRIES] - 1
    this_round = turns.side(p) == "fugitive" and not p[view.stand.layout.moved]
    later[ENTRIES], later[LEFT], later[DOING] = number, 0, 0
    later[ROUND] = p[ROUND] + ahead + (not this_round)
    _forget(later, view)
    return later


def _forget(p: Cells, view: TableView) -> None:
    """What lives shorter than the game is over by then: where he hid once does not hide him for ever."""
    layout = view.stand.layout
    for kind in layout.states.values():
        if kind.lives != "game":
            p[kind.base : kind.base + kind.count] = [kind.initial] * kind.count
    for (_, _, span), cell in layout.counters.items():
        if span != "game":
            p[cell] = 0
