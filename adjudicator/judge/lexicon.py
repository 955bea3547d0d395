"""The lexicon of a rulebook: every name that a transcript of this variant may use."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from attrs import evolve

from adjudicator.board.model import Board
from adjudicator.language import tree as t
from adjudicator.record.lexicon import ActionForm, Argument, Kind, Lexicon, Place
from adjudicator.record.names import Names
from adjudicator.rulebook.model import Action, Rulebook
from adjudicator.words import key_of, spellings

FUGITIVE = "X"
PLACES: dict[str, Place] = {
    "turn": "turn", "instead of entry": "entry", "with entry": "with", "after entry": "after", "during turn": "during",
}  # fmt: skip


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
    """The same with the words of all languages, where they take no word of the edition: for pages not in the notation."""
    narrow = lexicon_of(rulebook)
    return evolve(
        narrow,
        pieces={**_more("pieces", {}), **{word: FUGITIVE for said in spellings("fugitive").values() for word in said}}
        | dict(narrow.pieces),
        tickets=_more("tickets", narrow.tickets),
        modes=_more("modes", narrow.modes),
        roles=_more("roles", {} if rulebook.tables.abstract else narrow.roles),
    )


def piece_called(name: str, names: Names, pieces: Collection[str], rulebook: Rulebook) -> str:
    """The piece that a name means: its own, one that the edition or a language has for it, or that of a person who holds it."""
    own = lexicon_of(rulebook).pieces.get(key_of(name)) or names.piece(name)
    return own if own in pieces else wide_lexicon_of(rulebook).pieces.get(key_of(name), own)


def _more(kind: str, known: Mapping[str, str]) -> dict[str, str]:
    """The spellings of a kind in all languages, for what the edition knows; without such a list, for everything."""
    names = {concept: known.get(key_of(concept), "" if known else concept) for concept in spellings(kind)}
    found = {word: names[concept] for concept, said in spellings(kind).items() for word in said if names[concept]}
    return found | dict(known)


def _unseen_turns(rulebook: Rulebook) -> list[ActionForm]:
    """Turns of the fugitive that a record of the table does not name."""
    return [
        _form(one, rulebook) for one in rulebook.actions.values() if one.id in rulebook.scope.unseen and one.place == "turn"
    ]


def _aliases(names: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {alias: name for name, aliases in names.items() for alias in (name, *aliases) if alias}


def _fares(rulebook: Rulebook) -> dict[str, str]:
    """The modes that the fugitive can pay for with one kind of ticket only, and that ticket."""
    tables = rulebook.tables
    if any(role.side == "fugitive" and role.fare == "free" for role in tables.roles.values()):
        return {}
    good = {mode: [name for name, ticket in tables.tickets.items() if mode in ticket.pays] for mode in tables.modes}
    return {mode: names[0] for mode, names in good.items() if len(names) == 1}


def _hands(rulebook: Rulebook) -> dict[str, str]:
    """Hidden hands by the name of their state, or of the deck they are dealt from."""
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
