"""Editor support cannot drift: schemas and colours are made from the program, and every shipped file passes them."""

from __future__ import annotations

import importlib
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import TOP
from jsonschema import Draft4Validator  # type: ignore[import-untyped]

from adjudicator.rulebook.loader import load

EDITORS = TOP / "editors"
sys.path.insert(0, str(EDITORS))
generate: Any = importlib.import_module("generate")
highlighting: Any = importlib.import_module("highlighting")

BOARDS = [*(TOP / "boards").glob("*.toml"), *(TOP / "examples" / "boards").glob("*.toml")]
EXAMPLES = [path for path in (TOP / "examples").rglob("*.toml") if path not in BOARDS]
VARIANTS = [*(TOP / "variants").glob("*.toml"), *(path for path in EXAMPLES if not path.name.endswith(".cases.toml"))]


def faults(kind: str, data: dict[str, Any]) -> list[str]:
    schema = json.loads((EDITORS / f"{kind}.schema.json").read_text(encoding="utf-8"))
    return [f"{'.'.join(map(str, one.path))}: {one.validator}" for one in Draft4Validator(schema).iter_errors(data)]


@pytest.mark.parametrize("name", sorted(generate.files()))
def test_what_is_on_file_is_what_would_be_generated(name: str, compare: Callable[[Path, str], None]) -> None:
    compare(EDITORS / name, generate.files()[name])


@pytest.mark.parametrize("kind", ["variant", "board"])
def test_the_schemas_are_draft_4(kind: str) -> None:
    schema = json.loads((EDITORS / f"{kind}.schema.json").read_text(encoding="utf-8"))
    assert schema["$schema"] == "http://json-schema.org/draft-04/schema#"
    Draft4Validator.check_schema(schema)
    later = {"const", "if", "then", "else", "contains", "propertyNames", "examples", "$defs", "$id"}
    assert not later & set(_keywords(schema))


def _keywords(schema: Any) -> Iterator[str]:
    """The words of JSON Schema in it, without the keys of our files."""
    if isinstance(schema, list):
        for item in schema:
            yield from _keywords(item)
    elif isinstance(schema, dict):
        for key, value in schema.items():
            yield key
            yield from _keywords(list(value.values()) if key in ("properties", "patternProperties") else value)


def _name(path: Path) -> str:
    return str(path.relative_to(TOP))


@pytest.mark.parametrize("path", sorted(VARIANTS), ids=_name)
def test_every_variant_and_pack_passes(path: Path) -> None:
    assert faults("variant", tomllib.loads(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("path", sorted(BOARDS), ids=_name)
def test_every_board_passes(path: Path) -> None:
    assert faults("board", tomllib.loads(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[rule.mine]", ": additionalProperties"),
        ('[rules.mine]\nsay = "x"', "rules.mine: additionalProperties"),
        ("[rules.mine]\ncode = 'x'", "rules.mine: required"),
        ('[rules.mine]\nsays = "x"\nstatus = "sure"', "rules.mine.status: pattern"),
        ('[amend.log]\nrounds = "20"', "amend.log.rounds: anyOf"),
        ("[amend.log]\nrounds = 20.5", "amend.log.rounds: anyOf"),
        ('[state.fog]\ntype = "boolean"', "state.fog.type: enum"),
        ('[state.fog]\ntype = "number"\nlives = "for ever"', "state.fog.lives: enum"),
        ('[actions.hop]\nsays = "x"\nby = "fugitive"\nplace = "anywhere"', "actions.hop.place: enum"),
        ('[roles.dog]\nside = "cats"', "roles.dog.side: enum"),
        ('drop = "rules.x"', "drop: type"),
        ("pack = true", ": not"),
        ('[rules."my rule"]\nsays = "x"', "rules: additionalProperties"),
        ("[replace.rules.mine]\ncode = 'x'", "replace.rules.mine: required"),
    ],
)
def test_a_slip_is_underlined(text: str, told: str) -> None:
    head = 'id = "mine"\ntitle = "Mine"\nextends = "2014"\n'
    found = faults("variant", tomllib.loads(head + text))
    assert told in found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[stations]\n0 = [1, 2]", "stations: additionalProperties"),
        ("[stations]\n1 = [1]", "stations.1: anyOf"),
        ("[lines]\ntaxi = [[1, 2, 3]]", "lines.taxi.0.2: type"),
        ('[modes.walk]\ncolour = "red"', "modes.walk.colour: pattern"),
        ('[attributes.port]\ntype = "maybe"', "attributes.port.type: enum"),
    ],
)
def test_a_slip_in_a_board_is_underlined(text: str, told: str) -> None:
    found = faults("board", tomllib.loads('id = "b"\ntitle = "B"\nprovenance = "invented"\n' + text))
    assert told in found


