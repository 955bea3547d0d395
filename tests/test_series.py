"""`sy-judge series`: games added up by the people who played them; games that do not count are listed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from conftest import TOP, Said

from adjudicator.game import Game

SERIES = TOP / "examples" / "series"
DAYS = ("monday", "tuesday", "wednesday", "thursday")
SCHEMA = json.loads((TOP / "docs" / "series.schema.json").read_text(encoding="utf-8"))
START = "start: X 104; red 26; blue 117; green 174; yellow 50\n"
NAMED = "seats: X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli\n"

Added = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def added(tmp_path: Path, sy_judge: Callable[..., Said]) -> Added:
    """The exit code and the data for these logs (texts are written to files `0.log`, `1.log`, …)."""

    def add(*texts: str, options: tuple[str, ...] = ()) -> tuple[int, dict[str, Any]]:
        for number, text in enumerate(texts):
            (tmp_path / f"{number}.log").write_text(text, encoding="utf-8")
        said = sy_judge("series", str(tmp_path), "--format", "json", *options)
        data = json.loads(said.output)
        jsonschema.validate(data, SCHEMA)
        return said.code, data

    return add


def resigned(who: str, seats: str = NAMED, head: str = "") -> str:
    return f"variant: 2014\n{head}{seats}{START}1. X taxi 86; {who} resigns\n"


def standings(data: dict[str, Any], *keys: str) -> dict[str, tuple[Any, ...]]:
    return {one["name"]: tuple(one[key] for key in keys) for one in data["standings"]}


# --- the example: everybody is the fugitive once, most points win


def test_everybody_is_the_fugitive_once(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("series", *(str(SERIES / f"{day}.log") for day in DAYS), "--format", "json")
    data = json.loads(said.output)
    jsonschema.validate(data, SCHEMA)
    assert said.code == 0
    assert [one["fugitive"] for one in data["standings"]] == [1, 1, 1, 1]
    for name, (points,) in standings(data, "points").items():
        assert points == sum(share["points"] for game in data["games"] for share in game["shares"] if share["name"] == name)
    assert [one["rank"] for one in data["standings"]] == [1, 2, 3, 4]


def test_a_share_is_that_of_the_side_and_of_the_own_pieces() -> None:
    result = Game.read(str(SERIES / "monday.log")).result
    assert result is not None
    assert (result.score, result.pieces) == ({"fugitive": 6, "pursuers": 15}, {"red": 0, "blue": 0, "green": 5})


# --- what counts, and what does not


def test_without_points_games_won_count_and_equals_share_a_rank(added: Added) -> None:
    code, data = added(resigned("X"), resigned("X", NAMED.replace("Ana", "Ann")), resigned("red"))
    assert code == 0
    assert standings(data, "rank", "games", "won", "lost", "points")["Ben"] == (1, 3, 2, 1, None)
    assert standings(data, "rank", "won", "fugitive") == {
        "Ben": (1, 2, 0), "Cleo": (1, 2, 0), "Dev": (1, 2, 0), "Eli": (1, 2, 0), "Ana": (5, 1, 2), "Ann": (6, 0, 1),
    }  # fmt: skip


def test_a_name_is_the_same_however_it_is_spelt(added: Added) -> None:
    _, data = added(resigned("X"), resigned("red", NAMED.replace("Ana", "ANA")))
    assert standings(data, "games")["Ana"] == (2,)


@pytest.mark.parametrize(
    ("text", "code", "why"),
    [
        (f"variant: 2014\n{NAMED}{START}1. X taxi 86\n", 4, "the game does not end in this record"),
        (f"variant: 2014\n{NAMED}{START}1. X bus 1; X resigns\n", 1, "follow-a-line: no bus line joins 104 and 1"),
        (f"variant: 2014\n{NAMED}{START}1. X taxi ?; red taxi 39; X resigns\n", 4, "follow-a-line: "),
        (f"variant: 2014\n{NAMED}{START}1. X flies 86\n", 2, ""),
        (resigned("X", "seats: X; red = Ben; blue; green; yellow\n"), 4, "`seats` names nobody who plays the fugitive"),
        (resigned("X", "seats: X = Ana; red; blue; green; yellow\n"), 4, "`seats` names nobody who plays the pursuers"),
        (resigned("X", NAMED.replace("Eli", "Ana")), 4, "Ana plays on both sides"),
        (resigned("red"), 4, "the same record as "),
    ],
)
def test_what_does_not_count_is_said(added: Added, text: str, code: int, why: str) -> None:
    ended, data = added(resigned("red"), text)
    assert (ended, len(data["games"])) == (code, 1)
    assert [why in one["why"] for one in data["not_counted"]] == [True]


def test_points_that_nobody_can_know_do_not_count(added: Added, tmp_path: Path) -> None:
    rules = 'id = "far"\ntitle = "Far"\nextends = "2014"\n[endings.far]\nsays = "A point in the east."\n'
    (tmp_path / "far.toml").write_text(f"{rules}code = 'score 1 for detectives when east-of(station(fugitive), here)'\n")
    known = resigned("X").replace("2014", "far.toml")
    code, data = added(known, known.replace("taxi 86", "taxi ?"))
    assert (code, len(data["games"]), len(data["not_counted"])) == (4, 1, 1)


def test_different_rules_are_not_added_up(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    for number, head in enumerate(["", "option: cut-off\n", "board: london-classic\n"]):
        (tmp_path / f"{number}.log").write_text(resigned("X", head=head))
    said = sy_judge("series", str(tmp_path))
    assert said.code == 2
    assert "1.log" in said.output
    assert "other rules (2014 on london) than" in said.output


# --- teams


def test_a_team_has_the_points_of_its_side_once(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("series", str(SERIES / "monday.log"), "--team", "North=ana", "--team", "South=Ben,Dev", "--format", "json")
    assert standings(json.loads(said.output), "points") == {"South": (15,), "Cleo": (10,), "North": (6,)}


@pytest.mark.parametrize(
    ("team", "message"),
    [
        ("North", "`North` is not a team"),
        ("North=", "`North=` is not a team"),
        ("North=Anna", "did you mean `Ana`?"),
        ("North=Ana,ana", "Ana is in two teams: North and North"),
    ],
)
def test_a_team_that_is_none(sy_judge: Callable[..., Said], team: str, message: str) -> None:
    said = sy_judge("series", str(SERIES / "monday.log"), "--team", team)
    assert said.code == 2
    assert message in said.output
