"""One referee a game: a second one is refused for as long as the first lives, and no longer.

The operating system holds the lock and lets go of it when the program ends, however it ends; so no lock is ever stale.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from adjudicator.faults import Fault, Place, Refused
from adjudicator.files import shown
from adjudicator.table.disk import reason


class Lock:
    """A file beside the record that one program at a time holds locked."""

    def __init__(self, path: Path):
        self.path = path
        self._descriptor = -1

    def take(self) -> None:
        """Raises Refused where another referee is at work, or nothing can be written."""
        descriptor = self._open()
        if not _locked(descriptor):
            holder = os.read(descriptor, 20).decode("ascii", "replace").strip()
            os.close(descriptor)
            process = holder if holder.isdigit() else ""
            raise Refused([Fault("F10", Place(shown(self.path)), process=process)])
        if not _is_ours(descriptor):
            os.close(descriptor)
            raise Refused([Fault("F87", Place(shown(self.path)))])
        if not self._is_there(descriptor):  # its owner has just let go and removed the file
            os.close(descriptor)
            self.take()
            return
        with contextlib.suppress(OSError):  # who holds it is a courtesy
            os.ftruncate(descriptor, 0)
            os.lseek(descriptor, 0, os.SEEK_SET)  # the contents have been read
            os.write(descriptor, f"{os.getpid()}\n".encode())
        self._descriptor = descriptor

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else works on the log meanwhile."""
        self.take()
        try:
            yield
        finally:
            self.release()

    def _open(self) -> int:
        try:
            return os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
        except OSError as error:
            raise Refused([Fault("F09.beside", Place(shown(self.path)), reason=reason(error))]) from None

    def _is_there(self, descriptor: int) -> bool:
        try:
            return os.path.samestat(os.fstat(descriptor), os.stat(self.path))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        if self._descriptor < 0:
            return
        with contextlib.suppress(OSError):
            os.unlink(self.path)
        with contextlib.suppress(OSError):
            os.close(self._descriptor)
        self._descriptor = -1


def _is_ours(descriptor: int) -> bool:
    """A lock holds the number of a process, or nothing where that could not be written."""
    return not os.read(descriptor, 20).decode("ascii", "replace").strip("0123456789\n")


def _locked(descriptor: int) -> bool:
    """Whether the lock could be taken; on systems with neither way of locking, everybody is trusted."""
    try:
        import fcntl
    except ImportError:
        return _locked_elsewhere(descriptor)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _locked_elsewhere(descriptor: int) -> bool:
    try:
        import msvcrt
    except ImportError:
        return True
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError:
        return False
    return True
