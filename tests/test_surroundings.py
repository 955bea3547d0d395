"""Pipes, devices, clocks and full disks do no harm: a fixed sample (`tests/surroundings.py` tries many)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from surroundings import KINDS, has_small_disks

pytestmark = pytest.mark.campaign


@pytest.mark.parametrize("kind", KINDS)
def test_one_of_each(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if kind == "full" and not has_small_disks():
        pytest.skip("this process may not mount a small disk")
    monkeypatch.chdir(tmp_path)
    KINDS[kind](tmp_path, Random(1))
