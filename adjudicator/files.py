"""Finds, reads and writes files. All data from outside come through here, within bounds.

This is the only module that uses the TOML libraries (`tomllib`, `tomli_w`), and it imports them late, so that a command without
TOML pays nothing for them.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator.faults import Fault, Given, Place, Refused

if TYPE_CHECKING:
    from pathlib import Path  # imported on first use

LIMIT = 1_000_000  # bytes: twenty times the largest file that we ship
DEPTH = 24  # tables and lists within each other; our own files have at most seven
MANY = 200  # files of one folder that are searched for an alias

_SHAPE = re.compile(rb"""(?m)^[ \t]*["']?id["']?[ \t]*=""")  # every variant and board has an id
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")  # an id that is searched for; any other name is a path
_PART = r"(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+"
_LONG_KEY = re.compile(rf"(?<![\w-]){_PART}(?:\.[ \t]*+{_PART}){{{DEPTH},}}")  # tomllib takes quadratic time for these
_SPOT = re.compile(r"\(at line (\d+), column (\d+)\)$")

Anywhere = str | os.PathLike[str]


def shown(path: Anywhere) -> str:
    """A path for people: relative to the current folder if it is below it, or else unchanged."""
    here, there = os.getcwd(), os.path.abspath(path)
    return os.path.relpath(there, here) if there.startswith(here + os.sep) else os.fspath(path)


# --- reading


def read_text(path: Anywhere, limit: int = LIMIT) -> str:
    """The text of a file, at most `limit` bytes of UTF-8. Line ends are kept, a byte-order mark is dropped. Raises Refused."""
    data = _read_bytes(path, limit)
    try:
        if len(data) <= limit:
            return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    return decode(data, shown(path), limit)  # raises the fault


def decode(data: bytes, file: str, limit: int = LIMIT) -> str:
    """The text in these bytes of a file. Raises Refused."""
    if len(data) > limit:
        raise _refusal("F03", Place(file), limit=limit)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        raise _refusal("F04", Place(file, line, column), byte=data[error.start]) from None


_drafts: ContextVar[Mapping[str, str] | None] = ContextVar("drafts", default=None)


@contextmanager
def drafts(texts: Mapping[str, str]) -> Iterator[None]:
    """In this block, these texts (by absolute path) are read in place of the files: what an editor has not saved yet."""
    before = _drafts.set(texts)
    try:
        yield
    finally:
        _drafts.reset(before)


def _draft(path: Anywhere) -> str | None:
    return (_drafts.get() or {}).get(os.path.abspath(path))


def has_drafts() -> bool:
    """Whether files may be read here as nobody has saved them."""
    return _drafts.get() is not None


def _read_bytes(path: Anywhere, limit: int) -> bytes:
    draft = _draft(path)
    if draft is not None:
        _look(path, lambda: _digest(draft.encode()))
        return draft.encode()
    try:
        found = os.stat(path)
        if stat.S_ISDIR(found.st_mode):
            raise _refusal("F02.folder", Place(shown(path)))
        if not stat.S_ISREG(found.st_mode):  # a pipe or a device might never end
            raise _refusal("F02", Place(shown(path)))
        with open(path, "rb", buffering=0) as file:
            data = file.read(min(found.st_size, limit) + 1)  # do not allocate the limit for a small file
            while len(data) != found.st_size and len(data) <= limit:  # it comes in parts, grows, or reports no size
                more = file.read(limit + 1 - len(data))
                if not more:
                    break
                data += more
        _look(path, lambda: _digest(data))
        mine = _inputs.get()
        if mine is not None:
            mine.read.add(os.fspath(path))
    except (FileNotFoundError, NotADirectoryError):
        _look(path, lambda: NOTHING)
        if os.path.islink(path):
            raise _refusal("F01.link", Place(shown(path)), target=os.readlink(path)) from None
        raise Refused([_not_there(path)]) from None
    except (OSError, ValueError) as error:
        raise _refusal("F08", Place(shown(path)), reason=_reason(error)) from None
    return data


def _reason(error: OSError | ValueError) -> str:
    """The system's message. For a name that the system refuses, a message of ours, since Python's depends on its version."""
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return "some of it is not text" if isinstance(error, UnicodeError) else "no file can have such a name"


def _not_there(path: Anywhere) -> Fault:
    """The fault of a missing file, with the nearest names in its folder. A long list of files would not help."""
    from adjudicator.faults.wording import nearest

    place = Place(shown(path))
    for kind in ("variants", "boards"):
        if is_ours(kind, str(path)):
            return Fault("F01.ours", place, name=str(path), one=kind.removesuffix("s"))
    folder, name = os.path.split(os.path.abspath(path))
    try:
        names = os.listdir(folder)
    except (OSError, ValueError):
        names = []
    stem, ending = os.path.splitext(name)  # all candidates have this ending
    near = nearest(stem, (one.removesuffix(ending) for one in names if one.endswith(ending)))
    return Fault("F01", place, near=[f"{one}{ending}" for one in near])


def read_toml(path: Anywhere, limit: int = LIMIT) -> tuple[dict[str, Any], str]:
    """The data of a TOML file, and its text (for `toml_places.locate`). Raises Refused with the place of a syntax error."""
    text = read_text(path, limit)
    ending = os.path.splitext(os.fspath(path))[1].lower()
    if ending != ".toml":  # it may be any file: do not show its lines
        raise _refusal("F42.log" if ending == ".log" else "F42.ending", Place(shown(path)))
    return parse_toml(text, shown(path)), text


@lru_cache(maxsize=32)  # the same few files are the base of every variant, and are searched for every alias
def parse_toml(text: str, file: str) -> dict[str, Any]:
    """The data of a TOML text; `file` is the name for faults. Make a copy before changing the data."""
    import tomllib

    long_key = _LONG_KEY.search(text)
    if long_key:
        raise _refusal("F06.key", _place_at(text, long_key.start(), file), most=DEPTH)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise _refusal("F06", Place(file), most=DEPTH) from None
    except tomllib.TOMLDecodeError as error:
        raise Refused([_not_toml(text, file, error)]) from None
    except ValueError:  # Python refuses to read a number with thousands of digits
        raise _refusal("F05.digits", Place(file)) from None
    if _depth_exceeds(data, DEPTH):
        raise _refusal("F06", Place(file), most=DEPTH)
    return data


def _not_toml(text: str, file: str, error: ValueError) -> Fault:
    """The fault at the place where the reader stopped, found from the text there."""
    from adjudicator.toml_mistakes import Spot, slip

    place = _stopped_at(error, text, file)
    spot = Spot(file, text, place.line, place.column)
    return slip(spot) or Fault(_UNCLEAR.get(spot.inside.what, "F05"), place)


# The sentence for a TOML error that is not a known slip, by the kind of text that was being read.
_UNCLEAR = {
    "line": "F05.statement",
    "key": "F05.statement",
    "heading": "F05.heading",
    "value": "F05.value",
    "text": "F05.text",
    "behind value": "F05.overwritten",
}


def _stopped_at(error: ValueError, text: str, file: str) -> Place:
    """The place where the TOML reader stopped. Before Python 3.14 only its message contains it."""
    if hasattr(error, "lineno"):
        found = (error.lineno, error.colno) if error.pos < len(text.rstrip()) else None  # type: ignore[attr-defined]
    else:
        told = _SPOT.search(str(error))
        found = (int(told[1]), int(told[2])) if told else None
    return Place(file, *found) if found else _place_at(text, len(text.rstrip()), file)


def _place_at(text: str, offset: int, file: str) -> Place:
    return Place(file, text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1)


def _depth_exceeds(data: object, depth: int) -> bool:
    """Whether data are nested deeper than this. Goes level by level, so that a hostile file cannot exhaust the stack here."""
    level: list[object] = [data]
    for _ in range(depth):
        level = [inner for value in level for inner in _inside(value)]
        if not level:
            return False
    return True


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _refusal(sentence: str, place: Place, **values: Given) -> Refused:
    return Refused([Fault(sentence, place, **values)])


# --- writing


def write_toml(data: Mapping[str, Any]) -> str:
    """The TOML text of plain data (dicts, lists, strings, numbers and booleans)."""
    import tomli_w

    return tomli_w.dumps(data, multiline_strings=True)


_REMADE = (b"<svg ", b"\x89PNG\r\n", b"<!doctype html>")  # the beginnings of pictures and pages


def write_output(path: Anywhere, made: str | bytes, over: bool = False, private: bool = False) -> None:
    """Write the result of a command as a new file, all of it or nothing; with `private`, for its owner only. Raises Refused if
    that is not possible.

    No game, key or rules are lost by a mistyped name: of existing files, only an earlier picture is replaced by a picture, and
    a page by a page; any other only with `over`. A file that was read is never replaced, and nothing is written through a link.
    """
    try:
        data = made.encode() if isinstance(made, str) else made
        not_an_input(path)
        if os.path.islink(path):
            raise _refusal("F41.link", Place(shown(path)), target=os.readlink(path))
        if os.path.lexists(path) and not os.path.isfile(path):
            raise _refusal("F02.folder" if os.path.isdir(path) else "F02", Place(shown(path)))
        if os.path.exists(path) and not (over or _is_remade(path, data)):
            raise _refusal("F41", Place(shown(path)))
        _put(os.fspath(path), data, 0o600 if private else 0o666)
    except (OSError, ValueError) as error:
        raise _refusal("F09", Place(shown(path)), reason=_reason(error)) from None


def rewrite(path: Anywhere, text: str) -> None:
    """Replace a file that was read by another form of it, all of it or nothing. Raises Refused if that is not possible."""
    try:
        _put(os.path.realpath(path), text.encode())
    except (OSError, ValueError) as error:
        raise _refusal("F09", Place(shown(path)), reason=_reason(error)) from None


def _is_remade(path: Anywhere, data: bytes) -> bool:
    """Whether a file has these data already, or is an earlier picture or page that they replace."""
    longest = max(map(len, _REMADE))
    with open(path, "rb") as file:
        before = file.read(max(longest, len(data) + 1))
    return before == data or any(data.startswith(kind) and before.startswith(kind) for kind in _REMADE)


def _put(path: str, data: bytes, mode: int = 0o666) -> None:
    """Write to a new file and move it into place, so that a full disk cannot lose an old file or leave half of a new one. A
    file keeps its permissions, and only users who may write it can replace it."""
    is_there = os.path.exists(path)
    if is_there:
        with open(path, "rb+"):
            mode = stat.S_IMODE(os.stat(path).st_mode)
    beside = f"{path}.{os.getpid()}.new"
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if is_there:
            os.chmod(beside, mode)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


class _Inputs:
    """The files that a command has read. Their real paths are found only if the command also writes."""

    def __init__(self) -> None:
        self.read: set[str] = set()
        self._found: set[str] = set()

    @property
    def found(self) -> set[str]:
        while self.read:
            self._found.add(os.path.realpath(self.read.pop()))
        return self._found


_inputs: ContextVar[_Inputs | None] = ContextVar("inputs", default=None)  # those of the running command


@contextmanager
def inputs() -> Iterator[None]:
    """Note the files that are read in this block, so that its results are not written over one of them (`not_an_input`)."""
    before = _inputs.set(_Inputs())
    try:
        yield
    finally:
        _inputs.reset(before)


def not_an_input(path: Anywhere) -> None:
    """Raises Refused if the running command, which is about to write this file, has read it under this name or another."""
    mine = _inputs.get()
    if mine is not None and _is_one_of(path, mine.found):
        raise _refusal("F43", Place(shown(path)))


def _is_one_of(path: Anywhere, others: set[str]) -> bool:
    if os.path.realpath(path) in others:
        return True
    return os.path.isfile(path) and any(os.path.isfile(other) and os.path.samefile(path, other) for other in others)


def make_folder(path: Anywhere) -> None:
    """Make a folder if it does not exist. Raises Refused if that is not possible."""
    try:
        os.makedirs(path, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _refusal("F09.folder", Place(shown(path)), reason=_reason(error)) from None


# --- finding


def folder_of(kind: str) -> str:
    """The path of our own files of a kind ("boards", "variants"): inside an installed package, or beside it."""
    package = os.path.dirname(os.path.abspath(__file__))
    inside = os.path.join(package, "data", kind)
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), kind)


