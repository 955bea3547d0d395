"""Keeps checked rulebooks in memory and on disk, so that a second run loads neither the parser nor a TOML reader.

An entry is found by its question. It is valid while every file that it came from has the same bytes, every place that was
searched without success is still empty, and the program is unchanged. Entries name files by relative paths, and have no times,
so that they can be shipped.

On disk an entry is one file: plain JSON after its own sha256. A damaged one counts as missing, and entries can be deleted at
any time. As their rules are run, those in the user's folder are valid only if nobody but the owner can have written them.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator
from threading import RLock
from typing import TYPE_CHECKING

from adjudicator.faults import Refused
from adjudicator.files import Trail, folder_of, has_drafts, is_ours, state_of
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.rulebook.inheritance import Merged

OFF = ("", "0", "off", "no", "none")
LARGEST = 8_000_000  # bytes of an entry: ten times the largest known
MOST = 200  # entries on disk; the oldest are deleted
AT_HAND = 64  # entries in memory
# The errors of reading data that were changed after they were written.
DAMAGE = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError, AssertionError)
# The errors of using such data: for example, a changed name may become text that is not Python.
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
# How an entry is opened: no link is followed, and a pipe is not waited for.
_READING = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
OWN = ("variants", "boards")  # kinds of files that we ship
# The parts of the program that determine the content of a rulebook.
MAKERS = ("board", "faults", "language", "rulebook")
MAKER_FILES = ("files.py", "structure.py", "toml_places.py", "values.py")


def _program() -> str:
    """The digest of these parts, so that a changed program does not use entries of an old one; "" if it has no files."""
    from adjudicator import __version__

    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    try:
        inner = [f"{part}/{name}" for part in MAKERS for name in sorted(os.listdir(os.path.join(package, part)))]
        parts = [__version__]
        for name in (*MAKER_FILES, *inner):
            if name.endswith((".py", ".lark")):
                with open(os.path.join(package, name), "rb", buffering=0) as file:
                    parts += [name, _sha256(file.read())]
    except OSError:
        return ""
    return _sha256("\n".join(parts).encode())


def _sha256(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(data).hexdigest()


PROGRAM = _program()  # computed at the start: the files may change while the program runs


@frozen
class Asked:
    """The arguments of `loader.load`."""

    name: str
    board: str = ""
    options: tuple[str, ...] = ()
    beside: str | None = None
    paths: tuple[str, ...] = ()

    def base(self) -> str:
        """The folder that paths are relative to."""
        return os.path.abspath(os.path.dirname(self.beside) if self.beside is not None else ".")

    def key(self) -> str:
        """The question as a text that is the same in every folder and on every machine."""
        base = self.base()
        variants = [_named("variants", name.strip(), base) for name in self.name.split("+")]
        board = _named("boards", self.board, base) if self.board else ""
        paths = [os.path.relpath(os.path.abspath(path), base) for path in self.paths]
        return json.dumps([variants, board, self.options, paths, self.beside is not None, PROGRAM])


def _named(kind: str, name: str, base: str) -> list[str]:
    """A name, with the digest of the file if it is a path: two folders may each have a file of that name."""
    if is_ours(kind, name):
        return [name]
    path = os.path.normpath(os.path.join(base, name))
    return [os.path.relpath(path, base), state_of(path)]


# --- in memory


@frozen(eq=False)
class Loaded:
    """The result of loading: a rulebook, or the reason why there is none; with the files that were searched."""

    asked: Asked
    found: Rulebook | Refused
    trail: Trail
    is_recalled: bool = False  # from the disk


_at_hand: dict[tuple[str, Asked], Loaded] = {}
_loading = RLock()


def once(asked: Asked, load: Callable[[Asked], Loaded]) -> Loaded:
    """The result of `load` for this question, from memory while nothing has changed. Other threads wait for the one loading."""
    at = (_here(), asked)
    kept = _at_hand.get(at)
    if kept is not None and kept.trail.is_fresh():
        return kept
    with _loading:
        made = _at_hand.get(at)
        if made is None or made is kept:
            made = load(asked)
            if len(_at_hand) >= AT_HAND:
                del _at_hand[next(iter(_at_hand))]
            _at_hand[at] = made
        return made


def recalled() -> list[Loaded]:
    """The entries in memory that came from the disk."""
    return [one for one in list(_at_hand.values()) if one.is_recalled]


def _here() -> str:
    """The folder that paths are relative to; "" if it has been deleted."""
    try:
        return os.getcwd()
    except OSError:
        return ""


# --- the folder


def cache_folder() -> str | None:
    """The folder of entries; None if there is to be none. `SY_JUDGE_CACHE` names another folder, or is `off`."""
    named = os.environ.get("SY_JUDGE_CACHE")
    if named is not None:
        return None if named.strip().lower() in OFF else named
    home = os.environ.get("XDG_CACHE_HOME", "")
    return os.path.join(home if os.path.isabs(home) else os.path.expanduser(os.path.join("~", ".cache")), "sy-judge")


def _entry(folder: str, key: str) -> str:
    return os.path.join(folder, f"rules-{_sha256(key.encode())[:32]}.json")


def _is_ours(found: os.stat_result) -> bool:
    """Whether only this user can have written a file."""
    mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return mine and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


# --- looking


def recall(asked: Asked, flat: Callable[[], Merged]) -> Loaded | None:
    """The rulebook that is kept on disk for this question, or None."""
    folder = cache_folder()
    if folder is None or not PROGRAM:
        return None
    try:
        key, base = asked.key(), asked.base()
    except DAMAGE:
        return None
    for place, is_sure in ((folder_of("cache"), True), (folder, False)):
        try:
            found = json.loads(_read(place, key, is_sure))
            seen = Trail({_where(base, *at): state for *at, state in found["trail"]})
            if found["asked"] == key and seen.is_fresh():
                from adjudicator.rulebook.plain import from_plain

                plain = found["rulebook"]
                plain["files"] = [_where(base, *at) for at in plain["files"]]
                return Loaded(asked, from_plain(plain, flat), seen, is_recalled=True)
        except DAMAGE:
            continue
    return None


def differ(one: Rulebook | Refused, other: Rulebook) -> bool:
    """Whether a recalled result differs from this rulebook, which was made from the files."""
    from adjudicator.rulebook.plain import to_plain

    try:
        plain, wanted = (json.loads(json.dumps(to_plain(rulebook))) for rulebook in (one, other))  # type: ignore[arg-type]
    except MISUSE:
        return True
    return bool(plain != wanted)


def _read(folder: str, key: str, is_sure: bool) -> bytes:
    """The content of an entry. Raises one of DAMAGE without a valid one. Our own folder is trusted like our code."""
    if not is_sure and not _is_ours(os.stat(folder)):
        raise PermissionError(folder)
    with open(os.open(_entry(folder, key), _READING), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or not (is_sure or _is_ours(found)) or found.st_size > LARGEST:
            raise PermissionError(folder)
        said, _, content = file.read(LARGEST).partition(b"\n")
    if said.decode("ascii") != _sha256(content):
        raise ValueError("damaged")
    return content


# --- keeping


def keep(asked: Asked, rulebook: Rulebook, trail: Trail) -> None:
    """Write an entry, if possible; otherwise the rulebook is made again next time."""
    folder = cache_folder()
    if folder is None or not PROGRAM or has_drafts() or _program() != PROGRAM:
        return
    try:
        key, text = entry(asked, rulebook, trail)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        if _is_ours(os.stat(folder)):
            _write(_entry(folder, key), _sha256(text).encode() + b"\n" + text)
            _make_room(folder)
    except DAMAGE:
        return


def entry(asked: Asked, rulebook: Rulebook, trail: Trail) -> tuple[str, bytes]:
    """The key and the content of an entry."""
    from adjudicator.rulebook.plain import to_plain

    key, base, plain = asked.key(), asked.base(), to_plain(rulebook)
    plain["files"] = [_from(base, path) for path in rulebook.files]
    looks = [[*_from(base, path), state] for path, state in trail.looks.items()]
    content = {"asked": key, "trail": looks, "rulebook": plain}
    return key, json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _from(base: str, path: str) -> tuple[str, str]:
    """A path as the kind of a shipped file and its name; of other files as "" and the path relative to `base`."""
    for kind in OWN:
        folder = folder_of(kind)
        if path == folder or path.startswith(folder + os.sep):
            return kind, os.path.relpath(path, folder)
    return "", os.path.relpath(path, base)


def _where(base: str, kind: str, path: str) -> str:
    return os.path.normpath(os.path.join(folder_of(kind) if kind in OWN else base, path))


def _write(path: str, content: bytes) -> None:
    """Write a file, all or nothing: a simultaneous reader finds the old entry or the new one."""
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
