"""Reads moves in running text: a name, then a move. `X: 35 -> 48 taxi, red bus 15; Ben (blue) Taxi nach 39`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, takewhile

from attrs import evolve

from adjudicator.pages.cast import Cast
from adjudicator.pages.minutes import Move
from adjudicator.pages.phrases import FARES, PhraseReader
from adjudicator.pages.stretches import Stretch
from adjudicator.pages.vocabulary import Vocabulary
from adjudicator.record.lexicon import Argument, key_of
from adjudicator.record.transcript_reader import parse_said
from adjudicator.words import concepts, signs

_ENDS = " \t,;/+&|.-"  # signs between two moves
_NO_RIDE = {"talk", "seen", "double"}  # kinds of words that are not part of a ride
_NEXT = re.compile(r"[,;]|\s[/|]\s|\s-\s(?=[^\W\d_])|\.\s|$")
_TWO_WORDS = re.compile(r"[\w'’-]+\.? [\w'’-]+")
_STATION = re.compile(r"\d+|\?")
_TAIL = re.compile(r"[)\]]?\s*(?:\([^()\d]*\)|[!*])?[\s,;/+&|.-]*")  # of a move, after a name
_ACT = re.compile(r"[,;]\s*")


class MovesInWords:
    """Reads the moves of a line with their pieces: each extends from a name to the next."""

    def __init__(self, phrases: PhraseReader, cast: Cast):
        self.phrases, self.cast = phrases, cast
        self.speaker = ""

    def moves(self, line: Stretch, speaker: str = "") -> Iterator[Move | None]:
        """Every move of a line; None for a part that is not a move. A move without a name is the speaker's, if there is one."""
        self.speaker = speaker
        behind = [] if speaker or self._name(line, self.cast.lexicon.fugitive) else self._behind(line)
        if behind:
            yield from behind
            return
        cuts = [0, *self._names(line), len(line.text)]
        for start, end in pairwise(cuts):
            part = line.part(start, start + len(line.text[start:end].rstrip(_ENDS)))
            if part:
                yield from self._move(part)

    def _names(self, line: Stretch) -> Iterator[int]:
        """The places of names that begin a move, except one at the start of the line."""
        piece, past = self.speaker, 0
        told, parted = False, True  # whether a station followed the last name; whether a sign between moves was just before
        naming = False  # whether there was an action whose values are pieces
        for token in self.phrases.tokens(line):
            at = token.stretch.column - line.column
            form = self.cast.lexicon.forms.get(token.key)
            naming = (naming and token.stretch.text != ";") or (form is not None and any(map(_is_piece, form.arguments)))
            if at < past or naming:
                continue
            if token.kind == "and" and not self.cast.known(token.stretch.text):
                parted = True
                continue
            may_begin = (told or parted) and line.text.count("(", 0, at) <= line.text.count(")", 0, at)
            name = self._name(line.part(at), piece) if may_begin else None
            if name is not None and not self._is_ticket(name[0], line.text[at + name[1] :]):
                piece, past = self.cast.known(name[0]), at + name[1]
                told = parted = False
                yield from [at] * bool(at)
                continue
            told = told or token.kind in ("number", "unknown", "stays", "passes", "resigns")
            parted = token.kind in ("separator", "and")

    def _behind(self, line: Stretch) -> list[Move]:
        """The moves of a line in which every name follows its ride: `taxi 156 red`, `taxi 4 (red), bus 15 (blue)`."""
        found, at = [], 0
        while at < len(line.text.rstrip(_ENDS)):
            name = self._name_behind(line.text, at)
            if name is None:
                return []
            piece, (start, after), end = name
            ride = evolve(line.part(0), text=" " * at + line.text[at:start] + " " * (after - start) + line.text[after:end])
            phrase = self.phrases.read(ride.part(at))
            if phrase is None or not (phrase.entries or phrase.plain):
                return []
            found.append(Move(piece, ride.part(at), phrase))
            at = end
        return found

    def _name_behind(self, text: str, at: int) -> tuple[str, tuple[int, int], int] | None:
        """The first name after a number: the piece, the span of the name, and the end of its move; or None."""
        number = _STATION.search(text, at)
        for word in _word().finditer(text, number.end()) if number else ():
            pair = _TWO_WORDS.match(text, word.start())
            for found in (one for one in (pair, word) if one is not None):
                piece = self.cast.known(found[0])
                tail = _TAIL.match(text, found.end())
                if piece and not self._is_entry(found[0], Stretch(text[found.end() :], 1, 1), self.cast.lexicon.fugitive):
                    return piece, found.span(), tail.end() if tail else found.end()
        return None

    def _move(self, part: Stretch) -> Iterator[Move | None]:
        piece, rest = self.who(part)
        phrase = self.phrases.read(rest)
        if phrase is not None and (phrase.entries or phrase.plain) and (piece or self.speaker):
            yield Move(piece or self.speaker, rest, phrase)
        elif piece and self._is_talk(rest):
            yield None
        elif piece and rest and (any(map(str.isdecimal, rest.text)) or self._is_said(piece, rest)):
            yield from (Move(piece, one) for one in self._acts(rest))
        elif piece or phrase is None or phrase.keys - set(concepts("and")):
            yield None

    def _is_talk(self, words: Stretch) -> bool:
        """Whether words after a name are not a move: `Ben says I can't go back to 112`."""
        kinds = [token.kind for token in self.phrases.tokens(words)]
        return kinds.count("talk") > 1 and not {*kinds} & {*FARES} and not is_act(words, self.phrases.vocabulary)

    def _acts(self, words: Stretch) -> Iterator[Stretch]:
        """Words that only the notation can read, cut before each action that is not part of a ride."""
        at = 0
        for comma in _ACT.finditer(words.text):
            if self._is_own_act(words.part(comma.end())):
                yield self._answered(words.part(at, comma.start()))
                at = comma.end()
        yield self._answered(words.part(at))

    def _answered(self, act: Stretch) -> Stretch:
        """An action with its answer after an arrow: `asks landmark: no`."""
        question, colon, answer = act.text.rpartition(":")
        form = self.cast.lexicon.forms.get(key_of(question.split(" ")[0])) if colon else None
        return act.meaning(f"{question.rstrip()} -> {answer.strip()}") if form is not None and form.has_answer else act

    def _is_own_act(self, words: Stretch) -> bool:
        forms = self.cast.lexicon.forms
        parts = words.text.split()
        found = (forms.get(key_of(" ".join(parts[:count]))) for count in (3, 2, 1))
        form = next(filter(None, found), None)
        return form is not None and form.place == "during"

    def _is_said(self, piece: str, words: Stretch) -> bool:
        return bool(parse_said(f"{piece} {words.text}", self.cast.lexicon, self.cast.seats))

    def who(self, part: Stretch) -> tuple[str, Stretch]:
        """The piece that a part begins with (or ""), and the rest."""
        name = self._name(part, self.speaker)
        return (self.cast.whose(name[0]), part.part(name[1])) if name else ("", part)

    def is_known(self, part: Stretch) -> bool:
        """Whether a part begins with the name of a known player."""
        name = self._name(part, self.speaker)
        return name is not None and bool(self.cast.named(name[0]))

    def _name(self, part: Stretch, before: str) -> tuple[str, int] | None:
        """The name that a part begins with, and its length, or None; `before` is the piece that moved before."""
        found = _name_pattern().match(part.text)
        if found is None:
            return None
        words = found[1].split(" ")
        for last in sorted((word.end() for word in _word().finditer(found[1])), reverse=True):
            name, whole = found[1][:last], last == len(found[1])
            end = found.end() if whole else last
            if self.cast.known(name) and not self._is_entry(name, part.part(end), before):
                return name + (found[2] or "" if whole else ""), end
        return self._stranger(part, found, words)

    def _stranger(self, part: Stretch, found: re.Match[str], words: list[str]) -> tuple[str, int] | None:
        """An unknown name: before a colon and a ride, with a piece in brackets, or with a capital letter before a ride."""
        vocabulary = self.phrases.vocabulary
        if len(words) > 1 and any(map(self.cast.known, words)):
            return None
        aside = (found[2] or "").strip(" ()")
        plain = next((at for at, word in enumerate(words) if vocabulary.tells(key_of(word))), len(words))
        if plain == len(words):
            named = (found[3] and self._is_ride(part.part(found.end()))) or (aside and self.cast.known(aside))
            return (found[1] + (found[2] or ""), found.end()) if named else None
        name = " ".join(words[:plain])
        may_be = name[:1].isupper() and not vocabulary.meaning(key_of(name)) and not (self.cast.given or self.speaker)
        return (name, len(name)) if may_be and self._is_ride(part.part(len(name))) else None

    def _is_ride(self, words: Stretch) -> bool:
        """Whether a text certainly begins with a ride; a number alone may be anything."""
        for end in (len(words.text), *(cut.start() for cut in re.finditer(r"[,;/]|(?<=\d)\W", words.text))):
            phrase = self.phrases.read(words.part(0, end))
            if phrase is not None and any(entry.fare is not None or entry.origin is not None for entry in phrase.entries):
                return True
        return False

    def _kinds(self, rest: Stretch) -> Iterator[str]:
        """The kinds of words in a ride, up to the next sign between two rides."""
        ride = rest.part(0, next(_NEXT.finditer(rest.text)).start())
        tokens = takewhile(lambda token: token.kind not in ("separator", "and"), self.phrases.tokens(ride))
        return (token.kind for token in tokens if token.kind != "by")

    def _is_ticket(self, name: str, rest: str) -> bool:
        """Whether a colour is the ticket of a ride, because no ticket follows: `X to 69 black / red to 93 taxi`."""
        return bool(self.phrases.vocabulary.fare(key_of(name.partition("(")[0]))) and all(
            kind in _NO_RIDE for kind in self._kinds(Stretch(rest, 0, 1))
        )

    def _is_entry(self, name: str, rest: Stretch, before: str) -> bool:
        """Whether `black 114` continues the entries of the piece `before`, and is not a move of a piece called black."""
        kind, _ = self.phrases.vocabulary.meaning(key_of(name)) or ("", "")
        if kind not in FARES or not (before == self.cast.lexicon.fugitive or self.speaker):
            return False
        plays = self.cast.known(name) in self.cast.seats
        if kind == "fare" and not plays and len(self.cast.seats) > 1:
            return True  # other pieces are named as pieces
        if kind == "colour" and plays:
            return False  # `X black, red 67`
        if not rest and self.speaker == self.cast.lexicon.fugitive:
            return True  # the fugitive gives only the ticket
        return self._is_one_number(rest)

    def _is_one_number(self, rest: Stretch) -> bool:
        """Whether a text has one number and no ticket in its first two words before the next ride."""
        kinds: list[str] = []
        for kind in self._kinds(rest):
            kinds.append(kind)
            if kind in FARES or kinds[0] == "start" or kinds.count("number") > 1:
                return False
        return "number" in kinds[:2]

    def may_be_move(self, words: Stretch) -> bool:
        """Whether a text that is not understood has a number and a ticket, so that its author has to explain it."""
        named = (self.phrases.vocabulary.fare(key_of(one)) for one in re.findall(r"[^\W\d_]{2,}", words.text))
        return any(sign.isdecimal() for sign in words.text) and any(named)


