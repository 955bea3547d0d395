"""`sy-judge fmt`: one writing for everything, comments kept, nothing lost where something is not understood."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import Said

from adjudicator.cli import main

SLOPPY = """\
# Club night
Variant:  2014
SEATS: X = Ana ;red=Ben; White (constable)
start: X: 104; red at 26; white 50


1) Mr. X cab 86, red t 39 ; white u 46  # early
2. X double taxi 69 and black 52! ;  red taxi 51
\t# late
"""
NEAT = """\
# Club night
variant: 2014
seats:   X = Ana; red = Ben; white (police)
start:   X 104; red 26; white 50

1. X taxi 86; red taxi 39; white underground 46  # early
2. X 2x taxi 69, black 52!; red taxi 51
   # late
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.log"
    path.write_text(SLOPPY, encoding="utf-8")
    return path


def test_in_its_place(log: Path, sy_judge: Callable[..., Said]) -> None:
    assert sy_judge("fmt", log) == Said(f"{log}: written\n", 0)
    assert log.read_text(encoding="utf-8") == NEAT
    assert sy_judge("fmt", log) == Said("", 0)
    assert log.read_text(encoding="utf-8") == NEAT


def test_check_changes_nothing(log: Path, sy_judge: Callable[..., Said]) -> None:
    assert sy_judge("fmt", "--check", log) == Said(f"{log}: not in canonical form\n", 1)
    assert log.read_text(encoding="utf-8") == SLOPPY
    log.write_text(NEAT, encoding="utf-8")
    assert sy_judge("fmt", "--check", log) == Said("", 0)


def test_elsewhere(log: Path, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    assert sy_judge("fmt", log, "-o", "-") == Said(NEAT, 0)
    assert sy_judge("fmt", log, "-o", tmp_path / "neat.txt").code == 0
    assert (tmp_path / "neat.txt").read_text(encoding="utf-8") == NEAT
    assert log.read_text(encoding="utf-8") == SLOPPY


def test_standard_input() -> None:
    result = CliRunner().invoke(main, ["fmt", "-"], input=SLOPPY)
    assert (result.exit_code, result.output) == (0, NEAT)


def test_a_folder_with_one_that_is_not_understood(log: Path, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    bad = tmp_path / "bad.log"
    bad.write_text(SLOPPY.replace("cab 86", "cap 86"), encoding="utf-8")
    said = sy_judge("fmt", tmp_path)
    assert said.code == 2
    assert "this game has no ticket or action `cap`" in said.output
    assert bad.read_text(encoding="utf-8") == SLOPPY.replace("cab 86", "cap 86")
    assert log.read_text(encoding="utf-8") == NEAT


def test_without_a_variant_the_common_words_are_read(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    path = tmp_path / "game.log"
    path.write_text("start: X 104; red 26\n1. mrx tube 86; red b 39", encoding="utf-8")
    assert sy_judge("fmt", path, "-o", "-").output == "start: X 104; red 26\n\n1. X underground 86; red bus 39\n"


def test_the_words_of_the_variant_that_was_asked_for(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    path = tmp_path / "game.log"
    path.write_text("start: Moriarty 104; Dr. Watson 26\n1. Moriarty carriage 86\n", encoding="utf-8")
    assert sy_judge("fmt", path, "-o", "-").code == 2
    said = sy_judge("fmt", path, "--variant", "holmes", "-o", "-")
    assert said.output == "start: X 104; watson 26\n\n1. X taxi 86\n"


def test_windows_files_become_plain(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    path = tmp_path / "game.log"
    path.write_bytes(b"\xef\xbb\xbf" + NEAT.replace("\n", "\r\n").encode())
    assert sy_judge("fmt", path).code == 0
    assert path.read_bytes() == NEAT.encode()


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (("fmt", "nowhere.log"), "this file does not exist"),
        (("fmt", "a.log", "b.log", "-o", "c.log"), "-o is for one log"),
        (("fmt",), "Missing argument"),
    ],
)
def test_wrong_use(command: tuple[str, ...], expected: str, sy_judge: Callable[..., Said]) -> None:
    said = sy_judge(*command)
    assert (said.code, expected in said.output) == (2, True)


def test_a_table_may_say_it_in_the_words_of_its_booklet(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    path = tmp_path / "abend.log"
    head = "Variant: 2023\nstart: X 108; red 26; white (Bobby) 50\n"
    path.write_text(
        f"{head}1. Mister X Black-Ticket/Fähre 115; red U-Bahn 46\n2. X Doppelzug: Taxi 127, Bus 116\n", encoding="utf-8"
    )
    assert sy_judge("fmt", path, "-o", "-").output.splitlines()[3:] == [
        "1. X black/ferry 115; red underground 46",
        "2. X 2x taxi 127, bus 116",
    ]
