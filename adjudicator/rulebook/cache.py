"""Checked rulebooks, kept from run to run: so that a second run loads neither the parser nor a reader of TOML.

One file a rulebook, in the user's cache folder: plain JSON behind its own sha256. An entry is found by what was asked for and
by which program asked; it counts only while every file it came from is still the same, byte for byte, and every place that
was searched without success is still empty. A damaged entry counts as missing: entries can be deleted at any time.
Entries become rules that are run, so one counts only if nobody but its owner can have written it.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from adjudicator.files import Trail, folder_of, is_ours
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.rulebook.inheritance import Merged

OFF = ("", "0", "off", "no", "none")
LARGEST = 8_000_000  # bytes of an entry: ten times the largest that we know
MOST = 200  # entries; the oldest make room
# The errors of reading data that have changed since they were written.
DAMAGE = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError, AssertionError)
# The errors of using such data; a name that is not one may become text that Python does not read.
MISUSE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NameError,
    RecursionError,
    SyntaxError,
    TypeError,
    ValueError,
)


@frozen
class Asked:
    """The arguments of `reading.load`."""

    name: str
    board: str = ""
    options: tuple[str, ...] = ()
    beside: str | None = None
    paths: tuple[str, ...] = ()

    def key(self) -> str:
        """The question, so written that it means the same in every folder."""
        first, *packs = self.name.split("+")
        base = None if self.beside is None else os.path.dirname(self.beside)
        variants = [_spot("variants", name.strip(), base) for name in (first, *packs)]
        board = _spot("boards", self.board, None) if self.board else ""
        return json.dumps([variants, board, self.options, [os.path.abspath(path) for path in self.paths], _program()])


def _spot(kind: str, name: str, base: str | None) -> list[str]:
    """A name and the folder it counts from; one of our own is the same wherever it is asked for."""
    ours = folder_of(kind)
    if is_ours(kind, name):
        return [ours, name]
    return [ours, name, os.path.abspath(base or "."), "" if base is None else "beside"]


def _program() -> str:
    """Which program this is: its version, and its own files, so that nobody who works on it is shown what an older one read."""
    from adjudicator import __version__

    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parts = [package, *(os.path.join(package, part) for part in ("board", "language", "rulebook"))]
    files = sorted(
        (entry.path, entry.stat().st_size, entry.stat().st_mtime_ns)
        for part in parts
        for entry in os.scandir(part)
        if entry.name.endswith((".py", ".lark"))
    )
    return _sha256(json.dumps([__version__, sys.implementation.cache_tag, files]).encode())


# --- the folder


def cache_folder() -> str | None:
    """Where entries lie; None where the user wants none. `SY_JUDGE_CACHE` names another folder, or says `off`."""
    named = os.environ.get("SY_JUDGE_CACHE")
    if named is not None:
        return None if named.strip().lower() in OFF else named
    home = os.environ.get("XDG_CACHE_HOME", "")
    return os.path.join(home if os.path.isabs(home) else os.path.expanduser(os.path.join("~", ".cache")), "sy-judge")


def _entry(folder: str, key: str) -> str:
    return os.path.join(folder, f"rules-{_sha256(key.encode())[:32]}.json")


def _sha256(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(data).hexdigest()


def _is_ours(found: os.stat_result) -> bool:
    """Whether nobody else can have written this."""
    mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return mine and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


# --- looking


def recall(asked: Asked, flat: Callable[[], Merged]) -> Rulebook | None:
    """The rulebook that was kept for this question, or None."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        key = asked.key()
        found = json.loads(_read(folder, key))
        if found["asked"] != key or not Trail(found["trail"]).is_fresh():
            return None
        from adjudicator.rulebook.plain import from_plain

        return from_plain(found["rulebook"], flat)
    except DAMAGE:
        return None


def differs(asked: Asked, rulebook: Rulebook) -> bool:
    """Whether what is kept for this question is something else than this rulebook, which was made from its files."""
    from adjudicator.rulebook.plain import to_plain

    folder = cache_folder()
    if folder is None:
        return False
    try:
        return bool(json.loads(_read(folder, asked.key()))["rulebook"] != json.loads(json.dumps(to_plain(rulebook))))
    except DAMAGE:
        return False


def _read(folder: str, key: str) -> bytes:
    """The content of an entry; raises one of DAMAGE where there is none that counts."""
    if not _is_ours(os.stat(folder)):
        raise PermissionError(folder)
    with open(os.open(_entry(folder, key), os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or not _is_ours(found) or found.st_size > LARGEST:
            raise PermissionError(folder)
        said, _, content = file.read(LARGEST).partition(b"\n")
    if said.decode("ascii") != _sha256(content):
        raise ValueError("damaged")
    return content


# --- keeping


def keep(asked: Asked, rulebook: Rulebook, trail: Trail) -> None:
    """Write an entry, if that can be done; who cannot keep anything reads it again next time."""
    folder = cache_folder()
    if folder is None:
        return
    from adjudicator.rulebook.plain import to_plain

    try:
        key = asked.key()
        content = {"asked": key, "trail": trail.looks, "rulebook": to_plain(rulebook)}
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
        os.makedirs(folder, mode=0o700, exist_ok=True)
        if _is_ours(os.stat(folder)):
            _write(_entry(folder, key), _sha256(text).encode() + b"\n" + text)
            _make_room(folder)
    except DAMAGE:
        return


def _write(path: str, content: bytes) -> None:
    """All of it or nothing: a reader at the same time finds the old entry or the new one."""
    beside = f"{path}.{os.getpid()}.new"
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
        os.replace(beside, path)
    except OSError:
        _remove(beside)
        raise


def _make_room(folder: str) -> None:
    entries = sorted(_entries(folder))
    for _, path in entries[: max(0, len(entries) - MOST)]:
        _remove(path)


def _entries(folder: str) -> Iterator[tuple[int, str]]:
    for entry in os.scandir(folder):
        if entry.name.startswith("rules-"):
            yield entry.stat().st_mtime_ns, entry.path


def _remove(path: str) -> None:
    try:
        os.remove(path)
    except OSError:
        return
