"""Whole games at the table, of every edition and of house rules: what is played is legal, sealed, and read back as it was."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from live_play import HOUSE, TABLES, Table, play, table

from adjudicator.judge.judgement import check
from adjudicator.record import parse
from adjudicator.record.lexicon import lexicon_of
from adjudicator.seals.opened_seals import unseal
from adjudicator.table.publication import publish
from adjudicator.table.saved_game import resume

ALL = {**TABLES, **HOUSE}


def opened(at: Table) -> str:
    """The verdict on the log with its key, by those who know nothing of the table."""
    public, faults = parse(at.log, lexicon_of(at.game.rules), "game.log")
    assert faults == ()
    whole, faults = unseal(public, at.key, "game.key", lexicon_of(at.game.rules))
    assert faults == ()
    verdict, errors = check(whole, at.game.rules)
    assert errors == ()
    return verdict.verdict + "".join(f"; {one.rule}: {one.message}" for one in verdict.findings)


@pytest.mark.parametrize("name", ALL)
def test_a_whole_game(name: str, tmp_path: Path) -> None:
    at = table(tmp_path, ALL[name], seed=3)
    typed = play(at, seed=11)
    assert at.game.is_over, typed[-5:]
    assert "The game is over" in at.screen.prompt
    assert opened(at) == "legal"
    view = parse(at.log, lexicon_of(at.game.rules))[0]
    verdict, _ = check(view, at.game.rules)
    assert verdict.verdict in ("legal", "undecided")
    assert verdict.result is not None
    assert verdict.result.agrees


@pytest.mark.parametrize("name", ALL)
def test_read_back_it_is_the_same_game(name: str, tmp_path: Path) -> None:
    at = table(tmp_path, ALL[name], seed=3)
    play(at, seed=5, most=15)
    session = at.session
    back = resume(at.log, at.key, at.game.rules, at.game.file, "game.key")
    assert back.torn == ""
    assert back.game.items == at.game.items
    assert back.game.game.worlds[0].cells == at.game.game.worlds[0].cells
    assert back.salts == session.salts
    again = publish(back.game, back.salts)
    assert (again.log, again.key) == (at.log, at.key)


@pytest.mark.parametrize("name", ALL)
def test_the_log_tells_what_the_table_knows_and_no_more(name: str, tmp_path: Path) -> None:
    at = table(tmp_path, ALL[name], seed=3)
    play(at, seed=7, most=15)
    bare = re.sub(r"\?\[[a-z2-7]{32}\]", "?", at.log).replace("/?", "")
    sealed, _ = parse(bare, lexicon_of(at.game.rules))
    seen = at.game.seen.record
    assert [clause.parts for clause in sealed.clauses] == [clause.parts for clause in seen.clauses]
    assert (at.evening.log.with_suffix(".key").stat().st_mode & 0o777) == 0o600


@pytest.mark.parametrize("name", ALL)
def test_what_the_table_knows_step_by_step_is_what_it_knows_from_the_log(name: str, tmp_path: Path) -> None:
    at = table(tmp_path, ALL[name], seed=3)
    for seed in range(3):
        play(at, seed=seed, most=6)
        fresh = resume(at.log, at.key, at.game.rules, at.game.file, "game.key").game
        assert {tuple(one.cells) for one in fresh.seen.worlds} == {tuple(one.cells) for one in at.game.seen.worlds}
