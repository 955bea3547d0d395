"""The tutorial leads somewhere: its rules, typed in step by step, make a game that holds together and keeps its secret.

That its commands print what is shown is the business of test_docs; here it is about what the reader has in the end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said

from adjudicator.rulebook.loader import load

Judge = Callable[..., Said]
TEXT = (TOP / "docs" / "authoring.md").read_text(encoding="utf-8")
TYPED = re.compile(r"<!-- (file|add): ([\w./-]+) -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEPS = [match.groups() for match in TYPED.finditer(TEXT)]
TEN = TYPED.findall((TOP / "docs" / "ten-rules.md").read_text(encoding="utf-8"))
OF_THE_RULES = [number for number, (_, name, _) in enumerate(STEPS) if name == "my-rules.toml"]


def typed(last: int = len(STEPS)) -> None:
    """Everything the reader types, up to a step."""
    for how, name, text in STEPS[:last]:
        file = Path(name)
        file.write_text((file.read_text() + "\n" if how == "add" else "") + text)


@pytest.fixture(autouse=True)
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sy_judge: Judge) -> Path:
    monkeypatch.chdir(tmp_path)
    assert sy_judge("variant", "new", "my-rules", "--extends", "2014").code == 0
    return tmp_path


@pytest.mark.parametrize("step", OF_THE_RULES)
def test_no_step_leaves_a_broken_file(step: int, sy_judge: Judge) -> None:
    typed(step + 1)
    before = load("./my-rules.toml")
    assert before.id == "my-rules"
    typed_cases = [name for _, name, _ in STEPS[: step + 1]].count("my-rules.cases.toml")
    assert sy_judge("variant", "test", "my-rules.toml").code == 0, f"after {typed_cases} additions to the cases"


def test_in_the_end_everything_is_tested_and_nothing_idle(sy_judge: Judge) -> None:
    typed()
    assert sy_judge("variant", "lint", "my-rules.toml").output == "my-rules.toml: no faults\n"
    tested = sy_judge("variant", "test", "my-rules.toml")
    assert tested.code == 0
    assert "8 of 8 rules touched by a case" in tested.output


def test_it_goes_from_a_number_to_a_hidden_state() -> None:
    typed()
    book, parent = load("./my-rules.toml"), load("2014")
    assert (parent.numbers["rounds"], book.numbers["rounds"]) == (22, 16)
    assert set(book.actions) - set(parent.actions) == {"bury", "fetch", "search"}
    assert book.tables.state["stash"].seen == "fugitive"
    assert "away-with-the-loot" in book.rules
    assert book.options["weather"].values == ("foggy", "clear", "awful")


@pytest.mark.parametrize("seed", range(5))
def test_what_is_made_up_by_its_rules_is_legal(seed: int, begun: Path, sy_judge: Judge) -> None:
    typed()
    text = sy_judge("generate", "--variant", str(begun / "my-rules.toml"), "--seed", str(seed)).output
    (begun / "random.log").write_text(text)
    checked = sy_judge("check", begun / "random.log", "--format", "json")
    assert json.loads(checked.output)["verdict"] == "legal", checked.output


GAME = """variant: {folder}/my-rules.toml
start: X 104; red 26; blue 117; green 174; yellow 50

1. X taxi {first} + bury; red taxi 39; blue taxi 108; green taxi 161; yellow taxi 37
2. X taxi {second}; red taxi 51; blue taxi 117; blue search -> no; green taxi 174; yellow taxi 50
"""


def test_the_stash_stays_a_secret(begun: Path, sy_judge: Judge) -> None:
    """Two games that differ in where he buried the loot look the same to the detectives."""
    typed()
    views = []
    for first, second in ((86, 69), (86, 103), (116, 127)):
        (begun / "game.log").write_text(GAME.format(folder=begun, first=first, second=second))
        assert sy_judge("check", begun / "game.log").code == 0
        views.append(sy_judge("check", begun / "game.log", "--view", "red", "--format", "json").output)
    assert len(set(views)) == 1
    assert json.loads(views[0])["verdict"] == "undecided"


@pytest.mark.parametrize(("answer", "code"), [("yes", 0), ("no", 1)])
def test_a_search_where_it_lies_must_say_so(answer: str, code: int, begun: Path, sy_judge: Judge) -> None:
    typed()
    text = GAME.format(folder=begun, first=116, second=127) + f"3. X taxi 115!; blue taxi 116; blue search -> {answer}\n"
    (begun / "game.log").write_text(text)
    assert sy_judge("check", begun / "game.log").code == code


def test_the_hour_is_an_hour() -> None:
    """Twelve steps of five minutes."""
    assert len(re.findall(r"^## \d+\. ", TEXT, re.MULTILINE)) == 12


def test_formatting_changes_no_meaning(sy_judge: Judge) -> None:
    typed()
    digest = load("./my-rules.toml").digest
    assert sy_judge("fmt", "my-rules.toml").code == 0
    assert load("./my-rules.toml").digest == digest


@pytest.mark.parametrize(("name", "text"), [(name, text) for _, name, text in TEN])
def test_a_rule_of_the_ten_is_short(name: str, text: str) -> None:
    """Without its head, which says only what it is called."""
    _, _, rules = text.partition("pack  = true\n")
    assert len([line for line in rules.splitlines() if line]) < 20, name


def test_there_are_ten() -> None:
    assert len(TEN) == 10
