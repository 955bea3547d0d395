"""The terminal of a shared laptop: screens are printed line by line, and text for one player is wiped after it was read."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve

if TYPE_CHECKING:
    from adjudicator.table.screens import Screen

APART, TOGETHER = "\033[?1049h", "\033[?1049l"  # switch to a screen without scroll-back, and return
CLEAR = "\033[H\033[J"
FORGET = "\033[3J"  # clear the scroll-back, if the terminal has only one screen
PROMPT = "> "
UNSEEN = "(a private screen: it is shown on a terminal only)"
ENDS = ("SIGTERM", "SIGHUP", "SIGQUIT")  # signals to end, for a closed window, and for Ctrl-\\; some systems lack some of them


def talk(dialogue: Any, terminal: Terminal) -> Any:
    """Show the screens of a dialogue and send it lines until one side ends. Returns the result of a finished dialogue.

    Raises Refused before the first question if it is a terminal that cannot be wiped.
    """
    terminal.check()
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
    """The laptop's terminal. If input or output is not a terminal, private screens are not printed."""

    def __init__(self) -> None:
        self._is_typed = sys.stdin.isatty()
        self.can_wipe = (
            self._is_typed and sys.stdout.isatty() and (_is_windows() or (os.environ.get("TERM") or "dumb") != "dumb")
        )
        self._readline = _readline() if self.can_wipe else None
        self._private = False
        self._before: Screen | None = None
        if hasattr(sys.stdin, "reconfigure"):  # bytes that are not text are replaced, and then refused
            sys.stdin.reconfigure(errors="replace")

    def check(self) -> None:
        """Raises Refused if secrets would remain on the screen after they were read."""
        from adjudicator.faults import Fault, Place, Refused

        if self._is_typed and not self.can_wipe:
            raise Refused([Fault("F89", Place(""))])

    @contextlib.contextmanager
    def ready(self) -> Iterator[None]:
        """Make sure that no private text remains on the screen when this block ends, for any reason."""
        known = [getattr(signal, name) for name in ENDS if hasattr(signal, name)]
        before = [(number, signal.signal(number, _stop)) for number in known]
        try:
            yield
        finally:
            with contextlib.suppress(OSError):  # the window may be closed
                self._leave()
            for number, handler in before:
                signal.signal(number, handler)

    # -- showing
    def show(self, screen: Screen) -> None:
        """Print the new parts of a screen; a private one is printed on the other screen of the terminal."""
        from adjudicator.report.screens import news

        if screen.is_private and not self._private:
            self._enter()
        elif not screen.is_private:
            self._leave()
        hidden = screen.is_private and not self.can_wipe
        self._say(*([UNSEEN] if hidden else news(screen, self._before)))
        self._before = screen

    def end_line(self) -> None:
        """End the line of a prompt, so that the next message begins on a new one."""
        if self._is_typed and not self._private:
            self._write("\n")

    def _say(self, *lines: str) -> None:
        self._write("".join(f"{line}\n" for line in lines))

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    def _enter(self) -> None:
        self._private = True
        if self.can_wipe:
            self._wipe(APART + CLEAR)
            _suspendable(False)

    def _leave(self) -> None:
        """Wipe, then return to the table's screen, and discard input that was typed ahead."""
        if self._private and self.can_wipe:
            self._wipe(CLEAR + FORGET + TOGETHER)
            _suspendable(True)
            _drop_typed_ahead()
        self._private = False

    def _wipe(self, codes: str) -> None:
        """Send these codes; on Windows, which has no other screen, clear the whole screen."""
        if _is_windows():
            click.clear()
        else:
            self._write(codes)

    # -- reading
    def read(self, screen: Screen) -> str | None:
        """The next typed line, or None at the end of input. `table` is handled here: it prints the screen again."""
        while (line := self._line()) is not None and line.strip() == "table" and screen.board is not None:
            self._before = None
            self.show(evolve(screen, says=()))
        return line

    def _line(self) -> str | None:
        if self._readline is None or self._private:  # private lines must not get into the history
            self._write(PROMPT if self.can_wipe else "")
            line = sys.stdin.readline()
            return line.rstrip("\r\n") if line else None
        try:
            line = input(PROMPT)
        except EOFError:
            return None
        if line.strip():
            self._readline.add_history(line)
        return line


def _readline() -> Any:
    """The module with which `input` edits lines and remembers them, or None on systems without it."""
    try:
        import readline
    except ImportError:
        return None
    readline.set_auto_history(False)
    return readline


def _is_windows() -> bool:
    return os.name == "nt"


def _stop(signum: int, frame: object) -> None:
    raise SystemExit(128 + signum)


def _drop_typed_ahead() -> None:
    with contextlib.suppress(ImportError):
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _suspendable(allowed: bool) -> None:
    """Allow or forbid suspending the program. While one player alone looks, the shell would show that screen."""
    if hasattr(signal, "SIGTSTP"):
        signal.signal(signal.SIGTSTP, signal.SIG_DFL if allowed else signal.SIG_IGN)
