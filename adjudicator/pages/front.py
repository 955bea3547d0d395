"""Reads the front of a page of any shape: edition, players and starts. The other lines are the moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from attrs import define, evolve, field

from adjudicator.faults import Fault
from adjudicator.pages.cast import Cast
from adjudicator.pages.edition_named import edition_in, known_edition
from adjudicator.pages.heading import header_of, misspelt, seats_of
from adjudicator.pages.marks import Marks
from adjudicator.pages.minutes import Minutes, Remark
from adjudicator.pages.roster import Claim, Roster
from adjudicator.pages.stretches import Sheet, Stretch
from adjudicator.pages.vocabulary import Vocabulary
from adjudicator.record.lexicon import key_of
from adjudicator.record.transcript import Seat
from adjudicator.words import any_of, concepts, spellings, words_in

_SENTENCE = re.compile(
    rf"(?:(?<=[\d)\]])[.!]+|(?<=[^\W\d_]{{2}})[?!]+)\s+(?=[^\W\d_])|(?<=[^\W\d_]{{3}})[.!]+\s+(?=\w)"
    rf"|;\s+(?=(?:{any_of('headers')})\s*[:=])",
    re.IGNORECASE,
)
_LEAD = re.compile(r"\d?[^:;,\d]{1,40}:\s*(?=\S)")
_CUT = re.compile(r"[,;]|\s-\s| {2,}")  # between an edition and other parts of a line
_NAMES = re.compile(r"[^\W\d_]{2,}|X")  # words that may name a piece; a single letter may be part of anything
_FIGURES = re.compile(r"\d+(?:[./:-]\d+)*")  # numbers; a date is one
_MEANT = ("columns", "headers", "round", "starting")  # kinds of words that are not talk
STATION = 3  # digits of a station's number, at most
ASKED = 5  # words of a question, at least
FRONT = 60  # lines of the front, at most, including talk
Said = tuple[Stretch, str]  # a part of the page, and its speaker


@define
class Front:
    """The front of a page: `how` says how it was read, `talk` has remarks in it, `rest` the other lines in order."""

    cast: Cast
    marks: Marks
    headers: list[tuple[str, Stretch]] = field(factory=list)
    starts: dict[str, Stretch] = field(factory=dict)
    how: list[str] = field(factory=list)
    talk: list[Stretch] = field(factory=list)
    faults: list[Fault] = field(factory=list)
    rest: list[Said] = field(factory=list)

    def copy(self) -> Front:
        """A copy that can be changed without changing this front."""
        told = (list(self.headers), dict(self.starts), list(self.how), list(self.talk), list(self.faults), list(self.rest))
        return Front(self.cast.copy(), self.marks, *told)

    def minutes(self, shape: str, halves: bool = True) -> Minutes:
        """The minutes of a page that begins with this front."""
        talk = [Remark(part) for part in self.talk]
        faults = list(self.faults)
        return Minutes(
            shape, self.cast, list(self.how), self.headers, dict(self.starts), list(talk), faults=faults, halves=halves
        )


def front_of(sheet: Sheet, vocabulary: Vocabulary) -> Front:
    """The front of a page without speakers, from which each shape begins: it is read once for all."""
    return _front_of(sheet, vocabulary).copy()


@lru_cache(maxsize=2)
def _front_of(sheet: Sheet, vocabulary: Vocabulary) -> Front:
    return read_front([(line, "") for line in sheet.said()], vocabulary)


def read_front(said: Iterable[Said], vocabulary: Vocabulary) -> Front:
    reader = _Reader(vocabulary, list(said))
    for at, (line, speaker) in enumerate(reader.lines):
        reader.moving = reader.moving or at >= FRONT
        reader.line(line, speaker)
    return reader.front


class _Reader:
    def __init__(self, vocabulary: Vocabulary, lines: list[Said]):
        self.vocabulary, self.lines = vocabulary, lines
        sentences = [(part, speaker) for line, speaker in lines[:FRONT] for part in _sentences(line)]
        cast = Cast(vocabulary.lexicon, self._given(sentences))
        self.front = Front(cast, Marks([line for line, _ in lines], cast))
        self.roster = Roster(vocabulary, self.front.cast)
        self._persons(sentences)
        self.seating = self._seated(sentences)
        self.starting = False  # whether an earlier line is `Start` alone
        self.moving = False  # whether an earlier line is a move

    def _given(self, sentences: Iterable[Said]) -> tuple[Seat, ...]:
        """The seats of a header, in the notation or other words; empty if it does not name all pieces."""
        headers = [found for part, _ in sentences if (found := header_of(part))]
        value = next((value for key, value in headers if key == "seats"), None)
        own = seats_of(headers, self.vocabulary.lexicon)
        if value is None or own:
            return own
        claims = Roster(self.vocabulary, Cast(self.vocabulary.lexicon)).claims(value, bare=True)
        return () if any(one.stranger for one in claims) else tuple(one.seat for one in claims if one.tells_seat)

    def _persons(self, sentences: Iterable[Said]) -> None:
        """Take the persons of a header that does not name all pieces: `Ana = Mr. X, Ben, Cleo`."""
        headers = [found for part, _ in sentences if (found := header_of(part))]
        for key, value in headers:
            for one in self.roster.claims(value, bare=True) if key == "seats" and not self.front.cast.given else ():
                if one.tells_seat:
                    self.front.cast.sit(one.seat, one.is_writer)

    def _seated(self, sentences: Iterable[Said]) -> set[Stretch]:
        """Take the seats in sentences, and return those sentences. Seats by word order alone count only if there are
        several."""
        plain = [(part, speaker) for part, speaker in sentences if header_of(part) is None]
        given = {seat.piece for seat in self.front.cast.given}
        claims: list[tuple[Stretch, Claim]] = []
        for part, speaker in plain:
            found = self._claims(part, speaker)
            claims += [(part, one) for one in found]
            for one in found:
                if one.plainly and one.tells_seat and one.piece not in given:
                    self.front.cast.sit(one.seat, one.is_writer)
        told = [(part, one) for part, one in claims if one.tells_seat and one.piece not in given]
        several = len({one.piece for _, one in told}) > 1
        sure = [(part, one) for part, one in told if one.plainly or several]
        for _, one in sure:
            self.front.cast.sit(one.seat, one.is_writer)
        return {part for part, _ in sure} - {part for part, one in claims if one.at is not None}

    def _claims(self, part: Stretch, speaker: str, strangers: bool = False) -> list[Claim]:
        found = self.roster.claims(part, speaker, strangers)
        if found or self._unled(part) == part:
            return found
        lead = part.text[: -len(self._unled(part).text)]
        role = next((role for word in words_in(lead) if (role := self.vocabulary.lexicon.roles.get(key_of(word)))), None)
        claims = self.roster.claims(self._unled(part), "" if role else speaker, strangers)
        return [one if one.tells_seat else evolve(one, role=role, plainly=True) for one in claims] if role else claims

    def _unled(self, part: Stretch) -> Stretch:
        """A sentence without the words that introduce a list: `Players tonight: Ana - X / Ben - red`, `players Ana (X)`."""
        lead = _LEAD.match(part.text) or _seats_word().match(part.text)
        names = lead is not None and any(map(self.front.cast.known, _NAMES.findall(lead[0])))
        return part.part(lead.end()) if lead and not names else part

    def line(self, line: Stretch, speaker: str) -> None:
        self.moving = self.moving or self.front.marks.counted(line)[0] is not None
        if not self.moving and self._start(line, speaker):  # a full stop may be between two starts
            return
        whole = [line] if self.moving else list(_sentences(line))
        left = [part for part in whole if not self._take(part, speaker)]
        if len(left) == len(whole):
            self.moving = self.moving or self._is_move(line)
            left = [line]
        talk = [] if self.moving else [part for part in left if self._is_talk(part, alone=part is line)]
        self.front.talk += talk
        self.front.rest += [(part, speaker) for part in left if part not in talk]

    def _is_talk(self, part: Stretch, alone: bool) -> bool:
        """Whether a text with a number above the moves is a remark: the rest of a line that had another part, or a text with at
        least two meaningless words for each possible station."""
        words = [key_of(one) for one in words_in(part.text)]
        meant = any(self.vocabulary.fare(one) or self.front.cast.known(one) for one in words)
        is_header = alone and _LEAD.match(part.text) is not None  # perhaps with a typing error
        if meant or is_header or not any(map(str.isdecimal, part.text)):
            return False
        numbers = sum(len(one) <= STATION and one.isdecimal() for one in _FIGURES.findall(part.text))
        strange = [
            one for one in words if not self.vocabulary.meaning(one) and not any(one in concepts(kind) for kind in _MEANT)
        ]
        return not alone or len(strange) >= max(1, 2 * numbers)

    def _take(self, part: Stretch, speaker: str) -> bool:
        """Take a sentence if it belongs to the front. Returns whether it does."""
        header = header_of(part)
        if header is not None and not (header[0] == "start" and self._start(part, speaker)):
            return self._header(*header)
        if header is not None or self._deck(part):
            return True
        if not self.moving and self._tells_something(part, speaker):
            return True
        slip = None if self.moving or speaker else misspelt(part)
        self.front.faults += [slip] if slip else []
        return slip is not None

    def _deck(self, part: Stretch) -> bool:
        """Take the fugitive's cards from a line with the name of their deck and a colon. Returns whether it is one."""
        lexicon = self.vocabulary.lexicon
        lead = _LEAD.match(part.text)
        deck = lexicon.decks.get(key_of(lead[0].rstrip(": ")), "") if lead else ""
        if lead is None or not deck or self.moving:
            return False
        value = part.part(lead.end())
        self.front.headers.append(("cards", value.meaning(f"{lexicon.fugitive} {deck} {value.text}")))
        return True

    def _tells_something(self, part: Stretch, speaker: str) -> bool:
        return part in self.seating or self._edition(part) or self._start(part, speaker)

    def _header(self, key: str, value: Stretch) -> bool:
        edition = known_edition(value.text) if key == "variant" else ""
        self.front.starts |= self._started(value, "", strangers=True) if key == "seats" else {}
        reworded = key == "seats" and not seats_of([(key, value)], self.vocabulary.lexicon) and self._rewords(value)
        again = edition and any(one == key and said.written == edition for one, said in self.front.headers)
        if not reworded and not again:
            self.front.headers.append((key, value.meaning(edition) if edition else value))
        return True

    def _rewords(self, seats: Stretch) -> bool:
        """Whether a text names persons in other words than those of the notation, with their pieces or without."""
        return bool(self.front.cast.given or self.roster.claims(seats, bare=True))

    def _edition(self, part: Stretch) -> bool:
        named = edition_in(part)
        if named is None or any(key == "variant" for key, _ in self.front.headers):
            return False
        self.front.headers.append(("variant", named[1]))
        self.front.how.append(f"a game of `{named[0]}`, as its title says")
        pieces = {self.front.cast.known(one) for one in _NAMES.findall(part.text)} - {"", self.front.cast.lexicon.fugitive}
        if pieces or "\t" in part.text:
            return False  # the rest says more, or is the heading of a table
        self.front.talk += [part] if part != named[1] else []
        return True

    def _start(self, part: Stretch, speaker: str) -> bool:
        """Take a start: `X 35, red 29`, `start X=35 red=29`, `Mister X startet auf 132`, or lines below `Start`."""
        unled = self._unled(part)
        leads = unled != part and self._tells_start(part.text[: -len(unled.text)])
        value = unled if leads else without_start(part)
        if not value:
            self.starting = True
            return True
        word = value != part
        if word and value.text.isdecimal():
            self.front.starts.setdefault(self.front.cast.lexicon.fugitive, value)
            return True
        told = word or self.starting or self._tells_start(value.text)
        starts = self._started(value, speaker, strangers=told) or (self._in_order(value) if word else {})
        self.front.starts |= starts
        return bool(starts)

    def _started(self, value: Stretch, speaker: str, strangers: bool) -> dict[str, Stretch]:
        """The starts in a text whose every part gives a start or a seat; empty if the starts are known already."""
        is_given = any(key == "start" for key, _ in self.front.headers)
        claims = [] if is_given else self._claims(value, speaker, strangers)
        seats = {one: self.front.cast.whose(one.stranger) if one.stranger else one.piece for one in claims}
        if any(one.at and seats[one] in self.front.starts for one in claims) or not any(one.at for one in claims):
            return {}
        for one in claims:
            if one.tells_seat or not one.stranger:
                self.front.cast.sit(one.seat, one.is_writer)
        return {seats[one]: one.at for one in claims if one.at}

    def _tells_start(self, text: str) -> bool:
        return any(key_of(one) in concepts("start") for one in words_in(text))

    def _in_order(self, value: Stretch) -> dict[str, Stretch]:
        """The starts in `start 155 / 13 / 117`, with one number for each piece, in the order in which the page names them."""
        numbers = [value.part(*one.span()) for one in re.finditer(r"\d+", value.text)]
        pieces = [seat.piece for seat in self.front.cast.in_order()]
        words = all(key_of(word) in concepts("and") for word in words_in(value.text))
        fits = words and len(pieces) == len(numbers) > 1 and not re.search(r"[^\w\s/,;.&-]", value.text)
        return dict(zip(pieces, numbers, strict=True)) if fits else {}

    def _is_move(self, line: Stretch) -> bool:
        """Whether a line ends the front: it has a number and a ticket, or begins with a round."""
        words = [key_of(one) for one in words_in(line.text)]
        if is_question(line, self.vocabulary):
            return False
        fares = [one for one in words if self.vocabulary.fare(one)]
        by_name = any(one in self.vocabulary.fares and len(one) > 1 for one in fares)
        said = by_name or (fares and line.text[0].isdecimal()) or any(one in concepts("round") for one in words[:2])
        return bool(said) and any(sign.isdecimal() for sign in line.text)


