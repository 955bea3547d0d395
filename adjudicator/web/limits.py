"""Limits the requests of each caller: a number at once, refilled with time."""

from __future__ import annotations

import time
from collections.abc import Callable

from attrs import define, field

BODY = 4096  # bytes of a request
SILENT = 10.0  # seconds that a connection may take to ask for something
TYPED = 500  # characters of a question
KNOWN = 4096  # whom to remember at most


@define
class Limiter:
    """A bucket for each caller: `most` requests at once, and `each_second` more."""

    most: float = 80
    each_second: float = 8
    clock: Callable[[], float] = time.monotonic
    _left: dict[str, tuple[float, float]] = field(factory=dict)

    def allows(self, caller: str) -> bool:
        now = self.clock()
        left, then = self._left.pop(caller, (self.most, now))
        left = min(self.most, left + (now - then) * self.each_second)
        if len(self._left) >= KNOWN:  # forget the caller with the oldest request
            self._left.pop(next(iter(self._left)))
        self._left[caller] = (left - 1 if left >= 1 else left, now)
        return left >= 1