@lru_cache(maxsize=256)  # called for every log of a folder; our own files do not move
def is_ours(kind: str, name: str) -> bool:
    """Whether this is the name of one of our own files, which means that file everywhere."""
    return bool(NAME.fullmatch(name)) and os.path.isfile(os.path.join(folder_of(kind), f"{name}.toml"))


def is_shipped(kind: str, path: Anywhere) -> bool:
    """Whether a path is one of our own files."""
    return os.path.dirname(os.path.realpath(path)) == os.path.realpath(folder_of(kind))


def folder(kind: str) -> Path:
    from pathlib import Path

    return Path(folder_of(kind))


def shipped(kind: str) -> list[Path]:
    """Our own files of a kind, sorted by name."""
    return sorted(folder(kind).glob("*.toml"), key=lambda path: path.stem)


def refuse_foreign(kind: str, name: str, path: Anywhere, place: Place) -> None:
    """Raises Refused if a file that another one names is not ours by its ending and its content, since errors would quote its
    lines.

    Something that is not an ordinary file or cannot be read is left to its reader, which quotes nothing.
    """
    if not os.path.isfile(path):
        return
    if not os.fspath(path).endswith(".toml"):
        raise Refused([Fault("F42", place, kind=kind.removesuffix("s"), name=name)])
    try:
        with open(path, "rb") as file:
            is_ours = _SHAPE.search(file.read(LIMIT))
    except OSError:
        return
    if not is_ours:
        raise Refused([Fault("F42.shape", place, kind=kind.removesuffix("s"), name=name)])


