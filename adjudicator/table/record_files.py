"""The files of a game: the whole record, which only its owner can read, and beside it the public record.

The whole record is the game. It is replaced as a whole before a clause counts, so at every moment the file has the game either
before or after the clause. The public record is a view that is rewritten after each clause. When the fugitive's route is shown,
it becomes the whole record, and the other file is removed.

A file is replaced only if it is as this program, or an earlier run, left it: a changed public record is left alone, and with a
changed whole record no further clause counts.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import define, field

from adjudicator.faults import Fault, Place, Refused
from adjudicator.files import read_text, shown
from adjudicator.record import parse, write
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import lexicon_of
from adjudicator.record.transcript_reader import CHARACTERS
from adjudicator.rulebook.model import Rulebook
from adjudicator.table.disk import OPEN, PRIVATE, Disk, Trouble, reason
from adjudicator.table.lock import Lock
from adjudicator.table.proposal import has_gaps
from adjudicator.table.sentences import Spoken, sentence
from adjudicator.table.table_game import TableGame

ENDING = ".secret"
TAKEN = (ENDING, ".links", ".lock")  # endings of other files of a log
LATELY = 4  # the most items by which a game grows before its public record is rewritten
BLOCK = 8192  # bytes: the whole record is padded to a multiple, because everybody can see the size of a file


@define
class RecordFiles:
    log: Path
    disk: Disk = field(factory=Disk)
    _public: str | None = None  # the public record as written by this program
    _whole: bytes | None = None  # the whole record as written by this program
    _is_left: bool = False  # the public record was changed by others, and the table has had a message

    @property
    def secret(self) -> Path:
        """The path of the whole record."""
        return self.log.with_suffix(ENDING)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Lock these files in this block, under each of their names."""
        locks = {Path(os.path.realpath(path)).with_suffix(".lock") for path in (self.log, self.secret)}
        with contextlib.ExitStack() as held:
            for path in sorted(locks):
                held.enter_context(Lock(path).held())
            yield

    def has_name(self) -> None:
        """Raises Refused if the log cannot have this name."""
        if not self.log.name or self.log.is_dir():
            raise Refused([Fault("F09.no-log", Place(shown(self.log)))])
        if self.log.suffix in TAKEN:
            raise Refused([Fault("F09.beside-name", Place(shown(self.log)), ending=self.log.suffix, stem=self.log.stem)])

    def exists(self) -> bool:
        return os.path.lexists(self.secret) or os.path.lexists(self.log)

    # -- reading
    def text(self) -> str:
        """The text of the whole record, which for a finished game may be in the log. Raises Refused."""
        if os.path.lexists(self.secret):
            return read_text(self.secret, CHARACTERS).rstrip() + "\n"
        return read_text(self.log, CHARACTERS)

    def read(self, rulebook: Rulebook) -> TableGame:
        """The game in the files. Raises Refused with a message that does not quote the whole record."""
        is_opened = not self.secret.exists()
        record, faults = parse(self.text(), lexicon_of(rulebook), shown(self.log))
        lines = [fault.place.line for fault in faults if fault.is_error]
        if lines and not is_opened:
            raise Refused([Fault("T090.secret", Place(shown(self.secret)), number=lines[0])])
        game = TableGame(rulebook, tuple(_kept(record.items)), shown(self.log))
        if is_opened and (lines or any(map(has_gaps, record.clauses)) or not game.is_over):
            raise Refused([Fault("T090.gone", Place(shown(self.log)), secret=shown(self.secret), log=shown(self.log))])
        return game

    def take_over(self, game: TableGame) -> bool:
        """Continue a game that was read, and repair what a crash left.

        Return whether others could read the secrets. Raises Refused if the log is not the public record of this game.
        """
        try:
            self.disk.tidied(self.log)
            self.disk.tidied(self.secret)
            if not self.secret.exists():
                self._public = self._found()
                return False
            if self.secret.stat().st_nlink > 1:
                raise Refused([Fault("F09.names", Place(shown(self.secret)))])
            if not self._is_public(self._found(), game):
                raise Refused([Fault("F09.changed", Place(shown(self.log)), secret=shown(self.secret))])
            closed = self.disk.close(self.secret, PRIVATE)
            self._whole = self.secret.read_bytes()
            self._write_public(game)
        except OSError as error:
            raise self._refused(error) from None
        return closed

    # -- writing
    def create(self, game: TableGame) -> None:
        """Write the files of a new game. Raises Refused."""
        try:
            self._write_secret(game)
            self._write_public(game)
        except OSError as error:
            raise self._refused(error) from None

    def save(self, game: TableGame) -> Spoken | None:
        """Save a game. Returns a remark for the table, or None. Raises Trouble if it cannot be saved: then the clause does not
        count, and the record is unchanged."""
        try:
            self._write_secret(game)
        except OSError as error:
            raise Trouble(f"this could not be saved ({reason(error)}), so it does not count") from None
        with contextlib.suppress(OSError):  # the public record is rewritten with the next clause
            return self._write_public(game)
        return None

    def open(self, game: TableGame) -> None:
        """Make the log the whole record of a finished game. Raises Trouble if that fails."""
        try:
            if self._is_changed():
                raise Trouble(f"{self.log.name} was changed by somebody else: rename it, and type `open` again")
            self.disk.replace(self.log, _opened(game).encode(), OPEN)
            self._public = _opened(game)
            self.disk.remove(self.secret)
            self._whole = None
        except OSError as error:
            raise Trouble(f"the log could not be written ({reason(error)})") from None

    def _write_secret(self, game: TableGame) -> None:
        if self._whole is not None and self.secret.exists() and self.secret.read_bytes() != self._whole:
            raise Trouble(
                f"{self.secret.name} was changed by somebody else, so nothing is written over it, and this does not count: "
                "end the referee, and run the same command to continue from that file"
            )
        text = write(game.record).encode()
        rest = -(len(text) + 1) % BLOCK
        whole = text + b" " * rest + b"\n"
        self.disk.replace(self.secret, whole, PRIVATE)
        self._whole = whole

    def _write_public(self, game: TableGame) -> Spoken | None:
        """Write the public record, unless others have changed it: then return a remark for the table."""
        text = _public(game)
        if text == self._public:  # a new file time would show a hidden action
            return None
        if self._is_changed():
            is_news, self._is_left = not self._is_left, True
            return sentence("log-changed", log=self.log.name) if is_news else None
        self.disk.replace(self.log, text.encode(), OPEN)
        self._public, self._is_left = text, False
        return None

    # -- what others wrote
    def _found(self) -> str | None:
        """The contents of the log if it exists; "" if it is not a file."""
        if not self.log.is_file():
            return "" if os.path.lexists(self.log) else None
        return self.log.read_bytes().decode("utf-8", "replace")

    def _is_changed(self) -> bool:
        """Whether the log is not as this program left it."""
        return self._public is not None and self._found() not in (None, self._public)

    @staticmethod
    def _is_public(text: str | None, game: TableGame) -> bool:
        """Whether a log is the public record of this game, possibly without its last clause (after a crash), or is already the
        whole record."""
        if text is None or text in (_public(game), _opened(game)):
            return True
        for last in range(1, min(LATELY, len(game.items)) + 1):
            if isinstance(game.items[-last], r.Header):
                return False
            before = TableGame(game.rules, game.items[:-last], game.file)
            if text == _public(before):
                return True
            if isinstance(game.items[-last], r.Withdrawal):  # a clause that was taken back leaves only its remark
                return any(_endless(text).startswith(_endless(one).rstrip()) for one in (_public(before), _opened(before)))
        return False

    def _refused(self, error: OSError) -> Refused:
        return Refused([Fault("F09.log", Place(shown(self.log)), reason=reason(error))])


