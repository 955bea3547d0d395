"""A line for each player: its start, then all its moves. `Red: 29, bus 15, bus 14`, `X: 35 -> taxi 48 -> taxi 63`.

Or a list for each: a line that names the player, then a line for each move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve

from adjudicator.faults import Fault, Place
from adjudicator.record.lexicon import key_of
from adjudicator.record.shapes.front import Front, read_front, without_start
from adjudicator.record.shapes.marks import Marks
from adjudicator.record.shapes.minutes import Mark, Minutes, Move
from adjudicator.record.shapes.moves_in_words import MovesInWords
from adjudicator.record.shapes.phrases import Phrase, PhraseReader
from adjudicator.record.shapes.stretches import Sheet, Stretch
from adjudicator.record.shapes.styles import styles_of
from adjudicator.record.shapes.vocabulary import Vocabulary
from adjudicator.words import concepts, words_in

_STEP = re.compile(r"\s*(?:,|;|-*>|=>|→|\s-\s|\|)\s*")
_START = re.compile(r"(?P<words>[^\d;]{0,30}?)(?P<at>\d{1,3})?[^\w;]{0,5}")  # behind a name above a list
_SMALL = ("start", "starting", "from", "by", "to", "is")  # kinds of words before a start
LEAST = 2  # pieces, and moves of each
Course = tuple[str, Stretch, list[Move]]  # whose, from where, and what


def read_courses(sheet: Sheet, vocabulary: Vocabulary) -> list[Minutes]:
    """The page as a line for each player; nothing if a line with a number is anything else, or a piece has two lines."""
    return _in_lines(sheet, vocabulary) or _in_lists(sheet, vocabulary)


def _in_lines(sheet: Sheet, vocabulary: Vocabulary) -> list[Minutes]:
    front, words = _front(sheet, vocabulary)
    lines = [line for line, _ in front.rest if any(map(str.isdecimal, line.text))]
    found = [_course(line, words) for line in lines]
    courses = [one for one in found if one is not None]
    pieces = {piece for piece, _, _ in courses}
    return [_minutes(front, courses)] if len(courses) == len(lines) == len(pieces) >= LEAST else []


def _in_lists(sheet: Sheet, vocabulary: Vocabulary) -> list[Minutes]:
    front, words = _front(sheet, vocabulary)
    lists = _lists(sheet, words, front.marks)
    return [_minutes(front, lists, "a list for each player")] if lists else []


def _front(sheet: Sheet, vocabulary: Vocabulary) -> tuple[Front, MovesInWords]:
    front = read_front([(line, "") for line in sheet.said()], vocabulary)
    return front, MovesInWords(PhraseReader(vocabulary), front.cast)


def _lists(sheet: Sheet, words: MovesInWords, marks: Marks) -> list[Course]:
    """The moves below each name; nothing where a piece comes again, a list is short or leaves out a number, or a line among
    them is anything else."""
    found: list[Course] = []
    for line in sheet.said():
        piece, rest = words.who(line) if words.is_known(line) else ("", line)
        start = _start(rest) if piece else None
        mark, ride = marks.of(line)
        phrase = words.phrases.read(ride)
        if start is not None:
            found.append((piece, start, []))
        elif found and _is_ride(phrase) and (mark is None or mark.number == len(found[-1][2]) + 1):
            found[-1][2].append(Move(found[-1][0], ride, phrase))
        elif found and any(map(str.isdecimal, line.text)):
            return []
    pieces = {piece for piece, _, _ in found}
    is_whole = len(pieces) == len(found) >= LEAST and all(len(moves) >= LEAST for _, _, moves in found)
    return found if is_whole else []


def _start(words: Stretch) -> Stretch | None:
    """Where a piece starts, by the words behind its name above a list; an empty text where they give none."""
    found = _START.fullmatch(words.text)
    if found is None or not all(any(key_of(one) in concepts(kind) for kind in _SMALL) for one in words_in(found["words"])):
        return None
    return words.part(*found.span("at")) if found["at"] else words.part(0, 0)


def _is_ride(phrase: Phrase | None) -> bool:
    """Whether a line is a move for certain: a number alone may be anything."""
    return phrase is not None and bool(phrase.plain or (phrase.entries and all(entry.fare for entry in phrase.entries)))


def _course(line: Stretch, words: MovesInWords) -> Course | None:
    piece, rest = words.who(line)
    start, *steps = _steps(without_start(rest)) if piece else [rest]
    phrases = [(step, words.phrases.read(step)) for step in steps]
    moves = [Move(piece, step, phrase) for step, phrase in phrases if phrase and (phrase.entries or phrase.plain)]
    return (piece, start, moves) if start.text.isdecimal() and LEAST <= len(moves) == len(steps) else None


def _steps(course: Stretch) -> Iterator[Stretch]:
    at = 0
    for cut in [*_STEP.finditer(course.text), None]:
        yield course.part(at, cut.start() if cut else None)
        at = cut.end() if cut else at


def _minutes(front: Front, courses: list[Course], shape: str = "a line for each player") -> Minutes:
    minutes = front.minutes(shape)
    minutes.starts |= {piece: start for piece, start, _ in courses if start}
    fugitive = front.cast.lexicon.fugitive
    turns = [list(_turns(moves) if piece == fugitive else ([move] for move in moves)) for piece, _, moves in courses]
    for number in range(max(map(len, turns))):
        first = next(moves[number][0] for moves in turns if number < len(moves))
        minutes.turns.append(Mark(number + 1, evolve(first.words, said=str(number + 1))))
        minutes.turns += [move for moves in turns if number < len(moves) for move in moves[number]]
    minutes.unordered = True
    ends = [moves[-1] for piece, _, moves in courses if piece == fugitive and len(list(_turns(moves))[-1]) == 1]
    minutes.faults += [Fault("T381", Place("", end.words.line, end.words.column)) for end in ends if _is_half(end)]
    minutes.how += styles_of(minutes)
    return minutes


def _turns(moves: list[Move]) -> Iterator[list[Move]]:
    """The moves of the fugitive by rounds: an entry that is marked as a double belongs to the next one."""
    held: list[Move] = []
    for move in moves:
        held.append(move)
        if len(held) > 1 or not _is_half(move):
            yield held
            held = []
    if held:
        yield held


def _is_half(move: Move) -> bool:
    return move.phrase is not None and move.phrase.double and len(move.phrase.entries) == 1
