"""Later surfacings do not show through in a view of an earlier moment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator.engine import weighing

LOG = """variant: beginners
start: X 82; red 41; blue 46; green 124
1. X taxi 65; red taxi 28; blue taxi 45; green taxi 111
2. X taxi 35; red taxi 41; blue taxi 46; green taxi 124
3. X taxi {third}; red taxi 28; blue taxi 45; green taxi 111
4. X taxi {fourth}
"""


def test_a_view_of_an_earlier_moment_knows_nothing_of_later_ones(tmp_path: Path, sy_judge: Any) -> None:
    """On entry 3 he is hidden until his next turn begins: two such games look alike to the detectives before that."""
    outputs = []
    for third, fourth in ((48, 62), (36, 37)):
        log = tmp_path / "game.log"
        log.write_text(LOG.format(third=third, fourth=fourth))
        assert sy_judge("check", log).code == 0
        outputs.append(sy_judge("moves", log, "--at", "3.red", "--view", "detectives", "--format", "json").output)
    assert outputs[0] == outputs[1]
    assert '"red"' in outputs[0]


def test_a_moment_that_is_not_there_is_no_fault_of_the_rules(tmp_path: Path, sy_judge: Any) -> None:
    log = tmp_path / "game.log"
    log.write_text(LOG.format(third=48, fourth=62))
    for command in ("moves", "where"):
        for view in ((), ("--view", "detectives")):
            said = sy_judge(command, log, "--at", "99", *view)
            assert "the record has no round 99" in said.output
            assert said.code == 2


def test_too_many_moves_are_listed_by_their_first_entry(tmp_path: Path, sy_judge: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows where anybody is: every move from every station would have to be weighed."""
    log = tmp_path / "game.log"
    log.write_text("variant: 2014\nseats: X; red; blue\nstart: X ?; red 29; blue 117\n\n1. X ?; red ?; blue ?\n")
    monkeypatch.setattr(weighing, "MOST", 40)
    said = sy_judge("moves", log, "--json").output
    assert '"shortened": true' in said
    assert '"X 2x bus 128"' in said
    assert '"X 2x bus 128, ' not in said
    assert "for turns of several entries, only the first entry is listed" in sy_judge("moves", log).output.replace(
        "\n      ", " "
    )
    assert "shortened" not in sy_judge("moves", log, "--at", "1", "--json").output
