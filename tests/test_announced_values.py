"""Announced values are public beside their announcement: a seat knows them, and nothing else of where they came from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from alike import assert_alike
from announcing import assert_heard

from adjudicator import Game

HEAD = """id = "shut"
title = "Shut"
extends = "2014"
[state.shut]
type = "station or none"
seen = "all"
[state.past]
type = "number"
seen = "fugitive"
[rules.mind-it]
says = "Detectives do not ride to a shut station."
code = '''
forbid ride by detectives when to = shut because "{shut} is shut"
'''
"""
PASSING = "[rules.passing]\nsays = 'A rule.'\ncode = '''\non entry when past = 0 then (announce \"at {to}\", shut := to)\n'''\n"
AWAY = {"red": 26, "blue": 117, "green": 174, "yellow": 103}
Starts = Callable[..., Game]


def closing(seen: str = "all", place: str = "after entry", text: str = "{s} is shut") -> str:
    """He closes a station next to his own, and says which."""
    head = f"[actions.close]\nsays = 'He closes a station.'\nby = 'fugitive'\nplace = '{place}'\nseen = '{seen}'\n"
    return f"{head}code = '''\nchoose s from neighbours(here)\nthen (announce \"{text}\", shut := s)\n'''\n"


@pytest.fixture
def starts(tmp_path: Path) -> Starts:
    def started(body: str, **stations: int) -> Game:
        (tmp_path / "shut.toml").write_text(HEAD + body)
        return Game.start(str(tmp_path / "shut.toml"), {"X": 104, **AWAY, **stations})

    return started


def knows(game: Game) -> Game:
    """The view of the detectives: open states and moves are the same as in the game, which is possible."""
    seen = game.seen_by("detectives")
    assert seen.verdict.verdict != "illegal", seen.text
    assert seen.state("shut") == game.state("shut")
    assert [str(move) for move in seen.moves("red")] == [str(move) for move in game.moves("red")]
    assert game.station("X") in seen.where().stations
    return seen


# --- pairs


@pytest.mark.parametrize("seen", ["all", "fugitive"])
def test_a_station_that_he_closes_from_two_sides(seen: str, starts: Starts, tmp_path: Path) -> None:
    """He stands on 52 or 67, and closes 51: the table knows that, and not from where."""
    games = [starts(closing(seen), X=51).play(f"X taxi {to}").play("X close 51") for to in (52, 67)]
    one, other = map(knows, games)
    assert one.text == other.text
    assert one.state("shut") == 51
    assert {52, 67} <= set(one.where().stations)
    texts = [game.text for game in games]
    assert_alike(texts, [game.record for game in games], str(tmp_path / "shut.toml"), "red", "1", tmp_path, Random(seen))


def test_the_choice_itself_is_not_shown(starts: Starts) -> None:
    seen = starts(closing()).play("X taxi 86").play("X close 103").seen_by("red")
    assert "X close ?" in seen.text
    assert 'table hears "103 is shut"' in seen.text


# --- what is heard is exact


@pytest.mark.parametrize(("way", "shut"), [("taxi 58, taxi 59", 59), ("taxi 59, taxi 58", 58)])
def test_two_announcements_of_a_double_are_heard_in_their_order(way: str, shut: int, starts: Starts) -> None:
    """45, 58 and 59 are next to each other: both doubles announce the same, and another station is shut in the end."""
    game = starts(PASSING, X=45).play(f"X 2x {way}")
    assert game.state("shut") == shut
    knows(game)
    knows(game.play("red taxi 39"))


def test_an_unseen_action_is_heard_twice(starts: Starts) -> None:
    game = starts(closing("fugitive")).play("X taxi 86").play("X close 103").play("X close 69")
    knows(game)
    knows(game.play("red taxi 39"))


def test_an_unseen_action_is_heard_before_the_first_ride(starts: Starts) -> None:
    game = starts(closing("fugitive", "during turn")).play("X close 86").play("X taxi 116")
    assert game.seen_by("detectives").text.index("86 is shut") < game.seen_by("detectives").text.index("X taxi ?")
    knows(game)
    for clause in ("red taxi 39", "blue taxi 88", "green taxi 161", "yellow taxi 85", "X close 127", "X taxi 127"):
        game = game.play(clause)
    knows(game)


@pytest.mark.parametrize("seed", [4, 19])
def test_random_announcements(seed: int, tmp_path: Path) -> None:
    """An unseen action of several, and one within a double: the views were illegal, or did not know the open states."""
    assert assert_heard(seed, tmp_path)
