"""`sy-judge referee`: the referee at the table. Everything about terminals is here, and nothing about the game."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli import has_colour
from adjudicator.cli.check import rules_options

if TYPE_CHECKING:
    from adjudicator.judge.log_file import Asked
    from adjudicator.table.screens import Screen

APART, TOGETHER = "\033[?1049h", "\033[?1049l"  # another screen than the one with the scroll-back, and back again
CLEAR = "\033[H\033[J"
PROMPT = "> "
FORGET = "\033[3J"  # the scroll-back, if the terminal has only one screen
ENDS = ("SIGTERM", "SIGHUP", "SIGQUIT")  # told to end, the window closed, Ctrl-\\; not every system has them all


@click.command(short_help="Referee a game at the table; every move is judged.")
@rules_options
@click.option(
    "--log", default="game.log", show_default=True, metavar="FILE", help="The public log; the whole record is next to it."
)
@click.option("--from", "page", default="", metavar="FILE", help="Take headers, and clauses already played, from this record.")
@click.option("--plain", is_flag=True, help="For screen readers: line by line, without tables; secrets only on request.")
def referee(asked: Asked, log: str, page: str, plain: bool) -> None:
    """Referee a game on one laptop: every move is judged before it counts, and hidden moves stay hidden.

    The game is saved after each move. Run the same command to continue after an interruption. At every prompt you can type
    `?`, `moves`, `ask`, `why not`, `where`, `table`, `undo` or `quit`.

    \b
    Examples:
      sy-judge referee
      sy-judge referee --variant 2014 --log friday.log
      sy-judge referee --from paper.log --log friday.log
      sy-judge referee --variant ./my-rules.toml --plain
    """
    from adjudicator.table.evening import Evening

    evening = Evening(Path(log), asked, page)
    terminal = Terminal(plain=plain)
    with terminal.ready():
        talk(evening.run(), terminal)
    saved = f"{log}: saved. Run the same command to continue."
    click.echo(saved if Path(log).exists() else "No game was started, and no file was written.")


def talk(dialogue: Any, terminal: Terminal) -> Any:
    """Screens out, lines in, until one side has enough. Gives what the dialogue came to, if it came to its end."""
    try:
        screen = next(dialogue)
        while True:
            terminal.show(screen)
            line = terminal.read(screen)
            if line is None:
                terminal.end_line()
                break
            screen = dialogue.send(line)
    except KeyboardInterrupt:
        terminal.end_line()
    except StopIteration as end:
        return end.value
    finally:
        dialogue.close()
    return None


class Terminal:
    """The one laptop. Text for one player alone is drawn on another screen than text for all, and wiped."""

    def __init__(self, plain: bool = False):
        drawn = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self.plain = plain or not drawn
        self._has_colour = has_colour(sys.stdout)
        self._private = False
        self._before: Screen | None = None
        self._pages: list[str] = []  # of this screen that were not shown yet
        self._size = os.terminal_size((0, 0))  # of the window when it was drawn
        self._bell = -1  # rings when a signal comes, where there is a terminal
        self._editor = Editor() if not self.plain else None
        if hasattr(sys.stdin, "reconfigure"):  # input that is not text is replaced, and then refused
            sys.stdin.reconfigure(errors="replace")

    @contextlib.contextmanager
    def ready(self) -> Iterator[None]:
        """However the program ends, nothing private is left on the screen."""
        known = [(getattr(signal, name), _stop) for name in ENDS if hasattr(signal, name)]
        known += [(signal.SIGWINCH, _ring)] if hasattr(signal, "SIGWINCH") else []
        before = [(number, signal.signal(number, handler)) for number, handler in known]
        try:
            with _bell() as self._bell:
                yield
        finally:
            with contextlib.suppress(OSError):  # the window may be gone
                self._leave()
            for number, handler in before:
                signal.signal(number, handler)

    # -- showing
    def show(self, screen: Screen) -> None:
        from adjudicator.report.screen_colours import painted
        from adjudicator.report.screens import pages, plain

        if screen.is_private and not self._private:
            self._enter()
        elif not screen.is_private and self._private:
            self._leave()
        if self.plain:
            self._say(*plain(screen, self._before))
        else:
            self._size = shutil.get_terminal_size((80, 24))
            drawn = pages(screen, self._size.columns, self._size.lines)
            self._pages = [painted(page, screen) for page in drawn] if self._has_colour else drawn
            self._turn_page()
        self._before = screen

    def show_alone(self, name: str, text: str) -> None:
        """Something that one person alone may see, as it is; it is wiped when he has seen it."""
        self._say(f"{name}: press Enter when you alone see the screen")
        sys.stdin.readline()
        self._enter()
        self._say(text, "Press Enter to wipe this.")
        sys.stdin.readline()
        self._leave()

    def _turn_page(self) -> None:
        self._write(f"{CLEAR}{self._pages.pop(0)}\n{PROMPT}")

    def end_line(self) -> None:
        """The cursor is after a prompt: the next message begins on its own line."""
        if sys.stdin.isatty() and not self._private:
            self._write("\n")

    def _say(self, *lines: str) -> None:
        self._write("".join(f"{line}\n" for line in lines))

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    def _enter(self) -> None:
        """His typing is wiped with his screen; where nothing is drawn it is silenced before he is asked for it."""
        self._private = True
        if self.plain:
            _echo(False)
        else:
            self._write(APART + CLEAR)
        _suspendable(False)

    def _leave(self) -> None:
        """Wipe first, then show the other screen; and nothing typed ahead gets to the table."""
        if not self._private:
            return
        self._private = False
        if not self.plain:
            self._write(CLEAR + FORGET + TOGETHER + CLEAR)
        _suspendable(True)
        _drop_typed_ahead()
        if self.plain:
            _echo(True)

    # -- reading
    def read(self, screen: Screen) -> str | None:
        """A line, or None at the end of input. Turning a page is done here; and where nothing is drawn, `table` and `tell`."""
        while True:
            line = self._line()
            if self.plain and screen.is_private and sys.stdin.isatty():
                self._write("\n")
            if not line:
                return None
            if self._pages and not line.strip():
                self._turn_page()
                continue
            if self.plain and line.strip() in ("table", "tell"):
                self._speak(screen)
                continue
            return line.strip("\r\n")

    def _line(self) -> str:
        if self._editor is None or self._bell < 0:
            self._wait()
            return sys.stdin.readline()
        with _key_by_key():
            self._wait()
        return self._editor.line(self._private)

    def _wait(self) -> None:
        """Until something is typed. A signal that comes just before the reading begins would wait until somebody types, hence
        the bell; and when the window has another size, its screen is drawn again."""
        while self._bell >= 0:
            found, _, _ = select.select([sys.stdin, self._bell], [], [])
            if self._bell in found:
                os.read(self._bell, 4096)
                if self._before is not None and not self.plain and shutil.get_terminal_size((80, 24)) != self._size:
                    self.show(self._before)
            if sys.stdin in found:
                break

    def _speak(self, screen: Screen) -> None:
        from adjudicator.report.screens import spoken

        self._say(*spoken(screen))
        if screen.is_private:
            self._say("Press Enter to wipe this.")
            self._line()
            if sys.stdout.isatty():
                self._write(CLEAR + FORGET)
        self._say(screen.prompt)


class Editor:
    """Lines that can be edited, with those typed before. Lines typed in private are never offered again."""

    def __init__(self) -> None:
        try:
            import readline
        except ImportError:  # not every system has it
            readline = None  # type: ignore[assignment]
        self._readline: Any = readline
        self._open: list[str] = []  # typed at the table

    def line(self, private: bool) -> str:
        """A line with its end; nothing at the end of input."""
        if self._readline is None:
            return sys.stdin.readline()
        self._readline.set_auto_history(False)
        self._readline.clear_history()
        for line in () if private else self._open:
            self._readline.add_history(line)
        try:
            line = input(f"\001\r\002{PROMPT}")  # over the one on the screen
        except EOFError:
            return ""
        if line.strip() and not private and self._open[-1:] != [line]:
            self._open.append(line)
        return f"{line}\n"


def _ring(signum: int, frame: object) -> None:
    """Does nothing: the signal itself wakes up the program, which waits."""


def _stop(signum: int, frame: object) -> None:
    raise SystemExit(128 + signum)


@contextlib.contextmanager
def _bell() -> Iterator[int]:
    """Something to wait for beside a line: it can be read from when a signal has come. Less than 0 where nobody types."""
    if _termios() is None:
        yield -1
        return
    bell, rope = os.pipe()
    os.set_blocking(rope, False)
    before = signal.set_wakeup_fd(rope)
    try:
        yield bell
    finally:
        signal.set_wakeup_fd(before)
        os.close(bell)
        os.close(rope)


def _echo(wanted: bool) -> None:
    """Whether the terminal shows what is typed; where there is none there is nothing to silence."""
    termios = _termios()
    if termios is not None:
        descriptor = sys.stdin.fileno()
        found = termios.tcgetattr(descriptor)
        found[3] = found[3] | termios.ECHO if wanted else found[3] & ~termios.ECHO
        termios.tcsetattr(descriptor, termios.TCSADRAIN, found)


@contextlib.contextmanager
def _key_by_key() -> Iterator[None]:
    """The first key can be waited for; the line that is read then contains it."""
    termios = _termios()
    if termios is None:
        yield
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    now = [*before[:3], before[3] & ~(termios.ICANON | termios.ECHO), *before[4:]]
    termios.tcsetattr(descriptor, termios.TCSADRAIN, now)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _drop_typed_ahead() -> None:
    termios = _termios()
    if termios is not None:
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _termios() -> Any:
    """The module that controls terminals, if there is a terminal; not every system has it."""
    try:
        import termios
    except ImportError:
        return None
    return termios if sys.stdin.isatty() else None


def _suspendable(allowed: bool) -> None:
    """While one player alone looks, the program cannot be laid aside: the shell would show his screen."""
    if hasattr(signal, "SIGTSTP"):
        signal.signal(signal.SIGTSTP, signal.SIG_DFL if allowed else signal.SIG_IGN)
