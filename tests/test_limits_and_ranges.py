"""`once a game`, `twice a round`, `at most 3 times a turn` in actions, and ranges like `3..7`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said

from adjudicator import Game
from adjudicator.language import tree as t
from adjudicator.language.parser import Misread, parse_rules, parse_value
from adjudicator.language.rule_text import show, show_value
from adjudicator.rulebook.loader import load

START = {"X": 104, "red": 26, "blue": 29, "green": 53, "yellow": 94}


def waving(folder: Path, code: str) -> Game:
    path = folder / "waves.toml"
    head = 'id = "waves"\ntitle = "Waves"\nextends = "2014"\n[actions.wave]\nsays = "A detective waves."\n'
    path.write_text(f"{head}by = \"detective\"\nplace = \"during turn\"\ncode = '''\n{code}\n'''\n", encoding="utf-8")
    return Game.start(load(str(path)), START)


@pytest.mark.parametrize(
    ("limit", "times"), [("once a turn", 1), ("twice a round", 2), ('at most 3 times a game because "{piece} is tired"', 3)]
)
def test_a_limit_counts_the_uses_of_its_action(tmp_path: Path, limit: str, times: int) -> None:
    game = waving(tmp_path, limit).play("X taxi 86")
    for piece in ["red", "blue", "green"][:times]:  # all who may take it count together
        game = game.play(f"{piece} wave")
    ruling = game.judge("yellow wave")
    assert ruling.verdict == "illegal"
    reason = "yellow is tired" if "because" in limit else f"only {limit}"
    assert [one.message for one in ruling.findings] == [reason]


def test_the_next_round_counts_anew(tmp_path: Path) -> None:
    game = waving(tmp_path, "once a round").play("X taxi 86").play("red wave")
    for clause in ("red taxi 39", "blue taxi 41", "green taxi 69", "yellow taxi 95", "X taxi 103", "blue wave"):
        game = game.play(clause)
    assert game.judge("red wave").verdict == "illegal"


@pytest.mark.parametrize(
    "text", ["once a game\n", "twice a round\n", "at most 3 times a turn\n", 'once a game because "it flies once"\n']
)
def test_a_limit_is_written_as_it_was(text: str) -> None:
    found = parse_rules(text)
    assert not isinstance(found, Misread)
    assert show(found) == text


def test_a_limit_belongs_in_an_action(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('id = "mine"\ntitle = "M"\nextends = "2014"\n[rules.mine]\nsays = "Once."\ncode = "once a game"\n')
    assert "error E321" in sy_judge("variant", "lint", str(file)).output


def test_an_unknown_lifetime_is_reported(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="E311"):
        waving(tmp_path, "once a evening")


def test_a_range_is_a_set(tmp_path: Path) -> None:
    found = parse_value("round in 3..7")
    assert isinstance(found, t.Member)
    assert isinstance(found.group, t.SetOf)
    assert [one.value for one in found.group.items if isinstance(one, t.Number)] == [3, 4, 5, 6, 7]
    assert show_value(found) == "round in 3..7"
    assert parse_value("round in {1, 3..5}") == parse_value("round in {1, 3, 4, 5}")
    game = waving(tmp_path, 'require entries in 1..2 because "not now"').play("X taxi 86")
    assert game.judge("red wave").verdict == "legal"


@pytest.mark.parametrize(("text", "sentence"), [("7..3", "E221"), ("3..3", "E221"), ("1..900", "E221.long")])
def test_a_range_goes_up_and_is_bounded(text: str, sentence: str) -> None:
    found = parse_value(f"round in {text}")
    assert isinstance(found, Misread)
    assert (found.fault.sentence, found.at, found.length) == (sentence, 9, len(text))


def test_stations_have_ranges_too(tmp_path: Path) -> None:
    game = waving(tmp_path, 'require here in 20..30 because "not here"').play("X taxi 86")
    assert [game.judge(f"{piece} wave").verdict for piece in ("red", "green")] == ["legal", "illegal"]
