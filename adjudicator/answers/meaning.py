"""The meaning of a question: what it asks for, what it names, and the words that turn it round.

Two questions mean the same if these agree. Words are put in classes once, for all questions (`[classes]` of words/*.toml).
Verbs and nouns that only hold a sentence together may be there or not; every other word must have its equal in the other one.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from attrs import evolve

from adjudicator.answers.patterns import YES_OR_NO, asks_what
from adjudicator.answers.tokens import Token
from adjudicator.values import frozen
from adjudicator.words import spellings

JOINING = {"at", "from", "with", "of", "by", "to", "for"}
LIGHT = "light"  # the class of words that may be there or not
SIDES = ("fugitive", "pursuer")
NAMED = (
    "action",
    "state",
    "attribute",
    "symbol",
    "deck",
    "column",
    "supply",
    "option",
    "ticket",
    "mode",
    "n",
    "times",
    "person",
)


@frozen
class Atom:
    """One word that carries meaning, as the classes and names that it can stand for."""

    names: frozenset[str]
    is_light: bool = False

    def equals(self, other: Atom) -> bool:
        return bool(self.names & other.names)


# `I` may be either side: what the question names decides whose affair it is.
ANYBODY = Atom(frozenset(SIDES), is_light=True)


@frozen
class Meaning:
    asks_what: bool
    atoms: tuple[Atom, ...]
    order: tuple[str, ...]  # the sides, in the order in which they are named

    def equals(self, other: Meaning, beside: tuple[Atom, ...] = ()) -> bool:
        """Whether another question means the same; it may also have words that make no difference beside these."""
        if self.asks_what != other.asks_what or (self.order and other.order and self.order != other.order):
            return False
        rest = [one for one in other.atoms if not one.is_light and not any(map(one.equals, beside))]
        return _paired(rest, list(self.atoms)) and _paired([one for one in self.atoms if not one.is_light], list(other.atoms))


def _paired(wanted: list[Atom], among: list[Atom]) -> bool:
    """Whether each of these has an equal of its own among others."""
    if len(wanted) > len(among):  # a long question would be tried in every order
        return False
    if not wanted:
        return True
    first, *rest = wanted
    fitting = [one for one in among if first.equals(one)]
    return any(_paired(rest, [other for other in among if other is not one]) for one in fitting)


def meaning(tokens: tuple[Token, ...]) -> Meaning:
    pairs = [(before, token) for before, token in pairwise((Token(""), *tokens)) if not _is_repeated(token, before)]
    found = ((atom, _asks_for(before)) for before, token in pairs if (atom := _atom(token)) is not None)
    atoms = dict.fromkeys(evolve(atom, is_light=False) if is_wanted else atom for atom, is_wanted in found)  # each once
    sides = (side for token in tokens for side in SIDES if side in token.values and token.values[side] != "i")
    named = tuple(dict.fromkeys(sides))
    return Meaning(asks_what(tokens) is True, tuple(atoms), named if len(named) > 1 else ())


def _is_repeated(token: Token, before: Token) -> bool:
    """`ticket` behind the name of one."""
    return "ticket" in before.values and "ticket" in token.concepts


def _asks_for(before: Token) -> bool:
    """Whether a word is what the question asks for: `which move`, `how many turns`."""
    return bool({"what", "how-many"} & before.concepts)


def _atom(token: Token) -> Atom | None:
    """Nothing for a word that carries no meaning: a soft one, or a verb that only asks for yes or no."""
    if "myself" in token.concepts and token.values.get("who") == "i":
        return ANYBODY
    if token.is_soft:
        return None
    if token.concepts & {"may"} or (token.concepts <= YES_OR_NO - {"must"} and token.concepts):
        return None
    names = frozenset(_names(token))
    if names <= JOINING:
        return None
    return Atom(names, _is_light(token, names))


def _names(token: Token) -> set[str]:
    found = {f"{kind}={token.values[kind]}" for kind in NAMED if kind in token.values}
    if "who" in token.values:
        found |= _person(token)
    if not found or not {"who", "ticket", "mode"} & set(token.values):
        found |= {group for name in token.concepts for group in _groups().get(name, (name,))}
    return found or set(token.stems) or {token.text.lower()}


def _person(token: Token) -> set[str]:
    if "fugitive" in token.values:
        return {"fugitive"}
    if token.values["who"] == "i":
        return {"pursuer"}
    who = {f"who={token.values['who']}"}
    return who if "role" in token.values and "all" not in token.values else {"pursuer", *who}


def _is_light(token: Token, names: frozenset[str]) -> bool:
    return LIGHT in names or token.values.get("who") == "i"


@cache
def _groups() -> dict[str, tuple[str, ...]]:
    """The classes of each concept."""
    found: dict[str, list[str]] = {}
    for group, members in spellings("classes").items():
        for one in members:
            found.setdefault(one, []).append(group)
    return {name: tuple(groups) for name, groups in found.items()}
