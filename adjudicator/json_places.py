"""The place of each thing in a JSON text. The text has been read by `json` before: this module trusts it to be JSON.

>>> places = JsonPlaces('{"seats": [{"piece": 7}]}', "game.json")
>>> print(places.value(("seats", 0, "piece")), places.key(("seats",)))
game.json:1:22 game.json:1:2
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from adjudicator.faults import Place
from adjudicator.values import frozen

Path = tuple[str | int, ...]
Span = tuple[int, int]
_SPACE = re.compile(r"\s*")
_SCALAR = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,\]}]+')


@frozen(slots=False)
class JsonPlaces:
    """The places of one text. A path that is not in it gets the place of the nearest object or list around it."""

    text: str
    file: str

    def key(self, path: Path) -> Place:
        """The place of a key; for an item of a list, of the item itself."""
        return self._nearest(path, self._spans[0])

    def value(self, path: Path) -> Place:
        return self._nearest(path, self._spans[1])

    def _nearest(self, path: Path, spans: dict[Path, Span]) -> Place:
        while path and path not in spans:
            path = path[:-1]
        start, end = spans.get(path, (0, 1))
        line = bisect_right(self._starts, start)
        line_end = self.text.find("\n", start)
        length = min(end, line_end if line_end >= 0 else end) - start
        return Place(self.file, line, start - self._starts[line - 1] + 1, max(1, length))

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    @cached_property
    def _spans(self) -> tuple[dict[Path, Span], dict[Path, Span]]:
        keys: dict[Path, Span] = {}
        values: dict[Path, Span] = {}
        self._walk((), self._blank(0), keys, values)
        return keys, values

    def _walk(self, path: Path, at: int, keys: dict[Path, Span], values: dict[Path, Span]) -> int:
        """Note the places of a value and of everything in it. Returns the offset of its end. Its depth is bounded already."""
        start, sign = at, self.text[at]
        if sign not in "{[":
            found = _SCALAR.match(self.text, at)
            at = found.end() if found else at + 1
        else:
            at, number = self._blank(at + 1), 0
            while self.text[at] not in "}]":
                name: str | int = number
                if sign == "{":
                    name, at = self._name(path, at, keys)
                inner = (*path, name)
                keys.setdefault(inner, (at, at + 1))
                at = self._blank(self._walk(inner, at, keys, values))
                at = self._blank(at + 1) if self.text[at] == "," else at
                number += 1
            at += 1
        values[path] = (start, at)
        return at

    def _name(self, path: Path, at: int, keys: dict[Path, Span]) -> tuple[str, int]:
        found = _SCALAR.match(self.text, at)
        assert found is not None
        name = found.group()[1:-1]
        keys[(*path, name)] = found.span()
        return name, self._blank(self._blank(found.end()) + 1)

    def _blank(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at
