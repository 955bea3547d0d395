"""Reads moves without names: below the number of each round a line for each player, in the order of their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.faults import Fault, Place
from adjudicator.pages.front import Front, front_of
from adjudicator.pages.minutes import ANY, Mark, Minutes, Move
from adjudicator.pages.moves_in_words import MovesInWords
from adjudicator.pages.phrases import Phrase, PhraseReader
from adjudicator.pages.stretches import Sheet, Stretch
from adjudicator.pages.styles import styles_of
from adjudicator.pages.vocabulary import Vocabulary

LEAST = 3  # pieces; and most rounds need more than one move
Ride = tuple[Stretch, Phrase]
Round = tuple[Mark, list[Ride]]


def read_in_turn(sheet: Sheet, vocabulary: Vocabulary) -> list[Minutes]:
    """The page as such rounds; empty if a line is not a number, a ride without a name, or talk."""
    front = front_of(sheet, vocabulary)
    if len(front.cast.seats) < LEAST or not front.cast.has_fugitive:
        return []
    rounds = _rounds(front, MovesInWords(PhraseReader(vocabulary), front.cast.copy()))
    several = [len(rides) > 1 for _, rides in rounds]
    return [_minutes(front, rounds)] if several and all(several[:-1]) and any(several) else []


def _rounds(front: Front, words: MovesInWords) -> list[Round]:
    """The rides below each number; empty if another line has a number."""
    seats = set(front.cast.seats)  # a colour may also be a ticket
    found: list[Round] = []
    for line, _ in front.rest:
        mark, rest = front.marks.of(line)
        is_named = bool(rest) and any(move is not None and move.piece in seats for move in words.moves(rest))
        phrase = words.phrases.read(rest) if rest and not is_named else None
        is_ride = phrase is not None and _is_ride(phrase)
        if mark is not None:
            found.append((mark, []))
        if phrase is not None and is_ride and found:
            found[-1][1].append((rest, phrase))
        elif rest and any(map(str.isdecimal, rest.text)):
            return []
    return found


def _is_ride(phrase: Phrase) -> bool:
    """Whether a line is one turn with tickets, and not a row of a table."""
    return bool(phrase.plain) or (
        1 <= len(phrase.entries) <= 1 + phrase.double and all(entry.fare is not None for entry in phrase.entries)
    )


def _minutes(front: Front, rounds: Sequence[Round]) -> Minutes:
    minutes = front.minutes("moves in turn")
    pieces = [seat.piece for seat in front.cast.in_order()]
    for number, (mark, rides) in enumerate(rounds, 1):
        minutes.turns.append(mark)
        whose = list(_whose(rides, pieces))
        if len(whose) < len(rides) or (len(whose) < len(pieces) and number < len(rounds)):
            minutes.faults.append(_unknown(mark, pieces))
            break
        minutes.turns += [Move(piece, words, phrase) for piece, (words, phrase) in zip(whose, rides, strict=False)]
    minutes.doubts[ANY] = _unknown(rounds[0][0], pieces)
    minutes.how += [f"nobody is named, so in the order {', '.join(pieces)}", *styles_of(minutes)]
    return minutes


def _whose(rides: Sequence[Ride], pieces: Sequence[str]) -> Iterator[str]:
    """The piece of each ride. The first half of a double is marked, and the second belongs to the same piece."""
    first = rides[0][1] if rides else Phrase()
    again = [pieces[0]] * (first.double and len(first.entries) == 1)
    yield from [*again, *pieces][: len(rides)]


def _unknown(mark: Mark, pieces: Sequence[str]) -> Fault:
    return Fault("T382", Place("", mark.place.line, mark.place.column), pieces=list(pieces))
