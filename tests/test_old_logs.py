"""Games that an older referee kept, with what happened in comments: they are judged, continued and unsealed as they were."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from live_play import Table, table
from test_live_files import Killed, KillingDisk

from adjudicator.judge.batch import understood
from adjudicator.judge.judgement import check
from adjudicator.judge.lexicon import lexicon_of
from adjudicator.judge.log_file import Asked, Log, read_page
from adjudicator.record import parse, write
from adjudicator.record import transcript as r
from adjudicator.record.opened_seals import unseal
from adjudicator.table.old_notes import with_clauses

OLD = Path(__file__).parent / "old_logs"
NAMES = ("card", "alone", "withdrawn", "whole")
# At one of these tables two persons played two characters each, which the seat table no longer has.
BREACHES = {"card": {"seat-table"}}


def continued(name: str, folder: Path, disk: KillingDisk | None = None) -> Table:
    """The same game, taken up by the referee of now, in a folder from which its log finds the examples."""
    here = folder / "tests" / "old_logs"
    here.mkdir(parents=True)
    (folder / "examples").symlink_to(OLD.parent.parent / "examples")
    for end in (".log", ".key"):
        shutil.copy(OLD / f"{name}{end}", here / f"game{end}")
    return table(here, disk=disk) if disk else table(here)


@pytest.mark.parametrize("name", NAMES)
def test_judged(name: str) -> None:
    page = understood(read_page(Log(str(OLD / f"{name}.log")), Asked()))
    verdict, errors = check(page.transcript, page.rulebook)
    assert errors == ()
    assert verdict.verdict == ("illegal" if name in BREACHES else "undecided")
    assert {finding.rule for finding in verdict.findings if finding.verdict == "illegal"} == BREACHES.get(name, set())


@pytest.mark.parametrize("name", NAMES)
def test_unsealed(name: str) -> None:
    page = understood(read_page(Log(str(OLD / f"{name}.log")), Asked()))
    key = (OLD / f"{name}.key").read_text()
    opened, faults = unseal(page.transcript, key, "old.key", lexicon_of(page.rulebook))
    assert faults == ()
    whole = with_clauses(opened, page.rulebook)
    assert {finding.rule for finding in check(whole, page.rulebook)[0].findings} == BREACHES.get(name, set())
    assert ("red peek -> 115" in write(whole)) == (name == "alone")
    assert not any("hidden" in item.text for item in whole.items if isinstance(item, r.Comment))


def test_a_card_that_lies_open_still_does(tmp_path: Path) -> None:
    at = continued("card", tmp_path)
    at.type("")
    assert at.screen.prompt == "The card is 78/175. What do you choose?"
    assert "draws:      by the referee\n" in at.log
    assert at.log.endswith("   detectives done\n   X draws 78/175 for escape\n")
    assert "#" not in at.log


def test_what_one_player_saw_is_where_it_was(tmp_path: Path) -> None:
    at = continued("alone", tmp_path)
    assert [write(r.Transcript((one,))).strip() for one in at.game.record.clauses] == [
        "X taxi 115", "red taxi 15", "red peek -> 115", "blue taxi 88",
    ]  # fmt: skip
    assert "\nunseen 4 red peek -> 115 " in at.key
    assert at.log.endswith("   X done\n   red taxi 15\n   blue taxi 88\n")


def test_a_clause_that_was_taken_back_is_remembered(tmp_path: Path) -> None:
    at = continued("withdrawn", tmp_path)
    assert "   green withdrew a clause\n   # taken back: green taxi 161\n" in at.log
    at.type("undo")
    assert "a clause that had followed it" in at.said


def test_a_game_that_is_over_is_over(tmp_path: Path) -> None:
    at = continued("whole", tmp_path)
    assert at.game.is_over
    before = (OLD / "whole.log").read_text()
    assert at.log.count(" done\n") == before.count("# the turn ends")
    seals = [one for one in before.split() if one.startswith("?[")]
    assert [one for one in at.log.split() if one.startswith("?[")] == seals
    public, faults = parse(at.log, lexicon_of(at.game.rules))
    assert faults == ()
    opened, faults = unseal(public, at.key, "game.key", lexicon_of(at.game.rules))
    assert faults == ()
    assert check(opened, at.game.rules)[0].verdict == "legal"


@pytest.mark.parametrize("name", NAMES)
def test_stopped_at_every_write_while_it_is_taken_up(name: str, tmp_path: Path) -> None:
    whole = continued(name, tmp_path / "whole")
    wanted = whole.log, whole.key, whole.game.items
    last = 0
    while True:
        folder = tmp_path / str(last)
        try:
            continued(name, folder, KillingDisk(last))
        except Killed:
            again = table(folder / "tests" / "old_logs")
            assert (again.log, again.key, again.game.items) == wanted
            last += 1
            continue
        break
    assert last >= 6


def test_a_remark_is_a_remark(tmp_path: Path) -> None:
    """In a log of now, text after `#` means nothing."""
    at = continued("withdrawn", tmp_path)
    at.quit()
    for remark in (
        "the turn ends",
        "card for X escape: 78/175",
        "taken back: red taxi 15",
        "hidden 1: blue taxi 88",
        "told: ha",
    ):
        log = at.log + f"   # {remark}\n"
        at.evening.log.write_text(log)
        again = table(at.evening.log.parent)
        assert [item for item in again.game.items if not isinstance(item, r.Comment)] == [
            item for item in at.game.items if not isinstance(item, r.Comment)
        ]
        assert again.game.pending is None
        assert "ha" not in again.said.split()
        again.quit()
