"""No record of the table has the fugitive's unseen actions, and yet they may explain what comes later."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said

LOOT = """id      = "loot"
title   = "Buried loot"
extends = "2014"

[state.loot]
says = "Where the loot is buried."
type = "station or none"
seen = "fugitive"

[actions.bury]
says   = "Once a game the fugitive buries the loot where he stands, and nobody sees it."
cite   = ""
status = "house"
about  = ["loot"]
by     = "fugitive"
place  = "after entry"
seen   = "fugitive"
code   = '''
require uses(bury, game) = 0 because "it was buried already"
then loot := here
'''

[actions.fetch]
says   = "The fugitive takes the loot from where he buried it, for all to see."
cite   = ""
status = "house"
about  = ["loot"]
by     = "fugitive"
place  = "after entry"
code   = '''
require loot = here because "nothing is buried here"
then loot := none
'''
"""
GAME = """variant: loot.toml
start: X 104; red 26; blue 117; green 174; yellow 50

1. X taxi 86 + bury; red taxi 39; blue taxi 88; green taxi 161; yellow taxi 37
2. X taxi 104; red taxi 51; blue taxi 87; green taxi 174; yellow taxi 50
3. X taxi 86! + fetch; red taxi 39; blue taxi 88; green taxi 161; yellow taxi 37
"""


@pytest.fixture
def judged(tmp_path: Path, sy_judge: Callable[..., Said]) -> Callable[..., dict[str, object]]:
    (tmp_path / "loot.toml").write_text(LOOT, encoding="utf-8")

    def judge(text: str, *command: str) -> dict[str, object]:
        log = tmp_path / "game.log"
        log.write_text(text, encoding="utf-8")
        name, *more = command or ("check",)
        found = json.loads(sy_judge(name, log, "--format", "json", *more).output)
        assert isinstance(found, dict)
        return found

    return judge


def test_his_own_log_tells_it(judged: Callable[..., dict[str, object]]) -> None:
    assert judged(GAME)["verdict"] == "legal"
    assert judged(GAME.replace(" + bury", ""))["verdict"] == "illegal"


def test_a_record_of_the_table_is_explained_by_it(judged: Callable[..., dict[str, object]]) -> None:
    assert judged(GAME, "check", "--view", "detectives")["verdict"] == "undecided"
    assert judged(GAME, "where")["stations"] == [86]


def test_what_it_cannot_explain_is_still_told(judged: Callable[..., dict[str, object]]) -> None:
    text = GAME + "4. X taxi 103; red taxi 26; blue taxi 87; green taxi 174; yellow taxi 50\n5. X taxi 86 + fetch\n"
    found = judged(text, "check", "--view", "detectives")
    assert isinstance(findings := found["findings"], list)
    assert [(one["rule"], one["round"]) for one in findings if one["verdict"] == "illegal"] == [("fetch", 5)]


def test_random_games_are_explained_and_he_is_found(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    (tmp_path / "loot.toml").write_text(LOOT, encoding="utf-8")
    assert sy_judge("generate", "--variant", tmp_path / "loot.toml", "--games", "6", "--seed", "11", "-o", tmp_path).code == 0
    logs = sorted(tmp_path.glob("*.log"))
    assert len(logs) == 6
    assert any("bury" in log.read_text(encoding="utf-8") for log in logs)
    for log in logs:
        seen = json.loads(sy_judge("check", log, "--view", "detectives", "--format", "json").output)
        assert seen["verdict"] != "illegal", log.read_text(encoding="utf-8")
        for number in range(2, seen["rounds"] + 1, 3):
            true = json.loads(sy_judge("where", log, "--at", str(number), "--view", "X", "--format", "json").output)
            found = json.loads(sy_judge("where", log, "--at", str(number), "--format", "json").output)
            assert set(true["stations"]) <= set(found["stations"])
