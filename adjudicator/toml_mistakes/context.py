"""The kind of text that the reader of TOML was reading when it stopped, found by walking the text up to there.

`tomllib` says so only in a sentence for people. The walk trusts the text before the offset to be TOML, since the reader came
that far, and keeps to the outlines of the format.
"""

from __future__ import annotations

import re

from adjudicator.values import frozen

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_PART = r"(?:[A-Za-z0-9_-]+|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*')"
_KEY = re.compile(rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*[ \t]*")
_HEADING = re.compile(rf"\[{{1,2}}[ \t]*(?:{_PART}(?:[ \t]*\.[ \t]*{_PART})*)?[ \t]*")
_CLOSED = re.compile(r"\]{1,2}")
_TEXTS = (  # the longer quotes first
    ('"""', re.compile(r'"""(?:[^"\\]|\\[\s\S]|"(?!""))*"""')),
    ("'''", re.compile(r"'''(?:[^']|'(?!''))*'''")),
    ('"', re.compile(r'"(?:[^"\\\n]|\\.)*"')),
    ("'", re.compile(r"'[^'\n]*'")),
)
_SCALAR = re.compile(r"[^,\]}#\r\n]+")


@frozen
class Inside:
    """`what` is being read: `line` (the start of a statement), `heading`, `key` (with no `=` after it), `value`, `text`,
    `list` (between items of a list or an inline table), or the rest of a line, `behind heading` or `behind value`.

    `start` is the offset where it begins: of a text its quotes, of a list its bracket.
    """

    what: str
    start: int


def reading_at(text: str, offset: int) -> Inside:
    """The kind of text at this offset."""
    return _Walk(text, offset).statements()


class _Walk:
    def __init__(self, text: str, offset: int):
        self.text, self.offset, self.at = text, offset, 0

    def statements(self) -> Inside:
        while True:
            self._skip(_BLANK)
            if self.at >= self.offset:
                return Inside("line", self.at)
            begun = self.at
            found = self._heading() if self.text[begun] == "[" else self._assigned(begun)
            if found is not None:
                return found
            if self._goes_on():
                return Inside("behind heading" if self.text[begun] == "[" else "behind value", begun)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def _goes_on(self) -> bool:
        """Whether the reader stopped after a statement, before the end of its line."""
        self._skip(_SPACE)
        return self.at >= self.offset or self.text[self.at : self.at + 1] not in ("\r", "\n", "#")

    def _heading(self) -> Inside | None:
        begun = self.at
        self._skip(_HEADING)
        if self.at >= self.offset or not _CLOSED.match(self.text, self.at):
            return Inside("heading", begun)
        self._skip(_CLOSED)
        return None

    def _assigned(self, begun: int) -> Inside | None:
        key = _KEY.match(self.text, self.at)
        if key is None:
            return Inside("line", begun)
        self.at = key.end()
        if self.text[self.at : self.at + 1] != "=":
            return Inside("key" if self.at == self.offset else "line", begun)
        self.at += 1
        self._skip(_SPACE)
        return self._value()

    def _value(self) -> Inside | None:
        """None where the value ends before the offset."""
        begun = self.at
        if begun >= self.offset:
            return Inside("value", begun)
        for quotes, whole in _TEXTS:
            if self.text.startswith(quotes, begun):
                found = whole.match(self.text, begun)
                if found is None or found.end() > self.offset:
                    return Inside("text", begun)
                self.at = found.end()
                return None
        if self.text[begun] in "[{":
            return self._list("]" if self.text[begun] == "[" else "}")
        scalar = _SCALAR.match(self.text, begun)
        self.at = min(scalar.end() if scalar else begun, self.offset)  # anything that is not part of the number is after it
        return None

    def _list(self, closing: str) -> Inside | None:
        """The items of a list, or of a table on one line, and what is between them."""
        begun = self.at
        self.at += 1
        while True:
            self._skip(_BLANK)
            if self.at >= self.offset:
                return Inside("value", self.at)
            if self.text[self.at] == closing:
                self.at += 1
                return None
            found = self._value() if closing == "]" else self._assigned(self.at)
            if found is not None:
                return found
            self._skip(_BLANK)
            if self.at >= self.offset or self.text[self.at] not in (",", closing):
                return Inside("list", begun)
            self.at += self.text[self.at] == ","
