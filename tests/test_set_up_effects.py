"""`on set-up` does what it says before the first round: states, supplies and tickets, besides the cards that are dealt."""

from __future__ import annotations

from pathlib import Path

from adjudicator import Game

VARIANT = """id = "set"
title = "Set"
extends = "2014"
[state.closed]
type = "set of stations"
seen = "all"
[state.toll]
type = "number"
seen = "all"
[rules.set]
says = "The works begin before the game does."
code = '''
on set-up then closed += 39, toll := 7
on set-up then for each d in detectives: move 2 bus from d to pile
on set-up when count(detectives) > 9 then closed += 86
forbid ride when to in closed and toll = 7 because "{to} is closed"
'''
"""


def test_what_happens_before_the_first_round(tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text(VARIANT)
    game = Game.start(str(tmp_path / "set.toml"), {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50})
    assert game.tickets("red") == {"taxi": 11, "bus": 6, "underground": 4}
    assert game.judge("X taxi 86").verdict == "legal"
    refused = game.play("X taxi 86").judge("red taxi 39")
    assert (refused.verdict, refused.findings[0].message) == ("illegal", "39 is closed")
