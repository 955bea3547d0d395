"""The same game, written otherwise, is judged the same: a fixed sample (`tests/relations.py` tries many)."""

from __future__ import annotations

from pathlib import Path

import pytest
from relations import tried

pytestmark = pytest.mark.campaign


@pytest.mark.parametrize("seed", [1, 2, 7, 11, 40])  # with 11 and 40, a sealed record had lost what was announced
def test_a_game_of_chance_written_otherwise(seed: int, tmp_path: Path) -> None:
    assert tried(seed, tmp_path) == 1
