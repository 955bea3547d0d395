"""House rules as a first author would write them: a rule that lint passes is judged as it reads, lint reports the others."""

from __future__ import annotations

from pathlib import Path

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
