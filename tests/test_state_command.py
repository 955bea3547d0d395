"""`sy-judge state`: everything by name, and to a seat nothing that it is not shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import TOP, Said

from adjudicator import Game, Refused
from adjudicator.record import write

Judge = Callable[..., Said]
Shown = Callable[..., dict[str, Any]]
HOUSE = TOP / "examples" / "house-rules"
START = "start: X 104; red 26; blue 117; green 174; yellow 50\n"
VARIANT = """id = "memory"
title = "What is remembered"
extends = "2014"
[state.trail]
says = "The station he left last."
type = "station or none"
seen = "fugitive"
[state.plan]
says = "The plan of the pursuers."
type = "number"
seen = "pursuers"
[state.steps]
says = "How often a piece has moved."
type = "number"
per = "piece"
seen = "own"
[state.marked]
says = "Stations with a mark."
type = "set of stations"
seen = "all"
[supplies.pocket]
starts = { taxi = 3 }
seen = "fugitive"
[rules.remembered]
says = "Everything that moves is written down."
code = '''
on entry then trail := from
on ride by pursuers then steps(piece) += 1, plan += 2
'''
[endings.counted]
says = "A black ticket in hand is worth three points, a step of a pursuer one."
code = '''
score 3 * tickets(fugitive, black) for fugitive
score {} for pursuers
'''
[actions.mutter]
says = "He mutters something that nobody hears."
by = "fugitive"
place = "during turn"
seen = "own"
code = 'require uses(mutter, game) < 3 because "he is quiet"'
"""


@pytest.fixture
def shown(tmp_path: Path, sy_judge: Judge) -> Shown:
    def shown(clauses: str, *more: str, headers: str = "", points: str = "entries") -> dict[str, Any]:
        (tmp_path / "memory.toml").write_text(VARIANT.replace("{}", points, 1).replace("{}", points))
        log = tmp_path / "game.log"
        log.write_text(f"variant: ./memory.toml\n{START}{headers}\n{clauses}\n")
        said = sy_judge("state", log, "--format", "json", *more)
        assert said.code == 0, said.output
        return dict(json.loads(said.output))

    return shown


def test_everything_has_a_name(shown: Shown) -> None:
    found = shown("1. X mutter; X taxi 86; red taxi 39")
    assert (found["round"], found["entries"], found["side"]) == (1, 1, "pursuers")
    assert (found["to_move"], found["moved"]) == (["blue", "green", "yellow"], ["red"])
    assert (found["over"], found["result"]) == (False, None)
    assert found["pieces"]["X"] == {
        "station": 86,
        "tickets": {"taxi": "unlimited", "bus": "unlimited", "underground": "unlimited", "black": 5, "double": 2},
    }
    assert found["pieces"]["red"]["tickets"]["taxi"] == 10
    assert found["supplies"]["pocket"]["taxi"] == 3
    assert (found["states"]["trail"], found["states"]["plan"], found["states"]["marked"]) == (104, 2, [])
    assert found["states"]["steps"] == {"X": 0, "red": 1, "blue": 0, "green": 0, "yellow": 0}
    assert found["counters"]["uses mutter game"] == 1
    assert found["points"] == {"fugitive": 15, "pursuers": 1}


def test_nothing_yet_is_not_unknown(shown: Shown) -> None:
    assert shown("")["states"]["trail"] == "none"


def test_at_a_moment(shown: Shown) -> None:
    found = shown("1. X taxi 86; red taxi 39; blue taxi 88", "--at", "1.blue")
    assert (found["moved"], found["states"]["plan"]) == (["red"], 2)


def test_a_game_that_is_over(sy_judge: Judge) -> None:
    found = json.loads(sy_judge("state", TOP / "examples" / "2014.log", "--format", "json").output)
    assert (found["over"], found["to_move"]) == (True, [])
    assert found["result"] == {"winner": "pursuers", "by": "capture", "round": 14}


def test_a_piece_that_has_left_the_board(sy_judge: Judge, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    text = f"variant: {HOUSE}/h42-peek-and-challenge.toml\n{START}\n1. X taxi 86; red peek -> 86; red taxi 39"
    log.write_text(f"{text}; blue taxi 88; green taxi 173; yellow taxi 49\n2. X accuse red; X taxi 103\n")
    assert json.loads(sy_judge("state", log, "--format", "json").output)["pieces"]["red"]["station"] == "off"
    assert "red     off" in sy_judge("state", log).output


# -- a seat
PLAYED = "1. X mutter; X taxi 86; red taxi 39; blue taxi 88; red taxi 51"


def test_what_only_he_is_shown(shown: Shown) -> None:
    his, theirs = shown(PLAYED, "--view", "X"), shown(PLAYED, "--view", "red")
    assert (his["pieces"]["X"]["station"], theirs["pieces"]["X"]["station"]) == (86, None)
    assert (his["states"]["trail"], theirs["states"]["trail"]) == (104, None)
    assert (his["supplies"]["pocket"]["taxi"], theirs["supplies"]["pocket"]["taxi"]) == (3, None)
    assert (his["counters"]["uses mutter game"], theirs["counters"]["uses mutter game"]) == (1, None)


def test_what_only_they_are_shown(shown: Shown) -> None:
    assert shown(PLAYED, "--view", "detectives")["states"]["plan"] == 6
    assert shown(PLAYED, "--view", "X")["states"]["plan"] is None


def test_what_each_piece_alone_is_shown(shown: Shown) -> None:
    nobody = dict.fromkeys(("X", "red", "blue", "green", "yellow"))
    assert shown(PLAYED, "--view", "red")["states"]["steps"] == nobody | {"red": 2}
    assert shown(PLAYED, "--view", "blue")["states"]["steps"] == nobody | {"blue": 1}
    assert shown(PLAYED, "--view", "X")["states"]["steps"] == nobody | {"X": 0}
    assert shown(PLAYED, "--view", "detectives")["states"]["steps"] == nobody


def test_a_page_that_was_torn_out_says_no_more(shown: Shown) -> None:
    """The view does not have the header, so its worlds would agree in a value that is wrong."""
    headers = "round: 2\nentry: 1\nstate: trail = 86; plan = 4; steps red = 7\n"
    clauses = "2. X taxi 103"
    assert shown(clauses, headers=headers)["states"] | {"marked": []} == {
        "first-entry": 0, "double-from": "none", "out": dict.fromkeys(("X", "red", "blue", "green", "yellow"), False),
        "trail": 104, "plan": 4, "steps": {"X": 0, "red": 7, "blue": 0, "green": 0, "yellow": 0}, "marked": [],
    }  # fmt: skip
    blue, red, his = (shown(clauses, "--view", seat, headers=headers)["states"] for seat in ("blue", "red", "X"))
    assert (blue["trail"], blue["plan"], blue["steps"]["red"]) == (None, 4, None)
    assert (red["trail"], red["plan"], red["steps"]["red"]) == (None, 4, 7)
    assert (his["trail"], his["plan"], his["steps"]["red"]) == (104, None, None)


def test_a_view_has_only_the_states_that_its_seat_is_shown(tmp_path: Path) -> None:
    """However their names are written."""
    (tmp_path / "memory.toml").write_text(VARIANT.replace("{}", "entries"))
    said = "Trail = 86; double from = 104; plan = 4; steps Red = 7; steps blue = 2; uses mutter game = 2"
    text = f"variant: {tmp_path}/memory.toml\n{START}round: 2\nentry: 1\nstate: {said}\ntickets: pocket taxi 1; red taxi 2\n"
    game = Game.parse(f"{text}\n2. X taxi 103\n")
    views = {seat: game.seen_by(seat).record for seat in ("X", "red", "detectives")}
    assert {seat: [one.name for one in view.state] for seat, view in views.items()} == {
        "X": ["Trail", "double from", "uses mutter game"],
        "red": ["plan", "steps Red"],
        "detectives": ["plan"],
    }
    tickets = {seat: [line for line in write(view).splitlines() if line.startswith("tickets")] for seat, view in views.items()}
    assert tickets["X"] == ["tickets: pocket taxi 1; red taxi 2"]
    assert tickets["red"] == tickets["detectives"] == ["tickets: red taxi 2"]


@pytest.mark.parametrize("points", ["plan", "uses(mutter, game)", "tickets(fugitive, taxi)", "pocket(taxi)"])
def test_points_that_hang_on_a_secret(shown: Shown, points: str) -> None:
    hidden = {"plan": "X", "uses(mutter, game)": "red", "pocket(taxi)": "red"}.get(points)
    for seat in ("X", "red"):
        found = shown(PLAYED, "--view", seat, points=points)["points"]
        assert (found["pursuers"] is None) == (seat == hidden), seat


def test_points_that_differ_between_worlds(shown: Shown) -> None:
    points = "if station(fugitive) = 86 then 5 else 0"
    assert shown(PLAYED, points=points)["points"]["pursuers"] == 5
    assert shown(PLAYED, "--view", "red", points=points)["points"] == {"fugitive": 15, "pursuers": None}


def test_tickets_that_nobody_sees(sy_judge: Judge) -> None:
    rules = f"2014+{HOUSE}/h29-hidden-transport.toml"
    log = TOP / "examples" / "2014.log"
    asked = ("state", log, "--variant", rules, "--at", "7", "--format", "json")
    held = [json.loads(sy_judge(*asked, *seat).output)["pieces"]["X"]["tickets"] for seat in ((), ("--view", "red"))]
    assert held[0]["black"] == 3
    assert set(held[1].values()) == {None}


def test_hands_are_not_shown(sy_judge: Judge) -> None:
    asked = ("state", TOP / "examples" / "holmes.log", "--at", "4", "--format", "json")
    assert json.loads(sy_judge(*asked).output)["states"]["crimes"] == [124, 180]
    assert json.loads(sy_judge(*asked, "--view", "detectives").output)["states"]["crimes"] is None


# -- the same by name in Python
def test_the_api_gives_the_same() -> None:
    game = Game.read(str(HOUSE.parent / "2014.log"), at="7.blue")
    assert game.state("moved") == ("red",)
    assert game.seen_by("red").state("double-from", seat="red") is None
    assert game.state("double-from") == "none"
    with pytest.raises(Refused, match="T065"):
        game.state(seat="nobody")