def _sentences(line: Stretch) -> Iterator[Stretch]:
    """The sentences of a line; an edition between commas or wide spaces is a separate one."""
    at = 0
    for cut in [*_SENTENCE.finditer(line.text), None]:
        yield from _around_the_edition(line.part(at, cut.start() if cut else None))
        at = cut.end() if cut else at


def _around_the_edition(sentence: Stretch) -> Iterator[Stretch]:
    named = None if header_of(sentence) else edition_in(sentence)
    if named is None:
        yield sentence
        return
    first, last = named[1].column - sentence.column, named[1].end - sentence.column
    before = list(_CUT.finditer(sentence.text, 0, first))
    behind = _CUT.search(sentence.text, last)
    start, end = (before[-1].end() if before else 0), (behind.start() if behind else len(sentence.text))
    parts = (
        sentence.part(0, before[-1].start() if before else 0),
        sentence.part(start, end),
        sentence.part(behind.end() if behind else end),
    )
    yield from (part for part in parts if part)


def is_question(line: Stretch, vocabulary: Vocabulary) -> bool:
    """Whether a line is a question about the game: a question mark after more meaningless words than a move has."""
    words = map(key_of, words_in(line.text))
    return line.text.endswith("?") and sum(not vocabulary.meaning(one) for one in words) >= ASKED


def without_start(text: Stretch) -> Stretch:
    """A text without the word `start` before it."""
    word = _start_word().match(text.text)
    return text.part(word.end()) if word else text


@cache
def _seats_word() -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(map(re.escape, spellings('headers')['seats']))})\s+(?=[^\W\d_])", re.IGNORECASE)


@cache
def _start_word() -> re.Pattern[str]:
    verb = rf"(?:{any_of('they')})\s+(?:{any_of('start', 'starting')})(?:\s+(?:{any_of('by', 'from', 'to')}))?"
    return re.compile(rf"(?:{verb}|{any_of('starting')})(?!\w)\s*[:=.-]*\s*", re.IGNORECASE)
