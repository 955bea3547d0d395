"""Written rules can be read again as the same: generated trees, and every rule that we ship."""

from __future__ import annotations

import pytest
from conftest import TOP, examples
from hypothesis import given
from hypothesis import strategies as st
from strategies import trees

from adjudicator.language import tree as t
from adjudicator.language.parser import Misread, parse_rules, parse_value
from adjudicator.language.rule_text import plain, show, show_value
from adjudicator.rulebook.file_format import tidy_code
from adjudicator.rulebook.loader import load
from adjudicator.rulebook.lots import told_apart

SHIPPED = sorted(path.stem for path in (TOP / "variants").glob("*.toml"))
LONGEST = 8_000  # a longer text is refused unread


@given(trees.values)
@examples(250)
def test_values(tree: t.Expression) -> None:
    assert parse_value(show_value(tree)) == tree


@given(st.lists(trees.statements, max_size=3).map(tuple))
@examples(250)
def test_statements(tree: tuple[t.Statement, ...]) -> None:
    for text in (show(tree), plain(tree)):
        if len(text) < LONGEST:
            assert parse_rules(text) == tree


@given(st.lists(trees.statements, min_size=1, max_size=3).map(tuple), st.lists(trees.texts, min_size=1, max_size=4))
@examples(100)
def test_comments_change_nothing_and_stay(tree: tuple[t.Statement, ...], said: list[str]) -> None:
    notes = [f"# {number}{text.rstrip()}" for number, text in enumerate(said)]
    lines = show(tree).split("\n")
    text = "\n".join(f"{line}  {note}\n{note}" for line, note in zip(lines, notes * len(lines), strict=False))
    if len(text) > LONGEST or isinstance(parse_rules(text), Misread):
        return
    tidied = tidy_code(text)
    assert parse_rules(tidied) == tree
    assert tidy_code(tidied) == tidied
    assert sorted(_notes(tidied, notes)) == sorted(_notes(text, notes))


def _notes(text: str, notes: list[str]) -> list[str]:
    return [note for note in notes for _ in range(text.count(note))]


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_rules(name: str) -> None:
    rulebook = load(name)
    for rule in rulebook.rules.values():
        for text in (show(rule.statements), plain(rule.statements)):
            found = parse_rules(text)
            assert not isinstance(found, Misread)
            assert told_apart(found, rule.id, rulebook.tables) == rule.statements
    for meaning in rulebook.scope.names.values():
        if meaning.what == "term" and meaning.body is not None:
            assert parse_value(show_value(meaning.body)) == meaning.body