def find(kind: str, name: str, beside: Anywhere | None = None, paths: Iterable[Anywhere] = ()) -> Path:
    """The file of a board or variant: by id or alias among our own, beside the naming file, in `paths`; or by its path.

    `beside` is the file that names it. A relative path counts from that file's folder, or from the current one without it; a
    file name that is not found there is searched for in `paths`, too.
    """
    from pathlib import Path

    base = Path(os.path.dirname(beside)) if beside is not None else None
    folders = [folder(kind), *([base] if base is not None else []), *(Path(path) for path in paths)]
    if not NAME.fullmatch(name):
        path = (base / name) if base is not None else Path(name)
        if name.endswith(".toml") and os.path.basename(name) == name:
            path = _first_there([path, *(Path(place) / name for place in paths)])
        if beside is not None:
            refuse_foreign(kind, name, path, Place(shown(beside)))
        if path.suffix or "/" in name or "\\" in name or os.path.lexists(path):
            return path
        _look(path, lambda: NOTHING)
        raise Refused([_unknown(kind, name, dict(_names_in(folders)), beside)])
    for place in folders:
        path = place / f"{name}.toml"
        if os.path.isfile(path):  # not if the name is too long for a file
            if beside is not None and place == base:
                refuse_foreign(kind, name, path, Place(shown(beside)))
            return path if place == folders[0] else own_names(kind).get(name.lower(), path)
        _look(path, lambda: NOTHING)
    known = dict(_names_in(folders))
    if name in known:
        return known[name]
    alike = {one.lower(): path for one, path in known.items()}  # in any capitalization
    if name.lower() in alike:
        return alike[name.lower()]
    raise Refused([_unknown(kind, name, known, beside)])