def test_every_sentence_is_used() -> None:
    schemas = "".join(generate.files()[f"{kind}.schema.json"] for kind in ("variant", "board"))
    unused = [
        text
        for texts in generate.HOVER.values()
        for text in texts.values()
        if json.dumps(text, ensure_ascii=False) not in schemas
    ]
    assert unused == []


# --- colours


def scopes(text: str) -> dict[str, str]:
    """Each word of a rule with the kind of colour it gets, as an editor finds it: the first pattern that fits here."""
    patterns = [(re.compile(one.get("match") or f'{one["begin"]}[^"]*"'), one["name"]) for one in _grammar()["patterns"]]
    found, at = {}, 0
    while at < len(text):
        hit = next(((match, name) for pattern, name in patterns if (match := pattern.match(text, at))), None)
        name = re.compile(r"[a-zA-Z][\w-]*").match(text, at)
        if hit:
            found[hit[0].group()] = hit[1].removesuffix(".sy-rules")
            at = hit[0].end()
        elif name:
            found[name.group()] = ""
            at = name.end()
        else:
            at += 1
    return found


def _grammar() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((EDITORS / "vscode/syntaxes/sy-rules.tmLanguage.json").read_text(encoding="utf-8"))
    return found


def test_colours_of_a_rule() -> None:
    rule = 'forbid ride by fugitive when not-here <> 3 and occupied(to, pursuers)\n  because "station {to}" # why'
    assert scopes(rule) == {
        "forbid": "keyword.control",
        "ride": "keyword.other",
        "by": "keyword.other",
        "fugitive": "",
        "when": "keyword.other",
        "not-here": "",
        "<>": "keyword.operator",
        "3": "constant.numeric",
        "and": "keyword.operator.word",
        "occupied": "support.function",
        "to": "variable.language",
        "pursuers": "",
        "because": "keyword.other",
        '"station {to}"': "string.quoted.double",
        "# why": "comment.line.number-sign",
    }


def test_every_word_of_the_grammar_has_a_colour() -> None:
    found = scopes(" ".join(highlighting.keywords()))
    assert [word for word, scope in found.items() if not scope] == []
    assert {"forbid", "on", "require", "score"} <= set(highlighting.heads())


@pytest.mark.parametrize("name", ["house-rules", "holmes", "2014"])
def test_names_of_a_variant_have_none(name: str) -> None:
    """Otherwise a rule would be coloured as what it is not."""
    book = load(name)
    own = {*book.tables.state, *book.tables.terms, *book.tables.numbers, *book.tables.decks, *book.tables.supplies}
    clashes = own & set(highlighting.keywords())
    coloured = {word for word, scope in scopes(" ".join(sorted(own))).items() if scope}
    assert coloured <= clashes


def test_rules_inside_a_file_are_found() -> None:
    grammar = json.loads((EDITORS / "vscode/syntaxes/sy-rules-in-toml.tmLanguage.json").read_text(encoding="utf-8"))
    begins = [re.compile(one["begin"]) for one in grammar["patterns"]]
    for line in ("code   = '''", 'code = "round in fog"', "\"rules.your-turn.code\" = '''", 'code = """'):
        assert any(begin.match(line) for begin in begins), line
    assert not any(begin.match('says = "code"') for begin in begins)
    manifest = json.loads((EDITORS / "vscode/package.json").read_text(encoding="utf-8"))
    paths = [one["path"] for one in manifest["contributes"]["grammars"]]
    assert all((EDITORS / "vscode" / path).is_file() for path in paths)
