"""Plain data from a file as values of our own classes, strictly. All faults are reported at once, each at its place.

Nothing is converted (neither "3" nor `true` is a number) and no key is ignored. Keys are written with hyphens, fields with
underscores: `start-card` fills `start_card`. A field whose name is reserved in Python ends in an underscore: `from` fills
`from_`.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Protocol, TypeVar, Union, get_args, get_origin

import attrs

from adjudicator.faults import Fault, Place, in_order
from adjudicator.toml_places import Path

T = TypeVar("T")


class Places(Protocol):
    """The places of the keys and values of a file."""

    def key(self, path: Path) -> Place: ...

    def value(self, path: Path) -> Place: ...


@attrs.frozen
class Codes:
    """The fault codes of one kind of file for errors of structure."""

    unknown_key: str
    wrong_type: str
    missing_key: str


def shape(data: object, cls: type[T], places: Places, codes: Codes) -> tuple[T | None, tuple[Fault, ...]]:
    """The value that `data` describes, or None, and all faults."""
    value, found = tried(data, cls, places, codes)
    return value, in_order(fault for path, fault in found if not _is_misspelt(path, fault, found, codes))


Found = tuple[tuple[Path, Fault], ...]  # each fault with its path


def tried(data: object, cls: type[T], places: Places, codes: Codes) -> tuple[T | None, Found]:
    """The value that `data` describes, or None, and each fault with its path."""
    reader = _Reader(places, codes)
    value = reader.read(data, cls, ())
    return (None if reader.found else value), tuple(reader.found)


def _is_misspelt(path: Path, fault: Fault, found: Found, codes: Codes) -> bool:
    """Whether a missing key is there misspelt, which is reported already."""
    if fault.code != codes.missing_key:
        return False
    others = (other for at, other in found if at[:-1] == path[:-1] and other.code == codes.unknown_key)
    return any(is_meant(path[-1], other) for other in others)


def is_meant(key: str | int, fault: Fault) -> bool:
    """Whether the unknown key in this fault is probably a misspelling of `key`."""
    from adjudicator.faults.wording import nearest

    written, known = fault.values["key"], fault.values["known"]
    return isinstance(known, tuple) and nearest(str(written), map(str, known))[:1] == [str(key)]


def key_of(name: str) -> str:
    """The key in a file that fills the field `name`."""
    return name.rstrip("_").replace("_", "-")


# --- reading

WORDS: dict[Any, str] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    float: "a number",
    tuple: "a list",
    frozenset: "a list",
    dict: "a table",
}


@attrs.frozen
class _Reader:
    """Reads plain data as a type. The value of a part with faults is None; the faults are in `found`, in the order of the
    fields."""

    places: Places
    codes: Codes
    found: list[tuple[Path, Fault]] = attrs.field(factory=list)

    def read(self, value: Any, kind: Any, path: Path) -> Any:
        origin = get_origin(kind) or kind
        if origin is Any:
            return value
        if origin in (Union, UnionType):
            return self._one_of(value, kind, path)
        if not _could_be(value, kind):
            return self._wrong_type(value, [_wanted(kind)], path, _choices(kind))
        if origin in (tuple, frozenset):
            return self._list(value, origin, get_args(kind), path)
        if origin is dict:
            inner = get_args(kind)[1]
            return {key: self.read(one, inner, (*path, key)) for key, one in value.items()}
        if attrs.has(origin):
            return self._table(value, origin, path)
        return float(value) if origin is float else value

    def _table(self, table: dict[str, Any], cls: type, path: Path) -> Any:
        fields, before = _fields(cls), len(self.found)
        values: dict[str, Any] = {}
        for key, field in fields.items():
            if key in table:
                values[str(field.alias)] = self.read(table[key], field.type, (*path, key))
            elif field.default is attrs.NOTHING:
                fault = f"{self.codes.missing_key}.key"
                self._add((*path, key), Fault(fault, self.places.key(path), path=path, key=key, choices=_choices(field.type)))
        for key in table:
            if key not in fields:
                here, fault = (*path, key), f"{self.codes.unknown_key}.key"
                self._add(here, Fault(fault, self.places.key(here), path=path, key=key, known=sorted(fields)))
        return cls(**values) if len(self.found) == before else None

    def _list(self, items: list[Any], origin: Any, kinds: tuple[Any, ...], path: Path) -> Any:
        """Read a tuple or a frozenset; `tuple[int, int]` requires exactly two items."""
        if origin is tuple and kinds[1:] != (Ellipsis,):
            if len(items) != len(kinds):
                return self._wrong_type(items, ["a list"], path, count=len(kinds))
        else:
            kinds = kinds[:1] * len(items)
        return origin(self.read(one, kind, (*path, index)) for index, (one, kind) in enumerate(zip(items, kinds, strict=True)))

    def _one_of(self, value: Any, kind: Any, path: Path) -> Any:
        """Read a value as the first member of a union that it fits, or else add the faults with the last possible one."""
        members = [member for member in get_args(kind) if member is not NoneType]
        wanted = [_wanted(member) for member in members]
        possible = [member for member in members if type(value) in _raw(member)]
        if not possible:
            return self._wrong_type(value, wanted, path)
        for member in possible:
            tried = _Reader(self.places, self.codes)
            found = tried.read(value, member, path)
            if not tried.found:
                return found
        if any(at == path and fault.code == self.codes.wrong_type for at, fault in tried.found):
            return self._wrong_type(value, wanted, path, tuple(choice for member in members for choice in _choices(member)))
        self.found.extend(tried.found)
        return None

    def _wrong_type(self, value: Any, kinds: Iterable[str], path: Path, choices: tuple[str, ...] = (), count: int = 0) -> Any:
        """Add the fault of a value that is none of these kinds (words of `WORDS`), or of a list that is not `count` long."""
        known = tuple(dict.fromkeys(kinds))
        wanted = f"a list of {count}" if count else " or ".join(known)
        written = str(value).strip() if isinstance(value, str | int | float) else ""
        fault = Fault(
            f"{self.codes.wrong_type}.{_instead(value, known, wanted, choices)}",
            self.places.value(path),
            path=path,
            wanted=wanted,
            kind=kind_of(value),
            got=describe(value),
            written=written,
            choices=choices,
        )
        self._add(path, fault)

    def _add(self, path: Path, fault: Fault) -> None:
        self.found.append((path, fault))


@cache  # a file has hundreds of tables of the same few classes
def _fields(cls: type) -> dict[str, attrs.Attribute[Any]]:
    """The fields of a class by their keys."""
    if any(isinstance(field.type, str) for field in attrs.fields(cls)):
        attrs.resolve_types(cls)
    return {key_of(field.name): field for field in attrs.fields(cls) if field.init}


def _wanted(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(f"`{choice}`" for choice in get_args(kind))
    return WORDS.get(get_origin(kind) or kind, "a table")


def _choices(kind: Any) -> tuple[str, ...]:
    return tuple(str(choice) for choice in get_args(kind)) if get_origin(kind) is Literal else ()


def _raw(kind: Any) -> tuple[type, ...]:
    """The Python types of plain data that `kind` is made from."""
    origin = get_origin(kind) or kind
    if origin is Literal:
        return tuple(type(choice) for choice in get_args(kind))
    if origin in (tuple, frozenset):
        return (list,)
    if origin is float:
        return (int, float)
    return (origin,) if origin in (int, str, bool) else (dict,)


def _could_be(value: Any, kind: Any) -> bool:
    """Whether a value is of the right type, and one of the choices if there are any. A float must be finite."""
    if type(value) not in _raw(kind):
        return False
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    return kind is not float or math.isfinite(value)


# --- values in messages


def kind_of(value: object) -> str:
    """The kind of a plain value, in the words of TOML."""
    if isinstance(value, bool):
        return "boolean"
    kinds = {str: "text", int: "number", float: "number", list: "list", dict: "table"}
    return kinds.get(type(value), "date")


def describe(value: object) -> str:
    """A value in a message: its kind and the value, cut if it is long."""
    from adjudicator.faults.wording import short

    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, str):
        return f"the text `{short(value)}`"
    if isinstance(value, int | float):
        return f"the number `{short(str(value))}`"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "a table" if isinstance(value, dict) else "a date or time"


NUMBERS = {"a whole number", "a number"}


def _instead(value: Any, kinds: tuple[str, ...], wanted: str, choices: tuple[str, ...]) -> str:
    """The name of the sentence with the best advice on what to write instead."""
    match kind_of(value):
        case "text":
            return _instead_of_text(value, kinds, choices)
        case "boolean":
            return "on" if kinds == ("a text",) else "type"
        case "number" if "a text" in kinds:
            return "in-quotes"
        case "number" if isinstance(value, float) and "a whole number" in kinds:
            return "whole"
        case "number" if isinstance(value, int) and wanted == "a list":
            return "in-brackets"
        case "table" if NUMBERS & set(kinds):
            return "below"
        case "table" if "a list" in kinds:
            return "double-brackets"
        case "list" if kinds == ("a table",) and any(isinstance(item, dict) for item in value):
            return "single-brackets"
    return "type"


def _instead_of_text(value: str, kinds: tuple[str, ...], choices: tuple[str, ...]) -> str:
    if choices:
        return "choice"
    if NUMBERS & set(kinds):
        return "without-quotes" if value.strip().isdigit() else "number"
    if "true or false" in kinds and value.lower() in ("true", "yes"):
        return "true"
    if "true or false" in kinds and value.lower() in ("false", "no"):
        return "false"
    return "in-brackets" if "a list" in kinds else "type"


# --- the usable part of data that have faults, so that a reader can continue and collect the other faults


def salvaged(
    data: dict[str, Any], cls: type[T], places: Places, codes: Codes, stand_ins: dict[str, Any]
) -> tuple[T | None, tuple[Fault, ...], tuple[Path, ...]]:
    """The value made of `data`, all faults of its structure, and the paths of the parts that had to be left out.

    A key that is required at the top of a file has a stand-in; without one, no value can be made. Items of a list are not left
    out one by one, since places count them.
    """
    value, faults = shape(data, cls, places, codes)
    whole: Any = data if value is not None else mended(data, cls, places, codes)
    lost: dict[Path, None] = {}
    while value is None:
        value, found = tried(whole, cls, places, codes)
        for path, fault in found:
            missing = fault.code == codes.missing_key
            named = _named_part(path[:-1] if missing else path)
            if named:
                _table_of(whole, named).pop(named[-1], None)
                lost[named] = None
            elif missing and path[-1] in stand_ins:
                whole[path[-1]] = stand_ins[str(path[-1])]
            else:
                return None, faults, ()
    return value, faults, tuple(lost)


def mended(data: object, cls: type, places: Places, codes: Codes) -> Any:
    """The data without unknown keys, so that other faults in their tables can be reported as well.

    A required key that is only misspelt gets its right name.
    """
    value, found = tried(data, cls, places, codes)
    if value is not None:
        return data
    missing = [path for path, fault in found if fault.code == codes.missing_key]
    whole = copy.deepcopy(data)
    for path, fault in found:
        if fault.code == codes.unknown_key:
            meant = [at for at in missing if at[:-1] == path[:-1] and is_meant(at[-1], fault)]
            table = _table_of(whole, path)
            value = table.pop(path[-1])
            table |= {at[-1]: value for at in meant}
    return whole


def _named_part(path: Path) -> Path:
    """The path up to its last key."""
    while path and not isinstance(path[-1], str):
        path = path[:-1]
    return path


def _table_of(whole: Any, path: Path) -> Any:
    """The table that contains the last key of a path."""
    for step in path[:-1]:
        whole = whole[step]
    return whole
