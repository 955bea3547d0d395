"""Opens a sealed record with its key, and reports every value that has changed since it was sealed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from adjudicator.faults import Fault, Given, Place, in_order
from adjudicator.record.transcript import Blank, Comment, Item, Transcript
from adjudicator.seals.commitments import Address, CheckLine, NoteLine, SealLine, check, commit, read_key
from adjudicator.seals.hidden_values import around, holders, public_lines, put, rebuilt


def unseal(public: Transcript, key: str, key_file: str = "key") -> tuple[Transcript, tuple[Fault, ...]]:
    """The record with every value that the key opens, and a fault for every change since it was sealed."""
    if not read_key(key)[0]:  # one fault about the key is clearer than one for each seal that it does not open
        return public, (Fault("T090", Place(key_file)),)  # does not quote its first line, which may be anything
    opening = _Opening(public, key, key_file)
    transcript = _with_notes(rebuilt(public, opening.open()), opening.of(NoteLine))
    opening.compare()
    opening.left_over()
    return transcript, in_order(opening.faults)


class _Opening:
    """A public record and its key, compared."""

    def __init__(self, public: Transcript, key: str, key_file: str):
        self.public, self.key_file = public, key_file
        self.faults: list[Fault] = []
        self.blamed: set[tuple[str, int]] = set()  # headers and clauses that are reported already
        self.lines, strange = read_key(key)
        for number, text in strange:
            self._fault("T090.line", Place(key_file, number, 1), line=text)
        every = tuple(public_lines(public))
        self.now = {part: [line for line in every if line.part == part] for part in ("header", "clause", "event")}
        self.checks = {part: [check(part, line.text) for line in lines] for part, lines in self.now.items()}
        self.then = {part: self._checks(part) for part in self.now}
        self.moved = {part: _matched(self.then[part], self.checks[part]) for part in self.now}

    def of(self, kind: type[Any]) -> list[Any]:
        return [line for line in self.lines if isinstance(line, kind)]

    def _fault(self, sentence: str, place: Place, also: tuple[Place, ...] = (), /, **values: Given) -> None:
        self.faults.append(Fault(sentence, place, also, **values))

    # --- seals

    def open(self) -> dict[Address, Any]:
        """The opened holders by address. Every seal and every line of the key is checked."""
        lines: dict[Address, dict[str, SealLine]] = {}
        for line in self.of(SealLine):
            there = lines.setdefault(self._now(line.address), {})
            if line.address.field in there:
                self._left_over(line)
            there[line.address.field] = line
        opened = {}
        for address, piece, holder in holders(self.public):
            opened[address] = self._open(holder, address, piece, lines.get(address, {}))
            for field in dict(holder.seals):
                lines.get(address, {}).pop(field, None)
        for address, left in lines.items():
            for line in left.values():
                self._lost(line, address)
        return opened

    def _now(self, address: Address) -> Address:
        """The present address of the holder that was sealed at this address: clauses may have been added or removed."""
        number = self.moved["clause"].get(address.number, -1) if address.part == "clause" else address.number
        return evolve(address, number=number, field="")

    def _open(self, holder: Any, address: Address, piece: str, lines: dict[str, SealLine]) -> Any:
        text, opened = around(holder), holder
        for field, commitment in holder.seals:
            line = lines.get(field)
            if line is None:
                self._blame("T092", address, field)
            elif not _fits(line, piece, text, commitment, holder):
                self._blame("T091", address, field, (Place(self.key_file, line.line, 1),))
            else:
                rest = tuple(pair for pair in opened.seals if pair[0] != field)
                opened = evolve(put(opened, field, line.value), seals=rest)
        return opened

    def _lost(self, line: SealLine, address: Address) -> None:
        if address.number < 0:
            if line.address.number >= len(self.then["clause"]):
                self._left_over(line)
            return  # otherwise the whole clause is gone, and reported as such
        self._blame("T093", address, line.address.field, (Place(self.key_file, line.line, 1),))

    def left_over(self) -> None:
        """Report comments of the key that belong after the end of the record."""
        items = [item for item in self.public.items if not isinstance(item, Blank | Comment)]
        for note in self.of(NoteLine):
            if note.after > len(items):
                self._left_over(note)

    def _left_over(self, line: SealLine | NoteLine) -> None:
        self._fault("T293", Place(self.key_file, line.line, 1))

    def _blame(self, sentence: str, address: Address, field: str, also: tuple[Place, ...] = ()) -> None:
        self._fault(sentence, self._place(address), also, what=_what(field, address), where=_name(address))
        self.blamed.add((address.part, address.number))
        self.blamed |= {("header", line.number) for line in self.now["header"] if line.key == address.part}

    def _place(self, address: Address) -> Place:
        if address.part == "clause":
            if address.number >= len(self.public.clauses):
                return Place(self.public.file)
            clause = self.public.clauses[address.number]
            step = clause.parts[min(address.step, len(clause.parts) - 1)]
            return Place(self.public.file, clause.line, clause.column_of(step), max(1, step.size))
        header = self.public.header(address.part)
        return Place(self.public.file, header.line, header.column) if header else Place(self.public.file)

    # --- everything else that has changed

    def _checks(self, part: str) -> list[str]:
        """The original checksums of headers, clauses or events. A gap in these lines is a fault of the key."""
        found = {line.number: line.check for line in self.of(CheckLine) if line.part == part}
        if not found and self.now[part]:
            self._fault("T090.none", Place(self.key_file), part=part)
            return [""] * len(self.now[part])
        count = max(found, default=-1) + 1
        for number in range(count):
            if number not in found:
                self._fault("T090.missing", Place(self.key_file), part=part, number=number + 1)
        return [found.get(number, "") for number in range(count)]

    def compare(self) -> None:
        """Report each header, clause and event that was changed, added or removed."""
        for part, lines in self.now.items():
            moved, then, now = self.moved[part], self.then[part], self.checks[part]
            kept = set(moved.values())
            for before, after in moved.items():
                if then[before] not in (now[after], "") and (part, after) not in self.blamed:
                    self._fault("T094", lines[after].place, part=part, number=after + 1)
            for line in lines:
                if line.number not in kept:
                    self._fault("T095.added", line.place, part=part, number=line.number + 1)
            for number in range(len(then)):
                if number not in moved:
                    self._fault("T095", Place(self.public.file), part=part, number=number + 1)


def _name(address: Address) -> str:
    return f"clause {address.number + 1}" if address.part == "clause" else f"the header `{address.part}`"


def _what(field: str, address: Address) -> str:
    """The name of a hidden value in words."""
    if field.isdigit():
        return f"{'card' if address.part == 'cards' else 'choice'} {int(field) + 1}"
    return {"to": "the station", "at": "the station", "mode": "the means of transport"}.get(field, f"the {field}")


def _fits(line: SealLine, piece: str, text: str, commitment: str, holder: Any) -> bool:
    """Whether this value was sealed here, and fits its place."""
    try:
        put(holder, line.address.field, line.value)
    except ValueError:
        return False
    return commit(line.address, piece, text, line.value, line.salt) == commitment


def _matched(then: Sequence[str], now: Sequence[str]) -> dict[int, int]:
    """Match lines before and after by number: each to itself if their counts are equal, or else by common beginning and end."""
    if len(then) == len(now):
        return {number: number for number in range(len(now))}
    short = min(len(then), len(now))
    head = next((at for at in range(short) if then[at] != now[at]), short)
    tail = next((at for at in range(short - head) if then[-1 - at] != now[-1 - at]), short - head)
    shift = len(now) - len(then)
    return {at: at for at in range(head)} | {at: at + shift for at in range(len(then) - tail, len(then))}


def _with_notes(transcript: Transcript, notes: list[NoteLine]) -> Transcript:
    """The record with its comments back in their places."""
    by_place: dict[int, list[Comment]] = {}
    for note in notes:
        comment = Comment(note.text, note.place == "trails", note.place == "indented")
        by_place.setdefault(note.after, []).append(comment)
    items: list[Item] = [*by_place.pop(0, [])]
    count = 0
    for item in transcript.items:
        items.append(item)
        if not isinstance(item, Blank):
            count += 1
            items += by_place.pop(count, [])
    items += [comment for left in by_place.values() for comment in left]
    return Transcript(tuple(items), transcript.fugitive, transcript.file)
