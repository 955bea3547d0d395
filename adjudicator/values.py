"""Frozen value classes as attrs makes them, but created lazily, and quickly: they share methods for printing and comparing.

attrs writes out methods for each class and compiles them, half a millisecond each time. A command imports a hundred classes and
uses a part of them, most of them once or twice, and making them all took longer than judging a game. So the first instances of
a class are filled by hand, and attrs makes the class when there are more, or when somebody asks for its fields. Everything else
of attrs is as ever.
"""

from __future__ import annotations

from inspect import get_annotations
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

__all__ = ["frozen"]

FEW = 50  # instances that are filled by hand
_PLAIN = {name: getattr(attrs.field(), name) for name in ("converter", "_validator", "init", "kw_only", "alias", "eq", "hash")}
_UNTIL_MADE = ("__init__", "__setattr__", "__delattr__", "__attrs_attrs__", "__match_args__")
_Field: Any = type(attrs.field())
_Factory: Any = attrs.Factory
_PLANS: dict[type, _Plan | None] = {}  # of every class with an instance


def _told(self: Any) -> str:
    fields = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in attrs.fields(type(self)) if one.repr)
    return f"{type(self).__name__}({fields})"


def _compared(cls: Any) -> Any:
    """The fields that instances of a class are compared by; looked up once for each class."""
    plan = _PLANS.get(cls)
    names = plan.names if plan is not None else [one.name for one in attrs.fields(cls) if one.eq]
    cls._compared = get = attrgetter(*names) if names else lambda self: ()
    return get


def _equal(self: Any, other: object) -> Any:
    cls = self.__class__
    if other.__class__ is not cls:
        return NotImplemented
    get = cls.__dict__.get("_compared") or _compared(cls)
    return self is other or get(self) == get(other)


def _counted(cls: Any) -> Any:
    """The fields that the hash of an instance is made from: those it is compared by, without those that say `hash=False`."""
    plan = _PLANS.get(cls)
    names = plan.names if plan is not None else [one.name for one in attrs.fields(cls) if one.eq and one.hash is not False]
    cls._counted = get = attrgetter(*names) if names else lambda self: ()
    return get


def _hashed(self: Any) -> int:
    cls = self.__class__
    return hash((cls.__dict__.get("_counted") or _counted(cls))(self))


class _Asked:
    """Stands for an attribute that attrs puts into a class. Asking for it creates the class."""

    def __init__(self, name: str, how: dict[str, Any]):
        self.name, self.how = name, how

    def __get__(self, instance: object, cls: Any) -> Any:
        owner = next(one for one in cls.__mro__ if one.__dict__.get(self.name) is self)
        _make(owner, self.how)
        return getattr(cls, self.name)


def _make(cls: Any, how: dict[str, Any]) -> None:
    for name in _UNTIL_MADE:
        if name in cls.__dict__:
            delattr(cls, name)
    attrs.frozen(cls, eq=False, repr=False, slots=False, **how)


def _refused(self: Any, *_: Any) -> None:
    raise attrs.exceptions.FrozenInstanceError


class _Plan:
    """The fields of a plain class, in their order, and what is in one that is not given."""

    def __init__(self, names: tuple[str, ...], defaults: dict[str, Any]):
        self.names, self.left = names, FEW
        self.defaults = {name: value for name, value in defaults.items() if not isinstance(value, _Factory)}
        self.made = {name: value.factory for name, value in defaults.items() if isinstance(value, _Factory)}
        self.given = {name.lstrip("_"): name for name in names}

    def fill(self, instance: Any, values: tuple[Any, ...], named: dict[str, Any]) -> bool:
        """No, where attrs has to do it: there are many, or something is given that should not be, or missing."""
        self.left -= 1
        if self.left < 0 or len(values) > len(self.names) or not named.keys() <= self.given.keys():
            return False
        found = self.defaults | dict(zip(self.names, values, strict=False))
        found |= {self.given[name]: value for name, value in named.items()}
        found |= {name: make() for name, make in self.made.items() if name not in found}
        if len(found) != len(self.names) or len(values) + len(named) > len(found) or not self._once(values, named):
            return False
        instance.__dict__.update(found)
        return True

    def _once(self, values: tuple[Any, ...], named: dict[str, Any]) -> bool:
        """Whether nothing is given twice."""
        return not named or not {self.given[name] for name in named} & set(self.names[: len(values)])


def _planned(cls: Any) -> _Plan | None:
    """None for a class whose fields are more than a name and a value: only attrs knows them."""
    if cls.__bases__ != (object,) or hasattr(cls, "__attrs_post_init__"):
        return None
    kinds = get_annotations(cls)
    if any("ClassVar" in str(kind) for kind in kinds.values()):
        return None
    defaults = {name: _default(cls.__dict__[name]) for name in kinds if name in cls.__dict__}
    return None if any(one is attrs.NOTHING for one in defaults.values()) else _Plan(tuple(kinds), defaults)


def _default(field: Any) -> Any:
    """The default of a field, or the factory that makes it; NOTHING for a field that is more than that."""
    if not isinstance(field, _Field):
        return attrs.NOTHING if isinstance(field, _Factory) else field
    said = {name: getattr(field, name, _Field) for name in _PLAIN}
    found: Any = getattr(field, "_default", attrs.NOTHING)
    return attrs.NOTHING if said != _PLAIN or (isinstance(found, _Factory) and found.takes_self) else found


def _put_off(cls: Any, eq: bool = True, **how: Any) -> type:
    def __init__(self: Any, *values: Any, **named: Any) -> None:
        if cls not in _PLANS:
            _PLANS[cls] = _planned(cls)
        plan = _PLANS[cls]
        if plan is None or not plan.fill(self, values, named):
            _make(cls, how)
            cls.__init__(self, *values, **named)

    cls.__init__, cls.__setattr__, cls.__delattr__ = __init__, _refused, _refused
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
        """`@frozen` or `@frozen(eq=False)`. Slots are never made: they cost as much again."""
        how.pop("slots", None)
        if how.get("order"):
            return attrs.frozen(cls, **how)
        return _put_off(cls, **how) if cls is not None else lambda cls: _put_off(cls, **how)
