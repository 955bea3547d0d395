"""`sy-judge variant show`, `lint` and `fmt`: what they print, write and end with."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said, variants_in

from adjudicator.rulebook.from_files import load

SHIPPED = sorted(path.stem for path in (TOP / "variants").glob("*.toml"))
HOUSE = [path.name for path in variants_in("examples/house-rules")]
Judge = Callable[..., Said]


@pytest.fixture(autouse=True)
def _at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOP)


def test_list(sy_judge: Judge) -> None:
    said = sy_judge("variant", "show")
    assert said.code == 0
    rows = [line.split() for line in said.output.splitlines() if line[0] != " "]
    assert [row[0] for row in rows[1:]] == SHIPPED
    row = rows[1 + SHIPPED.index("2023")]
    assert row[1:4] == ["bobbies", "…", "london"]
    assert int(row[4]) == len(load("2023").options)
    assert "(not a game)" in " ".join(said.output.split())  # a long title is wrapped


def test_list_names_what_cannot_be_used(sy_judge: Judge, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('id = "mine"\ntitle = "Mine"\nextends = "2014"\n')
    (tmp_path / "broken.toml").write_text("id = 3\n")
    said = sy_judge("variant", "show", "--path", tmp_path)
    assert re.search(r"^mine .* Mine$", said.output, re.MULTILINE)
    assert re.search(r"^broken .*\(cannot be\s+used:\s+sy-judge\s+variant\s+lint\s", said.output, re.MULTILINE)


@pytest.mark.parametrize("name", SHIPPED)
def test_show_names_everything(name: str, sy_judge: Judge) -> None:
    said = sy_judge("variant", "show", name)
    rulebook = load(name)
    assert said.code == 0
    assert said.output.startswith(f"{name}: {rulebook.title}\n")
    assert rulebook.digest in said.output
    for rule in rulebook.rules.values():
        assert f"  {rule.id} ({rule.status})" in said.output
    for option, value in rulebook.chosen.items():
        assert re.search(rf"^  {option}: .*\[{value}\]", said.output, re.MULTILINE)
    for number in rulebook.numbers:
        assert re.search(rf"^  {number} +\d", said.output, re.MULTILINE)


def test_show_with_a_choice(sy_judge: Judge) -> None:
    said = sy_judge("variant", "show", "2014", "--option", "cut-off")
    assert "cut-off: off | [on]" in said.output
    assert "  cut-off (" in said.output.split("\nrules\n")[1]


def test_flat_is_written_to_a_file(sy_judge: Judge, tmp_path: Path) -> None:
    target = tmp_path / "as-played.toml"
    said = sy_judge("variant", "show", "2014", "--option", "pool=person", "--flat", "-o", target)
    assert (said.code, said.output) == (0, "")
    assert load(str(target)).digest == load("2014", options=("pool=person",)).digest
    assert sy_judge("variant", "lint", target).code == 0
    assert sy_judge("fmt", "--check", target).code == 0


def test_a_flat_copy_is_printed_without_a_file(sy_judge: Judge) -> None:
    said = sy_judge("variant", "show", "classic", "--flat")
    assert said.code == 0
    assert said.output.startswith("# `classic` with everything it extends")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "2014", "--compiled"), "No such option"),
        (("show", "2041"), "no variant is named `2041`"),
        (("lint", "nowhere.toml"), "this file does not exist"),
        (("lint",), "Missing argument"),
    ],
)
def test_usage(arguments: tuple[str, ...], words: str, sy_judge: Judge) -> None:
    said = sy_judge("variant", *arguments)
    assert said.code == 2
    assert words in said.output


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_variants_lint_clean(name: str, sy_judge: Judge) -> None:
    """A notice is not a fault: three trial games need not touch every rule."""
    said = sy_judge("variant", "lint", f"variants/{name}.toml")
    assert said.code == 0
    assert said.output.splitlines()[-1].startswith(f"variants/{name}.toml: no faults")


def test_lint_of_several_files(sy_judge: Judge, tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text('id = "good"\ntitle = "Good"\nextends = "2014"\n')
    (tmp_path / "bad.toml").write_text('id = "bad"\ntitle = "Bad"\nextends = "2014"\nextra = 1\n')
    said = sy_judge("variant", "lint", tmp_path / "good.toml", tmp_path / "bad.toml")
    assert said.code == 1
    assert f"{tmp_path / 'good.toml'}: no faults" in said.output
    assert f"{tmp_path / 'bad.toml'}: 1 error" in said.output


def test_a_pack_is_tried_with_every_game(sy_judge: Judge) -> None:
    said = sy_judge("variant", "lint", "examples/packs/third-double.toml")
    assert said.code == 0
    assert "no faults; a pack for 1984, 2000, 2014, 2023" in said.output


def test_a_pack_is_tried_with_one_game(sy_judge: Judge) -> None:
    said = sy_judge("variant", "lint", "examples/house-rules/h16-roadblocks.toml", "--onto", "holmes")
    assert said.code == 1
    assert "error E102" in said.output
    assert "a pack that fits no game" in said.output


def test_fmt_changes_a_file_once(sy_judge: Judge, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('id="mine"\ntitle="Mine" # mine\nextends="2014"\n[amend.log]\nrounds=20\n')
    before = load(str(file)).digest
    assert sy_judge("fmt", "--check", file) == Said(f"{file}: would be formatted\n", 1)
    assert 'id="mine"' in file.read_text()
    assert sy_judge("fmt", file) == Said(f"{file}: has been formatted\n", 0)
    assert file.read_text() == 'id      = "mine"\ntitle   = "Mine" # mine\nextends = "2014"\n[amend.log]\nrounds = 20\n'
    assert sy_judge("fmt", file) == Said("", 0)
    assert load(str(file)).digest == before


SLIP = """id = "late-bus"
title = "No bus in round 1"
extends = "2014"

