"""Allows one referee for a game: a second is refused while the first runs.

The operating system holds the lock and releases it when the program ends for any reason, so no lock is ever stale.
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
    """A file next to the record, which one program at a time can lock."""

    def __init__(self, path: Path):
        self.path = path
        self._descriptor = -1

    def take(self) -> None:
        """Take the lock. Raises Refused if another referee has it, or if the file cannot be written."""
        descriptor = self._open()
        if not _locked(descriptor):
            holder = os.read(descriptor, 20).decode("ascii", "replace").strip()
            os.close(descriptor)
            process = holder if holder.isdigit() else ""
            raise Refused([Fault("F10", Place(shown(self.path)), process=process)])
        if not _is_ours(descriptor):
            os.close(descriptor)
            raise Refused([Fault("F87", Place(shown(self.path)))])
        if not self._is_there(descriptor):  # the owner has just released and removed it
            os.close(descriptor)
            self.take()
            return
        with contextlib.suppress(OSError):  # the number is only for the message
            os.ftruncate(descriptor, 0)
            os.lseek(descriptor, 0, os.SEEK_SET)  # after its contents were read
            os.write(descriptor, f"{os.getpid()}\n".encode())
        self._descriptor = descriptor

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Lock the log in this block."""
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
    """Whether a file is a lock: it has the number of a process, or nothing if that could not be written."""
    return not os.read(descriptor, 20).decode("ascii", "replace").strip("0123456789\n")


def _locked(descriptor: int) -> bool:
    """Whether the lock could be taken. True on systems without a way to lock."""
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
