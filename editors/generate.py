"""Schemas and a grammar for editors, generated from the classes and the grammar that the program itself uses.

    python editors/generate.py        writes them again; the tests fail if they are out of date

The schemas are JSON Schema, Draft 4, which is what taplo and the TOML plug-ins built on it read. Beside a `$ref` they
ignore everything else, so each key carries its own sentence and nothing is shared.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs
from highlighting import grammars, manifest

from adjudicator.board.model import PROVENANCES
from adjudicator.board.source import BoardFile
from adjudicator.language.meanings import reference
from adjudicator.rulebook import inheritance as merging
from adjudicator.rulebook import tables
from adjudicator.rulebook.scope import STATE_TYPES
from adjudicator.structure import key_of

HERE = Path(__file__).parent
HOVER: dict[str, dict[str, str]] = {
    **reference()["tables"],
    **tomllib.loads((HERE / "hover.toml").read_text(encoding="utf-8")),  # of board files
}
Schema = dict[str, Any]

NAME = "^[a-zA-Z][a-zA-Z0-9]*(-[a-zA-Z0-9]+)*$"  # as in the rule language
WORD = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
NUMBER = "^[1-9][0-9]{0,3}$"
STATUS = "^(stated|clarified|inferred|record|house|contested:[A-Za-z0-9-]+)$"
STATION: Schema = {"type": "integer", "minimum": 1, "maximum": 9999}
COORDINATES: Schema = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
BLANK: Schema = {"enum": ["?"]}
STATIONS: Schema = {"type": "array", "items": STATION}
LINE: Schema = {
    "type": "array",
    "items": [STATION, STATION, STATIONS, {"type": "array", "items": COORDINATES}],
    "additionalItems": False,
    "minItems": 2,
}
VALUE: Schema = {"anyOf": [{"type": "boolean"}, {"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
PROVENANCE: Schema = {"enum": list(PROVENANCES)}

# Bounds that a type alone does not give, by class and key.
CLOSER: dict[tuple[str, str], Schema] = {
    **{(name, "status"): {"pattern": STATUS} for name in ("RuleTable", "ActionTable", "OptionTable")},
    ("StateTable", "type"): {"enum": [*STATE_TYPES, *(f"{name} or none" for name in STATE_TYPES if name != "yes or no")]},
    ("OptionTable", "values"): {"type": ["array", "string"]},
    ("OptionTable", "default"): {"type": ["string", "integer"]},
    ("VariantTable", "id"): {"pattern": "^[A-Za-z0-9][A-Za-z0-9_-]*$"},
    ("BoardFile", "provenance"): PROVENANCE,
    ("BoardFile", "inherited"): PROVENANCE,
    ("Marked", "provenance"): PROVENANCE,
    ("ModeRow", "colour"): {"pattern": "^#[0-9a-fA-F]{6}$"},
    ("AttributeRow", "otherwise"): VALUE,
}  # fmt: skip
ROWS: dict[str, tuple[str, Schema]] = {  # tables whose keys are numbers or whose rows the reader looks at one by one
    "stations": (NUMBER, {"anyOf": [COORDINATES, BLANK]}),
    "lines": (WORD, {"type": "array", "items": LINE}),
    "facts": (NUMBER, {"type": "object", "patternProperties": {WORD: VALUE}, "additionalProperties": False}),
    "renumber": (NUMBER, STATION),
}
CARDS: Schema = {"anyOf": [BLANK, {"type": "array", "items": {"anyOf": [STATION, STATIONS, BLANK]}}]}


def schema_of(kind: Any, complete: bool = True) -> Schema:
    """The schema of a type. With `complete` off no key is required: for tables that are amended."""
    if attrs.has(kind):
        return table(kind, complete)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": [choice for choice in inner if choice != ""]}
    if origin in (Union, UnionType):
        members = [schema_of(member, complete) for member in inner if member is not NoneType]
        return members[0] if len(members) == 1 else {"anyOf": members}
    if origin is tuple and inner[-1] is not Ellipsis:
        return {"type": "array", "items": [schema_of(one) for one in inner], "minItems": len(inner), "maxItems": len(inner)}
    if origin is tuple:
        return {"type": "array", "items": schema_of(inner[0], complete)}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(inner[1], complete)}
    return {"type": {int: "integer", float: "number", str: "string", bool: "boolean"}[kind]}


def table(cls: type, complete: bool = True) -> Schema:
    """A table: its keys with their sentences, and no others."""
    hints = get_type_hints(cls)
    keys = {key_of(field.name): field for field in attrs.fields(cls)}
    found: Schema = {
        "type": "object",
        "properties": {key: key_schema(cls, key, hints[field.name], complete) for key, field in keys.items()},
        "additionalProperties": False,
    }
    required = [key for key, field in keys.items() if field.default is attrs.NOTHING]
    return {**found, "required": required} if complete and required else found


def key_schema(cls: type, key: str, kind: Any, complete: bool) -> Schema:
    if cls.__name__ == "DeckRow" and key == "cards":
        found = CARDS
    elif key in ROWS and get_origin(kind) is dict and (cls.__name__, key) != ("Marked", "facts"):
        pattern, inner = ROWS[key]
        found = {"type": "object", "patternProperties": {pattern: inner}, "additionalProperties": False}
    elif (cls.__name__, key) == ("AttributeRow", "otherwise"):
        found = {}
    else:
        found = schema_of(kind, complete)
    return {"description": says(cls, key), **found, **CLOSER.get((cls.__name__, key), {})}


def says(cls: type, key: str) -> str:
    """The sentence of a key: of its own class, or of the one that inherits it."""
    known = HOVER.get(cls.__name__, HOVER["BoardFile"])
    return known[key]


# --- variants


def variant_schema() -> Schema:
    """The contents of a file: the tables of a whole variant, and the verbs that change an inherited one."""
    whole = table(tables.VariantTable)
    parts = {key: _named(key, part) for key, part in whole["properties"].items()}
    own = {key: parts[key] for key in parts if key in merging.OWN}
    things = {key: part for key, part in parts.items() if key not in own}
    loose = {key: _named(key, part) for key, part in table(tables.VariantTable, complete=False)["properties"].items()}
    texts = {"type": "array", "items": {"type": "string"}}
    return {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "title": "A variant of sy-judge",
        "type": "object",
        "properties": {
            **own,
            "extends": {"description": HOVER["File"]["extends"], "type": "string"},
            "includes": {"description": HOVER["File"]["includes"], **texts},
            "drop": {"description": HOVER["File"]["drop"], **texts},
            "excludes": {"description": HOVER["File"]["excludes"], **texts},
            "choices": {"description": HOVER["File"]["choices"], **_named("rules", schema_of(dict[str, tables.ChoiceTable]))},
            **things,
            "amend": _verb("amend", {key: loose[key] for key in things}),
            "replace": _verb("replace", things),
        },
        "additionalProperties": False,
        "required": ["id", "title"],
        "not": {"required": ["pack", "extends"]},
    }


def _named(section: str, part: Schema) -> Schema:
    """Keys of these tables are words that rules and records use."""
    if section in merging.SECTIONS or section in ("log", "numbers", "box"):
        inner = part["additionalProperties"]
        return {**part, "patternProperties": {NAME: inner}, "additionalProperties": False}
    return part


def _verb(verb: str, parts: Schema) -> Schema:
    sentence = HOVER["File"][verb]
    return {"description": sentence, "type": "object", "properties": parts, "additionalProperties": False}


# --- boards


def board_schema() -> Schema:
    found = table(BoardFile)
    return {"$schema": "http://json-schema.org/draft-04/schema#", "title": "A board of sy-judge", **found}


# --- all of it


def files() -> dict[str, str]:
    """The files of this folder, by name."""
    every: dict[str, Schema] = {
        "variant.schema.json": variant_schema(),
        "board.schema.json": board_schema(),
        "vscode/package.json": manifest(),
        **{f"vscode/syntaxes/{name}": grammar for name, grammar in grammars().items()},
    }
    return {name: json.dumps(data, indent=2, ensure_ascii=False) + "\n" for name, data in every.items()}


if __name__ == "__main__":
    for name, text in files().items():
        (HERE / name).parent.mkdir(parents=True, exist_ok=True)
        (HERE / name).write_text(text, encoding="utf-8")