[rules.late-bus]
says = "In the first round nobody goes by bus."
status = "house"
about = ["bus"]
code = 'forbid ride wen mode = bus because "no bus yet"'
"""


@pytest.mark.parametrize("command", ["lint", "test"])
def test_faults_for_programs(sy_judge: Callable[..., Said], tmp_path: Path, command: str) -> None:
    """An editor or a workflow of GitHub marks the place of a fault, and needs no reader of sentences for that."""
    file = tmp_path / "late-bus.toml"
    file.write_text(SLIP, encoding="utf-8")
    (tmp_path / "late-bus.cases.toml").write_text("[[case]]\nid = 1\n" if command == "test" else "", encoding="utf-8")
    said = sy_judge("variant", command, file, "--json")
    found = [json.loads(line) for line in said.output.splitlines()]
    assert said.code != 0
    assert found
    assert all(
        set(one) == {"code", "file", "line", "column", "length", "severity", "message", "help", "instead"} for one in found
    )
    if command == "lint":
        assert [(one["code"], one["line"], one["column"]) for one in found] == [("E215", 9, 21)]
    marks = sy_judge("variant", command, file, "--format", "github").output.splitlines()
    assert len(marks) == len(found)
    assert all(mark.startswith("::error file=") for mark in marks)


def test_an_error_of_a_file_is_reported_once_for_all_cases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sy_judge: Callable[..., Said]
) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = 'id = "wrong"\ntitle = "Wrong"\nextends = "2014"\n[rules.a]\nsays = "A."\n'
    Path("wrong.toml").write_text(wrong + "code = 'forbid ride when rond = 1 because \"x\"'\n", encoding="utf-8")
    case = '[[case]]\nid = "1.{}"\ntitle = "A"\nposition = "start: X 104; red 26"\nclauses = "X taxi 86"\nverdict = "legal"\n'
    case += 'why = "A."\n'
    Path("wrong.cases.toml").write_text(case.format(1) + case.format(2), encoding="utf-8")
    said = sy_judge("variant", "test", "wrong.toml")
    assert said.code == 3
    assert said.output.count("wrong.toml:6") == 1
