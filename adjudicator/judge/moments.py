"""A moment of a record: when a round begins, or when a piece is about to act in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from attrs import evolve

from adjudicator.faults import Fault, Place, Refused
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.record.names import Names, piece_called
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

Sees = Callable[[r.Clause], bool]
_MOMENT = re.compile(r"(\d{1,4})(?:\.(.+))?")


@frozen
class Moment:
    """A moment: `7` is the beginning of round 7, `7.red` is when red is about to act in it."""

    round: int
    piece: str = ""

    def __str__(self) -> str:
        return f"{self.round}.{self.piece}" if self.piece else str(self.round)


def moment(text: str) -> Moment:
    """Read `ROUND` or `ROUND.PIECE`. Raises Refused."""
    found = _MOMENT.fullmatch(text.strip())
    if found is None:
        raise Refused([Fault("Q01", Place("--at"), text=text)])
    return Moment(int(found[1]), (found[2] or "").strip())


def next_to_act(at: str) -> str:
    """The piece that acts next in a record that is cut at this moment; "" if it is not cut."""
    return "" if not at else moment(at).piece or FUGITIVE


def numbered(transcript: r.Transcript) -> Iterator[tuple[int, int, r.Clause]]:
    """Each clause with its place among the items and the round under which it is written."""
    marks = any(isinstance(item, r.RoundMark) for item in transcript.items)
    number, begun = transcript.round or 1, False
    for place, item in enumerate(transcript.items):
        if isinstance(item, r.RoundMark):
            number = item.number
        elif isinstance(item, r.Clause):
            number += not marks and begun and item.piece == transcript.fugitive and _writes(item)
            begun = True
            yield place, number, item


def _writes(clause: r.Clause) -> bool:
    return any(
        isinstance(one, r.Ride | r.Unwritten) or (isinstance(one, r.Act) and one.form.place in ("turn", "entry"))
        for one in clause.parts
    )


# -- step by step
HEAD = 1  # the line of all headers, if each step has a line of its own


def happened_in(record: r.Transcript) -> list[tuple[int, r.Happened]]:
    """Everything that happened in a record, with its place among the items."""
    return [(place, item) for place, item in enumerate(record.items) if isinstance(item, r.Happened)]


def steps_of(record: r.Transcript) -> list[tuple[r.Item, ...]]:
    """The items of a record in parts: those before the first event, then for each event those up to it, with the announcements
    that follow it. The result is left out, since it was not known at these moments."""
    items = [item for item in record.items if not (isinstance(item, r.Header) and item.key == "result")]
    parts, first, at = list[tuple[r.Item, ...]](), 0, 0
    while at < len(items):
        if not parts and isinstance(items[at], r.Happened):
            parts.append(tuple(items[:at]))
            first = at
        at += 1
        if isinstance(items[at - 1], r.Happened):
            while at < len(items) and isinstance(items[at], r.Hears):
                at += 1
            parts.append(tuple(items[first:at]))
            first = at
    if not parts or first < len(items):
        parts = [*parts[:-1], (*(parts[-1] if parts else ()), *items[first:])]
    return parts


def in_lines(record: r.Transcript) -> r.Transcript:
    """The record with one line for all headers and one for each step, so that findings refer to these, even in views, which are
    written nowhere."""
    line, items = HEAD + 1, list[r.Item]()
    for item in record.items:
        items.append(_on_line(item, HEAD if isinstance(item, r.Header) else line))
        line += isinstance(item, r.Happened)
    return r.Transcript(tuple(items), record.fugitive, record.file)


def _on_line(item: r.Item, line: int) -> r.Item:
    if isinstance(item, r.Clause):
        return evolve(item, line=line, parts=tuple(evolve(part, below=0) for part in item.parts))
    if isinstance(item, r.Header) and item.key == "start":
        return evolve(item, line=line, content=tuple(evolve(start, line=0) for start in item.content))
    return evolve(item, line=line)


# -- up to a moment
def cut(transcript: r.Transcript, at: Moment, rulebook: Rulebook, sees: Sees = lambda clause: True) -> r.Transcript:
    """The record up to a moment. Raises Refused if it does not reach it, or if no piece of that name acts then.

    `sees` decides whether a clause counts as acting: for a seat, a piece acts first when that seat sees it act.
    """
    place = _place(transcript, [one for one in numbered(transcript) if sees(one[2])], at, rulebook)
    if place is None:
        return transcript
    kept = [item for item in transcript.items[:place] if not (isinstance(item, r.Header) and item.key == "result")]
    while kept and not isinstance(kept[-1], r.Clause | r.Header | r.TurnEnd | r.Hears):
        kept.pop()  # the number of a round in which nothing has happened yet
    return r.Transcript(tuple(kept), transcript.fugitive, transcript.file)


def _place(transcript: r.Transcript, clauses: list[tuple[int, int, r.Clause]], at: Moment, rulebook: Rulebook) -> int | None:
    """The place where the record is cut; None for its end."""
    inside = [(place, clause) for place, number, clause in clauses if number == at.round]
    last = max((number for _, number, _ in clauses), default=0)
    if not inside and at.round == last + 1 and not at.piece:
        return None
    if not inside:
        first = min((number for _, number, _ in clauses), default=None)
        raise Refused([Fault("Q02", Place("--at"), round=at.round, first=first, last=last)])
    if not at.piece:  # announcements after the number belong to the round
        every = enumerate(transcript.items)
        marks = (place for place, item in every if isinstance(item, r.RoundMark) and item.number == at.round)
        return next(marks, inside[0][0])
    acting = {clause.piece for _, clause in inside}
    piece = piece_called(at.piece, Names(transcript.seats, transcript.pieces), transcript.pieces, rulebook)
    if piece not in acting:
        raise Refused([Fault("Q03", Place("--at"), piece=at.piece, round=at.round, known=acting)])
    return next(place for place, clause in inside if clause.piece == piece)
