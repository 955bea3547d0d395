"""Moves in running text: who, then what. `X: 35 -> 48 taxi, red bus 15; Ben (blue) Taxi nach 39`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from attrs import evolve

from adjudicator.record.lexicon import key_of
from adjudicator.record.shapes.cast import Cast
from adjudicator.record.shapes.minutes import Mark, Move
from adjudicator.record.shapes.phrases import PhraseReader
from adjudicator.record.shapes.stretches import Stretch
from adjudicator.record.shapes.vocabulary import Vocabulary
from adjudicator.words import any_of, concepts

_CUT = re.compile(r";|(?<=[\d!?)])\.(?=\s)")  # a full stop behind a station ends a move
_CHUNK = re.compile(r"[,;]")
_NAME = re.compile(r"([^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2})( ?\([^()]{1,40}\))?(?:\s*(:))?")
_SEAT = re.compile(rf"([^:=]{{1,40}}?)(?:\s*(?P<sign>[:=])\s*|\s+(?:{any_of('is')})\s+)([^:=;,\d]{{1,40}}?)\.?")
_START = re.compile(r"\s*[:=]?\s*(\d{1,6}|\?)\s*$")


@cache
def _round_number() -> re.Pattern[str]:
    word = any_of("round", "entry")
    return re.compile(
        rf"\(?(?:(?P<word>{word})\s*)?(?P<number>\d{{1,4}})(?P<half>[ab])?(?=\W|$)\s*(?P<end>[.):]*|-(?=\s|$))\s*",
        re.IGNORECASE,
    )


def marked(line: Stretch) -> tuple[Mark | None, Stretch]:
    """The number at the beginning of a line, if one stands there, and the rest: `5a. X black 113`, `Runde 3: ...`, `7`."""
    found = _round_number().match(line.text)
    if found is None or not (found["word"] or found["end"] or found["half"] or found.end() == len(line.text)):
        alone = re.match(r"(\d{1,4})\s+(?=[^\W\d_])", line.text)
        if alone is None:
            return None, line
        return Mark(int(alone[1]), line.part(0, alone.end(1))), line.part(alone.end())
    again = (found["half"] or "").lower() == "b"
    return Mark(int(found["number"]), line.part(found.start("number"), found.end("number")), again), line.part(found.end())


class MovesInWords:
    """Reads the moves of a line, with who moves."""

    def __init__(self, phrases: PhraseReader, cast: Cast):
        self.phrases, self.cast = phrases, cast
        self.last: Move | None = None
        self.speaker = ""

    def moves(self, line: Stretch, speaker: str = "") -> Iterator[Move | None]:
        """Every move of a line; None for a part that is none. A move without a name is the speaker's, if there is one."""
        self.speaker = speaker
        for stretch in _split(line, _CUT):
            chunks = list(_split(stretch, _CHUNK))
            before = self.last
            found = [move for chunk in chunks for move in self._chunk(chunk, speaker)]
            if len(chunks) > 1 and (None in found or self._goes_on(found)):  # a comma of another kind
                self.last = before
                found = list(self._chunk(stretch, speaker))
            yield from _joined(found)

    def _goes_on(self, moves: list[Move | None]) -> bool:
        """Whether two moves of a piece follow each other that are not the halves of the fugitive's double."""
        known = [move for move in moves if move is not None]
        pairs = [(one, other) for one, other in pairwise(known) if one.piece == other.piece]
        return any(one.piece != self.cast.lexicon.fugitive or not (one.phrase and other.phrase) for one, other in pairs)

    def _chunk(self, chunk: Stretch, speaker: str) -> Iterator[Move | None]:
        piece, rest = self.who(chunk)
        if not piece:
            own = self.phrases.read(chunk)
            is_move = own is not None and bool(own.entries or own.plain)
            piece = (self.last.piece if self.last else "") or speaker
            if speaker and self.last is None:
                piece = speaker
            move = Move(piece, chunk, own) if is_move and piece else None
        else:
            phrase = self.phrases.read(rest)
            is_move = phrase is not None and bool(phrase.entries or phrase.plain)
            move = Move(piece, rest, phrase if is_move else None) if rest else None
        self.last = move or self.last
        yield move

    def who(self, chunk: Stretch) -> tuple[str, Stretch]:
        """The piece that a chunk begins with, and what it did."""
        found = _NAME.match(chunk.text)
        if found is None:
            return "", chunk
        words = found[1].split(" ")
        for count in range(len(words), 0, -1):
            name = " ".join(words[:count])
            whole = count == len(words)
            rest = chunk.part(found.end() if whole else len(name))
            if self.cast.known(name) and not self._is_entry(name, rest):
                return self.cast.whose(name + (found[2] or "" if whole else "")), rest
        aside = (found[2] or "").strip(" ()")
        rest = chunk.part(found.end())
        named = (found[3] and self._is_ride(rest)) or (aside and self.cast.known(aside))
        if named and not self.tells(words):
            return self.cast.whose(found[1] + (found[2] or "")), rest
        return "", chunk

    def _is_ride(self, words: Stretch) -> bool:
        """Whether a text is a ride for certain: a number alone may be anything."""
        phrase = self.phrases.read(words)
        return phrase is not None and any(entry.fare is not None or entry.origin is not None for entry in phrase.entries)

    def _is_entry(self, name: str, rest: Stretch) -> bool:
        """Whether `black 114` goes on with the entries of the piece before it, and is not what a piece called black did."""
        if not rest.text[:1].isdecimal() or not self.phrases.vocabulary.fare(key_of(name)):
            return False
        phrase = self.phrases.read(rest)
        own_fare = phrase is not None and any(entry.fare is not None or entry.origin is not None for entry in phrase.entries)
        goes_on = self.last is not None and self.last.piece == self.cast.lexicon.fugitive
        return not own_fare and (goes_on or bool(self.speaker))

    def may_be_move(self, words: Stretch) -> bool:
        """Whether a text that is not understood has a number and a ticket in it: its author has to say what it means."""
        named = (self.phrases.vocabulary.fare(key_of(one)) for one in re.findall(r"[^\W\d_]{2,}", words.text))
        return any(sign.isdecimal() for sign in words.text) and any(named)

    def tells(self, words: list[str]) -> bool:
        """Whether one of these words belongs to a move: no name has such words."""
        return any(self.phrases.vocabulary.meaning(key_of(word)) for word in words)


