"""Nothing is lost: stopped before any write of a game, it continues exactly where it was; every trouble is reported."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from live_play import HOUSE, TABLES, Table, play, table

from adjudicator.faults import Refused
from adjudicator.report.faults import render
from adjudicator.table.disk import UNFINISHED, Disk, Trouble
from adjudicator.table.evening import Evening
from adjudicator.table.lock import Lock
from adjudicator.table.publication import Published, publish
from adjudicator.table.saved_game import resume
from adjudicator.table.store import Store
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

    def _rename(self, source: Path, target: Path) -> None:
        self._tick()
        super()._rename(source, target)

    def _sync_folder(self, folder: Path) -> None:
        self._tick()
        super()._sync_folder(folder)


class FullDisk(Disk):
    """Takes so many bytes, then no more; for a while it does not even cut."""

    def __init__(self, room: int, cuts: bool = True, number: int = errno.ENOSPC):
        self.room, self.cuts, self.number = room, cuts, number

    def _write(self, descriptor: int, data: bytes) -> None:
        taken = data[: self.room]
        self.room -= len(taken)
        super()._write(descriptor, taken)
        if len(taken) < len(data):
            raise OSError(self.number, os.strerror(self.number))

    def cut(self, path: Path, size: int) -> None:
        if not self.cuts:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        super().cut(path, size)


def files_of(at: Table) -> tuple[Path, Path]:
    return at.evening.log, at.evening.log.with_suffix(".key")


def state_of(game: TableGame) -> tuple[object, ...]:
    return game.items, game.game.worlds[0].cells


def read_back(at: Table) -> TableGame:
    """The game that the same command would go on with."""
    log, key = (path.read_text(encoding="utf-8") for path in files_of(at))
    found = resume(log, key, at.game.rules, at.game.file, "game.key")
    clean = publish(found.game, found.salts)
    store = Store(at.evening.log)
    store.take_over(log, key, clean)
    assert [path.read_text(encoding="utf-8") for path in files_of(at)] == [clean.log, clean.key]
    return found.game


def kill_everywhere(at: Table, really: Callable[[Published], None]) -> tuple[Callable[[Published], None], list[int]]:
    """A way to save that first tries every sudden end there is, and each time reads the game back."""
    ends: list[int] = [0]

    def save(now: Published) -> None:
        log, key = files_of(at)
        texts = log.read_bytes(), key.read_bytes()
        here = Published(texts[0].decode(), texts[1].decode(), {})
        before = state_of(at.game)
        last = 0
        while True:
            store = Store(at.evening.log, KillingDisk(last))
            store.take_over(here.log, here.key, here)
            try:
                store.save(now)
            except Killed:
                found = state_of(read_back(at))
                after = state_of(resume(now.log, now.key, at.game.rules, at.game.file, "game.key").game)
                assert found in (before, after)
                ends[0] += 1
                last += 1
                log.write_bytes(texts[0])
                key.write_bytes(texts[1])
                continue
            break
        log.write_bytes(texts[0])
        key.write_bytes(texts[1])
        really(now)

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
            assert sorted(path.name for path in folder.iterdir()) == ["game.key", "game.log", "headers.txt"]
            last += 1
            continue
        break
    assert last >= 8
    assert at.game.game.round == 1


def test_killed_while_a_sudden_end_is_put_right(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    play(at, seed=1, most=8)
    state = state_of(at.game)
    at.quit()
    log, key = files_of(at)
    with log.open("a") as file:
        file.write("   red ta")
    with key.open("a") as file:
        file.write(f"line clause {len(at.game.record.clauses) + 1} aaaaaaaaaaaaaaaa\nseal clause 9.1 to")
    broken = log.read_bytes(), key.read_bytes()
    last = 0
    while True:
        shutil.rmtree(tmp_path / "copy", ignore_errors=True)
        (tmp_path / "copy").mkdir()
        (tmp_path / "copy" / "game.log").write_bytes(broken[0])
        (tmp_path / "copy" / "game.key").write_bytes(broken[1])
        try:
            table(tmp_path / "copy", disk=KillingDisk(last)).quit()
        except Killed:
            last += 1
            again = table(tmp_path / "copy")
            assert state_of(again.game) == state
            again.quit()
            continue
        break
    assert last >= 4


# --- messages


def test_a_torn_last_line_is_recognised_and_told(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.type("")
    at.type("taxi 115")
    at.type("red taxi 15")
    at.quit()
    whole = at.log
    at.evening.log.write_text(whole + "   blue taxi 1", encoding="utf-8")
    again = table(tmp_path)
    assert "its last line was incomplete, and did not count: `blue taxi 1`" in again.said
    assert again.log == whole
    assert again.game.game.to_move == ("blue", "green", "white")


def test_what_a_sudden_end_left_beside_is_taken_away(tmp_path: Path) -> None:
    table(tmp_path, TABLES["2014"]).quit()
    for name in ("game.log", "game.key"):
        (tmp_path / f".{name}.{UNFINISHED}").write_text("half of it", encoding="utf-8")
    table(tmp_path).quit()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.key", "game.log", "headers.txt"]


def test_files_of_somebody_else_are_left_alone(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    own = {name: tmp_path / name for name in ("game.log.new", "game.key.new", "game.log~", "game.log.bak", ".game.log.swp")}
    for path in own.values():
        path.write_text("mine", encoding="utf-8")
    play(at, seed=1, most=3)
    at.type("undo agreed")
    at.quit()
    table(tmp_path).quit()
    assert [path.read_text() for path in own.values()] == ["mine"] * len(own)


def test_a_lock_that_a_sudden_end_left_behind_is_taken_again_and_again(tmp_path: Path) -> None:
    (tmp_path / "game.log.lock").write_text("4711\n", encoding="utf-8")
    for _ in range(3):
        lock = Lock(tmp_path / "game.log")
        lock.take()
        assert (tmp_path / "game.log.lock").read_text(encoding="utf-8") == f"{os.getpid()}\n"
        os.close(lock._descriptor)  # as the system does it for a process that was killed


def test_a_file_with_the_name_of_the_lock_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "game.log.lock").write_text("mine", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        table(tmp_path, TABLES["2014"])
    assert refused.value.faults[0].code == "F87"
    assert (tmp_path / "game.log.lock").read_text() == "mine"


def test_rights_and_links_of_a_log_survive(tmp_path: Path) -> None:
    """A log that is replaced as a whole, as `undo` does, stays where it is and readable to whom it was."""
    at = table(tmp_path / "table", TABLES["2014"])
    at.quit()
    log, key = files_of(at)
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
    assert (real.stat().st_mode & 0o777, key.stat().st_mode & 0o777) == (0o640, 0o600)


def test_a_second_referee_is_refused(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    with pytest.raises(Refused) as refused:
        table(tmp_path)
    assert "another referee is using this log" in refused.value.faults[0].message
    at.quit()
    table(tmp_path).quit()
    assert not Lock(at.evening.log).path.exists()


def test_a_full_disk_is_told_before_the_clause_counts(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.type("")
    files = [path.read_bytes() for path in files_of(at)]
    for room in range(0, 420, 30):
        at.save_by(_with_disk(at, FullDisk(room)))
        at.type("taxi 115")
        if "does not count" not in at.said:
            break
        assert "this could not be saved (no space left on device), so it does not count" in at.said
        assert at.screen.is_private
        assert [path.read_bytes() for path in files_of(at)] == files
    assert at.game.game.side == "pursuers"


def _with_disk(at: Table, disk: Disk) -> Callable[[Published], None]:
    store = Store(at.evening.log, disk)
    now = Published(at.log, at.key, {})
    store.take_over(at.log, at.key, now)
    return store.save


def test_a_disk_that_fails_altogether_takes_nothing_more_until_it_is_whole_again(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    before = at.log
    disk = FullDisk(30, cuts=False)
    store = Store(at.evening.log, disk)
    store.take_over(at.log, at.key, Published(at.log, at.key, {}))
    at.save_by(store.save)
    at.type("")
    at.type("taxi 115")
    assert "does not count" in at.said
    at.type("taxi 115")
    assert "the disk does not take anything" in at.said
    disk.room, disk.cuts = 10_000, True
    at.type("taxi 115")
    assert at.log.startswith(before)
    assert at.game.game.side == "pursuers"


def test_a_read_only_disk_is_told_before_the_clause_counts(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.save_by(_with_disk(at, FullDisk(0, number=errno.EROFS)))
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


def test_a_file_that_somebody_else_changed_is_not_written_over(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.type("")
    changed = at.log + "# hello\n"
    at.evening.log.write_text(changed, encoding="utf-8")
    at.type("taxi 115")
    assert "was changed by somebody else, so this does not count" in at.said
    assert at.log == changed
    with pytest.raises(Trouble):
        at.session.keeper.save(publish(at.game, {}))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("   red taxi 15\n", "   red taxi 27\n", "clause 2 was changed"),
        ("   red taxi 15\n   blue taxi 88\n   green taxi 161\n", "", "the log has 1 clauses, but the key has 4"),
        ("red 26;", "red 29;", "header 4 was changed"),
    ],
)
def test_a_log_that_was_changed_is_named_and_not_played_on(old: str, new: str, message: str, tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.type("")
    at.type("taxi 115")
    at.type("red taxi 15; blue taxi 88; green taxi 161")
    at.quit()
    assert old in at.log
    at.evening.log.write_text(at.log.replace(old, new), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        table(tmp_path)
    assert message in refused.value.faults[0].message


def test_a_log_that_lost_the_ends_of_its_turns_is_not_played_on(tmp_path: Path) -> None:
    at = table(tmp_path, HOUSE["peek"])
    for line in ("", "taxi 115", "", "red taxi 15; blue taxi 88; green taxi 161; yellow taxi 37", "done", "", "taxi 126", ""):
        at.type(line)
    at.type("red taxi 28; blue taxi 89; green taxi 174; yellow taxi 50")
    at.type("done")
    at.quit()
    assert at.log.count(" done\n") == 4
    at.evening.log.write_text(at.log.replace("   X done\n", "").replace("   detectives done\n", ""), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        table(tmp_path)
    assert refused.value.faults[0].message == "the log has 0 events, but the key has 4"


def test_a_log_without_its_key_is_no_game_of_ours(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.quit()
    at.evening.log.with_suffix(".key").unlink()
    with pytest.raises(Refused) as refused:
        table(tmp_path)
    assert "its key" in refused.value.faults[0].message
    assert "--from" in refused.value.faults[0].help


def test_a_key_without_its_log_is_not_written_over(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.type("")
    at.type("taxi 115")
    at.quit()
    at.evening.log.unlink()
    with pytest.raises(Refused) as refused:
        table(tmp_path, TABLES["2014"])
    assert "this file already exists" in refused.value.faults[0].message


def test_no_fault_of_the_files_quotes_the_key(tmp_path: Path) -> None:
    """After a change of a seal, or of a line of the key, the message must not show the sealed value."""
    at = table(tmp_path, TABLES["2014"])
    at.type("")
    at.type("taxi 115")
    at.quit()
    log, key = at.log, at.key
    assert " = 127 " in key
    assert " = 115 " in key
    seal = log.partition("start:      X ?[")[2][:6]
    for changed, opened in (
        (log.replace(seal, "aaaaaa"), key),
        (log, key.replace("seal start", "seel start")),
        (log, key.replace(" = 115 ", " = 116 ")),
    ):
        assert (changed, opened) != (log, key)
        at.evening.log.write_text(changed, encoding="utf-8")
        at.evening.log.with_suffix(".key").write_text(opened, encoding="utf-8")
        with pytest.raises(Refused) as refused:
            table(tmp_path)
        said = render(refused.value.faults)
        assert "game.key" in said
        assert not re.search(r"\b(127|115|116)\b", said.replace("blue 117", "")), said


def test_a_key_that_others_could_read_is_closed(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.quit()
    key = at.evening.log.with_suffix(".key")
    key.chmod(0o644)
    again = table(tmp_path)
    assert "others could read game.key; now they cannot" in again.said
    assert key.stat().st_mode & 0o777 == 0o600


def test_a_key_that_knows_one_clause_more_is_told(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"])
    at.type("")
    at.type("taxi 115")
    at.quit()
    at.evening.log.write_text(at.log[: at.log.index("\n1. ") + 1], encoding="utf-8")
    again = table(tmp_path)
    assert "when the referee was stopped does not count" in again.said


@pytest.mark.parametrize(
    ("name", "message"), [("", "must be a file"), (".", "must be a file"), ("a.key", "cannot end in `.key`")]
)
def test_a_log_that_cannot_be_called_so(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        next(Evening(Path(name) if not name.endswith("key") else tmp_path / name).run())
    assert message in refused.value.faults[0].message
    assert list(tmp_path.iterdir()) == []


def test_a_key_that_is_in_the_way_is_told_before_anything_is_asked(tmp_path: Path) -> None:
    (tmp_path / "game.key").write_text("of somebody else\n", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        table(tmp_path, variant="2014")
    assert "this file already exists" in refused.value.faults[0].message
