"""A game in progress, as a value: start it, ask what is legal, judge a clause, play it, look at it with a seat's eyes.

Positions are frozen; playing gives a new one. What a person writes is what goes in: clauses in the notation of transcripts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from adjudicator.check.checking import check
from adjudicator.check.findings import Findings
from adjudicator.check.naming import FUGITIVE, lexicon_of
from adjudicator.check.opening import Opening, open_record
from adjudicator.check.verdict import Finding, Result, Verdict
from adjudicator.check.views import view_of
from adjudicator.check.walking import Walk
from adjudicator.engine.layout import ENTRIES, ROUND, UNLIMITED
from adjudicator.engine.steps import written
from adjudicator.faults import Refused
from adjudicator.record import parse, write
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen


@frozen(eq=False, slots=False)
class Position:
    """Where a game stands. The cells inside are compact; everything here is readable."""

    rules: Rulebook
    record: r.Transcript  # what was played so far
    cells: tuple[int, ...]
    _opening: Opening

    @property
    def round(self) -> int:
        return self.cells[ROUND]

    @property
    def entries(self) -> int:
        """How many entries stand in the fugitive's log."""
        return self.cells[ENTRIES]

    @property
    def pieces(self) -> tuple[str, ...]:
        return tuple(seat.piece for seat in self._opening.table.seats)

    def station(self, piece: str) -> int:
        layout = self._opening.table.layout
        return self.cells[layout.station + layout.pieces[piece]]

    def tickets(self, piece: str) -> Mapping[str, int | None]:
        """The tickets a piece holds (or the pool it shares); None for unlimited."""
        layout = self._opening.table.layout
        number = layout.pieces[piece]
        if layout.is_free(number):
            return {}
        counts = {name: self.cells[layout.ticket_cell(number, name)] for name in self.rules.tables.tickets}
        return {name: None if count == UNLIMITED else count for name, count in counts.items() if count}

    @cached_property
    def to_move(self) -> tuple[str, ...]:
        """The pieces of whom a move is due now."""
        due = self._opening.referee.turns.due(list(self.cells))
        return tuple(self._opening.table.seats[q].piece for q in due)

    @cached_property
    def outcome(self) -> Result | None:
        """Who has won and by which ending, or None while the game goes on."""
        final = self._opening.referee.final(list(self.cells))
        ending = self._opening.referee.ending(final)
        return None if ending is None else Result(ending.winner or "draw", ending.id, final[ROUND])

    def __str__(self) -> str:
        return write(self.record)


@frozen
class Ruling:
    """The judge's word on a claimed clause: legal, losing, illegal, undecided; and everything found."""

    clause: str
    verdict: str
    findings: tuple[Finding, ...] = ()


def start(
    rules: Rulebook,
    stations: Mapping[str, int],
    *,
    roles: Mapping[str, str] | None = None,
    persons: Mapping[str, str] | None = None,
) -> Position:
    """A game from its set-up: where each piece stands, the fugitive (`X`) first; roles and persons where names do not tell."""
    roles, persons = roles or {}, persons or {}
    seats = tuple(r.Seat(piece, persons.get(piece), roles.get(piece)) for piece in stations)
    starts = tuple(r.Start(piece, station) for piece, station in stations.items())
    headers = (r.Header("variant", rules.name), r.Header("seats", seats), r.Header("start", starts))
    return resume(r.Transcript(headers, FUGITIVE), rules)


def resume(record: r.Transcript, rules: Rulebook) -> Position:
    """The position at the end of a record, as it was played."""
    opening = open_record(record, rules)
    if opening.faults:
        raise Refused(opening.faults)
    walk = Walk(opening, record, Findings(rules)).run()
    return Position(rules, record, tuple(walk.p), opening)


def legal(position: Position) -> tuple[str, ...]:
    """Every legal clause, in canonical notation; losing ones left out."""
    layout = position._opening.table.layout
    return tuple(dict.fromkeys(written(move, layout) for move in position._opening.referee.moves(list(position.cells))))


def losing(position: Position) -> tuple[str, ...]:
    """Clauses that are allowed and end the game at once, against the mover."""
    layout = position._opening.table.layout
    return tuple(dict.fromkeys(written(move, layout) for move in position._opening.referee.losing(list(position.cells))))


def judge(position: Position, clause: str) -> Ruling:
    """Whether a clause may be played now: every broken rule, with its sentence and citation."""
    walk = _walked(position, clause)
    found = walk.findings.all()
    kinds = {finding.verdict for finding in found}
    if "illegal" in kinds:
        verdict = "illegal"
    elif clause_is_losing(position, walk):
        verdict = "losing"
    else:
        verdict = "undecided" if "undecided" in kinds else "legal"
    return Ruling(clause, verdict, found)


def apply(position: Position, clause: str) -> Position:
    """The position after a clause, legal or not, as it would be played; raises Refused when it is not understood."""
    walk = _walked(position, clause)
    items = (*position.record.items, *(item for item in walk.transcript.items if not isinstance(item, r.Header)))
    record = r.Transcript(items, FUGITIVE, position.record.file)
    return Position(position.rules, record, tuple(walk.p), position._opening)


def clause_is_losing(position: Position, walk: Walk) -> bool:
    """Whether the side that acted has lost by it."""
    ending = position._opening.referee.ending(walk.p)
    if ending is None or not walk.transcript.clauses:
        return False
    piece = walk.transcript.clauses[0].piece
    return ending.winner == ("pursuers" if piece == FUGITIVE else "fugitive")


def _walked(position: Position, clause: str) -> Walk:
    """One clause played on a position."""
    names = "; ".join(piece for piece in position.pieces)
    text = f"seats: {names}\n{clause.strip()}\n"
    transcript, faults = parse(text, lexicon_of(position.rules), "clause")
    errors = [fault for fault in faults if fault.is_error]
    if errors:
        raise Refused(errors)
    walk = Walk(position._opening, transcript, Findings(position.rules), [list(position.cells)])
    return walk.one_clause()


def view(position: Position, seat: str) -> str:
    """The record that a seat could have written so far: what it may know, and nothing else."""
    return write(view_of(position.record, position.rules, seat))


def check_text(text: str, rules: Rulebook, file: str = "-") -> Verdict:
    """The verdict on a whole transcript; raises Refused when it is not understood."""
    transcript, faults = parse(text, lexicon_of(rules), file)
    verdict, errors = check(transcript, rules, faults)
    if errors:
        raise Refused(errors)
    return verdict


__all__ = ["Position", "Ruling", "apply", "check_text", "judge", "legal", "losing", "resume", "start", "view"]
