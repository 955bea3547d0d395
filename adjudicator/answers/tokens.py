"""The words of a question, each with what it can mean: concepts of the grammar, and things of the rulebook and the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache

from attrs import evolve, field

from adjudicator.answers.answer import Desk
from adjudicator.game import Game
from adjudicator.judge.seat_rows import usual
from adjudicator.record.lexicon import FUGITIVE, wide_lexicon_of
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen
from adjudicator.words import key_of, languages, spellings

TEXTS = 1000  # that are remembered
LONGEST = 5  # words of one name
_WORDS = re.compile(r"#?\d+(?:st|nd|rd|th|\.)?(?!\w)|[^\W_]+(?:['’.=-]+[^\W_]+)*\.?(?=\W|$)|[^\W_]+", re.UNICODE)
_ENDINGS = ("s", "es", "ed", "d", "ing", "er", "'s", "’s", "s'", "n", "en", "e")  # of English and German words
PLURALS = ("s", "e", "en")  # of roles, in English and German
PAYING = ("ticket", "fare", "double")  # a ticket; one that is good for rides; one that is not
Values = dict[str, object]


@frozen(slots=False)
class Token:
    """One word or name: the concepts it can stand for, and by kind what it can name. Soft words may be passed over."""

    text: str
    concepts: frozenset[str] = frozenset()
    values: Mapping[str, object] = field(factory=dict)
    is_soft: bool = False

    @cached_property
    def stems(self) -> frozenset[str]:
        """The word itself without its endings: a pattern may name words that are not concepts."""
        return frozenset(_stems(self.text.lower())) if " " not in self.text else frozenset()

    @property
    def is_known(self) -> bool:
        return bool(self.concepts or self.values or self.is_soft)


@frozen(slots=False)
class Vocabulary:
    """The words of the grammar, and the names of the rulebook, the pieces and the persons at the table by their keys."""

    concepts: Mapping[str, frozenset[str]]
    values: Mapping[str, Values]
    soft: frozenset[str]
    title: frozenset[str] = frozenset()  # the words of the edition's name
    _read: dict[str, tuple[Token, ...]] = field(factory=dict, eq=False, repr=False)  # examples are compared again and again

    def tokens(self, text: str) -> tuple[Token, ...]:
        """The words of a text, the longest names first; pronouns stand for somebody only where nobody was named before."""
        found = self._read.get(text)
        if found is None:
            if len(self._read) >= TEXTS:
                self._read.clear()
            found = self._read[text] = self._split(text)
        return found

    def _split(self, text: str) -> tuple[Token, ...]:
        plain = _short_forms().sub(lambda found: _long_forms()[found[0].lower().replace("’", "'")], text)
        words = [one.rstrip(".") if not one[0].isdigit() else one for one in _WORDS.findall(plain)]
        words = list(self._unnamed(words))
        words = [part for one in words for part in ([one] if "-" not in one or self._known([one]) else one.split("-"))]
        tokens = tuple(self._tokens(words))
        if tokens and {"of"} & tokens[-1].concepts:  # `what is it for`: the last word asks for the purpose
            tokens = (*tokens[:-1], evolve(tokens[-1], is_soft=False))
        return tuple(_named(tuple(_determined(tokens))))

    def _unnamed(self, words: list[str]) -> Iterator[str]:
        """The words without the edition's own name before `game`, `rules` and the like: `in the classic version`."""
        at = 0
        while at < len(words):
            end = next((n for n in range(at, len(words)) if not self._is_own(words[n])), len(words))
            behind = self._version(words[end]) if end < len(words) else frozenset()
            if end > at and behind:
                at = end + bool({"edition", "booklet"} & behind)
                continue
            if "of" in self.concepts.get(_spaced(words[at]), ()) and self._is_meant_for(words[at + 1 :]):
                at += 2
                continue
            yield words[at]
            at += 1

    def _is_meant_for(self, words: list[str]) -> bool:
        """Whether the edition is named behind `for`, by a word that names nothing else."""
        return bool(words) and self._is_own(words[0]) and not self._known(words[:1])

    def _is_own(self, word: str) -> bool:
        """Whether a word belongs to the edition's name."""
        return not self._version(word) and bool(self.title & set(_stems(word.lower())))

    def _version(self, word: str) -> frozenset[str]:
        found = self.concepts.get(_spaced(word), frozenset())
        return found if {"version", "edition"} & found else frozenset()

    def _tokens(self, words: list[str]) -> Iterator[Token]:
        while words:
            count = next((n for n in range(min(LONGEST, len(words)), 0, -1) if self._known(words[:n])), 1)
            token = self._token(words[:count])
            last = self._token(words[count - 1 : count])
            if count > 1 and "ticket" in token.values and "ticket" in last.concepts:  # `taxi ticket` is not a taxi
                yield from (evolve(token, values={kind: token.values[kind] for kind in PAYING if kind in token.values}), last)
            else:
                yield token
            words = words[count:]

    def _known(self, words: list[str]) -> tuple[str, ...]:
        """The spellings under which these words are known, as they stand or without the endings of the first and last one."""
        first, *rest = (word.lower() for word in words)
        heads = [first] if not rest else _stems(first)
        texts = (one for head in heads for one in _stems(" ".join((head, *rest))))
        whole = (text for text in texts if not text.endswith(" "))  # no word is an ending alone
        return tuple(text for text in whole if _spaced(text) in self.concepts or key_of(text) in self.values)

    def _token(self, words: list[str]) -> Token:
        text = " ".join(words)
        number = re.fullmatch(r"#?(\d+)(?:st|nd|rd|th|\.)?", text)
        if number:
            return Token(text, frozenset(), {"n": int(number[1]), "s": int(number[1])})
        known = self._known(words)
        concepts = frozenset(name for one in known for name in self.concepts.get(_spaced(one), ()))
        named = (
            known if known and key_of(known[0]) in self.values else ()
        )  # a plural that is a name is also what its singular is
        values = {kind: value for one in reversed(named) for kind, value in self.values.get(key_of(one), {}).items()}
        return Token(text, concepts, values, any(_spaced(one) in self.soft for one in known[:1]))


