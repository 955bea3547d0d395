"""The next entry on which the table will see the fugitive, or, if it usually sees him, the next on which it will not."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine import FUGITIVE, RIDDEN, STATION, Cells, Engine

AHEAD = 40  # the most entries that are searched
WORLDS = 12  # the most worlds that are asked; if they differ, nothing is promised


def next_surfacing(engine: Engine, worlds: Sequence[Cells]) -> int | None:
    """The number of the entry; None if the rules do not decide it yet."""
    default, entries = engine.rulebook.facts.seen_by_default, engine.ledger.entries(worlds[0])
    for number in range(entries + 1, entries + AHEAD):
        if _shown(engine, worlds, number) == {not default}:
            return number
    return None


def _shown(engine: Engine, worlds: Sequence[Cells], number: int) -> set[bool]:
    """Whether he is seen on this entry, as far as is known now: the answers in all worlds and for all tickets."""
    seating = engine.seating
    kinds = seating.rulebook.tables.tickets.items()
    tickets = [-1] if seating.is_free(FUGITIVE) else [seating.symbols[name] for name, ticket in kinds if ticket.pays]
    later = [engine.ledger.at_entry(p, number, _round(engine, p, number)) for p in worlds[:WORLDS]]
    return {bool(engine.shown(p, RIDDEN, ticket) & STATION) for p in later for ticket in tickets}


def _round(engine: Engine, p: Cells, number: int) -> int:
    """The round of a future entry, if he writes one in each round."""
    ledger = engine.ledger
    this_round = engine.turns.side(p) == "fugitive" and not ledger.moves_made(p, FUGITIVE)
    return ledger.round(p) + number - ledger.entries(p) - 1 + (not this_round)
