"""Every shipped variant and every example is linted and played to the end at random; what is listed is accepted."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from conftest import TOP, variants_in

from adjudicator.check.checking import check
from adjudicator.check.dealing import deal, headed
from adjudicator.check.findings import Findings
from adjudicator.check.generating import maker
from adjudicator.check.opening import open_record
from adjudicator.check.pages import Asked
from adjudicator.check.walking import Walk
from adjudicator.engine.layout import OVER, ROUND
from adjudicator.engine.steps import Act, Ride
from adjudicator.files import read_toml
from adjudicator.rulebook.lint import lint

FILES = variants_in("variants", "examples/house-rules")
GAMES = [path for path in FILES if not read_toml(path)[0].get("abstract")]
LONGEST = 60  # rounds
SAMPLE = 12  # moves of a position that are judged


def asked(path: Path) -> Asked:
    return Asked(f"2014+{path}" if read_toml(path)[0].get("pack") else str(path))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_lints_clean(path: Path) -> None:
    assert lint(str(path)).faults == ()


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_random_game_is_legal_to_its_end(path: Path) -> None:
    made = maker(asked(path))
    verdict, errors = check(made.game(1), made.rulebook, ())
    assert list(errors) == []
    assert verdict.verdict == "legal"


def test_no_clause_is_listed_twice() -> None:
    """Here both sides may let a turn pass, so that the list reaches to the next turn of the same side."""
    made, random = maker(asked(TOP / "examples" / "house-rules" / "h45-nuremberg.toml")), Random(2)
    transcript = headed(deal(made.rulebook, random).headers, made.rulebook)
    opening = open_record(transcript, made.rulebook)
    p = Walk(opening, transcript, Findings(made.rulebook)).run().p
    while not p[OVER] and p[ROUND] <= 6:
        every = opening.referee.moves(p)
        assert len(every) == len(set(every))
        now = opening.referee.moves_now(p)
        p = opening.referee.play(p, random.choice(now)) if now else opening.referee.turns.closed(p)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_is_listed_is_accepted(path: Path) -> None:
    made, random = maker(asked(path)), Random(2)
    transcript = headed(deal(made.rulebook, random).headers, made.rulebook)
    opening = open_record(transcript, made.rulebook)
    referee, judge = opening.referee, opening.judge
    p = Walk(opening, transcript, Findings(made.rulebook)).run().p
    while not p[OVER] and p[ROUND] <= LONGEST:
        moves = referee.moves_now(p)
        for move in random.sample(moves, min(SAMPLE, len(moves))):
            step = move.steps[0]
            if isinstance(step, Ride):
                judged = judge.ride(p, step.piece, step.ticket, step.mode if step.ticket < 0 else None, step.to)
            elif isinstance(step, Act):
                judged = judge.act(p, step)
            else:
                continue
            assert judged.reasons == (), (path.stem, move)
        if not moves and not referee.turns.is_closable(p):
            break
        p = referee.play(p, random.choice(moves)) if moves else referee.turns.closed(p)
