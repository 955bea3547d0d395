"""Every text fits the columns there are, from 40 to 200; what goes into a pipe is the same everywhere."""

from __future__ import annotations

import io
import os
import pty
import shlex
import subprocess
import sys
import termios
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from conftest import TOP, Said
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.report import layout

WIDTHS = (40, 57, 80, 100, 200)
LONGEST = 24  # a word, command or path that leaves less room than this may stick out: it is never broken
LOG, MISTAKES = "examples/2014.log", "examples/2014-mistakes.log"
COMMANDS = (
    f"check {MISTAKES}",
    "check examples/records",
    f"check {LOG} --variant all",
    "check examples/records --statistics --quiet",
    "check examples/pages/table-mistake-illegal.csv",
    f"moves {LOG} --at 2.red",
    f"state {LOG} --at 5",
    "state examples/holmes.log",
    f"where {LOG} --at 5 --why 99",
    f"where {LOG} --at 5 --why 12",
    "ask 2014 may detectives use the ferry",
    "ask 2014",
    "rules 2014",
    "rules holmes G28",
    "rules 2014 ferry-for-the-fugitive",
    "rules 2014 --about ferry",
    "diff classic 2014",
    "explain E202",
    "explain free-station --variant 2014",
    "variant show",
    "variant show holmes",
    "variant lint examples/2014.log",
    "variant lint examples/packs/short-evening.toml",
    "variant test examples/packs/short-evening.toml",
    "playtest 2014 --compare 2014+examples/packs/no-doubles.toml --games 3 --players random",
    "board show",
    "board show london-1895 127",
    "board show london",
    "check examples/not-there.log",
    "--help",
    "check --help",
    "serve --help",
)
NARROW = (
    "draw",
    "chekc game.log",
    "check game.log --format yaml",
    "explain nothing",
    "replay game.log",
    "ask --help",
    "variant --help",
)


@pytest.mark.parametrize(
    ("command", "width"), list(zip(COMMANDS, cycle(WIDTHS), strict=False)) + [(one, 40) for one in (*COMMANDS[:12:2], *NARROW)]
)
def test_commands_fit(command: str, width: int, sy_judge: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOP)
    monkeypatch.setattr(layout, "PIPE", width)  # the width without a terminal, as in this process
    found = sy_judge(*command.split())
    assert found.output
    wide = [line for line in found.output.splitlines() if layout.width_of(line) > width and not _is_one_word(line, width)]
    assert wide == []


def _is_one_word(line: str, width: int) -> bool:
    """Whether a line is too long because of something that must not be broken: a path, a digest."""
    return max(map(layout.width_of, line.split())) > width - LONGEST


def test_a_command_on_several_lines_is_still_the_command() -> None:
    command = '    sy-judge ask ./my-rules.toml "what happens if X cannot move" --option cut-off'
    lines = layout.typed(command, 40)
    assert len(lines) == 3
    assert shlex.split(" ".join(lines).replace("\\", "")) == shlex.split(command)


# --- the terminal


class Screen(io.StringIO):
    """A stream that says it is a terminal, whose size nobody can tell."""

    def isatty(self) -> bool:
        return True


def test_the_width_of_a_terminal_is_asked_for_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert layout.columns(io.StringIO()) == layout.PIPE
    assert layout.columns(Screen()) == layout.PIPE
    for told, width in ((20, 40), (72, 72), (500, 200)):
        screen = Screen()
        monkeypatch.setattr(screen, "fileno", lambda: 1)
        monkeypatch.setattr(os, "get_terminal_size", lambda _, told=told: os.terminal_size((told, 24)))
        assert layout.columns(screen) == width


def test_a_pipe_is_always_as_wide(sy_judge: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> None:
    texts = []
    for columns in ("40", "180"):
        monkeypatch.setenv("COLUMNS", columns)
        texts.append(sy_judge("check", TOP / MISTAKES).output + sy_judge("check", "--help").output)
    assert texts[0] == texts[1]


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_at_a_terminal_the_summary_comes_first_and_fits() -> None:
    mine, its = pty.openpty()
    termios.tcsetwinsize(its, (24, 60))
    command = [sys.executable, "-m", "adjudicator", "check", "examples/records"]
    ran = subprocess.Popen(command, stdout=its, stderr=subprocess.DEVNULL, cwd=TOP, env={**os.environ, "NO_COLOR": "1"})
    os.close(its)
    lines = _read(mine).decode().splitlines()
    assert ran.wait() == 1
    assert lines[0].startswith("examples/records/log-sheet.log")
    assert any(line.startswith("6 logs: 2 legal") for line in lines[:30])
    assert max(map(len, lines)) <= 60


def _read(terminal: int) -> bytes:
    """Everything, up to the error by which Linux says that nobody writes any more."""
    found = b""
    while True:
        try:
            more = os.read(terminal, 65536)
        except OSError:
            return found
        if not more:
            return found
        found += more


# --- pieces


@given(st.text(), st.text(), st.integers(40, 200))
def test_wrapped_text_fits_and_keeps_its_words(head: str, text: str, width: int) -> None:
    head = layout.one_line(head)[:20]
    lines = layout.wrapped(head, text, width).split("\n")
    assert " ".join(" ".join(lines).split()) == " ".join((head + layout.one_line(text)).split())
    assert all(layout.width_of(line) <= width or _is_one_word(line, width) for line in lines)


@given(st.text(max_size=300), st.integers(0, 320), st.integers(1, 320), st.integers(30, 190))
def test_a_cut_line_fits_around_its_caret(line: str, start: int, length: int, room: int) -> None:
    before, marked, after = layout.window(line, start, length, room)
    assert layout.width_of(before + marked + after) <= room
    if start < len(line):
        assert marked == "…" or layout.one_line(line)[start] == marked[0]


def test_a_line_at_fault_is_cut_around_the_caret(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    text = (
        "variant: 2014\nstart: X 104; red 26\n\n1. X taxi 86; red taxi 15" + " " * 200 + "; red bus 999  # " + "x" * 200 + "\n"
    )
    (tmp_path / "long.log").write_text(text, encoding="utf-8")
    shown = next(line for line in sy_judge("check", tmp_path / "long.log").output.splitlines() if "red bus 999" in line)
    assert shown.startswith("4 | …")
    assert shown.endswith("…")
