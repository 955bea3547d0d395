"""Reads the most common shape: lines of moves, each with its piece. Also from-to, in which moves begin with their origin."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.pages.front import Said, front_of, is_question, read_front
from adjudicator.pages.minutes import Mark, Minutes, Move, Remark
from adjudicator.pages.moves_in_words import MovesInWords, is_act, is_result
from adjudicator.pages.phrases import PhraseReader
from adjudicator.pages.stretches import Sheet, Stretch
from adjudicator.pages.styles import styles_of
from adjudicator.pages.vocabulary import Vocabulary

_NUMBER = re.compile(r"[\d)\]!?,;.|]\s+((\d{1,4})\s*[.:)]\s)")  # of a round, after a move
MOST = 0.7  # share of the lines with a number that have to be moves
_CLOCK = re.compile(r"\[?\d{1,2}:\d{2}(?::\d{2})?\]?\s+(?=[^\W\d_])")


def read_lines(sheet: Sheet, vocabulary: Vocabulary) -> list[Minutes]:
    """The page as lines of moves; empty if most of it is something else."""
    reader = _Lines(sheet, vocabulary)
    reader.read()
    return [reader.minutes] if reader.is_recognised else []


def _said(sheet: Sheet) -> list[Said]:
    return [(_without_clock(line), "") for line in sheet.said()]


def _without_clock(line: Stretch) -> Stretch:
    clock = _CLOCK.match(line.text)
    return line.part(clock.end()) if clock else line


class _Lines:
    def __init__(self, sheet: Sheet, vocabulary: Vocabulary):
        timed = any(map(_CLOCK.match, (line.text for line in sheet.said())))
        self.front = read_front(_said(sheet), vocabulary) if timed else front_of(sheet, vocabulary)
        self.minutes = self.front.minutes("lines of moves")
        self.words = MovesInWords(PhraseReader(vocabulary), self.front.cast)
        self.marks = self.front.marks
        self.others = 0  # lines with a number that are not moves

    @property
    def is_recognised(self) -> bool:
        moves = self.minutes.moves
        vocabulary = self.words.phrases.vocabulary
        read = sum(move.phrase is not None or is_act(move.words, vocabulary) for move in moves)
        return read >= 2 and read >= MOST * (len(moves) + self.others)

    def read(self) -> None:
        for line, _ in self.front.rest:
            for part in self._rounds(line):
                self._line(part)
        if any(mark.is_word for mark in self.minutes.marks):  # plain numbers are those of a list
            self.minutes.turns = [turn for turn in self.minutes.turns if not isinstance(turn, Mark) or turn.is_word]
        styles = styles_of(self.minutes)
        if "from-to" in {style for move in self.minutes.moves if move.phrase for style in move.phrase.styles}:
            self.minutes.shape = "moves from station to station"
        self.minutes.how += styles

    def _rounds(self, line: Stretch) -> Iterator[Stretch]:
        """The parts of a line, cut before each number that continues from the one at its start."""
        mark, rest = self.marks.of(line)
        while mark is not None:
            number = mark.number + 1
            cut = next((found for found in _NUMBER.finditer(rest.text) if int(found[2]) == number), None)
            if cut is None:
                break
            at = rest.column - line.column + cut.start(1)
            yield line.part(0, at)
            line = line.part(at)
            mark, rest = self.marks.of(line)
        yield line

    def _line(self, line: Stretch) -> None:
        mark, rest = self.marks.of(line)
        vocabulary = self.words.phrases.vocabulary
        if is_result(line, vocabulary) or is_question(line, vocabulary):
            self.minutes.turns.append(Remark(line))
            return
        found = list(self.words.moves(rest)) if rest else []
        before = self.minutes.last_mark
        follows = mark is not None and before is not None and mark.number - 1 == before.number
        if mark is not None and follows and None in found and not any(sign.isdecimal() for sign in rest.text):
            self.minutes.turns += [mark, Remark(rest)]  # `2. nobody wrote it down`
            return
        if None in found or (not found and not mark):
            self._strange(line, found)
            return
        if mark is not None:
            self.minutes.turns.append(mark)
        self.minutes.turns += [move for move in found if move is not None]

    def _is_title(self, line: Stretch) -> bool:
        names_somebody = any(map(self.words.cast.known, line.text.replace(",", " ").split()))
        return not self.minutes.has_moves and not names_somebody and ":" not in line.text

    def _strange(self, line: Stretch, found: list[Move | None]) -> None:
        """Take a line that is not understood: as a title, as talk, or as one that may be a move."""
        if self._is_title(line) or not any(sign.isdecimal() for sign in line.text):
            self.minutes.turns.append(Remark(line))
            return
        self.others += 1
        if self.minutes.has_moves and not self.words.may_be_move(line):
            self.minutes.turns.append(Remark(line))
            return
        self.minutes.turns += [move for move in found if move is not None]
        self.minutes.unread.append(line)
