"""`--watch`: a command is run again when one of its files has changed, and Ctrl-C ends it with a plain line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said

from adjudicator.cli import watching

LEGAL = "variant: 2014\nstart: X 104; red 26; blue 117; green 174; yellow 50\n\n1. X taxi 86\n"


def test_files_that_are_named_and_those_beside_them_are_watched(tmp_path: Path) -> None:
    for name in ("game.log", "rules.toml", "notes.txt", "deep/pack.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x", encoding="utf-8")
    named = watching.stamps(
        ["check", str(tmp_path / "game.log"), "--variant", f"2014+{tmp_path / 'deep' / 'pack.toml'}", "gone.log"]
    )
    assert {Path(name).name for name in named} == {"game.log", "rules.toml", "pack.toml"}
    assert {Path(name).name for name in watching.stamps([str(tmp_path)])} == {"game.log", "rules.toml", "pack.toml"}
    (tmp_path / "rules.toml").write_text("longer", encoding="utf-8")
    assert watching.stamps(["check", str(tmp_path / "game.log")]) != named


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_a_log_is_judged_again_when_it_changes(tmp_path: Path) -> None:
    log, output = tmp_path / "game.log", tmp_path / "output.txt"
    log.write_text(LEGAL, encoding="utf-8")
    with output.open("wb") as file:
        command = [sys.executable, "-m", "adjudicator", "check", str(log), "--watch"]
        around = {**os.environ, "PYTHONPATH": str(TOP)}
        ran = subprocess.Popen(command, stdout=file, stderr=file, env=around, cwd=tmp_path, preexec_fn=_heeding_ctrl_c)
        _until(lambda: output.read_text(encoding="utf-8").count("press Ctrl-C") == 1)
        log.write_text(LEGAL.replace("86", "87"), encoding="utf-8")
        _until(lambda: output.read_text(encoding="utf-8").count("press Ctrl-C") == 2)
        ran.send_signal(signal.SIGINT)
        assert ran.wait(60) == 1
    said = output.read_text(encoding="utf-8")
    assert (": legal by" in said.partition("Watching 1 file;")[0], said.count("illegal by"), "Traceback" in said) == (
        True,
        1,
        False,
    )
    assert said.endswith("\nNo longer watching.\n")


def _heeding_ctrl_c() -> None:
    """Tests that run in the background ignore Ctrl-C, and so would what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _until(holds: Callable[[], bool]) -> None:
    for _ in range(600):
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError("it was not run again")


def test_commands_that_can_be_watched(sy_judge: Callable[..., Said]) -> None:
    for command in (("check",), ("variant", "lint"), ("variant", "test")):
        assert "--watch" in sy_judge(*command, "--help").output
