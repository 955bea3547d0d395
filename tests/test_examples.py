"""Every example says what it is there to show: its verdict, its exit code, the rules it breaks or leaves open."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest
from conftest import TOP, Said

EXAMPLES = TOP / "examples"
SCHEMA = json.loads((TOP / "docs" / "verdict.schema.json").read_text(encoding="utf-8"))

# file: exit code, verdict, rules that are broken or open with their places, ending (or what the game lacks)
SHOWN: dict[str, tuple[int, str, list[str], str]] = {
    "1984.log": (0, "legal", [], "capture"),
    "1984-mistakes.log": (
        1, "illegal", ["start-card 4:40", "result-claim 6:13", "surfacing-mark 11:6"], "capture",
    ),
    "2000.log": (0, "legal", [], "capture"),
    "2000-mistakes.log": (1, "illegal", ["have-the-ticket 19:7", "round-number 21:1"], "no-moves"),
    "2014.log": (0, "legal", [], "capture"),
    "2014-mistakes.log": (
        1, "illegal", ["have-the-ticket 18:7", "surfacing-mark 19:7", "follow-a-line 29:23"], "rounds-survived",
    ),
    "2023.log": (0, "legal", [], "rounds-survived"),
    "2023-mistakes.log": (
        1, "illegal", ["follow-a-line 20:47", "have-the-ticket 20:47", "one-move-a-turn 22:68"], "capture",
    ),
    "beginners.log": (0, "legal", [], "rounds-survived"),
    "beginners-mistakes.log": (1, "illegal", ["no-underground 7:35", "have-the-ticket 11:6"], "capture"),
    "classic.log": (0, "legal", [], "no-moves"),
    "classic-mistakes.log": (1, "illegal", ["your-turn 11:31", "after-the-end 18:48"], "capture"),
    "holmes.log": (0, "legal", [], "rounds-survived"),
    "holmes-mistakes.log": (
        1, "illegal", ["answer 10:39", "one-chip-a-turn 18:50", "take 22:17"], "rounds-survived",
    ),
    "holmes-original.log": (0, "legal", [], "capture"),
    "holmes-original-mistakes.log": (1, "illegal", ["have-the-double 29:7", "must-move 30:34"], "rounds-survived"),
    "records/log-sheet.log": (0, "undecided", ["result-claim 5:13", "free-station 7:6"], ""),
    "records/public.log": (0, "undecided", ["follow-a-line 0:0"], "capture"),
    "records/public-unexplained.log": (
        1, "illegal", ["follow-a-line 23:7", "follow-a-line 29:7", "follow-a-line 0:0"], "rounds-survived",
    ),
    "records/sealed.log": (0, "undecided", ["follow-a-line 0:0"], "capture"),
    "records/torn-page.log": (0, "legal", [], "capture"),
    "records/torn-page-holmes.log": (0, "legal", [], "rounds-survived"),
}  # fmt: skip

ABILITIES = ("manhunt", "interrogate", "clue", "ban", "roadblock", "take", "dive", "escape", "crime")
EDITIONS = ("classic", "1984", "2000", "2014", "2023", "beginners", "holmes-original", "holmes")


def test_all_examples_are_shown() -> None:
    there = {path.relative_to(EXAMPLES).as_posix() for path in [*EXAMPLES.glob("*.log"), *EXAMPLES.glob("records/*.log")]}
    assert there == set(SHOWN)


@pytest.mark.parametrize("name", SHOWN)
def test_an_example_gets_its_verdict(name: str, sy_judge: Callable[..., Said]) -> None:
    code, verdict, rules, ending = SHOWN[name]
    said = sy_judge("check", EXAMPLES / name, "--format", "json")
    data = json.loads(said.output)
    jsonschema.validate(data, SCHEMA)
    assert (said.code, data["verdict"]) == (code, verdict)
    assert [f"{one['rule']} {one['line']}:{one['column']}" for one in data["findings"]] == rules
    assert (data["result"] or {"by": ""})["by"] == ending
    if ending and "result-claim" not in str(rules):
        assert data["result"]["agrees"] is True


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_a_game_with_and_without_mistakes(edition: str) -> None:
    for name in (f"{edition}.log", f"{edition}-mistakes.log"):
        text = (EXAMPLES / name).read_text(encoding="utf-8")
        assert f"variant:    {edition}\n" in text or f"variant: {edition}\n" in text
        assert " = " in text  # somebody played it
        assert "# " in text


@pytest.mark.parametrize("ability", ABILITIES)
def test_all_abilities_are_used(ability: str) -> None:
    for name in ("holmes.log", "holmes-mistakes.log"):
        assert f" {ability}" in (EXAMPLES / name).read_text(encoding="utf-8").partition("\n1. ")[2]


@pytest.mark.parametrize("name", SHOWN)
def test_examples_are_in_canonical_form(name: str, sy_judge: Callable[..., Said]) -> None:
    assert sy_judge("fmt", "--check", EXAMPLES / name) == Said("", 0)


def test_the_sealed_example_opens_to_the_game_it_was(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    records, restored = EXAMPLES / "records", tmp_path / "game.log"
    assert sy_judge("unseal", records / "sealed.log", records / "sealed.key", "-o", restored).code == 0
    assert restored.read_text(encoding="utf-8") == (EXAMPLES / "2014.log").read_text(encoding="utf-8")


def test_a_folder_of_examples(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("check", EXAMPLES / "records")
    assert said.code == 1
    assert "6 logs: 2 legal, 1 illegal, 3 undecided" in said.output
