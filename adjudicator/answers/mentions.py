"""A question as units: its words by their stems, and the things and numbers that it names.

A thing that is named is a unit of its own, in any words: `a black ticket` names a ticket, `Mister X` the fugitive. Its
marks, such as `@ticket`, are what a stored phrasing has in that place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache

import snowballstemmer
from attrs import evolve, field

from adjudicator.answers.answer import Desk
from adjudicator.game import Game
from adjudicator.judge.seat_rows import usual
from adjudicator.record.lexicon import FUGITIVE, wide_lexicon_of
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen
from adjudicator.words import languages, spellings

LONGEST = 5  # words of one name
ME = "i"  # the one who asks
_WORD = re.compile(r"\{\w+\}|2x|\d+|[^\W\d_]+(?:['’][^\W\d_]+)*")
_CLAUSES = re.compile(r"[,:;.?!–]+(?:\s|$)")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)\b", re.IGNORECASE)
_STEMMERS = {"en": "english", "de": "german", "fr": "french"}
Kinds = Mapping[str, object]


@frozen(slots=False)
class Unit:
    """A word, or a thing that is named: what it is compared by, and by kind what it names."""

    text: str
    marks: tuple[str, ...]
    named: Kinds = field(factory=dict)
    is_pronoun: bool = False
    at: int = 0  # its first word's place among the words of the text
    turns: bool = False  # `not`, `last`, `only`: the question is another one without it

    @property
    def side(self) -> str:
        return "" if "who" not in self.named else "x" if "x" in self.named else "d"


@frozen(slots=False)
class Speech:
    """The words of a language that reading needs: those without a meaning of their own, those that turn a question."""

    code: str
    stop: frozenset[str]
    turning: Mapping[str, str]  # a word, and the mark for all words like it
    open: frozenset[str]  # words of questions that yes or no does not answer
    opens: frozenset[str]  # the same as first words
    closed: frozenset[str]  # first words of questions that it does answer
    he: frozenset[str]
    him: frozenset[str]
    they: frozenset[str]
    me: frozenset[str]
    compounds: tuple[str, ...]
    alike: Mapping[str, str]
    numbers: Mapping[str, int]

    @property
    def all(self) -> frozenset[str]:
        return self.stop | self.turning.keys() | self.he | self.him | self.they | self.me

    def is_open(self, text: str) -> bool:
        """Whether a question asks for more than yes or no: its first clause begins with a word such as `which`, or a later one
        does and the first is not a question itself."""
        clauses = [found for one in _CLAUSES.split(text) if (found := words(one, self))]
        if not clauses:
            return False
        if clauses[0][0] in self.closed:
            return False
        every = self.open | self.opens
        inside = bool(self.open & {*clauses[0]})
        return inside or any(bool(every & {*clause[:2]}) for clause in clauses)

    def stem(self, word: str) -> str:
        return _stem(self.code, word)


@lru_cache(maxsize=65536)
def _stem(code: str, word: str) -> str:
    return str(_stemmer(code).stemWord(word))


@cache
def _stemmer(code: str) -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer(_STEMMERS.get(code, "english"))


@cache
def speeches() -> tuple[Speech, ...]:
    """The languages in which questions are stored."""
    return tuple(_speech(language.code) for language in languages() if language.kind("reading"))


def _speech(code: str) -> Speech:
    language = next(one for one in languages() if one.code == code)
    told = language.kind("reading")
    numbers = {one.lower(): int(number) for number, said in language.kind("numbers").items() for one in said}
    turning = {one: f"!{name}" for name, said in language.kind("turning").items() for one in said}
    words = {name: frozenset(told[name]) for name in ("stop", "open", "opens", "closed", "he", "him", "they", "me")}
    alike = {one: name for name, said in language.kind("alike").items() for one in (name, *said)}
    return Speech(code, turning=turning, compounds=told["compounds"], alike=alike, numbers=numbers, **words)


def words(text: str, speech: Speech) -> list[str]:
    """The words of a text in small letters; compounds such as `Taxikarten` are parted."""
    plain = _ORDINAL.sub(r"\1", text.replace("-", " ").replace("’", "'")).lower()
    found: list[str] = []
    for word in _WORD.findall(plain):
        if word.endswith("n't"):
            found += [word[:-3] if word != "can't" else "can", "not"]
            continue
        if word == "cannot":
            found += ["can", "not"]
            continue
        word = word.partition("'")[0]
        tail = next((one for one in speech.compounds if word.endswith(one) and len(word) > len(one) + 2), "")
        found += [word[: -len(tail)], tail] if tail else [word]
    return found


# -- names
@lru_cache(maxsize=32)
def names(rulebook: Rulebook, table: tuple[tuple[str, str], ...], code: str) -> Mapping[tuple[str, ...], Kinds]:
    """Everything that can be named, by the stems of its words."""
    speech = next(one for one in speeches() if one.code == code)
    found: dict[tuple[str, ...], dict[str, object]] = {}
    named = [*_of_table(rulebook, table), *_of_rules(rulebook)]
    for text, kind, value in (*named, *_translated(named, code)):
        stems = tuple(speech.stem(word) for word in words(text, speech))
        if stems:
            found.setdefault(stems, {})[kind] = value
    return found


def _translated(named: list[tuple[str, str, object]], code: str) -> Iterator[tuple[str, str, object]]:
    """The same things by the words of another language."""
    told = next(one for one in languages() if one.code == code).kind("things")
    for text, kind, value in named:
        for one in told.get(text.lower().replace(" ", "-"), ()):
            yield one, kind, value


def _of_rules(rulebook: Rulebook) -> Iterator[tuple[str, str, object]]:
    """Everything that the rulebook names: tickets, means of transport, roles, actions, states and the rest."""
    told, tables = wide_lexicon_of(rulebook), rulebook.tables
    for word, name in told.tickets.items():
        yield word, "ticket", name
    for word, name in told.modes.items():
        yield word, "mode", name
    for word, name in told.roles.items():
        if name in tables.roles:
            yield from _somebody(word, name, tables.roles[name].side == "fugitive")
    for word, name in told.pieces.items():
        if name == FUGITIVE or any(name in role.pieces for role in tables.roles.values()):
            yield from _somebody(word, name, name == FUGITIVE)
    for name, role in tables.roles.items():
        for word in (role.name, role.plural):
            if word:
                yield from _somebody(word, FUGITIVE if role.side == "fugitive" else name, role.side == "fugitive")
    for word in spellings("pursuers").get("pursuers", ()):
        yield from _somebody(word, "pursuers", False)
    for action in rulebook.actions.values():
        for word in (action.id, action.written, *action.table.aliases):
            yield word.replace("-", " "), "action", action.id
    for name, option in rulebook.options.items():
        yield name.replace("-", " "), "option", name
        yield from ((f"{name}={value}", "choice", f"{name}={value}") for value in option.values)
    yield from _things(rulebook)


def _somebody(word: str, name: str, is_fugitive: bool) -> Iterator[tuple[str, str, object]]:
    yield word, "who", name
    yield word, "x" if is_fugitive else "d", name


def _things(rulebook: Rulebook) -> Iterator[tuple[str, str, object]]:
    """Names of values: supplies, decks, named numbers, columns of the seat table, states, facts of stations."""
    tables, board = rulebook.tables, rulebook.board
    decks = {**(board.decks if board else {}), **tables.decks}
    for kind, known in (("supply", {**tables.supplies, "pile": None}), ("deck", decks), ("number", rulebook.tables.numbers)):
        yield from ((word, kind, name) for name in known for word in _spoken(name))
    columns = {key for row in tables.seats for key in row} - {"persons", "pool"}
    roles = {role.plural or name for name, role in tables.roles.items()}
    yield from ((word, "column", name) for name in columns - roles for word in _spoken(name))
    for name, state in tables.state.items():
        yield from ((word, "state", name) for word in (*_spoken(name), *state.aliases))
    for name, supply in tables.supplies.items():
        yield from ((word, "supply", name) for word in supply.aliases)
    for attribute in board.attributes.values() if board else ():
        yield from ((word, "attribute", attribute.name) for word in _spoken(attribute.name))
        yield from ((str(value), "symbol", value) for value in attribute.values)


def _spoken(name: str) -> Iterable[str]:
    yield name.replace("-", " ")
    if name.endswith("-left"):
        yield name.removesuffix("-left").replace("-", " ")


def _of_table(rulebook: Rulebook, table: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str, object]]:
    """Pieces and persons of a game; without one, every colour is one of the pursuers."""
    held: dict[str, list[str]] = {}
    for piece, person in table:
        yield from _somebody(piece, piece, piece == FUGITIVE)
        if person:
            held.setdefault(person, []).append(piece)
    for person, pieces in held.items():
        yield from _somebody(person, pieces[0] if len(pieces) == 1 else person, pieces[0] == FUGITIVE)
        yield person, "person", person
    here = {piece for piece, _ in table}
    for piece, said in spellings("pieces").items():
        for word in said:
            if not table:
                yield from _somebody(word, usual(rulebook), False)
            elif piece in here and piece != FUGITIVE:
                yield from _somebody(word, piece, False)


def table_of(game: Game | None) -> tuple[tuple[str, str], ...]:
    """The pieces of a game, each with the person who plays it."""
    persons = {seat.piece: seat.person for seat in game.record.seats if seat.person} if game is not None else {}
    return tuple((seat.piece, persons.get(seat.piece, "")) for seat in game.seating.seats) if game is not None else ()


# -- units
GENERIC = ("pursuers", "fugitive", FUGITIVE)
OWN_WORDS = ("action", "state", "deck", "number", "option", "column", "supply", "attribute", "symbol", "ticket", "mode")


def units(text: str, desk: Desk, speech: Speech) -> tuple[Unit, ...]:
    """The units of a question in this language. Pronouns stand for somebody only where nobody of that side was named before."""
    known = names(desk.rulebook, table_of(desk.game), speech.code)
    said = words(text, speech)
    stems = [speech.stem(word) for word in said]
    return tuple(counted(_resolved(_named(said, stems, known, desk, speech, text.lower()))))


def _named(
    said: list[str], stems: list[str], known: Mapping[tuple[str, ...], Kinds], desk: Desk, speech: Speech, text: str
) -> Iterator[Unit]:
    at = 0
    while at < len(said):
        lengths = range(min(LONGEST, len(said) - at), 0, -1)
        count = next((n for n in lengths if _is_name(said, stems, at, n, known, speech, text)), 0)
        if count:
            kinds = known[tuple(stems[at : at + count])]
            yield Unit(" ".join(said[at : at + count]), _marks(kinds, stems[at : at + count], desk), kinds, at=at)
            at += count
        else:
            yield from plain(said[at], stems[at], at, speech)
            at += 1


def _is_name(
    said: list[str], stems: list[str], at: int, count: int, known: Mapping[tuple[str, ...], Kinds], speech: Speech, text: str
) -> bool:
    """Whether so many words from a place on name something. An option is named as it is written: `how long does the ban last`
    does not name `ban-lasts`."""
    kinds = known.get(tuple(stems[at : at + count]))
    if kinds is None:
        return False
    if count == 1:
        return said[at] not in speech.all and not _is_colour_of_ticket(said, stems, at, known)
    return bool(kinds.keys() - {"option", "choice"}) or "-".join(said[at : at + count]) in text


def _is_colour_of_ticket(said: list[str], stems: list[str], at: int, known: Mapping[tuple[str, ...], Kinds]) -> bool:
    """Whether a word names a pursuer's colour here, or only says what a ticket looks like: `yellow taxi tickets`."""
    kinds, behind = known[(stems[at],)], known.get(tuple(stems[at + 1 : at + 2]), {})
    return "d" in kinds and "ticket" not in kinds and "ticket" in behind


