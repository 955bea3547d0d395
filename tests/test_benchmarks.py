"""The benchmarks run, and write what they say they write. How fast anything is, no test asks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.campaign

TOP = Path(__file__).parent.parent


def test_a_little_of_everything(tmp_path: Path) -> None:
    found = tmp_path / "figures.json"
    run = [sys.executable, str(TOP / "benchmarks" / "run.py"), "--tiny", "--json", str(found)]
    environment = {**os.environ, "SY_JUDGE_CACHE": str(tmp_path / "cache")}
    said = subprocess.run(run, cwd=TOP, env=environment, capture_output=True, text=True, encoding="utf-8")
    assert said.returncode == 0, said.stderr
    data = json.loads(found.read_text(encoding="utf-8"))
    assert {"baseline", "python", "seconds", "rows", "growth"} <= data.keys()
    assert len(data["rows"]) == 40
    assert all(row["ratio"] > 0 and row["work"] in said.stdout for row in data["rows"])
    assert [curve["things"] for curve in data["growth"]] == ["clauses", "rules"]
