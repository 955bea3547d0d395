"""One command in this process, its clock and its memory watched."""

from __future__ import annotations

import resource
import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen
from click.testing import CliRunner

HANG = 20.0  # seconds of processor time: twenty times what is promised, so that only what does not end is caught
ROOM = 1024 * 1024 * 1024  # bytes that one command may want beyond what this process has


class Endless(BaseException):
    """Not an Exception, so that nobody who catches those goes on."""


@contextmanager
def ends(seconds: float = HANG) -> Iterator[None]:
    """The code within comes to an end. It finds a loop, not a slow machine: how long things take is measured elsewhere."""

    def give_up(*_: object) -> None:
        raise Endless(f"this did not end within {seconds:.0f} seconds of work")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)  # again and again: an exception within a callback is lost
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def little_memory() -> Iterator[None]:
    """Refuse much more memory than is used now, where the system can say how much that is."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        yield
        return
    limits = resource.getrlimit(resource.RLIMIT_AS)
    now = int(statm.read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + ROOM, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limits)


@frozen
class Ran:
    """The result of a command: its output, its exit code, its time, and the exception that nobody caught."""

    output: str
    code: int
    seconds: float
    thrown: str = ""


def run(arguments: list[str]) -> Ran:
    from adjudicator.cli import main

    begun = time.process_time()
    try:
        with ends(), little_memory():
            result = CliRunner().invoke(main, arguments, prog_name="sy-judge")
    except Endless as endless:
        return Ran("", -1, time.process_time() - begun, str(endless))
    seconds, thrown = time.process_time() - begun, ""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        thrown = "".join(traceback.format_exception(result.exception))
    return Ran(result.output, result.exit_code, seconds, thrown)
