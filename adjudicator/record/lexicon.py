"""The meaning of the words of a record: `Lexicon`, and the lexicon of a rulebook.

The reader of a transcript looks words up in a lexicon and judges nothing. Every table maps a spelling to the one name that it
means: `{"mister x": "X", "u": "underground"}`. Spellings are compared without capitals, spaces, dots, hyphens and apostrophes,
and every name is one of its own spellings.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal

from attrs import Factory, evolve, field

from adjudicator.board.model import Board
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Action, Rulebook
from adjudicator.values import frozen
from adjudicator.words import concepts, spellings
from adjudicator.words import key_of as key_of

Place = Literal["turn", "entry", "with", "after", "during"]
Kind = Literal["station", "mode", "ticket", "piece", "card", "word", "number"]

FUGITIVE = "X"
PLACES: dict[str, Place] = {
    "turn": "turn", "instead of entry": "entry", "with entry": "with", "after entry": "after", "during turn": "during",
}  # fmt: skip
MEMORY = 16_384  # texts kept from game to game
LENGTH = 80  # the most characters of a kept text


def _keys(table: Mapping[str, str]) -> dict[str, str]:
    """Map the key of each spelling to its name. Names come first, so that no alias can take the name of another thing."""
    return {key_of(alias): name for alias, name in table.items()} | {key_of(name): name for name in table.values()}


def _table(names: Iterable[str] | Mapping[str, str]) -> Mapping[str, str]:
    return names if isinstance(names, Mapping) else {name: name for name in names}


@frozen
class Argument:
    """One argument of an action in the notation: `to 45`, `river`, `taking red taxi blue none` (each)."""

    kind: Kind
    word: str = ""  # a fixed word before it, such as "to"
    values: tuple[str, ...] = ()  # the possible values of a "word"; empty: any word
    each: bool = False  # a list of piece and value, or `none`
    drawn: bool = False  # by chance: it may be left out while it is unknown


@frozen
class ActionForm:
    """How an action is written, and its place: as a turn or an entry, with or after one, during a side's turn."""

    id: str
    place: Place
    arguments: tuple[Argument, ...] = ()
    has_answer: bool = False
    entries: int = 0  # of a turn action: the number of its entries
    word: str = ""  # the canonical spelling; the id if none is given

    @property
    def written(self) -> str:
        return self.word or self.id


def _actions(table: Mapping[str, ActionForm], double: str) -> dict[str, ActionForm]:
    """The forms of all actions by spelling. If one turn has two entries, the notation's own word (`2x`) names it."""
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
    """Texts that were read before, with their meaning. It is emptied when it is full."""

    def keep(self, text: Hashable, said: Any) -> None:
        if len(self) >= MEMORY:
            self.clear()
        self[text] = said


@frozen
class Lexicon:
    """The spellings of pieces, tickets, modes, roles, actions, supplies and decks of one game."""

    pieces: Mapping[str, str] = field(converter=_keys, factory=dict)
    tickets: Mapping[str, str] = field(converter=_keys, factory=dict)
    modes: Mapping[str, str] = field(converter=_keys, factory=dict)
    roles: Mapping[str, str] = field(converter=_keys, factory=dict)
    actions: Mapping[str, ActionForm] = field(factory=dict)
    double: str = "2x"
    fugitive: str = "X"
    supplies: Mapping[str, str] = field(converter=_keys, factory=dict)
    decks: Mapping[str, str] = field(converter=_keys, factory=dict)  # empty: any word names a deck
    unnamed: int = 0  # the most entries of a turn whose action is not named, because nobody sees it
    fares: Mapping[str, str] = field(factory=dict)  # the ticket of each mode for which the fugitive has only one kind
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
        """Return the form of the action with this id or spelling."""
        return self.forms[key_of(name)]


# --- the lexicon of a rulebook


