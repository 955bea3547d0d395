"""A value that may be `none` is a value where a rule has asked before that it is not; the game can then be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.game import Game
from adjudicator.judge.log_file import Asked
from adjudicator.rulebook.lint import first_errors
from adjudicator.workshop.random_games import maker

HEAD = '''
id      = "mark"
title   = "A mark"
extends = "2014"
[state.mark]
type = "station or none"
seen = "all"
[state.fuse]
type = "number or none"
seen = "all"
[state.friend]
type = "piece or none"
per  = "piece"
seen = "all"
[terms.marked]
code = "mark <> none"
[terms.far]
takes = ["d"]
code  = "station(d) = 1"
[rules.more]
says = "More."
code = """
on end of round when round = 2 then mark := 67, fuse := 2
CODE
"""
[actions.aim]
says  = "Aim."
by    = "detective"
place = "during turn"
code  = """
once a round
ACTION
"""
'''
FORBID = 'forbid ride by detectives when {} because "no"'
ALLOWED = (
    FORBID.format("mark <> none and distance(to, mark) > 9"),
    FORBID.format("(none <> mark and round > 2) and distance(to, mark) > 9"),
    FORBID.format("not (mark = none) and distance(to, mark) > 9"),
    FORBID.format("marked and distance(to, mark) > 9"),
    FORBID.format("(mark = none or distance(to, mark) > 9) and round = 3"),
    FORBID.format("(if marked then distance(to, mark) else 0) > 9"),
    "on ride by detectives when mark <> none then pile(taxi) += distance(to, mark)",
    "on end of round then when fuse <> none: (fuse -= 1, when fuse = 0: fuse := none)",
    "on end of round then for each d in detectives where friend(d) <> none: when tickets(friend(d)) > 1: pile(taxi) += 1",
    FORBID.format("some d in detectives where friend(d) <> none has tickets(friend(d)) = 0"),
)
REFUSED = (
    FORBID.format("distance(to, mark) > 9 and mark <> none"),
    FORBID.format("mark <> none or distance(to, mark) > 9"),
    FORBID.format("mark = none and distance(to, mark) > 9"),
    FORBID.format("(if marked then 0 else distance(to, mark)) > 9"),
    "on end of round when fuse <> none then fuse := none, fuse -= 1",
    "on end of round then for each d in detectives where fuse <> none: (when round = 3: fuse := none, fuse -= 1)",
    FORBID.format("some d in detectives where friend(d) <> none has tickets(friend(piece)) = 0"),
)


def written(folder: Path, code: str, action: str = "") -> str:
    file = folder / "mark.toml"
    file.write_text(HEAD.replace("CODE", code).replace("ACTION", action), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("code", ALLOWED)
def test_what_was_asked_before_is_known(code: str, tmp_path: Path) -> None:
    assert first_errors(written(tmp_path, code), "") == ()


@pytest.mark.parametrize("code", REFUSED)
def test_what_was_not_asked_may_be_none(code: str, tmp_path: Path) -> None:
    found = {fault.code for fault in first_errors(written(tmp_path, code), "")}
    assert found in ({"E339"}, {"E316"})


def test_requirements_are_asked_before_choices(tmp_path: Path) -> None:
    aim = 'require mark <> none because "no mark"\nchoose s from neighbours(mark)\nthen mark := s'
    assert first_errors(written(tmp_path, "", aim), "") == ()
    assert first_errors(written(tmp_path, "", "choose s from neighbours(mark)\nthen mark := s"), "") != ()


def test_a_game_with_all_of_them(tmp_path: Path) -> None:
    """Nothing is asked of `none`, which no table has; the pursuers' own record of the game is legal, too."""
    aim = 'require mark <> none because "no mark"\nchoose s from neighbours(mark)\nthen mark := s'
    made = maker(Asked(written(tmp_path, "\n".join(ALLOWED), aim)))
    game = Game.of(made.game(1), made.rulebook)
    assert not [finding for finding in game.findings if finding.verdict == "illegal"]
    assert not [finding for finding in game.seen_by("detectives").findings if finding.verdict == "illegal"]