def reads_back(game: TableGame) -> bool:
    """Whether both records would be read as they are. A piece may have the name of a ticket, for example."""
    return all(_reads_back(record, game.rules) for record in (game.record, game.seen.record))


def _reads_back(record: r.Transcript, rulebook: Rulebook) -> bool:
    read, faults = parse(write(record), lexicon_of(rulebook), record.file)
    return not any(fault.is_error for fault in faults) and list(_kept(read.items)) == list(_kept(record.items))


def _kept(items: Iterable[r.Item]) -> Iterator[r.Item]:
    """The items of a record without those that follow from others: announcements, and the result."""
    for item in items:
        if isinstance(item, r.Comment):
            yield r.Comment(item.text, indented=item.indented)
        elif not isinstance(item, r.Blank | r.Hears) and not (isinstance(item, r.Header) and item.key in ("result", "heard")):
            yield item


def _public(game: TableGame) -> str:
    return write(_with_result(_with_remarks(game), game.result))


def _opened(game: TableGame) -> str:
    return write(_with_result(game.record, game.result))


def _endless(text: str) -> str:
    """The text of a record without its result."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("result:"))


def _with_remarks(game: TableGame) -> r.Transcript:
    """The public record, in which each clause that was taken back is followed by a remark with its visible part."""
    record, items = game.seen.record, iter(game.items)
    found: list[r.Item] = []
    for item in record.items:
        found.append(item)
        if isinstance(item, r.Withdrawal):
            next(own for own in items if isinstance(own, r.Withdrawal))
            remark = next(items, None)
            found += [remark] if isinstance(remark, r.Comment) else []
    return r.Transcript(tuple(found), record.fugitive, record.file)


def _with_result(record: r.Transcript, result: str | None) -> r.Transcript:
    """The record with a `result` header, if the game has one."""
    items = [item for item in record.items if not (isinstance(item, r.Header) and item.key == "result")]
    if result is not None:
        last = max((at for at, item in enumerate(items) if isinstance(item, r.Header)), default=-1)
        items.insert(last + 1, r.Header("result", result))
    return r.Transcript(tuple(items), record.fugitive, record.file)
