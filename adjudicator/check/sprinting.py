"""The fast way through the plain part of a record: clauses that are listed word for word are played without asking why.

Nearly every clause of nearly every game is such a one. At the first that is not, or that is marked in a way it should not be,
the walk takes over where the sprint stopped; so the sprint itself never finds anything.
"""

from __future__ import annotations

from functools import lru_cache

from adjudicator.check.base import Base, Entry
from adjudicator.check.opening import referee_for
from adjudicator.engine.compile import FIELDS
from adjudicator.engine.layout import ENTRIES, ROUND, TURN, UNKNOWN, uncovers
from adjudicator.engine.listing import Lister
from adjudicator.engine.steps import Ride
from adjudicator.engine.table import Table
from adjudicator.engine.turns import Cells
from adjudicator.language import tree as t
from adjudicator.record import transcript as r

ENTRY = ("entry", "ride")  # what a ride of the fugitive is to those who see it
STATION = FIELDS["station"]


@lru_cache(maxsize=64)
def lister_of(table: Table) -> Lister:
    """One for each table, with everything it has looked up so far."""
    return Lister(referee_for(table, True))


@lru_cache(maxsize=64)
def is_certain(table: Table) -> bool:
    """Whether no line of the board is merely assumed: else every ride has something to tell."""
    return table.board.network != "assumed" and all(line.provenance != "assumed" for line in table.board.lines)


@lru_cache(maxsize=64)
def tells_later(table: Table) -> bool:
    """Whether a turn, a round or a ride can bring something of an earlier entry to light."""
    return any(uncovers(one) for _, one in table.rulebook.statements(t.On))


class Sprint(Base):
    def sprint(self, done: int, index: int, upto: int | None) -> tuple[int, int]:
        """Play plain clauses, from this item and this clause on; gives how many items and clauses of the record are done."""
        if len(self.worlds) != 1 or not self._is_plain():
            return done, index
        lister, pieces = lister_of(self.opening.table), self.opening.table.layout.pieces
        if not lister.closes_by_itself:
            return done, index
        claims, p, begun = lister.claims, self.p, 0
        last = (p, done, index)
        for number, item in enumerate(self.transcript.items[done:], done + 1):
            if isinstance(item, r.Clause):
                piece = pieces[item.piece]
                after = claims[piece](p, item.text) if piece else self._entered(index, item, p, lister)
                if after is None or index == upto:
                    break
                if p[ROUND] != begun:
                    begun = self.findings.round = p[ROUND]
                    self._begun.setdefault(begun, self.segment[index])
                last = (p, done, index)
                p, done, index = after, number, index + 1
            elif isinstance(item, r.RoundMark) and (p[TURN] != 0 or item.number != p[ROUND]):
                break
        else:
            last = (p, done, index)
        return self._hand_over(*last)

    def _is_plain(self) -> bool:
        """Whether nothing is hidden, assumed or pending that a plain clause would have to be asked about."""
        table = self.opening.table
        referee = self.opening.referee
        if not referee.complete or referee.endless or self.p[table.layout.station] == UNKNOWN:
            return False
        if table.rulebook.scope.unseen:  # a record of the table would leave out what nobody saw
            return False
        pending = self._early or self._claims or self._sat_out or self._offset or self._told_end
        return not pending and is_certain(table) and not tells_later(table)

    def _hand_over(self, p: list[int], done: int, index: int) -> tuple[int, int]:
        """The walk begins one clause early: what followed of itself, who had to sit out, may matter for the next."""
        self.worlds = [p]
        self.entries = [entry for entry in self.entries if entry.clause < index]
        return done, index

    def _entered(self, index: int, clause: r.Clause, p: Cells, lister: Lister) -> Cells | None:
        """The position after a clause of the fugitive. Notes what the table sees of its entries; None, if the clause is not
        listed or the record marks it otherwise: then the walk has to say so."""
        text = clause.text.replace("!", "") if "!" in clause.text else clause.text  # marks are looked at below
        after = lister.claimed(p, text)
        if after is None:
            return None
        ride, shows = lister.entry_hooks
        entries, number = [], -1
        for step in lister.as_here(p, lister.move(text)).steps:
            if not isinstance(step, Ride):
                p = lister.referee.step(p, step)
                continue
            to = step.to
            p = ride(p, 0, step.ticket, step.mode, to)
            number, mark = self._next_ride(clause.parts, number + 1)
            shown = shows(p, ENTRY, step.ticket, -1, to, to, ())
            seen = shown & STATION != 0
            if mark != seen and (mark or self._must_mark):
                return None
            entries.append(Entry(index, number, p[ENTRIES], shown, seen))
        self.entries += entries
        return after

    def _next_ride(self, parts: tuple[r.Step, ...], number: int) -> tuple[int, bool]:
        """The first ride from there on, and whether it is marked as seen."""
        while not isinstance(part := parts[number], r.Ride):
            number += 1
        return number, part.mark

    @property
    def _must_mark(self) -> bool:
        return self.transcript.surfacings_marked and not self.findings.seen_by_default
