"""Screens: everything in 80 by 24 without colour, and line by line for a screen reader."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from attrs import evolve
from live_play import HOUSE, TABLES, play, table

from adjudicator.judge.log_rows import LogRow
from adjudicator.report.screen_colours import painted
from adjudicator.report.screens import pages, plain, spoken
from adjudicator.table.screens import PieceRow, PrivateBoard, PublicBoard, Screen

ALL = {**TABLES, **HOUSE}


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20)])
def test_every_screen_of_a_game_fits(name: str, width: int, height: int, tmp_path: Path) -> None:
    at = table(tmp_path, ALL[name], seed=3)
    play(at, seed=6, most=60 if name in ("classic", "holmes", "house-rules") else 12)
    for line in ("?", "ask double move", "where", "moves", "why not red taxi 3"):
        at.type(line)
    for screen in at.screens:
        found = pages(screen, width, height)
        lines = [line for page in found for line in page.split("\n")]
        assert max(map(len, lines)) < width
        assert max(page.count("\n") + 1 for page in found) < height, "\n".join(lines)  # the last line is for what is typed
        assert "\033" not in "".join(lines)
        words = " ".join(screen.messages).replace("-", " ").split()
        assert [word for word in words if word not in "".join(lines)] == []  # nothing is scrolled away


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
    assert pages(Screen("table", "To move: red", ("X taxi ?",), BOARD), 60, 24) == [
        "Scotland Yard                                 round 7 of 22\n"
        "-----------------------------------------------------------\n"
        "piece  player  on  taxi  black\n"
        "X      Ana      ?   any      4\n"
        "red    Ben     39    10      -  to move\n"
        "white  helper  50  free      -  moved\n"
        "log:  1 taxi       2 black 52!\n"
        "next: surfaces on entry 3, the next one\n"
        "chips left: red 1\n"
        "\n"
        "X taxi ?\n"
        "\n"
        "To move: red"
    ]


def test_what_was_asked_for_goes_before_the_table() -> None:
    messages = tuple(f"line {number}" for number in range(14))
    first, last = pages(Screen("table", "To move: red", messages, BOARD), 80, 24)
    assert "piece  player" not in first
    assert first.startswith("Scotland Yard")
    assert first.endswith("line 13\n\n(page 1 of 2: press Enter to continue)")
    assert last == pages(Screen("table", "To move: red", (), BOARD), 80, 24)[0]


def test_of_a_table_that_is_too_tall_the_older_entries_go_first() -> None:
    log = tuple(LogRow(number, "underground", "") for number in range(1, 25))
    tall = evolve(BOARD, log=log)
    (page,) = pages(Screen("table", "To move: red", ("X taxi ?",), tall), 60, 16)
    assert page.count("\n") + 1 == 15
    assert "\nlog…  16 underground  17 underground  18 underground\n      19 underground" in page
    assert "24 underground\nnext: " in page


def test_what_fits_on_no_page_is_cut_into_several() -> None:
    messages = tuple(f"line {number}" for number in range(30))
    found = pages(Screen("table", "An option?", messages, None, "Setting up a game"), 80, 24)
    assert [page.split("\n")[0] for page in found] == ["Setting up a game"] * 2
    assert [page.split("\n")[-1] for page in found] == ["(page 1 of 2: press Enter to continue)", "An option?"]
    assert [line for page in found for line in page.split("\n") if line.startswith("line")] == list(messages)
    small = pages(Screen("table", "To move: red", (), evolve(BOARD, states=BOARD.states * 3)), 80, 12)
    assert [page.split("\n")[-1] for page in small] == ["(page 1 of 2: press Enter to continue)", "To move: red"]
    assert "chips left: red 1" in "".join(small)


def test_a_narrow_window_shortens_names_of_tickets_before_those_of_players() -> None:
    row = PieceRow("red", "detective", "Benedict", "39", (("taxi", "10"), ("underground", "4"), ("carriage", "8")), "to move")
    wide, narrow = (pages(Screen("table", "", (), evolve(BOARD, pieces=(row,))), width, 24)[0] for width in (62, 53))
    assert "piece  player    on  taxi  underground  carriage\n" in wide
    assert "piece  player    on  taxi  undergr  carriag\nred    Benedict  39" in narrow


def test_line_by_line_only_what_is_new_is_said() -> None:
    first = Screen("table", "To move: red", ("the game goes on",), BOARD)
    assert plain(first, None) == ["the game goes on", "Round 7, turn of detectives.", "To move: red"]
    assert plain(Screen("table", "To move: red", (), BOARD), first) == ["To move: red"]
    own = Screen(
        "X", "Your move", ("not allowed: 127",), PrivateBoard("Mister X alone", (("you are at", "127"),), (("taxi", "115"),))
    )
    assert plain(own, first) == ["You have private information. Type tell to read it.", "Your move"]
    assert plain(evolve(own, says=()), first) == ["You have private information. Type tell to read it.", "Your move"]
    assert plain(evolve(own, says=()), own) == ["Your move"]
    assert spoken(own) == ["Mister X alone.", "you are at: 127.", "Your legal moves:", "taxi: 115.", "not allowed: 127"]


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
    assert "\033" not in "".join(pages(screen))
    assert "\033" not in "".join(plain(screen, None))


def test_a_wide_window_is_used(tmp_path: Path) -> None:
    at = table(tmp_path, ALL["holmes"], seed=3)
    (page,) = pages(at.screen, 132, 50)
    lines = page.split("\n")
    assert len(lines[1]) == 131
    assert "carriage" in lines[2]
    assert "underground" in lines[2]


def test_colours_are_put_on_a_page_that_is_laid_out_already() -> None:
    screen = Screen("table", "To move: red", ("not allowed: no bus line joins 26 and 46",), BOARD)
    (page,) = pages(screen, 80, 24)
    bright = painted(page, screen)
    assert re.sub(r"\033\[[0-9;]*m", "", bright) == page
    assert "\033[1;31mnot allowed: no bus line joins 26 and 46\033[0m" in bright
    assert re.search(r"^\033\[48;5;\d+;38;5;\d+mred\033\[0m ", bright, re.MULTILINE)
