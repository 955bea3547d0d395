"""Every shipped variant and every example is linted and played to the end at random; what is listed is accepted."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from conftest import TOP, variants_in

from adjudicator import Game
from adjudicator.files import read_toml
from adjudicator.judge.deal import deal, headed
from adjudicator.judge.judgement import check
from adjudicator.judge.log_file import Asked
from adjudicator.rulebook.lint import lint
from adjudicator.workshop.random_games import maker

FILES = variants_in("variants", "examples/house-rules")
GAMES = [path for path in FILES if not read_toml(path)[0].get("abstract")]
LONGEST = 60  # rounds
SAMPLE = 4  # moves of a position that are judged


def asked(path: Path) -> Asked:
    return Asked(f"2014+{path}" if read_toml(path)[0].get("pack") else str(path))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_lints_clean(path: Path) -> None:
    assert [fault for fault in lint(str(path)).faults if fault.severity != "notice"] == []


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_random_game_is_legal_to_its_end(path: Path) -> None:
    made = maker(asked(path))
    verdict, errors = check(made.game(1), made.rulebook, ())
    assert list(errors) == []
    assert verdict.verdict == "legal"


def dealt(path: Path, random: Random) -> Game:
    made = maker(asked(path))
    return Game.of(headed(deal(made.rulebook, random).headers, made.rulebook), made.rulebook)


def test_no_clause_is_listed_twice() -> None:
    """Here both sides may let a turn pass, so that the list reaches to the next turn of the same side."""
    random = Random(2)
    game = dealt(TOP / "examples" / "house-rules" / "h45-nuremberg.toml", random)
    while not game.is_over and game.round <= 6:
        every = game.moves()
        assert len(every) == len(set(every))
        game = game.play(random.choice(every)) if every else game.end_turn()


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_is_listed_is_accepted(path: Path) -> None:
    random = Random(2)
    game = dealt(path, random)
    while not game.is_over and game.round <= LONGEST:
        moves = game.moves()
        for move in random.sample(moves, min(SAMPLE, len(moves))):
            assert game.judge(move).findings == (), (path.stem, move)
        if not moves and not game.may_end_turn:
            break
        game = game.play(random.choice(moves)) if moves else game.end_turn()
