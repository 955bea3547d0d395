"""The files of a game: the public log, the fugitive's key beside it, and a lock. A clause is on the disk before it counts.

In this order: the key gets its new lines, then the log its own; only then is taken out of the key what the log does not need
any more. So at every instant the key opens the log that is there.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from attrs import define, field

from adjudicator.faults import Fault, Place, Refused
from adjudicator.files import read_text, shown
from adjudicator.record.transcript_reader import CHARACTERS
from adjudicator.seals.commitments import PURPOSE
from adjudicator.table.disk import OPEN, PRIVATE, Disk, Trouble, reason
from adjudicator.table.lock import Lock
from adjudicator.table.publication import Published
from adjudicator.table.saved_game import whole_lines


@define
class Store:
    log: Path
    disk: Disk = field(factory=Disk)
    _log_text: str = ""
    _key_text: str = ""
    _damaged: bool = False  # something was written in part and could not be taken off again

    @property
    def key(self) -> Path:
        return self.log.with_suffix(".key")

    def has_name(self) -> None:
        """Raises Refused where the log cannot be called so."""
        if not self.log.name or self.log.is_dir():
            raise Refused([Fault("F09.no-log", Place(shown(self.log)))])
        if self.log == self.key:
            raise Refused([Fault("F09.key-name", Place(shown(self.log)), stem=self.log.stem)])

    @property
    def lock(self) -> Lock:
        return Lock(self.log)

    def exists(self) -> bool:
        return self.log.exists()

    # -- reading back
    def read(self, reader: Callable[[Path, int], str] = read_text) -> tuple[str, str]:
        """Both texts as they are. Raises Refused; a log without a key is not a game of ours."""
        log = reader(self.log, CHARACTERS)
        if not self.key.exists():
            log, key = shown(self.log), shown(self.key)
            raise Refused([Fault("T090.gone", Place(log), log=log, key=key)])
        return log, reader(self.key, CHARACTERS)

    def take_over(self, log: str, key: str, clean: Published) -> bool:
        """Go on with files that were read: put right what a sudden end left behind. Tells whether others could read the key."""
        self._log_text, self._key_text = log, key
        try:
            closed = self.disk.close(self.key, PRIVATE)
            self.disk.tidied(self.log)
            self.disk.tidied(self.key)
            if log != clean.log:
                whole, torn = whole_lines(log)
                if torn and whole == clean.log:
                    self.disk.cut(self.log, len(whole.encode()))
                else:
                    self.disk.replace(self.log, clean.log.encode(), OPEN)
                self._log_text = clean.log
            if key != clean.key:
                self.disk.replace(self.key, clean.key.encode(), PRIVATE)
                self._key_text = clean.key
        except OSError as error:
            raise self._refused(error) from None
        return closed

    # -- writing
    def is_free(self) -> None:
        """Raises Refused where one of the files is there already, but for what a set-up left that was stopped."""
        if self.log.exists() or (self.key.exists() and not self._is_left_over()):
            there = self.log if self.log.exists() else self.key
            raise Refused([Fault("F09.log-there", Place(shown(there)))])

    def create(self, first: Published) -> None:
        """Begin a game: the key, then the log; neither may be there already."""
        self.is_free()
        try:
            self.disk.replace(self.key, first.key.encode(), PRIVATE)
            self.disk.replace(self.log, first.log.encode(), OPEN)
        except OSError as error:
            raise self._refused(error) from None
        self._log_text, self._key_text = first.log, first.key

    def _is_left_over(self) -> bool:
        """A key without a log and without a clause: a set-up that was stopped between the two files."""
        text = read_text(self.key, CHARACTERS)
        return PURPOSE in text and "\nline clause " not in text

    def save(self, now: Published) -> None:
        """Raises Trouble if it could not be saved; then it does not count, and the files are as they were."""
        self._undamaged()
        added = _added(self._key_text, now.key)
        try:
            self._same(self.key, self._key_text)
            self._same(self.log, self._log_text)
            if added:
                self.disk.append(self.key, added.encode())
            self._put(self._log_text, now.log)
        except OSError as error:
            self._go_back()
            raise Trouble(f"this could not be saved ({reason(error)}), so it does not count") from None
        self._log_text = now.log
        self._key_text += added
        if self._key_text != now.key:
            with contextlib.suppress(OSError):  # a key that knows too much is put right when the game is resumed
                self.disk.replace(self.key, now.key.encode(), PRIVATE)
                self._key_text = now.key

    def _put(self, old: str, new: str) -> None:
        """The log: added to where that is enough, else replaced as a whole."""
        if new == old:
            return
        if new.startswith(old):
            self.disk.append(self.log, new[len(old) :].encode())
        else:
            self.disk.replace(self.log, new.encode(), OPEN)

    def _same(self, path: Path, text: str) -> None:
        """Whether the file is as it was left: nobody may write over what somebody else wrote."""
        if os.stat(path).st_size != len(text.encode()):
            raise Trouble(f"{shown(path)} was changed by somebody else, so this does not count: quit, and start again")

    def _go_back(self) -> None:
        """Take off what was written in part."""
        for path, text in ((self.key, self._key_text), (self.log, self._log_text)):
            try:
                size = len(text.encode())
                if os.stat(path).st_size > size:
                    self.disk.cut(path, size)
            except OSError:
                self._damaged = True

    def _undamaged(self) -> None:
        if not self._damaged:
            return
        self._damaged = False
        self._go_back()
        if self._damaged:
            raise Trouble("the disk does not take anything: free some space, or quit; nothing that counted is lost")

    def _refused(self, error: OSError) -> Refused:
        return Refused([Fault("F09.log", Place(shown(self.log)), reason=reason(error))])


def _added(old: str, new: str) -> str:
    """The lines of the new key that the old one does not have."""
    if new.startswith(old):
        return new[len(old) :]
    known = set(old.splitlines())
    return "".join(f"{line}\n" for line in new.splitlines() if line not in known)
