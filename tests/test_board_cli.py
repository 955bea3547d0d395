"""`sy-judge board` as people use it; its outputs in full are in the docs, which test_docs runs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said
from literate import cases

Judge = Callable[..., Said]
SALTMARSH = TOP / "examples" / "boards" / "saltmarsh.toml"


def test_list_names_every_board_and_marks_broken_ones(sy_judge: Judge, tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("[")
    said = sy_judge("board", "show", "--path", tmp_path)
    assert said.code == 0
    assert [line.split()[0] for line in said.output.splitlines() if line[0] != " "] == [
        "london",
        "london-1895",
        "london-1895-sample",
        "london-classic",
        "london-mb",
        "broken",
    ]
    assert "cannot be used: sy-judge board lint" in " ".join(said.output.split())


def test_show_a_station(sy_judge: Judge) -> None:
    assert sy_judge("board", "show", "london", "153").output == (
        "153 on london: London (Ravensburger 2013)\n"
        "  taxi         139, 152, 154, 166, 167\n"
        "  bus          124 over 152, 138; 154; 180 over 166, 181; 184 over 167, 168\n"
        "  underground  111 over 139, 130; 140 over 154; 163 over 165, 164; 185 over 167, 168, 184\n"
    )


def test_show_says_what_is_not_certain(sy_judge: Judge) -> None:
    lines = sy_judge("board", "show", "london-1895", "180").output.splitlines()
    assert lines[1] == "  carriage (taxi)  165; 181 [assumed]; 193 [assumed]"
    assert "  hideout          unknown" in lines
    said = sy_judge("board", "show", "london-1895", "127").output
    assert "symbols          river and perhaps more\n" in said
    said = sy_judge("board", "show", "london-1895-sample", "2").output
    assert "symbols          landmark, park [invented]\n" in said


def test_show_hints_at_other_numberings(sy_judge: Judge) -> None:
    said = sy_judge("board", "show", "london-mb", "108")
    assert said.code == 2
    assert "london-mb has no station 108; 108 in Ravensburger's numbering is 118 here" in said.output


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["show", "lodnon"], 2),
        (["show", "./missing.toml"], 3),
        (["show", "."], 3),
        (["lint", "lodnon"], 2),
        (["lint", "missing.toml"], 2),
        (["lint", "."], 2),
        (["lint", "london"], 0),
        (["draw", "london", "-o", "x.svg", "--mark", "x"], 2),
        (["draw", "london", "-o", "x.svg", "--mark", "200"], 2),
        (["draw", "london", "-o", "x.svg", "--route", "1,199"], 2),
        (["draw", "london", "-o", "no/such/folder.svg"], 2),
        (["shwo"], 2),
    ],
)
def test_exit_codes(sy_judge: Judge, arguments: list[str], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = sy_judge("board", *arguments)
    assert said.code == code
    assert len(said.output.splitlines()) < 12


def test_a_folder_to_look_in_is_there(sy_judge: Judge, tmp_path: Path) -> None:
    for command in (("board", "show"), ("variant", "show"), ("check", "game.log")):
        said = sy_judge(*command, "--path", tmp_path / "nowhere")
        assert (said.code, "` does not exist" in " ".join(said.output.split())) == (2, True)


# --- pictures


def test_draw_writes_a_picture(sy_judge: Judge, tmp_path: Path) -> None:
    picture = tmp_path / "p.svg"
    assert sy_judge("board", "draw", "london", "--mark", "67,89", "--route", "13,67,111", "-o", picture).code == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg ")
    assert sy_judge("board", "draw", SALTMARSH, "-o", "-").output.count('<g id="station-') == 16


def test_python_m_works_the_same_and_a_plain_terminal_survives(tmp_path: Path) -> None:
    case = next(case for case in cases("boards") if case.title == "Rows of lines cannot be read")
    case.lay_out(tmp_path)
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": str(TOP)}
    said = subprocess.run(
        [sys.executable, "-m", "adjudicator", "board", "lint", "mine.toml"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=environment,
    )
    assert (said.returncode, said.stderr) == (1, "")
    assert "mine.toml: 5 errors" in said.stdout
