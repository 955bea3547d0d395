"""Reads the printed log sheet: only the fugitive's entries, by number or in a row. It has no names; numbers count entries."""

from __future__ import annotations

import re
from itertools import pairwise

from adjudicator.faults import Fault
from adjudicator.pages.front import front_of
from adjudicator.pages.marks import Marks
from adjudicator.pages.minutes import Mark, Minutes, Move, Remark
from adjudicator.pages.moves_in_words import MovesInWords
from adjudicator.pages.phrases import FARES, PhraseReader
from adjudicator.pages.stretches import Sheet, Stretch
from adjudicator.pages.styles import styles_of
from adjudicator.pages.vocabulary import Vocabulary

LEAST = 3  # entries in a row
_LEAD = re.compile(r"([^:\d]{1,30}?)\s*:\s*")
_OF_HIM = re.compile(r"['’]s\b")  # `Mr X's tickets:`
_OF_A_ROW = (*FARES, "number", "unknown", "double", "seen", "separator", "dash")


def read_log_sheet(sheet: Sheet, vocabulary: Vocabulary) -> list[Minutes]:
    """The page as a log sheet; empty if another piece moves on it, or a line is neither an entry nor talk."""
    front = front_of(sheet, vocabulary)
    minutes, cast = front.minutes("a log sheet", halves=False), front.cast
    words = MovesInWords(PhraseReader(vocabulary), cast)
    for line, _ in front.rest:
        if not _line(line, minutes, words, front.marks):
            return []
    cast.whose(vocabulary.lexicon.fugitive)
    if not any(move.phrase and move.phrase.double for move in minutes.moves):
        minutes.doubts["after-the-end"] = Fault("T350")
    numbers = any(isinstance(turn, Mark) for turn in minutes.turns)
    minutes.how += [*(["numbers are entries"] if numbers else []), *styles_of(minutes)]
    return [minutes] if len(minutes.moves) > 1 or (minutes.moves and minutes.headers) else []


def _line(line: Stretch, minutes: Minutes, words: MovesInWords, marks: Marks) -> bool:
    """Take a line. Returns whether a log sheet can have it."""
    mark, rest = marks.of(line)
    if mark and not rest and mark.number > 1 and not minutes.moves and not minutes.starts:
        minutes.starts[minutes.cast.lexicon.fugitive] = mark.place  # a station above the first entry is his start
        return True
    row = [] if mark or minutes.moves else _row(rest, words)
    if row:
        minutes.turns += row
        return True
    phrase = words.phrases.read(rest)
    if phrase is None or (rest and not phrase.entries):
        if any(sign.isdecimal() for sign in line.text):
            return False
        minutes.turns.append(Remark(line))
        return True
    if not all(entry.fare or (entry.to and mark) for entry in phrase.entries):
        return False
    if len(phrase.entries) > 1 and not (phrase.double and len(phrase.entries) == 2):
        return False
    minutes.turns += [*([mark] if mark else []), Move(minutes.cast.lexicon.fugitive, rest, phrase)]
    return True


def _row(line: Stretch, words: MovesInWords) -> list[Move]:
    """The entries of a row: `T T T(80) BL BL` or `Mr X: T48 T63 T80!`, each from one ticket to the next."""
    lead = _LEAD.match(line.text)
    fugitive = words.cast.lexicon.fugitive
    entries = line.part(lead.end()) if lead and words.cast.known(_OF_HIM.split(lead[1])[0]) == fugitive else line
    tokens = list(words.phrases.tokens(entries))
    if any(token.kind not in _OF_A_ROW for token in tokens) or not {token.kind for token in tokens[:1]} & {*FARES, "double"}:
        return []
    tickets = [at for at, token in enumerate(tokens) if token.kind in FARES]
    firsts = [at - (at > 0 and tokens[at - 1].kind == "double") for at in tickets]
    columns = [tokens[at].stretch.column - entries.column for at in firsts]
    parts = [entries.part(start, end) for start, end in pairwise([*columns, len(entries.text)])]
    phrases = [(part, words.phrases.read(part)) for part in parts]
    moves = [Move(fugitive, part, phrase) for part, phrase in phrases if phrase is not None and len(phrase.entries) == 1]
    return moves if len(moves) == len(parts) >= LEAST else []
