"""The fast way through the plain part of a record: clauses that are listed word for word are played without asking why.

Nearly every clause of nearly every game is such a one. At the first that is not, or that is marked in a way it should not be,
the walk takes over where the sprint stopped; so the sprint itself never finds anything.
"""

from __future__ import annotations

from functools import lru_cache

from attrs import define

from adjudicator.check.base import Base, Entry
from adjudicator.check.opening import referee_for
from adjudicator.engine.compile import FIELDS
from adjudicator.engine.layout import ENTRIES, ROUND, TURN, UNKNOWN
from adjudicator.engine.listing import Lister
from adjudicator.engine.steps import Ride
from adjudicator.engine.table import Table
from adjudicator.engine.turns import Cells
from adjudicator.record import transcript as r


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
    """Whether a turn or a round can bring something of an earlier entry to light."""
    return any(reveals is not None for _, reveals, _ in referee_for(table, True).turns.hooks_of.values())


@define
class Sprint(Base):
    def sprint(self, upto: int | None) -> tuple[int, int]:
        """Play plain clauses; gives how many items and clauses of the record are done."""
        table = self.opening.table
        if not self.opening.referee.complete or len(self.worlds) != 1 or not is_certain(table) or tells_later(table):
            return 0, 0
        if self.p[table.layout.station] == UNKNOWN:
            return 0, 0
        lister, pieces = lister_of(table), table.layout.pieces
        asks = self.opening.referee.turns.optional["pursuers"]
        p, done, index = self.p, 0, 0
        last = (p, done, index)
        for number, item in enumerate(self.transcript.items):
            if isinstance(item, r.RoundMark):
                if p[TURN] != 0 or item.number != p[ROUND]:
                    break
            elif isinstance(item, r.Clause):
                piece, text = pieces[item.piece], item.text
                if piece == 0:
                    text = text.replace("!", "")  # marks are looked at below
                if (upto is not None and index >= upto) or not lister.accepts(p, piece, text):
                    break
                if asks and self._acts_next(index):
                    break
                after = lister.play(p, text)
                if piece == 0 and not self._plainly_seen(index, item, text, p, lister):
                    break
                self.findings.round = p[ROUND]
                self._begun.setdefault(p[ROUND], self.segment[index])
                last = (p, done, index)
                p, done, index = after, number + 1, index + 1
        else:
            last = (p, done, index)
        return self._hand_over(*last)

    def _hand_over(self, p: list[int], done: int, index: int) -> tuple[int, int]:
        """The walk begins one clause early: what followed of itself, who had to sit out, may matter for the next."""
        self.worlds = [p]
        self.entries = [entry for entry in self.entries if entry.clause < index]
        return done, index

    def _plainly_seen(self, index: int, clause: r.Clause, text: str, p: Cells, lister: Lister) -> bool:
        """Note what the table sees of the entries; no, if the record marks it otherwise: then the walk has to say so."""
        shows, referee = self.opening.table.hooks["shows"], lister.referee
        strict = self.transcript.surfacings_marked and not self.findings.seen_by_default
        parts = iter([(number, part) for number, part in enumerate(clause.parts) if isinstance(part, r.Ride)])
        entries = []
        for step in lister.move(text).steps:
            p = referee.step(p, step)
            if isinstance(step, Ride):
                number, part = next(parts)
                shown = shows(p, ("entry", "ride"), step.ticket, -1, step.to, step.to, ())
                seen = bool(shown & FIELDS["station"])
                if part.mark != seen and (part.mark or strict):
                    return False
                entries.append(Entry(index, number, p[ENTRIES], shown, seen))
        self.entries += entries
        return True
