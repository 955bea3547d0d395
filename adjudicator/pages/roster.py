"""Reads players and starts in any order and with any signs: `Ana (Mr. X), Ben is red`, `X155 r13`, `155 (X)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from attrs import define, evolve, field

from adjudicator.pages.cast import Cast
from adjudicator.pages.edition_named import known_edition
from adjudicator.pages.stretches import Stretch
from adjudicator.pages.tokens import Token, is_word, tokens
from adjudicator.pages.vocabulary import Vocabulary
from adjudicator.record.lexicon import key_of
from adjudicator.record.transcript import Seat
from adjudicator.record.words import ARROWS, DIGITS
from adjudicator.values import frozen
from adjudicator.words import concepts

_SIGNS = dict.fromkeys((*ARROWS, ">", "=", ":", "-"), "sign") | dict.fromkeys(",;/+&", "cut")
_SIGNS |= {"(": "open", "[": "open", ")": "close", "]": "close", "?": "number"}
_SILENT = '!."'  # signs without a meaning
_CHOICE = re.compile(r",?\s+(?:[^\W\d_]{1,6}\s+)?(?P<taken>\d{1,6})(?!\w)")  # after a card, the chosen station
_GLUED = re.compile(r"([^\W\d_]+)(\d{1,6})\.?(?P<more>\s{0,9}[:=-]?\s{0,9}\d)?")  # `X155`; but `D1` is a name before a number
_NO_NAMES = ("results", "columns", "headers", "edition")  # kinds of words that are not parts of a name
_SMALL = ("to", "by", "from")  # they only introduce a name or a number
_SMALLEST = ("articles", "start", "starting")  # they are never names themselves
_FURTHER = ("+", "&", "and")  # signs before another piece of the seat
LONGEST = 400  # characters of a line of the front
LABEL = 10  # numbers of a list are smaller
WORDS = 3  # of a person's name, at most


@frozen
class Claim:
    """A statement about one seat; `plainly` if a sign or a verb makes it, and not only the order of words."""

    piece: str
    person: str | None = None
    role: str | None = None
    at: Stretch | None = None
    plainly: bool = False
    stranger: str = ""  # the name of a person whose piece the page does not give
    is_writer: bool = False  # whether the page says `I` for that person

    @property
    def seat(self) -> Seat:
        return Seat(self.piece, self.person, self.role)

    @property
    def tells_seat(self) -> bool:
        return bool(self.person or self.role or self.is_writer)


@define
class _Part:
    """A part of a text between two commas, or up to the next name after a number."""

    further: bool = False  # whether it follows `and`
    piece: str = ""
    role: str = ""
    held: str = ""  # the piece of a known person
    words: list[str] = field(factory=list)
    capital: str = ""  # a small word that may be a name
    of_himself: bool = False
    at: Stretch | None = None
    leads: bool = False  # whether the number is before the name
    led: bool = False  # whether a small word is before it: `on 112`
    plainly: bool = False
    is_item: bool = False  # whether it follows the number of a list

    @property
    def is_named(self) -> bool:
        return bool(self.piece or self.role or self.words)

    @property
    def may_be_named(self) -> bool:
        return self.is_named or bool(self.capital)


class Roster:
    """Reads seats and starts with the names of a cast."""

    def __init__(self, vocabulary: Vocabulary, cast: Cast):
        self.vocabulary, self.cast = vocabulary, cast

    def claims(self, text: Stretch, speaker: str = "", strangers: bool = False, bare: bool = False) -> list[Claim]:
        """The statements about seats and starts in a text; empty if any part of it is something else.

        An unknown name is a player's if `strangers` may be named, or in a list with the fugitive; with `bare`, the text need
        not say more about that player.
        """
        is_row = text.text[:1] in (",", ";")  # of a table, with an empty first cell
        parts = self._parts(text) if len(text.text) <= LONGEST and not is_row else []
        if len({part.leads for part in parts if part.at and part.may_be_named}) > 1 or [part.is_item for part in parts] == [
            True
        ]:
            return []
        found = self._resolved(parts, speaker, bare)
        has_fugitive = any(one.piece == self.cast.lexicon.fugitive for one in found)
        if (
            speaker and not self.cast.held_by(speaker) and (len(found) == 1 or not has_fugitive)
        ):  # someone who names every piece is keeping the log, not claiming a seat
            found = [one if one.tells_seat else evolve(one, person=speaker, plainly=True) for one in found]
        listed = len(found) > 2 and has_fugitive
        is_new = any(one.stranger for one in found) and not (strangers or bare or listed)
        several = len({one.piece or one.stranger for one in found}) == len(found) > 1
        told = all(one.tells_seat or one.at or one.stranger for one in found) and (several or len(found) == 1)
        return [evolve(one, plainly=one.plainly or (several and one.at is not None)) for one in found if told and not is_new]

    # --- words

    def _tokens(self, text: Stretch) -> Iterator[Token]:
        """The signs and words with a meaning, each with its kind; a tab is a cut."""
        past = 0
        for token in tokens(text, partial(self._apart, text), partial(self._token, text)):
            start = token.stretch.column - text.column
            if "\t" in text.text[past:start]:
                yield Token("cut", text.part(past, past))
            if start >= past and token.kind != "silent":
                yield token
            past = max(past, token.stretch.end - text.column)

    def _apart(self, text: Stretch, part: Stretch) -> list[Stretch]:
        """The parts of a piece with a number: `r13`."""
        glued = _GLUED.match(text.text, part.column - text.column) if part.text[0].isalpha() else None
        if glued is None or glued["more"] or self._meaning(key_of(part.text)) or not self.cast.piece(key_of(glued[1])):
            return [part]
        return [part.part(0, len(glued[1])), part.part(len(glued[1]), len(glued[1]) + len(glued[2]))]

    def _token(self, text: Stretch, parts: Sequence[Stretch]) -> Token | None:
        first = parts[0]
        are_words = all(is_word(part) and not part.text[0].isdecimal() for part in parts)
        if len(parts) == 1 and not are_words:
            return self._sign(text, first)
        meaning = self._meaning(key_of("".join(part.text for part in parts))) if are_words else None
        if meaning is not None:
            may_be_name = meaning[0] == "small" and first.text[0].isupper()  # `Per` is a small word of German
            whole = text.part(first.column - text.column, parts[-1].end - text.column)
            return Token("capital" if may_be_name else meaning[0], whole, meaning[1])
        glued = _GLUED.fullmatch(first.text)
        strange = glued is not None and self.vocabulary.fare(key_of(glued[1]))  # `T48`
        return (Token("other", first) if strange else Token("word", first)) if len(parts) == 1 else None

    def _sign(self, text: Stretch, part: Stretch) -> Token:
        """The token of a sign or a number. A card with its chosen station is one: `71/163, so 71`."""
        at = part.column - text.column
        if "/" in part.text and len(part.text) > 1:
            choice = _CHOICE.match(text.text, at + len(part.text))
            if choice is None or choice["taken"] not in part.text.replace(" ", "").split("/"):
                return Token("other", part)
            card = part.text.replace(" ", "")
            return Token("number", text.part(at, choice.end(), f"{card} at {choice['taken']}"))
        if part.text.isdecimal():
            return Token("other" if len(part.text) > DIGITS or known_edition(part.text) else "number", part)
        if part.text == "/" and text.text[at - 1 : at].isalpha() and text.text[at + 1 : at + 2].isdecimal():
            return Token("sign", part)
        return Token("silent" if part.text in _SILENT else _SIGNS.get(part.text, "other"), part)

    def _meaning(self, key: str) -> tuple[str, str] | None:
        """The kind of some words, and the piece that they name; None if they may be part of a name."""
        if len(key) > 1 and key in self.vocabulary.fares and key not in self.cast.seats:
            return "other", ""  # a ticket, although a piece may have its colour
        if self.cast.piece(key):
            return "piece", self.cast.piece(key)
        if self.cast.known(key) and key not in self.cast.lexicon.roles:
            return "person", self.cast.known(key)
        if key in concepts("and"):
            return "cut", "and"
        if concepts("headers").get(key) == "cards":
            return "plain", ""  # `card 71/163`
        if concepts("columns").get(key) in ("piece", "round") and key not in concepts("round"):
            return "plain", ""  # `white pawn`, `no. 34`
        kind = next((kind for kind in ("me", "is", *_SMALLEST, *_SMALL) if key in concepts(kind)), "")
        if kind:
            return ("small" if kind in _SMALL else "plain" if kind in _SMALLEST else kind), ""
        if key in self.cast.lexicon.roles:
            return "role", self.cast.lexicon.roles[key]
        return ("other", "") if self.vocabulary.tells(key) or any(key in concepts(one) for one in _NO_NAMES) else None

    # --- parts

    def _parts(self, text: Stretch) -> list[_Part]:
        """The parts of a text; empty if it has a sign or word that lists of seats do not have."""
        parts, depth = [_Part()], 0
        said = list(self._tokens(text))
        for at, token in enumerate(said):
            depth += {"open": 1, "close": -1}.get(token.kind, 0)
            now = parts[-1]
            if token.kind == "cut" and depth == 0:
                parts.append(_Part(further=(token.key or token.stretch.text) in _FURTHER))
                continue
            if token.kind == "number" and now.leads and now.is_named and _is_label(now.at):
                now.at, now.leads, now.is_item = token.stretch, False, True  # `1 Ben (red) 174`: the first number is the list's
                continue
            begins = depth == 0 and now.is_named and _begins(token, now, said[at + 1 : at + 2])
            if begins or (now.at is not None and token.kind == "number"):
                now = _Part()
                parts.append(now)
            if not _take(token, now, aside=depth > 0):
                return []
        return [part for part in parts if part.may_be_named or part.at]

    # --- claims

    def _resolved(self, parts: Sequence[_Part], speaker: str, bare: bool) -> list[Claim]:
        """A claim for each part; a number alone belongs to the part before it. Empty if a part has no name."""
        found: list[Claim] = []
        for part in parts:
            if part.at is not None and not part.may_be_named:
                before = found.pop() if found else self._own(speaker) if part.led else None
                if before is None or before.at is not None:
                    return []
                found.append(evolve(before, at=part.at))
                continue
            claim = self._claim(part, speaker, found[-1:], bare)
            if claim is None:
                return []
            if part.further and found and claim.piece and not found[-1].tells_seat and found[-1].at is None:
                found[-1] = evolve(claim, piece=found[-1].piece, at=None)  # one role or person with two pieces
            found.append(claim)
        return found

    def _own(self, speaker: str) -> Claim | None:
        """A claim of the speaker, whose piece is known."""
        held = self.cast.held_by(speaker) if speaker else []
        return Claim(held[0], plainly=True) if len(held) == 1 else None

    def _claim(self, part: _Part, speaker: str, before: Sequence[Claim], bare: bool) -> Claim | None:
        piece = part.piece or part.held or ("" if part.words else self.cast.of_role(part.role))
        name = " ".join(part.words) or part.capital
        if len(part.words) > WORDS or (not piece and not (name and (part.at or bare))):
            return None
        talks = bool(speaker) and (part.of_himself or name == name.lower())
        person = speaker if talks and (name or part.of_himself) else name
        if part.further and before and not person and not part.role:
            person = before[0].person or ""  # `Ruth = purple and yellow`
        if not piece:
            return Claim("", at=part.at, stranger=name)
        is_writer = part.of_himself and not speaker
        return Claim(piece, person or None, part.role or None, part.at, part.plainly or part.of_himself, is_writer=is_writer)


_NAMES = ("piece", "person", "word", "me")


def _begins(token: Token, part: _Part, after: Sequence[Token]) -> bool:
    """Whether a token begins the next part without a sign before it: a name after a number, or before another `=`."""
    if token.kind == "role":
        return part.at is not None and [one.kind for one in after] == ["number"]
    told = bool(part.piece and (part.words or part.role)) and [one.stretch.text for one in after] == ["="]
    return token.kind in _NAMES and (part.at is not None or told)


def _is_label(number: Stretch | None) -> bool:
    """Whether a number may be that of an item in a list."""
    return number is not None and number.text.isdecimal() and int(number.text) < LABEL


def _take(token: Token, part: _Part, aside: bool) -> bool:
    """Add a token to a part. Returns whether it fits. Words in brackets after a number are an aside."""
    if aside and part.at is not None and token.kind not in ("number", "piece", "person", "role"):
        return True
    match token.kind:
        case "piece":
            if part.piece not in ("", token.key):
                return False
            part.piece = token.key
        case "person":
            part.held = token.key
            part.words.append(token.stretch.text)
        case "role":
            part.role = token.key
        case "word":
            part.words.append(token.stretch.text)
        case "capital":
            part.capital = part.capital or token.stretch.text
        case "me":
            part.of_himself = True
        case "number":
            part.leads = not part.may_be_named
            part.at = token.stretch
        case "is" | "sign" | "open":
            part.plainly = True
        case "small" | "plain":
            part.led = part.at is None
    return token.kind != "other"
