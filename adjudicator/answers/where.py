"""Where the fugitive can be: every station that some hidden course of play leads to, by the rules and all that is public.

The walk through a record follows all worlds that fit. Here it also remembers the steps that led to each, so that a station
can be explained by a course of play; and it can be told to overlook one fact, to find the fact that excludes a station.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from functools import partial
from operator import itemgetter

from attrs import define, evolve, field

from adjudicator.check import worlds as w
from adjudicator.check.base import Entry
from adjudicator.check.claiming import CLAIMS
from adjudicator.check.findings import Findings
from adjudicator.check.opening import Opening, open_record
from adjudicator.check.reading import Unread
from adjudicator.check.sprinting import lister_of
from adjudicator.check.walking import Walk
from adjudicator.engine.compile import FIELDS
from adjudicator.engine.layout import ENTRIES, LEFT, OVER, ROUND, TURN, Layout
from adjudicator.engine.steps import Act, Ride, Step
from adjudicator.engine.turns import Cells
from adjudicator.language import tree as t
from adjudicator.language.walking import walk
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

# How a world came about: the one before, the clause and part of the record, the step; the first has only a station.
Course = tuple["Course | None", tuple[int, int], Step | int]


@frozen
class Overlooked:
    """What a search leaves out of account: a clause, an act of the fugitive, a game that did not end, a piece in the way.

    `all` is all of these, everywhere. A coarse search keeps one world a station: quick, and good for a first look.
    """

    kind: str = ""  # "clause", "act", "end", "piece", "all"
    clause: int = -1
    part: int = -1
    piece: int = 0
    coarse: bool = False

    def has(self, kind: str, clause: int) -> bool:
        return self.kind == "all" or (self.kind, self.clause) == (kind, clause)


@frozen
class Sure:
    """A point of the walk at which his station was certain: later parts can be walked again from here."""

    clause: int  # the next one
    worlds: tuple[tuple[Cells, Course], ...]
    entries: tuple[Entry, ...]
    begun: dict[int, int]


@define
class Search(Walk):
    """A walk that remembers courses. `overlooked` is nothing, as a rule."""

    overlooked: Overlooked = field(factory=Overlooked)
    courses: dict[int, Course] = field(factory=dict)  # by the identity of a world
    sure: list[Sure] = field(factory=list)
    _now: tuple[int, int] = (-1, -1)
    _taken: set[int] = field(factory=set)  # stations that a coarse search has come to with this step

    def sprint(self, done: int, index: int, upto: int | None) -> tuple[int, int]:
        """Who wants to remember every step does not sprint."""
        return done, index

    # -- remembering
    def _each(self, worlds: list[Cells], change: object) -> None:
        after: list[Cells] = []
        revealed: list[int] = []
        notes, courses, station = self._notes, self.courses, self.opening.table.layout.station
        for p in worlds:
            known = len(notes)
            q: Cells = change(p)  # type: ignore[operator]
            if len(notes) != known and any(kind == "shows" and what & FIELDS["station"] for kind, what in notes[known:]):
                revealed.append(len(after))
            if q is not p or id(p) not in courses:
                courses[id(q)] = courses.get(id(p)) or (None, (-1, -1), p[station])
            after.append(q)
        self.worlds = self._as_revealed(after, set(revealed)) if 0 < len(revealed) < len(after) else after

    def _follow(self, p: Cells, tried: Iterable[w.Tried]) -> list[Cells]:
        course, courses, now = self.courses[id(p)], self.courses, self._now
        found = []
        for step, after in self._first_here(tried) if self.overlooked.coarse else tried:
            courses[id(after)] = (course, now, step)
            found.append(after)
        return found

    def _followed_unseen(self, p: Cells, tried: Iterable[w.Tried]) -> list[Cells]:
        found = super()._followed_unseen(p, tried)
        self.courses |= dict.fromkeys(map(id, found), self.courses[id(p)])
        return found

    def _first_here(self, tried: Iterable[w.Tried]) -> Iterator[w.Tried]:
        """Those that come to a station to which this step has not come yet."""
        cell = self.opening.table.layout.station
        for step, after in tried:
            if after[cell] not in self._taken:
                self._taken.add(after[cell])
                yield step, after

    def _played_anyway(self, part: r.Step, step: Ride | Act | Unread) -> list[Cells]:
        found = super()._played_anyway(part, step)
        for p in found:
            self.courses[id(p)] = (None, self._now, p[self.opening.table.layout.station])
        return found

    def _clause(self, index: int, clause: r.Clause, mark: r.RoundMark | None) -> None:
        by_pursuer = clause.piece != self.transcript.fugitive
        if by_pursuer and self._hurry(index, clause, mark):
            return
        if by_pursuer and isinstance(clause.parts[0], r.Act) and self.overlooked.has("clause", index):
            return
        super()._clause(index, clause, mark)
        if self.overlooked.has("end", index) and not all(p[OVER] for p in self.worlds):
            for p in self.worlds:
                p[OVER] = 0
            self._settle()
        if by_pursuer:
            return
        self.courses = {id(p): self.courses[id(p)] for p in self.worlds}
        if len(self.stations) == 1:
            worlds = tuple((p[:], self.courses[id(p)]) for p in self.worlds)
            self.sure.append(Sure(index + 1, worlds, tuple(map(copy, self.entries)), dict(self._begun)))

    def _hurry(self, index: int, clause: r.Clause, mark: r.RoundMark | None) -> bool:
        """Play a plain ride of a pursuer in all worlds at once; no, if it might be anything but plain in one of them."""
        lister = lister_of(self.opening.table)
        if mark is not None or self.overlooked.has("end", index) or not lister.closes_by_itself or not self._is_plain():
            return False
        layout, worlds = self.opening.table.layout, w.alive(self.worlds)
        piece = layout.pieces[clause.piece]
        after = lister.played(worlds, piece, clause.text) if worlds else None
        if after is None or not _nobody_sat_out(worlds[0], after, piece, layout):
            return False
        self.findings.round = worlds[0][ROUND]
        self._begun.setdefault(worlds[0][ROUND], self.segment[index])
        self._follow_on(worlds, after)
        return True

    def again(self, transcript: r.Transcript, sure: Sure | None, overlooked: Overlooked) -> Search:
        """The walk once more, with something overlooked or not written: from a certain point, or from the beginning."""
        other = Search(self.opening, transcript, Findings(self.findings.rulebook), overlooked=overlooked)
        if sure is None:
            other.run()
            return other.finish()
        other.worlds = [p[:] for p, _ in sure.worlds]
        other.courses = {id(p): course for p, (_, course) in zip(other.worlds, sure.worlds, strict=True)}
        other.entries, other._begun = list(map(copy, sure.entries)), dict(sure.begun)
        other._segments()
        for index, clause in enumerate(transcript.clauses):
            if index >= sure.clause:
                other._clause(index, clause, None)
        return other.finish()

    def _settle(self, patient: bool = False) -> None:
        if self._all_wait(patient):
            self._weigh_claims()
        elif not self._handed_on():
            super()._settle(patient)

    def _handed_on(self) -> bool:
        """Give the turn to the pursuers in all worlds at once; no, if something else follows in one of them."""
        lister = lister_of(self.opening.table)
        if not lister.closes_by_itself or not self._is_plain():
            return False
        moved = self.opening.table.layout.moved
        if any(not p[OVER] and (p[TURN] or p[LEFT] or not p[moved]) for p in self.worlds):
            return False
        handed = lister.handed
        after = [p if p[OVER] else handed(p) for p in self.worlds]
        if any(not (q[OVER] or q[TURN]) for q in after):
            return False
        self._follow_on(self.worlds, after)
        return True

    def _follow_on(self, worlds: list[Cells], after: list[Cells]) -> None:
        """Each world became another, by nothing that a course of play would tell."""
        self.courses = {id(q): self.courses[id(p)] for p, q in zip(worlds, after, strict=True)}
        self.worlds = after

    def _all_wait(self, patient: bool) -> bool:
        """Who of the pursuers can move is no secret: while one of them has to, nothing follows of itself in any world."""
        turns, alive = self.opening.referee.turns, w.alive(self.worlds)
        if self._early or self._claims or len(alive) < 2:
            return False
        if len({p[TURN] for p in alive}) > 1 or turns.side(alive[0]) == "fugitive":
            return False
        first = alive[0]
        return turns.settle(first[:], None, patient) == first

    def _step(self, index: int, number: int, clause: r.Clause, piece: int, part: r.Step) -> str:
        self._now = (index, number)
        self._taken.clear()
        return super()._step(index, number, clause, piece, part)

    # -- what was seen, or not
    def _as_revealed(self, worlds: list[Cells], revealed: set[int]) -> list[Cells]:
        """He may have had to show himself in some worlds only: whether the record knows his station tells."""
        if not self.entries:
            return worlds
        last = self.entries[-1]
        part = self.transcript.clauses[last.clause].parts[last.part]
        seen = isinstance(part, r.Ride) and part.to is not None
        if seen and last.shown & FIELDS["station"]:
            return worlds
        return [p for number, p in enumerate(worlds) if (number in revealed) == seen]

    def _shown_in(self, p: Cells, part: r.Step) -> int:
        """With a hidden ticket, each world has its own."""
        layout = self.opening.table.layout
        if isinstance(part, r.Ride) and part.ticket is None and p[layout.recent_tickets] >= 0:
            part = evolve(part, ticket=layout.symbol_names[p[layout.recent_tickets]])
        return super()._shown_in(p, part)

    def _disclose(self, entry: Entry, last: r.Step) -> None:
        super()._disclose(entry, last)
        part = self.transcript.clauses[entry.clause].parts[entry.part]
        if len(self.worlds) < 2 or not self._differs("ticket"):
            return
        if isinstance(part, r.Ride) and part.to is None and not self._later_told:
            told = part.ticket is not None or part.mode is not None
            at_will = self._shown_next(entry) & FIELDS["ticket"]
            fitting = [p for p in self.worlds if bool((self._shown_in(p, part) | at_will) & FIELDS["ticket"]) == told]
            self.worlds = fitting or self.worlds

    @property
    def _later_told(self) -> bool:
        """Whether tickets may come to light after their entry: then a known one says nothing about what was shown at once."""
        nodes = (node for _, one in self.findings.rulebook.statements(t.On) for node in walk(one))
        return any(isinstance(node, t.ShowLast) and "ticket" in node.fields for node in nodes)

    # -- overlooking
    def _tries(self, part: r.Step, step: Ride | Act | Unread) -> w.Try:
        index, number = self._now
        if isinstance(step, Act) and self.overlooked.has("act", index) and self.overlooked.part in (-1, number):
            return lambda p: [(step, self.opening.referee.step(p, step))]
        tries = super()._tries(part, step)
        return partial(self._without, tries) if self.overlooked.has("piece", index) else tries

    def _without(self, tries: w.Try, p: Cells) -> Iterator[w.Tried]:
        """As if one pursuer were not there, or none of them; afterwards they are back."""
        layout = self.opening.table.layout
        some = slice(layout.station + 1, layout.station + layout.count)
        if self.overlooked.piece:
            some = slice(layout.station + self.overlooked.piece, layout.station + self.overlooked.piece + 1)
        stations, p = p[some], p[:]
        p[some] = [layout.off] * len(stations)
        for one, after in tries(p):
            after[some] = stations
            yield one, after

    # -- the end of the record
    def until(self, piece: str) -> Search:
        """The record goes on with this piece: turns in which nothing compulsory is left are closed."""
        layout, turns = self.opening.table.layout, self.opening.referee.turns
        side = layout.side(layout.pieces.get(piece, 0))
        if turns.side(self.p) != side and turns.is_closable(self.p):
            self._each(self.worlds, lambda p: turns.closed(p, self._notes))
            self._take_notes()
        return self

    def finish(self) -> Search:
        """Leave the worlds that fit the claimed result; without one the game goes on, as far as the record knows."""
        claimed = CLAIMS.get(self.transcript.result or "")
        if not claimed:
            self.worlds = w.alive(self.worlds) or self.worlds
            return self
        fitting = [p for p in self.worlds if self._winner(p) == claimed]
        self.worlds = fitting or self.worlds
        return self

    def _winner(self, p: Cells) -> str | None:
        ending = self.opening.referee.ending(self.opening.referee.final(p))
        return None if ending is None else ending.winner or "draw"

    @property
    def stations(self) -> tuple[int, ...]:
        cell = self.opening.table.layout.station
        return tuple(sorted({p[cell] for p in self.worlds}))

    def course_to(self, station: int) -> Course | None:
        cell = self.opening.table.layout.station
        world = next((p for p in self.worlds if p[cell] == station), None)
        return None if world is None else self.courses[id(world)]


def _nobody_sat_out(before: Cells, after: list[Cells], piece: int, layout: Layout) -> bool:
    """Whether the turn went on, or ended with this piece: else the walk has to remember who could not move."""
    others = [layout.moved + q for q in range(1, layout.count) if q != piece and not before[layout.moved + q]]
    if others:
        standing = itemgetter(TURN, ROUND, *others)
        then = standing(before)
        return all(q[OVER] or standing(q) == then for q in after)
    return all(q[OVER] or (not q[TURN] and q[ROUND] == before[ROUND] + 1) for q in after)


@frozen
class Whereabouts:
    """Where he can be at the end of a record, and how sure that is."""

    file: str
    variant: str
    board: str
    round: int
    entries: int
    stations: tuple[int, ...]
    seen: int | None  # the entry after which he last showed himself, if he did
    seen_on: int | None
    pieces: tuple[tuple[str, int], ...]  # the pursuers and their stations
    breaches: tuple[str, ...] = ()  # what no course of play explains; the worlds then go on from any station
    caveats: tuple[str, ...] = ()


def search(transcript: r.Transcript, rulebook: Rulebook, acts_next: str = "") -> Search:
    """Walk through a record and keep every world that fits it; `acts_next` is the piece that is known to go on."""
    found = Search(open_record(transcript, rulebook), transcript, Findings(rulebook))
    found.run()
    return (found.until(acts_next) if acts_next else found).finish()


def whereabouts(found: Search) -> Whereabouts:
    layout, p = found.opening.table.layout, found.p
    shown = [entry for entry in found.entries if entry.shown & FIELDS["station"] and _station(found, entry)]
    last = shown[-1] if shown else None
    return Whereabouts(
        found.transcript.file,
        found.opening.table.rulebook.name,
        found.opening.table.board.id,
        p[ROUND],
        p[ENTRIES],
        found.stations,
        last.number if last else None,
        _station(found, last) if last else None,
        tuple((layout.seats[q].piece, p[layout.station + q]) for q in range(1, layout.count)),
        tuple(f"round {one.round}: {one.message}" for one in found.findings.found if one.verdict == "illegal"),
        tuple(_caveats(found.opening, found.merged)),
    )


def _station(found: Search, entry: Entry) -> int | None:
    part = found.transcript.clauses[entry.clause].parts[entry.part]
    if isinstance(part, r.Ride):
        return part.to
    values = zip(part.form.arguments, part.values, strict=False) if isinstance(part, r.Act) else ()
    return next((value for argument, value in values if argument.kind == "station" and isinstance(value, int)), None)


def _caveats(opening: Opening, merged: bool) -> Iterable[str]:
    if not opening.referee.complete:
        yield "some data of the board or of the record are not known: stations that only they could exclude are listed too"
    if merged:
        yield f"more than {w.MOST:,} courses of play fit: stations that only the tickets could exclude may be listed too"
