"""Rounds that are not written down: `3. ?`, or missing numbers. The moves in them are unknown and break no rule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE

MOST = 30  # the most rounds missing at one place; a larger step is a slip of the pen


def with_gaps(transcript: r.Transcript) -> r.Transcript:
    """The record with an unknown clause of every piece in each missing round: `X ?; red ?`."""
    steps = {later - earlier for earlier, later in pairwise((*_before_the_first(transcript), *transcript.round_numbers))}
    missing = bool(steps - {1}) and all(0 < step <= MOST + 1 for step in steps)
    if not missing and not any(isinstance(clause.parts[0], r.Unwritten) for clause in transcript.clauses):
        return transcript
    return r.Transcript(tuple(_filled(transcript, missing)), transcript.fugitive, transcript.file)


def _before_the_first(transcript: r.Transcript) -> list[int]:
    """The number before that of the first round, as a list; empty if a header gives the round in which the page begins, or if
    moves come before the first number."""
    begins = next((item for item in transcript.items if isinstance(item, r.RoundMark | r.Clause)), None)
    is_torn = transcript.round is not None or transcript.entry is not None
    return [0] if isinstance(begins, r.RoundMark) and not is_torn else []


def _filled(transcript: r.Transcript, missing: bool) -> Iterator[r.Item]:
    named = dict.fromkeys([*(clause.piece for clause in transcript.clauses), *transcript.pieces])
    movers = tuple(piece for piece in named if piece != FUGITIVE)
    last = next(iter(_before_the_first(transcript)), None)
    for at, item in enumerate(transcript.items):
        if isinstance(item, r.RoundMark):
            for number in range(last + 1, item.number) if missing and last is not None else ():
                yield r.RoundMark(number, item.line, item.column)
                yield from _unwritten((FUGITIVE, *movers), item.line, item.column)
            last = item.number
        yield item
        if _begins_a_gap(item) and not _is_unwritten(transcript.items[at + 1 : at + 2]):
            assert isinstance(item, r.Clause)
            yield from _unwritten(movers, item.line, item.column)


def _unwritten(pieces: tuple[str, ...], line: int, column: int) -> Iterator[r.Clause]:
    return (r.Clause(piece, (r.Unwritten(),), line, column, "?") for piece in pieces)


def _begins_a_gap(item: r.Item) -> bool:
    return isinstance(item, r.Clause) and item.piece == FUGITIVE and isinstance(item.parts[0], r.Unwritten)


def _is_unwritten(items: tuple[r.Item, ...]) -> bool:
    return any(isinstance(item, r.Clause) and isinstance(item.parts[0], r.Unwritten) for item in items)


def gap_at(transcript: r.Transcript, index: int) -> tuple[int, ...]:
    """The numbers of the rounds in the gap that begins with this clause; empty if no gap begins there.

    A gap covers consecutive rounds.
    """
    before = [clause for clause in transcript.clauses[:index] if clause.piece == FUGITIVE]
    if before and isinstance(before[-1].parts[0], r.Unwritten):
        return ()
    numbers: list[int] = []
    mark = count = 0
    for item in transcript.items:
        if isinstance(item, r.RoundMark):
            mark = item.number
        elif isinstance(item, r.Clause):
            if count >= index and item.piece == FUGITIVE:
                if not isinstance(item.parts[0], r.Unwritten):
                    break
                numbers.append(mark)
            count += 1
    return tuple(numbers)
