"""Completes a legal clause for the record, with the parts that the referee knows and nobody has to type.

Adds answers, marks surfacings, and seals the line of an entry if the table cannot see it. A seal must not reveal anything by
its presence, so only the table's view of the entry decides about it.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from adjudicator.engine import TICKET
from adjudicator.game import Game
from adjudicator.judge.played_steps import PlayedStep
from adjudicator.judge.walk_state import Entry
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.model import Rulebook


def completed(clause: r.Clause, steps: Sequence[PlayedStep], game: Game) -> r.Clause:
    """The clause with its steps as they were played."""
    seen = game.asked(clause)[0].walk.end.entries[game.entries :] if clause.piece == FUGITIVE else ()
    entries = {entry.part: entry for entry in seen}  # the table's view of each entry, by its place in the clause
    parts = [_filled(step, entries.get(at), game.rules) for at, step in enumerate(steps)]
    return r.Clause(clause.piece, (*parts, *clause.parts[len(parts) :]))


def _filled(step: PlayedStep, entry: Entry | None, rules: Rulebook) -> r.Step:
    part, mark = step.part, not rules.facts.seen_by_default and entry is not None and entry.surfaced
    if isinstance(part, r.Act):
        return r.Act(part.form, part.values, part.answer if step.answer is None else step.answer, part.failed, mark)
    if not isinstance(part, r.Ride):
        return part
    if entry is None or not part.ticket:
        return evolve(part, mark=mark, seals=(), at=0, size=0)
    is_told = entry.shown & TICKET and not _tells_nothing(part.ticket, rules)
    return r.Ride(part.ticket, None if is_told else step.mode or part.mode, part.to, mark)


def _tells_nothing(ticket: str, rules: Rulebook) -> bool:
    """Whether a ticket pays for several modes, and so does not show which was used."""
    table = rules.tables.tickets.get(ticket)
    return table is not None and len(table.pays) > 1
