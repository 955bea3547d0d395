"""The fact that excludes a station, found by searching again without it.

Facts are tried from the last one back to the point where his station was last certain, each alone: first actions and stations
of pursuers, then his tickets. If no ticket alone is the reason, several are left out together, the latest first. If that does
not help either, he is simply too far from where he was last seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import evolve, field

from adjudicator.deduction.whereabouts import Search
from adjudicator.engine import FUGITIVE, STATION
from adjudicator.judge.moments import numbered
from adjudicator.judge.walk_state import Overlooked, WalkState
from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.values import frozen


@frozen
class Fact:
    """A public fact in words, and how to search without it: `blank` names the fields that the record then lacks."""

    text: str
    clause: int
    part: int = -1
    blank: tuple[str, ...] = ()  # of this part: "ticket", "to"
    overlooked: Overlooked = field(factory=Overlooked)
    round: int = 0
    written: str = ""


@frozen
class Exclusion:
    """The reason why he cannot be at a station: these facts together, usually a single one."""

    station: int
    facts: tuple[Fact, ...]
    single: bool = True


@frozen(slots=False)
class Exclusions:
    found: Search

    @cached_property
    def _clauses(self) -> list[tuple[int, r.Clause]]:
        return [(number, clause) for _, number, clause in numbered(self.found.transcript)]

    def why_not(self, station: int) -> Exclusion:
        sure = self.found.sure[-1] if self.found.sure else None
        facts = list(self._facts(sure.clauses if sure else 0))
        tickets = [fact for fact in facts if "ticket" in fact.blank]
        others = [fact for fact in facts if fact not in tickets]
        seen = self._sighting(sure)
        single = self._one_of(others, station, sure) or self._one_of(tickets, station, sure)
        if single is not None:
            return Exclusion(station, (single,))
        if seen is not None and (not facts or station in self._without((seen,), self._before(sure), Overlooked(coarse=True))):
            return Exclusion(station, (seen,))
        return self._together(station, tickets, seen, sure)

    def _before(self, sure: WalkState | None) -> WalkState | None:
        earlier = [one for one in self.found.sure if sure is not None and one.clauses < sure.clauses]
        return earlier[-1] if earlier else None

    def _one_of(self, facts: list[Fact], station: int, sure: WalkState | None) -> Fact | None:
        """The latest fact that alone is the reason. Not searched for if all of them together are not."""
        if not facts or station not in self._without(
            tuple(facts), sure, Overlooked("all" if not facts[0].blank else "", coarse=True)
        ):
            return None
        return next((fact for fact in facts if station in self._without((fact,), sure)), None)

    def _together(self, station: int, tickets: list[Fact], seen: Fact | None, sure: WalkState | None) -> Exclusion:
        """As many tickets since he was last seen as it takes; if all are not enough, he is simply too far away."""
        coarse = Overlooked(coarse=True)
        for count in range(2, len(tickets) + 1):
            if station in self._without(tuple(tickets[:count]), sure, coarse):
                return Exclusion(station, (*([seen] if seen else []), *reversed(tickets[:count])), single=False)
        return Exclusion(station, (seen,) if seen else tuple(reversed(tickets)), single=False)

    def _without(
        self, facts: tuple[Fact, ...], sure: WalkState | None, overlooked: Overlooked | None = None
    ) -> tuple[int, ...]:
        """The stations where he could be without these facts."""
        transcript = self.found.transcript
        for fact in facts:
            transcript = _blanked(transcript, fact) if fact.blank else transcript
        return self.found.again(transcript, sure, overlooked or facts[0].overlooked).stations

    # -- what is known
    def _sighting(self, sure: WalkState | None) -> Fact | None:
        """The fact that made his station certain."""
        if sure is None:
            start = next((one for one in self.found.transcript.start if one.piece == self.found.transcript.fugitive), None)
            return None if start is None or start.at is None else Fact(f"he started on {start.at}", -1, blank=("start",))
        entry = sure.entries[-1]
        number, clause = self._clauses[entry.clause]
        part = clause.parts[entry.part]
        station = self.found.state.ledger.station(sure.worlds[0].cells, FUGITIVE)
        shown = isinstance(part, r.Ride) and part.to is not None
        verb = "was seen" if shown and entry.shown & STATION else "can only have been"
        text = f"he {verb} on {station} after entry {entry.number}"
        return Fact(text, entry.clause, entry.part, ("to",) if shown else (), round=number, written=write_clause(clause))

    def _facts(self, first: int) -> Iterator[Fact]:
        """Every fact of the record from this clause on, the latest first."""
        for index in range(len(self._clauses) - 1, first - 1, -1):
            number, clause = self._clauses[index]
            make = self._of_fugitive if clause.piece == self.found.transcript.fugitive else self._of_pursuer
            for fact in make(index, clause):
                yield evolve(fact, round=number, written=write_clause(clause))

    def _of_pursuer(self, index: int, clause: r.Clause) -> Iterator[Fact]:
        first = clause.parts[0]
        if isinstance(first, r.Ride) and first.to is not None:
            text = f"{clause.piece} came to {first.to} and did not catch him there"
            yield Fact(text, index, overlooked=Overlooked("end", index))
        elif isinstance(first, r.Act):
            yield Fact(f"`{write_clause(clause)}`", index, overlooked=Overlooked("clause", index))

    def _of_fugitive(self, index: int, clause: r.Clause) -> Iterator[Fact]:
        seats = self.found.engine.seating.seats
        numbers = {(entry.clause, entry.part): entry.number for entry in self.found.entries}
        for number, part in reversed(list(enumerate(clause.parts))):
            entry = numbers.get((index, number), 0)
            if isinstance(part, r.Ride) and part.ticket is not None:
                yield Fact(f"entry {entry} is covered by a {part.ticket} ticket", index, number, ("ticket",))
            elif isinstance(part, r.Act) and part.form.place != "turn":
                yield Fact(f"`{part.form.written}` of the fugitive", index, number, overlooked=Overlooked("act", index, number))
        for piece in range(1, len(seats)):
            text = f"{seats[piece].piece} stood in the way"
            yield Fact(text, index, overlooked=Overlooked("piece", index, piece=piece))


def _blanked(transcript: r.Transcript, fact: Fact) -> r.Transcript:
    """The record without a fact."""
    items: list[r.Item] = []
    index = 0
    for item in transcript.items:
        if isinstance(item, r.Header) and item.key == "start" and "start" in fact.blank:
            item = evolve(item, content=tuple(_unknown_start(one, transcript.fugitive) for one in item.content))
        if isinstance(item, r.Clause):
            if index == fact.clause:
                parts = [_blank(p, fact.blank) if n == fact.part else p for n, p in enumerate(item.parts)]
                item = r.Clause(item.piece, tuple(parts), item.line, item.column)
            index += 1
        items.append(item)
    return r.Transcript(tuple(items), transcript.fugitive, transcript.file)


def _blank(part: r.Step, fields: tuple[str, ...]) -> r.Step:
    if not isinstance(part, r.Ride):
        return part
    ticket = None if "ticket" in fields else part.ticket
    return r.Ride(ticket, None if "ticket" in fields else part.mode, None if "to" in fields else part.to)


def _unknown_start(one: r.Start, fugitive: str) -> r.Start:
    return evolve(one, at=None, card=None) if one.piece == fugitive else one
