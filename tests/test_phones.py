"""A few of what `python -m tests.phones` does by the hundred: equal logs, equal bytes, a pulled plug."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from phones.driven import free_port
from phones.games import same_game, tables
from phones.kills import killed_at
from phones.pairs import bytes_sent, pair


@pytest.mark.parametrize("name", ["holmes", "peek"])
def test_the_same_game_over_http(name: str, tmp_path: Path) -> None:
    assert same_game(tmp_path, tables()[name], seed=2, most=16)[0]


@pytest.mark.parametrize(("variant", "seed"), [("2014", 2), ("2023", 5)])
def test_every_byte_that_a_seat_is_sent_is_the_same(variant: str, seed: int, tmp_path: Path) -> None:
    found = pair(variant, seed, 5)
    assert found is not None
    one, other = (bytes_sent(tmp_path / str(at), record, found[2]) for at, record in enumerate(found[:2]))
    assert one == other
    assert b"event-stream" in one


@pytest.mark.parametrize("write", [16])
def test_a_plug_is_pulled(write: int, tmp_path: Path) -> None:
    assert killed_at(tmp_path / "game", free_port(), write) == ("", True)