def _marks(kinds: Kinds, stems: list[str], desk: Desk) -> tuple[str, ...]:
    """The marks of a named thing: its kinds; of all but the usual pieces its own words as well."""
    marks = ["@ticket"] if "ticket" in kinds else []
    marks += ["@mode"] if "mode" in kinds else []
    if "who" in kinds and not marks:
        marks += ["@who", "@x" if "x" in kinds else "@d"]
        if kinds["who"] not in GENERIC and kinds["who"] not in desk.rulebook.tables.roles and desk.game is None:
            marks += stems
        return tuple(marks)
    marks += [f"@{kind}" for kind in OWN_WORDS if kind in kinds and f"@{kind}" not in marks]
    return (*marks, *stems)


def plain(word: str, stem: str, at: int, speech: Speech) -> Iterator[Unit]:
    if word.startswith("{"):
        yield slot_unit(word[1:-1], at)
    elif word in speech.him:
        yield Unit(word, ("@who", "@x"), {"who": FUGITIVE, "x": FUGITIVE}, at=at)
    elif word in speech.he:
        yield Unit(word, ("@who", "@x"), {"who": FUGITIVE, "x": FUGITIVE}, is_pronoun=True, at=at)
    elif word in speech.they:
        yield Unit(word, ("@who", "@d"), {"who": "pursuers", "d": "pursuers"}, is_pronoun=True, at=at)
    elif word in speech.me:
        yield Unit(word, (), {"me": ME}, is_pronoun=True, at=at)
    elif word in speech.turning:
        yield Unit(word, (speech.turning[word],), at=at, turns=True)
    elif word in speech.alike:
        yield Unit(word, (f"={speech.alike[word]}",), at=at)
    elif word in speech.stop:
        return
    elif word.isdigit() or word in speech.numbers:
        number = int(word) if word.isdigit() else speech.numbers[word]
        yield Unit(word, ("@n", str(number)), {"n": number}, at=at)
    else:
        yield Unit(word, (stem,), at=at)


