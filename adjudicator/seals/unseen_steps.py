"""Steps and clauses that only the key of a record has, and their places in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from adjudicator.record.transcript import Blank, Clause, Comment, Header, Item, Step
from adjudicator.seals.commitments import UnseenLine

Read = Callable[[str], Iterable[Item]]


def with_unseen(items: Iterable[Item], lines: Sequence[UnseenLine], read: Read) -> Iterator[Item]:
    """The items of a record with everything unseen in its place, except lines about clauses that the record lacks."""
    count = 0
    for item in items:
        if isinstance(item, Header | Blank | Comment):
            yield item
            continue
        yield from _clauses(count, lines, read)
        count += 1
        inside = [line for line in lines if (line.after, line.step is None) == (count, False)]
        yield _joined(item, inside, read) if isinstance(item, Clause) and inside else item
    yield from _clauses(count, lines, read)


def _clauses(count: int, lines: Iterable[UnseenLine], read: Read) -> Iterator[Item]:
    return (item for line in lines if (line.after, line.step) == (count, None) for item in read(line.text))


def _joined(clause: Clause, lines: Iterable[UnseenLine], read: Read) -> Clause:
    """A clause with its unseen steps."""
    unseen: dict[int, list[Step]] = {}
    for line in lines:
        said = (item for item in read(line.text) if isinstance(item, Clause) and item.piece == clause.piece)
        unseen.setdefault(line.step or 0, []).extend(part for one in said for part in one.parts)
    parts = [*unseen.get(0, ())]
    for number, part in enumerate(clause.parts, 1):
        parts += [part, *unseen.get(number, ())]
    return Clause(clause.piece, tuple(parts), clause.line, clause.column)


def has_place(line: UnseenLine, items: Sequence[Item]) -> bool:
    """Whether a record with these round numbers, clauses and events has a place for this."""
    if line.step is None or not 0 < line.after <= len(items):
        return line.step is None and line.after <= len(items)
    clause = items[line.after - 1]
    return isinstance(clause, Clause) and line.step <= len(clause.parts)
