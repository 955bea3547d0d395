"""The referee as a person uses it: a real pseudo-terminal, a short game of every edition with mistakes, a slip, a kill.

A second table in this process plays the same game, and everything that is printed is compared with it.
"""

from __future__ import annotations

import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import define, evolve, field
from live_play import TABLES, TOP, Player, Table, table

from adjudicator.report import layout
from adjudicator.report.screens import news
from adjudicator.table.record_files import RecordFiles
from adjudicator.table.screens import Screen
from adjudicator.table.table_game import TableGame

pytestmark = pytest.mark.campaign

APART, TOGETHER, CLEAR, FORGET = "\033[?1049h", "\033[?1049l", "\033[H\033[J", "\033[3J"
CODES = re.compile(rb"\x1b\[\?2004[hl]\r?")  # sent by readline around a line that can be edited
PATIENCE = 120.0  # seconds that an answer may take on a busy machine
CTRL_C, CTRL_D = "\x03", "\x04"
LINES = 12  # typed in a game before the fugitive gives up


@define
class Laptop:
    """The program in a terminal of 80 by 24."""

    folder: Path
    arguments: tuple[str, ...]
    kind: str = "xterm"
    pid: int = 0
    terminal: int = -1
    written: list[str] = field(factory=list)  # all that it wrote, screen by screen

    def start(self) -> str:
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:  # pragma: no cover
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # who runs the tests in the background ignores Ctrl-C
            os.chdir(self.folder)
            path = os.pathsep.join([str(TOP), os.environ.get("PYTHONPATH", "")])
            environment = {**os.environ, "TERM": self.kind, "NO_COLOR": "1", "PYTHONPATH": path}
            os.execve(sys.executable, [sys.executable, "-m", "adjudicator", "referee", *self.arguments], environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        return self.read()

    def type(self, line: str) -> str:
        os.write(self.terminal, f"{line}\n".encode())
        return self.read()

    def read(self, again: str = "") -> str:
        """The output until the next question, or the end of the program; while nothing comes, a key is pressed again."""
        found, end = b"", time.monotonic() + PATIENCE
        while time.monotonic() < end:
            ready, _, _ = select.select([self.terminal], [], [], 0.5)
            if not ready:
                os.write(self.terminal, again.encode())
                continue
            try:
                data = os.read(self.terminal, 65536)
            except OSError:  # the other end is gone
                break
            found += data
            if not data or self._asks(found):
                break
        else:
            raise AssertionError(f"nothing is asked, only said: {found!r}")
        text = found.decode().replace("\r\n", "\n")
        self.written.append(text)
        return text

    def _asks(self, found: bytes) -> bool:
        return CODES.sub(b"", found).endswith(b"\n> ")

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.wait()

    def wait(self) -> int:
        _, status = os.waitpid(self.pid, 0)
        os.close(self.terminal)
        self.pid = 0
        return os.waitstatus_to_exitcode(status)


@pytest.fixture
def laptops() -> Iterator[list[Laptop]]:
    started: list[Laptop] = []
    yield started
    for one in started:
        if one.pid:
            one.kill()


@define
class Both:
    """The same game in the terminal and in this process."""

    laptop: Laptop
    here: Table
    folder: Path

    def same(self, text: str, before: Screen | None) -> None:
        """All lines of the screen here were printed there, at its end."""
        lines = "\n".join(news(self.here.screen, before))
        assert text.split(CLEAR)[-1].split(TOGETHER)[-1].endswith(f"{lines}\n> ")

    def type(self, line: str) -> None:
        before = self.here.screen
        text = self.laptop.type(line)
        self.here.type(line)
        self.same(text, before)
        assert (APART in text) == (self.here.screen.is_private and not before.is_private)
        assert (CLEAR + FORGET + TOGETHER in text) == (before.is_private and not self.here.screen.is_private)

    def go_on(self) -> None:
        """Kill the program, and continue with the same command."""
        self.laptop.kill()
        self.here.quit()
        self.here = table(self.folder)
        text = self.laptop.start()
        assert "continues in round" in text
        self.here.screens.clear()
        self.here.begin()
        board = "\n".join(news(evolve(self.here.screen, says=()), None))
        assert board in text


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens here are laid out as in the terminal."""
    monkeypatch.setattr(layout, "columns", lambda stream=None: 80)


def begin(name: str, tmp_path: Path, laptops: list[Laptop], *more: str) -> Both:
    here = table(tmp_path / "here", TABLES[name], cards="type")
    folder = tmp_path / "there"
    folder.mkdir()
    (folder / "headers.txt").write_text(TABLES[name], encoding="utf-8")
    laptop = Laptop(folder, ("--from", "headers.txt", "--log", "game.log", *more))
    laptops.append(laptop)
    text = laptop.start()
    if "Who draws" in text:
        text = laptop.type("type")
    both = Both(laptop, here, tmp_path / "here")
    both.same(text, here.screens[-2] if len(here.screens) > 1 else None)
    return both


@pytest.mark.parametrize("name", TABLES)
def test_a_short_game(name: str, tmp_path: Path, laptops: list[Laptop]) -> None:
    both = begin(name, tmp_path, laptops)
    player = Player(both.here, random.Random(5), special=0.25)
    slipped = killed = False
    for number in range(3 * LINES):
        if both.here.game.is_over:
            break
        if number == 8:
            both.go_on()
            player.table = both.here
            killed = True
        if number > LINES and both.here.screen.prompt in ("Your move", "Next entry"):
            both.type("resigns")
            both.type("yes")
            continue
        if number % 7 == 3:
            both.type("blue submarine 12")
        both.type(_line(player, both.here))
        if not slipped and _may_slip(both.here):
            both.type("undo agreed")
            slipped = True
    assert both.here.game.is_over
    assert slipped
    assert killed
    _finish(both)


def _line(player: Player, here: Table) -> str:
    """The text that the player types; a card that is asked for is one of those that may come."""
    if here.screen.prompt.startswith("Which card"):
        words = [word for move in here.game.game.next_steps() if not move.legs for word in move.notation.split()]
        cards = [word.split("/") for word in words if "/" in word]
        return "/".join(map(str, player.random.choice(cards)))
    return player.line()


def _may_slip(here: Table) -> bool:
    last = here.game.last_clause
    return last is not None and last.piece != "X" and not here.screen.is_private and not here.game.is_over


def _finish(both: Both) -> None:
    """The end: the files are the game, nothing of his was ever on the open screen, and the program says goodbye."""
    folder = both.laptop.folder
    assert _game(folder, both.here).items == both.here.game.items
    everything = "".join(both.laptop.written)
    open_part = re.sub(f"{re.escape(APART)}.*?({re.escape(TOGETHER)}|$)", "", everything, flags=re.DOTALL)
    assert "you are at" in everything
    assert "you are at" not in open_part
    assert "Run the same command" in both.laptop.type("quit")
    assert both.laptop.wait() == 0
    assert sorted(path.name for path in folder.iterdir()) == ["game.log", "game.secret", "headers.txt"]


def test_killed_at_any_moment_it_goes_on(tmp_path: Path, laptops: list[Laptop]) -> None:
    both = begin("2014", tmp_path, laptops)
    random_ = random.Random(3)
    laptop = both.laptop
    folder = laptop.folder
    for _ in range(3):
        before = _clauses(folder, both.here)
        text = laptop.written[-1]
        if APART not in text and "Pass the laptop" in text:
            laptop.type("")
        move = str(_game(folder, both.here).game.next_steps()[0])
        os.write(laptop.terminal, f"{move}\n".encode())
        time.sleep(random_.random() * 0.12)
        laptop.kill()
        assert _clauses(folder, both.here) in (before, before + 1)
        assert "continues in round" in laptop.start()
    laptop.kill()


def _game(folder: Path, here: Table) -> TableGame:
    return RecordFiles(folder / "game.log").read(here.game.rules)


def _clauses(folder: Path, here: Table) -> int:
    return len(_game(folder, here).record.clauses)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_private_screen_is_wiped_when_the_program_is_told_to_end(number: int, tmp_path: Path, laptops: list[Laptop]) -> None:
    both = begin("2014", tmp_path, laptops)
    both.type("")
    os.kill(both.laptop.pid, number)
    assert CLEAR + FORGET + TOGETHER in both.laptop.read()
    assert both.laptop.wait() == 128 + number
    assert sorted(path.name for path in both.laptop.folder.iterdir()) == ["game.log", "game.secret", "headers.txt"]


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
def test_who_has_enough_may_also_leave_by_a_key(key: str, tmp_path: Path, laptops: list[Laptop]) -> None:
    both = begin("2014", tmp_path, laptops)
    os.write(both.laptop.terminal, key.encode())
    said = both.laptop.read(again=key)  # which is lost until the line can be edited
    assert said.endswith("\ngame.log: saved. Run the same command to continue.\n")
    assert both.laptop.wait() == 0


def test_a_line_can_be_edited_and_called_back_but_nothing_that_was_typed_in_private(
    tmp_path: Path, laptops: list[Laptop]
) -> None:
    both = begin("2014", tmp_path, laptops)
    both.type("")
    both.type("taxi 115")
    up, home, yank = "\x1b[A", "\x01", "\x19"
    assert "115" not in both.laptop.type(f"{up}{up}{yank}")  # nothing to call back, so nothing is typed
    assert "\nred taxi 15\n" in both.laptop.type(f"ed taxi 15{home}r")
    assert "red has already moved" in both.laptop.type(up)


@pytest.mark.parametrize("name", ["dumb", ""])
def test_a_terminal_that_cannot_be_wiped_is_refused(name: str, tmp_path: Path, laptops: list[Laptop]) -> None:
    laptop = Laptop(tmp_path, ("--variant", "2014"), name)
    laptops.append(laptop)
    assert "error F89: this terminal cannot be wiped" in laptop.start()
    assert laptop.wait() == 2
    assert list(tmp_path.iterdir()) == []
