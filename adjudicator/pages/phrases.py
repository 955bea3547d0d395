"""Reads one move in any common form: `taxi 48`, `T48`, `35 -> 48 (taxi)`, `Taxi: 35 to 48`, `48`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, partial

from attrs import evolve

from adjudicator.pages.stretches import Stretch
from adjudicator.pages.tokens import Token, is_word, tokens
from adjudicator.pages.vocabulary import Vocabulary
from adjudicator.record.lexicon import key_of
from adjudicator.values import frozen
from adjudicator.words import any_of

LONGEST = 200  # characters of a move
_NUMBER = re.compile(r"(?=.{0,5}\d)[\dOoIl]{1,6}")  # includes letters that look like digits, which the reader asks about
_DOTTED = re.compile(r"[^.]+|\.")  # `X.t48` is three parts
_GLUED = re.compile(r"([^\W\d_]{1,20})-?(\d{1,6})")
_JOINED = re.compile(r"([^\W\d_]{1,20}?)-?((?=.{0,5}\d)[\dOoIl]{1,6})")
_ASIDE = re.compile(r"[(\[]([^()\[\]\d]*)[)\]]")
_IGNORED = set("=()[].:<\"'“”„|/~\\")
FARES = ("fare", "letter", "colour")  # kinds of words for a ticket
_BESIDE = ("seen", "double", "stays", "passes", "resigns")  # kinds of words with a meaning after a ride


@frozen
class Entry:
    """One ride: its ticket, origin, destination, and whether the table saw it. A part that is not written is None."""

    fare: Stretch | None = None
    to: Stretch | None = None
    origin: Stretch | None = None
    seen: bool = False

    @property
    def is_whole(self) -> bool:
        return self.fare is not None and self.to is not None


@frozen
class Phrase:
    """A move: its entries, or `plain` if the piece stayed or resigned. `styles` are the kinds of words in it."""

    entries: tuple[Entry, ...] = ()
    double: bool = False
    plain: str = ""
    styles: frozenset[str] = frozenset()
    keys: frozenset[str] = frozenset()


class PhraseReader:
    """Reads phrases by a vocabulary."""

    def __init__(self, vocabulary: Vocabulary):
        self.vocabulary = vocabulary
        self._strange: set[str] = set()  # texts that are not moves, so that no shape reads them again

    def read(self, stretch: Stretch) -> Phrase | None:
        """The move in a stretch, or None if it has words that are not part of a move."""
        if len(stretch.text) > LONGEST or stretch.text in self._strange:
            return None
        plain = evolve(stretch, text=_ASIDE.sub(self._without_aside, stretch.text))
        said = _without_talk([token for token in self.tokens(plain) if token.kind != "by"])
        if any(token.kind in ("strange", "talk") for token in said):
            self._strange.add(stretch.text)
            return None
        building = _Building(set(self.vocabulary.lexicon.modes.values()) - set(self.vocabulary.lexicon.tickets.values()))
        for at, token in enumerate(said):
            after = [one.kind for one in said[at + 1 : at + 3]]
            if not building.take(token, after):
                return None
        return building.phrase()

    def _without_aside(self, aside: re.Match[str]) -> str:
        """Spaces in place of a remark in brackets, except for words that belong to a ride."""
        said = list(self.tokens(Stretch(aside[1], 0, 2)))
        if all(token.kind != "talk" for token in said):
            return aside[0]
        text = ""
        for token in said:
            if token.kind in _BESIDE and token.stretch.text[0].isalpha():
                text = text.ljust(token.stretch.column - 1) + token.stretch.text
        return text.ljust(len(aside[0]))

    def tokens(self, stretch: Stretch) -> Iterator[Token]:
        """The words and signs with a meaning."""
        found = tokens(stretch, self._apart, partial(self._token, stretch))
        return (token for token in found if token.kind != "ignored")

    def _apart(self, part: Stretch) -> Iterator[Stretch]:
        """The parts of a word without its full stop; `X.t48` has three, and `T48` two."""
        text = part.text.rstrip(".")
        if text and text != part.text and text[0].isalnum():
            part = part.part(0, len(text))
        doubled = _doubled().match(part.text)
        if doubled and any(map(str.isdecimal, part.text[doubled.end() :])):
            yield part.part(0, doubled.end())  # `2xT48`
            part = part.part(doubled.end())
        whole = self.vocabulary.meaning(key_of(part.text)) is not None
        for one in [part] if whole else [part.part(*match.span()) for match in _DOTTED.finditer(part.text)]:
            joined = _GLUED.fullmatch(one.text)
            joined = joined if joined and self.vocabulary.fare(key_of(joined[1])) else _JOINED.fullmatch(one.text)
            if joined and self.vocabulary.fare(key_of(joined[1])) and not self.vocabulary.meaning(key_of(one.text)):
                yield one.part(0, joined.end(1))
                yield one.part(joined.start(2))
            else:
                yield one

    def _token(self, base: Stretch, parts: Sequence[Stretch]) -> Token | None:
        first, last = parts[0], parts[-1]
        if len(parts) > 1 and len(last.text) == 1 and self.vocabulary.meaning(key_of(first.text)):
            return None  # `Doppel T 22`
        if len(parts) == 1 and not is_word(first):
            return Token(_sign(first.text), first)
        key = "".join(key_of(part.text) for part in parts)
        whole = base.part(first.column - base.column, last.end - base.column)
        if len(parts) == 1 and _NUMBER.fullmatch(first.text):
            return Token("number", first, key)
        meaning = self.vocabulary.meaning(key) if all(map(is_word, parts)) else None
        if meaning is not None:
            return Token(meaning[0], whole.meaning(meaning[1]), key)
        if key in self.vocabulary.lexicon.forms or any(map(str.isdecimal, key)):
            return Token("strange", whole, key) if len(parts) == 1 else None
        return Token("talk", whole, key) if len(parts) == 1 else None


@cache
def _doubled() -> re.Pattern[str]:
    return re.compile(rf"(?:{any_of('double')})(?=[^\W\d_]{{1,3}}\d)", re.IGNORECASE)


def _without_talk(said: list[Token]) -> list[Token]:
    """The tokens of a move without the talk after it, if the move has a ticket and a number."""
    ends = [at for at, token in enumerate(said) if token.kind in (*FARES, "number", "unknown")]
    kinds = {token.kind for token in said}
    if not ends or not kinds & {"number", "unknown"} or not kinds & set(FARES):
        return said
    tail = said[ends[-1] + 1 :]
    begins = next((at for at, token in enumerate(tail) if token.kind == "talk"), len(tail))
    is_joined = any(token.stretch.text == "+" for token in tail[:begins])  # an action, which the edition may not have
    talk = tail[begins:] if not is_joined and all(token.kind != "strange" for token in tail) else []
    return [one for one in said if one not in talk or (one.kind in _BESIDE and one.stretch.text[0].isalpha())]


def _sign(text: str) -> str:
    if text in ("->", "-->", "=>", "→", "⇒", "-", ">"):
        return "to" if text != "-" else "dash"
    if text in ("!", "?", "*"):
        return "unknown" if text == "?" else "seen"
    if text in (",", ";", "+", "&"):
        return "separator"
    return "ignored" if text in _IGNORED else "strange"


class _Building:
    """A phrase while its tokens come in."""

    def __init__(self, unpaid: set[str]):
        self.unpaid = unpaid  # modes without a ticket
        self.entries: list[Entry] = []
        self.now = Entry()
        self.double = False
        self.plain = ""
        self.styles: set[str] = set()
        self.keys: set[str] = set()
        self.leads = False  # a station follows, because the word before was an arrow

    def take(self, token: Token, after: list[str]) -> bool:
        """Take the next token. Returns whether it is possible here. `after` has the kinds of the next two."""
        self.keys.add(token.key)
        match token.kind:
            case "number":
                return self._number(token.stretch, after)
            case "fare" | "letter" | "colour":
                self.styles.add(token.kind)
                return self._fare(token.stretch, after)
            case "unknown":
                return self._unknown(token.stretch)
            case "double":
                self.double = True
            case "seen":
                self._mark()
            case "separator" | "and":
                self._close()
            case "stays" | "passes" | "resigns":
                self.plain = token.stretch.written
        self.leads = token.kind in ("to", "dash")
        return token.kind != "start"

    def _number(self, number: Stretch, after: list[str]) -> bool:
        goes_on = after[:2] in (["to", "number"], ["dash", "number"], ["to", "unknown"])
        before = self.now.to if self.leads else None
        if self.now.is_whole or before is not None:
            self._close()
            self.now = Entry(origin=before)  # `103 -> 102 -> 67`
        elif self.now.to is not None:
            return False
        if goes_on and self.now.origin is None:
            self.styles.add("from-to")
            self.now = evolve(self.now, origin=number)
        else:
            self.now = evolve(self.now, to=number)
        self.leads = False
        return True

    def _fare(self, fare: Stretch, after: list[str]) -> bool:
        if self.now.fare is not None and fare.written in self.unpaid and after[:1] != ["number"]:
            return True  # `black 157 (boat)`: the mode, besides the ticket
        if self.now.fare is not None and self.now.to is None and self.now.fare.written not in (*self.unpaid, fare.written):
            return False
        if self.now.is_whole:
            self._close()
        self.now = evolve(self.now, fare=fare)
        return True

    def _unknown(self, sign: Stretch) -> bool:
        if self.now.is_whole:
            self._close()
        if self.now.fare is None and self.now.to is None and not self.leads:
            self.now = evolve(self.now, fare=sign)
        elif self.now.to is None:
            self.now = evolve(self.now, to=sign)
        return True

    def _mark(self) -> None:
        if self.now != Entry():
            self.now = evolve(self.now, seen=True)
        elif self.entries:
            self.entries[-1] = evolve(self.entries[-1], seen=True)

    def _close(self) -> None:
        if self.now != Entry():
            self.entries.append(self.now)
        self.now = Entry()

    def _pair(self) -> None:
        """Pair tickets with as many stations after them: `bus, bus: 140, 82`; `bus, seen at 184` is one ride."""
        fares = [entry.fare for entry in self.entries if entry.fare is not None]
        stations = [entry for entry in self.entries if entry.to is not None]
        if len(self.entries) > len(fares) == len(stations) == 2:
            self.entries = [evolve(there, fare=fare) for fare, there in zip(fares, stations, strict=True)]
        elif len(self.entries) == 2 and not self.double and len(fares) == len(stations) == 1 and stations[0] is self.entries[1]:
            self.entries = [evolve(stations[0], fare=fares[0], seen=any(entry.seen for entry in self.entries))]

    def phrase(self) -> Phrase | None:
        self._close()
        self._pair()
        if len(self.entries) > 1 and any(entry.fare is None and entry.to is None for entry in self.entries):
            return None
        if self.entries and self.plain:
            return None
        return Phrase(tuple(self.entries), self.double, self.plain, frozenset(self.styles), frozenset(self.keys - {""}))
