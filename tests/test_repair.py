"""A damaged log or key: the longest whole beginning is recovered, the losses are listed, and no seal is made again."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said
from live_play import HOUSE, TABLES, Table, play, table

from adjudicator.faults import Refused
from adjudicator.table.repair import repair

SEALS = re.compile(r"\[[a-z2-7]{32}\]")


@pytest.fixture
def at(tmp_path: Path) -> Table:
    at = table(tmp_path, TABLES["2014"])
    for line in ("", "taxi 115", "red taxi 15; blue taxi 88; green taxi 161; white taxi 37", "", "taxi 126", "red taxi 28"):
        at.type(line)
    at.quit()
    return at


def run(at: Table, sy_judge: Callable[..., Said]) -> tuple[Said, Path]:
    whole = at.evening.log.with_name("repaired.log")
    return sy_judge("repair", str(at.evening.log), "-o", str(whole)), whole


def damage(at: Table, old: str, new: str, key: bool = False) -> None:
    path = at.evening.log.with_suffix(".key") if key else at.evening.log
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_whole_log_is_left_alone(at: Table, sy_judge: Callable[..., Said]) -> None:
    said, whole = run(at, sy_judge)
    assert said.code == 0
    assert "nothing is damaged" in said.output
    assert not whole.exists()


@pytest.mark.parametrize(
    ("old", "new", "in_key", "kept", "lost"),
    [
        ("   green taxi 161\n", "   gre\x00n txi\n", False, 3, 4),  # a line that cannot be read
        ("   green taxi 161\n", "   green taxi 173\n", False, 3, 4),  # a line that was changed
        ("   green taxi 161\n", "", False, 3, 3),  # a line that is gone
        ("   red taxi 28\n", "", False, 6, 0),  # the end is gone
        ("   green taxi 161\n", "   green taxi 161\n" * 2, False, 7, 1),  # a line that stands twice
        ("   red taxi 28\n", "   red taxi 28\n" * 3, False, 7, 2),
        ("seal clause 6.1 to = 126", "seal clause 6.1 to = 128", True, 5, 2),  # a seal that does not open
        ("seal clause 6.1 to", "sael clause 6.1 to", True, 5, 2),
    ],
)
def test_the_longest_whole_beginning_is_recovered(
    old: str, new: str, in_key: bool, kept: int, lost: int, at: Table, sy_judge: Callable[..., Said]
) -> None:
    before = at.log
    damage(at, old, new, in_key)
    files = at.log, at.key
    said, whole = run(at, sy_judge)
    assert f"{kept} clauses recovered" in said.output
    assert said.output.count("\n  ") == lost
    assert "# repaired" in whole.read_text(encoding="utf-8")
    assert set(SEALS.findall(whole.read_text(encoding="utf-8"))) <= set(SEALS.findall(before))
    again = table(at.evening.log.parent, name="repaired")
    assert len(again.game.record.clauses) == kept
    again.quit()
    assert (at.log, at.key) == files


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("surfacings: marked\n", "surf\x00cings: mark\x01d\n"),
        ("surfacings: marked\n", ""),
        ("rules:      sha256:", "rules:      sha\x02"),
    ],
)
def test_a_header_is_written_again_if_the_key_confirms_it(old: str, new: str, at: Table, sy_judge: Callable[..., Said]) -> None:
    before = at.log
    damage(at, old, new)
    said, whole = run(at, sy_judge)
    assert "7 clauses recovered" in said.output
    assert "Written again" in said.output
    assert whole.read_text(encoding="utf-8").replace("# repaired", "").split() == before.split()


def test_a_key_that_has_lost_lines_is_not_whole(at: Table, sy_judge: Callable[..., Said]) -> None:
    path = at.evening.log.with_suffix(".key")
    path.write_text(re.sub("line header.*\n", "", at.key), encoding="utf-8")
    said, whole = run(at, sy_judge)
    assert "7 clauses recovered" in said.output
    assert "none of them is a seal" in said.output
    assert whole.with_suffix(".key").read_text(encoding="utf-8").count("line header") == 5


def test_a_remark_that_is_not_text_is_lost_and_nothing_else(at: Table, sy_judge: Callable[..., Said]) -> None:
    damage(at, "variant:", "# Fri\x00day\nvariant:")
    said, _ = run(at, sy_judge)
    assert "7 clauses recovered" in said.output
    assert said.output.count("\n  ") == 1


def test_without_a_name_the_repaired_log_lies_beside_and_overwrites_nothing(at: Table, sy_judge: Callable[..., Said]) -> None:
    damage(at, "   red taxi 28\n", "")
    for name in ("game-repaired.log", "game-repaired2.log"):
        said = sy_judge("repair", str(at.evening.log))
        assert name in said.output
        assert at.evening.log.with_name(name).exists()


def test_without_its_headers_nothing_can_be_recovered(at: Table, sy_judge: Callable[..., Said]) -> None:
    damage(at, "red 26;", "red 29;")
    said, whole = run(at, sy_judge)
    assert said.code == 2
    assert "T321" in said.output
    assert not whole.exists()


@pytest.mark.parametrize("name", ["2014", "holmes", "peek"])
def test_random_damage_loses_only_the_end(name: str, tmp_path: Path) -> None:
    at = table(tmp_path, {**TABLES, **HOUSE}[name], seed=3)
    play(at, seed=5, most=12)
    at.quit()
    chance = random.Random(1)
    for _ in range(12):
        texts = [at.log, at.key]
        hurt = chance.randrange(2)
        place = chance.randrange(len(texts[hurt]))
        texts[hurt] = (
            texts[hurt][:place] + chance.choice(("", "x", "\n", "#", "1")) + texts[hurt][place + chance.randrange(30) :]
        )
        try:
            found = repair(texts[0], texts[1], at.game.rules, "game.log")
        except Refused:
            continue
        assert set(SEALS.findall(found.published.log)) <= set(SEALS.findall(at.log))
        assert found.kept <= len(at.game.record.clauses)
