"""Screens: everything in 80 by 24 without colour, and line by line for a screen reader."""

from __future__ import annotations

from pathlib import Path

import pytest
from live_play import HOUSE, TABLES, play, table

from adjudicator.live.screens import LogRow, PieceRow, PrivateBoard, PublicBoard, Screen
from adjudicator.report.screens import plain, render, spoken

ALL = {**TABLES, **HOUSE}


@pytest.mark.parametrize("name", ALL)
def test_every_screen_of_a_game_fits(name: str, tmp_path: Path) -> None:
    at = table(tmp_path, ALL[name], seed=3)
    play(at, seed=6, most=60 if name in ("classic", "holmes", "house-rules") else 12)
    for screen in at.screens:
        lines = render(screen, 80, 24).split("\n")
        assert max(map(len, lines)) < 80
        assert len(lines) < 24, "\n".join(lines)  # the last line is for what is typed
        assert "\033" not in "".join(lines)


BOARD = PublicBoard(
    "Scotland Yard",
    7,
    22,
    (
        PieceRow("X", "Mister X", "Ana", "?", (("taxi", "any"), ("black", "4")), ""),
        PieceRow("red", "detective", "Ben", "39", (("taxi", "10"),), "to move"),
        PieceRow("white", "helper", "", "50", (), "moved"),
    ),
    (("chips left", "red 1"),),
    (LogRow(1, "taxi", ""), LogRow(2, "black", "52")),
    "surfaces on entry 3, the next one",
    "detectives",
)


def test_the_table() -> None:
    text = render(Screen("table", "To move: red", ("X taxi ?",), BOARD), 60, 24)
    assert text == (
        "Scotland Yard                                 round 7 of 22\n"
        "-----------------------------------------------------------\n"
        "piece  player  on  taxi  black\n"
        "X      Ana      ?   any      4\n"
        "red    Ben     39    10      -  to move\n"
        "white  helper  50  free   free  moved\n"
        "log:  1 taxi       2 black 52!\n"
        "next: surfaces on entry 3, the next one\n"
        "chips left: red 1\n"
        "\n"
        "X taxi ?\n"
        "\n"
        "To move: red"
    )


def test_what_was_asked_for_goes_before_the_table() -> None:
    messages = tuple(f"line {number}" for number in range(14))
    text = render(Screen("table", "To move: red", messages, BOARD), 80, 24)
    assert "piece  player" not in text
    assert "line 13\n(Enter shows the rest again)\n" in text
    assert text.startswith("Scotland Yard")


def test_line_by_line_only_what_is_new_is_said() -> None:
    first = Screen("table", "To move: red", ("the game goes on",), BOARD)
    assert plain(first, None) == ["the game goes on", "Round 7, turn of detectives.", "To move: red"]
    assert plain(Screen("table", "To move: red", (), BOARD), first) == ["To move: red"]
    own = Screen(
        "X", "Your move", ("not allowed: 127",), PrivateBoard("Mister X alone", (("you stand on", "127"),), (("taxi", "115"),))
    )
    assert plain(own, first) == ["There is something for you alone. Type tell to hear it.", "Your move"]
    assert spoken(own) == ["Mister X alone.", "you stand on: 127.", "You may take:", "taxi: 115.", "not allowed: 127"]


def test_the_table_in_sentences() -> None:
    assert spoken(Screen("table", "", (), BOARD)) == [
        "Scotland Yard, round 7 of 22.",
        "X, Mister X, played by Ana, unseen; taxi any, black 4.",
        "red, detective, played by Ben, on 39; taxi 10; to move.",
        "white, helper, on 50; rides free; moved.",
        "Log: 1 taxi, 2 black on 52.",
        "Next: surfaces on entry 3, the next one.",
        "chips left: red 1.",
    ]


def test_a_name_cannot_play_tricks_on_the_terminal() -> None:
    screen = Screen("table", "\033[2Jprompt", ("\033]0;title\007",), BOARD)
    assert "\033" not in render(screen)
    assert "\033" not in "".join(plain(screen, None))


def test_a_wide_window_is_used(tmp_path: Path) -> None:
    at = table(tmp_path, ALL["holmes"], seed=3)
    lines = render(at.screen, 132, 50).split("\n")
    assert len(lines[1]) == 131
    assert "carriage" in lines[2]
    assert "underground" in lines[2]
