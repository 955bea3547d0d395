"""Plays one more clause: writes hints, so that its lines read back, and ends turns that it completes."""

from __future__ import annotations

from functools import reduce

from adjudicator.judge.news import hints_of
from adjudicator.record import transcript as r
from adjudicator.table.record_files import reads_back
from adjudicator.table.table_game import TableGame


def played(game: TableGame, clause: r.Clause) -> TableGame:
    after = _with_hints(game, clause)
    entries = _entry_by_entry(clause)
    if len(entries) > 1 and not reads_back(after):  # a name has two meanings: written as separate entries it is clear
        after = reduce(_with_hints, entries, game)
    return with_turns_over(after)


def _entry_by_entry(clause: r.Clause) -> tuple[r.Clause, ...]:
    """A turn of several entries as one clause for each."""
    found: list[list[r.Step]] = [[]]
    for at, part in enumerate(clause.parts):
        entry = isinstance(part, r.Ride) or (isinstance(part, r.Act) and part.form.place == "entry")
        if entry and at > 1:
            found.append([])
        found[-1].append(part)
    return tuple(r.Clause(clause.piece, tuple(parts)) for parts in found)


def _with_hints(game: TableGame, clause: r.Clause) -> TableGame:
    hints = (r.Comment(f" told: {hint}", indented=True) for hint in hints_of(clause, game.game.engine))
    return game.after(clause, *hints)


def with_turns_over(game: TableGame) -> TableGame:
    """The game after the pursuers' turn, if as far as the table knows they have nothing left to do."""
    while _has_ended(game):
        game = game.ended_turn()
    return game


def _has_ended(at: TableGame) -> bool:
    game = at.game
    ends_by_word = game.engine.turns.optional[game.side]  # it may still have optional actions
    if at.is_over or at.pending is not None or game.side != "pursuers" or not game.may_end_turn or not ends_by_word:
        return False
    return not game.next_steps() and not at.seen.next_steps()
