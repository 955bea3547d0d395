"""A whole game on another board than London: the island of Saltmarsh, its own modes, tickets, questions and endings."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import TOP, Said

from adjudicator.rulebook.loader import load

FOLDER = TOP / "examples" / "saltmarsh"
GAME = (FOLDER / "first-night.log").read_text(encoding="utf-8")
Judge = Callable[..., Said]


def verdict(sy_judge: Judge, folder: Path, text: str, *more: str) -> dict[str, Any]:
    log = folder / "game.log"
    log.write_text(text.replace("smugglers.toml", str(FOLDER / "smugglers.toml")))
    found: dict[str, Any] = json.loads(sy_judge("check", log, "--format", "json", *more).output)
    return found


def test_the_game_is_legal_and_won_by_the_cargo(sy_judge: Judge) -> None:
    said = sy_judge("check", FOLDER / "first-night.log", "--strict")
    assert said.code == 0
    assert "cargo-ashore" in said.output


def test_nothing_of_london_is_left() -> None:
    book = load(str(FOLDER / "smugglers.toml"))
    assert book.board is not None
    assert list(book.tables.modes) == list(book.board.mode_names) == ["walk", "cable", "boat"]
    assert set(book.tables.tickets) == {"walk", "cable", "black", "double"}


@pytest.mark.parametrize(
    ("was", "now", "rule", "message"),
    [
        ("4. X walk 6", "4. X black/boat 16", "low-tide", "it is low tide in round 4"),
        ("2. X walk 11;", "2. X walk 11 + land;", "land", "no barrel of his lies at 11"),
        ("ask harbour -> no", "ask harbour -> yes", "answer", "the true answer is `no`, not `yes`"),
        ("ask marsh -> yes", "ask marsh -> yes; red ask hill -> no", "ask", "the fishermen answer once a turn"),
        ("red walk 11; blue walk 12", "red cable 11; blue walk 12", "follow-a-line", ""),
        ("blue walk 14", "blue walk 10", "follow-a-line", ""),
        ("3. X walk 10!", "3. X walk 10", "surfacing-mark", "he surfaces on entry 3, which is not marked"),
    ],
)
def test_a_mistake_is_found(sy_judge: Judge, tmp_path: Path, was: str, now: str, rule: str, message: str) -> None:
    assert was in GAME
    found = verdict(sy_judge, tmp_path, GAME.replace(was, now))
    first = found["findings"][0]
    assert (found["verdict"], first["rule"]) == ("illegal", rule)
    assert message in first["message"]


def test_the_beam_shows_him(sy_judge: Judge, tmp_path: Path) -> None:
    text = GAME.partition("\n1. ")[0].replace("result:  X escapes\n", "") + "\n1. X 2x walk 16, walk 13\n"
    findings = verdict(sy_judge, tmp_path, text)["findings"]
    assert [finding["message"] for finding in findings] == ["he surfaces on entry 1, which is not marked"]


def test_officers_do_not_learn_where_he_was(sy_judge: Judge, tmp_path: Path) -> None:
    """His cards and unseen stations are not in their view: with other ones it is the same."""
    other = GAME.replace("coves 10, 16", "coves 16, 10").replace("1. X walk 15", "1. X walk 7")
    views = [sy_judge("check", _log(tmp_path, text), "--view", "red", "--format", "json").output for text in (GAME, other)]
    assert views[0] == views[1]
    assert json.loads(views[0])["verdict"] == "undecided"


def _log(folder: Path, text: str) -> Path:
    log = folder / "game.log"
    log.write_text(text.replace("smugglers.toml", str(FOLDER / "smugglers.toml")))
    return log
