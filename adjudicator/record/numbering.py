"""The numbers of a page: rounds, or entries of the fugitive's log as it is printed. His doubles show which."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from adjudicator.record.transcript import Act, Clause, Header, Item, Ride, RoundMark, Transcript, Unwritten

ENTRIES, ROUNDS = "entries", "rounds"


def by_rounds(transcript: Transcript) -> Transcript | None:
    """The record with round numbers, if its numbers are entries; None if they are not.

    They are taken for entries only if that explains every number, and rounds do not. If a header says that they are, some may
    be missing, and each of these is a round.
    """
    numbers = list(_expected(transcript))
    rounds = all(mark.number == number for mark, _, number in numbers)
    if transcript.numbers == ROUNDS or (rounds and transcript.numbers != ENTRIES):
        return None
    if not numbers or any(mark.number != entry for mark, entry, _ in numbers):
        return None
    by_mark = {id(mark): number for mark, _, number in numbers}
    items = (_numbered(item, by_mark) for item in transcript.items if not (isinstance(item, Header) and item.key == "numbers"))
    return Transcript(tuple(items), transcript.fugitive, transcript.file)


def _numbered(item: Item, numbers: dict[int, int]) -> Item:
    return evolve(item, number=numbers[id(item)]) if isinstance(item, RoundMark) else item


def _expected(transcript: Transcript) -> Iterator[tuple[RoundMark, int, int]]:
    """Yield every number of the page with the number of the next entry and of the round that begins."""
    entries = transcript.entry if transcript.entry is not None else (transcript.round or 1) - 1
    number = (transcript.round or 1) - 1
    for item in transcript.items:
        if isinstance(item, RoundMark):
            missing = item.number - entries - 1 if transcript.numbers == ENTRIES else 0
            entries, number = entries + max(0, missing), number + max(0, missing) + 1
            yield item, entries + 1, number
        elif isinstance(item, Clause) and item.piece == transcript.fugitive:
            entries += sum(_is_entry(part) for part in item.parts)


def _is_entry(part: object) -> bool:
    return isinstance(part, Ride | Unwritten) or (isinstance(part, Act) and part.form.place == "entry" and not part.failed)
