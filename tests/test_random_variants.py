"""Every variant that lint accepts works: a fixed sample made from the grammar (`tests/random_variants.py` makes many)."""

from __future__ import annotations

from pathlib import Path

import pytest
from random_variants import accepted, faults_of

from adjudicator import Game, load_variant
from adjudicator.faults import Refused
from adjudicator.judge.log_file import Asked
from adjudicator.record import parse, write
from adjudicator.record.lexicon import lexicon_of
from adjudicator.workshop import random_games

pytestmark = pytest.mark.campaign

SAMPLE = (1, 2, 3, 4, 5, 6, 1002, 30475)  # an answer twice in a double; unseen before a remark


@pytest.mark.parametrize("seed", SAMPLE)
def test_a_variant_of_chance(seed: int, tmp_path: Path) -> None:
    path = accepted(seed, tmp_path)
    assert path is None or list(faults_of(path, seed)) == []


@pytest.mark.parametrize("seed", [1, 2, 6])
def test_a_variant_of_chance_with_a_secret(seed: int, tmp_path: Path) -> None:
    path = accepted(seed, tmp_path, secrets=True)
    assert path is None or list(faults_of(path, seed)) == []


def test_nothing_follows_an_entry_before_there_is_one(tmp_path: Path) -> None:
    """The lister let an action follow another that replaced the first entry of the game; the judge did not."""
    deeds = """
[actions.deed]
says  = "A deed."
by    = "fugitive"
place = "instead of entry"
code  = "require round > 0 because 'no'"
[actions.nod]
says  = "A nod."
by    = "fugitive"
place = "after entry"
code  = "require round > 0 because 'no'"
""".replace("'no'", '\\"no\\"')
    (tmp_path / "made.toml").write_text(f'id = "made"\ntitle = "Made"\nextends = "classic"\n{deeds}')
    game = Game.parse("start: X 82; red 41; blue 46; green 124; yellow 26; purple 29\n", str(tmp_path / "made.toml"))
    found = [move.notation for move in game.moves() if "nod" in move.notation]
    assert any("taxi 65 + nod" in one for one in found)
    assert not any("deed + nod" in one for one in found)


def test_a_round_without_end_reads_back(tmp_path: Path) -> None:
    """`generate` wrote a line that was too long to be read."""
    path = accepted(20052, tmp_path)
    assert path is not None
    made = random_games.maker(Asked(str(path)))
    again, faults = parse(write(made.game(20052)), lexicon_of(made.rulebook))
    assert (again.clauses == (), [fault for fault in faults if fault.is_error]) == (False, [])


def test_some_of_them_are_accepted(tmp_path: Path) -> None:
    assert any(accepted(seed, tmp_path) for seed in SAMPLE)


def test_an_entry_that_nobody_sees_is_refused(tmp_path: Path) -> None:
    """The record of the table could not be read back: it has nothing to write there."""
    head = '[actions.deed]\nsays = "A deed."\nby = "fugitive"\nplace = "instead of entry"\nseen = "own"\n'
    deed = f"{head}code = 'require round > 1 because \"not yet\"'\n"
    (tmp_path / "made.toml").write_text(f'id = "made"\ntitle = "Made"\nextends = "classic"\n{deed}')
    with pytest.raises(Refused, match="E364"):
        load_variant(str(tmp_path / "made.toml"))
