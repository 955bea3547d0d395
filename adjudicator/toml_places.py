"""The place of each thing in a TOML file: the locator.

`tomllib` keeps no places. `locate` walks the text a second time, and only when somebody asks: it notes the place of
every key and value, and maps each character of a decoded text to the character in the file that it came from, so that a
mistake in a rule inside a multi-line text gets its caret at the true spot. The text must have been read by
`files.read_toml` first; this module trusts it to be TOML.

    >>> places = locate('[stations]\\n12 = { name = "caf\\\\u00e9 x" }\\n', "b.toml")
    >>> print(places.key(("stations", "12")), places.value(("stations", "12", "name")))
    b.toml:2:1 b.toml:2:15
    >>> print(places.inside(("stations", "12", "name"), 5))
    b.toml:2:26
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from attrs import define, field

from adjudicator.faults import Place
from adjudicator.values import frozen

Path = tuple[str | int, ...]  # keys, and numbers from 0 within lists: ("seats", 0, "detectives")
Span = tuple[int, int]  # offsets of the first character and of the one after the last

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}#\r\n]*")
_BASIC = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL = re.compile(r"'[^'\n]*'")
_LONG_BASIC = re.compile(r'"""(?:[^"\\]|\\[\s\S]|"(?!""))*"""("{0,2})')
_LONG_LITERAL = re.compile(r"'''(?:[^']|'(?!''))*'''('{0,2})")
_LINE_END = re.compile(r"\\[ \t]*\r?\n[ \t\r\n]*")  # a backslash at the end of a line swallows the space that follows
_ESCAPE = re.compile(r"\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2}|.)")
_SHORT = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}


@frozen(slots=False)
class Places:
    """The places of one file. A path that is not in it gets the place of the nearest table or list around it."""

    text: str
    file: str

    def key(self, path: Path) -> Place:
        """The place of a key (of the header, for a table; of the item itself, for one of a list)."""
        return self._nearest(path, self._found.keys)

    def value(self, path: Path) -> Place:
        """The place of a value; of its header, for a table."""
        return self._nearest(path, self._found.values)

    def inside(self, path: Path, index: int, length: int = 1) -> Place:
        """The place of the `index`-th character of the decoded text at `path`."""
        span = self._found.values.get(path)
        if span is None or self.text[span[0]] not in "\"'":
            return self.value(path)
        offsets = self._offsets(span)
        last = len(offsets) - 1
        first = offsets[max(0, min(index, last))]
        after = offsets[max(0, min(index + max(length, 1), last))]
        return self.at(first, max(after, first + 1))

    def values(self) -> list[tuple[Path, Span]]:
        """Every value that is written out in the file, with its span."""
        return list(self._found.written.items())

    def at(self, start: int, end: int | None = None) -> Place:
        """The place of an offset; the length stays on its line."""
        line = bisect_right(self._line_starts, start)
        column = start - self._line_starts[line - 1] + 1
        line_end = self.text.find("\n", start)
        stop = min(start + 1 if end is None else end, len(self.text) if line_end < 0 else line_end)
        return Place(self.file, line, column, max(1, stop - start))

    def _nearest(self, path: Path, spans: dict[Path, Span]) -> Place:
        while path and path not in spans:
            path = path[:-1]
        return self.at(*spans[path]) if path else Place(self.file)

    @cached_property
    def _found(self) -> _Finder:
        return _Finder(self.text).walk()

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    @cached_property
    def _decoded(self) -> dict[Span, list[int]]:
        return {}

    def _offsets(self, span: Span) -> list[int]:
        if span not in self._decoded:
            self._decoded[span] = [offset for offset, _ in decode(self.text, span)]
        return self._decoded[span]


def locate(text: str, file: str) -> Places:
    """The places of a TOML text; it is walked when the first place is asked for."""
    return Places(text, file)


def decode(text: str, span: Span) -> list[tuple[int, str]]:
    """Each character of the text value at `span` with its offset in the file; at last the closing quotes with ''."""
    start, end = span
    quote = text[start]
    quotes = 3 if text.startswith(quote * 3, start) and end - start >= 6 else 1
    position, end = start + quotes, end - quotes
    if quotes == 3:  # a line end right after the opening quotes does not count
        position += 2 if text.startswith("\r\n", position) else text.startswith("\n", position)
    found = []
    while position < end:
        step, character = _character(text, position, quote)
        if character:
            found.append((position, character))
        position += step
    return [*found, (end, "")]


def _character(text: str, position: int, quote: str) -> tuple[int, str]:
    """How many characters of the file make the next one of the text, and which it is ('' for none)."""
    if text.startswith("\r\n", position):
        return 2, "\n"
    if quote == "'" or text[position] != "\\":
        return 1, text[position]
    swallowed = _LINE_END.match(text, position)
    if swallowed:
        return len(swallowed.group()), ""
    escape = _ESCAPE.match(text, position)
    assert escape is not None  # the text has been read as TOML before
    word = escape.group()
    return len(word), _SHORT.get(word[1:]) or chr(int(word[2:], 16))


@define
class _Finder:
    """One walk through a text, noting spans; the only place here that changes anything."""

    text: str
    keys: dict[Path, Span] = field(factory=dict, init=False)
    values: dict[Path, Span] = field(factory=dict, init=False)
    written: dict[Path, Span] = field(factory=dict, init=False)  # values after an equals sign, and items of those
    counts: dict[Path, int] = field(factory=dict, init=False)  # how many tables each list of tables has so far

    def walk(self) -> _Finder:
        table: Path = ()
        position = self._blank(0)
        while position < len(self.text):
            if self.text[position] == "[":
                table, position = self._header(position)
            else:
                position = self._pair(table, position)
            position = self._blank(position)
        return self

    def _header(self, start: int) -> tuple[Path, int]:
        many = self.text.startswith("[[", start)
        parts, position = self._key(self._blank(start + (2 if many else 1)))
        end = position + (2 if many else 1)
        path: Path = ()
        for number, (name, span) in enumerate(parts):
            path = (*path, name)
            self.keys.setdefault(path, span)
            last = number == len(parts) - 1
            if last and many:
                self.counts[path] = self.counts.get(path, 0) + 1
                self.values.setdefault(path, (start, end))
            if path in self.counts:
                path = (*path, self.counts[path] - 1)
                self.keys.setdefault(path, span)
            if last:
                self.keys[path] = span  # a header is a better place than a mention on the way to a sub-table
                self.values[path] = (start, end)
            else:
                self.values.setdefault(path, (start, end))
        return path, end

    def _pair(self, table: Path, start: int) -> int:
        parts, position = self._key(start)
        path = table
        for name, span in parts:
            path = (*path, name)
            self.keys.setdefault(path, span)
            self.values.setdefault(path, (start, parts[-1][1][1]))
        return self._value(path, self._blank(position + 1))  # past the equals sign

    def _key(self, position: int) -> tuple[list[tuple[str, Span]], int]:
        """A dotted key with the span of each part, and the position of what follows (`=` or `]`)."""
        parts: list[tuple[str, Span]] = []
        while True:
            match = _match((_BARE, _BASIC, _LITERAL), self.text, position)
            name = match.group()
            if name[0] in "\"'":
                name = "".join(character for _, character in decode(self.text, match.span()))
            parts.append((name, match.span()))
            position = self._blank(match.end())
            if not self.text.startswith(".", position):
                return parts, position
            position = self._blank(position + 1)

    def _value(self, path: Path, start: int) -> int:
        first = self.text[start]
        if first == "[":
            end = self._list(path, start)
        elif first == "{":
            end = self._inline(path, start)
        elif first in "\"'":
            end = _match((_LONG_BASIC, _LONG_LITERAL, _BASIC, _LITERAL), self.text, start).end()
        else:
            end = start + len(_match((_SCALAR,), self.text, start).group().rstrip())
        self.values[path] = self.written[path] = (start, end)
        return end

    def _list(self, path: Path, start: int) -> int:
        position, index = self._blank(start + 1), 0
        while self.text[position] != "]":
            end = self._value((*path, index), position)
            self.keys[(*path, index)] = (position, end)
            position, index = self._after_comma(end), index + 1
        return position + 1

    def _inline(self, path: Path, start: int) -> int:
        position = self._blank(start + 1)
        while self.text[position] != "}":
            position = self._after_comma(self._pair(path, position))
        return position + 1

    def _after_comma(self, position: int) -> int:
        position = self._blank(position)
        return self._blank(position + 1) if self.text[position] == "," else position

    def _blank(self, position: int) -> int:
        return _match((_BLANK,), self.text, position).end()


def _match(patterns: tuple[re.Pattern[str], ...], text: str, position: int) -> re.Match[str]:
    for pattern in patterns:
        found = pattern.match(text, position)
        if found:
            return found
    raise AssertionError(f"not TOML at offset {position}")  # files.read_toml would have refused it
