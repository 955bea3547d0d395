"""`sy-judge rules`: the rules in force, one of them, a topic, a sheet."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from conftest import TOP, Said

from adjudicator.answers.rulelist import cases, entries, named
from adjudicator.answers.topics import about, names
from adjudicator.faults import Refused
from adjudicator.rulebook.loader import load

EDITIONS = ("classic", "1984", "2000", "2014", "2023", "beginners", "holmes-original", "holmes", "house-rules")


# --- entries


@pytest.mark.parametrize("variant", EDITIONS)
def test_every_rule_has_its_sentence_and_its_origin(variant: str) -> None:
    for one in entries(load(variant)):
        assert one.says
        assert one.status
        assert one.line > 0
        line = (TOP / one.file).read_text(encoding="utf-8").splitlines()[one.line - 1]
        assert one.id in line, (one.id, one.file, one.line)


def test_where_a_part_was_said_is_named() -> None:
    one = named(load("2014"), "capture")[0]
    assert one.file == "variants/core.toml"
    assert one.amended[0].startswith("cite: variants/2014.toml:")


def test_an_option_that_rewrites_a_rule_is_named() -> None:
    book = load("2014", options=("police-ferry=on",))
    assert named(book, "ferry-for-the-fugitive")[0].changed_by == ("police-ferry=on",)
    assert named(load("2014", options=("cut-off",)), "rules.cut-off")[0].guard == ("cut-off=on",)
    with pytest.raises(Refused):
        named(load("2014"), "rules.cut-off")


def test_one_id_of_an_ending_and_an_option() -> None:
    assert [one.kind for one in named(load("2014"), "trapped")] == ["ending", "option"]
    assert [one.kind for one in named(load("2014"), "options.trapped")] == ["option"]


def test_a_ruling_has_its_readings() -> None:
    one = named(load("2014"), "G28")[0]
    assert one.default_reading is not None
    assert one.default_reading.readings == ("no", "yes")
    assert one.default_reading.default == "no"


def test_a_ruling_and_its_option_say_the_same() -> None:
    """Where two editions choose otherwise, the text of the ruling says so in one of them."""
    chosen: dict[tuple[str, str], set[str]] = {}
    for book in map(load, EDITIONS):
        for name, ruling in book.rulings.items():
            if ruling.option in book.chosen:
                chosen.setdefault((name, ruling.default), set()).add(book.chosen[ruling.option])
    assert {key: values for key, values in chosen.items() if len(values) > 1} == {}


def test_cases_show_a_rule_at_work() -> None:
    found = cases(load("2014"), "ferry-for-the-fugitive")
    assert {one.verdict for one in found} >= {"legal", "illegal"}


# --- topics


@pytest.mark.parametrize("variant", EDITIONS)
def test_every_topic_is_found(variant: str) -> None:
    book = load(variant)
    for name in names(book):
        assert about(book, name).entries


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("double moves", "double"),
        ("Ferry", "ferry-for-the-fugitive"),
        ("surfaces", "surfacing"),
        ("stay by choice", "must-move"),
    ],
)
def test_topics_in_other_words(text: str, rule: str) -> None:
    assert rule in [one.id for one in about(load("2014"), text).entries]


def test_an_unknown_topic_names_those_there_are() -> None:
    with pytest.raises(Refused) as refused:
        about(load("2014"), "weather")
    assert "double move" in refused.value.faults[0].help


# --- the command


def test_all_rules(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("rules", "2014")
    data = json.loads(sy_judge("rules", "2014", "--format", "json").output)
    assert said.code == 0
    plain = re.sub(r"\s+", " ", said.output)
    assert all(one["says"] in plain for one in data["rules"])
    assert {one["kind"] for one in data["rules"]} == {"rule", "action", "ending", "option"}


def test_one_rule(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("rules", "2014", "ferry-for-the-fugitive")
    assert "ruling G28" in said.output
    assert "variants/2014.toml:" in said.output
    assert "forbid ride by pursuers when mode = ferry" in said.output
    data = json.loads(sy_judge("rules", "2014", "ferry-for-the-fugitive", "--format", "json").output)
    assert data["rules"][0]["ruling"]["option"] == "police-ferry"
    assert data["rules"][0]["cases"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("2014", "fery"), ("no rule `fery`",)),
        (("2014", "--about", "weather"), ("no rule of `2014` is about `weather`",)),
        (("2041",), ("2041", "2014")),
        (("2014", "--option", "length=never"), ("no value `never`",)),
        (("core",), ("cannot be played",)),
    ],
)
def test_wrong_input_says_what_there_is(
    arguments: tuple[str, ...], words: tuple[str, ...], sy_judge: Callable[..., Said]
) -> None:
    said = sy_judge("rules", *arguments)
    assert said.code == 2, said.output
    assert all(word in said.output for word in words), said.output


# --- the sheet


class _Page(HTMLParser):
    """Everything a page shows, and everything it would have to load."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.loads: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [value or "" for name, value in attrs if name in ("src", "href", "srcset")]
        if tag not in ("meta", "br", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("variant", EDITIONS)
def test_a_sheet_is_whole_and_holds_every_rule(variant: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    output = tmp_path / "sheet.html"
    assert sy_judge("rules", variant, "--sheet", "-o", output).code == 0
    page = _Page()
    page.feed(output.read_text(encoding="utf-8"))
    assert page.open == []
    assert page.loads == []
    shown = " ".join(page.text)
    for one in entries(load(variant)):
        if one.kind != "option" and "record" not in one.about:
            assert one.says in shown


@pytest.mark.parametrize(
    ("variant", "circled"), [("beginners", [3, 8, 13]), ("2014", [3, 8, 13, 18, 24]), ("holmes", [3, 8, 13])]
)
def test_a_sheet_circles_what_the_printed_log_circles(variant: str, circled: list[int], sy_judge: Callable[..., Said]) -> None:
    page = sy_judge("rules", variant, "--sheet").output
    assert [int(number) for number in re.findall(r'"circled">(\d+)<', page)] == circled


def test_a_sheet_begins_with_the_aim_and_has_supplies_colours_and_rulings(sy_judge: Callable[..., Said]) -> None:
    page = sy_judge("rules", "holmes", "--sheet").output
    assert page.index("try to catch Moriarty") < page.index("Pieces and tickets")
    assert "Beside the board (box): 5 black, 2 double." in page
    assert "3 detectives, 1 Bobby: 3 persons with 1 detective each; 2 chips each." in page
    assert "4 detectives: 4 persons with 1 detective each; 1 chip each." in page
    board = load("holmes").board
    assert board is not None
    assert {mode.colour for mode in board.modes if mode.name != "ferry"} <= set(re.findall("#[0-9a-f]{6}", page))
    assert "<b>G55</b>" in page


def test_a_sheet_names_what_the_table_has_agreed_on(sy_judge: Callable[..., Said]) -> None:
    assert "Agreed at this table" not in sy_judge("rules", "2014", "--sheet").output
    assert "cut-off: on" in sy_judge("rules", "2014", "--sheet", "--option", "cut-off").output


def test_a_ruling_is_told_once_with_the_option_that_chooses(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("rules", "2014", "G12")
    assert said.output.count("What if Mister X moves to a station where a pursuer stands?") == 1
    assert "(`fugitive-enters=loses`)" in said.output
    assert "(no option takes it)" in said.output
