"""The place of each thing in a TOML file: the locator.

`tomllib` keeps no places. `locate` walks the text a second time, and only when somebody asks: it notes the place of
every key and value, and maps each character of a decoded text to the character in the file that it came from, so that a
mistake in a rule inside a multi-line text gets its caret at the true spot. The text must have been read by
`files.read_toml` first; this module trusts it to be TOML. Of a text that is not, `reading_at` says what the reader was reading
when it stopped.

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
_SPACE = re.compile(r"[ \t]*")
_PART = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_DOT = re.compile(r"\.[ \t]*")
_CLOSED = re.compile(r"\]{1,2}")
_SCALAR = re.compile(r"[^,\]}#\r\n]*")
_TEXTS = {  # by their quotes
    '"""': re.compile(r'"""(?:[^"\\]|\\[\s\S]|"(?!""))*"""("{0,2})'),
    "'''": re.compile(r"'''(?:[^']|'(?!''))*'''('{0,2})"),
    '"': re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    "'": re.compile(r"'[^'\n]*'"),
}
_LINE_END = re.compile(r"\\[ \t]*\r?\n[ \t\r\n]*")  # a backslash at the end of a line skips the space that follows
_ESCAPE = re.compile(r"\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2}|.)")
_SHORT = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}


@frozen(slots=False)
class Places:
    """The places of one file. A path that is not in it gets the place of the nearest table or list around it."""

    text: str
    file: str

    def key(self, path: Path) -> Place:
        """The place of a key; for a table, of its header; for an item of a list, of the item itself."""
        return self._nearest(path, self._found.keys)

    def value(self, path: Path) -> Place:
        """The place of a value; for a table, of its header."""
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
        """The place of an offset; its length ends with its line."""
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
    def _found(self) -> _Walk:
        walk = _Walk(self.text, len(self.text))
        walk.statements()
        return walk

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
    """The places of a TOML text, which is read when the first place is asked for."""
    return Places(text, file)


def decode(text: str, span: Span) -> list[tuple[int, str]]:
    """Each character of the text value at `span` with its offset in the file; last the closing quotes with ''."""
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
    """The number of characters of the file that make the next one of the text, and that character ('' for none)."""
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


@frozen
class Inside:
    """The kind of text that is being read: `line` (the start of a statement), `heading`, `key` (with no `=` after it), `value`,
    `text`, `list` (between items of a list or an inline table), or the rest of a line, `behind heading` or `behind value`.

    `start` is the offset where it begins: of a text its quotes, of a list its bracket.
    """

    what: str
    start: int


def reading_at(text: str, offset: int) -> Inside:
    """The kind of text that the TOML reader was reading when it stopped at this offset, which only its message describes."""
    return _Walk(text, offset).statements()


class _Stopped(Exception):
    """Raised at the end of the walk."""

    def __init__(self, what: str, start: int):
        self.inside = Inside(what, start)


@define
class _Walk:
    """One walk through a text up to `end`, noting spans; the only class here that changes anything.

    The text before the end is trusted to be TOML, since the reader came that far, so only the outlines of the format are
    checked.
    """

    text: str
    end: int
    keys: dict[Path, Span] = field(factory=dict, init=False)
    values: dict[Path, Span] = field(factory=dict, init=False)
    written: dict[Path, Span] = field(factory=dict, init=False)  # values after an equals sign, and items of those
    counts: dict[Path, int] = field(factory=dict, init=False)  # the number of tables that each list of tables has so far

    def statements(self) -> Inside:
        """Walk to the end. Returns the kind of text there."""
        table: Path = ()
        position = 0
        try:
            while True:
                begun = self._blank(position)
                self._go_on(begun, "line", begun)
                if self.text[begun] == "[":
                    table, position = self._header(begun)
                else:
                    position = self._pair(table, begun)
                position = _match(_SPACE, self.text, position).end()
                if position >= self.end or self.text[position] not in "\r\n#":
                    raise _Stopped("behind heading" if self.text[begun] == "[" else "behind value", begun)
        except _Stopped as stopped:
            return stopped.inside

    def _go_on(self, position: int, what: str, start: int) -> None:
        """Stop if the end has been reached within this kind of text."""
        if position >= self.end:
            raise _Stopped(what, start)

    def _header(self, start: int) -> tuple[Path, int]:
        many = self.text.startswith("[[", start)
        parts, position = self._key(_match(_SPACE, self.text, start + (2 if many else 1)).end())
        self._go_on(position, "heading", start)
        closed = _CLOSED.match(self.text, position)
        if closed is None:
            raise _Stopped("heading", start)
        end = closed.end()
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
                self.keys[path] = span  # a header is a better place than a mention in the path of a sub-table
                self.values[path] = (start, end)
            else:
                self.values.setdefault(path, (start, end))
        return path, end

    def _pair(self, table: Path, start: int) -> int:
        parts, position = self._key(start)
        if not parts:
            raise _Stopped("line", start)
        if not self.text.startswith("=", position):
            raise _Stopped("key" if position == self.end else "line", start)
        path = table
        for name, span in parts:
            path = (*path, name)
            self.keys.setdefault(path, span)
            self.values.setdefault(path, (start, parts[-1][1][1]))
        return self._value(path, _match(_SPACE, self.text, position + 1).end())

    def _key(self, position: int) -> tuple[list[tuple[str, Span]], int]:
        """A dotted key as its parts with their spans, and the position after it (of `=` or `]`)."""
        parts: list[tuple[str, Span]] = []
        part = _PART.match(self.text, position)
        while part is not None:
            name = part.group()
            if name[0] in "\"'":
                name = "".join(character for _, character in decode(self.text, part.span()))
            parts.append((name, part.span()))
            position = _match(_SPACE, self.text, part.end()).end()
            dot = _DOT.match(self.text, position)
            part = _PART.match(self.text, dot.end()) if dot else None
        return parts, position

    def _value(self, path: Path, start: int) -> int:
        self._go_on(start, "value", start)
        first = self.text[start]
        if first in "[{":
            end = self._list(path, start, "]" if first == "[" else "}")
        elif first in "\"'":
            quotes = first * 3 if self.text.startswith(first * 3, start) else first
            found = _TEXTS[quotes].match(self.text, start)
            if found is None or found.end() > self.end:
                raise _Stopped("text", start)
            end = found.end()
        else:  # characters that are not part of the number come after it
            end = min(start + len(_match(_SCALAR, self.text, start).group().rstrip()), self.end)
        self.values[path] = self.written[path] = (start, end)
        return end

    def _list(self, path: Path, start: int, closing: str) -> int:
        """Walk through the items of a list, or of an inline table. Returns the position after its bracket."""
        position, index = self._blank(start + 1), 0
        while True:
            self._go_on(position, "value", position)
            if self.text[position] == closing:
                return position + 1
            if closing == "]":
                end = self._value((*path, index), position)
                self.keys[(*path, index)] = (position, end)
                index += 1
            else:
                end = self._pair(path, position)
            position = self._blank(end)
            if position >= self.end or self.text[position] not in (",", closing):
                raise _Stopped("list", start)
            position = self._blank(position + 1) if self.text[position] == "," else position

    def _blank(self, position: int) -> int:
        return _match(_BLANK, self.text, position).end()


def _match(pattern: re.Pattern[str], text: str, position: int) -> re.Match[str]:
    """The match of a pattern that matches everywhere, perhaps an empty text."""
    found = pattern.match(text, position)
    assert found is not None
    return found
