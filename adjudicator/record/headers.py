"""The values after each `key:`. There is one function for each key, listed at the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from adjudicator.record.lexicon import key_of
from adjudicator.record.numbering import ENTRIES, ROUNDS
from adjudicator.record.steps import spellings
from adjudicator.record.transcript import UNLIMITED, Card, Hand, Holding, Seals, Seat, Start, StateValue
from adjudicator.record.values import BEFORE_A_NAME, EITHER, HeaderValue
from adjudicator.record.words import Misread, Words
from adjudicator.words import concepts

ONCE = (
    "variant", "board", "rules", "seats", "start", "result", "record", "surfacings", "turns", "draws", "numbers", "round",
    "entry", "moved", "heard", "ears",
)  # fmt: skip
NAMING = ("variant", "board", "option")  # headers to be read before the others: they name the rules
ALIKE = ("seats", "result")  # headers that many games of a season have word for word
DRAWS = ("by hand", "by the referee")  # the ways to draw cards
NUMBERS = (ROUNDS, ENTRIES)  # the meanings of numbers before clauses
_PLAIN_SEAT = re.compile(r"([^\W\d_][\w-]{0,39})\s*=([^()]*)")
_PLAIN_START = re.compile(r"([^\W\d_][\w-]{0,39})\s+(\d{1,6})")
P = TypeVar("P", Seat, Start)


def read_header(key: str, value: HeaderValue) -> Any:
    """Read the value of a header. The parts that are not understood are in `value.misread`."""
    return value.recalled(key, _READERS[key]) if key in ALIKE else _READERS[key](value)


# --- one value


def _text(value: HeaderValue) -> str:
    return value.text


def _number(value: HeaderValue) -> int | None:
    words = value.words()
    if words.kind() != "number" or len(words.tokens) > 1 or len(words.text()) > 6:
        value.refuse("T014")
        return None
    return words.number()


def _round(value: HeaderValue) -> int | None:
    number = _number(value)
    if number == 0:
        value.refuse("T014.round")
        return None
    return number


def _result(value: HeaderValue) -> str | None:
    words, x = value.words(), value.lexicon.fugitive
    whose = value.names.find(words, value.lexicon)
    if whose is not None and whose[0] == x:
        words.step(whose[1])
    found = words.find(concepts("results"))
    if found is None or len(words.tokens) != words.at + found[1]:
        value.refuse("T021", fugitive=x)
        return None
    return found[0]


def _marked(value: HeaderValue) -> str | None:
    if value.text.lower() == "marked":
        return "marked"
    value.refuse("T022")
    return None


def _public(value: HeaderValue) -> str | None:
    if value.text.lower() == "public":
        return "public"
    value.refuse("T022.record")
    return None


def _draws(value: HeaderValue) -> str | None:
    return _one_of(value, DRAWS)


def _numbers(value: HeaderValue) -> str | None:
    return _one_of(value, NUMBERS)


def _one_of(value: HeaderValue, known: tuple[str, ...]) -> str | None:
    found = value.text.lower()
    if found in known:
        return found
    value.refuse("T022.draws", known=known)
    return None


# --- lists


def _options(value: HeaderValue) -> tuple[str, ...]:
    parts = (value.line[start:end] for start, end in value.parts(EITHER))
    return tuple("=".join(side.strip() for side in part.split("=")) for part in parts)


def _seats(value: HeaderValue) -> tuple[Seat, ...]:
    return _each_once(value, value.gather(_seat, BEFORE_A_NAME if ";" in value.text else EITHER), "T016.seats")


def _seat(value: HeaderValue, start: int, end: int) -> Seat:
    line = value.line
    plain = _PLAIN_SEAT.fullmatch(line, start, end)
    if plain is not None:
        person = value.written[plain.start(2) : end].strip()
        if key_of(person) in value.lexicon.pieces and key_of(plain[1]) not in value.lexicon.pieces:
            raise Misread("T370", start, end, piece=person, person=plain[1])
        role = value.lexicon.roles.get(key_of(person)) if person.islower() else None  # names of persons begin with a capital
        return Seat(value.plain_piece(plain), None if role else person or None, role, start + 1)
    equals = min((at for at in (line.find(sign, start, end) for sign in "=:") if at >= 0), default=end)
    words = Words(line, start, equals)
    piece, role = value.piece(words), value.role(words)
    value.finish(words, "T015")
    bracket = line.find("(", equals, end)
    if role is None and bracket >= 0 and line[end - 1] == ")":  # `white = Ben (role)`
        role, end = value.role(Words(line, bracket, end)), bracket
    return Seat(piece, value.written[equals + 1 : end].strip() or None, role, start + 1)


def _starts(value: HeaderValue) -> tuple[Start, ...]:
    return _each_once(value, value.gather(_start, EITHER), "T016.starts")


def _start(value: HeaderValue, start: int, end: int) -> Start:
    plain = _PLAIN_START.fullmatch(value.line, start, end)
    if plain is not None:
        return Start(value.plain_piece(plain), int(plain[2]), column=start + 1)
    words = Words(value.line, start, end)
    piece, role = value.piece(words), value.role(words)
    words.skip("=", ":", "at", "on")
    card, at, seals = _station_or_card(value, words)
    value.finish(words, "T017")
    return Start(piece, at, card, role, seals, start + 1)


def _station_or_card(value: HeaderValue, words: Words) -> tuple[Card | None, int | None, Seals]:
    seals: list[tuple[str, str]] = []
    card: Card | None = None
    if words.kind() == "card":
        card = value.card(words)
    elif words.kind() == "seal" and words.word(1) == "at":
        value.unknown(words, "card", seals)
    else:
        return None, value.station(words, "at", seals), tuple(seals)
    at = value.station(words, "at", seals) if words.skip("at", "=") else None
    return card, at, tuple(seals)


def _each_once(value: HeaderValue, found: list[P], sentence: str) -> tuple[P, ...]:
    named: dict[str, P] = {}
    for one in found:
        if one.piece in named:
            at = one.column - 1
            value.misread.append(Misread(sentence, at, at + len(one.piece), name=one.piece))
        named.setdefault(one.piece, one)
    return tuple(named.values())


def _moved(value: HeaderValue) -> tuple[str, ...]:
    if value.text.lower() in ("none", "nobody"):
        return ()
    names = [name for part in value.gather(_names, EITHER) for name in part]
    return tuple(dict.fromkeys(names))


def _names(value: HeaderValue, start: int, end: int) -> list[str]:
    words, names = Words(value.line, start, end), []
    while not words.done:
        names.append(value.piece(words))
        words.skip(",")
    return names


def _hands(value: HeaderValue) -> tuple[Hand, ...]:
    return tuple(value.gather(_hand))


def _hand(value: HeaderValue, start: int, end: int) -> Hand:
    words, decks = Words(value.line, start, end), value.lexicon.decks
    piece = value.piece(words)
    words.skip(":", "=")
    found = words.find(decks)
    if found is None and (decks or words.kind() != "word"):
        raise words.misread("T020", word=words.text(), known=spellings(decks))
    deck, count = found or (words.text().lower(), 1)
    words.step(count)
    words.skip(":", "=")
    seals: list[tuple[str, str]] = []
    cards: list[Card | None] = []
    while not words.done:
        cards.append(None if value.unknown(words, str(len(cards)), seals) else value.card(words))
        words.skip(",")
    if not cards:
        raise words.misread("T020.none")
    return Hand(piece, deck, tuple(cards), tuple(seals), start + 1)


def _tickets(value: HeaderValue) -> tuple[Holding, ...]:
    return tuple(holding for holdings in value.gather(_holdings) for holding in holdings)


def _holdings(value: HeaderValue, start: int, end: int) -> list[Holding]:
    words = Words(value.line, start, end)
    supply = words.find(value.lexicon.supplies)
    holder = supply[0] if supply else value.piece(words)
    words.step(supply[1] if supply else 0)
    words.skip(":", "=")
    held: dict[str, Holding] = {}
    while not words.done:
        holding = _holding(value, words, holder)
        if holding.ticket in held:
            raise Misread("T016.tickets", holding.column - 1, words.last, ticket=holding.ticket, holder=holder)
        held[holding.ticket] = holding
        words.skip(",")
    if not held:
        raise words.misread("T023.none", holder=holder)
    return list(held.values())


def _holding(value: HeaderValue, words: Words, holder: str) -> Holding:
    at = words.span()[0]
    first = words.kind() == "number"  # `3 taxi`
    count = _count(words) if first else None
    found = words.find(value.lexicon.tickets)
    if found is None:
        raise words.misread("T023", word=words.text(), known=spellings(value.lexicon.tickets))
    words.step(found[1])
    words.skip("=")
    return Holding(holder, found[0], count if first else _count(words), at + 1)


def _count(words: Words) -> int | None:
    if words.kind() == "number":
        return words.number()
    if words.skip("unlimited", "∞"):
        return UNLIMITED
    if words.skip("?"):
        return None
    raise words.misread("T023.number")


def _states(value: HeaderValue) -> tuple[StateValue, ...]:
    return tuple(value.gather(_state))


def _state(value: HeaderValue, start: int, end: int) -> StateValue:
    name, equals, rest = value.line[start:end].partition("=")
    if not equals or not name.strip() or not rest.strip():
        raise Misread("T025", start, end, text=value.line[start:end])
    words = Words(value.line, start + len(name) + 1, end)
    seals: list[tuple[str, str]] = []
    unknown = len(words.tokens) == 1 and value.unknown(words, "value", seals)
    written = name.replace("(", " ").replace(")", " ")  # as rules write it: `hot(red)`
    return StateValue(" ".join(written.split()), None if unknown else " ".join(rest.split()), tuple(seals), start + 1)


_READERS: dict[str, Callable[[HeaderValue], Any]] = {
    "variant": _text,
    "board": _text,
    "rules": _text,
    "option": _options,
    "seats": _seats,
    "start": _starts,
    "cards": _hands,
    "result": _result,
    "record": _public,
    "surfacings": _marked,
    "turns": _marked,
    "draws": _draws,
    "numbers": _numbers,
    "round": _round,
    "entry": _number,
    "moved": _moved,
    "tickets": _tickets,
    "state": _states,
    "heard": _marked,
    "ears": _moved,
}
