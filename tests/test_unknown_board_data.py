"""A step that depends on data that a board does not have is neither legal nor illegal, wherever it is asked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said

PAGE = "board: london-1895\nround: 5\nentry: 4\n"
SEATS = "start: X 59; sherlock 26; watson 29; mycroft 50; irene 53; lestrade 91\n"


def test_moves_lists_what_cannot_be_decided(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    log = tmp_path / "page.log"
    log.write_text(f"variant: holmes\n{PAGE}{SEATS}cards: X crimes 2, 12, 160\n\nX taxi 58\n")
    found = json.loads(sy_judge("moves", str(log), "--format", "json").output)
    assert not any(clause.startswith("X") for clause in found["legal"])
    assert found["undecided"] == ["X take black", "X take double"]
    for clause in found["undecided"]:
        log.write_text(f"variant: holmes\n{PAGE}{SEATS}\nX taxi 58; {clause}\n")
        assert json.loads(sy_judge("check", str(log), "--format", "json").output)["verdict"] == "undecided"


def test_a_choice_that_the_record_does_not_show_is_left_out(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """Lestrade may close the station where his turn began, and nobody knows it."""
    log = tmp_path / "torn.log"
    pieces = ("sherlock", "watson", "mycroft", "irene", "lestrade")
    starts = "".join(f"; {piece} ?" for piece in pieces)
    log.write_text(f"variant: holmes\nstart: X ?{starts}\n\n1. X ? ?\n", encoding="utf-8")
    listed = sy_judge("moves", str(log))
    assert "irene ban underground" in listed.output
    assert "roadblock" not in listed.output


def test_a_term_hides_no_unknown_datum(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    (tmp_path / "lit.toml").write_text(
        'id = "lit"\ntitle = "Lit"\nextends = "2014"\nboard = "london-1895"\n[terms.dark]\ncode = "not hideout(to)"\n'
        "[rules.lit]\nsays = 'Only to hideouts.'\ncode = 'forbid ride by fugitive when dark because \"dark\"'\n"
    )
    log = tmp_path / "page.log"
    log.write_text(f"variant: ./lit.toml\n{PAGE}start: X 59; red 26; blue 29; green 50; yellow 53\n\nX taxi 58\n")
    said = json.loads(sy_judge("check", str(log), "--format", "json").output)
    assert said["verdict"] == "undecided"
    assert {finding["rule"] for finding in said["findings"]} == {"lit", "trapped"}
    found = json.loads(sy_judge("moves", str(log), "--at", "5", "--format", "json").output)
    assert found["legal"] == []
    assert "X taxi 58" in found["undecided"]


RESTED = """id = "rested"
title = "Rested"
extends = "2014"
board = "london-1895"
[state.rested]
says = "Whether he has rested."
type = "yes or no"
seen = "fugitive"
"""
WAYS = {
    "what follows an entry": "on entry when hideout(to) then rested := yes",
    "what follows under a condition": "on entry then when hideout(to): rested := yes",
    "what follows a turn": "on end of turn of fugitive when hideout(station(fugitive)) then rested := yes",
    "what is shown": "show station of entry when hideout(to)",
}


def judged(tmp_path: Path, sy_judge: Callable[..., Said], code: str, more: str = "") -> list[tuple[str, str]]:
    rule = f"[rules.rest]\nsays = 'An example.'\ncode = '''\n{code}\n'''\n"
    late = "[rules.late]\nsays = 'x'\ncode = 'forbid ride by fugitive when rested and mode = bus because \"no\"'\n"
    (tmp_path / "rested.toml").write_text(RESTED + rule + late)
    (tmp_path / "page.log").write_text(
        f"variant: ./rested.toml\n{more}{PAGE}start: X 59; red 26; blue 29; green 50; yellow 53\n\n"
        "X taxi 58; red taxi 15; blue taxi 6; green taxi 37; yellow taxi 40\n6. X bus 77; red taxi 26\n"
    )
    said = json.loads(sy_judge("check", str(tmp_path / "page.log"), "--format", "json").output)
    return [(finding["verdict"], finding["rule"]) for finding in said["findings"]]


@pytest.mark.parametrize("code", WAYS.values(), ids=WAYS)
def test_what_follows_of_itself_may_be_open(code: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    assert set(judged(tmp_path, sy_judge, code, "surfacings: marked\n")) == {("undecided", "rest")}


def test_what_is_the_same_either_way_is_decided(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    same = "on entry then rested := if hideout(to) then no else no"
    assert judged(tmp_path, sy_judge, same) == []


def test_one_kind_of_missing_data_is_one_finding(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    log = tmp_path / "page.log"
    start = "start: X 115; sherlock 91; watson 56; mycroft 6; irene 13; lestrade 72\n\n"
    clauses = """X taxi ?; watson interrogate park -> no
watson taxi 42; sherlock taxi 105; mycroft taxi 29; irene taxi 23; lestrade taxi 90
X taxi ?; watson interrogate river -> yes"""
    log.write_text(f"variant: holmes\n{PAGE}{start}{clauses}\n")
    findings = json.loads(sy_judge("check", str(log), "--format", "json").output)["findings"]
    (answer,) = [finding for finding in findings if finding["rule"] == "answer"]
    (count,) = re.findall(r"the symbols of (\d+) stations \(2 times\)", answer["message"])
    assert (answer["clause"], answer["facts"]["times"]) == ("watson interrogate park -> no", 2)
    assert len(answer["facts"]["missing"]) == int(count)
    assert answer["help"].startswith("write in the board file the symbols of stations ")
    assert "2 points undecided" in sy_judge("check", str(log)).output