def _determined(tokens: tuple[Token, ...]) -> Iterator[Token]:
    """`each of the detectives` and `a detective pawn` name what `a detective` names; `every round` stays as it is.

    In a condition `every detective` is all of them.
    """
    conditional = False
    for at, token in enumerate(tokens):
        conditional = conditional or "if" in token.concepts
        before = tokens[at - 1] if at else None
        behind = next((one for one in tokens[at + 1 :] if not one.is_soft or one.values), None)
        if before is not None and "who" in before.values and _says_nothing(token, before):
            continue
        if (
            "every" in token.concepts
            and behind is not None
            and ({"who", "ticket", "state", "column"} & {*behind.values, *behind.concepts})
        ):
            if conditional and "pursuer" in behind.values and "all" in token.concepts:
                yield evolve(token, concepts=frozenset({"all"}))
            if not (conditional and "pursuers" in behind.values and "all" not in token.concepts):  # `some detectives`
                continue
        if behind is not None and "catch" in token.concepts and "mode" in behind.values:  # `catch the bus`
            token = evolve(token, concepts=frozenset({"use"}))
        follows = tokens[at + 1] if at + 1 < len(tokens) else None
        if follows is not None and follows.values.get("who") == "i" and not follows.is_soft and "who" in token.values:
            token = evolve(token, values={kind: value for kind, value in token.values.items() if kind not in PAYING})
        elif {"colour", "ticket"} <= token.values.keys():  # without a pawn behind it, `black` is the ticket
            token = evolve(token, values={kind: value for kind, value in token.values.items() if kind in PAYING})
        yield token


def _says_nothing(token: Token, named: Token) -> bool:
    """Whether a word after a name only repeats it: `the grey detective`, `red's pawn`."""
    is_pawn = token.values.get("who") == "i" and named.values["who"] != "i"
    return is_pawn or ("role" in token.values and "role" not in named.values and named.values["who"] not in (FUGITIVE, "i"))


def _named(tokens: tuple[Token, ...]) -> Iterator[Token]:
    """`he` is the one who was named before, or else the fugitive.

    He counts where he does something to somebody else: `caught if he moves onto a detective` is not `if a detective moves`.
    """
    named: Mapping[str, object] = {}
    conditional = fled = False
    for at, token in enumerate(tokens):
        fled = fled or "fugitive" in token.values
        if "he" in token.concepts or "they" in token.concepts:
            alone = {"who": FUGITIVE, "fugitive": FUGITIVE} if "he" in token.concepts else {}
            acts = conditional and "subject" in token.concepts and any("who" in one.values for one in tokens[at + 1 :])
            hunted = (
                "object" in token.concepts and "pursuer" in named and (not conditional or fled or "pursuers" in named)
            )  # `can a detective catch him`, and nobody calls several detectives `him`
            passed = token.is_soft or (bool(named) and not acts and not hunted)
            yield Token(token.text, token.concepts, alone if hunted else named or alone, is_soft=passed)
            named = named or alone
            continue
        conditional = conditional or "if" in token.concepts
        if "who" in token.values and not token.is_soft:
            named = {
                kind: value for kind, value in token.values.items() if kind in ("who", "fugitive", "pursuer", "pursuers", "all")
            }
        yield token


