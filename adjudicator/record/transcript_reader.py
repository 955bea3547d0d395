"""Reads a transcript from any text, and reports everything that was not understood.

A game has some hundred and fifty clauses, and nearly all are plain rides that other games had, too. These are read by a short
cut: one check of the round number for each line, one lookup for each clause. Only other clauses are read word by word, by
`clauses`. All work is linear in the length of the text, and the text is bounded before it is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from attrs import evolve

from adjudicator.faults import Fault, Place, Refused, in_order
from adjudicator.faults.wording import nearest
from adjudicator.record.clauses import ClauseReader
from adjudicator.record.events import read_event
from adjudicator.record.headers import NAMING, ONCE, read_header
from adjudicator.record.lexicon import LENGTH, Lexicon, key_of
from adjudicator.record.names import NOBODY, Names
from adjudicator.record.numbering import by_rounds
from adjudicator.record.transcript import (
    Act,
    Blank,
    Clause,
    Comment,
    Event,
    Header,
    Item,
    Ride,
    RoundMark,
    Seat,
    Step,
    Transcript,
    Unwritten,
)
from adjudicator.record.values import HeaderValue, Named
from adjudicator.record.words import ALIKE, Misread, Words, span
from adjudicator.values import frozen
from adjudicator.words import any_of, concepts

# A whole game has some 3,000 characters and 150 clauses. Nothing within these bounds takes a second to read or to judge.
CHARACTERS = 1024 * 1024
LINE = 10_000  # characters: a whole game on one line is shorter
LINES = 50_000
CLAUSES = 5_000
WORDS = 40_000  # of clauses that have to be read word by word
FAULTS = 100

_WORDLESS = Lexicon()
_UNREADABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")
_RIDE = re.compile(r"\s*([^\W\d_]+) +([^\W\d_]+) +(\d{1,6})(!?)\s*")
_TURN = re.compile(  # of two rides
    r"\s*([^\W\d_]+) +(\w+) +([^\W\d_]+) +(\d{1,6})(!?), *([^\W\d_]+) +(\d{1,6})(!?)\s*"
)
_KEY = re.compile(r"\s*([^\W\d_][\w -]{0,29}):")


@cache
def _round_mark() -> re.Pattern[str]:
    """The pattern of a round number: before clauses, or alone on a line after the word for round."""
    word = any_of("round")
    return re.compile(
        rf"\s*\(?(?:(?:{word})\s{{0,9}})?(\d{{1,6}})(?:\s{{0,9}}(?:[.):]{{1,2}}|-(?=\s|$))|(?=\s+[^\W\d_]))\s*"
        rf"|\s*(?:{word})\s{{1,9}}(\d{{1,6}})\s*$",
        re.IGNORECASE,
    )


def parse(text: str, lexicon: Lexicon, file: str = "-") -> tuple[Transcript, tuple[Fault, ...]]:
    """Read a transcript. Returns the part that was understood, and all faults in order; warnings say what was assumed."""
    return Manuscript.of(text, file).read(lexicon)


@frozen(eq=False)
class Manuscript:
    """A text in lines, which is read once: first the headers that name its rules, and then the rest by the words of these
    rules.

    `plain` has the signs of the notation, `written` the original ones; both count columns alike.
    """

    file: str
    written: list[str]
    plain: list[str]
    naming: Mapping[int, Header]  # by the numbers of their lines: headers that need no words of a variant
    refused: Fault | None = None

    @classmethod
    def of(cls, text: str, file: str = "-") -> Manuscript:
        whole = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        written = whole.split("\n")
        refused = refusal(whole, written, file)
        if refused is not None:
            return cls(file, [], [], {}, refused)
        plain = written if whole.isascii() else whole.translate(ALIKE).split("\n")
        headers = (_naming(number, line, written[number - 1]) for number, line in enumerate(plain, 1) if ":" in line)
        return cls(file, written, plain, {header.line: header for header in headers if header is not None})

    def head(self) -> Transcript:
        """Read only the headers that name rules, anywhere in the text. Raises Refused if one is empty or repeated, or this
        is not text.
        """
        if not self.naming and self.refused is None:
            return Transcript((), file=self.file)
        head, faults = self._read(_WORDLESS, ((at, self.plain[at - 1], self.written[at - 1]) for at in self.naming))
        if faults:
            raise Refused(faults)
        return head

    def read(self, lexicon: Lexicon) -> tuple[Transcript, tuple[Fault, ...]]:
        """Read the whole transcript with these words. Returns it with all faults in order."""
        return self._read(lexicon, zip(range(1, len(self.plain) + 1), self.plain, self.written, strict=True))

    def _read(self, lexicon: Lexicon, lines: Iterable[tuple[int, str, str]]) -> tuple[Transcript, tuple[Fault, ...]]:
        if self.refused is not None:
            return Transcript((), lexicon.fugitive, self.file), (self.refused,)
        reader = _Reader(lexicon, self.file, self.naming)
        for number, line, written in lines:
            if not reader.recalls(number, line):
                reader.read(number, line, written)
            elif reader.count <= CLAUSES:
                continue
            if len(reader.faults) >= FAULTS or reader.count > CLAUSES or reader.words > WORDS:
                reader.stop(number)
                break
        transcript = reader.transcript()
        if reader.jumps or "numbers" in reader.headers:
            transcript = reader.by_rounds(transcript)
        return transcript, in_order(reader.faults) if reader.faults else ()


@lru_cache(maxsize=256)
def _header_key(written: str) -> str | None:
    """The key of the header with this spelling; None if there is none."""
    return concepts("headers").get(key_of(written))


def _naming(number: int, line: str, written: str) -> Header | None:
    """The header on this line if it names rules, else None."""
    end = line.index("#") if "#" in line else len(line)
    found = _KEY.match(line, 0, end)
    key = _header_key(found[1]) if found else None
    if found is None or key not in NAMING:
        return None
    value = HeaderValue(_WORDLESS, line, written, *span(line, found.end(), end))
    return Header(key, read_header(key, value), number, value.start + 1, value.text)


def refusal(text: str, lines: list[str], file: str) -> Fault | None:
    """The fault of a text that cannot be a transcript (too long, binary, empty); None if it can be read."""
    if len(text) > CHARACTERS or len(lines) > LINES:
        if len(text) > CHARACTERS:
            return Fault("T003.characters", Place(file), most=CHARACTERS)
        return Fault("T003.lines", Place(file), most=LINES)
    odd = _UNREADABLE.search(text)
    if odd is not None:
        line, column = text.count("\n", 0, odd.start()) + 1, odd.start() - text.rfind("\n", 0, odd.start())
        return Fault("T002", Place(file, line, column))
    longest = max(lines, key=len) if len(text) > LINE else ""
    if len(longest) > LINE:
        return Fault("T003.line", Place(file, lines.index(longest) + 1, LINE + 1), most=LINE)
    if not text or text.isspace():
        return _nothing(file)
    return None


def _nothing(file: str) -> Fault:
    return Fault("T001", Place(file, 1, 1))


@frozen
class _Recalled:
    """A clause that was read before, in this game or another, without its place in the text."""

    clause: Clause
    shift: int  # characters before the clause in its stretch, which ends with a `;` or its line
    size: int  # characters of the stretch


def _placed(recalled: Iterable[_Recalled], line: int, at: int) -> list[Clause]:
    """The clauses of stretches that follow each other, with their places on this line."""
    clauses = []
    for one in recalled:
        said = one.clause
        clauses.append(Clause(said.piece, said.parts, line, at + one.shift, said.text, said.means))
        at += one.size + 1
    return clauses


class _Reader:
    """Reads the lines of a text one after the other."""

    def __init__(self, lexicon: Lexicon, file: str, naming: Mapping[int, Header]):
        self.lexicon, self.file, self.naming = lexicon, file, naming
        self.items: list[Item] = []
        self.count = 0  # of clauses
        self.headers: dict[str, Header] = {}
        self.faults: list[Fault] = []
        self.named: list[tuple[int, Named]] = []  # pieces that headers name, with their lines
        self.known: set[str] = set()
        self.names = NOBODY
        self.guessing = False  # the record has no list of its pieces, or none that could be read
        self.begun = False  # whether the headers are over
        self.late: tuple[int, int] | None = None  # the place of a result below the clauses, where people write it
        self.words = 0  # the number of words that were read one by one
        self.last = 0  # the number of the last round
        self.jumps = False  # whether some number is not the next after the last

    def fault(self, line: int, mistake: Misread) -> None:
        place = Place(self.file, line, mistake.start + 1, max(1, mistake.end - mistake.start))
        self.faults.append(mistake.fault.at(place))

    def stop(self, line: int) -> None:
        sentence = "T004" if len(self.faults) >= FAULTS else "T003"
        self.faults.append(Fault(sentence, Place(self.file, line + 1, 1), most=FAULTS))

    def transcript(self) -> Transcript:
        if not self.begun:
            self._begin(0)
        if not (self.headers or self.count or self.faults):
            self.faults.append(_nothing(self.file))
        while self.items and isinstance(self.items[-1], Blank):
            self.items.pop()
        return Transcript(tuple(self.items), self.lexicon.fugitive, self.file)

    # --- lines

    def line(self, number: int, line: str, written: str) -> None:
        if not self.recalls(number, line):
            self.read(number, line, written)

    def read(self, number: int, line: str, written: str) -> None:
        """Read a line of any kind."""
        if "#" in line:
            end = line.index("#")
            said = not (end == 0 or line[:end].isspace())
            if said:
                self._said(number, line, written, end)
            indented = not said and line[0].isspace()
            self.items.append(Comment(written[end + 1 :].rstrip(), said, indented, number, end + 1))
        elif line and not line.isspace():
            self._said(number, line, written, len(line))
        elif self.items and not isinstance(self.items[-1], Blank):
            self.items.append(Blank(number))

    def recalls(self, number: int, line: str) -> bool:
        """Take over a line whose clauses were all read before. Returns False, and takes nothing, if anything else is on it."""
        if self.guessing or self.late is not None or '"' in line or ":" in line:
            return False
        at = line.find(".") + 1
        if at and not (at < 7 and line[: at - 1].isdecimal() and line[at : at + 1] != ")"):
            return False
        said: list[Any] = [*map(self.lexicon.memory.get, line[at:].split(";"))]
        if not all(said):
            return False
        if not self.begun:
            self._begin(number)
        if self.guessing or not self.known.issuperset([one.clause.piece for one in said]):
            return False
        if at:
            self._mark(RoundMark(int(line[: at - 1]), number, 1))
        self.items += _placed(said, number, at)
        self.count += len(said)
        return True

    def _said(self, number: int, line: str, written: str, end: int) -> None:
        if not (":" in line and self._header(number, line, written, end)):
            self._body(number, line, end)

    def _header(self, number: int, line: str, written: str, end: int) -> bool:
        """Read a line `key: value`. Returns whether the line is a header."""
        naming = self.naming.get(number)
        if naming is not None:
            if self._may_stand(naming.key, number, line, naming.text):
                self._keep_header(naming)
            return True
        found = _KEY.match(line, 0, end)
        if found is None or _round_mark().match(line):
            return False
        key = _header_key(found[1])
        if key is not None:
            value = HeaderValue(self.lexicon, line, written, *span(line, found.end(), end), self.names)
            if self._may_stand(key, number, line, value.text):
                header = Header(key, read_header(key, value), number, value.start + 1, value.text)
                self._keep_header(header, value.misread, value.named)
        elif self.begun or self._is_of_piece(found[1]):
            return False  # a clause: `X: taxi 86`, `X double: taxi 86, taxi 69`
        else:
            known = [*concepts("headers").values()]
            known = known if nearest(found[1], known) else [*concepts("headers")]  # perhaps it is of another language
            self.fault(number, Misread("T010", *found.span(1), word=found[1], known=known))
        return True

    def _is_of_piece(self, text: str) -> bool:
        """Whether this begins with a piece, as a clause does."""
        words = text.split()
        starts = (" ".join(words[: count + 1]) for count in range(min(3, len(words))))
        tables = self.lexicon.pieces, self.names.held
        return any(start.lower() in self.known or any(key_of(start) in table for table in tables) for start in starts)

    def _may_stand(self, key: str, number: int, line: str, text: str) -> bool:
        """Whether a header of this key is allowed here with this value. Adds a fault if it is not."""
        first = self.headers.get(key)
        start = len(line) - len(line.lstrip())
        if self.begun and key == "result" and not self.late and first is None and text:
            self.late = number, start
            return True
        if self.begun:
            self.fault(number, Misread("T012", start, start + len(key), key=key))
        elif first is not None and key in ONCE:
            place, also = Place(self.file, number, start + 1, len(key)), (Place(self.file, first.line, 1, len(key)),)
            self.faults.append(Fault("T011", place, also, key=key))
        elif not text:
            self.fault(number, Misread("T013", start, start + len(key), key=key))
        else:
            return True
        return False

    def _keep_header(self, header: Header, misread: Sequence[Misread] = (), named: Named = ()) -> None:
        for mistake in misread:
            self.fault(header.line, mistake)
        if header.key in ("seats", "start") and misread:
            self.guessing = True  # one mistake in a header must not make every piece unknown
        if misread and not header.content:
            return
        self.named.append((header.line, named))
        if header.key == "seats" or (header.key == "start" and "seats" not in self.headers):
            self.known = {one.piece for one in header.content}
        if header.key == "seats":
            self.names = Names(header.content, self.known)
        self.headers.setdefault(header.key, header)
        if self.begun:  # a result, which people write at the end: it is kept with the other headers
            place = self._below_headers()
            self.items.insert(place, header)
        else:
            self.items.append(header)

    def _below_headers(self) -> int:
        return max((place for place, item in enumerate(self.items, 1) if isinstance(item, Header)), default=0)

    def _begin(self, line: int) -> None:
        """End the headers: from now on the pieces of the game are known."""
        self.begun = True
        self.known.add(self.lexicon.fugitive)
        if line and "seats" not in self.headers and "start" not in self.headers:
            self.guessing = True
            self.faults.append(Fault("T080", Place(self.file, line, 1)))
        named = [(line, *one) for line, pieces in self.named for one in pieces if one[0] not in self.known]
        if not self.guessing:
            for at, piece, start, end in named:
                self.fault(at, Misread("T018", start, end, name=piece, known=self.known))
        self.known.update(piece for _, piece, *_ in named)
        self._without_a_start()

    def _without_a_start(self) -> None:
        """Report the pursuers of `seats` that `start` leaves out, where it has those of others: a name may be misspelt."""
        seats, start = self.headers.get("seats"), self.headers.get("start")
        if seats is None or start is None or self.guessing:
            return
        placed = {one.piece for one in start.content}
        pursuers = [seat.piece for seat in seats.content if seat.piece != self.lexicon.fugitive]
        missing = [piece for piece in pursuers if piece not in placed]
        if missing and placed & {*pursuers} and placed <= {self.lexicon.fugitive, *pursuers}:
            place = Place(self.file, start.line, start.column, max(1, len(start.text)))
            self.faults.append(Fault("T026", place, missing=missing))

    # --- clauses

    def _body(self, number: int, line: str, end: int) -> None:
        if not self.begun:
            self._begin(number)
        if self.late is not None:  # clauses continue below it
            self.fault(self.late[0], Misread("T012", self.late[1], self.late[1] + len("result"), key="result"))
            self.late = None
        at = line.find(".") + 1
        if 0 < at < 7 and line[: at - 1].isdecimal() and line[at : at + 1] not in (")", ":"):  # as most people write it
            self._mark(RoundMark(int(line[: at - 1]), number, 1))
        else:
            at = self._round(number, line, 0, end)
        recall, known = self.lexicon.memory.get, () if self.guessing else self.known
        for stretch in line[at:end].split(";") if '"' not in line else _unquoted(line[at:end]):
            said = recall(stretch)
            if said is not None and said.clause.piece in known:
                self.items += _placed((said,), number, at)
                self.count += 1
            elif stretch and not stretch.isspace():
                self._stretch(number, line, at, at + len(stretch))
            at += len(stretch) + 1

    def _round(self, number: int, line: str, start: int, end: int) -> int:
        """Read a round number if there is one. Returns the column where the clauses begin."""
        mark = _round_mark().match(line, start, end)
        if mark is None:
            return start
        self._mark(RoundMark(int(mark[mark.lastindex or 1]), number, mark.start(mark.lastindex or 1) + 1))
        return mark.end()

    def _mark(self, mark: RoundMark) -> None:
        self.jumps = self.jumps or (self.last > 0 and mark.number != self.last + 1)
        self.last = mark.number
        self.items.append(mark)

    def by_rounds(self, transcript: Transcript) -> Transcript:
        """Return the record with round numbers if the page counts entries. A notice says so, unless the page itself does."""
        found = by_rounds(transcript)
        if found is None:
            return transcript
        if transcript.numbers is None:
            mark = next(item for item in transcript.items if isinstance(item, RoundMark))
            self.faults.append(Fault("T239", Place(self.file, mark.line, mark.column)))
        return found

    def _stretch(self, number: int, line: str, start: int, end: int) -> None:
        """Read the text between two `;` that was not read before."""
        ride = _RIDE.fullmatch(line, start, end)
        if ride is not None and self._plain_ride(number, line, ride):
            return
        turn = _TURN.fullmatch(line, start, end) if ride is None else None
        if turn is not None and self._plain_turn(number, line, turn):
            return
        begin = self._round(number, line, start, end)
        if line[begin:end].strip() == "?":
            at = line.index("?", begin)
            self._say(Clause(self.lexicon.fugitive, (Unwritten(size=1),), number, at + 1, "?"))
            return
        if self._event(number, line, begin, end):
            return
        reader = ClauseReader(Words(line, begin, end), self.lexicon, self.known, self.guessing, self.names)
        reader.read()
        self.words += len(reader.words.tokens)
        for mistake in reader.misread:
            self.fault(number, mistake)
        for said in reader.said:
            self._say(Clause(said.piece, said.parts, number, said.start + 1, line[said.start : said.end]))
        if reader.general and begin == start:
            self._remember(line[start:end], self.items[-1], start)

    def _event(self, number: int, line: str, start: int, end: int) -> bool:
        """Read an event (`X done`, `X draws 45/104 for escape`, `red withdrew a clause`). Returns whether the text is one."""
        try:
            found = read_event(line, start, end, self.lexicon, self.known, number, self.names)
        except Misread as mistake:
            self.fault(number, mistake)
            return True
        if found is not None:
            self.items.append(found)
        return found is not None

    def _plain_ride(self, number: int, line: str, ride: re.Match[str]) -> bool:
        name, fare, to, mark = ride.groups()
        piece = self.lexicon.pieces.get(key_of(name)) or name.lower()
        ticket = self.lexicon.tickets.get(key_of(fare))
        if ticket is None or piece not in self.known:
            return False
        start, end = ride.start(1), ride.end(4)
        step = Ride(ticket, None, int(to), mark == "!", (), ride.start(2) - start, end - ride.start(2))
        clause = Clause(piece, (step,), number, start + 1, line[start:end])
        self._say(clause)
        self._remember(ride[0], clause, ride.start())
        return True

    def _plain_turn(self, number: int, line: str, turn: re.Match[str]) -> bool:
        """Read a plain double (`X 2x taxi 69, black 52!`) as the general reader would. Returns whether it is one."""
        name, word, first, _, _, second, _, _ = turn.groups()
        lexicon, key = self.lexicon, key_of(word)
        piece, form = lexicon.pieces.get(key_of(name)) or name.lower(), lexicon.forms.get(key)
        if form is None or form.place != "turn" or form.entries != 2 or form.arguments or piece not in self.known:
            return False
        fares = key_of(first), key_of(second)
        if any(fare in lexicon.forms or fare not in lexicon.tickets for fare in fares):
            return False
        if key in lexicon.tickets or key in lexicon.modes or key + fares[0] in lexicon.forms:
            return False
        start = turn.start(1)
        parts: list[Step] = [Act(form, at=turn.start(2) - start, size=len(word))]
        for fare, group in zip(fares, (3, 6), strict=True):
            at, end = turn.start(group), turn.end(group + 2)
            seen = bool(turn[group + 2])
            parts.append(Ride(lexicon.tickets[fare], None, int(turn[group + 1]), seen, (), at - start, end - at))
        clause = Clause(piece, tuple(parts), number, start + 1, line[start : turn.end(8)])
        self._say(clause)
        self._remember(turn[0], clause, turn.start())
        return True

    def _say(self, clause: Clause) -> None:
        self.items.append(clause)
        self.count += 1

    def _remember(self, stretch: str, clause: Item, start: int) -> None:
        if not self.guessing and len(stretch) <= LENGTH and isinstance(clause, Clause):
            self.lexicon.memory.keep(stretch, _Recalled(clause, clause.column - start, len(stretch)))


def _unquoted(text: str) -> list[str]:
    """The texts between `;`, except for a `;` in quotes."""
    found: list[str] = []
    for stretch in text.split(";"):
        if found and found[-1].count('"') % 2:
            found[-1] += f";{stretch}"
        else:
            found.append(stretch)
    return found


def parse_clauses(
    text: str, lexicon: Lexicon, pieces: Iterable[str], file: str = "", seats: Iterable[Seat] = ()
) -> tuple[tuple[Clause, ...], tuple[Fault, ...]]:
    """Read clauses without headers for these pieces. Returns the clauses and all faults in order."""
    written = text.split("\n")
    refused = refusal(text, written, file)
    if refused is not None:
        return (), (refused,)
    reader = _Reader(lexicon, file, {})
    reader.known, reader.begun = {*pieces, lexicon.fugitive}, True
    reader.names = Names(seats, reader.known)
    plain = written if text.isascii() else text.translate(ALIKE).split("\n")
    for number, line in enumerate(plain, 1):
        reader.line(number, line, written[number - 1])
    return Transcript(tuple(reader.items)).clauses, in_order(reader.faults)


def parse_said(text: str, lexicon: Lexicon, pieces: Iterable[str]) -> tuple[Clause | Event, ...]:
    """Read clauses and events without their places, and leave out those that are not understood."""
    reader = _Reader(lexicon, "", {})
    reader.known, reader.begun = {*pieces, lexicon.fugitive}, True
    reader.line(1, text, text)
    found: list[Clause | Event] = []
    for item in reader.items:
        if isinstance(item, Clause):
            found.append(Clause(item.piece, item.parts))
        elif isinstance(item, Event):
            found.append(evolve(item, line=0, column=0, text=""))
    return tuple(found)
