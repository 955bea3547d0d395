"""One move in any of the ways people write it: `taxi 48`, `T48`, `35 -> 48 (taxi)`, `Taxi: 35 to 48`, `48`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve

from adjudicator.record.lexicon import key_of
from adjudicator.record.shapes.stretches import Stretch
from adjudicator.record.shapes.vocabulary import Vocabulary
from adjudicator.record.words import TOKEN
from adjudicator.values import frozen

LONGEST = 200  # the most characters of a move
_NUMBER = re.compile(r"(?=.{0,5}\d)[\dOoIl]{1,6}")  # with letters that look like digits: the reader asks about them
_DOTTED = re.compile(r"[^.]+|\.")  # `X.t48` is three parts
_GLUED = re.compile(r"([^\W\d_]{1,20})-?(\d{1,6})")
_JOINED = re.compile(r"([^\W\d_]{1,20}?)-?((?=.{0,5}\d)[\dOoIl]{1,6})")
_ASIDE = re.compile(r"\(([^()\d]*)\)")
_IGNORED = set("=()[].:<\"'“”„|/~\\")
FARES = ("fare", "letter", "colour")  # kinds of words for a ticket
_BESIDE = ("seen", "double", "stays", "passes", "resigns")  # kinds that mean something after a ride, too


@frozen
class Entry:
    """One ride: what it was paid with, from where to where, and whether the table saw it. None is what is not written."""

    fare: Stretch | None = None
    to: Stretch | None = None
    origin: Stretch | None = None
    seen: bool = False

    @property
    def is_whole(self) -> bool:
        return self.fare is not None and self.to is not None


@frozen
class Phrase:
    """A move: its entries, or that the piece stayed or resigned (`plain`). `styles` are the kinds of words in it."""

    entries: tuple[Entry, ...] = ()
    double: bool = False
    plain: str = ""
    styles: frozenset[str] = frozenset()
    keys: frozenset[str] = frozenset()


@frozen
class _Token:
    kind: str
    stretch: Stretch
    key: str = ""


class PhraseReader:
    """Reads phrases by a vocabulary."""

    def __init__(self, vocabulary: Vocabulary):
        self.vocabulary = vocabulary
        self._strange: set[str] = set()  # texts that are known to be none, so that no shape looks at them again
        self._known: dict[str, tuple[_Token, ...]] = {}  # the tokens of texts, as if each were at the beginning of a line

    def read(self, stretch: Stretch) -> Phrase | None:
        """The move that a stretch tells, or None where it has words that are not part of a move."""
        if len(stretch.text) > LONGEST or stretch.text in self._strange:
            return None
        plain = evolve(stretch, text=_ASIDE.sub(self._without_aside, stretch.text))
        tokens = _without_talk([token for token in self.tokens(plain) if token.kind != "by"])
        if any(token.kind in ("strange", "talk") for token in tokens):
            self._strange.add(stretch.text)
            return None
        building = _Building(set(self.vocabulary.lexicon.modes.values()) - set(self.vocabulary.lexicon.tickets.values()))
        for at, token in enumerate(tokens):
            after = [one.kind for one in tokens[at + 1 : at + 3]]
            if not building.take(token, after):
                return None
        return building.phrase()

    def _without_aside(self, aside: re.Match[str]) -> str:
        """Spaces for a remark in brackets, but for words of it that say something of a ride."""
        tokens = list(self.tokens(Stretch(aside[1], 0, 2)))
        if all(token.kind != "talk" for token in tokens):
            return aside[0]
        text = ""
        for token in tokens:
            if token.kind in _BESIDE and token.stretch.text[0].isalpha():
                text = text.ljust(token.stretch.column - 1) + token.stretch.text
        return text.ljust(len(aside[0]))

    def tokens(self, stretch: Stretch) -> Iterator[_Token]:
        """The words and signs that mean something. Each text is taken apart once: a page has the same rides again and again."""
        known = self._known.get(stretch.text)
        if known is None:
            known = self._known[stretch.text] = tuple(self._tokens(Stretch(stretch.text, 0, 1)))
        line, before = stretch.line, stretch.column - 1
        for one in known:
            there = Stretch(one.stretch.text, line, one.stretch.column + before, one.stretch.said)
            yield _Token(one.kind, there, one.key)

    def _tokens(self, stretch: Stretch) -> Iterator[_Token]:
        """Words are looked up in runs of up to three, the longest first."""
        found = list(_parts(stretch, self.vocabulary))
        keys = [key_of(part.text) for part in found]
        at = 0
        while at < len(found):
            count, token = self._run(stretch, found, keys, at) or (1, self._token(found[at], keys[at]))
            at += count
            if token.kind != "ignored":
                yield token

    def _run(self, base: Stretch, found: list[Stretch], keys: list[str], at: int) -> tuple[int, _Token] | None:
        """Two or three words from here on that mean something together, and how many they are."""
        meaning = self.vocabulary.meaning
        for count in (3, 2):
            run = found[at : at + count]
            if len(run) < count or not all(part.text[0].isalnum() for part in run):
                continue
            if len(run[-1].text) == 1 and meaning(keys[at]):  # `Doppel T 22`
                continue
            key = "".join(keys[at : at + count])
            means = meaning(key)
            if means is not None:
                whole = base.part(run[0].column - base.column, run[-1].end - base.column)
                return count, _Token(means[0], whole.meaning(means[1]), key)
        return None

    def _token(self, part: Stretch, key: str) -> _Token:
        if not part.text[0].isalnum():
            return _Token(_sign(part.text), part)
        if _NUMBER.fullmatch(part.text):
            return _Token("number", part, key)
        means = self.vocabulary.meaning(key)
        if means is not None:
            return _Token(means[0], part.meaning(means[1]), key)
        is_strange = key in self.vocabulary.lexicon.forms or any(map(str.isdecimal, key))
        return _Token("strange" if is_strange else "talk", part, key)


def _without_talk(tokens: list[_Token]) -> list[_Token]:
    """The tokens of a move without the talk after it, if a ticket and a number come before the talk."""
    ends = [at for at, token in enumerate(tokens) if token.kind in (*FARES, "number", "unknown")]
    kinds = {token.kind for token in tokens}
    if not ends or not kinds & {"number", "unknown"} or not kinds & set(FARES):
        return tokens
    tail = tokens[ends[-1] + 1 :]
    begins = next((at for at, token in enumerate(tail) if token.kind == "talk"), len(tail))
    talk = tail[begins:] if all(token.kind != "strange" for token in tail) else []
    return [one for one in tokens if one not in talk or (one.kind in _BESIDE and one.stretch.text[0].isalpha())]


def _parts(stretch: Stretch, vocabulary: Vocabulary) -> Iterator[Stretch]:
    for match in TOKEN.finditer(stretch.text):
        part = stretch.part(match.start(), match.end())
        text = part.text.rstrip(".")
        if text and text != part.text and text[0].isalnum():
            part = part.part(0, len(text))
        dotted = (
            [part] if vocabulary.meaning(key_of(part.text)) else [part.part(*one.span()) for one in _DOTTED.finditer(part.text)]
        )
        for one in dotted:
            joined = _GLUED.fullmatch(one.text)
            joined = joined if joined and vocabulary.fare(key_of(joined[1])) else _JOINED.fullmatch(one.text)
            if joined and vocabulary.fare(key_of(joined[1])) and not vocabulary.meaning(key_of(one.text)):
                yield one.part(0, joined.end(1))
                yield one.part(joined.start(2))
            else:
                yield one


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
        self.unpaid = unpaid  # modes that no ticket is named for
        self.entries: list[Entry] = []
        self.now = Entry()
        self.double = False
        self.plain = ""
        self.styles: set[str] = set()
        self.keys: set[str] = set()
        self.leads = False  # a station follows: the word before was an arrow

    def take(self, token: _Token, after: list[str]) -> bool:
        """Takes the next token; says whether it can come here. `after` are the kinds of the next two."""
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
            return True  # `black 157 (boat)`: how he rode, beside what he paid
        if self.now.fare is not None and self.now.to is None and self.now.fare.written not in self.unpaid:
            return False
        if self.now.is_whole:
            self._close()
        self.now = evolve(self.now, fare=fare)
        return True

    def _unknown(self, sign: Stretch) -> bool:
        if self.now.to is not None and self.now.to.text == "?" and self.now.to.end == sign.column:
            return True  # `??` says no more than `?`
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
        """`bus, bus: 140, 82`: tickets first, then as many stations; `bus, seen at 184` is one ride."""
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
