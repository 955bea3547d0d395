"""House rules as a first author would write them: a rule that lint passes is judged as it reads, lint reports the others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import TOP

from adjudicator.game import Game
from adjudicator.rulebook.lint import lint

STATIONS = {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50}
HEAD = 'id = "mine"\ntitle = "Mine"\nextends = "2014"\n'
SPY = '''
[state.spy]
says = "The detective who works for him."
type = "piece or none"
seen = "fugitive"
[actions.hire]
says  = "The fugitive hires a detective, who alone learns it."
by    = "fugitive"
place = "during turn"
seen  = "fugitive"
code  = """
require spy = none because "he has a spy already"
choose d from detectives
then spy := d, announce \\"you are the spy\\" to d
"""
[rules.hire-first]
says = "In the first round he hires a spy before he moves."
code = "fugitive must hire first when round = 1"
[endings.caught-by-his-spy]
says = "If his spy catches him, nobody has won."
code = "draw when piece = spy and here = station(fugitive), tested after ride by detectives"
'''
SWAP = '''
[state.left]
says   = "Where the first of them stood."
type   = "station"
seen   = "all"
starts = "1"
[actions.swap]
says  = "A detective changes places with another one."
by    = "detective"
place = "during turn"
code  = """
choose d from detectives where d <> piece written \\"with\\"
then EFFECTS
"""
'''


def written(folder: Path, text: str) -> str:
    (folder / "mine.toml").write_text(HEAD + text, encoding="utf-8")
    return str(folder / "mine.toml")


def test_who_must_do_something_first_is_not_trapped_by_it(tmp_path: Path) -> None:
    mine = written(tmp_path, SPY.replace('because "he has a spy already"', 'because \\"he has a spy already\\"'))
    assert lint(mine).faults == ()
    game = Game.start(mine, STATIONS)
    assert not game.is_over
    assert {str(move) for move in game.moves()} == {"X hire red", "X hire blue", "X hire green", "X hire yellow"}
    game = game.play("X hire red").play("X taxi 86")
    assert "you are the spy" in game.seen_by("red").text
    assert "spy" not in game.seen_by("blue").text


def test_two_pieces_change_places(tmp_path: Path) -> None:
    late = written(tmp_path, SWAP.replace("EFFECTS", "left := here, send piece to station(d), send d to station(piece)"))
    assert [fault.code for fault in lint(late).faults if fault.code != "W402"] == ["W473"]
    mine = written(tmp_path, SWAP.replace("EFFECTS", "left := here, send piece to station(d), send d to left"))
    assert lint(mine).faults == ()
    game = Game.start(mine, STATIONS).play("X taxi 86").play("red swap with blue")
    assert (game.station("red"), game.station("blue")) == (117, 26)


def test_what_is_misspelt_in_a_row_of_seats(tmp_path: Path) -> None:
    mine = written(tmp_path, "[[replace.seats]]\ndetectives = 3\npolise = 1\n")
    (fault,) = lint(mine).faults
    assert (fault.code, fault.help) == ("E390", "did you mean `police` or `pool`?")


def test_names_that_are_words_now(tmp_path: Path) -> None:
    """A state that was called `send` or `announce` before these were effects means what it meant."""
    mine = written(
        tmp_path,
        '[state.send]\nsays = "Sent."\ntype = "number"\nseen = "all"\n[state.announce]\nsays = "Told."\ntype = "number"\n'
        'per = "piece"\nseen = "all"\n[rules.count]\nsays = "All is counted."\ncode = """\n'
        "on ride by detectives then send += 1, announce(piece) += send\n"
        'forbid ride by detectives when announce(piece) > 9 because \\"{piece} is tired\\"\n"""\n',
    )
    assert lint(mine).faults == ()
    game = Game.start(mine, STATIONS).play("X taxi 86").play("red taxi 15")
    assert game.named_state().states["send"] == 1


# What the rows of "Turns" in the tutorial take for granted.
GIVEN = """
[numbers]
even = [2, 4, 6]
[state.waits]
says = "How often it may wait."
type = "number"
per = "piece"
seen = "all"
starts = "1"
[state.opener]
says = "Who begins."
type = "piece or none"
seen = "all"
[actions.siren]
says = "The siren."
by = "pursuers"
place = "during turn"
code = 'require uses(siren, turn) = 0 because "once"'
[actions.report]
says = "A report."
by = "pursuers"
place = "during turn"
code = 'require uses(report, turn) = 0 because "once"'
"""


