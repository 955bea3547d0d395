"""A game read back from its two files: exactly where it was.

The program may have been stopped between any two writes. The key is written first, so it can know one clause more than the log,
or still know what was taken back or opened since; what the log does not need is left aside. A log that lost more than that, or
that was changed, is named and not played on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, field

from adjudicator.check.naming import lexicon_of
from adjudicator.faults import Fault, Place, Refused
from adjudicator.live.game import Game
from adjudicator.live.notes import clause_hidden
from adjudicator.record import parse
from adjudicator.record import transcript as r
from adjudicator.record.commitments import Address, CheckLine, KeyLine, NoteLine, SealLine, check, commit, read_key, write_key
from adjudicator.record.hiding import around, holders, public_lines
from adjudicator.record.unsealing import unseal
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen


@frozen
class Resumed:
    game: Game
    salts: Mapping[Address, bytes]
    torn: str = ""  # the last line of the log, if it was not written to its end
    ahead: bool = False  # the key knows a clause more: the log was not written at all


def whole_lines(text: str) -> tuple[str, str]:
    """A text up to its last line end, and what stands behind that."""
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
    kept = _fitting(public, lines, key_file)
    opened, faults = unseal(public, write_key(line for line in kept.lines if not isinstance(line, NoteLine)), key_file)
    if faults:
        raise Refused(_discreet(fault, key_file) for fault in faults)
    return Resumed(_game(public, opened, kept, rulebook, file), kept.salts, torn, kept.ahead)


def _discreet(fault: Fault, key_file: str) -> Fault:
    """Without a line of the key: whoever says where one is wrong shows what stands in it."""
    place, *also = (Place(key_file) if one.file == key_file else one for one in (fault.place, *fault.also))
    return fault.at(place, tuple(also))


@frozen
class _Kept:
    """The lines of a key that the log needs, the salts in them, and clauses that stand in the key alone."""

    lines: tuple[KeyLine, ...]
    salts: dict[Address, bytes]
    hidden: dict[int, list[str]] = field(factory=dict)
    ahead: bool = False


def _fitting(public: r.Transcript, lines: list[KeyLine], key_file: str) -> _Kept:
    clauses = len(public.clauses)
    ahead = max((line.number for line in lines if isinstance(line, CheckLine) and line.part == "clause"), default=-1) + 1
    if ahead > clauses + 1:
        raise Refused([Fault("T095.end", Place(public.file), clauses=clauses, ahead=ahead)])
    seals = list(_seals(public, lines))
    checks = list(_checks(public, lines))
    hidden: dict[int, list[str]] = {}
    for line in lines:
        found = clause_hidden(line.text) if isinstance(line, NoteLine) else None
        if found is not None:
            hidden.setdefault(found[0], []).append(found[1])
    return _Kept((*seals, *checks), {line.address: line.salt for line in seals}, hidden, ahead > clauses)


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


def _game(public: r.Transcript, opened: r.Transcript, kept: _Kept, rulebook: Rulebook, file: str) -> Game:
    """The private record: the public one with its seals open, and the clauses that only the key has in their places."""
    headers, clauses = iter(opened.headers), iter(opened.clauses)
    items: list[r.Item] = []
    place, void = 0, False
    for item in public.items:
        match item:
            case r.Header():
                header = next(headers)
                void = void or (header.key == "result" and header.content == "unfinished")
                if header.key != "result":
                    items.append(r.Header(header.key, header.content))
                continue
            case r.Blank():
                continue
            case r.Clause():
                _place_hidden(items, kept.hidden.pop(place, []), public, rulebook)
                clause = next(clauses)
                items.append(r.Clause(clause.piece, clause.parts))
            case r.RoundMark():
                _place_hidden(items, kept.hidden.pop(place, []), public, rulebook)
                items.append(r.RoundMark(item.number))
            case r.Comment():
                _place_hidden(items, kept.hidden.pop(place, []), public, rulebook)
                items.append(r.Comment(item.text, indented=item.indented))
        place += 1
    _place_hidden(items, kept.hidden.pop(place, []), public, rulebook)
    return Game(rulebook, tuple(items), file, void)


def _place_hidden(items: list[r.Item], texts: list[str], public: r.Transcript, rulebook: Rulebook) -> None:
    seats = "; ".join(start.piece for start in public.start)
    for text in texts:
        read, _ = parse(f"seats: {seats}\n{text}\n", lexicon_of(rulebook))
        items.extend(r.Clause(clause.piece, clause.parts) for clause in read.clauses)


def whole(opened: r.Transcript, rulebook: Rulebook) -> r.Transcript:
    """An opened record with the clauses that only its key has as clauses: opening the seals leaves notes of them."""
    items: list[r.Item] = []
    for item in opened.items:
        found = clause_hidden(item.text) if isinstance(item, r.Comment) else None
        before = len(items)
        if found is not None:
            _place_hidden(items, [found[1]], opened, rulebook)
        if len(items) == before:
            items.append(item)
    return r.Transcript(tuple(items), opened.fugitive, opened.file)
