"""A question read: its form, and what fills its slots. Every word that carries meaning is accounted for, or nothing is read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from attrs import evolve, field

from adjudicator.answers.patterns import (
    JOINTS,
    OPEN,
    WH,
    YES_OR_NO,
    Pattern,
    Slots,
    Word,
    asks_what,
    forms,
    matches,
    open_words,
    set_aside,
)
from adjudicator.answers.tokens import Token
from adjudicator.values import frozen
from adjudicator.words import spellings

EARLIER = ("past", "beginning")  # words for what was, and for how it began
Patterns = tuple[Pattern, ...]
# Words that turn a question into another one: a reply must have looked at them.
POINTED = frozenset(
    ("not", "no", "cannot", "alone", "again", "before", "until", "without", "second", "half", "more-than", "least", "most",
     "different", "row", "extra", "limited", "unlimited", "last", "first", "next", "after", "hidden", "lose", "every")
)  # fmt: skip
_STOP = re.compile(r"(?<=[a-z]{3})\. (?=\w)")  # between two sentences, not in `Mr. X`


@frozen
class Reading:
    form: str
    slots: Mapping[str, Token] = field(factory=dict)
    phrases: tuple[str, ...] = ()
    tokens: tuple[Token, ...] = ()
    weight: int = 0  # how many words the form needed; the others are soft
    heard: set[str] = field(factory=set, eq=False, repr=False)  # what the reply has asked this reading for

    def has(self, concept: str) -> bool:
        """Whether some word of the question stands for a concept."""
        self.heard.add(concept)
        return any(Word(concept).fits(token) for token in self.tokens)

    def get(self, slot: str) -> str:
        """The value of a slot; None if the question does not have it."""
        self.heard.add(slot)
        token = self.slots.get(slot)
        kind = slot.rstrip("0123456789").lower()
        return str(token.values[kind]) if token is not None else ""

    def number(self, slot: str = "N") -> int:
        found = self.get(slot) or self.get(slot.replace("N", "S"))
        return int(found) if found else 0

    @property
    def unheard(self) -> tuple[str, ...]:
        """Slots, and words that turn a question into another one, that the reply has not looked at."""
        bound = {Word(name).slot for name in self.phrases}
        slots = (name for name, token in self.slots.items() if name not in bound and not _is_nobody(name, token))
        return tuple(
            name for name in (*slots, *(word for word in POINTED if f"{OPEN}{word}" in self.phrases)) if name not in self.heard
        )

    @property
    def is_of_earlier(self) -> bool:
        """Whether the question is about an earlier moment of a game."""
        return any(self.has(name) for name in EARLIER)

    @property
    def is_perfect(self) -> bool:
        """`has red moved`: the question begins with the verb of what was done."""
        return bool(self.tokens) and "has" in self.tokens[0].concepts

    @property
    def who(self) -> str:
        """The piece or role that the question is about, from the first slot that has one."""
        return next((self.get(slot) for slot in ("WHO", "PURSUER", "PURSUERS", "FUGITIVE", "ROLE") if slot in self.slots), "")

    @property
    def table(self) -> tuple[int, str]:
        """The size of the table that the question names: so many players, or so many pieces of a role; 0 for none."""
        role = self.get("PURSUER9")
        return self.number("N9"), role if role != "i" else ""

    @property
    def fare(self) -> str:
        """A means of transport or a ticket."""
        return self.get("MODE") or self.get("FARE") or self.get("TICKET")


def _is_nobody(slot: str, token: Token) -> bool:
    """Whether a slot adds nothing to its kind: there is one fugitive, one double, and `the detectives` are all of them."""
    kind = Word(slot).kind
    is_pronoun = bool({"he", "they"} & token.concepts)  # for somebody who is named elsewhere
    is_everybody = kind in ("pursuer", "pursuers") and "all" in token.values
    return is_pronoun or is_everybody or kind in ("fugitive", "double") or token.values.get(kind) == "i"


@cache
def _said(kind: str, name: str) -> str:
    """The words of all languages for a concept, as alternatives of an expression."""
    return "|".join(re.escape(word) for word in sorted(spellings(kind)[name], key=len, reverse=True))


@cache
def _conditional() -> re.Pattern[str]:
    return re.compile(rf"\s*((?:{_said('asking', 'if')})\b[^,]*),\s*(.+)", re.IGNORECASE)


@cache
def _tag() -> re.Pattern[str]:
    """The end of a question that only asks whether the rest is so: `…, right?`, `… ok?`"""
    return re.compile(rf"[\s,;:.–-]+(?:{_said('tags', 'so')})[\s?!.]*$", re.IGNORECASE)


@cache
def _premise() -> re.Pattern[str]:
    """A sentence or clause, and a question behind it."""
    starts = "|".join(
        _said(*one) for one in (("tags", "asks"), ("asking", "may"), ("asking", "must"), ("soft", "do"), ("soft", "be"))
    )
    return re.compile(rf"\s*(?:(?:{_said('tags', 'suppose')})\b[,:\s]*)?(.+?)[,:;.–-]+\s+((?:{starts})\b.+)", re.IGNORECASE)


@cache
def _hearsay() -> re.Pattern[str]:
    """Somebody says something: `my sister says that …`."""
    return re.compile(
        rf"\s*(?:{_said('soft', 'i')}|{_said('tags', 'others')})\s+(?:{_said('tags', 'claims')})\b[,:\s]*(.+)", re.IGNORECASE
    )


@cache
def _perfect() -> re.Pattern[str]:
    """A verb in the perfect, as English writes it: `has used`."""
    done = r"\w+ed|been|done|gone|left|lost|made|paid|ridden|spent|taken|won"
    return re.compile(rf"(?<!\w)(?:{_said('soft', 'has')})\s+(?:{done})(?!\w)", re.IGNORECASE)


@cache
def _denial() -> re.Pattern[str]:
    words = "|".join(_said("asking", name) for name in ("not", "no", "cannot", "without"))
    return re.compile(rf"(?<!\w)(?:{words}|\w+n['’]t|never)(?!\w)", re.IGNORECASE)


def narrated(text: str) -> tuple[str, str]:
    """A sentence and the question behind it; nothing where there is only one, or where it is supposed."""
    found = None if _supposed().match(text) else _premise().fullmatch(text.strip())
    return (found[1], found[2]) if found else ("", "")


@cache
def _supposed() -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{_said('tags', 'suppose')}|{_said('asking', 'if')})\b", re.IGNORECASE)


def ways_to_ask(text: str) -> Iterator[str]:
    """A question as it stands, with its conditions last, without a tag like `right?` at its end, and as somebody said it.

    What somebody denies is left alone: the answer to it would be yes where the plain question has a no.
    """
    plain = _tag().sub("", text)
    said = _hearsay().fullmatch(plain)
    told = (said[1],) if said and not _denial().search(said[1]) else ()
    for one in dict.fromkeys((text, plain, *told)):
        yield one
        yield from _main_clause_first(one)


def _main_clause_first(text: str) -> Iterator[str]:
    """`if he is trapped, who wins` and `he is trapped: who wins` are `who wins if he is trapped`."""
    found = _conditional().fullmatch(text.strip())
    if found:
        yield f"{found[2].rstrip(' ?')} {found[1]}"
    condition, colon, main = _STOP.sub(":", text).rpartition(":")
    if colon:
        yield f"{main.rstrip(' ?')} {spellings('asking')['if'][0]} {condition}"
    found = _premise().fullmatch(text.strip())
    if found:
        yield f"{found[2].rstrip(' ?')} {spellings('asking')['if'][0]} {found[1]}"


def unsaid(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """`two doubles in one round` asks whether they are allowed: nothing if the question has a verb that asks, or tells what was
    done (`red has used a black ticket`)."""
    asking = WH | YES_OR_NO | {"why"}
    if any(asking & token.concepts for token in tokens) or _perfect().search(" ".join(token.text for token in tokens)):
        return ()
    return (Token("", frozenset({"may"})), *tokens)


def asked_plainly(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """`why cannot they` and `cannot they` are asked like `may they`: the answer says no, and by which rules."""
    if is_turned_round(tokens):
        return tuple(evolve(one, concepts=frozenset({"may"})) if "forbidden" in one.concepts else one for one in tokens)
    first = next((at for at, token in enumerate(tokens) if not token.is_soft), 0)
    why = bool(tokens) and "why" in tokens[first].concepts
    rest = tokens[first + why :]
    if not rest or not (why or "cannot" in rest[0].concepts):
        return tokens
    at = next((at for at, token in enumerate(rest) if {"may", "cannot"} & token.concepts), None)
    if at is None or (why and "cannot" not in rest[at].concepts and not any("not" in one.concepts for one in rest)):
        return tokens
    plain = evolve(rest[at], concepts=frozenset({"may"}))
    return (*rest[:at], plain, *(one for one in rest[at + 1 :] if "not" not in one.concepts))


def is_turned_round(tokens: tuple[Token, ...]) -> bool:
    """Whether a question asks if something is forbidden, which is so where `may they` has a no."""
    return any("forbidden" in token.concepts for token in tokens)


def readings(tokens: tuple[Token, ...], more: Mapping[str, Patterns] | None = None) -> list[Reading]:
    """Every reading of all words, the one first that needs most of them.

    Where there is none, the size of the table (`with four players`) is set aside first; then words may be left over that other
    ways of asking the same can do without.
    """
    known = {**forms(), **(more or {})}
    whole = [(tokens, ())]
    tables = [(rest, slots) for rest, slots in set_aside("table", tokens) if rest][:1]
    for some, with_spare in ((whole, False), (tables, False), (whole, True), (tables, True)):
        found = [
            Reading(form, *_filled((*slots, *table)), words, needed)
            for words, table in some
            for form, needed, slots in _every(words, known, with_spare)
            if not _is_filled_twice((*slots, *table))
        ]
        if found:
            return sorted(found, key=lambda one: -one.weight)
    return []


def _every(
    tokens: tuple[Token, ...], known: Mapping[str, Patterns], with_spare: bool = False
) -> Iterator[tuple[str, int, Slots]]:
    """The best match of each form. Few patterns have all that they need among the words: each word is looked for once."""
    is_there: dict[str, bool] = {}
    is_wh = asks_what(tokens)

    def has(name: str) -> bool:
        if name not in is_there:
            is_there[name] = any(Word(name).fits(token) for token in tokens)
        return is_there[name]

    for form, patterns in known.items():
        likely = [one for one in patterns if {one.is_wh, is_wh} != {True, False} and all(map(has, one.needs))]
        spare = _spare(patterns) if with_spare and likely else frozenset()
        ways = (one for pattern in likely for one in matches(pattern.parts, tokens, spare))
        found = max(ways, key=lambda one: one[0], default=None)
        if found is not None:
            yield form, *found


@cache
def _spare(patterns: Patterns) -> frozenset[str]:
    """The words that make no difference to a form: some way of asking does without them, and they turn no question round."""
    found = frozenset[str]().union(*(open_words(one.parts) for one in patterns))
    return found - POINTED - WH - {*JOINTS, "may", "must"}


def _is_filled_twice(slots: Slots) -> bool:
    """Whether two things would fill one slot: `by bus or taxi` is not `by taxi`."""
    named = {(name, token.values.get(Word(name).kind)) for name, token in slots if token is not None}
    return len({name for name, _ in named}) < len(named)


def _filled(slots: Slots) -> tuple[dict[str, Token], tuple[str, ...]]:
    phrases = tuple(name for name, token in slots if token is None)
    return {name: token for name, token in slots if token is not None}, phrases
