"""Writing so that nothing is lost: a file is replaced as a whole, flushed and synced. Every call may be the last one."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

PRIVATE, OPEN = 0o600, 0o644
UNFINISHED = "sy-judge-unfinished"  # no file of somebody else is called so


class Trouble(Exception):
    """The disk did not do what it should: in words for the table, who can free some space and try again."""


def reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


class Disk:
    """The few things that are asked of a disk, each one apart, so that a test can stop the program before any of them."""

    def replace(self, path: Path, data: bytes, mode: int) -> None:
        """The whole file or none of it: written beside, synced, then put in place. A log that is there keeps its rights, and
        a file that a link leads to is replaced where it is."""
        path = path.resolve()
        beside = self.tidied(path)
        kept = stat.S_IMODE(os.stat(path).st_mode) if mode == OPEN and path.exists() else mode
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        try:
            if kept != mode:
                os.chmod(beside, kept)
            self._write(descriptor, data)
            self._sync(descriptor)
        finally:
            os.close(descriptor)
        self._rename(beside, path)
        self._sync_folder(path.parent)

    def tidied(self, path: Path) -> Path:
        """Where a file is written before it is put in place; what a sudden end left there is taken away."""
        path = path.resolve()
        beside = path.with_name(f".{path.name}.{UNFINISHED}")
        with contextlib.suppress(FileNotFoundError):
            os.unlink(beside)
        return beside

    def remove(self, path: Path) -> None:
        """Take a file away; it is gone from the disk when this returns."""
        path = path.resolve()
        self._unlink(path)
        self._sync_folder(path.parent)

    def close(self, path: Path, mode: int) -> bool:
        """Take from others what this mode does not give them; tells whether they had it. Not every system knows of others."""
        if os.name != "posix" or not os.stat(path).st_mode & 0o777 & ~mode:
            return False
        os.chmod(path, mode)
        return True

    def _write(self, descriptor: int, data: bytes) -> None:
        while data:
            data = data[os.write(descriptor, data) :]

    def _sync(self, descriptor: int) -> None:
        os.fsync(descriptor)

    def _unlink(self, path: Path) -> None:
        os.unlink(path)

    def _rename(self, source: Path, target: Path) -> None:
        os.replace(source, target)

    def _sync_folder(self, folder: Path) -> None:
        """The name of a file is on the disk when its folder is; not every system can be asked for that."""
        with contextlib.suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
