"""Writes files without losing anything: a file is replaced as a whole, flushed and synced. Every call may be the last one."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

PRIVATE, OPEN = 0o600, 0o644
UNFINISHED = "sy-judge-unfinished"  # no other program's file has this name


class Trouble(Exception):
    """A disk error, in words for the table, where somebody can free space and try again."""


def reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


class Disk:
    """The disk operations, one method for each, so that a test can stop the program before any of them."""

    def replace(self, path: Path, data: bytes, mode: int) -> None:
        """Replace a whole file or nothing: write a new file, sync, move it into place. An existing log keeps its permissions,
        and a file behind a link is replaced in its own folder."""
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
        """The path where a file is written before it is moved into place; a file that a crash left there is removed."""
        path = path.resolve()
        beside = path.with_name(f".{path.name}.{UNFINISHED}")
        with contextlib.suppress(FileNotFoundError):
            os.unlink(beside)
        return beside

    def remove(self, path: Path) -> None:
        """Remove a file; it is gone from the disk when this returns."""
        path = path.resolve()
        self._unlink(path)
        self._sync_folder(path.parent)

    def close(self, path: Path, mode: int) -> bool:
        """Remove permissions that are not in `mode`. Returns whether there were any; not every system has such permissions."""
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
        """Sync a folder, because the name of a file is on the disk only then; some systems cannot do it."""
        with contextlib.suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
