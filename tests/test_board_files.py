"""Each file in bad/boards has something wrong; beside it stands what `sy-judge board lint` must say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said

from adjudicator.board import load
from adjudicator.faults import Refused

BAD = Path(__file__).parent / "bad" / "boards"
GOOD = {"base"}  # extended by others
FILES = sorted(path.name for path in BAD.glob("*.toml") if path.stem not in GOOD)
USABLE = {"cut-off.toml", "no-coordinates.toml", "unreachable.toml"}  # only warnings


@pytest.mark.parametrize("name", FILES)
def test_what_lint_says(
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    sy_judge: Callable[..., Said],
    compare: Callable[[Path, str], None],
) -> None:
    monkeypatch.chdir(BAD)
    said = sy_judge("board", "lint", name)
    assert said.code == 1
    compare((BAD / name).with_suffix(".txt"), said.output)


@pytest.mark.parametrize("name", FILES)
def test_who_needs_such_a_board_stops(name: str, monkeypatch: pytest.MonkeyPatch, sy_judge: Callable[..., Said]) -> None:
    monkeypatch.chdir(BAD)
    said = sy_judge("board", "show", f"./{name}")
    assert said.code == (0 if name in USABLE else 3)
    assert len(said.output.splitlines()) < 80


def test_every_code_has_a_bad_example() -> None:
    sources = (Path(__file__).parent.parent / "adjudicator" / "board").glob("*.py")
    codes = {word[:3] for path in sources for word in path.read_text(encoding="utf-8").split('"B')[1:]}
    shown = {line.split()[1][:-1] for path in BAD.glob("*.txt") for line in path.read_text().splitlines() if ": " in line}
    assert {f"B{code[:2]}" for code in codes if code[:2].isdigit()} <= shown


def test_the_base_of_the_bad_ones_is_good(monkeypatch: pytest.MonkeyPatch, sy_judge: Callable[..., Said]) -> None:
    monkeypatch.chdir(BAD)
    assert sy_judge("board", "lint", "base.toml").code == 0


def test_a_long_chain_is_refused(tmp_path: Path) -> None:
    head = 'title = "t"\nprovenance = "invented"\n'
    for number in range(12):
        (tmp_path / f"b{number}.toml").write_text(f'id = "b{number}"\n{head}extends = "b{number + 1}"\n')
    with pytest.raises(Refused, match="B05 more than 8 boards extend each other"):
        load(tmp_path / "b0.toml")


def test_verbs_do_what_they_say(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        f"""id = "mine"
        title = "Mine"
        provenance = "printed"
        extends = "{(BAD / "base.toml").as_posix()}"
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
        4 = {{ port = true }}
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
