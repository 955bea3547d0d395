"""Whole games at the table, of every edition and of house rules: what is played is legal, hidden, and read back as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from live_play import HOUSE, TABLES, Table, play, table

from adjudicator.judge.judgement import check
from adjudicator.judge.verdict import Verdict
from adjudicator.record import parse
from adjudicator.record.lexicon import lexicon_of

ALL = {**TABLES, **HOUSE}


def judged(text: str, at: Table) -> Verdict:
    """The verdict on a log by those who know nothing of the table."""
    record, faults = parse(text, lexicon_of(at.game.rules), "game.log")
    assert faults == ()
    verdict, errors = check(record, at.game.rules)
    assert errors == ()
    return verdict


@pytest.mark.parametrize("name", ALL)
def test_a_whole_game(name: str, tmp_path: Path) -> None:
    at = table(tmp_path, ALL[name], seed=3)
    typed = play(at, seed=11)
    assert at.game.is_over, typed[-5:]
    assert "The game is over" in at.screen.prompt
    seen = judged(at.log, at)
    assert seen.verdict in ("legal", "undecided")
    assert seen.result is not None
    assert seen.result.agrees
    at.type("")
    assert not at.files.secret.exists()
    whole = judged(at.log, at)
    assert (whole.verdict, whole.findings) == ("legal", ())
    assert whole.result is not None
    assert whole.result.agrees


@pytest.mark.parametrize("name", ALL)
def test_read_back_it_is_the_same_game(name: str, tmp_path: Path) -> None:
    at = table(tmp_path, ALL[name], seed=3)
    play(at, seed=5, most=15)
    back = at.read_back()
    assert back.items == at.game.items
    assert back.game.worlds[0].cells == at.game.game.worlds[0].cells
    texts = at.log, at.secret
    at.files.save(back)
    assert (at.log, at.secret) == texts


@pytest.mark.parametrize("name", ALL)
def test_the_log_tells_what_the_table_knows_and_no_more(name: str, tmp_path: Path) -> None:
    at = table(tmp_path, ALL[name], seed=3)
    play(at, seed=7, most=15)
    public, _ = parse(at.log, lexicon_of(at.game.rules))
    seen = at.game.game.seen_by("table").record
    assert [clause.parts for clause in public.clauses] == [clause.parts for clause in seen.clauses]
    assert at.files.secret.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ALL)
def test_what_the_table_knows_step_by_step_is_what_it_knows_from_the_log(name: str, tmp_path: Path) -> None:
    at = table(tmp_path, ALL[name], seed=3)
    for seed in range(3):
        play(at, seed=seed, most=6)
        fresh = at.read_back()
        assert {tuple(one.cells) for one in fresh.seen.worlds} == {tuple(one.cells) for one in at.game.seen.worlds}