def start_of(line: Stretch, words: MovesInWords) -> tuple[str, Stretch] | None:
    """`Mister X startet auf 132`: a piece and its start."""
    piece, rest = words.who(line)
    parts = rest.text.split(" ")
    for count in (3, 2, 1):
        if piece and key_of(" ".join(parts[:count])) in concepts("start"):
            found = _START.match(rest.text, len(" ".join(parts[:count])))
            if found:
                return piece, rest.part(found.start(1), found.end(1))
    return None


def is_start(line: Stretch) -> bool:
    """`Start` or `Starting positions:` alone: each line below says where a piece begins."""
    return "start" in (concepts(kind).get(key_of(line.text.rstrip(" :"))) for kind in ("start", "headers"))


def starts_in(line: Stretch, words: MovesInWords, least: int = 2) -> dict[str, Stretch]:
    """`X 35, red 29, blue 26`: where several pieces begin; nothing where the line says anything else."""
    words.last = None
    found = [words.who(chunk) for chunk in _split(line, _CHUNK)]
    if len(found) < least or not all(piece and rest.text.isdecimal() for piece, rest in found):
        return {}
    return dict(found)


def is_seat(line: Stretch, words: MovesInWords) -> bool:
    """`white is a detective`, `White: detective`, `Red = Ben`: gives a piece its role or person; says whether it does."""
    found = _SEAT.fullmatch(line.text)
    if found is None or not words.cast.known(found[1]):
        return False
    said = found[3].split()
    said = said[1:] if len(said) > 1 and key_of(said[0]) in concepts("articles") else said
    is_role = key_of("".join(said)) in words.cast.lexicon.roles
    if not is_role and (not found["sign"] or words.tells(said)):
        return False
    words.cast.whose(f"{found[1]} ({' '.join(said)})")
    return True


def is_act(words: Stretch, vocabulary: Vocabulary) -> bool:
    """Whether a text begins with an action of the edition, or with a ride to which one is joined."""
    parts = words.text.split()
    starts = [key_of(" ".join(parts[:count])) for count in (1, 2, 3)]
    joins = "+" in words.text or "&" in words.text
    return any(start in vocabulary.lexicon.forms for start in starts) or (joins and bool(vocabulary.fare(starts[0])))


def _split(stretch: Stretch, cut: re.Pattern[str]) -> Iterator[Stretch]:
    at = 0
    for part in cut.split(stretch.text):
        if part.strip():
            yield stretch.part(at, at + len(part))
        at += len(part) + 1


def _joined(moves: list[Move | None]) -> Iterator[Move | None]:
    """Two phrases of one piece, one after the other and between two `;`, are one move."""
    held: Move | None = None
    for move in moves:
        if held is not None and move is not None and held.phrase and move.phrase and held.piece == move.piece:
            entries = (*held.phrase.entries, *move.phrase.entries)
            double, styles = held.phrase.double or move.phrase.double, held.phrase.styles | move.phrase.styles
            held = evolve(held, phrase=evolve(held.phrase, entries=entries, double=double, styles=styles))
            continue
        if held is not None:
            yield held
        held = move
        if move is None:
            yield None
    if held is not None:
        yield held