def own_names(kind: str) -> dict[str, Path]:
    """The ids and aliases of our own files, which mean these files wherever they are used."""
    return {name.lower(): path for name, path in _names_in([folder(kind)])}


def _unknown(kind: str, name: str, known: Mapping[str, Path], beside: Anywhere | None) -> Fault:
    here = next((one for one in (name, f"{name}.toml") if os.path.isfile(one)), "")
    words = [word.lower() for word in re.findall(r"[\w-]+", name)]  # `Scotland Yard 2014` contains an id
    said = next((one for one in known if one.lower() in words), "")
    place = Place(shown(beside) if beside is not None else "")
    return Fault("F07", place, kind=kind.removesuffix("s"), name=name, here=here, said=said, known=known)


def _names_in(folders: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """Every name that can be found: file names, and the ids and aliases in files (the first wins)."""
    every: list[Path] = []
    for place in folders:
        _look(place, lambda place=place: _names(place))  # type: ignore[misc]
        every += sorted(place.glob("*.toml"))[:MANY]
    for path in reversed(every):
        try:
            data, _ = read_toml(path)
        except Refused:
            continue
        for name in (*_texts(data.get("aliases")), *_texts([data.get("id")]), path.stem):
            yield name, path


def _texts(value: object) -> list[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


# --- the files that were searched

NOTHING = "-"


class Trail:
    """The files and folders that were searched to find and read something, with their states. While these are unchanged, a new
    search would find the same.

    For each path, the state is the sha256 of a file, the names in a folder that was searched (after a slash), or NOTHING.
    """

    def __init__(self, looks: Mapping[str, str] | None = None):
        self.looks = dict(looks or {})

    def is_fresh(self) -> bool:
        """Whether everything is unchanged, byte for byte."""
        return all(_is_still(path, before) for path, before in self.looks.items())


_trail: ContextVar[Trail | None] = ContextVar("trail", default=None)


@contextmanager
def trail() -> Iterator[Trail]:
    """Note everything that this thread searches in this block."""
    mine = Trail()
    before = _trail.set(mine)
    try:
        yield mine
    finally:
        _trail.reset(before)


def _first_there(paths: Sequence[Path]) -> Path:
    """The first of these paths that exists, or else the first of all."""
    for path in paths:
        if os.path.lexists(path):
            return path
        _look(path, lambda: NOTHING)
    return paths[0]


def _look(path: Anywhere, state: Callable[[], str]) -> None:
    mine = _trail.get()
    if mine is not None:
        mine.looks[os.path.abspath(path)] = state()


def _is_still(path: str, before: str) -> bool:
    return (_names(path) if before.startswith("/") else state_of(path)) == before


def state_of(path: str) -> str:
    """The sha256 of a file, or NOTHING if no file is there."""
    if not os.path.isfile(path) and _draft(path) is None:
        return NOTHING
    try:
        return _digest(_read_bytes(path, LIMIT))
    except Refused:
        return "unreadable"


def _names(folder: Anywhere) -> str:
    try:
        return "/" + "\n".join(sorted(name for name in os.listdir(folder) if name.endswith(".toml")))
    except OSError:
        return "/"


def _digest(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(data).hexdigest()
