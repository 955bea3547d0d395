"""A few tables of `tests/in_play`, drawn by a fixed seed; `python -m tests.in_play` plays them all."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from in_play.playing import faults_of, files, tables_of

DRAWN = Random(1).sample(files(), 6)


@pytest.mark.parametrize("file", DRAWN, ids=lambda file: file.stem)
def test_a_game_and_every_view_of_it_is_never_illegal(file: Path) -> None:
    table = Random(file.stem).choice(tables_of(file))
    assert list(faults_of(table, 1)) == []
