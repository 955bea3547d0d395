"""Patterns of questions: sequences of concepts with slots, alternatives and parts that may be left out.

    may WHO use MODE [in round N]      a word stands for a concept, a word in capitals for a slot of that kind
    (who|what) win [if <stuck>]        (…) one of several, […] that or nothing, <…> a phrase that has a name
    how many rounds {game play}        {…} any of these words: they make no difference to the answer
    may WHO use ACTION TIMES+          N+ only numbers beyond one; ACTION=double only this one

A word that carries no meaning of its own (a *soft* word) may stand anywhere; every other word must be matched. What fills
a slot, and a word in (…) or […] that turns a question into another one, must be looked at by the reply (`Reading.unheard`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property

from attrs import evolve

from adjudicator.answers.tokens import Token
from adjudicator.values import frozen
from adjudicator.words import spellings

_PIECES = re.compile(r"[()\[\]|]|<[\w-]+>|[^\s()\[\]|<>]+")
_ANY = re.compile(r"{([^{}]*)}")
JOINTS = ("if", "before")  # between a main clause and a condition, which are never mixed
# What is asked for: a thing, a number, a person, a place …; else the answer is yes or no.
WH = {
    "what",
    "which",
    "who",
    "whose",
    "when",
    "where",
    "how",
    "how-many",
    "how-often",
    "how-long",
    "how-far",
    "happens",
    "hold-turn",
}
YES_OR_NO = {"may", "must", "cannot", "do", "be", "has"}
LEADING = {"after", "at", "from", "before", "until", "with", "of", "by", "over", "between", "to", "for"}  # `after which move`
NAMING = {"who", "ticket", "mode"}  # a token that names such a thing is not also read as a plain word
OPEN = "~"  # before a word that a pattern could do without, beside the names of phrases
SIDES = ("who", "pursuer", "fugitive")
Slots = tuple[tuple[str, Token | None], ...]  # of a phrase its name, and no token


@cache
def _concepts() -> frozenset[str]:
    """The words that stand for concepts in some language; others stand for themselves."""
    return frozenset((*spellings("asking"), *spellings("soft")))


@frozen(slots=False)
class Word:
    """A concept, or in capitals a slot: `WHO`, `WHO2` for a second one, `ACTION=double` for this one only."""

    name: str
    is_open: bool = False  # in round or square brackets: another word could take its place, or none

    @cached_property
    def bound(self) -> str:
        """The end of the name that binds a slot: `=double`, `+`; empty if anything fits."""
        return self.name.removeprefix(self.slot)

    @cached_property
    def slot(self) -> str:
        return re.split("[=+]", self.name, maxsplit=1)[0]

    @cached_property
    def kind(self) -> str:
        return self.slot.rstrip("0123456789").lower()

    @cached_property
    def is_slot(self) -> bool:
        return self.slot.isupper()

    def fits(self, token: Token) -> bool:
        if self.is_slot:
            value = token.values.get(self.kind)
            return value is not None and (not self.bound or self.bound == f"={value}" or (self.bound == "+" and value != 1))
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
    """The meaning of a text in the notation above."""
    plain = _ANY.sub(lambda found: " ".join(f"[~{word}]" for word in found[1].split()), text)
    parts, rest = _ways(_PIECES.findall(plain))
    if rest:
        raise ValueError(f"a bracket too many: {text}")
    return parts[0] if len(parts) == 1 else (Choice(parts),)


def _ways(pieces: list[str], inner: bool = False) -> tuple[tuple[tuple[Part, ...], ...], list[str]]:
    """The alternatives up to the closing bracket, and what follows it."""
    ways: list[list[Part]] = [[]]
    while pieces and pieces[0] not in ")]":
        piece, *pieces = pieces
        harmless, piece = piece.startswith("~"), piece.removeprefix("~")
        if piece == "|":
            ways.append([])
        elif piece in "([":
            within, after = _ways(pieces, inner=True)
            ways[-1].append(Choice((*within, ()) if piece == "[" else within))
            pieces = after[1:]
        else:
            ways[-1].append(Phrase(piece[1:-1]) if piece[0] == "<" else Word(piece, inner and not harmless))
    return tuple(map(tuple, ways)), pieces


def matches(
    parts: tuple[Part, ...], tokens: tuple[Token, ...], spare: frozenset[str] = frozenset()
) -> Iterator[tuple[int, Slots]]:
    """Every way to read all tokens but the spare ones: how many of them were needed, and what fills the slots.

    The parts of a question may come in any order, because speakers and languages order them differently. But the order decides
    who does something to whom, and from where to where; a phrase is read in one piece, in its own order; and a condition is not
    mixed with what depends on it.
    """
    joint = next((at for at, one in enumerate(parts) if isinstance(one, Word) and one.name in JOINTS), None)
    if joint is None:
        yield from _among(_possible(parts, tokens), tuple(_softened(tokens, spare)), frozenset(range(len(tokens))), {})
        return
    for at, token in enumerate(tokens):
        if parts[joint].fits(token):  # type: ignore[union-attr]
            for left, slots in matches(parts[:joint], tokens[:at], spare):
                for right, more in matches(parts[joint + 1 :], tokens[at + 1 :], spare):
                    yield left + 1 + right, slots + more


def _softened(tokens: tuple[Token, ...], spare: frozenset[str]) -> Iterator[Token]:
    """The tokens, of which those that stand for spare words alone, and name nothing, may be passed over."""
    for token in tokens:
        is_spare = token.concepts and token.concepts <= spare and not token.values
        yield evolve(token, is_soft=True) if is_spare else token


def set_aside(name: str, tokens: tuple[Token, ...]) -> Iterator[tuple[tuple[Token, ...], Slots]]:
    """The tokens without a phrase of this name, the longest one first, and what fills its slots."""
    found = [
        (at - end, at, end, slots) for at in range(len(tokens)) for end, _, slots in _from((Phrase(name),), tokens, at, True)
    ]
    for _, at, end, slots in sorted(found, key=lambda one: one[:3]):
        yield (*tokens[:at], *tokens[end:]), slots


def _possible(parts: tuple[Part, ...], tokens: tuple[Token, ...]) -> tuple[Part, ...]:
    """The parts without the choices for which no word is there."""
    return tuple(_open(one, tokens) if isinstance(one, Choice) else one for one in parts if one != Choice(((),)))


def _open(choice: Choice, tokens: tuple[Token, ...]) -> Choice:
    return Choice(tuple(way for way in choice.ways if all(_is_there(one, tokens) for one in way)))


def _is_there(part: Part, tokens: tuple[Token, ...]) -> bool:
    return not isinstance(part, Word) or any(map(part.fits, tokens))


def _among(
    parts: tuple[Part, ...], tokens: tuple[Token, ...], left: frozenset[int], last: dict[str, int]
) -> Iterator[tuple[int, Slots]]:
    if not parts:
        if all(tokens[at].is_soft for at in left):
            yield 0, ()
        return
    first, rest = parts[0], parts[1:]
    if isinstance(first, Choice):
        for way in first.ways:
            yield from _among(way + rest, tokens, left, last)
        return
    for at in sorted(left):
        for end, needed, slots in _from((first,), tokens, at, strictly=True):
            taken = {n for n in range(at, end) if not tokens[n].is_soft} | {at}
            then = _ordered(slots, last, at)
            if taken <= left and then is not None:
                more = _among(rest, tokens, left - frozenset(range(at, end)), then)
                yield from ((needed + others, slots + also) for others, also in more)


def _ordered(slots: Slots, last: dict[str, int], at: int) -> dict[str, int] | None:
    """Where each kind was named last; None where the second of a kind comes before the first."""
    kinds = {_kind(name) for name, token in slots if token is not None}
    return {**last, **dict.fromkeys(kinds, at)} if all(last.get(kind, 0) <= at for kind in kinds) else None


def _kind(slot: str) -> str:
    kind = Word(slot).kind
    return "who" if kind in SIDES else kind


def _from(
    parts: tuple[Part, ...], tokens: tuple[Token, ...], at: int, strictly: bool = False
) -> Iterator[tuple[int, int, Slots]]:
    """Every way to read these parts from here on, one after the other."""
    if not parts:
        yield at, 0, ()
        return
    first, rest = parts[0], parts[1:]
    if isinstance(first, Word):
        for here in (at,) if strictly else _reachable(tokens, at):
            if here < len(tokens) and first.fits(tokens[here]):
                for end, needed, slots in _from(rest, tokens, here + 1):
                    yield end, needed + (not tokens[here].is_soft), _own(first, tokens[here]) + slots
        return
    named: Slots = ((first.name, None),) if isinstance(first, Phrase) else ()
    for way in first.ways if isinstance(first, Choice) else phrase(first.name):
        for end, needed, slots in _from(way + rest, tokens, at, strictly):
            yield end, needed, named + slots


def _own(word: Word, token: Token) -> Slots:
    """The additions of a word to a reading: the value of a slot, unless it is bound; the name of an optional concept."""
    if word.is_slot:
        return ((word.slot, token), (f"{word.slot}{word.bound}", None)) if word.bound else ((word.slot, token),)
    return ((f"{OPEN}{word.name}", None),) if word.is_open and not token.is_soft else ()


def _reachable(tokens: tuple[Token, ...], at: int) -> Iterator[int]:
    """The next token, and those after it that only soft ones keep apart from here."""
    for here in range(at, len(tokens)):
        yield here
        if not tokens[here].is_soft:
            return


@frozen(eq=False, slots=False)
class Pattern:
    """One way to ask, and what it cannot do without."""

    parts: tuple[Part, ...]

    @cached_property
    def needs(self) -> frozenset[str]:
        return needs(self.parts)

    @cached_property
    def is_wh(self) -> bool | None:
        """Whether it asks for something other than yes or no; None where it may be either."""
        found = {name in WH for name in _first(self.parts)}
        return found.pop() if len(found) == 1 else None


def _first(parts: tuple[Part, ...]) -> frozenset[str]:
    """The words that can come first, prepositions left out."""
    if not parts:
        return frozenset()
    first, rest = parts[0], parts[1:]
    if isinstance(first, Word):
        return _first(rest) if first.name in LEADING else frozenset({first.name})
    ways = first.ways if isinstance(first, Choice) else phrase(first.name)
    return frozenset(name for way in ways for name in _first(way + rest))


def asks_what(tokens: tuple[Token, ...]) -> bool | None:
    """Whether a question asks for something other than yes or no, by its first word; None where that does not show."""
    for token in tokens:
        if WH & token.concepts:
            return True
        if YES_OR_NO & token.concepts:
            return False
        if not token.is_soft and not LEADING & token.concepts:
            return None
    return None


def open_words(parts: tuple[Part, ...], inner: bool = False) -> frozenset[str]:
    """The words, not the slots, that a pattern could do without."""
    found: set[str] = set()
    for one in parts:
        if isinstance(one, Word) and inner and not one.is_slot:
            found.add(one.name)
        elif isinstance(one, Choice):
            found.update(*(open_words(way, inner=True) for way in one.ways))
    return frozenset(found)


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
    """The patterns of a named phrase in all languages; its own words are what its name stands for."""
    return tuple(_closed(pattern(text)) for text in spellings("phrases")[name])


def _closed(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    return tuple(
        Word(one.name) if isinstance(one, Word) else Choice(tuple(map(_closed, one.ways))) if isinstance(one, Choice) else one
        for one in parts
    )


@cache
def forms() -> Mapping[str, tuple[Pattern, ...]]:
    """The patterns of every form of question."""
    return {form: tuple(Pattern(pattern(text)) for text in texts) for form, texts in spellings("questions").items()}
