"""Players and starts, in any order and with any signs: `Ana (Mr. X), Ben is red`, `X155 r13`, `X starts on 35`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from attrs import evolve

from adjudicator.record.lexicon import key_of
from adjudicator.record.shapes.cast import Cast
from adjudicator.record.shapes.stretches import Stretch
from adjudicator.record.shapes.vocabulary import Vocabulary
from adjudicator.record.transcript import Seat
from adjudicator.values import frozen
from adjudicator.words import any_of, concepts

_WORD = re.compile(r"(?P<word>[^\W\d_]\w*(?:[.'’-]+\w+)*\.?)|(?P<sign>[=:()\[\]>-])|(?P<other>[^\s!.])")
_CUT = re.compile(rf"[,;/](?![^()]*\))|\s(?:{any_of('and')})\s", re.IGNORECASE)
_NUMBERED = r"[^\W\d_]\d(?=[ :=])"  # a name like `D1`
_START = re.compile(
    rf"[\s,;./-]*(?P<name>{_NUMBERED}|[^\W\d_][^\d;,/?]{{0,60}}?)\s*[:=,-]*\s*(?P<at>\d{{1,6}}|\?)(?![\w/])(?:\s*\([^()\d]*\))?[\s,;./!)]*"
)
LONGEST = 400  # signs of a line of the front
SIGNS = 16  # and words that give one seat
WORDS = 3  # of a person's name, at most


@frozen
class Told:
    """A seat that a text gives; `plainly` where a sign or a verb says so, and not the order of words alone."""

    seat: Seat
    plainly: bool


class Roster:
    """Reads seats and starts by the names of a cast."""

    def __init__(self, vocabulary: Vocabulary, cast: Cast):
        self.vocabulary, self.cast = vocabulary, cast

    # --- seats

    def seats(self, text: Stretch, speaker: str = "") -> list[Told]:
        """The seats that a text gives; none where any part of it says something else."""
        if len(text.text) > LONGEST or any(sign.isdecimal() for sign in text.text):
            return []
        found: list[Told] = []
        for part in filter(str.strip, _CUT.split(text.text)):
            told = self._seat(part, speaker) or self._too(part, found)
            if told is None:
                return []
            found.append(told)
        return found

    def _too(self, text: str, found: Sequence[Told]) -> Told | None:
        """A further piece of the person before: `Ruth = purple and yellow`."""
        piece = self.cast.piece(key_of(text))
        return Told(Seat(piece, found[-1].seat.person), found[-1].plainly) if piece and found else None

    def _seat(self, text: str, speaker: str) -> Told | None:
        matches = list(_WORD.finditer(text))
        if len(matches) > SIGNS:
            return None
        words = [one["word"] for one in matches if one["word"]]
        said = [word for word in words if key_of(word) not in concepts("is") and key_of(word) not in _SMALL]
        plainly = len(matches) > len(words) or any(key_of(word) in concepts("is") for word in words)
        piece, said = _taken(said, self.cast.piece)
        role, said = _taken(said, lambda key: self.cast.lexicon.roles.get(key, ""))
        of_himself = bool(said) and key_of("".join(said)) in concepts("me")
        person = speaker if of_himself else " ".join(said)
        strange = any(one["other"] for one in matches) or len(said) > WORDS or (said and self._tells(said))
        return (
            None
            if strange or not piece or not (person or role)
            else Told(Seat(piece, person or None, role or None), plainly or of_himself)
        )

    def _tells(self, words: Sequence[str]) -> bool:
        """Whether one of these words belongs to a move or a result, or is another piece: no name has such words."""
        keys = [key_of(word) for word in words]
        return any(
            self.vocabulary.tells(key) or any(key in concepts(kind) for kind in _NO_NAMES) or self.cast.piece(key)
            for key in keys
        )

    # --- starts

    def starts(self, text: Stretch, strangers: bool, speaker: str = "") -> dict[str, Stretch]:
        """Where pieces start; nothing where a part of the text says something else.

        A name that nobody knows is one of a piece if `strangers` may be named, or in a list with the fugitive.
        """
        pairs = list(_pairs(text))
        seats = [self._starter(name.text, speaker) for name, _ in pairs]
        listed = len(pairs) > 2 and any(seat and seat.piece == self.cast.lexicon.fugitive for seat in seats)
        new = [name.text for seat, (name, _) in zip(seats, pairs, strict=True) if seat is None]
        if new and not ((strangers or listed) and all(map(self._may_be_name, new))):
            return {}
        told = [seat or self._stranger(name.text) for seat, (name, _) in zip(seats, pairs, strict=True)]
        if len({seat.piece for seat in told}) < len(pairs):
            return {}
        if len(told) == 1 and speaker and not self.cast.held_by(speaker):
            told = [evolve(told[0], person=speaker)]
        return {self.cast.sit(seat): at for seat, (_, at) in zip(told, pairs, strict=True)}

    def _starter(self, name: str, speaker: str) -> Seat | None:
        """The seat of a piece or a person that is known, or told here."""
        words = [word for word in re.sub(r"[!,(]", " ", name).replace(":", " : ").split() if not self._is_small(word)]
        known = self.cast.known(" ".join(words).strip(" :="))
        if known:
            return self.cast.seats.get(known, Seat(known))
        told = self._seat(" ".join(words), speaker)
        return told.seat if told and (told.plainly or told.seat.role) else None

    def _may_be_name(self, name: str) -> bool:
        words = name.split()
        return 0 < len(words) <= WORDS and len(name) <= 40 and not self._tells(words)

    def _stranger(self, name: str) -> Seat:
        """A seat for a name that nobody knows."""
        piece = self.cast.whose(name)
        return self.cast.seats.get(piece, Seat(piece))

    def _is_small(self, word: str) -> bool:
        """Whether a word only leads to the number: `Mr X starts on 35`."""
        meaning = self.vocabulary.meaning(key_of(word))
        small = meaning is not None and meaning[0] in ("start", "to", "by", "and")
        return small and not self.cast.known(word) and key_of(word) not in concepts("me")


def _taken(words: Sequence[str], meaning: Callable[[str], str]) -> tuple[str, list[str]]:
    """The meaning of the longest run of words, and the words without it."""
    for count in range(min(WORDS, len(words)), 0, -1):
        for at in range(len(words) - count + 1):
            found = meaning(key_of("".join(words[at : at + count])))
            if found:
                return found, [*words[:at], *words[at + count :]]
    return "", list(words)


def _pairs(text: Stretch) -> Iterator[tuple[Stretch, Stretch]]:
    """Names and the numbers after them; none where the text has anything else."""
    found, at = [], 0
    plain = text.text.replace(",", " ")
    while at < len(plain) <= LONGEST:
        match = _START.match(plain, at)
        if match is None:
            return
        found.append((text.part(*match.span("name")), text.part(*match.span("at"))))
        at = match.end()
    yield from found


_NO_NAMES = ("results", "columns", "headers", "edition")  # kinds of words that are not part of a name
_SMALL = {key for kind in ("articles", "and") for key in concepts(kind)}