@cache
def _long_forms() -> Mapping[str, str]:
    """The long form of each short one: `we're` is `we are`."""
    return {short.lower(): long for long, said in spellings("contractions").items() for short in said}


@cache
def _short_forms() -> re.Pattern[str]:
    spelled = "|".join(re.escape(one).replace("'", "['’]") for one in _long_forms())
    return re.compile(rf"(?<!\w)(?:{spelled})(?!\w)", re.IGNORECASE)


@lru_cache(maxsize=4096)  # every word is tried alone and with its neighbours, for every example
def _spaced(text: str) -> str:
    """How words of the grammar are compared: they keep their spaces, so that `a round` is not `around`."""
    return " ".join(key_of(word) for word in text.replace("-", " ").split())


@lru_cache(maxsize=4096)
def _stems(text: str) -> tuple[str, ...]:
    return tuple(_without_endings(text))


def _without_endings(text: str) -> Iterator[str]:
    yield text
    for ending in _ENDINGS:
        shortest = 1 if "s" in ending and not ending.isalpha() else 4 if ending in ("e", "n") else 3  # `here` is not `her`
        if text.endswith(ending) and len(text) - len(ending) >= shortest:
            stem = text[: -len(ending)]
            yield stem
            if ending in ("ed", "ing") and stem[-1] == stem[-2]:
                yield stem[:-1]
            if ending in ("ed", "ing"):
                yield stem + "e"
            if ending == "es" and stem.endswith("i"):
                yield stem[:-1] + "y"


def vocabulary(desk: Desk, text: str) -> Vocabulary:
    """The words for a question, in the language that it seems to be in."""
    return max((_vocabulary(desk.rulebook, desk.game, code) for code in _codes()), key=lambda one: _share(one, text))


def english(rulebook: Rulebook) -> Vocabulary:
    """The words for the examples of a rulebook."""
    return _vocabulary(rulebook, None, languages()[0].code)


def _share(words: Vocabulary, text: str) -> tuple[int, int]:
    """The fewer words of a text are unknown, the better; then the more are known."""
    tokens = words.tokens(text)
    known = sum(token.is_known for token in tokens)
    return known - len(tokens), known


def _codes() -> tuple[str, ...]:
    return tuple(language.code for language in languages())


@lru_cache(maxsize=32)
def _vocabulary(rulebook: Rulebook, game: Game | None, code: str) -> Vocabulary:
    language = next(one for one in languages() if one.code == code)
    concepts: dict[str, set[str]] = {}
    for concept, said in language.kinds.get("asking", {}).items():
        for one in said:
            concepts.setdefault(_spaced(one), set()).add(concept)
    soft = frozenset(_spaced(one) for said in language.kinds.get("soft", {}).values() for one in said)
    for concept, said in language.kinds.get("soft", {}).items():
        for one in said:
            concepts.setdefault(_spaced(one), set()).add(concept)
    values: dict[str, Values] = {}
    for key, kind, value in (*_numbers(code), *_names(rulebook), *_table(rulebook, game)):
        values.setdefault(key, {})[kind] = value
    names = " ".join((rulebook.title, rulebook.id, *rulebook.tables.aliases)).lower()
    title = frozenset(stem for word in re.findall(r"[a-z]+|\d+", names) for stem in _stems(word))
    return Vocabulary({key: frozenset(some) for key, some in concepts.items()}, values, soft, title)


def _numbers(code: str) -> Iterator[tuple[str, str, object]]:
    language = next(one for one in languages() if one.code == code)
    for number, said in language.kinds.get("numbers", {}).items():
        yield from ((key_of(one), "n", int(number)) for one in said)
    for number, said in language.kinds.get("times", {}).items():
        yield from ((key_of(one), "times", int(number)) for one in said)


