"""A table that plays on after the end: a seat sees what it saw, and does not learn from a view that the game was over."""

from __future__ import annotations

from pathlib import Path

import pytest
from alike import CALLS, answered

CAUGHT, FREE = "69", "104"  # where he is when red comes to 69
GAME = """variant: 2014
start:   X 104; red 26; blue 117; green 174; yellow 50

1. X taxi 86; red taxi 27; blue taxi 116; green taxi 161; yellow taxi 37
2. X taxi 103; red taxi 40; blue taxi 117; green taxi 174; yellow taxi 50
3. X taxi 86!; red taxi 53; blue taxi 116; green taxi 161; yellow taxi 37
4. X taxi {}; red taxi 69; blue taxi 117; green taxi 174; yellow taxi 50
5. X taxi 86; red taxi 53; blue taxi 116; green taxi 161; yellow taxi 37
6. X taxi 103; red taxi 54; blue taxi 117; green taxi 174; yellow taxi 50
7. X taxi 86; red taxi 55; blue taxi 116; green taxi 161; yellow taxi 37
8. X taxi 103!; red taxi 54; blue taxi 117; green taxi 174; yellow taxi 50
"""
# On 19 he is shut in, and pretends to move.
TRAPPED = """variant: 2014
round:   7
entry:   6
start:   X {}; red 8; blue 9; green 32; yellow 50

7. X taxi {}; red taxi 18; blue taxi 1; green taxi 44; yellow taxi 37
8. X taxi 33!; red taxi 8; blue taxi 9; green taxi 58; yellow taxi 50
"""


def views(log: Path, seat: str, moments: tuple[str, ...]) -> list[object]:
    calls = [call for name, call in CALLS.items() if name != "generate"]
    lines = dict.fromkeys(tuple(line) for call in calls for at in moments for line in call(str(log), "2014", at))
    return [answered(*line, "--view", seat) for line in lines]


@pytest.mark.parametrize("seat", ["detectives", "red", "blue"])
@pytest.mark.parametrize("rules", ["", "option: capture-tested=round-end\n"])
def test_a_capture_that_nobody_noticed_is_not_told(tmp_path: Path, seat: str, rules: str) -> None:
    found = []
    for station in (CAUGHT, FREE):
        log = tmp_path / "game.log"
        log.write_text(GAME.format(station).replace("start:", f"{rules}start:"))
        found.append(views(log, seat, ("4.blue", "5", "5.red", "8")))
    assert found[0] == found[1]


def test_he_is_seen_as_before_when_the_table_plays_on(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    log.write_text(GAME.format(CAUGHT))
    assert b"at the end he can be at 103" in answered("check", str(log), "--view", "red").output
    assert b"after-the-end" in answered("check", str(log)).output


def test_the_end_is_told_where_nobody_played_on(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    log.write_text(GAME.format(CAUGHT).split("; blue taxi 117; green taxi 174; yellow taxi 50\n5.")[0] + "\n")
    assert b"the pursuers win in round 4" in answered("check", str(log), "--view", "red").output


def test_that_he_could_not_move_is_not_told(tmp_path: Path) -> None:
    found, log = [], tmp_path / "game.log"
    for start, entry in (("19", "32"), ("47", "46")):
        log.write_text(TRAPPED.format(start, entry))
        found.append(views(log, "red", ("7", "8")))
    assert found[0] == found[1]
    log.write_text(TRAPPED.format("19", "32"))
    assert b"the game was over in round 7: trapped" in answered("check", str(log)).output
