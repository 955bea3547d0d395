"""Pieces that have left the board, and pieces whose stations nobody knows: neither is listed as if it stood somewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said

from adjudicator import Game

REMOVED = """id = "gone"
title = "Gone"
extends = "2014"
[rules.gone]
says = "A detective who rides to 39 is out of the game."
code = "on ride by detectives when to = 39 then remove piece"
[actions.whistle]
says = "A detective whistles."
by = "detectives"
place = "during turn"
"""
HEAD = "seats: X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli\n"
KNOWN = f"variant: ./gone.toml\n{HEAD}start: X 104; red 26; blue 117; green 174; yellow 50\n"


@pytest.fixture
def log(tmp_path: Path) -> Callable[[str], Path]:
    def written(text: str) -> Path:
        (tmp_path / "gone.toml").write_text(REMOVED)
        (tmp_path / "game.log").write_text(text)
        return tmp_path / "game.log"

    return written


@pytest.mark.parametrize(("ride", "verdict"), [("red taxi 15", "legal"), ("red taxi 39", "illegal")])
def test_a_removed_piece_acts_no_more(
    ride: str, verdict: str, log: Callable[[str], Path], sy_judge: Callable[..., Said]
) -> None:
    said = sy_judge("check", log(f"{KNOWN}1. X taxi 86; {ride}; red whistle\n"))
    assert f"game.log: {verdict}" in said.output
    assert ("red has left the board and acts no more" in said.output) == (verdict == "illegal")


def test_a_removed_piece_that_rides_is_one_breach(log: Callable[[str], Path], sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("check", log(f"{KNOWN}1. X taxi 86; red taxi 39; blue taxi 116; red taxi 26; red stays\n"))
    assert "1 breach\n" in said.output
    assert "red has left the board and acts no more" in said.output


def test_a_removed_piece_is_nowhere(log: Callable[[str], Path], sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("moves", log(f"{KNOWN}1. X taxi 86; red taxi 39\n"))
    assert said.code == 0
    assert "red" not in said.output
    assert "200" not in said.output


def test_a_removed_piece_is_not_waited_for_where_persons_take_turns(log: Callable[[str], Path]) -> None:
    """By seat, each person's pieces are a group of their own: one without a piece on the board is skipped."""
    record = log(f"{KNOWN.replace('gone.toml', 'by-seat.toml')}1. X taxi 86; red taxi 39\n")
    (record.parent / "by-seat.toml").write_text(REMOVED.split("[actions")[0].replace('"2014"', '"classic"'))
    game = Game.read(str(record))
    while game.round < 4:
        game = game.play(game.moves()[0])
    assert {move.piece for move in game.moves()} == {"X"}


@pytest.mark.parametrize("command", ["check", "where", "moves", "state"])
def test_a_pursuer_whose_station_is_not_known(command: str, log: Callable[[str], Path], sy_judge: Callable[..., Said]) -> None:
    unknown = f"variant: 2014\n{HEAD}start: X 104; red 26; blue 117; green ?; yellow 50\n1. X taxi 86; red taxi 39\n"
    said = sy_judge(command, log(unknown))
    assert said.code < 3
    if command == "moves":
        assert "blue taxi 116" in said.output
        assert "green" not in said.output


@pytest.mark.parametrize(("answer", "verdict"), [("none", "legal"), ("no", "illegal"), ("I", "illegal")])
def test_the_district_of_a_removed_fugitive_is_none(
    answer: str, verdict: str, tmp_path: Path, sy_judge: Callable[..., Said]
) -> None:
    code = 'code = "on ride by fugitive when round = 5 then remove fugitive"'
    rule = f'[rules.gone]\nsays = "He leaves the board in round 5."\n{code}\n'
    (tmp_path / "gone.toml").write_text(f'id = "gone"\ntitle = "Gone"\nextends = "holmes"\n{rule}')
    start = "round: 5\nentry: 4\nstart: X 46; sherlock 91; watson 56; mycroft 6; irene 13; lestrade 72\n"
    head = f"variant: ./gone.toml\nboard: london-1895-sample\n{start}"
    (tmp_path / "game.log").write_text(f"{head}\n5. X taxi 45; sherlock manhunt -> {answer}\n")
    assert f"game.log: {verdict}" in sy_judge("check", tmp_path / "game.log").output