@cache
def _word() -> re.Pattern[str]:
    """The pattern of a word, or a sign that stands for one."""
    return re.compile(rf"[\w'’-]+\.?|[{''.join(signs())}]")


@cache
def _name_pattern() -> re.Pattern[str]:
    """The pattern of up to three words or a sign, perhaps with brackets and a colon."""
    word, sign = r"[^\W\d_][\w.'’-]*", f"[{''.join(signs())}]"
    return re.compile(rf"({word}(?: {word}){{0,2}}|{sign})( ?\([^()\d]{{1,40}}\))?(?:\s*(:))?")


def _is_piece(argument: Argument) -> bool:
    return argument.each or argument.kind == "piece"


def is_act(words: Stretch, vocabulary: Vocabulary) -> bool:
    """Whether a text begins with an action of the edition, or with a ride that has an action joined to it."""
    parts = words.text.split()
    starts = [key_of(" ".join(parts[:count])) for count in (1, 2, 3)]
    joins = "+" in words.text or "&" in words.text
    return any(start in vocabulary.lexicon.forms for start in starts) or (joins and bool(vocabulary.fare(starts[0])))


def is_result(line: Stretch, vocabulary: Vocabulary) -> bool:
    """Whether a line gives the result of the game: `Mr X was caught in round 10`."""
    keys = [key_of(word) for word in re.findall(r"[^\W\d_]+", line.text)]
    ends = any(key in concepts("results") and key not in vocabulary.lexicon.forms for key in keys)
    return ends and not any(vocabulary.fare(key) for key in keys if len(key) > 1)
