"""The fugitive's possible stations: every station that some hidden route leads to, by the rules and everything public.

The judge of a record follows all worlds that fit, each with its history, and remembers the points at which his station was
certain. From there, a part of the record can be judged again with one fact overlooked, to find the fact that excludes a
station.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from adjudicator.engine import FUGITIVE, STATION, Engine
from adjudicator.judge.gaps import with_gaps
from adjudicator.judge.result import CLAIMS
from adjudicator.judge.start_position import open_record
from adjudicator.judge.walk import Walk, judged
from adjudicator.judge.walk_state import Entry, Overlooked, WalkState
from adjudicator.judge.worlds import Course, World
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen


@frozen(eq=False)
class Search:
    """A record judged to its end, with every world that fits it."""

    state: WalkState

    @property
    def sure(self) -> tuple[WalkState, ...]:
        return self.state.sure or ()

    @property
    def transcript(self) -> r.Transcript:
        return self.state.transcript

    @property
    def engine(self) -> Engine:
        return self.state.engine

    @property
    def worlds(self) -> list[World]:
        return self.state.worlds

    @property
    def entries(self) -> list[Entry]:
        return self.state.entries

    @property
    def stations(self) -> tuple[int, ...]:
        return self.state.stations()

    def course_to(self, station: int) -> Course | None:
        """A course of play by which he can have come to a station; None if there is none."""
        here = self.state.ledger.station
        return next((world.course for world in self.worlds if here(world.cells, FUGITIVE) == station), None)

    # -- judging
    def again(self, transcript: r.Transcript, sure: WalkState | None, overlooked: Overlooked) -> Search:
        """Search the record again with some fact overlooked or left out, from a point where he was certain, or from the
        beginning."""
        if sure is None:
            return Search(_walked(transcript, self.engine.rulebook, overlooked).end).finished()
        known = evolve(sure, transcript=transcript, overlooked=overlooked)
        return Search(Walk(judged(known, transcript), known).end).finished()

    # -- the end of the record
    def until(self, piece: str) -> Search:
        """The search when this piece acts next in the record: turns without a compulsory action left are closed."""
        turns, side = self.engine.turns, self.engine.seating.side(self.engine.seating.pieces.get(piece, FUGITIVE))
        if turns.side(self.state.p) == side or not turns.is_closable(self.state.p):
            return self
        state = self.state.copy()
        state.each(lambda p: turns.closed(p, state.notes))
        state.take_notes()
        return Search(state)

    def finished(self) -> Search:
        """The search with only the worlds that fit the claimed result; without a claim, those where the game is not over."""
        if self.state.is_blind:  # the ending may depend on worlds that were left out
            return self
        claimed = CLAIMS.get(self.transcript.result or "")
        fitting = self.state.alive() if not claimed else [world for world in self.worlds if self._winner(world) == claimed]
        return Search(evolve(self.state, worlds=fitting or self.worlds))

    def _winner(self, world: World) -> str | None:
        ending = self.engine.ending(self.engine.final(world.cells))
        return None if ending is None else ending.winner or "draw"


def _walked(transcript: r.Transcript, rulebook: Rulebook, overlooked: Overlooked | None = None) -> Walk:
    record = with_gaps(transcript)
    return Walk.through(record, open_record(record, rulebook), remembers=True, overlooked=overlooked)


def search(transcript: r.Transcript, rulebook: Rulebook, acts_next: str = "") -> Search:
    """Judge a record and keep every world that fits it; `acts_next` is the piece that is known to act next."""
    return search_in(_walked(transcript, rulebook).end, acts_next)


def search_in(state: WalkState, acts_next: str = "") -> Search:
    """Search a record that has been judged with its certain points remembered; the judge's own state is not changed."""
    found = Search(state)
    return (found.until(acts_next) if acts_next else found).finished()


@frozen
class Whereabouts:
    """The fugitive's possible stations at the end of a record, the last sighting of him, and what is uncertain."""

    file: str
    variant: str
    board: str
    round: int
    entries: int
    stations: tuple[int, ...]
    seen: int | None  # the last entry that showed his station, if any
    seen_on: int | None
    pieces: tuple[tuple[str, int], ...]  # the pursuers and their stations
    breaches: tuple[str, ...] = ()  # breaches that no possible route explains; the worlds then continue from any station
    caveats: tuple[str, ...] = ()


def whereabouts(found: Search) -> Whereabouts:
    state, seating = found.state, found.engine.seating
    shown = [entry for entry in found.entries if entry.shown & STATION and _station(found, entry)]
    last = shown[-1] if shown else None
    places = zip(seating.seats[1:], state.ledger.stations(state.p)[1:], strict=True)
    return Whereabouts(
        found.transcript.file,
        seating.rulebook.name,
        seating.board.id,
        state.round,
        state.ledger.entries(state.p),
        found.stations,
        last.number if last else None,
        _station(found, last) if last else None,
        tuple((seat.piece, station) for seat, station in places),
        tuple(f"round {one.round}: {one.message}" for one in state.findings.found if one.verdict == "illegal"),
        tuple(_caveats(state)),
    )


def _station(found: Search, entry: Entry) -> int | None:
    part = found.transcript.clauses[entry.clause].parts[entry.part]
    if isinstance(part, r.Ride):
        return part.to
    values = zip(part.form.arguments, part.values, strict=False) if isinstance(part, r.Act) else ()
    return next((value for argument, value in values if argument.kind == "station" and isinstance(value, int)), None)


def _caveats(state: WalkState) -> Iterable[str]:
    if not state.engine.complete:
        yield "some facts of the board or the record are unknown; the list contains stations that only they could exclude"
    if state.is_blind:
        yield "there are too many possible routes to follow, and rules hang on secrets: unless he was seen, he may be anywhere"
    elif state.lost:
        yield "there are too many possible routes to follow; the list may contain stations that only tickets could exclude"
