"""A few of what `python -m tests.phones` does by the hundred: equal logs and bytes, a pulled plug, an evening in a browser."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from alike import PEEK
from test_browser import browser  # noqa: F401 - the fixture

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from phones.driven import free_port
from phones.games import same_game, tables
from phones.kills import killed_at
from phones.pairs import bytes_sent, pair

pytestmark = pytest.mark.campaign


@pytest.mark.parametrize("name", ["holmes", "peek"])
def test_the_same_game_over_http(name: str, tmp_path: Path) -> None:
    assert same_game(tmp_path, tables()[name], seed=2, most=16)[0]


PAIRS = {
    "plain": ("2014", 2, 5),
    "police": ("2023", 5, 5),
    "a vote on a card in the middle of a hidden double": ("holmes", 800, 5),
    "all who may peek unseen have peeked, so nobody can act any more": (PEEK, 375, 9),
}


@pytest.mark.parametrize("what", PAIRS)
def test_every_byte_that_a_seat_is_sent_is_the_same(what: str, tmp_path: Path) -> None:
    found = pair(*PAIRS[what])
    assert found is not None
    one, other = (bytes_sent(tmp_path / str(at), record, found[2]) for at, record in enumerate(found[:2]))
    assert one == other
    assert b"event-stream" in one


@pytest.mark.parametrize("write", [16])
def test_a_plug_is_pulled(write: int, tmp_path: Path) -> None:
    assert killed_at(tmp_path / "game", free_port(), write) == ("", True)


def test_the_first_moves_of_an_evening(browser: Any, tmp_path: Path) -> None:  # noqa: F811
    """A slip, a vote, a phone that sleeps, a reload and a killed server; `python -m tests.phones screens` plays to the end."""
    from phones.screens import EVENINGS, Evening  # without playwright, the fixture has skipped this

    evening = Evening(browser, free_port(), tmp_path, Random(1))
    try:
        evening.begin(EVENINGS["2014"])
        evening.play(6, every=6)
    finally:
        assert evening.end() == []
    assert evening.waits
    assert [cause for cause, _ in evening.returns] == ["sleep", "restart"]
