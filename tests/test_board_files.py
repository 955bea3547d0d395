"""Boards that extend others; and every code of a board has a case in `bad/boards/*.md`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said
from literate import cases

from adjudicator.board import load
from adjudicator.faults import Refused

BASE = next(case for case in cases("boards") if "base.toml" in case.files).files["base.toml"]


def test_every_code_has_a_bad_example() -> None:
    sources = (Path(__file__).parent.parent / "adjudicator" / "board").glob("*.py")
    codes = {word[:3] for path in sources for word in path.read_text(encoding="utf-8").split('"B')[1:]}
    shown = {line.split()[1][:-1] for case in cases("boards") for line in case.expected.splitlines() if ": " in line}
    assert {f"B{code[:2]}" for code in codes if code[:2].isdigit()} <= shown


def test_the_base_of_the_bad_ones_is_good(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    (tmp_path / "base.toml").write_bytes(BASE)
    assert sy_judge("board", "lint", tmp_path / "base.toml").code == 0


def test_a_long_chain_is_refused(tmp_path: Path) -> None:
    head = 'title = "t"\nprovenance = "invented"\n'
    for number in range(12):
        (tmp_path / f"b{number}.toml").write_text(f'id = "b{number}"\n{head}extends = "b{number + 1}"\n')
    with pytest.raises(Refused, match="B05 more than 8 boards extend each other"):
        load(tmp_path / "b0.toml")


def test_verbs_do_what_they_say(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_bytes(BASE)
    (tmp_path / "mine.toml").write_text(
        """id = "mine"
        title = "Mine"
        provenance = "printed"
        extends = "./base.toml"
        inherited = "assumed"
        [renumber]
        1 = 2
        2 = 1
        [remove]
        stations = [3]
        [add.modes.boat]
        [modes.walk]
        name = "stroll"
        [add.stations]
        4 = [5, 5]
        [add.lines]
        walk = [[1, 4, [2]]]
        boat = [[1, 4]]
        [facts]
        4 = { port = true }
        """
    )
    board = load(tmp_path / "mine.toml")
    assert list(board.stations) == [1, 2, 4]
    assert (board.stations[1].x, board.stations[2].x) == (10, 0)
    assert board.lines_from(1) == (("walk", 2, ()), ("walk", 4, (2,)), ("boat", 4, ()))
    assert board.decks == {"start": ((2,), (1,))}
    assert board.attribute("port", 4) is True
    assert [mode.title for mode in board.modes] == ["stroll", "boat"]
    assert [board.provenance_of("line", "walk", 1, to) for to in (2, 4)] == ["assumed", "printed"]
    assert board.network == "assumed"


def test_a_removed_station_is_passed_no_longer(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'id = "mine"\ntitle = "Mine"\nprovenance = "printed"\nextends = "london"\n[remove]\nstations = [154]\n'
    )
    board = load(tmp_path / "mine.toml")
    assert ("underground", 153, ()) in board.lines_from(140)
    assert 154 not in {to for _, to, _ in board.lines_from(153)}
