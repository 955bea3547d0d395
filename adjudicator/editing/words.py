"""The meaning of a word in a variant file, and the words that could be written at a place: of the language and of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs

from adjudicator.editing.spot import CODE, HEADING, KEY, TEXT, Spot
from adjudicator.language.meanings import Entry, meanings, reference
from adjudicator.rulebook import tables
from adjudicator.rulebook.inheritance import SECTIONS, VERBS
from adjudicator.structure import key_of
from adjudicator.values import frozen

CLASSES: dict[str, type] = {
    "modes": tables.ModeTable, "tickets": tables.TicketTable, "roles": tables.RoleTable, "supplies": tables.SupplyTable,
    "decks": tables.DeckTable, "state": tables.StateTable, "terms": tables.TermTable, "parts": tables.PartTable,
    "options": tables.OptionTable, "choices": tables.ChoiceTable, "rules": tables.RuleTable, "actions": tables.ActionTable,
    "endings": tables.RuleTable, "rulings": tables.RulingTable, "questions": tables.QuestionTable,
}  # fmt: skip
NAMED = ("modes", "tickets", "roles", "supplies", "decks", "state", "terms", "actions")  # sections whose ids are words in rules
NUMBERS = ("log", "numbers")
GROUPS = {
    "pursuers": "all pieces of the pursuers", "pieces": "all pieces", "stations": "all stations of the board",
    "modes": "all means of transport", "pile": "the tickets that nobody has",
}  # fmt: skip
STATUSES = ("stated", "clarified", "inferred", "record", "house")

Names = Mapping[str, Entry]


@frozen
class Proposal:
    """A word that could be written, and what it means."""

    word: str
    entries: tuple[Entry, ...] = ()


def names_of(data: Mapping[str, Any]) -> Names:
    """The words that a game adds to the language, from its tables: states, terms, numbers, pieces and the rest."""
    found = {word: Entry(word, says) for word, says in GROUPS.items()}
    for section in NUMBERS:
        found |= {name: Entry(f"{name} = {value}", f"a number of [{section}]") for name, value in _items(data, section)}
    for section in NAMED:
        for name, table in _items(data, section):
            table = table if isinstance(table, dict) else {}
            found[name] = Entry(f"{name}: {_kind(section, table)}", str(table.get("says", "")), str(table.get("code", "")))
            plural = table.get("plural") if section == "roles" else table.get("group")
            if isinstance(plural, str) and plural:
                found[plural] = Entry(plural, f"every {name}" if section == "roles" else f"a group of actions with {name}")
            pieces = table.get("pieces")
            for piece in pieces if isinstance(pieces, list) else ():
                found[str(piece)] = Entry(str(piece), f"a piece, one of the {plural or name}")
    return found


def _kind(section: str, table: Mapping[str, Any]) -> str:
    return str(table.get("type", "state")) if section == "state" else {"supplies": "supply"}.get(section, section.rstrip("s"))


def _items(data: Mapping[str, Any], section: str) -> Iterable[tuple[str, Any]]:
    found = data.get(section)
    return found.items() if isinstance(found, dict) else ()


# --- what a word means


def explained(spot: Spot, names: Names) -> tuple[Entry, ...]:
    """The meanings of the word at a spot; none where it has none."""
    if spot.what == CODE:
        own = names.get(spot.word)
        return (*([own] if own else []), *meanings().get(spot.word, ()))
    if spot.what == KEY:
        says = _keys(spot).get(spot.word, "")
        return (Entry(spot.word, says),) if says else ()
    if spot.what == HEADING and spot.word in (*SECTIONS, *VERBS, "log", "numbers", "box", "choices"):
        return (Entry(spot.word, _of_the_file()[spot.word]),)
    if spot.what == TEXT:
        return tuple(one for name, entries in _values(spot) for one in entries if name == spot.word)
    return ()


# --- what could be written


def proposed(spot: Spot, data: Mapping[str, Any]) -> list[Proposal]:
    """The words that could be written at a spot of a file; `data` are the tables of its game."""
    if spot.what == CODE:
        own = [Proposal(name, (entry,)) for name, entry in names_of(data).items()]
        return [*own, *(Proposal(word, entries) for word, entries in meanings().items() if " " not in word)]
    if spot.what == KEY:
        return [Proposal(key, (Entry(key, says),)) for key, says in _keys(spot).items()]
    if spot.what == HEADING:
        return [*_headings(spot, data)]
    return [Proposal(name, entries) for name, entries in _values(spot)] if spot.what == TEXT else []


def _headings(spot: Spot, data: Mapping[str, Any]) -> Iterator[Proposal]:
    """Sections, or after `amend.rules.` the rules that are there."""
    path = spot.begun.split(".")
    verb = path.pop(0) if path[0] in VERBS and len(path) > 1 else ""
    if len(path) < 2:
        firsts = (*SECTIONS, "log", "numbers", "box", *(() if verb else ("choices", *VERBS[:2])))
        yield from (Proposal(name, (Entry(name, _of_the_file()[name]),)) for name in firsts)
    elif verb:
        for name, table in _items(data, path[0]):
            says = table.get("says") if isinstance(table, dict) else ""
            yield Proposal(name, (Entry(name, str(says or "")),))


@cache
def _of_the_file() -> Mapping[str, str]:
    found = reference()["tables"]
    return {**found["VariantTable"], **found["File"]}


def _keys(spot: Spot) -> Mapping[str, str]:
    """The keys of the table around a spot, with their meanings."""
    cls = CLASSES.get(spot.section[0]) if len(spot.section) == 2 else None
    if spot.section[:1] == ("choices",) and len(spot.section) == 4:
        cls = tables.ReadingTable
    if cls is not None:
        return reference()["tables"][cls.__name__]  # type: ignore[no-any-return]
    return _of_the_file() if not spot.heading else {}


def _values(spot: Spot) -> Iterator[tuple[str, tuple[Entry, ...]]]:
    """The texts that a key can have, where these are few."""
    cls = CLASSES.get(spot.section[0]) if len(spot.section) == 2 else None
    hints = get_type_hints(cls) if cls else {}
    kinds = {key_of(one.name): hints[one.name] for one in attrs.fields(cls)} if cls else {}
    if spot.key == "status":
        yield from ((word, ()) for word in STATUSES)
    elif spot.key == "type" and cls is tables.StateTable:
        yield from ((word, (Entry(word, says),)) for word, says in reference()["types"].items() if word != "card")
    elif get_origin(kinds.get(spot.key)) is Literal:
        says = {"lives": "lifetimes", "seen": "audiences"}.get(spot.key, "")
        known = reference().get(says, {})
        for word in get_args(kinds[spot.key]):
            yield word, (Entry(word, known[word]),) if word in known else ()
