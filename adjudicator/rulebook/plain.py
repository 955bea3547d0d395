"""A checked rulebook as plain data and back, for the cache.

Only data that are expensive to make are kept: tables, trees, inferred types, the board, the digest. Rules, actions and names
are made again by the functions that made them first.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import asdict

from adjudicator.board import plain as board_plain
from adjudicator.language import plain, tree
from adjudicator.language.types import Type
from adjudicator.rulebook import tables as t
from adjudicator.rulebook.model import Action, Rulebook, rule_of
from adjudicator.rulebook.scope import scope_of

if TYPE_CHECKING:
    from adjudicator.rulebook.inheritance import Merged

SECTIONS: dict[str, type] = {
    "modes": t.ModeTable, "tickets": t.TicketTable, "roles": t.RoleTable, "supplies": t.SupplyTable, "decks": t.DeckTable,
    "state": t.StateTable, "terms": t.TermTable, "options": t.OptionTable, "rules": t.RuleTable, "actions": t.ActionTable,
    "endings": t.RuleTable, "rulings": t.RulingTable, "questions": t.QuestionTable, "parts": t.PartTable,
}  # fmt: skip


def to_plain(rulebook: Rulebook) -> dict[str, Any]:
    """The plain data (dicts, lists, strings, numbers) of a rulebook."""
    nodes: list[tree.Node] = []
    terms = {name: one.body for name, one in rulebook.scope.names.items() if one.what == "term"}
    trees = {
        "terms": _trees(terms, nodes),
        "rules": _trees({name: rule.statements for name, rule in rulebook.rules.items()}, nodes),
        "values": _trees(rulebook.values, nodes),
    }
    kinds: dict[tuple[Any, ...], int] = {}
    found = [rulebook.types.get(id(node)) for node in nodes]
    numbers = [-1 if one is None else kinds.setdefault(_kind(one), len(kinds)) for one in found]
    return {
        "tables": asdict(rulebook.tables),
        "board": None if rulebook.board is None else board_plain.to_plain(rulebook.board),
        "chosen": dict(rulebook.chosen),
        "packs": list(rulebook.packs),
        "files": list(rulebook.files),
        "digest": rulebook.digest,
        "looks back": rulebook.looks_back,
        "trees": trees,
        "kinds": [list(kind) for kind in kinds],
        "types": numbers,
    }


def _trees(trees: Mapping[str, object], nodes: list[tree.Node]) -> dict[str, Any]:
    return {name: plain.to_plain(one, nodes) for name, one in trees.items()}


def _kind(one: Type) -> tuple[Any, ...]:
    return one.kind, one.many, one.optional, one.side, one.size


def from_plain(data: Mapping[str, Any], flat: Callable[[], Merged]) -> Rulebook:
    """The rulebook of `to_plain`. The data are trusted: the cache makes sure that only its owner can have written them."""
    nodes: list[tree.Node] = []
    tables = _tables(data["tables"])
    board = None if data["board"] is None else board_plain.from_plain(data["board"])
    terms, statements, values = (
        {name: plain.from_plain(one, nodes) for name, one in data["trees"][part].items()}
        for part in ("terms", "rules", "values")
    )
    rules = {
        name: rule_of(section, name, table, statements[name], tables)
        for section in ("rules", "actions", "endings")
        for name, table in getattr(tables, section).items()
    }
    kinds = [Type(*kind) for kind in data["kinds"]]
    types = {id(node): kinds[number] for node, number in zip(nodes, data["types"], strict=True) if number >= 0}
    return Rulebook(
        tables,
        board,
        data["chosen"],
        rules,
        {name: Action(name, table, rules[name]) for name, table in tables.actions.items()},
        scope_of(tables, board, terms, rules)[0],
        types,
        flat,
        lambda: str(data["digest"]),
        data["looks back"],
        tuple(nodes),
        values,
        tuple(data["packs"]),
        tuple(data["files"]),
    )


@lru_cache(maxsize=64)
def restored(text: str, flat: Callable[[], Merged]) -> Rulebook:
    """A rulebook from its plain data as JSON; for the same text, the same object."""
    return from_plain(json.loads(text), flat)


def _tables(data: Mapping[str, Any]) -> t.VariantTable:
    rows = {name: _value(value) for name, value in data.items()}
    for section, kind in SECTIONS.items():
        rows[section] = {name: kind(**row) for name, row in rows[section].items()}
    return t.VariantTable(**rows)


def _value(value: Any) -> Any:
    """The value with tuples in place of lists."""
    if isinstance(value, list):
        return tuple([_value(inner) for inner in value])
    return {key: _value(inner) for key, inner in value.items()} if isinstance(value, dict) else value
