"""Hidden play in a record: every course that fits is followed; if none is left, that is a finding."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.check import worlds as w
from adjudicator.check.base import Base
from adjudicator.check.reading import Unread
from adjudicator.engine.judging import Judged, Reason
from adjudicator.engine.steps import Act, Ride
from adjudicator.engine.turns import Cells
from adjudicator.record import transcript as r


class Hidden(Base):
    def _guess(self, index: int, part: r.Step, step: Ride | Act | Unread, piece: int) -> None:
        """Follow every course of play that fits; if none is left, that is a finding, and any place is possible again."""
        found, follow, tries = list[Cells](), self._follow, self._tries(step)
        for p in self.worlds:
            found += follow(p, tries(p))
            if len(found) > 2 * w.MOST:
                found = self._fewer(w.distinct(found))
        found = self._fewer(w.distinct(found))
        if found:
            self.findings.guessed(part)
            self.worlds = found
            return
        self._nothing_fits(part, step, self._reasons(part, step), piece)

    def _fewer(self, worlds: list[Cells]) -> list[Cells]:
        """As many as can be followed."""
        if len(worlds) <= w.MOST:
            return worlds
        self.merged = True
        return w.merged(worlds, self.opening.table.layout)

    def _follow(self, p: Cells, tried: Iterable[w.Tried]) -> list[Cells]:
        """The positions that one world leads to; whoever wants to know by which step overrides this."""
        return [after for _, after in tried]

    def _reasons(self, part: r.Step, step: Ride | Act | Unread) -> list[Reason]:
        """What speaks against a step in the worlds that were possible."""
        if isinstance(step, Unread):
            return []
        return [reason for p in self.worlds for reason in self._judged(p, step, part).broken[:1]]

    def _judged(self, p: Cells, step: Ride | Act, part: r.Step) -> Judged:
        judge = self.opening.judge
        if isinstance(step, Ride):
            return judge.ride(p, step.piece, step.ticket, named_mode(part, step), step.to)
        return judge.act(p, step)

    def _tries(self, step: Ride | Act | Unread) -> w.Try:
        if isinstance(step, Unread) and step.guess is not None:
            return w.rides(step.guess, self.opening)
        if isinstance(step, Unread):
            assert step.act is not None
            return w.acts(step.act, step.unknown, self.opening)
        if isinstance(step, Ride):
            return w.rides(w.Guess(step.ticket, None, step.to), self.opening)
        return w.acts(step, set(), self.opening)

    def _nothing_fits(self, part: r.Step, step: Ride | Act | Unread, reasons: list[Reason], piece: int) -> None:
        layout = self.opening.table.layout
        places = sorted({p[layout.station] for p in self.worlds})
        shown = ", ".join(map(str, places[:12])) + (" …" if len(places) > 12 else "")
        why = f": {reasons[0].message}" if reasons and len(self.worlds) == 1 else ""
        rule = reasons[0].rule if reasons else "follow-a-line"
        if isinstance(step, Unread) and step.act is not None:
            rule = step.act.action
        message = f"no hidden course of play explains this: before it he could only be on {shown}{why}"
        self.findings.illegal(rule, message, facts={"possible": places}, help=self._reached(part))
        self.worlds = self._anywhere(part, piece)

    def _reached(self, part: r.Step) -> str:
        """Where the ticket of a ride would have taken him from all the places he could be on."""
        if not isinstance(part, r.Ride) or not part.ticket:
            return ""
        ticket = self.opening.table.layout.symbols[part.ticket]
        found = sorted({to for p in self.worlds for to in self.opening.judge.alternatives(p, 0, ticket)})
        shown = ", ".join(map(str, found[:24])) + (" …" if len(found) > 24 else "")
        return f"from there by {part.ticket}: {shown}" if found else f"from there nothing can be reached by {part.ticket}"

    def _anywhere(self, part: r.Step, piece: int) -> list[Cells]:
        """After a breach that nothing explains: on the station the record names, or on any."""
        layout, p = self.opening.table.layout, self.p
        stations = [part.to] if isinstance(part, r.Ride) and part.to else list(layout.board.stations)
        ticket = layout.symbols.get(part.ticket or "", -1) if isinstance(part, r.Ride) else -1
        k = self.opening.table.profile[0]
        return [self.opening.table.hooks[f"ride_{k}"](p, 0, ticket, -1, station) for station in stations]


def named_mode(part: r.Step, step: Ride) -> int | None:
    """The mode that a ride says it took: behind its ticket, or by itself where nobody pays."""
    told = step.ticket < 0 or (isinstance(part, r.Ride) and part.mode is not None)
    return step.mode if told and step.mode >= 0 else None
