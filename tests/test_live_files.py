"""Nothing is lost: stopped before any write of a game, it continues exactly where it was; every trouble is reported."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import call
from live_play import HOUSE, TABLES, Table, play, table

from adjudicator.faults import Refused
from adjudicator.judge.log_file import Asked
from adjudicator.report.faults import render
from adjudicator.table.disk import UNFINISHED, Disk
from adjudicator.table.evening import Evening
from adjudicator.table.lock import Lock
from adjudicator.table.record_files import RecordFiles
from adjudicator.table.sentences import Spoken
from adjudicator.table.table_game import TableGame


class Killed(BaseException):
    """The program ends here, without a message."""


class KillingDisk(Disk):
    """Ends the program before its n-th touch of the disk; a write is torn in the middle."""

    def __init__(self, last: int):
        self.left = last

    def _tick(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Killed

    def _write(self, descriptor: int, data: bytes) -> None:
        if self.left == 0:
            os.write(descriptor, data[: len(data) // 2])
        self._tick()
        super()._write(descriptor, data)

    def _sync(self, descriptor: int) -> None:
        self._tick()
        super()._sync(descriptor)

    def _unlink(self, path: Path) -> None:
        self._tick()
        super()._unlink(path)

    def _rename(self, source: Path, target: Path) -> None:
        self._tick()
        super()._rename(source, target)

    def _sync_folder(self, folder: Path) -> None:
        self._tick()
        super()._sync_folder(folder)


class FullDisk(Disk):
    """Takes so many bytes, then no more."""

    def __init__(self, room: int, number: int = errno.ENOSPC):
        self.room, self.number = room, number

    def _write(self, descriptor: int, data: bytes) -> None:
        taken = data[: self.room]
        self.room -= len(taken)
        super()._write(descriptor, taken)
        if len(taken) < len(data):
            raise OSError(self.number, os.strerror(self.number))


Save = Callable[[TableGame], Spoken | None]


def files_of(at: Table) -> tuple[Path, Path]:
    return at.files.log, at.files.secret


def state_of(game: TableGame) -> tuple[object, ...]:
    return game.items, game.game.worlds[0].cells


def read_back(at: Table) -> TableGame:
    """The game that the same command would continue; its public record is right again."""
    game = at.read_back()
    at.files.take_over(game)
    whole = at.files.secret.read_bytes()
    log = at.log
    at.files.save(game)
    assert (at.log, at.files.secret.read_bytes()) == (log, whole)
    return game


def kill_everywhere(at: Table, really: Save) -> tuple[Save, list[int]]:
    """A way to save that first tries every sudden end there is, and each time reads the game back."""
    ends: list[int] = [0]

    def save(now: TableGame) -> Spoken | None:
        texts = [path.read_bytes() for path in files_of(at)]
        states = state_of(at.game), state_of(now)
        last = 0
        while True:
            try:
                RecordFiles(at.evening.log, KillingDisk(last)).save(now)
            except Killed:
                assert state_of(read_back(at)) in states
                ends[0] += 1
                last += 1
                for path, text in zip(files_of(at), texts, strict=True):
                    path.write_bytes(text)
                continue
            break
        assert state_of(read_back(at)) == states[1]
        for path, text in zip(files_of(at), texts, strict=True):
            path.write_bytes(text)
        return really(now)

    return save, ends


@pytest.mark.parametrize(("name", "most"), [("short", 100), ("beginners", 12), ("peek", 8), ("holmes", 4)])
def test_killed_at_every_write(name: str, most: int, tmp_path: Path) -> None:
    at = table(tmp_path, {**TABLES, **HOUSE}[name], seed=2)
    save, ends = kill_everywhere(at, at.session.keeper.save)
    at.save_by(save)
    typed = play(at, seed=4, most=most, special=0.5)
    if not at.screen.is_private:
        at.type("undo agreed")
        typed += play(at, seed=6, most=5)
    assert ends[0] >= 2 * len(typed)
    assert at.game.is_over == (name == "short")
    assert state_of(read_back(at)) == state_of(at.game)


def test_killed_while_a_game_is_begun(tmp_path: Path) -> None:
    last = 0
    while True:
        folder = tmp_path / str(last)
        try:
            at = table(folder, TABLES["2014"], disk=KillingDisk(last))
        except Killed:
            again = table(folder, TABLES["2014"])
            assert again.game.game.round == 1
            again.quit()
            assert sorted(path.name for path in folder.iterdir()) == ["game.log", "game.secret", "headers.txt"]
            last += 1
            continue
        break
    assert last >= 8
    assert at.game.game.round == 1


def test_killed_while_a_game_is_continued(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    play(at, seed=1, most=8)
    state = state_of(at.game)
    at.quit()
    last = 0
    while True:
        shutil.rmtree(tmp_path / "copy", ignore_errors=True)
        (tmp_path / "copy").mkdir()
        shutil.copy(at.files.secret, tmp_path / "copy")  # the public record is lost, and is written again
        try:
            table(tmp_path / "copy", disk=KillingDisk(last)).quit()
        except Killed:
            last += 1
            again = table(tmp_path / "copy")
            assert state_of(again.game) == state
            again.quit()
            continue
        break
    assert last >= 3


def finished(folder: Path) -> Table:
    """A game that is over, whose route was not yet shown."""
    at = table(folder, HOUSE["short"], seed=2)
    play(at, seed=4, most=100)
    assert at.game.is_over
    assert at.files.secret.exists()
    return at


def test_killed_while_the_route_is_shown(tmp_path: Path) -> None:
    at = finished(tmp_path)
    state, texts = state_of(at.game), [path.read_bytes() for path in files_of(at)]
    last = 0
    while True:
        try:
            RecordFiles(at.evening.log, KillingDisk(last)).open(at.game)
        except Killed:
            assert state_of(at.read_back()) == state
            last += 1
            for path, text in zip(files_of(at), texts, strict=True):
                path.write_bytes(text)
            continue
        break
    assert last >= 5
    assert state_of(at.read_back()) == state


# --- what is in the files


def test_once_the_route_is_shown_the_log_is_the_whole_record(tmp_path: Path) -> None:
    at = finished(tmp_path)
    assert "X taxi ?" in at.log
    at.type("")
    assert "?" not in at.log
    assert sorted(path.suffix for path in tmp_path.iterdir() if path.stem == "game") == [".lock", ".log"]
    assert call("check", at.evening.log).code == 0
    at.quit()
    again = table(tmp_path)
    assert state_of(again.game) == state_of(at.game)
    again.type("undo agreed")  # everybody has seen where he was
    assert not again.files.secret.exists()
    assert "?" not in again.log


def test_the_whole_record_is_a_log_like_any_other(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.type("")
    at.type("taxi 115")
    at.quit()
    assert "start:      X 127; red 26" in at.secret
    assert "1. X taxi 115\n" in at.secret
    assert call("check", at.files.secret).code == 0
    assert at.files.secret.stat().st_size % 8192 == 0


# --- messages


def test_what_a_sudden_end_left_beside_is_taken_away(tmp_path: Path) -> None:
    table(tmp_path, TABLES["2014"]).quit()
    for name in ("game.log", "game.secret"):
        (tmp_path / f".{name}.{UNFINISHED}").write_text("half of it", encoding="utf-8")
    table(tmp_path).quit()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.log", "game.secret", "headers.txt"]


def test_files_of_somebody_else_are_left_alone(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    own = {name: tmp_path / name for name in ("game.log.new", "game.secret.new", "game.log~", "game.log.bak", ".game.log.swp")}
    for path in own.values():
        path.write_text("mine", encoding="utf-8")
    play(at, seed=1, most=3)
    at.type("undo agreed")
    at.quit()
    table(tmp_path).quit()
    assert [path.read_text() for path in own.values()] == ["mine"] * len(own)


def test_a_lock_that_a_sudden_end_left_behind_is_taken_again_and_again(tmp_path: Path) -> None:
    (tmp_path / "game.lock").write_text("4711\n", encoding="utf-8")
    for _ in range(3):
        lock = Lock(tmp_path / "game.lock")
        lock.take()
        assert (tmp_path / "game.lock").read_text(encoding="utf-8") == f"{os.getpid()}\n"
        os.close(lock._descriptor)  # as the system does it for a process that was killed


def test_a_file_with_the_name_of_the_lock_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "game.lock").write_text("mine", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        table(tmp_path, TABLES["2014"])
    assert refused.value.faults[0].code == "F87"
    assert (tmp_path / "game.lock").read_text() == "mine"


def test_rights_and_links_of_a_log_survive(tmp_path: Path) -> None:
    """A log that is replaced as a whole, as `undo` does, stays where it is and readable to whom it was."""
    at = table(tmp_path / "table", TABLES["2014"])
    at.quit()
    log, secret = files_of(at)
    real = tmp_path / "kept.log"
    log.rename(real)
    log.symlink_to(real)
    real.chmod(0o640)
    again = table(tmp_path / "table")
    play(again, seed=1, most=4)
    before = real.read_text()
    again.type("undo agreed")
    again.quit()
    assert log.is_symlink()
    assert real.read_text() != before
    assert (real.stat().st_mode & 0o777, secret.stat().st_mode & 0o777) == (0o640, 0o600)


def test_a_second_referee_is_refused(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    with pytest.raises(Refused) as refused:
        table(tmp_path)
    assert "another referee is using this log" in refused.value.faults[0].message
    at.quit()
    table(tmp_path).quit()
    assert not (tmp_path / "game.lock").exists()


@pytest.mark.parametrize("other", ["link.log", "secret.log", "game.txt", "away/link.log"])
def test_a_second_referee_is_refused_through_any_name(other: str, tmp_path: Path) -> None:
    """Through a link to the log, through a link to the whole record, and by another ending: the whole record is the same."""
    at = table(tmp_path, TABLES["2014"])
    path = tmp_path / other
    path.parent.mkdir(exist_ok=True)
    if "link" in other:
        path.symlink_to(at.evening.log)
    elif other == "secret.log":
        path.with_suffix(".secret").symlink_to(at.files.secret)
    with pytest.raises(Refused) as refused:
        next(Evening(path).run())
    assert refused.value.faults[0].code == "F10"
    at.quit()


def test_a_whole_record_with_a_second_name_is_not_continued(tmp_path: Path) -> None:
    """It is replaced as a whole: its other name would keep the game as it was."""
    at = table(tmp_path, TABLES["2014"])
    at.quit()
    for name in ("game.log", "game.secret"):
        (tmp_path / name.replace("game", "other")).hardlink_to(tmp_path / name)
    for name in ("game", "other"):
        with pytest.raises(Refused) as refused:
            table(tmp_path, name=name)
        assert refused.value.faults[0].sentence == "F09.names"


def test_a_full_disk_is_told_before_the_clause_counts(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.type("")
    files = [path.read_bytes() for path in files_of(at)]
    for room in range(0, 10_000, 1000):
        at.save_by(RecordFiles(at.evening.log, FullDisk(room)).save)
        at.type("taxi 115")
        if "does not count" not in at.said:
            break
        assert "this could not be saved (no space left on device), so it does not count" in at.said
        assert at.screen.is_private
        assert [path.read_bytes() for path in files_of(at)] == files
    assert at.game.game.side == "pursuers"


def test_a_public_record_that_could_not_be_written_is_written_with_the_next_clause(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.type("")
    before = at.log
    disk = FullDisk(8192)
    at.save_by(RecordFiles(at.evening.log, disk).save)
    at.type("taxi 115")
    assert at.game.game.side == "pursuers"
    assert at.log == before
    assert state_of(at.read_back()) == state_of(at.game)
    disk.room = 100_000
    at.type("red taxi 15")
    assert "1. X taxi ?; red taxi 15" in at.log


def test_a_read_only_disk_is_told_before_the_clause_counts(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.save_by(RecordFiles(at.evening.log, FullDisk(0, number=errno.EROFS)).save)
    at.type("")
    at.type("taxi 115")
    assert "this could not be saved (read-only file system), so it does not count" in at.said
    with pytest.raises(Refused) as refused:
        table(tmp_path / "other", TABLES["2014"], disk=FullDisk(0, number=errno.EROFS))
    assert refused.value.faults[0].message == "this log cannot be written: read-only file system"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "headers.txt").write_text(TABLES["2014"], encoding="utf-8")
    tmp_path.chmod(0o500)
    with pytest.raises(Refused) as refused:
        table(tmp_path, TABLES["2014"])
    assert "nothing can be written beside this log" in refused.value.faults[0].message


# --- files that somebody else wrote


def test_a_public_record_that_somebody_changed_is_left_alone(tmp_path: Path) -> None:
    """The game goes on without it, and the table hears of it once; renamed, it is written again."""
    at = table(tmp_path, TABLES["2014"])
    at.type("")
    at.type("taxi 115")
    at.type("red taxi 15")
    changed = at.log.replace("red taxi 15", "red taxi 39")
    at.evening.log.write_text(changed, encoding="utf-8")
    at.type("blue taxi 88")
    assert "game.log was changed by somebody else and is left alone" in at.said
    at.type("green taxi 161")
    assert "changed by somebody" not in at.said
    assert at.log == changed
    assert "green taxi 161" in at.secret
    at.evening.log.rename(tmp_path / "mine.log")
    at.type("undo agreed")
    assert "blue taxi 88" in at.log
    assert (tmp_path / "mine.log").read_text() == changed
    at.quit()
    assert "blue taxi 88" in table(tmp_path).log


def test_nothing_counts_while_somebody_changed_the_whole_record(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.type("")
    at.type("taxi 115")
    at.type("red taxi 15")
    changed = at.secret.replace("red taxi 15", "red taxi 39")
    at.files.secret.write_text(changed, encoding="utf-8")
    at.type("blue taxi 88")
    assert "game.secret was changed by somebody else" in at.said
    assert at.secret == changed
    at.quit()
    at.evening.log.unlink()
    again = table(tmp_path)
    assert "red taxi 39" in again.log
    again.type("blue taxi 88")
    assert "blue taxi 88" in again.log


@pytest.mark.parametrize("text", ["my notes\n", "variant: 2014\n\n1. X taxi 1000\n", ""])
def test_a_log_that_is_not_of_this_game_is_left_alone(text: str, tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.quit()
    for name in ("game.log", "game.txt"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        with pytest.raises(Refused) as refused:
            next(Evening(tmp_path / name).run())
        assert refused.value.faults[0].sentence == "F09.changed"
        assert (tmp_path / name).read_text() == text


def test_a_link_to_nothing_is_not_a_new_game(tmp_path: Path) -> None:
    (tmp_path / "game.log").symlink_to(tmp_path / "elsewhere.txt")
    with pytest.raises(Refused):
        next(Evening(tmp_path / "game.log", Asked("2014")).run())
    assert not (tmp_path / "elsewhere.txt").exists()


def test_a_lock_is_not_written_where_a_link_leads(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "game.lock").symlink_to(tmp_path / "empty.txt")
    with pytest.raises(Refused):
        table(tmp_path, TABLES["2014"])
    assert (tmp_path / "empty.txt").read_text() == ""


def test_a_log_without_its_whole_record_is_not_continued(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.quit()
    at.files.secret.unlink()
    with pytest.raises(Refused) as refused:
        table(tmp_path)
    assert "its whole record" in refused.value.faults[0].message
    assert "--from" in refused.value.faults[0].help


def test_a_finished_log_without_its_whole_record_is_not_taken_for_one(tmp_path: Path) -> None:
    at = finished(tmp_path)
    at.quit()
    at.files.secret.unlink()
    with pytest.raises(Refused) as refused:
        table(tmp_path)
    assert "its whole record" in refused.value.faults[0].message


@pytest.mark.parametrize("wrong", ["X taxi 115, 126, 7", "X flies 115", "hello 115"])
def test_no_fault_of_the_whole_record_quotes_it(wrong: str, tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.type("")
    at.type("taxi 115")
    at.quit()
    assert "X taxi 115" in at.secret
    at.files.secret.write_text(at.secret.replace("X taxi 115", wrong), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        table(tmp_path)
    said = render(refused.value.faults)
    assert "game.secret" in said
    assert "line 8" in said
    assert not re.search(r"\b(127|115|126)\b", said), said


def test_a_whole_record_that_others_could_read_is_closed(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.quit()
    at.files.secret.chmod(0o644)
    again = table(tmp_path)
    assert "others could read game.secret; now they cannot" in again.said
    assert at.files.secret.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "must be a file"),
        (".", "must be a file"),
        ("a.secret", "cannot end in `.secret`"),
        ("a.links", "cannot end in `.links`"),
        ("a.lock", "cannot end in `.lock`"),
    ],
)
def test_a_log_that_cannot_be_called_so(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        next(Evening(Path(name) if len(name) < 2 else tmp_path / name).run())
    assert message in refused.value.faults[0].message
    assert list(tmp_path.iterdir()) == []
