"""A game read back from its two files: exactly where it was.

The program may have been stopped between any two writes. The key is written first, so it can know one clause more than the log,
or still know what was taken back or opened since; what the log does not need is left aside. A log that lost more than that, or
that was changed, is named and not played on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from adjudicator.faults import Fault, Place, Refused
from adjudicator.record import parse
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import lexicon_of
from adjudicator.record.transcript_reader import parse_said
from adjudicator.rulebook.model import Rulebook
from adjudicator.seals.commitments import Address, CheckLine, KeyLine, SealLine, UnseenLine, check, commit, read_key, write_key
from adjudicator.seals.hidden_values import around, holders, public_lines
from adjudicator.seals.opened_seals import unseal
from adjudicator.seals.unseen_steps import with_unseen
from adjudicator.table.table_game import TableGame
from adjudicator.values import frozen

# So many the key may know more than the log, if the program was stopped while a clause was written or taken back: the clause,
# and cards and ends of turns that belong to it.
AHEAD = {"clause": 1, "event": 3}


@frozen
class Resumed:
    game: TableGame
    salts: Mapping[Address, bytes]
    torn: str = ""  # the last line of the log, if it was not written to its end
    ahead: bool = False  # the key knows a clause more: the log was not written at all


def whole_lines(text: str) -> tuple[str, str]:
    """A text up to its last line end, and the rest."""
    end = text.rfind("\n") + 1
    return text[:end], text[end:]


def resume(log: str, key: str, rulebook: Rulebook, file: str, key_file: str) -> Resumed:
    """The game. Raises Refused with everything that is not as it was written."""
    log, torn = whole_lines(log)
    key, _ = whole_lines(key)
    public, faults = parse(log, lexicon_of(rulebook), file)
    errors = [fault for fault in faults if fault.is_error]
    if errors:
        raise Refused(errors)
    lines, strange = read_key(key)
    if strange:
        raise Refused([Fault("T090.strange", Place(key_file), number=strange[0][0])])
    kept = _fitting(public, lines)
    opened, faults = unseal(public, write_key(kept.lines), key_file)
    if faults:
        raise Refused(_discreet(fault, key_file) for fault in faults)
    items = _items(public, opened, lines, rulebook)
    return Resumed(_game(items, rulebook, file), kept.salts, torn, kept.ahead)


def reads_back(log: str, key: str, game: TableGame) -> bool:
    """Whether these texts would be taken up as this very game."""
    try:
        found = resume(log, key, game.rules, game.file, "").game
    except Refused:
        return False
    return _told(found.items) == _told(game.items)


def _told(items: Sequence[r.Item]) -> tuple[list[object], list[r.Comment]]:
    """The clauses, and the remarks: an unseen clause may come back on the other side of a remark."""
    remarks = [item for item in items if isinstance(item, r.Comment)]
    return list(_part_by_part(item for item in items if not isinstance(item, r.Comment))), remarks


def _part_by_part(items: Iterable[r.Item]) -> Iterator[object]:
    for item in items:
        if isinstance(item, r.Clause):
            yield from ((item.piece, part) for part in item.parts)
        else:
            yield item


def _discreet(fault: Fault, key_file: str) -> Fault:
    """Without a line of the key: a message that quotes the place of a fault would show its content."""
    place, *also = (Place(key_file) if one.file == key_file else one for one in (fault.place, *fault.also))
    return fault.at(place, tuple(also))


@frozen
class _Kept:
    """The lines of a key that the log needs, and the salts in them."""

    lines: tuple[KeyLine, ...]
    salts: dict[Address, bytes]
    ahead: bool = False


def _fitting(public: r.Transcript, lines: list[KeyLine]) -> _Kept:
    events = sum(isinstance(item, r.Event) for item in public.items)
    counts = {"clause": len(public.clauses), "event": events}
    for part, count in counts.items():
        known = _known(lines, part)
        if known > count + AHEAD[part]:
            raise Refused([Fault("T095.end", Place(public.file), count=count, part=part, known=known)])
    seals = list(_seals(public, lines))
    return _Kept(
        (*seals, *_checks(public, lines)),
        {line.address: line.salt for line in seals},
        _known(lines, "clause") > counts["clause"],
    )


def _known(lines: list[KeyLine], part: str) -> int:
    """How many clauses or events the key knows."""
    return max((line.number for line in lines if isinstance(line, CheckLine) and line.part == part), default=-1) + 1


def _seals(public: r.Transcript, lines: list[KeyLine]) -> Iterator[SealLine]:
    """For each seal of the log the line that opens it; or else the last one for its place, so that it can be blamed."""
    by_place: dict[Address, list[SealLine]] = {}
    for line in lines:
        if isinstance(line, SealLine):
            by_place.setdefault(line.address, []).append(line)
    for address, piece, holder in holders(public):
        text = around(holder)
        for name, commitment in holder.seals:
            found = by_place.get(evolve(address, field=name), [])
            fits = [one for one in found if commit(one.address, piece, text, one.value, one.salt) == commitment]
            yield from (fits or found)[-1:]


def _checks(public: r.Transcript, lines: list[KeyLine]) -> Iterator[CheckLine]:
    known: dict[tuple[str, int], list[CheckLine]] = {}
    for line in lines:
        if isinstance(line, CheckLine):
            known.setdefault((line.part, line.number), []).append(line)
    for now in public_lines(public):
        found = known.get((now.part, now.number), [])
        fits = [one for one in found if one.check == check(now.part, now.text)]
        yield from (fits or found)[-1:]


def _items(public: r.Transcript, opened: r.Transcript, lines: list[KeyLine], rulebook: Rulebook) -> Iterator[r.Item]:
    """The private record: the public one with its seals open and its remarks, and what only the key has in its place."""
    unseen = [line for line in lines if isinstance(line, UnseenLine)]
    return with_unseen(
        _with_remarks(public, opened), unseen, lambda text: parse_said(text, lexicon_of(rulebook), public.pieces)
    )


def _with_remarks(public: r.Transcript, opened: r.Transcript) -> Iterator[r.Item]:
    known = iter(item for item in opened.items if not isinstance(item, r.Blank | r.Comment))
    for item in public.items:
        if isinstance(item, r.Comment):
            yield r.Comment(item.text, indented=item.indented)
        elif isinstance(item, r.Header):
            yield r.Header(item.key, getattr(next(known), "content", None))
        elif not isinstance(item, r.Blank):
            yield next(known)


def _game(items: Iterable[r.Item], rulebook: Rulebook, file: str) -> TableGame:
    """The game without what follows from it: what was heard, and the result, unless the table gave it up."""
    kept = (item for item in items if not isinstance(item, r.Hears) and not _follows(item))
    return TableGame(rulebook, tuple(kept), file)


def _follows(item: r.Item) -> bool:
    return isinstance(item, r.Header) and item.key in ("result", "heard")
