"""The printed log sheet: the fugitive's entries alone, by number or in a row. Nobody is named, and numbers count entries."""

from __future__ import annotations

from attrs import evolve

from adjudicator.faults import Fault
from adjudicator.record.shapes.front import read_front
from adjudicator.record.shapes.marks import marked
from adjudicator.record.shapes.minutes import Mark, Minutes, Move, Remark
from adjudicator.record.shapes.moves_in_words import MovesInWords
from adjudicator.record.shapes.phrases import PhraseReader
from adjudicator.record.shapes.stretches import Sheet, Stretch, without_markup
from adjudicator.record.shapes.styles import styles_of
from adjudicator.record.shapes.vocabulary import Vocabulary


def read_log_sheet(sheet: Sheet, vocabulary: Vocabulary) -> list[Minutes]:
    """The page as a log sheet; nothing where somebody else moves on it, or a line is neither an entry nor talk."""
    front = read_front([(without_markup(line), "") for line in sheet.said()], vocabulary)
    minutes, cast = front.minutes("a log sheet", halves=False), front.cast
    words = MovesInWords(PhraseReader(vocabulary), cast)
    for line, _ in front.rest:
        if not _line(line, minutes, words):
            return []
    cast.whose(vocabulary.lexicon.fugitive)
    if not any(move.phrase and move.phrase.double for move in minutes.moves):
        minutes.doubts["after-the-end"] = Fault("T350")
    numbers = any(isinstance(turn, Mark) for turn in minutes.turns)
    minutes.how += [*(["numbers are entries"] if numbers else []), *styles_of(minutes)]
    return [minutes] if len(minutes.moves) > 1 or (minutes.moves and minutes.headers) else []


def _line(line: Stretch, minutes: Minutes, words: MovesInWords) -> bool:
    """Takes a line, and says whether it can stand on a log sheet."""
    mark, rest = marked(line)
    if mark and not rest and mark.number > 1 and not minutes.moves and not minutes.starts:
        minutes.starts[minutes.cast.lexicon.fugitive] = mark.place  # above the first entry stands where he started
        return True
    phrase = words.phrases.read(rest)
    if phrase is None or (rest and not phrase.entries):
        if any(sign.isdecimal() for sign in line.text):
            return False
        minutes.turns.append(Remark(line))
        return True
    if not all(entry.fare or (entry.to and mark) for entry in phrase.entries):
        return False
    if len(phrase.entries) == 1 or (phrase.double and len(phrase.entries) == 2):
        minutes.turns += [*([mark] if mark else []), Move(minutes.cast.lexicon.fugitive, rest, phrase)]
        return True
    if mark is not None or minutes.moves:
        return False
    fugitive = minutes.cast.lexicon.fugitive  # entries one after another: each is a move
    minutes.turns += [Move(fugitive, rest, evolve(phrase, entries=(entry,), double=False)) for entry in phrase.entries]
    return True
