"""docs/language.md is the whole language and nothing else: every form, word and key, each with an example that is true."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import attrs
import pytest
from conftest import TOP

from adjudicator.language import tree as t
from adjudicator.language import vocabulary
from adjudicator.language.check_types import Env, Known
from adjudicator.language.checker import RIDE, Actor, Checker
from adjudicator.language.inference import Inference
from adjudicator.language.meanings import VALUES, forms, keywords, meanings, reference, statements
from adjudicator.language.parser import Misread, parse_rules, parse_value
from adjudicator.language.types import CARD, KINDS, PIECE
from adjudicator.rulebook import tables
from adjudicator.rulebook.inheritance import LEADING, VERBS
from adjudicator.rulebook.loader import load
from adjudicator.rulebook.lots import told_apart
from adjudicator.structure import key_of
from docs.generate_language import FILE, TABLES, language_page, readable

WORDS = reference()
CLASSES: dict[str, type[t.Node]] = {
    "losing": t.Forbid, "must_move": t.MustMove, "may_move": t.MayMove, "may_pass": t.MayPass,
    "must_act": t.MustAct, "round_order": t.RoundOrder,
    "side_order": t.SideOrder,
    "starts_on": t.StartsOn, "ends_drawn": t.Wins, "limit": t.Require, "each_choose": t.EachChoose, "draw_card": t.DrawCard,
}  # fmt: skip
ANYWHERE = Env("fugitive", RIDE, may_ask_moves=True, written=True)


def test_the_page_is_up_to_date(compare: Callable[[Path, str], None]) -> None:
    compare(TOP / "docs" / "language.md", language_page())


def test_nothing_is_left_out_and_nothing_more_stands_there() -> None:
    assert set(WORDS["statements"]) == set(statements())
    assert set(WORDS["effects"]) == set(forms("effect"))
    assert set(WORDS["values"]) == set(forms(*VALUES))
    assert set(WORDS["types"]) == set(KINDS)
    assert set(WORDS["lifetimes"]) == set(get_args(tables.Lifetime)) >= set(vocabulary.LIFETIMES)
    assert set(WORDS["audiences"]) == set(vocabulary.AUDIENCES) == set(get_args(tables.Audience))
    assert set(WORDS["events"]) == set(vocabulary.EVENTS)
    assert set(WORDS["fields"]) == set(vocabulary.FIELDS)
    assert set(WORDS["checks"]) == set(vocabulary.CHECKS)


@pytest.mark.parametrize("name", [name for name, _ in TABLES])
def test_every_key_of_a_table_is_explained(name: str) -> None:
    assert set(WORDS["tables"][name]) == {key_of(one.name) for one in attrs.fields(getattr(tables, name))}


def test_every_key_of_a_file_is_explained() -> None:
    assert set(WORDS["tables"]["File"]) == set(FILE) == {"choices", "excludes", *LEADING, *VERBS}


def test_every_word_of_the_language_has_a_meaning_for_editors() -> None:
    found = meanings()
    shown = {entry.says for entries in found.values() for entry in entries}
    for kind in ("statements", "effects", "values"):
        spoken = {name for name, entry in WORDS[kind].items() if entry["says"] not in shown}
        assert spoken <= {
            "assign",
            "increase",
            "decrease",
            "compare",
            "arithmetic",
            "number",
            "name",
            "call",
            "set_of",
            "range",
            "literal",
        }
    assert {"once", "twice", "must", "some", "sum", "tickets", "round", "announce"} <= {word for word in found if found[word]}
    assert keywords() <= set(found)


def test_every_table_class_is_in_the_reference() -> None:
    assert {name for name, _ in TABLES} == {name for name in vars(tables) if name.endswith("Table")}


def checker() -> Checker:
    return Checker(Inference(load("house-rules").scope))


@pytest.mark.parametrize("name", WORDS["statements"])
def test_examples_of_statements(name: str) -> None:
    """Each is read as the form it shows, and the checker has nothing against it."""
    read = parse_rules(WORDS["statements"][name]["example"])
    assert isinstance(read, tuple)
    found = told_apart(read, "dash", load("house-rules").tables)
    assert isinstance(found[0], CLASSES.get(name) or getattr(t, name.capitalize()))
    sections = [section for section in ("rules", "actions", "endings") if _stands_in(found[0], section)]
    assert len(sections) == 1
    place = "turn" if isinstance(found[0], t.Entries) else "during turn"
    actor = Actor("fugitive", place) if sections == ["actions"] else None
    assert checker().table(sections[0], found, actor) == ()


def _stands_in(statement: t.Statement, section: str) -> bool:
    blames = checker().table(section, (statement,), Actor("fugitive", "during turn") if section == "actions" else None)
    return not any(blame.code == "E321" for blame in blames)


@pytest.mark.parametrize("name", WORDS["effects"])
def test_examples_of_effects(name: str) -> None:
    found = parse_rules(f"then {WORDS['effects'][name]['example']}")
    assert isinstance(found, tuple)
    assert isinstance(found[0], t.Then)
    kinds = {"assign": t.Assign, "increase": t.Assign, "decrease": t.Assign, "for_each": t.ForEach, "only_when": t.OnlyWhen}
    kinds |= {"show_last": t.ShowLast, "send": t.ForEach}
    assert isinstance(found[0].effects[0], kinds.get(name) or getattr(t, name.capitalize()))
    if name == "deal":  # cards are dealt at the set-up; and 2014 has no state that holds them
        dealt = parse_rules(f"on set-up then {WORDS['effects'][name]['example']}")
        assert isinstance(dealt, tuple)
        assert [blame.code for blame in checker().table("rules", dealt)] == ["E327"]
        return
    assert checker().table("actions", found, Actor("fugitive", "instead of entry")) == ()


@pytest.mark.parametrize("example", [entry["example"] for entry in WORDS["values"].values()])
def test_examples_of_values(example: str) -> None:
    assert blamed(example) == []


@pytest.mark.parametrize("word", vocabulary.WORDS, ids=lambda word: str(word.name))
def test_examples_of_words(word: Any) -> None:
    assert word.says
    found = parse_value(word.example)
    assert isinstance(found, t.Call)
    assert found.name == word.name
    if word.name != "fails":  # 2014 has no action that can fail
        assert blamed(word.example, {"card": Known(CARD), "d": Known(PIECE)}) == []


def blamed(example: str, names: dict[str, Known] | None = None) -> list[str]:
    """All errors with a value, as messages."""
    found = parse_value(example)
    if isinstance(found, Misread):
        return [str(found)]
    inference = Inference(load("2014").scope)
    inference.infer(found, attrs.evolve(ANYWHERE, names=names or {}))
    return [blame.fault.message for blame in inference.blames]


def test_forms_are_readable() -> None:
    assert readable("forbid") == 'forbid NAME, NAME [by WHO or WHO] [when CONDITION] because "TEXT"'
    assert readable("can_move", "atom") == "can(VALUE, [ever] move) [ignoring RULE]"
    assert readable("arithmetic", "product") == "VALUE * VALUE"
