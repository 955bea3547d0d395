"""The names a transcript may use: all that its reader has to know of a variant.

Somebody who knows the variant builds a lexicon from it; the reader looks words up here and judges nothing. Every table
goes from a spelling to the one name that stands for it: `{"mister x": "X", "u": "underground"}`. Spellings are compared
without capitals, spaces, dots, hyphens and apostrophes, and every name is one of its own spellings.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Literal

from attrs import Factory, evolve, field

from adjudicator.values import frozen
from adjudicator.words import concepts
from adjudicator.words import key_of as key_of

Place = Literal["turn", "entry", "with", "after", "during"]
Kind = Literal["station", "mode", "ticket", "piece", "card", "word", "number"]

MEMORY = 16_384  # texts remembered from game to game
LENGTH = 80  # characters of one of them


def _keys(table: Mapping[str, str]) -> dict[str, str]:
    """Names first, so that no alias can take the name of another."""
    return {key_of(alias): name for alias, name in table.items()} | {key_of(name): name for name in table.values()}


def _table(names: Iterable[str] | Mapping[str, str]) -> Mapping[str, str]:
    return names if isinstance(names, Mapping) else {name: name for name in names}


@frozen
class Argument:
    """One thing an action is written with: `to 45`, `river`, `taking red taxi blue none` (each)."""

    kind: Kind
    word: str = ""  # a fixed word before it, such as "to"
    values: tuple[str, ...] = ()  # what a "word" may be; empty: any word
    each: bool = False  # a list of piece and value, or `none`
    drawn: bool = False  # by chance: it may be left out where nobody knows it yet


@frozen
class ActionForm:
    """How an action is written, and where it stands: as a turn or an entry, with or after one, during a side's turn."""

    id: str
    place: Place
    arguments: tuple[Argument, ...] = ()
    has_answer: bool = False
    entries: int = 0  # of a turn action: how many entries it is made of
    word: str = ""  # the canonical spelling; the id where none is given

    @property
    def written(self) -> str:
        return self.word or self.id


def _actions(table: Mapping[str, ActionForm], double: str) -> dict[str, ActionForm]:
    """The forms by spelling; the only turn of two entries is written with the notation's own word for it."""
    turns = {form.id for form in table.values() if form.place == "turn" and form.entries == 2}
    known: dict[str, ActionForm] = {}
    for alias, form in table.items():
        wordless = len(turns) == 1 and form.id in turns and not form.word
        known[key_of(alias)] = evolve(form, word=double) if wordless else form
    named = {key_of(name): form for form in known.values() for name in (form.id, form.written)}
    known |= named
    of_double = named.get(key_of(double))
    if of_double is not None and of_double.place == "turn":
        known = dict.fromkeys(concepts("double"), of_double) | known  # for any name that the variant gives its ticket
    return known


class Memory(dict[Hashable, Any]):
    """Texts that were read before, with their meaning. When it is full it is emptied, so that it never grows without limit."""

    def keep(self, text: Hashable, said: Any) -> None:
        if len(self) >= MEMORY:
            self.clear()
        self[text] = said


@frozen
class Lexicon:
    """Spellings of pieces with fixed names, tickets, modes, roles, actions, supplies and decks."""

    pieces: Mapping[str, str] = field(converter=_keys, factory=dict)
    tickets: Mapping[str, str] = field(converter=_keys, factory=dict)
    modes: Mapping[str, str] = field(converter=_keys, factory=dict)
    roles: Mapping[str, str] = field(converter=_keys, factory=dict)
    actions: Mapping[str, ActionForm] = field(factory=dict)
    double: str = "2x"
    fugitive: str = "X"
    supplies: Mapping[str, str] = field(converter=_keys, factory=dict)
    decks: Mapping[str, str] = field(converter=_keys, factory=dict)  # empty: any word names a deck
    unnamed: int = 0  # entries that a turn may have though its action is not named, because nobody sees it
    fares: Mapping[str, str] = field(factory=dict)  # modes for which the fugitive has one kind of ticket only
    # Derived, and what was read before: most clauses of a thousand games are the same few thousand texts.
    forms: Mapping[str, ActionForm] = field(
        init=False,
        eq=False,
        repr=False,
        default=Factory(lambda self: _actions(self.actions, self.double), takes_self=True),
    )
    memory: Memory = field(init=False, eq=False, repr=False, factory=Memory)
    header_parts: Memory = field(init=False, eq=False, repr=False, factory=Memory)

    def __attrs_post_init__(self) -> None:
        if key_of(self.fugitive) not in self.pieces:
            object.__setattr__(self, "pieces", {**self.pieces, key_of(self.fugitive): self.fugitive})

    @classmethod
    def plain(
        cls,
        *,
        pieces: Mapping[str, str] | None = None,
        tickets: Iterable[str] | Mapping[str, str] = (),
        modes: Iterable[str] | Mapping[str, str] = (),
        roles: Iterable[str] | Mapping[str, str] = (),
        actions: Iterable[ActionForm] = (),
        fugitive: str = "X",
        **more: Any,
    ) -> Lexicon:
        """A lexicon from plain lists or tables, for callers without a variant.

        >>> Lexicon.plain(tickets=["taxi"], pieces={"mister x": "X"}).pieces["misterx"]
        'X'
        """
        return cls(
            pieces=pieces or {},
            tickets=_table(tickets),
            modes=_table(modes),
            roles=_table(roles),
            actions={form.id: form for form in actions},
            fugitive=fugitive,
            **more,
        )

    def form(self, name: str) -> ActionForm:
        """The form of an action by its id or any spelling."""
        return self.forms[key_of(name)]
