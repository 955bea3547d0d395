"""Frozen value classes as attrs makes them, but created lazily and fast, with shared methods for printing and comparing.

attrs writes methods for each class and compiles them, half a millisecond each time. A command imports a hundred classes and
uses some of them, and creating them all took longer than judging a game. Everything else is as in attrs.
"""

from __future__ import annotations

from operator import attrgetter
from threading import RLock
from typing import TYPE_CHECKING, Any

import attrs

__all__ = ["frozen"]


def _told(self: Any) -> str:
    fields = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in attrs.fields(type(self)) if one.repr)
    return f"{type(self).__name__}({fields})"


def _compared(cls: Any) -> Any:
    """The getter of the fields that a class is compared by, kept for each class."""
    names = [one.name for one in attrs.fields(cls) if one.eq]
    cls._compared = get = attrgetter(*names) if names else lambda self: ()
    return get


def _equal(self: Any, other: object) -> Any:
    cls = self.__class__
    if other.__class__ is not cls:
        return NotImplemented
    get = cls.__dict__.get("_compared") or _compared(cls)
    return self is other or get(self) == get(other)


def _counted(cls: Any) -> Any:
    """The getter of the fields that a class is hashed by: those that it is compared by, except those with `hash=False`."""
    names = [one.name for one in attrs.fields(cls) if one.eq and one.hash is not False]
    cls._counted = get = attrgetter(*names) if names else lambda self: ()
    return get


def _hashed(self: Any) -> int:
    cls = self.__class__
    return hash((cls.__dict__.get("_counted") or _counted(cls))(self))


class _Asked:
    """A placeholder for an attribute that attrs adds to a class. Reading it creates the class."""

    def __init__(self, name: str, how: dict[str, Any]):
        self.name, self.how = name, how

    def __get__(self, instance: object, cls: Any) -> Any:
        owner = next(one for one in cls.__mro__ if one.__dict__.get(self.name) is self)
        _make(owner, self.how)
        return getattr(cls, self.name)


_making = RLock()  # a class may need its base


def _make(cls: Any, how: dict[str, Any]) -> None:
    """Create a class once. `__init__` comes last: until then, every thread that wants an instance waits here."""
    with _making:
        if isinstance(cls.__dict__["__match_args__"], _Asked):
            attrs.frozen(cls, init=False, eq=False, repr=False, slots=False, **how)
            init = cls.__attrs_init__
            init.__name__, init.__qualname__ = "__init__", f"{cls.__qualname__}.__init__"
            positional = tuple(one.name for one in attrs.fields(cls) if one.init and not one.kw_only)
            setattr(cls, "__match_args__", positional)  # noqa: B010 - mypy takes it for a constant
            cls.__init__ = init


def _put_off(cls: Any, eq: bool = True, **how: Any) -> type:
    def __init__(self: Any, *values: Any, **named: Any) -> None:
        _make(cls, how)
        cls.__init__(self, *values, **named)

    cls.__init__ = __init__
    for name in ("__attrs_attrs__", "__match_args__"):
        setattr(cls, name, _Asked(name, how))
    if "__repr__" not in cls.__dict__:
        cls.__repr__ = _told
    if eq:
        cls.__eq__, cls.__hash__ = _equal, _hashed
    return cls  # type: ignore[no-any-return]


if TYPE_CHECKING:
    from attrs import frozen
else:

    def frozen(cls=None, **how):
        """Use as `@frozen` or `@frozen(eq=False)`. Slots are never made, since they would double the cost."""
        how.pop("slots", None)
        if how.get("order"):
            return attrs.frozen(cls, **how)
        return _put_off(cls, **how) if cls is not None else lambda cls: _put_off(cls, **how)
