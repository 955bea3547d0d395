"""The shape of most pages: lines of moves, each with who moves. Also from-to, where moves say from which station."""

from __future__ import annotations

from adjudicator.record.shapes.cast import Cast
from adjudicator.record.shapes.heading import header_of, seats_of
from adjudicator.record.shapes.minutes import Minutes, Move, Remark
from adjudicator.record.shapes.moves_in_words import MovesInWords, is_act, is_seat, is_start, marked, start_of, starts_in
from adjudicator.record.shapes.phrases import PhraseReader
from adjudicator.record.shapes.stretches import Sheet, Stretch, without_markup
from adjudicator.record.shapes.styles import styles_of
from adjudicator.record.shapes.vocabulary import Vocabulary

MOST = 0.7  # of the text below the headers has to be moves


def read_lines(sheet: Sheet, vocabulary: Vocabulary) -> list[Minutes]:
    """The page as lines of moves; nothing where most of it is something else."""
    reader = _Lines(sheet, vocabulary)
    reader.read()
    return [reader.minutes] if reader.is_recognised else []


class _Lines:
    def __init__(self, sheet: Sheet, vocabulary: Vocabulary):
        self.lines = [line for line in sheet.said() if not line.text.startswith("#")]
        headers = [found for found in map(header_of, self.lines) if found]
        cast = Cast(vocabulary.lexicon, seats_of(headers, vocabulary.lexicon))
        self.minutes = Minutes("lines of moves", cast)
        self.words = MovesInWords(PhraseReader(vocabulary), cast)
        self.others = 0  # parts that are not moves
        self.starting = False  # whether the line above is only `Start`

    @property
    def is_recognised(self) -> bool:
        moves = self.minutes.moves
        vocabulary = self.words.phrases.vocabulary
        read = sum(move.phrase is not None or is_act(move.words, vocabulary) for move in moves)
        return read >= 2 and read >= MOST * (len(moves) + self.others)

    def read(self) -> None:
        for line in self.lines:
            header = header_of(line)
            if header is not None:
                self.minutes.headers.append(header)
            elif self.minutes.moves or not is_seat(line, self.words):
                self._line(without_markup(line))
        styles = styles_of(self.minutes)
        if "from-to" in {style for move in self.minutes.moves if move.phrase for style in move.phrase.styles}:
            self.minutes.shape = "moves from station to station"
        self.minutes.how += styles

    def _line(self, line: Stretch) -> None:
        start = start_of(line, self.words) if not self.minutes.moves else None
        begins = all(isinstance(turn, Remark) for turn in self.minutes.turns)
        if begins and is_start(line):
            self.starting = True
            return
        starts = dict([start]) if start else starts_in(line, self.words, 1 if self.starting else 2) if begins else {}
        if starts:
            self.minutes.starts |= starts
            return
        mark, rest = marked(line)
        self.words.last = None
        found = list(self.words.moves(rest)) if rest else []
        if None in found or (not found and not mark):
            self._strange(line, found)
            return
        if mark is not None:
            self.minutes.turns.append(mark)
        self.minutes.turns += [move for move in found if move is not None]

    def _is_title(self, line: Stretch) -> bool:
        names_somebody = any(map(self.words.cast.known, line.text.replace(",", " ").split()))
        return not self.minutes.moves and not names_somebody and ":" not in line.text

    def _strange(self, line: Stretch, found: list[Move | None]) -> None:
        """A line without a number is talk, and one above the moves that names nobody is a title; any other may be a move."""
        self.others += 1
        if self._is_title(line) or not any(sign.isdecimal() for sign in line.text):
            self.minutes.turns.append(Remark(line))
            return
        self.minutes.turns += [move for move in found if move is not None]
        self.minutes.unread.append(line)