def turns_of_the_tutorial() -> list[tuple[str, ...]]:
    """The rows of the table: each with the statements in it."""
    text = (TOP / "docs" / "authoring.md").read_text(encoding="utf-8")
    table = text.split("## Turns")[1].split("| at the table |")[1].split("\n\n")[0]
    said = [re.findall("`([^`]+)`", row.split("|")[2]) for row in table.splitlines()[2:]]
    return [tuple(one for one in row if " " in one and one not in ("during turn", "piece or none")) for row in said]


@pytest.mark.parametrize("statements", turns_of_the_tutorial(), ids=lambda one: one[0][:40])
def test_a_row_of_the_tutorial_is_a_rule(statements: tuple[str, ...], tmp_path: Path) -> None:
    mine = written(tmp_path, GIVEN + "[rules.row]\nsays = 'A row.'\ncode = '''\n" + "\n".join(statements) + "\n'''\n")
    assert [fault for fault in lint(mine).faults if fault.is_error] == []


NAMED = """
[amend.roles.detective]
pieces = ["red", "blue"]
[rules.rex]
says = "Red may go where another pursuer stands."
code = "permit ride by red despite free-station"
"""


def test_fewer_names_than_pieces(tmp_path: Path) -> None:
    """The pieces that the file does not name have other names; lint says so."""
    mine = written(tmp_path, NAMED)
    (fault,) = lint(mine).faults
    assert (fault.code, fault.message) == ("W408", "a row of the seat table has 3 detectives, but `pieces` names only 2")
    games = [Game.deal(mine, seed=seed) for seed in range(8)]
    assert {len(game.pieces) for game in games} >= {5, 6}
    assert all({"X", "red", "blue"} <= set(game.pieces) for game in games)


PURSUERS_FIRST = """
[amend.rules.your-turn]
code = '''
a round is a turn of pursuers, then a turn of fugitive
pursuers act in any order
check your-turn
'''
"""


@pytest.mark.parametrize(
    ("page", "entries"),
    [
        ("round: 3\nmoved: red\n{}\n3. blue taxi 116; green taxi 161; yellow taxi 37; X taxi 86!\n", 3),
        ("round: 3\nentry: 2\n{}\nX taxi 86!\n4. red taxi 39\n", 3),
    ],
)
def test_a_page_of_a_game_in_which_the_pursuers_begin(page: str, entries: int, tmp_path: Path) -> None:
    """If a pursuer has moved, the fugitive has not; if the page begins with him, all pursuers have."""
    start = "start: " + "; ".join(f"{piece} {station}" for piece, station in STATIONS.items()) + "\n"
    game = Game.parse(page.format(start), written(tmp_path, PURSUERS_FIRST))
    assert (game.verdict.verdict, game.entries) == ("legal", entries)
    assert not [one for one in game.verdict.notices if one.code == "torn-page"]


SHUT = """
[state.shut]
says  = "A station that nobody enters."
type  = "station or none"
seen  = "all"
lives = "round"
[actions.shut]
says  = "He shuts a station next to his own, and says which."
by    = "fugitive"
place = "after entry"
code  = '''
require uses(shut, game) < 3 because "three times a game"
choose s from neighbours(here) where not occupied(s, pursuers)
then EFFECTS
'''
[rules.shut-out]
says = "Nobody goes to the shut station."
code = 'forbid ride by pursuers when to = shut because "{to} is shut"'
"""


def test_a_value_that_is_announced_is_not_secret(tmp_path: Path) -> None:
    mine = written(tmp_path, SHUT.replace("EFFECTS", 'announce "{s} is shut", shut := s'))
    assert lint(mine).faults == ()
    game = Game.start(mine, STATIONS).play("X taxi 86 + shut 103")
    assert game.judge("yellow taxi 37").verdict == "legal"
    view = Game.start(mine, {**STATIONS, "red": 85}).play("X taxi 86 + shut 103").seen_by("red")
    assert 'X taxi ? + shut ?; table hears "103 is shut"' in view.text
    assert (view.judge("red taxi 103").verdict, view.judge("red taxi 84").verdict) == ("illegal", "legal")
    assert view.where().stations == (86,)


@pytest.mark.parametrize(
    "effects",
    [
        "shut := s",
        'announce "he shuts a station", shut := s',
        'announce "{s}{here}", shut := s',  # nobody can tell one from the other
        'announce "{s} is shut" to piece, shut := s',
        '(announce "{s} is shut"), shut := here',
    ],
)
def test_a_value_that_is_not_announced_stays_secret(effects: str, tmp_path: Path) -> None:
    assert "E330" in {fault.code for fault in lint(written(tmp_path, SHUT.replace("EFFECTS", effects))).faults}
