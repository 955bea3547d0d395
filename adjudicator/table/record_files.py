"""The files of a game: the whole record, which only its owner can read, and beside it the public record.

The whole record is the game. It is replaced as a whole before a clause counts, so at every moment the file has the game as it
was before the clause or as it is after it. The public record is a view that is written again after each clause; when the
fugitive's route is shown, it becomes the whole record, and the other file goes.
"""

from __future__ import annotations

import contextlib
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
from adjudicator.table.table_game import TableGame

ENDING = ".secret"
BLOCK = 8192  # bytes: the size of the whole record is a multiple of this, since everybody can see the size of a file


@define
class RecordFiles:
    log: Path
    disk: Disk = field(factory=Disk)
    _public: str | None = None  # what the public record contains, as far as this program wrote it

    @property
    def secret(self) -> Path:
        """The file of the whole record."""
        return self.log.with_suffix(ENDING)

    @property
    def lock(self) -> Lock:
        return Lock(self.log)

    def has_name(self) -> None:
        """Raises Refused where the log cannot be called so."""
        if not self.log.name or self.log.is_dir():
            raise Refused([Fault("F09.no-log", Place(shown(self.log)))])
        if self.log == self.secret:
            raise Refused([Fault("F09.secret-name", Place(shown(self.log)), stem=self.log.stem)])

    def exists(self) -> bool:
        return self.secret.exists() or self.log.exists()

    # -- reading
    def text(self) -> str:
        """The whole record; that of a finished game may be in the log. Raises Refused."""
        if self.secret.exists():
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

        Return whether others could read the secrets. Raises Refused."""
        try:
            self.disk.tidied(self.log)
            self.disk.tidied(self.secret)
            if not self.secret.exists():
                return False
            closed = self.disk.close(self.secret, PRIVATE)
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

    def save(self, game: TableGame) -> None:
        """Raises Trouble if the game could not be saved: then the clause does not count, and the record is as it was."""
        try:
            self._write_secret(game)
        except OSError as error:
            raise Trouble(f"this could not be saved ({reason(error)}), so it does not count") from None
        with contextlib.suppress(OSError):  # the view is written again with the next clause
            self._write_public(game)

    def open(self, game: TableGame) -> None:
        """Let the log be the whole record of a finished game. Raises Trouble if that could not be written."""
        try:
            self.disk.replace(self.log, write(_with_result(game.record, game.result)).encode(), OPEN)
            self._public = None
            self.disk.remove(self.secret)
        except OSError as error:
            raise Trouble(f"the log could not be written ({reason(error)})") from None

    def _write_secret(self, game: TableGame) -> None:
        text = write(game.record).encode()
        rest = -(len(text) + 1) % BLOCK
        self.disk.replace(self.secret, text + b" " * rest + b"\n", PRIVATE)

    def _write_public(self, game: TableGame) -> None:
        text = write(_with_result(_with_remarks(game), game.result))
        if text != self._public:  # the time of the file does not show that somebody acted unseen
            self.disk.replace(self.log, text.encode(), OPEN)
            self._public = text

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
