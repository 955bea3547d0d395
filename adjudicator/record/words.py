"""The words of a stretch of a line, with a cursor that moves along them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from adjudicator.faults import Fault, Given
from adjudicator.record.lexicon import key_of

# Each alternative is bounded by what follows it, so that no line is searched twice.
TOKEN = re.compile(
    r"""(?P<arrow> -{1,2}> | => | → | ⇒ )
      | (?P<seal> \?\ ?\[ [^\[\]\s]{1,100} \] )
      | (?P<card> \d{1,6} (?:\ ?/\ ?\d{1,6})+ (?!\w) )
      | (?P<number> \d+ (?!\w) )
      | (?P<word> \w+ (?:[.'’-]+\w+)* \.? )
      | (?P<sign> \S )""",
    re.VERBOSE,
)
JOINED = re.compile(r"([^\W\d_]+)(\d{1,6})\.?")
# Signs that a keyboard or a chat program puts in place of ours, replaced one for one so that columns stay the same.
ALIKE = str.maketrans(
    dict(zip("；，：！？＋（）［］＝／＃．×", ";,:!?+()[]=/#.x", strict=True))
    | dict.fromkeys("－–—−‐‑", "-")
    | dict.fromkeys("\u00a0\u2007\u202f\u3000\u200b\u200e\u200f\ufeff", " ")
)
ARROWS = ("->", "-->", "=>", "→", "⇒")
DIGITS = 6
T = TypeVar("T")
Token = tuple[str, str, int, int]  # kind, text, start and end in the line


class Misread(Exception):
    """Raised for a stretch of the line that was not understood; it becomes a fault at this place."""

    def __init__(self, sentence: str, start: int, end: int, /, **values: Given):
        super().__init__(sentence)
        self.fault, self.start, self.end = Fault(sentence, **values), start, end


def span(line: str, start: int, end: int) -> tuple[int, int]:
    """The stretch from `start` to `end` without surrounding space; its start is after its end if it is empty."""
    said = line[start:end]
    return start + len(said) - len(said.lstrip()), start + len(said.rstrip())


class Words:
    """The words of a stretch, read from the current one on; `step` moves to a later one."""

    __slots__ = ("_runs", "at", "end", "line", "start", "tokens")

    def __init__(self, line: str, start: int, end: int):
        self.line, self.start, self.end, self.at = line, start, end, 0
        self.tokens: list[Token] = [
            (match.lastgroup or "", match.group(), match.start(), match.end()) for match in TOKEN.finditer(line, start, end)
        ]
        self._runs: dict[int, tuple[str, ...]] = {}

    def kind(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at][0] if 0 <= at < len(self.tokens) else ""

    def text(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at][1] if 0 <= at < len(self.tokens) else ""

    def word(self, ahead: int = 0) -> str:
        """The word `ahead` of the current one in its compared form; "" if there is none."""
        return key_of(self.text(ahead)) if self.kind(ahead) == "word" else ""

    @property
    def done(self) -> bool:
        return self.at >= len(self.tokens)

    @property
    def last(self) -> int:
        """The column where the word before the current one ends."""
        return self.tokens[self.at - 1][3]

    def step(self, count: int = 1) -> Token:
        self.at += count
        return self.tokens[self.at - 1]

    def skip(self, *signs: str) -> bool:
        """Skip the next word if it is one of these. Returns whether it was."""
        here = self.text() if self.kind() != "word" else self.word()
        if here and here in signs:
            self.at += 1
            return True
        return False

    def dash(self) -> bool:
        """Skip a dash between two words (before digits it would be a minus). Returns whether there was one."""
        (_, end), (start, _) = self.span(), self.span(1)
        if self.text() != "-" or not self.text(1) or (self.kind(1) == "number" and start == end):
            return False
        self.at += 1
        return True

    def part(self, is_fare: Callable[[str, str], bool]) -> None:
        """Split a word such as `t86` into letters and number if the letters are a fare."""
        found: list[Token] = []
        for token in self.tokens:
            joined = JOINED.fullmatch(token[1]) if token[0] == "word" else None
            if joined is None or not is_fare(token[1], joined[1]):
                found.append(token)
                continue
            middle = token[2] + len(joined[1])
            found += [("word", joined[1], token[2], middle), ("number", joined[2], middle, middle + len(joined[2]))]
        self.tokens = found

    def find(self, table: Mapping[str, T], ahead: int = 0) -> tuple[T, int] | None:
        """Look up the longest run of up to three words. Returns its meaning and the number of words; None if there is none."""
        runs = self._runs_at(self.at + ahead)
        for count in range(len(runs), 0, -1):
            if runs[count - 1] in table:
                return table[runs[count - 1]], count
        return None

    def _runs_at(self, at: int) -> tuple[str, ...]:
        """The next word, the next two joined, and the next three joined, in their compared form."""
        runs = self._runs.get(at)
        if runs is None:
            keys: list[str] = []
            for kind, text, _, _ in self.tokens[at : at + 3] if at >= 0 else ():
                if kind not in ("word", "number"):
                    break
                keys.append((keys[-1] if keys else "") + key_of(text))
            runs = self._runs[at] = tuple(keys)
        return runs

    def span(self, ahead: int = 0) -> tuple[int, int]:
        """The start and end of the word there; past the last word, the end of the stretch."""
        at = self.at + ahead
        if at < len(self.tokens):
            return self.tokens[at][2:]
        last = self.tokens[-1][3] if self.tokens else self.start
        return last, last + 1

    def misread(self, sentence: str, ahead: int = 0, /, **values: Given) -> Misread:
        return Misread(sentence, *self.span(ahead), **values)

    def number(self) -> int:
        """Read a whole number that a board or a log could contain."""
        _, text, start, end = self.step()
        if len(text) > DIGITS:
            raise Misread("T049", start, end, number=text, most=DIGITS)
        return int(text)