@lru_cache(maxsize=64)
def lexicon_of(rulebook: Rulebook) -> Lexicon:
    tables = rulebook.tables
    pieces: dict[str, str] = {}
    roles: dict[str, str] = {}
    for name, role in tables.roles.items():
        if role.side == "fugitive":
            pieces |= {alias: FUGITIVE for alias in (name, role.name, *role.aliases) if alias}
            continue
        roles |= {alias: name for alias in (name, role.plural, role.name, *role.aliases) if alias}
        pieces |= {piece: piece for piece in role.pieces}
        pieces |= {shown: piece for piece, shown in role.names.items()}
    return Lexicon(
        pieces=pieces,
        tickets=_aliases({name: (one.name, *one.aliases) for name, one in tables.tickets.items()}),
        modes=_aliases({name: (one.name, *one.aliases) for name, one in tables.modes.items()}),
        roles=roles,
        actions={
            alias: _form(action, rulebook)
            for action in rulebook.actions.values()
            for alias in (action.id, action.written, *action.table.aliases)
        },
        fugitive=FUGITIVE,
        supplies={**dict.fromkeys(spellings("supplies")["pile"], "pile"), **{name: name for name in tables.supplies}},
        decks=_hands(rulebook),
        unnamed=max((form.entries for form in _unseen_turns(rulebook)), default=0),
        fares=_fares(rulebook),
    )


@lru_cache(maxsize=64)
def wide_lexicon_of(rulebook: Rulebook) -> Lexicon:
    """The lexicon of a rulebook with the words of all languages added, for pages that are not in the notation. The edition's
    own words win.
    """
    narrow = lexicon_of(rulebook)
    return evolve(
        narrow,
        pieces={**_more("pieces", {}), **{word: FUGITIVE for said in spellings("fugitive").values() for word in said}}
        | dict(narrow.pieces),
        tickets=_more("tickets", narrow.tickets),
        modes=_more("modes", narrow.modes),
        roles=_more("roles", {} if rulebook.tables.abstract else narrow.roles),
    )


def _more(kind: str, known: Mapping[str, str]) -> dict[str, str]:
    """The spellings of one kind of thing in all languages, for the names in `known`; for all names if it is empty."""
    names = {concept: known.get(key_of(concept), "" if known else concept) for concept in spellings(kind)}
    found = {word: names[concept] for concept, said in spellings(kind).items() for word in said if names[concept]}
    return found | dict(known)


def _unseen_turns(rulebook: Rulebook) -> list[ActionForm]:
    """The forms of turns of the fugitive that the table does not see, so that its record does not name them."""
    return [
        _form(one, rulebook) for one in rulebook.actions.values() if one.id in rulebook.scope.unseen and one.place == "turn"
    ]


def _aliases(names: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {alias: name for name, aliases in names.items() for alias in (name, *aliases) if alias}


def _fares(rulebook: Rulebook) -> dict[str, str]:
    """The ticket for each mode that the fugitive can pay for with one kind of ticket only."""
    tables = rulebook.tables
    if any(role.side == "fugitive" and role.fare == "free" for role in tables.roles.values()):
        return {}
    good = {mode: [name for name, ticket in tables.tickets.items() if mode in ticket.pays] for mode in tables.modes}
    return {mode: names[0] for mode, names in good.items() if len(names) == 1}


def _hands(rulebook: Rulebook) -> dict[str, str]:
    """The state of each hidden hand, by its own name and by the name of the deck that it is dealt from."""
    found: dict[str, str] = {}
    for _, deal in rulebook.facts.deals:
        found |= {deal.target: deal.target, deal.deck: deal.target}
    return found


def _form(action: Action, rulebook: Rulebook) -> ActionForm:
    entries = [one.count for one in action.rule.statements if isinstance(one, t.Entries)]
    return ActionForm(
        action.id,
        PLACES[action.place],
        tuple(_argument(one, rulebook) for one in action.choices),
        any(isinstance(one, t.Answer) for one in action.rule.statements),
        entries[0] if entries else 0,
        action.written,
    )


def _argument(one: t.Choose | t.EachChoose | t.DrawCard, rulebook: Rulebook) -> Argument:
    if isinstance(one, t.DrawCard):
        return Argument("card")
    chosen = one.choose if isinstance(one, t.EachChoose) else one
    kind, values = _kind(chosen, rulebook)
    return Argument(kind, chosen.word, values, isinstance(one, t.EachChoose), chosen.drawn)


def _kind(chosen: t.Choose, rulebook: Rulebook) -> tuple[Kind, tuple[str, ...]]:
    first = rulebook.types[id(chosen.group)].kind.split("|")[0]
    if first in ("station", "mode", "ticket", "piece", "number"):
        return first, ()  # type: ignore[return-value]
    values = [item.name for item in chosen.group.items if isinstance(item, t.Name)] if isinstance(chosen.group, t.SetOf) else []
    return "word", tuple(values or _words(rulebook.board))


def _words(board: Board | None) -> list[str]:
    return [value for attribute in board.attributes.values() for value in attribute.values] if board else []
