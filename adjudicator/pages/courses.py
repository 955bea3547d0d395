"""Reads one line for each player: the start, then all moves. `Red: 29, bus 15, bus 14`, `X: 35 -> taxi 48 -> taxi 63`.

Also one list for each: a line that names the player, then one line for each move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import define, evolve, field

from adjudicator.faults import Fault, Place
from adjudicator.pages.front import Front, front_of, without_start
from adjudicator.pages.minutes import Mark, Minutes, Move
from adjudicator.pages.moves_in_words import MovesInWords, is_act
from adjudicator.pages.phrases import Phrase, PhraseReader
from adjudicator.pages.roster import Roster
from adjudicator.pages.stretches import Sheet, Stretch
from adjudicator.pages.styles import styles_of
from adjudicator.pages.vocabulary import Vocabulary

_STEP = re.compile(r"\s*(?:,|;|-*>|=>|→|\s-\s|\|)\s*")
_FIRST = re.compile(r"(?P<at>\d{1,3})\s*(?:,|;|:|-*>|=>|→|\s-\s|\||\s)\s*")  # a start before the rides
_ACT = re.compile(r";")
LEAST = 2  # pieces, and moves on a line, at least


@define
class _Course:
    """The moves of a piece by round, and its start, which has an empty text if the page does not give it there."""

    piece: str
    start: Stretch
    rounds: dict[int, list[Move]] = field(factory=dict)

    @property
    def moves(self) -> list[Move]:
        return [move for moves in self.rounds.values() for move in moves]

    @property
    def last(self) -> int:
        return max(self.rounds, default=0)


def read_courses(sheet: Sheet, vocabulary: Vocabulary) -> list[Minutes]:
    """The page as a line or list for each player; empty if any other line has a number, or a piece has two lines."""
    front, words = _front(sheet, vocabulary)
    reader = _Courses(front, words)
    is_read = all(map(reader.line, sheet.said()))
    found = [course for course in reader.found if course.rounds]
    pieces = {course.piece for course in found}
    if not is_read or not len(pieces) == len(found) >= LEAST or not _as_entries(found, vocabulary.lexicon.fugitive):
        return []
    return [_minutes(front, found, "a list for each player" if reader.has_lists else "a line for each player")]


def _front(sheet: Sheet, vocabulary: Vocabulary) -> tuple[Front, MovesInWords]:
    front = front_of(sheet, vocabulary)
    return front, MovesInWords(PhraseReader(vocabulary), front.cast)


class _Courses:
    """Reads a page line by line."""

    def __init__(self, front: Front, words: MovesInWords):
        self.front, self.words = front, words
        self.roster = Roster(words.phrases.vocabulary, front.cast)
        self.found: list[_Course] = []
        self.has_lists = False

    def line(self, line: Stretch) -> bool:
        """Take a line. Returns whether a page of this shape can have it."""
        course = _course(line, self.words) or self._begun(line)
        if course is not None:
            self.found.append(course)
            return True
        return self._listed(line) or not (self.found and any(map(str.isdecimal, line.text)))

    def _begun(self, line: Stretch) -> _Course | None:
        """The course that begins with a line that has only the name of a piece, and perhaps its start; or None."""
        claims = self.roster.claims(line)
        if len(claims) == 1 and claims[0].piece:
            return _Course(claims[0].piece, claims[0].at or line.part(0, 0))
        alone = line.part(0, len(line.text.rstrip(" :-")))
        return _Course(self.words.cast.named(alone.text), line.part(0, 0)) if self.words.cast.named(alone.text) else None

    def _listed(self, line: Stretch) -> bool:
        """Take a move below a name. Numbers of moves may have gaps."""
        mark, rides = self.front.marks.of(line)
        now = self.found[-1] if self.found else None
        if now is None or (mark is not None and mark.number <= now.last):
            return False
        read = [(part, self.words.phrases.read(part)) for part in filter(None, rides.cut(_ACT))]
        if not read or not all(_is_ride(phrase) or is_act(part, self.words.phrases.vocabulary) for part, phrase in read):
            return False
        now.rounds[mark.number if mark else now.last + 1] = [Move(now.piece, part, phrase) for part, phrase in read]
        self.has_lists = True
        return True


def _is_ride(phrase: Phrase | None) -> bool:
    """Whether a line is certainly a move; a number alone may be anything."""
    return phrase is not None and bool(phrase.plain or (phrase.entries and all(entry.fare for entry in phrase.entries)))


def _course(line: Stretch, words: MovesInWords) -> _Course | None:
    """All moves of a piece on one line, after its start or without one; talk may follow. None for any other line."""
    piece, rest = words.who(line) if words.is_known(line) else ("", line)
    course = without_start(rest)
    first = _FIRST.match(course.text)
    steps = list(course.part(first.end() if first else 0).cut(_STEP)) if piece else []
    read = [(step, words.phrases.read(step)) for step in steps]
    if read and read[-1][1] is None and not any(map(str.isdecimal, read[-1][0].text)):
        read.pop()
    moves = [Move(piece, step, phrase) for step, phrase in read if phrase and (phrase.entries or phrase.plain)]
    if not LEAST <= len(moves) == len(read) or not (first or all(_is_ride(move.phrase) for move in moves)):
        return None
    start = course.part(*first.span("at")) if first else course.part(0, 0)
    return _Course(piece, start, {number: [move] for number, move in enumerate(moves, 1)})


def _as_entries(courses: list[_Course], fugitive: str) -> bool:
    """Put both halves of a double in one round, if each has a number. Returns whether the numbers then have no gaps."""
    for course in courses:
        turns = list(_turns(list(course.rounds.values())))
        if course.piece == fugitive and any(len(turn) > 1 for turn in turns):
            if course.last != len(course.rounds):
                return False
            course.rounds = {number: [move for moves in turn for move in moves] for number, turn in enumerate(turns, 1)}
    return True


def _turns(rounds: list[list[Move]]) -> Iterator[list[list[Move]]]:
    """The rounds of the fugitive: an entry marked as a double is in the round of the next one."""
    held: list[list[Move]] = []
    for moves in rounds:
        held.append(moves)
        if len(held) > 1 or not (len(moves) == 1 and _is_half(moves[0])):
            yield held
            held = []
    if held:
        yield held


def _minutes(front: Front, courses: list[_Course], shape: str) -> Minutes:
    minutes = front.minutes(shape)
    minutes.starts |= {course.piece: course.start for course in courses if course.start}
    for number in sorted({number for course in courses for number in course.rounds}):
        moves = [move for course in courses for move in course.rounds.get(number, ())]
        minutes.turns += [Mark(number, evolve(moves[0].words, said=str(number))), *moves]
    minutes.unordered = True
    ends = [course.rounds[course.last] for course in courses if course.piece == front.cast.lexicon.fugitive]
    halves = [end.words for end, *others in ends if not others and _is_half(end)]
    minutes.faults += [Fault("T381", Place("", half.line, half.column)) for half in halves]
    minutes.how += styles_of(minutes)
    return minutes


def _is_half(move: Move) -> bool:
    return move.phrase is not None and move.phrase.double and len(move.phrase.entries) == 1
