"""`sy-judge diff`: how editions differ in meaning."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import Said

from adjudicator.answers.differences import differences
from adjudicator.rulebook.loader import load

EDITIONS = ("classic", "1984", "2000", "2014", "2023", "beginners", "holmes-original", "holmes")


@pytest.mark.parametrize("variant", EDITIONS)
def test_an_edition_does_not_differ_from_itself(variant: str) -> None:
    assert differences(load(variant), load(variant)).is_empty


@pytest.mark.parametrize(("one", "other"), list(pairwise(EDITIONS)))
def test_both_ways_are_mirrors(one: str, other: str) -> None:
    there, back = differences(load(one), load(other)), differences(load(other), load(one))
    assert not there.is_empty
    assert {(value.what, value.one, value.other) for value in there.values} == {
        (value.what, value.other, value.one) for value in back.values
    }
    mirror = {"added": "dropped", "dropped": "added", "changed": "changed"}
    assert {(rule.id, mirror[rule.how]) for rule in there.rules} == {(rule.id, rule.how) for rule in back.rules}


def test_other_words_for_the_same_are_no_difference() -> None:
    found = differences(load("2014"), load("2023"))
    assert found.rules == ()
    assert [value.what for value in found.options] == ["third-double"]


def test_a_term_that_means_something_else_is_a_difference() -> None:
    found = {rule.id: rule for rule in differences(load("2014"), load("2014", options=("surfacing-counts=rounds",))).rules}
    assert found["surfacing"].terms == ("circled",)
    assert found["first-entry-of-the-turn"].how == "added"


def test_one_sentence_for_two_rules_is_told_apart_by_what_they_do() -> None:
    chained = ("doubles-per-round=any",)
    found = differences(load("holmes-original", options=chained), load("holmes", options=chained))
    rule = next(rule for rule in found.rules if rule.id == "chained-doubles")
    assert rule.one is not None
    assert rule.other is not None
    assert rule.one.says == rule.other.says
    (one,), (other,) = rule.one.only, rule.other.only
    assert one.startswith("forbid ride by fugitive when")
    assert other.startswith("forbid ride, escape by fugitive when")


def test_numbers_and_rules_of_two_generations() -> None:
    found = differences(load("classic"), load("2014"))
    values = {value.what: (value.one, value.other) for value in found.values}
    assert values["detective: taxi tickets"] == ("10", "11")
    assert values["police: fare"] == ("", "free")
    rules = {rule.id: rule for rule in found.rules}
    assert rules["rounds-survived"].how == "added"
    assert rules["tickets-to-the-fugitive"].how == "dropped"
    assert rules["your-turn"].how == "changed"
    assert rules["your-turn"].one is not None
    assert rules["your-turn"].one.says != (rules["your-turn"].other.says if rules["your-turn"].other else "")


def test_a_pack_differs_by_what_it_says(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'id = "mine"\ntitle = "Mine"\nextends = "2014"\n\n[amend.log]\nrounds = 20\n\n'
        '[rules.no-taxi-at-dawn]\nsays = "No taxi in the first round."\nabout = ["taxi"]\n'
        "code = '''\nforbid ride when round = 1 and mode = taxi\n  because \"it is too early\"\n'''\n",
        encoding="utf-8",
    )
    found = differences(load("2014"), load(str(mine)))
    assert [(value.what, value.one, value.other) for value in found.values] == [("log: rounds", "22", "20")]
    assert [(rule.id, rule.how) for rule in found.rules] == [("no-taxi-at-dawn", "added")]


# --- the command


def test_text_and_json_say_the_same(sy_judge: Callable[..., Said]) -> None:
    text = sy_judge("diff", "classic", "2014")
    data = json.loads(sy_judge("diff", "classic", "2014", "--format", "json").output)
    assert text.code == 0
    assert all(rule["id"] in text.output for rule in data["rules"])
    assert {rule["how"] for rule in data["rules"]} == {"added", "dropped", "changed"}


def test_options_stand_behind_a_colon(sy_judge: Callable[..., Said]) -> None:
    assert "cut-off: off (of off, on) -> on (of off, on)" in sy_judge("diff", "2014", "2014:cut-off").output
    assert sy_judge("diff", "2014", "2014").output == "2014 and 2014 mean the same\n"


def test_wrong_input_says_what_there_is(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("diff", "2014", "2041")
    assert said.code == 2
    assert "2041" in said.output
    assert sy_judge("diff", "2014", "2014:nonsense").code == 2
