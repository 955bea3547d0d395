"""The files of a game: the whole record, which only its owner can read, and beside it the public record.

The whole record is the game. It is replaced as a whole before a clause counts, so at every moment the file has the game as it
was before the clause or as it is after it. The public record is a view that is written again after each clause; when the
fugitive's route is shown, it becomes the whole record, and the other file goes.

Nothing is written over a file that is not as this program, or the one before it, left it: a public record that somebody has
changed is left alone, and nothing counts that would replace a whole record that somebody has changed.
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
TAKEN = (ENDING, ".links", ".lock")  # endings of the files that lie beside a log
LATELY = 4  # items that a game grows by at most before its public record is written again
BLOCK = 8192  # bytes: the size of the whole record is a multiple of this, since everybody can see the size of a file


@define
class RecordFiles:
    log: Path
    disk: Disk = field(factory=Disk)
    _public: str | None = None  # what the public record contains, as far as this program wrote it
    _whole: bytes | None = None  # and the whole record
    _is_left: bool = False  # the public record was changed by somebody, and the table knows it

    @property
    def secret(self) -> Path:
        """The file of the whole record."""
        return self.log.with_suffix(ENDING)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else works on these files meanwhile, whichever of their names he uses."""
        locks = {Path(os.path.realpath(path)).with_suffix(".lock") for path in (self.log, self.secret)}
        with contextlib.ExitStack() as held:
            for path in sorted(locks):
                held.enter_context(Lock(path).held())
            yield

    def has_name(self) -> None:
        """Raises Refused where the log cannot be called so."""
        if not self.log.name or self.log.is_dir():
            raise Refused([Fault("F09.no-log", Place(shown(self.log)))])
        if self.log.suffix in TAKEN:
            raise Refused([Fault("F09.beside-name", Place(shown(self.log)), ending=self.log.suffix, stem=self.log.stem)])

    def exists(self) -> bool:
        return os.path.lexists(self.secret) or os.path.lexists(self.log)

    # -- reading
    def text(self) -> str:
        """The whole record; that of a finished game may be in the log. Raises Refused."""
        if os.path.lexists(self.secret):
            return read_text(self.secret, CHARACTERS).rstrip() + "\n"
        return read_text(self.log, CHARACTERS)

    def read(self, rulebook: Rulebook) -> TableGame:
        """The game in the files. Raises Refused; the message does not quote the whole record."""
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
        """Continue a game that was read: put right what a sudden end left behind.

        Return whether others could read the secrets. Raises Refused where the log is not the public record of this game."""
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
        """Begin a game. Raises Refused."""
        try:
            self._write_secret(game)
            self._write_public(game)
        except OSError as error:
            raise self._refused(error) from None

    def save(self, game: TableGame) -> Spoken | None:
        """A remark for the table, if there is one. Raises Trouble if the game could not be saved: then the clause does not
        count, and the record is as it was."""
        try:
            self._write_secret(game)
        except OSError as error:
            raise Trouble(f"this could not be saved ({reason(error)}), so it does not count") from None
        with contextlib.suppress(OSError):  # the view is written again with the next clause
            return self._write_public(game)
        return None

    def open(self, game: TableGame) -> None:
        """Let the log be the whole record of a finished game. Raises Trouble if that could not be written."""
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
        """A remark for the table where somebody has changed the public record: it is left as it is."""
        text = _public(game)
        if text == self._public:  # the time of the file does not show that somebody acted unseen
            return None
        if self._is_changed():
            is_news, self._is_left = not self._is_left, True
            return sentence("log-changed", log=self.log.name) if is_news else None
        self.disk.replace(self.log, text.encode(), OPEN)
        self._public, self._is_left = text, False
        return None

    # -- what others wrote
    def _found(self) -> str | None:
        """The contents of the log, if it is there; of something that is not a file, nothing."""
        if not self.log.is_file():
            return "" if os.path.lexists(self.log) else None
        return self.log.read_bytes().decode("utf-8", "replace")

    def _is_changed(self) -> bool:
        """Whether the log is not as this program left it."""
        return self._public is not None and self._found() not in (None, self._public)

    @staticmethod
    def _is_public(text: str | None, game: TableGame) -> bool:
        """Whether a log is the public record of this game, or was before its last clause, which a sudden end may have left
        unwritten; or already the whole record."""
        if text is None or text in (_public(game), _opened(game)):
            return True
        for last in range(1, min(LATELY, len(game.items)) + 1):
            if isinstance(game.items[-last], r.Header):
                return False
            before = TableGame(game.rules, game.items[:-last], game.file)
            if text == _public(before):
                return True
            if isinstance(game.items[-last], r.Withdrawal):  # of what was taken back, only the remark is kept
                return any(_endless(text).startswith(_endless(one).rstrip()) for one in (_public(before), _opened(before)))
        return False

    def _refused(self, error: OSError) -> Refused:
        return Refused([Fault("F09.log", Place(shown(self.log)), reason=reason(error))])


def reads_back(game: TableGame) -> bool:
    """Whether both records would be read as they are: a piece may be called like a ticket, for instance."""
    return all(_reads_back(record, game.rules) for record in (game.record, game.seen.record))


def _reads_back(record: r.Transcript, rulebook: Rulebook) -> bool:
    read, faults = parse(write(record), lexicon_of(rulebook), record.file)
    return not any(fault.is_error for fault in faults) and list(_kept(read.items)) == list(_kept(record.items))


def _kept(items: Iterable[r.Item]) -> Iterator[r.Item]:
    """The items of a record without what follows from the others: what was heard, and the result."""
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
    """A record without its result."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("result:"))


def _with_remarks(game: TableGame) -> r.Transcript:
    """The public record, and behind each clause that was taken back what the table knew of it."""
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
    """The record with its `result` header, once the game has one."""
    items = [item for item in record.items if not (isinstance(item, r.Header) and item.key == "result")]
    if result is not None:
        last = max((at for at, item in enumerate(items) if isinstance(item, r.Header)), default=-1)
        items.insert(last + 1, r.Header("result", result))
    return r.Transcript(tuple(items), record.fugitive, record.file)
