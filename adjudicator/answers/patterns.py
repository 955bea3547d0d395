"""Patterns of questions: sequences of concepts with slots, alternatives and parts that may be left out.

    may WHO use MODE [in round N]      a word stands for a concept, a word in capitals for a slot of that kind
    (who|what) win [if <stuck>]        (…) one of several, […] that or nothing, <…> a phrase that has a name

A word that carries no meaning of its own (a *soft* word) may stand anywhere; every other word must be matched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property

from adjudicator.answers.tokens import Token
from adjudicator.values import frozen
from adjudicator.words import spellings

_PIECES = re.compile(r"[()\[\]|]|<[\w-]+>|[^\s()\[\]|<>]+")
JOINTS = ("if", "before")  # between a main clause and a condition, which are never mixed
NAMING = {"who", "ticket", "mode"}  # a word that names such a thing is not also a plain word
SIDES = ("who", "pursuer", "fugitive")
Slots = tuple[tuple[str, Token | None], ...]  # of a phrase its name, and no token


@cache
def _concepts() -> frozenset[str]:
    """The words that stand for concepts in some language; others stand for themselves."""
    return frozenset((*spellings("asking"), *spellings("soft")))


@frozen
class Word:
    """A concept, or in capitals a slot: `WHO`, `WHO2` for a second one, `ACTION=double` for this one only."""

    name: str

    @property
    def slot(self) -> str:
        return self.name.partition("=")[0]

    @property
    def kind(self) -> str:
        return self.slot.rstrip("0123456789").lower()

    @property
    def is_slot(self) -> bool:
        return self.slot.isupper()

    def fits(self, token: Token) -> bool:
        if self.is_slot:
            wanted = self.name.partition("=")[2]
            return self.kind in token.values and wanted in ("", token.values[self.kind])
        if not token.is_soft and NAMING & set(token.values):
            return False
        return (
            self.name in token.concepts
            or (self.name not in _concepts() and self.name in token.stems)
            or (self.name.isdigit() and token.values.get("n") == int(self.name))
        )


@frozen
class Phrase:
    """A pattern with a name of its own."""

    name: str


@frozen
class Choice:
    """One of several sequences; an empty one where all may be left out."""

    ways: tuple[tuple[Part, ...], ...]


Part = Word | Phrase | Choice


@cache
def pattern(text: str) -> tuple[Part, ...]:
    """What a text in the notation above means."""
    parts, rest = _ways(_PIECES.findall(text))
    if rest:
        raise ValueError(f"a bracket too many: {text}")
    return parts[0] if len(parts) == 1 else (Choice(parts),)


def _ways(pieces: list[str]) -> tuple[tuple[tuple[Part, ...], ...], list[str]]:
    """The alternatives up to the closing bracket, and what follows it."""
    ways: list[list[Part]] = [[]]
    while pieces and pieces[0] not in ")]":
        piece, *pieces = pieces
        if piece == "|":
            ways.append([])
        elif piece in "([":
            inner, after = _ways(pieces)
            ways[-1].append(Choice((*inner, ()) if piece == "[" else inner))
            pieces = after[1:]
        else:
            ways[-1].append(Phrase(piece[1:-1]) if piece[0] == "<" else Word(piece))
    return tuple(map(tuple, ways)), pieces


def matches(parts: tuple[Part, ...], tokens: tuple[Token, ...]) -> Iterator[tuple[int, Slots]]:
    """Every way to read all tokens: how many of them were needed, and what fills the slots."""
    for at, needed, slots in _from(parts, tokens, 0):
        if all(token.is_soft for token in tokens[at:]):
            yield needed, slots


def _from(parts: tuple[Part, ...], tokens: tuple[Token, ...], at: int) -> Iterator[tuple[int, int, Slots]]:
    if not parts:
        yield at, 0, ()
        return
    first, rest = parts[0], parts[1:]
    if isinstance(first, Word):
        for here in _reachable(tokens, at):
            if first.fits(tokens[here]):
                own: Slots = ((first.slot, tokens[here]),) if first.is_slot else ()
                for end, needed, slots in _from(rest, tokens, here + 1):
                    yield end, needed + 1, own + slots
        return
    named: Slots = ((first.name, None),) if isinstance(first, Phrase) else ()
    for way in first.ways if isinstance(first, Choice) else phrase(first.name):
        for end, needed, slots in _from(way + rest, tokens, at):
            yield end, needed, named + slots


def matches_loosely(parts: tuple[Part, ...], tokens: tuple[Token, ...]) -> Iterator[tuple[int, Slots]]:
    """The same with the words in any order; but the order shows who does something to whom, and from where to where."""
    joint = next((at for at, one in enumerate(parts) if isinstance(one, Word) and one.name in JOINTS), None)
    if joint is None:
        yield from _among(parts, tokens, frozenset(range(len(tokens))), {})
        return
    for at, token in enumerate(tokens):
        if parts[joint].fits(token):  # type: ignore[union-attr]
            for left, slots in _among(parts[:joint], tokens[:at], frozenset(range(at)), {}):
                for right, more in matches_loosely(parts[joint + 1 :], tokens[at + 1 :]):
                    yield left + 1 + right, slots + more


def _among(
    parts: tuple[Part, ...], tokens: tuple[Token, ...], left: frozenset[int], last: dict[str, int]
) -> Iterator[tuple[int, Slots]]:
    if not parts:
        if all(tokens[at].is_soft for at in left):
            yield 0, ()
        return
    first, rest = parts[0], parts[1:]
    if isinstance(first, Phrase):
        for way in phrase(first.name):
            yield from ((needed, ((first.name, None), *slots)) for needed, slots in _among(way + rest, tokens, left, last))
    elif isinstance(first, Choice):
        for way in first.ways:
            yield from _among(way + rest, tokens, left, last)
    else:
        kind = "who" if first.kind in SIDES else first.kind
        for at in sorted(left):
            if first.fits(tokens[at]) and not (first.is_slot and at < last.get(kind, 0)):
                own: Slots = ((first.slot, tokens[at]),) if first.is_slot else ()
                then = {**last, kind: at} if first.is_slot else last
                yield from ((needed + 1, own + slots) for needed, slots in _among(rest, tokens, left - {at}, then))


def _reachable(tokens: tuple[Token, ...], at: int) -> Iterator[int]:
    """The next token, and those behind it that only soft ones keep apart from here."""
    for here in range(at, len(tokens)):
        yield here
        if not tokens[here].is_soft:
            return


@cache
def is_ordered(parts: tuple[Part, ...]) -> bool:
    """Whether a pattern has a main clause and a condition, which must not be mixed."""
    joined = any(isinstance(one, Word) and one.name in JOINTS for one in parts[1:])
    return not joined and any(isinstance(one, Phrase) and one.name == "condition" for one in parts)


@frozen(eq=False, slots=False)
class Pattern:
    """One way to ask, and what it cannot do without."""

    parts: tuple[Part, ...]

    @cached_property
    def needs(self) -> frozenset[str]:
        return needs(self.parts)


def needs(parts: tuple[Part, ...]) -> frozenset[str]:
    """The words and slots that a pattern cannot do without."""
    found: set[str] = set()
    for one in parts:
        if isinstance(one, Word):
            found.add(one.name)
        else:
            ways = one.ways if isinstance(one, Choice) else phrase(one.name)
            found |= frozenset.intersection(*map(needs, ways))
    return frozenset(found)


@cache
def phrase(name: str) -> tuple[tuple[Part, ...], ...]:
    """The patterns of a named phrase in all languages."""
    return tuple(pattern(text) for text in spellings("phrases")[name])


@cache
def forms() -> Mapping[str, tuple[Pattern, ...]]:
    """The patterns of every form of question."""
    return {form: tuple(Pattern(pattern(text)) for text in texts) for form, texts in spellings("questions").items()}
