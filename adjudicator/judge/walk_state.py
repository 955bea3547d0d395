"""The data that judging a record carries from clause to clause: the possible worlds, the findings, the entries shown."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from attrs import define, evolve, field

from adjudicator.engine import FUGITIVE, STATION, TICKET, Announced, Cells, Datum, Engine, Ledger, Notes, unknown
from adjudicator.judge.findings import Findings
from adjudicator.judge.start_position import Opening
from adjudicator.judge.worlds import World, most_unseen
from adjudicator.judge.written_steps import takes_turn
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.rulebook.facts import Read
from adjudicator.values import frozen

PLENTY = 1_000  # tickets: more than any piece pays with in a game

Told = list[tuple[int, tuple[Announced, ...]]]


@define
class Entry:
    """One entry of the log as judged: its place in the record, and the parts of it that are public."""

    clause: int
    part: int
    number: int
    shown: int  # a sum of fields
    surfaced: bool = False  # the table saw him there when it was written

    def is_blotted(self, part: r.Step) -> bool:
        """Whether the record lacks a ticket that the table saw: then a gap in it does not mean that the table saw nothing."""
        return isinstance(part, r.Ride) and part.ticket is None and part.mode is None and bool(self.shown & TICKET)


@frozen
class Overlooked:
    """A fact that is ignored: a clause, an act of the fugitive, a game that ended, a piece in the way.

    No fact when a record is judged; one when a search looks for the fact that excludes a station. `all` is all of these,
    everywhere. A coarse search keeps one world for each station: it is quick, and good for a first try.
    """

    kind: str = ""  # "clause", "act", "end", "piece", "all"
    clause: int = -1
    part: int = -1
    piece: int = 0
    coarse: bool = False

    def has(self, kind: str, clause: int) -> bool:
        return self.kind == "all" or (self.kind, self.clause) == (kind, clause)


@define(slots=False)
class WalkState:
    opening: Opening
    transcript: r.Transcript
    findings: Findings
    worlds: list[World] = field(factory=list)
    overlooked: Overlooked = field(factory=Overlooked)
    sure: tuple[WalkState, ...] | None = None  # states with his station certain; None: no reasons will be asked for
    entries: list[Entry] = field(factory=list)
    now: tuple[int, int] = (-1, -1)  # the clause and the part of it at hand
    lost: bool = False  # there were too many worlds: since then one is kept for each station
    tried: int = 0  # steps tried in all worlds; the total for one record is bounded
    tried_unseen: int = 0  # choices of unseen actions tried, also bounded
    ended_later: bool = False  # not by the last clause, but by its automatic effects
    told_end: bool = False  # the record continues after the end of the game
    offset: int = 0  # the offset of the record's round numbers, reported once
    notes: Notes = field(factory=list)
    begun: dict[int, int] = field(factory=dict)  # round -> the part of the record in which it began
    sat_out: dict[int, Cells] = field(factory=dict)  # pieces that had to sit out since the last clause, with the position then
    unread: dict[int, int] = field(factory=dict)  # the number of a pursuer's rides that were paid for with unknown tickets
    claims: dict[int, tuple[r.Clause, r.Step]] = field(factory=dict)  # pieces that say they stay while others could make room
    told: Told | None = field(factory=list)  # announcements by the number of items before them; None if they cannot be known
    place: int = 0  # the number of items of the record that have been begun
    misheard: bool = False  # the record's announcements are impossible, which is reported once
    foresaw: int = -1  # the last numbered round in which a clause was judged by later ones

    @property
    def p(self) -> Cells:
        """The first world: all worlds agree in public facts."""
        return self.worlds[0].cells

    @cached_property
    def engine(self) -> Engine:
        return self.opening.engine

    @cached_property
    def ledger(self) -> Ledger:
        return self.opening.engine.ledger

    @property
    def round(self) -> int:
        return self.ledger.round(self.p)

    @property
    def is_over(self) -> bool:
        """Whether the game is over in every world."""
        is_over = self.ledger.is_over
        return all(is_over(world.cells) for world in self.worlds)

    @property
    def is_blind(self) -> bool:
        """Whether hidden play is not followed any more: worlds were left out, and rides, endings or where pursuers stand
        hang on their secrets, or so much can be done unseen that it is not tried any more."""
        if not self.lost:
            return False
        facts = self.engine.rulebook.facts
        too_much = self.tried_unseen >= most_unseen(self.engine)
        return too_much or facts.secrets_displace or self.hangs_on_secrets(t.Forbid, t.Wins)

    def hangs_on_secrets(self, *kinds: type[t.Statement]) -> bool:
        """Whether a statement of these kinds depends on secrets that may differ in worlds that were left out."""
        if not self.lost:
            return False
        facts = self.engine.rulebook.facts
        return any(facts.asks(one, facts.secrets) for _, one in self.engine.rulebook.statements(*kinds))

    def go_on_without_end(self) -> None:
        """Test no endings from now on, since it cannot be decided whether one has come."""
        self.opening = evolve(self.opening, engine=self.engine.without_end())
        for kept in ("engine", "ledger"):
            self.__dict__.pop(kept, None)
        for world in self.worlds:
            self.ledger.put_going_on(world.cells)

    def alive(self) -> list[World]:
        """The worlds in which the game is not over."""
        is_over = self.ledger.is_over
        return [world for world in self.worlds if not is_over(world.cells)]

    def stations(self) -> tuple[int, ...]:
        """The stations where the fugitive can be; empty if he has left the board."""
        return self.stations_in(self.worlds)

    def stations_in(self, worlds: Iterable[World]) -> tuple[int, ...]:
        """The stations where he is in these worlds."""
        station, off = self.ledger.station, self.engine.seating.off
        return tuple(sorted({station(world.cells, 0) for world in worlds} - {off}))

    def copy(self) -> WalkState:
        """A copy to continue with: changes to it do not affect this one. Nothing is found in it yet."""
        new: WalkState = object.__new__(WalkState)
        kept = new.__dict__
        kept.update(self.__dict__)
        kept.pop("segment", None)
        new.findings = self.findings.later()
        new.worlds = [World(world.cells[:], world.course) for world in self.worlds]
        new.entries = [Entry(one.clause, one.part, one.number, one.shown, one.surfaced) for one in self.entries]
        new.notes = []
        new.begun, new.sat_out, new.claims = dict(self.begun), dict(self.sat_out), dict(self.claims)
        new.unread = dict(self.unread)
        new.told = None if self.told is None else list(self.told)
        return new

    def going_on(self, record: r.Transcript) -> WalkState:
        """A copy to continue with in a longer record."""
        new = self.copy()
        new.transcript = record
        return new

    def remember(self) -> None:
        """Keep a copy of this state if his station is certain."""
        if len(self.stations()) == 1:
            self.sure = (*(self.sure or ()), self.copy())

    # -- changing worlds
    def each(self, change: Callable[[Cells], Cells]) -> None:
        """Change every world in the same way, without a clause."""
        if not self.engine.rulebook.facts.uncovers_by_itself:
            self.become([change(world.cells) for world in self.worlds])
            return
        after: list[World] = []
        revealed: set[int] = set()
        notes = self.notes
        for number, world in enumerate(self.worlds):
            known = len(notes)
            after.append(World(change(world.cells), world.course))
            if len(notes) != known and any(kind == "shows" and what & STATION for kind, what in notes[known:]):
                revealed.add(number)
        is_over = self.ledger.is_over
        differ = revealed and any(n not in revealed and not is_over(one.cells) for n, one in enumerate(after))
        self.worlds = self._as_revealed(after, revealed) if differ else after

    def become(self, after: Iterable[Cells]) -> None:
        """Replace the position of every world, without a clause."""
        self.worlds = [World(p, world.course) for p, world in zip(after, self.worlds, strict=True)]

    def _as_revealed(self, worlds: list[World], revealed: set[int]) -> list[World]:
        """The worlds that fit the record, if he had to show himself only in some: a station in the record decides."""
        if not self.entries:
            return worlds
        last = self.entries[-1]
        part = self.transcript.clauses[last.clause].parts[last.part]
        seen = isinstance(part, r.Ride) and part.to is not None
        if (seen and last.shown & STATION) or last.is_blotted(part):
            return worlds
        revealed |= {number for number, world in enumerate(worlds) if self.ledger.uncovered(world.cells) & STATION}
        return [world for number, world in enumerate(worlds) if (number in revealed) == seen]

    def excuse(self, pieces: Iterable[int]) -> None:
        """Mark these pieces as having had their move in this turn, though they made none."""
        for q in pieces:
            for world in self.worlds:
                self.ledger.put_excused(world.cells, q)

    # -- what became known
    def take_notes(self) -> None:
        for kind, what in self.notes:
            if kind == "shows" and self.entries:
                self.entries[-1].shown |= what
            elif kind == "there" and self.entries:
                self.bring_to_light(what)
            elif kind == "open":
                self._doubt(*what)
            elif kind == "stays":
                self.sat_out.setdefault(*what)
        self.notes.clear()

    def _doubt(self, rule: str, datum: Datum) -> None:
        """Note a rule that depends on an unknown datum. If that is a ride that the record does not give, it was reported there,
        and only the reads that an effect may have changed are noted."""
        effects = self.engine.rulebook.facts.effects_of(rule)
        if not effects or datum.is_of_board:
            self.findings.open(unknown(rule, datum))
        self.doubt(effects)

    def doubt(self, changes: frozenset[Read]) -> None:
        """Note reads whose values may have changed. For tickets, the payments of all pursuers become unknown."""
        self.findings.doubt(changes)
        if Read("tickets") in changes:
            self.unread |= dict.fromkeys(range(1, self.engine.seating.count), PLENTY)

    def bring_to_light(self, fields: int) -> None:
        """Note that more of the last entry became public while the pursuers could still find him there, so that a mark is
        right."""
        self.entries[-1].shown |= fields
        if fields & STATION:
            self.findings.undoubt(self.entries[-1].number)

    # -- the record
    @property
    def clauses(self) -> int:
        """The number of clauses of the record that have been begun."""
        later = itertools.islice(self.transcript.items, self.place, None)
        return len(self.transcript.clauses) - sum(isinstance(item, r.Clause) for item in later)

    def _said_before(self) -> Iterator[r.Item]:
        """The items of the record before the current one, the last first."""
        return (self.transcript.items[at] for at in range(self.place - 2, -1, -1))

    @property
    def drawn(self) -> r.Draw | None:
        """The card that was drawn since the last clause, if any: its effect comes next."""
        last = next((item for item in self._said_before() if isinstance(item, r.Clause | r.Draw)), None)
        return last if isinstance(last, r.Draw) else None

    @property
    def spoke(self) -> str:
        """The side that acted last before the current item, or ended its turn explicitly."""
        last = next((item for item in self._said_before() if isinstance(item, r.Clause | r.TurnEnd)), None)
        if isinstance(last, r.Clause):
            return "fugitive" if last.piece == self.transcript.fugitive else "pursuers"
        return last.side if isinstance(last, r.TurnEnd) else ""

    @cached_property
    def segment(self) -> list[int]:
        """For each clause, the part of the record to which it belongs. Clauses between two round numbers belong together;
        without numbers, a clause of the fugitive begins a round: his move, or an action in his turn before it."""
        transcript = self.transcript
        if transcript.round_numbers:
            return self._numbered
        once, followed, opened = self.engine.turns.moves_once(FUGITIVE), True, False
        number, found = 0, list[int]()
        for clause in transcript.clauses:
            first, is_his = clause.parts[0], clause.piece == transcript.fugitive
            moves = is_his and any(map(takes_turn, clause.parts))
            acts = is_his and followed and isinstance(first, r.Act) and first.form.place == "during"
            if (moves and (once or followed) and not opened) or (acts and not moves):
                number += 1
            opened = is_his and not moves and (acts or opened)
            followed = not is_his  # his next clause may belong to the same turn if he may move again
            found.append(number)
        return found

    @property
    def _numbered(self) -> list[int]:
        """For each clause, the count of round numbers before it."""
        number, found = 0, list[int]()
        for item in self.transcript.items:
            if isinstance(item, r.Clause):
                found.append(number)
            elif isinstance(item, r.RoundMark):
                number += 1
        return found

    def names(self, pieces: Iterable[int]) -> str:
        return " and ".join(self.engine.seating.names(tuple(pieces)))

    def acts_next(self, index: int) -> bool:
        """Whether the record continues with an action of a pursuer in the same round, so that its turn is not over."""
        later = index + 1
        if later == len(self.segment) or self.segment[later] != self.segment[index]:
            return False
        clause = self.transcript.clauses[later]
        first = clause.parts[0]
        return clause.piece != self.transcript.fugitive and isinstance(first, r.Act) and first.form.place == "during"
