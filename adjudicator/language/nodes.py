"""The base of all forms of the tree: a frozen value, shown and compared by its class and fields.

Written without attrs because attrs would take longer to make fifty classes than it takes to judge a game. Type checkers see the
fields all the same.
"""

from __future__ import annotations

from inspect import get_annotations
from typing import Any, ClassVar, Self, dataclass_transform


@dataclass_transform(frozen_default=True)
class Frozen:
    """The annotations of a subclass are its fields, in their order; a class attribute is a field's default."""

    _fields: ClassVar[tuple[str, ...]] = ()  # underscore as in a named tuple: some form has a field `fields`

    def __init_subclass__(cls, kw_only: bool = False) -> None:
        own = () if kw_only else tuple(get_annotations(cls))
        cls._fields = (*cls._fields, *own)
        type.__setattr__(cls, "__match_args__", cls._fields)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    __delattr__ = __setattr__  # type: ignore[assignment]

    def _values(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self._fields])

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({fields})"


class Node(Frozen, kw_only=True):
    """A form of the language. `at` and `end` are offsets in the rule's text, and do not count when trees are compared."""

    at: int = 0
    end: int = 0

    def __init__(self, *values: Any, **named: Any) -> None:
        names, own = self._fields, self.__dict__
        own.update(zip(names, values, strict=False))
        own.update(named)
        missing = [name for name in names[len(values) :] if name not in named and not hasattr(type(self), name)]
        unknown = named.keys() - {*names[len(values) :], "at", "end"}
        if missing or unknown or len(values) > len(names):
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(names)}")

    def altered(self, **changes: Any) -> Self:
        """A copy with other values in some fields."""
        return type(self)(**{**self.__dict__, **changes})
