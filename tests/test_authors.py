"""House rules as authors write them from the documents: what lint accepts can be played, seen by each seat, and refereed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from conftest import TOP
from live_play import Player, table

from adjudicator.game import Game
from adjudicator.judge.log_file import Asked
from adjudicator.workshop.proofreading import proofread
from adjudicator.workshop.random_games import maker

RULES = sorted((TOP / "tests" / "authors").glob("*.toml"))


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_what_lint_accepts_can_be_played(path: Path) -> None:
    found = proofread(str(path))
    assert [fault for fault in found.faults if fault.severity != "notice"] == []
    for name in (one for one in found.games if "+" not in one or one.startswith(("2014+", "beginners+"))):
        made = maker(Asked(name))
        for seed in (1, 2):
            game = Game.of(made.game(seed), made.rulebook)
            view = game.seen_by("detectives")
            assert [one.message for one in (*game.findings, *view.findings) if one.verdict == "illegal"] == []
            assert game.stations[game.record.fugitive] in view.where().stations


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_an_evening_with_it_is_legal(path: Path, tmp_path: Path) -> None:
    """Somebody types legal moves at the table, special ones whenever there are some; the whole record is judged."""
    name = next(one for one in proofread(str(path)).games if "+" not in one or one.startswith("2014+"))
    made = maker(Asked(name))
    head, _, _ = made.text(3).partition("\n\n")
    lines = [line for line in head.splitlines() if line.partition(":")[0] in ("seats", "start", "cards")]
    at = table(tmp_path, "\n".join([f"variant: {name}", *lines]) + "\n", seed=3)
    for _ in Player(at, Random(3)).lines(60):
        pass
    judged = Game.of(at.game.record, made.rulebook)
    assert at.game.record.clauses
    assert [one.message for one in judged.findings if one.verdict == "illegal"] == []
    at.quit()
