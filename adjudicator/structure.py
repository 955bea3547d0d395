"""Plain data from a file into our own classes, strictly: the edge, and the only module that knows cattrs.

Nothing is converted (neither "3" nor `true` is a number), no key is ignored, and all faults are reported at
once, each at its true place. Keys are written with hyphens, fields with underscores: `start-card` fills `start_card`; a
field whose name Python keeps for itself ends in an underscore: `from` fills `from_`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, Union, cast, get_args, get_origin

import attrs

from adjudicator.faults import Fault, Place, in_order
from adjudicator.toml_places import Path

if TYPE_CHECKING:
    from cattrs import Converter

T = TypeVar("T")
Hook = Callable[[Any, Any], Any]


class Places(Protocol):
    """Where the keys and values of a file are."""

    def key(self, path: Path) -> Place: ...

    def value(self, path: Path) -> Place: ...


@attrs.frozen
class Codes:
    """The fault codes of one kind of file, for what can be wrong with a shape."""

    unknown_key: str
    wrong_type: str
    missing_key: str
    bad_value: str  # an attrs validator said no


def shape(data: object, cls: type[T], places: Places, codes: Codes) -> tuple[T | None, tuple[Fault, ...]]:
    """The value that `data` describes, or None and all its errors."""
    value, told = tried(data, cls, places, codes)
    return value, in_order(fault for path, fault in told if not _is_misspelt(path, fault, told, codes))


def tried(data: object, cls: type[T], places: Places, codes: Codes) -> tuple[T | None, tuple[tuple[Path, Fault], ...]]:
    """The value, or None and each fault with its path."""
    from cattrs.errors import BaseValidationError

    try:
        return _converter().structure(data, cls), ()
    except (BaseValidationError, WrongType) as error:
        return None, tuple(_Teller(places, codes).faults(error, ()))


def _is_misspelt(path: Path, fault: Fault, told: tuple[tuple[Path, Fault], ...], codes: Codes) -> bool:
    """A key that is missing only because it is there misspelt: that has been reported."""
    if fault.code != codes.missing_key:
        return False
    others = (other for at, other in told if at[:-1] == path[:-1] and other.code == codes.unknown_key)
    return any(is_meant(path[-1], other) for other in others)


def is_meant(key: str | int, fault: Fault) -> bool:
    """Whether the unknown key that this fault is about is probably this one, misspelt."""
    from adjudicator.faults.wording import nearest

    written, known = fault.values["key"], fault.values["known"]
    return isinstance(known, tuple) and nearest(str(written), map(str, known))[:1] == [str(key)]


def key_of(name: str) -> str:
    """The key in a file that fills the field `name`."""
    return name.rstrip("_").replace("_", "-")


class WrongType(ValueError):
    """A value of another kind than asked for. `kinds` are words of `WORDS`, `count` is how many items a list must have."""

    def __init__(self, kinds: Iterable[str], value: object, choices: tuple[str, ...] = (), count: int = 0):
        self.kinds, self.value, self.choices, self.count = tuple(dict.fromkeys(kinds)), value, choices, count
        super().__init__(self.wanted)

    @property
    def wanted(self) -> str:
        return f"a list of {self.count}" if self.count else " or ".join(self.kinds)


# --- reporting faults


@attrs.frozen
class _Teller:
    places: Places
    codes: Codes

    def faults(self, error: BaseException, path: Path) -> Iterator[tuple[Path, Fault]]:
        """Each fault with the path at which it stands."""
        from cattrs.errors import BaseValidationError, ForbiddenExtraKeysError

        if isinstance(error, BaseValidationError):
            for inner in error.exceptions:
                yield from self.faults(inner, (*path, *_step(inner)))
        elif isinstance(error, ForbiddenExtraKeysError):
            for key in error.extra_fields:
                yield (*path, key), self._unknown_key(error.cl, key, path)
        elif isinstance(error, KeyError):
            place = self.places.key(path[:-1])
            yield (
                path,
                Fault(f"{self.codes.missing_key}.key", place, path=path[:-1], key=path[-1], choices=_choices(_type(error))),
            )
        elif isinstance(error, WrongType):
            yield path, self._wrong_type(error, path)
        else:
            yield path, Fault(f"{self.codes.bad_value}.refused", self.places.value(path), reason=str(error))

    def _unknown_key(self, cls: type, key: str, path: Path) -> Fault:
        known = sorted(key_of(field.name) for field in attrs.fields(cls) if field.init)
        return Fault(f"{self.codes.unknown_key}.key", self.places.key((*path, key)), path=path, key=key, known=known)

    def _wrong_type(self, error: WrongType, path: Path) -> Fault:
        value = error.value
        return Fault(
            f"{self.codes.wrong_type}.{_instead(error)}",
            self.places.value(path),
            path=path,
            wanted=error.wanted,
            kind=kind_of(value),
            got=describe(value),
            written=str(value).strip() if isinstance(value, str | int | float) else "",
            choices=error.choices,
        )


def _step(error: BaseException) -> Path:
    """The key or number that leads to where an error arose: cattrs leaves it in a note."""
    from cattrs.errors import AttributeValidationNote, IterableValidationNote

    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            return (key_of(note.name),)
        if isinstance(note, IterableValidationNote):
            return (note.index,)
    return ()


def _type(error: BaseException) -> Any:
    """The type that was wanted where an error arose."""
    from cattrs.errors import AttributeValidationNote

    return next((note.type for note in getattr(error, "__notes__", ()) if isinstance(note, AttributeValidationNote)), None)


def kind_of(value: object) -> str:
    """The kind of a plain value, as TOML has it."""
    if isinstance(value, bool):
        return "boolean"
    kinds = {str: "text", int: "number", float: "number", list: "list", dict: "table"}
    return kinds.get(type(value), "date")


def describe(value: object) -> str:
    """A value in a message: its kind and itself, cut to a bearable length."""
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


def _instead(error: WrongType) -> str:
    """The name of the sentence that says best what to write instead."""
    value, kinds = error.value, set(error.kinds)
    match kind_of(value):
        case "text":
            return _instead_of_text(str(value), error)
        case "boolean":
            return "on" if error.kinds == ("a text",) else "type"
        case "number" if "a text" in kinds:
            return "in-quotes"
        case "number" if isinstance(value, float) and "a whole number" in kinds:
            return "whole"
        case "number" if isinstance(value, int) and error.wanted == "a list":
            return "in-brackets"
        case "table" if kinds & NUMBERS:
            return "below"
        case "table" if "a list" in kinds:
            return "double-brackets"
        case "list" if error.kinds == ("a table",) and any(isinstance(item, dict) for item in cast(list[object], value)):
            return "single-brackets"
    return "type"


def _instead_of_text(value: str, error: WrongType) -> str:
    if error.choices:
        return "choice"
    if NUMBERS & set(error.kinds):
        return "without-quotes" if value.strip().isdigit() else "number"
    if "true or false" in error.kinds and value.lower() in ("true", "yes"):
        return "true"
    if "true or false" in error.kinds and value.lower() in ("false", "no"):
        return "false"
    return "in-brackets" if "a list" in error.kinds else "type"


# --- the exact hooks


def _exact(kind: type, wanted: str) -> Hook:
    def hook(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise WrongType((wanted,), value)
        return value

    return hook


def _number(value: Any, _: Any) -> float:
    """A coordinate may be written without a decimal point; it must be finite."""
    if type(value) not in (int, float) or not math.isfinite(value):
        raise WrongType(("a number",), value)
    return float(value)


WORDS: dict[Any, str] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    float: "a number",
    tuple: "a list",
    frozenset: "a list",
    dict: "a table",
}


def _wanted(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(f"`{choice}`" for choice in get_args(kind))
    return WORDS.get(get_origin(kind) or kind, "a table")


def _choices(kind: Any) -> tuple[str, ...]:
    return tuple(str(choice) for choice in get_args(kind)) if get_origin(kind) is Literal else ()


def _raw(kind: Any) -> type | tuple[type, ...]:
    """The Python type in which tomllib hands over what `kind` is made from."""
    origin = get_origin(kind) or kind
    if origin is Literal:
        return tuple({type(choice) for choice in get_args(kind)})
    if origin in (tuple, frozenset):
        return list
    if origin is float:
        return (int, float)
    return origin if origin in (int, str, bool) else dict


@cache
def _converter() -> Converter:
    from cattrs import Converter

    converter = Converter(detailed_validation=True)
    converter.register_structure_hook(int, _exact(int, WORDS[int]))
    converter.register_structure_hook(str, _exact(str, WORDS[str]))
    converter.register_structure_hook(bool, _exact(bool, WORDS[bool]))
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook_factory(attrs.has, _table_hook)
    for origins, factory in (
        ((tuple, frozenset, dict), _container_hook),
        ((Literal,), _choice_hook),
        ((Union, UnionType), _union_hook),
    ):
        converter.register_structure_hook_factory(partial(_is_made_with, origins), factory)
    return converter


def _is_made_with(origins: tuple[Any, ...], kind: Any) -> bool:
    return get_origin(kind) in origins


def _table_hook(cls: type, converter: Converter) -> Hook:
    from cattrs.gen import make_dict_structure_fn, override

    if any(isinstance(field.type, str) for field in attrs.fields(cls)):
        attrs.resolve_types(cls)
    renamed: dict[str, Any] = {f.name: override(rename=key_of(f.name)) for f in attrs.fields(cls) if f.init}
    inner: Hook = make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=True, **renamed)
    return _guarded(dict, WORDS[dict], inner)


def _container_hook(kind: Any, converter: Converter) -> Hook:
    """A list for our own tuple; `tuple[int, int]` wants exactly two."""
    from cattrs.gen import make_mapping_structure_fn

    origin, arguments = cast(type, get_origin(kind)), get_args(kind)
    if origin is dict:  # not by the converter's own method, which keeps what it makes for the next such dict, unguarded
        return _guarded(dict, WORDS[dict], make_mapping_structure_fn(kind, converter))
    if origin is tuple and (len(arguments) != 2 or arguments[1] is not Ellipsis):
        return _fixed_hook(arguments, converter)
    every = tuple if origin is tuple else frozenset
    plain: Any = list.__class_getitem__(arguments[0])
    of_list = converter.get_structure_hook(plain)
    return _guarded(list, WORDS[origin], lambda value, _: every(of_list(value, plain)))


def _fixed_hook(kinds: tuple[Any, ...], converter: Converter) -> Hook:
    from cattrs.errors import IterableValidationError, IterableValidationNote

    hooks = [converter.get_structure_hook(kind) for kind in kinds]

    def hook(value: Any, kind: Any) -> Any:
        if type(value) is not list or len(value) != len(kinds):
            raise WrongType(("a list",), value, count=len(kinds))
        done, wrong = [], []
        for index, (item, inner, of) in enumerate(zip(value, hooks, kinds, strict=True)):
            try:
                done.append(inner(item, of))
            except Exception as error:
                error.add_note(IterableValidationNote(f"item {index}", index, of))
                wrong.append(error)
        if wrong:
            raise IterableValidationError("items of a list", wrong, kind)
        return tuple(done)

    return hook


def _choice_hook(kind: Any, _: Converter) -> Hook:
    choices = get_args(kind)

    def hook(value: Any, _: Any) -> Any:
        if not any(type(value) is type(choice) and value == choice for choice in choices):
            raise WrongType((_wanted(kind),), value, _choices(kind))
        return value

    return hook


def _union_hook(kind: Any, converter: Converter) -> Hook:
    """Each value goes to the first member made from its own type; among several such the first that fits."""
    members = [member for member in get_args(kind) if member is not NoneType]
    wanted = [_wanted(member) for member in members]
    choices = tuple(choice for member in members for choice in _choices(member))
    hooks = [(member, _raw(member), converter.get_structure_hook(member)) for member in members]

    def hook(value: Any, _: Any) -> Any:
        fitting = [(member, inner) for member, raw, inner in hooks if type(value) in _tuple(raw)]
        if not fitting:
            raise WrongType(wanted, value)
        for member, inner in fitting[:-1]:
            try:
                return inner(value, member)
            except Exception:
                continue
        try:
            return fitting[-1][1](value, fitting[-1][0])
        except WrongType:
            raise WrongType(wanted, value, choices) from None

    return hook


def _tuple(kinds: type | tuple[type, ...]) -> tuple[type, ...]:
    return kinds if isinstance(kinds, tuple) else (kinds,)


def _guarded(raw: type, wanted: str, inner: Hook) -> Hook:
    def hook(value: Any, kind: Any) -> Any:
        if type(value) is not raw:
            raise WrongType((wanted,), value)
        return inner(value, kind)

    return hook
