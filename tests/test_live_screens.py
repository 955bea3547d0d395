"""Screens of the referee, line by line: only what is new, in the columns there are, and no tricks on a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from live_play import HOUSE, TABLES, play, table

from adjudicator.judge.log_rows import LogRow
from adjudicator.report import layout
from adjudicator.report.screens import news
from adjudicator.table.screens import PieceRow, PrivateBoard, PublicBoard, Screen

ALL = {**TABLES, **HOUSE}


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("width", [80, 60])
def test_every_screen_of_a_game_is_wrapped_and_says_everything(
    name: str, width: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "columns", lambda stream=None: width)
    at = table(tmp_path, ALL[name], seed=3)
    play(at, seed=6, most=60 if name in ("classic", "holmes", "house-rules") else 12)
    for line in ("?", "rules? may X double twice in a round", "where", "moves", "why not red taxi 3"):
        at.type(line)
    for screen in at.screens:
        text = "\n".join(news(screen, None))
        assert max(map(len, text.split("\n"))) <= width
        assert "\033" not in text
        assert [word for word in " ".join(screen.messages).split() if word not in text] == []
        if screen.is_private:  # it is wiped with all that has left the window
            assert text.count("\n") < 24 or screen.messages


BOARD = PublicBoard(
    "Scotland Yard",
    7,
    22,
    (
        PieceRow("X", "Mister X", "Ana", "?", (("taxi", "any"), ("black", "4")), ""),
        PieceRow("red", "detective", "Ben", "39", (("taxi", "10"),), "to move"),
        PieceRow("white", "helper", "", "50", (("taxi", "free"),), "moved"),
    ),
    (("chips left", "red 1"),),
    (LogRow(1, "taxi", ""), LogRow(2, "black", "52")),
    "surfaces on entry 3, the next one",
    "detectives",
)


def test_the_table() -> None:
    assert "\n".join(news(Screen("table", "To move: red", ("X taxi ?",), BOARD), None)) == (
        "X taxi ?\n"
        "\n"
        "Scotland Yard: round 7 of 22, turn of detectives\n"
        "piece  player  at  taxi  black\n"
        "X      Ana     ?   any   4\n"
        "red    Ben     39  10    -      to move\n"
        "white  helper  50  free  -      moved\n"
        "log: 1 taxi, 2 black 52!\n"
        "next: surfaces on entry 3, the next one\n"
        "chips left: red 1\n"
        "To move: red"
    )


def test_only_what_is_new_is_printed() -> None:
    first = Screen("table", "To move: red", ("the game goes on",), BOARD)
    assert news(evolve(first, says=()), first) == ["To move: red"]
    assert "Scotland Yard: round 8 of 22, turn of detectives" in news(evolve(first, board=evolve(BOARD, round=8)), first)
    sheet = PrivateBoard("Mister X alone", (("you are at", "127"),), (("taxi", "115"),))
    own = Screen("X", "Your move", ("not allowed: 127",), sheet)
    shown = ["", "Mister X alone", "  you are at: 127", "your legal moves", "  taxi  115"]
    assert news(own, first) == ["not allowed: 127", *shown, "Your move"]
    assert news(own, own) == ["not allowed: 127", "Your move"]


def test_a_name_cannot_play_tricks_on_the_terminal() -> None:
    row = PieceRow("red", "detective", "\033[2JBen", "39", (("taxi", "10"),), "to move")
    board = evolve(BOARD, title="\033]0;title\007", pieces=(row,), states=(("\033[2J", "\033[2J"),))
    sheet = PrivateBoard("\033[2J", (("\033[2J", "\033[2J"),), (("\033[2J", "\033[2J"),))
    for shown in (board, sheet):
        assert "\033" not in "".join(news(Screen("table", "\033[2Jprompt", ("\033]0;title\007",), shown), None))
