"""Data from a file is taken exactly as written or refused, all faults at once."""

from __future__ import annotations

import tomllib
from typing import Literal

from attrs import field, frozen

from adjudicator.faults import Fault
from adjudicator.structure import Codes, salvaged, shape
from adjudicator.toml_places import locate

CODES = Codes("E101", "E120", "E121")


@frozen
class Inner:
    number: int
    text: str = ""


@frozen
class Outer:
    start_card: int
    from_: str
    pair: tuple[int, int] = (0, 0)
    many: tuple[int | tuple[int, ...], ...] = ()
    by_name: dict[str, Inner] = field(factory=dict)
    either: int | str | None = None
    supply: Literal["unlimited"] | int = 0
    open: bool = False
    at: tuple[float, float] | None = None
    items: tuple[Inner, ...] = ()
    some: frozenset[str] = frozenset()
    one: Inner | None = None


def shaped(text: str) -> tuple[Outer | None, tuple[Fault, ...]]:
    return shape(tomllib.loads(text), Outer, locate(text, "f"), CODES)


def complaints(text: str) -> list[str]:
    value, faults = shaped("start-card = 1\nfrom = 'x'\n" + text)
    assert value is None
    return [f"{f.place.line}:{f.place.column} {f.code} {f.message}" + (f" ({f.help})" if f.help else "") for f in faults]


def test_a_good_file() -> None:
    text = """start-card = 1
    from = "here"
    pair = [1, 2]
    many = [3, [4, 5]]
    by-name.x = { number = 6 }
    either = "text"
    supply = "unlimited"
    open = true
    at = [7, 7.5]
    some = ["b", "a"]
    one = { number = 8, text = "t" }
    [[items]]
    number = 9
    """
    value = Outer(
        start_card=1,
        from_="here",
        pair=(1, 2),
        many=(3, (4, 5)),
        by_name={"x": Inner(6)},
        either="text",
        supply="unlimited",
        open=True,
        at=(7.0, 7.5),
        items=(Inner(9),),
        some=frozenset({"a", "b"}),
        one=Inner(8, "t"),
    )
    assert shaped(text) == (value, ())


def test_nothing_is_converted() -> None:
    assert complaints("either = 1.5\nopen = 'yes'\npair = [1, '2']\none = { number = true }\nat = [nan, 1]") == [
        '3:10 E120 `either` must be a whole number or a text, not the number `1.5` (write "1.5" in quotes)',
        "4:8 E120 `open` must be true or false, not the text `yes` (write true without quotes)",
        "5:12 E120 `pair`, item 2 must be a whole number, not the text `2` (write 2 without quotes)",
        "6:18 E120 `one.number` must be a whole number, not `true`",
        "7:7 E120 `at`, item 1 must be a number, not the number `nan`",
    ]


def test_a_text_is_no_list_and_a_list_no_table() -> None:
    assert complaints("many = 'abc'\nby-name = []\npair = [1, 2, 3]\nitems = [1]\nsome = [1979-05-27]") == [
        "3:8 E120 `many` must be a list, not the text `abc` (put it in brackets)",
        "4:11 E120 `by-name` must be a table, not a list of 0",
        "5:8 E120 `pair` must be a list of 2, not a list of 3",
        "6:10 E120 `items`, item 1 must be a table, not the number `1`",
        "7:9 E120 `some`, item 1 must be a text, not a date or time",
    ]


def test_unknown_and_missing_keys() -> None:
    text = "opne = true\n[[items]]\n[[items]]\nnumber = 1\nsize = 2\n"
    assert complaints(text) == [
        "3:1 E101 unknown key `opne` (did you mean `one` or `open`?)",
        "4:3 E121 the key `number` is missing in `items`, item 1 (add `number = …`)",
        "7:1 E101 unknown key `size` in `items`, item 2 (known here: `number`, `text`)",
    ]
    assert [fault.message for fault in shaped("")[1]] == [
        "this file has no key `from`",
        "this file has no key `start-card`",
    ]


def test_one_of_a_few_words() -> None:
    assert complaints("supply = 'unlimitted'") == [
        "3:10 E120 `supply` must be one of `unlimited` or a whole number, not the text `unlimitted` (did you mean `unlimited`?)"
    ]


def test_long_words_are_cut() -> None:
    (line,) = complaints(f"open = '{'x' * 500}'")
    assert len(line) < 120


STAND_INS = {"start-card": 0, "from": ""}


def test_what_is_wrong_is_left_out_and_told() -> None:
    text = "start-card = 1\nfrom = 'x'\nopne = true\n[[items]]\nnumber = 1\n[[items]]\nnumber = 2\nsize = 2\n"
    value, faults, lost = salvaged(tomllib.loads(text), Outer, locate(text, "f"), CODES, STAND_INS)
    assert value == Outer(start_card=1, from_="x", items=(Inner(1), Inner(2)))
    assert ([fault.place.line for fault in faults], lost) == ([3, 8], ())
    text += "text = 1\n"  # of the last item
    value, faults, lost = salvaged(tomllib.loads(text), Outer, locate(text, "f"), CODES, STAND_INS)
    assert value == Outer(start_card=1, from_="x", items=(Inner(1), Inner(2)))
    assert ([fault.place.line for fault in faults], lost) == ([3, 8, 9], (("items", 1, "text"),))
    text += "[[items]]\n"  # lacks its number: places count items, so the whole list goes
    value, faults, lost = salvaged(tomllib.loads(text), Outer, locate(text, "f"), CODES, STAND_INS)
    assert value == Outer(start_card=1, from_="x")
    assert ([fault.place.line for fault in faults], lost[-1]) == ([3, 8, 9, 10], ("items",))


def test_what_must_be_there_has_a_stand_in() -> None:
    text = "start-card = 'one'\nsupply = 5\n"
    value, faults, lost = salvaged(tomllib.loads(text), Outer, locate(text, "f"), CODES, STAND_INS)
    assert value == Outer(start_card=0, from_="", supply=5)
    assert ([fault.code for fault in faults], lost) == (["E121", "E120"], (("start-card",),))
    assert salvaged(tomllib.loads(text), Outer, locate(text, "f"), CODES, {}) == (None, faults, ())
