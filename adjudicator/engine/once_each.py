"""A mapping whose values are found when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class OnceEach(dict[Any, Any]):
    """A value for each key, found when it is asked for and kept."""

    def __init__(self, find: Callable[[Any], Any]):
        super().__init__()
        self._find = find

    def __missing__(self, key: Any) -> Any:
        self[key] = found = self._find(key)
        return found