# The slots of phrasings: the kind of thing that fills each, and its marks. A plural names all of them.
SLOTS = {
    "who": ("who", "@who"), "whos": ("who", "@who"), "other": ("who", "@who"),
    "x": ("x", "@x"), "detective": ("d", "@d"), "detectives": ("d", "@d"),
    "station": ("n", "@n"), "station2": ("n", "@n"), "n": ("n", "@n"), "n2": ("n", "@n"),
    "players": ("n", "@n"), "pieces": ("pieces", "@pieces"), "mode2": ("mode", "@mode"),
}  # fmt: skip


def slot_unit(name: str, at: int) -> Unit:
    kind, mark = SLOTS.get(name, (name, f"@{name}"))
    marks = (mark,)
    return Unit(
        f"{{{name}}}", marks, {"slot": name, "kind": kind, **({"who": "", kind: ""} if mark in ("@x", "@d") else {})}, at=at
    )


def counted(found: Iterable[Unit]) -> Iterator[Unit]:
    """A number and the pursuers behind it are one thing: `with three detectives`."""
    number: Unit | None = None
    for unit in found:
        if number is not None and unit.side == "d" and not unit.is_pronoun and "ticket" not in unit.named:
            own = {"pieces": number.named["n"]} if "n" in number.named else {}
            marks = dict.fromkeys(("@who", "@d", "@pieces", number.marks[-1]))
            yield Unit(f"{number.text} {unit.text}", tuple(marks), {**unit.named, **number.named, **own}, at=number.at)
            number = None
            continue
        if number is not None:
            yield number
        number = unit if "n" in unit.named or unit.named.get("slot") == "pieces" else None
        if number is None:
            yield unit
    if number is not None:
        yield number


def _resolved(found: Iterable[Unit]) -> Iterator[Unit]:
    """A pronoun behind a name repeats that name and is dropped from the comparison."""
    last: Unit | None = None
    for unit in found:
        if unit.is_pronoun and "who" in unit.named and last is not None:
            yield evolve(unit, marks=(), named={"again": last.named["who"]})
            continue
        if "who" in unit.named and "ticket" not in unit.named:
            last = unit
        yield unit
