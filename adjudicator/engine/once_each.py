"""A mapping that computes each value once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class OnceEach(dict[Any, Any]):
    """Maps a key to its value, which is computed on the first lookup and kept."""

    def __init__(self, find: Callable[[Any], Any]):
        super().__init__()
        self._find = find

    def __missing__(self, key: Any) -> Any:
        self[key] = found = self._find(key)
        return found