def _names(rulebook: Rulebook) -> Iterator[tuple[str, str, object]]:
    """Everything that the rulebook names."""
    words, tables = wide_lexicon_of(rulebook), rulebook.tables
    for name, word in _several(words.tickets):
        yield key_of(word), "ticket", name
        yield key_of(word), "fare" if tables.tickets[name].pays else "double", name
    for name, word in _several(words.modes):
        yield key_of(word), "mode", name
    for name, word in _several(words.roles):
        if name in tables.roles:
            yield from _who(word, name, "pursuer")
            yield key_of(word), "role", name
            if name == usual(rulebook):
                yield key_of(word), "all", name
            if tables.roles[name].fare != "free" and any(word == one + end for one in words.roles for end in PLURALS):
                yield key_of(word), "pursuers", name
    for name, word in _several(words.pieces):
        if name == FUGITIVE or any(name in role.pieces for role in tables.roles.values()):
            yield from _who(word, name, "fugitive" if name == FUGITIVE else "pursuer")
    for word in spellings("pursuers").get("pursuers", ()):
        yield from _who(word, "pursuers", "pursuer")
        yield key_of(word), "pursuers", "pursuers"
        yield key_of(word), "all", "pursuers"
    for word in spellings("persons").get("i", ()):
        yield key_of(word), "who", "i"
        yield key_of(word), "pursuer", "i"
        yield key_of(word), "all", "i"
    for action in rulebook.actions.values():
        for word in (action.id, action.written, *action.table.aliases):
            yield key_of(word), "action", action.id
            if action == rulebook.facts.double_action:
                yield from ((key_of(word), kind, "double") for kind in ("ticket", "double") if "double" in tables.tickets)
    for name, option in rulebook.options.items():
        yield key_of(name), "option", name
        yield from ((key_of(f"{name}={value}"), "choice", f"{name}={value}") for value in option.values)
    yield from _things(rulebook)


def _several(names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for word, name in names.items():
        yield name, word


def _who(word: str, name: str, side: str) -> Iterator[tuple[str, str, object]]:
    yield key_of(word), "who", name
    yield key_of(word), side, name


def _things(rulebook: Rulebook) -> Iterator[tuple[str, str, object]]:
    """Names of values: supplies, decks, named numbers, columns of the seat table, states, facts of stations."""
    tables, board = rulebook.tables, rulebook.board
    decks = {**(board.decks if board else {}), **tables.decks}
    for kind, names in (("supply", {**tables.supplies, "pile": None}), ("deck", decks), ("number", rulebook.tables.numbers)):
        yield from ((key_of(word), kind, name) for name in names for word in _spoken(name))
    columns = {key for row in tables.seats for key in row} - {"persons", "pool"}
    roles = {role.plural or name for name, role in tables.roles.items()}
    yield from ((key_of(word), "column", name) for name in columns - roles for word in _spoken(name))
    for name, state in tables.state.items():
        yield from ((key_of(word), "state", name) for word in (*_spoken(name), *state.aliases))
    for name, supply in tables.supplies.items():
        yield from ((key_of(word), "supply", name) for word in supply.aliases)
    for attribute in board.attributes.values() if board else ():
        yield from ((key_of(word), "attribute", attribute.name) for word in _spoken(attribute.name))
        yield from ((key_of(value), "symbol", value) for value in attribute.values)


def _spoken(name: str) -> Iterable[str]:
    """A name in the singular, less a word that is used only in counting."""
    yield name
    for ending in ("-left", "s"):
        if name.endswith(ending):
            name = name.removesuffix(ending)
            yield name


def _table(rulebook: Rulebook, game: Game | None) -> Iterator[tuple[str, str, object]]:
    """Pieces by their colours, and persons by their names; without a game every colour is one of the pursuers."""
    for piece, said in spellings("pieces").items():
        for word in said:
            if game is None:
                yield from _who(word, usual(rulebook), "pursuer")
                yield key_of(word), "colour", piece
            elif piece in game.pieces:
                yield from _who(word, piece, "pursuer")
    for seat in game.seating.seats if game is not None else ():
        yield from _who(seat.piece, seat.piece, _side(seat.piece))
    held = {seat.piece: seat.person for seat in game.record.seats if seat.person} if game is not None else {}
    for person in dict.fromkeys(held.values()):
        pieces = [piece for piece, holder in held.items() if holder == person]
        yield from _who(person, pieces[0] if len(pieces) == 1 else person, _side(pieces[0]))
        yield key_of(person), "person", person


def _side(piece: str) -> str:
    return "fugitive" if piece == FUGITIVE else "pursuer"
