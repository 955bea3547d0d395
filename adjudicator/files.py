"""Finding, reading and writing files. Everything from outside comes in here, bounded, or not at all.

The only module that knows TOML (`tomllib`, `tomli_w`), and it loads them late: a command without TOML pays nothing for it.
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
    from pathlib import Path  # loaded when something has to be found

LIMIT = 1_000_000  # bytes: twenty times the largest file that we ship
DEPTH = 24  # tables and lists within each other; nothing of ours goes deeper than seven
MANY = 200  # files of one folder that are opened to look for an alias

_SHAPE = re.compile(rb"""(?m)^[ \t]*["']?id["']?[ \t]*=""")  # every variant and board gives itself an id
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")  # an id that may be looked for; everything else is a path
_PART = r"(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+"
_LONG_KEY = re.compile(rf"(?<![\w-]){_PART}(?:\.[ \t]*+{_PART}){{{DEPTH},}}")  # tomllib takes quadratic time for these
_SPOT = re.compile(r"\(at line (\d+), column (\d+)\)$")

Anywhere = str | os.PathLike[str]


def shown(path: Anywhere) -> str:
    """A path as people want to read it: from here where it lies below, else as it is."""
    here, there = os.getcwd(), os.path.abspath(path)
    return os.path.relpath(there, here) if there.startswith(here + os.sep) else os.fspath(path)


# --- reading


def read_text(path: Anywhere, limit: int = LIMIT) -> str:
    """The text of a file, at most `limit` bytes of UTF-8; line ends stay as they are, a byte-order mark is dropped."""
    data = _read_bytes(path, limit)
    try:
        if len(data) <= limit:
            return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    return decode(data, shown(path), limit)  # which reports the fault


def decode(data: bytes, file: str, limit: int = LIMIT) -> str:
    """The text that these bytes of a file are."""
    if len(data) > limit:
        raise _refusal("F03", Place(file), limit=limit)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        raise _refusal("F04", Place(file, line, column), byte=data[error.start]) from None


def _read_bytes(path: Anywhere, limit: int) -> bytes:
    try:
        found = os.stat(path)
        if stat.S_ISDIR(found.st_mode):
            raise _refusal("F02.folder", Place(shown(path)))
        if not stat.S_ISREG(found.st_mode):  # a pipe or a device might never end
            raise _refusal("F02", Place(shown(path)))
        with open(path, "rb", buffering=0) as file:
            data = file.read(min(found.st_size, limit) + 1)  # room for the limit is not asked for when it is not needed
            while len(data) != found.st_size and len(data) <= limit:  # it comes in pieces, grows, or does not know its size
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
    """The message of the system; for a name that the system refuses, Python has another message in every version."""
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return "some of it is not text" if isinstance(error, UnicodeError) else "no file can have such a name"


def _not_there(path: Anywhere) -> Fault:
    """A misspelt file name gets the nearest one in its folder; a long list of files helps nobody."""
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
    stem, ending = os.path.splitext(name)  # endings are alike anyway
    near = nearest(stem, (one.removesuffix(ending) for one in names if one.endswith(ending)))
    return Fault("F01", place, near=[f"{one}{ending}" for one in near])


def read_toml(path: Anywhere, limit: int = LIMIT) -> tuple[dict[str, Any], str]:
    """The data of a TOML file, and its text (for `places.locate`). Raises Refused with the place of a syntax error."""
    text = read_text(path, limit)
    ending = os.path.splitext(os.fspath(path))[1].lower()
    if ending != ".toml":  # it may be any file: no line of it is shown
        raise _refusal("F42.log" if ending == ".log" else "F42.ending", Place(shown(path)))
    return parse_toml(text, shown(path)), text


@lru_cache(maxsize=32)  # the same few files lie below every variant, and are looked through for every alias
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
    """The mistake at the place where the reader stopped, found by looking at the text there."""
    from adjudicator.toml_mistakes import Spot, slip

    place = _stopped_at(error, text, file)
    spot = Spot(file, text, place.line, place.column)
    return slip(spot) or Fault(_UNCLEAR.get(spot.inside.what, "F05"), place)


# The sentence about a text that is not TOML and none of the slips that are known, by what the reader was reading.
_UNCLEAR = {
    "line": "F05.statement",
    "key": "F05.statement",
    "heading": "F05.heading",
    "value": "F05.value",
    "text": "F05.text",
    "behind value": "F05.overwritten",
}


def _stopped_at(error: ValueError, text: str, file: str) -> Place:
    """Where the reader of TOML stopped. Before Python 3.14 it tells this only in its sentence, which nobody else reads."""
    if hasattr(error, "lineno"):
        found = (error.lineno, error.colno) if error.pos < len(text.rstrip()) else None  # type: ignore[attr-defined]
    else:
        told = _SPOT.search(str(error))
        found = (int(told[1]), int(told[2])) if told else None
    return Place(file, *found) if found else _place_at(text, len(text.rstrip()), file)


def _place_at(text: str, offset: int, file: str) -> Place:
    return Place(file, text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1)


def _depth_exceeds(data: object, depth: int) -> bool:
    """Level by level, so that a hostile file cannot exhaust the stack here either."""
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
    """The TOML text of plain data (dicts, lists, texts, numbers, true and false)."""
    import tomli_w

    return tomli_w.dumps(data, multiline_strings=True)


_REMADE = (b"<svg ", b"\x89PNG\r\n", b"<!doctype html>")  # how pictures and pages begin


def write_output(path: Anywhere, made: str | bytes, over: bool = False, private: bool = False) -> None:
    """Write what a command made as a new file, all of it or nothing; a `private` one for its owner alone. Raises Refused where
    that cannot be done.

    No game, no key and no rules are lost by a mistyped name: of files that are there, only an earlier picture is replaced by a
    picture, and a page by a page; any other only if somebody said so (`over`). A file that was read is never replaced, and
    nothing is written where a link leads.
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
    """Write a file again that was read, in another form, all of it or nothing; raises Refused where that cannot be done."""
    try:
        _put(os.path.realpath(path), text.encode())
    except (OSError, ValueError) as error:
        raise _refusal("F09", Place(shown(path)), reason=_reason(error)) from None


def _is_remade(path: Anywhere, data: bytes) -> bool:
    """Whether a file is what was made, or an earlier picture or page in place of which it comes."""
    longest = max(map(len, _REMADE))
    with open(path, "rb") as file:
        before = file.read(max(longest, len(data) + 1))
    return before == data or any(data.startswith(kind) and before.startswith(kind) for kind in _REMADE)


def _put(path: str, data: bytes, mode: int = 0o666) -> None:
    """Written beside and put in its place, so a full disk cannot lose an old file or leave half of a new one. A file keeps the
    rights that it had, and only who may write it replaces it."""
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
    """The files that a command has read. Where each really is matters only to a command that also writes: it is found then."""

    def __init__(self) -> None:
        self.read: set[str] = set()
        self._found: set[str] = set()

    @property
    def found(self) -> set[str]:
        while self.read:
            self._found.add(os.path.realpath(self.read.pop()))
        return self._found


_inputs: ContextVar[_Inputs | None] = ContextVar("inputs", default=None)  # of the command that is running


@contextmanager
def inputs() -> Iterator[None]:
    """Notes which files are read in this block, so that nothing that comes of them is written over one (`not_an_input`)."""
    before = _inputs.set(_Inputs())
    try:
        yield
    finally:
        _inputs.reset(before)


def not_an_input(path: Anywhere) -> None:
    """Raises Refused where a file was read by the command that is about to write it, under this name or another."""
    mine = _inputs.get()
    if mine is not None and _is_one_of(path, mine.found):
        raise _refusal("F43", Place(shown(path)))


def _is_one_of(path: Anywhere, others: set[str]) -> bool:
    if os.path.realpath(path) in others:
        return True
    return os.path.isfile(path) and any(os.path.isfile(other) and os.path.samefile(path, other) for other in others)


def make_folder(path: Anywhere) -> None:
    """Make a folder if it is not there; raises Refused where that cannot be done."""
    try:
        os.makedirs(path, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _refusal("F09.folder", Place(shown(path)), reason=_reason(error)) from None


# --- finding


def folder_of(kind: str) -> str:
    """Where our own files of a kind ("boards", "variants") lie: inside an installed package, or beside it."""
    package = os.path.dirname(os.path.abspath(__file__))
    inside = os.path.join(package, "data", kind)
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), kind)


@lru_cache(maxsize=256)  # asked for every log of a folder; our own files stay where they are
def is_ours(kind: str, name: str) -> bool:
    """Whether this names one of our own files, wherever it is asked for."""
    return bool(NAME.fullmatch(name)) and os.path.isfile(os.path.join(folder_of(kind), f"{name}.toml"))


def is_shipped(kind: str, path: Anywhere) -> bool:
    """Whether a file is one of our own."""
    return os.path.dirname(os.path.realpath(path)) == os.path.realpath(folder_of(kind))


def folder(kind: str) -> Path:
    from pathlib import Path

    return Path(folder_of(kind))


def shipped(kind: str) -> list[Path]:
    """Our own files of a kind, by name."""
    return sorted(folder(kind).glob("*.toml"), key=lambda path: path.stem)


def refuse_foreign(kind: str, name: str, path: Anywhere, place: Place) -> None:
    """A file that another one names is opened only if it is ours by its ending and its shape: errors quote lines of it.

    For something that is not an ordinary file or cannot be read, its reader reports that, and has no line to quote.
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

    `beside` is the file that names it. A relative path counts from that file's folder, or from here without one; the name of
    a file that is not there is looked for in `paths`, too.
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
    alike = {one.lower(): path for one, path in known.items()}  # however it is capitalized
    if name.lower() in alike:
        return alike[name.lower()]
    raise Refused([_unknown(kind, name, known, beside)])


def own_names(kind: str) -> dict[str, Path]:
    """The ids and aliases of our own files: they mean these files wherever they are named."""
    return {name.lower(): path for name, path in _names_in([folder(kind)])}


def _unknown(kind: str, name: str, known: Mapping[str, Path], beside: Anywhere | None) -> Fault:
    here = next((one for one in (name, f"{name}.toml") if os.path.isfile(one)), "")
    words = [word.lower() for word in re.findall(r"[\w-]+", name)]  # `Scotland Yard 2014` has the id in it
    said = next((one for one in known if one.lower() in words), "")
    place = Place(shown(beside) if beside is not None else "")
    return Fault("F07", place, kind=kind.removesuffix("s"), name=name, here=here, said=said, known=known)


def _names_in(folders: Iterable[Path]) -> Iterator[tuple[str, Path]]:
    """Every name that can be found: file names, and ids and aliases that files give themselves (the first wins)."""
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


# --- what was looked at

NOTHING = "-"


class Trail:
    """What was looked at to find and read something, and how it was: while it is still so, the same would be found again.

    For each path the sha256 of a file, the names in a folder that was searched (after a slash), or that nothing is there.
    """

    def __init__(self, looks: Mapping[str, str] | None = None):
        self.looks = dict(looks or {})

    def is_fresh(self) -> bool:
        """Whether all is as it was, byte for byte."""
        return all(_is_still(path, before) for path, before in self.looks.items())


_trail: ContextVar[Trail | None] = ContextVar("trail", default=None)


@contextmanager
def trail() -> Iterator[Trail]:
    """Notes everything that this thread looks at in this block."""
    mine = Trail()
    before = _trail.set(mine)
    try:
        yield mine
    finally:
        _trail.reset(before)


def _first_there(paths: Sequence[Path]) -> Path:
    """The first of these that is there; if none is, the first of all."""
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
    if not os.path.isfile(path):
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
