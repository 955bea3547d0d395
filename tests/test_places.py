"""The locator finds every key, every value and every character of a text where it truly stands."""

from __future__ import annotations

import doctest
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import adjudicator.toml_places
from adjudicator.faults import Place
from adjudicator.files import write_toml
from adjudicator.toml_places import Path, Places, decode, locate

TRICKY = '''\
# a comment with [brackets] and "quotes"
plain = 'x # no comment' # a comment
"quoted key"."and.dots" = 1
a.b.c = [ 1, "two", [ 3, { d = "four, five]" } ], # six
  "seven", ]
inline = { x = { y = "}" }, z = [ "]" ] }
empty = ""
none = ''
date = 1979-05-27 07:32:00
'lit"eral' = true

[ table . sub ]   # spaces are allowed here
key = """
first\\u00e9\\tline \\
    glued "" on
last""\\""""
raw = \'\'\'
back\\slash 'quoted' \'\'\'\'\'
[[list]]
n = 1
[[list.inner]]
m = 2
[[list]]
n = 3
[list.under]
w = "x"
[table]
late = "y"
'''


def walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from walk(inner, (*path, key))
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from walk(inner, (*path, index))


def source_at(text: str, place: Place) -> str:
    return text.split("\n")[place.line - 1][place.column - 1 :]


def check_everything(text: str) -> int:
    """Each scalar's source reads back as the scalar; each key's as the key; each character's offset holds it."""
    places, seen = locate(text, "f"), 0
    for path, value in walk(tomllib.loads(text)):
        if not path:
            continue
        assert places.value(path).line > 0
        key = source_at(text, places.key(path))
        if isinstance(path[-1], str) and not isinstance(value, dict | list):
            assert tomllib.loads(key[: places.key(path).length] + "=0") == {path[-1]: 0}, path
        if not isinstance(value, dict | list):
            start, end = places._found.values[path]
            assert tomllib.loads("v = " + text[start:end]) == {"v": value}, path
            seen += 1
        if isinstance(value, str):
            decoded = decode(text, places._found.values[path])
            assert "".join(character for _, character in decoded) == value
            for offset, character in decoded[:-1]:
                assert text[offset] in (character, "\\", "\r"), (path, offset)
    return seen


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_form_of_toml(end: str) -> None:
    assert check_everything(TRICKY.replace("\n", end)) == 20


values = st.recursive(
    st.integers() | st.booleans() | st.text(max_size=12) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=6), values, max_size=5))
def test_whatever_is_written_is_located(data: dict[str, Any]) -> None:
    text = write_toml(data)
    assert check_everything(text) == sum(not isinstance(value, dict | list) for _, value in walk(data))


def spot(places: Places, path: Path, index: int, length: int = 1) -> tuple[int, int, int]:
    place = places.inside(path, index, length)
    return place.line, place.column, place.length


def test_characters_inside_a_rule_text() -> None:
    text = "[rules.x]\ncode = '''\nforbid ride\n  when occupied\n'''\n"
    places = locate(text, "v.toml")
    value = tomllib.loads(text)["rules"]["x"]["code"]
    assert spot(places, ("rules", "x", "code"), value.index("ride"), 4) == (3, 8, 4)
    assert spot(places, ("rules", "x", "code"), value.index("occupied"), 8) == (4, 8, 8)
    assert spot(places, ("rules", "x", "code"), len(value)) == (5, 1, 1)


def test_an_escape_counts_as_one_character() -> None:
    text = 'a = "x\\u00e9\\n\\"y"'
    places = locate(text, "f")
    assert [places.inside(("a",), index).column for index in range(6)] == [6, 7, 13, 15, 17, 18]
    assert places.inside(("a",), 1).length == 6


def test_headers_and_lists_of_tables() -> None:
    places = locate(TRICKY, "f")
    line_of = {path: places.key(path).line for path in [("list", 0), ("list", 1), ("list", 0, "inner", 0), ("list",)]}
    assert source_at(TRICKY, places.key(("list", 0, "inner", 0))).startswith("inner]]")
    assert source_at(TRICKY, places.value(("list", 1, "under"))).startswith("[list.under]")
    assert source_at(TRICKY, places.key(("table",))).startswith("table]\nlate"[:6])
    assert line_of[("list",)] == line_of[("list", 0)] < line_of[("list", 0, "inner", 0)] < line_of[("list", 1)]


def test_what_is_not_there_gets_the_place_around_it() -> None:
    places = locate("[a]\nb = 1\n", "f")
    assert places.key(("a", "missing", 3)) == places.key(("a",))
    assert places.key(("nowhere",)) == Place("f")
    assert places.inside(("a", "b"), 7) == places.value(("a", "b"))


def test_the_docstring_tells_the_truth() -> None:
    assert doctest.testmod(adjudicator.toml_places) == (0, 3)
