"""The value of a header in its line: splitting it into parts, and collecting the parts that were not understood."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from adjudicator.faults import Given
from adjudicator.record.lexicon import LENGTH, Lexicon, key_of
from adjudicator.record.names import NOBODY, Names
from adjudicator.record.steps import StepReader, spellings
from adjudicator.record.transcript import Card
from adjudicator.record.words import Misread, Words, span

SEMICOLON, EITHER = re.compile(";"), re.compile("[;,]")
BEFORE_A_NAME = re.compile(r";|,(?=[^;,=]{1,60}=)")  # a comma that is not part of a person's name
MISTAKES = 100  # the most mistakes reported of one header
_NAME = re.compile(r"[^\W\d_][\w-]{0,39}")
Named = Sequence[tuple[str, int, int]]  # pieces, with the columns where they are named
T = TypeVar("T")


class HeaderValue:
    """`line` has plain signs, `written` is the original line; both count columns alike."""

    def __init__(self, lexicon: Lexicon, line: str, written: str, start: int, end: int, names: Names = NOBODY):
        self.lexicon, self.line, self.written, self.start, self.end = lexicon, line, written, start, end
        self.names = names
        self.misread: list[Misread] = []
        self.named: list[tuple[str, int, int]] = []

    @property
    def text(self) -> str:
        return self.written[self.start : self.end]

    def words(self) -> Words:
        return Words(self.line, self.start, self.end)

    def refuse(self, sentence: str, **values: Given) -> None:
        """Add a fault about the whole value."""
        self.misread.append(Misread(sentence, self.start, self.end, text=self.text, **values))

    def parts(self, cut: re.Pattern[str] = SEMICOLON) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each part between `;` or the signs of `cut`, without surrounding space."""
        at = self.start
        for part in cut.split(self.line[self.start : self.end]):
            first, last = span(self.line, at, at + len(part))
            if first < last:
                yield first, last
            at += len(part) + 1

    def recalled(self, key: str, read: Callable[[HeaderValue], T]) -> T:
        """Read the whole value, and remember the result for the next log."""
        said = (key, self.start, self.text)
        before = self.lexicon.header_parts.get(said)
        if before is not None and not any(self.names.may_be_person(name) for name, *_ in before[1]):
            self.named += before[1]
            return before[0]  # type: ignore[no-any-return]
        found = read(self)
        if not (self.misread or self.names.used) and self.end - self.start <= LENGTH:
            self.lexicon.header_parts.keep(said, (found, tuple(self.named)))
        return found

    def gather(self, read: Callable[[HeaderValue, int, int], T], cut: re.Pattern[str] = SEMICOLON) -> list[T]:
        """The values of all parts. A part that is not understood does not hide mistakes in the next ones.

        The games of a season name the same people and stations in the same places, so the values of such parts are kept.
        """
        found: list[T] = []
        recall, at = self.lexicon.header_parts.get, self.start
        for part in cut.split(self.line[self.start : self.end]):
            end = at + len(part)
            before = recall((read, at, self.written[at:end]))
            if before is None or (before[1] and self.names.may_be_person(before[1][0][0])):
                found += self._part(read, at, end)
            else:
                found += before[0]
                self.named += before[1]
            if len(self.misread) >= MISTAKES:
                break
            at = end + 1
        return found

    def _part(self, read: Callable[[HeaderValue, int, int], T], start: int, end: int) -> tuple[T, ...]:
        first, last = span(self.line, start, end)
        if first >= last:
            return ()
        count = len(self.named)
        try:
            found = (read(self, first, last),)
        except Misread as mistake:
            self.misread.append(mistake)
            return ()
        if end - start <= LENGTH and not self.names.used:
            self.lexicon.header_parts.keep((read, start, self.written[start:end]), (found, self.named[count:]))
        return found

    # --- what parts are made of

    def piece(self, words: Words) -> str:
        if words.kind() != "word":
            raise words.misread("T015.word", word=words.text())
        piece, count = self.names.find(words, self.lexicon) or (words.text().lower(), 1)
        if not _NAME.fullmatch(piece):
            raise words.misread("T015.letters", word=piece)
        start = words.span()[0]
        words.step(count)
        self.named.append((piece, start, words.last))
        return piece

    def plain_piece(self, plain: re.Match[str]) -> str:
        """Return the piece in the first group of a match."""
        piece = self.lexicon.pieces.get(key_of(plain[1])) or self.names.piece(plain[1])
        self.named.append((piece, *plain.span(1)))
        return piece

    def role(self, words: Words) -> str | None:
        """Read a role in brackets; None if there is none."""
        if not words.skip("("):
            return None
        found = words.find(self.lexicon.roles)
        if found is None:
            raise words.misread("T019", word=words.text(), known=spellings(self.lexicon.roles))
        words.step(found[1])
        if not words.skip(")"):
            raise words.misread("T019.bracket")
        return found[0]

    def unknown(self, words: Words, field: str, seals: list[tuple[str, str]]) -> bool:
        return StepReader(words, self.lexicon, ()).unknown(field, seals)

    def station(self, words: Words, field: str, seals: list[tuple[str, str]]) -> int | None:
        return StepReader(words, self.lexicon, ()).station(field, seals)

    def card(self, words: Words) -> Card:
        if words.kind() == "card":
            return tuple(int(number) for number in words.step()[1].split("/"))
        if words.kind() == "number":
            return (words.number(),)
        raise words.misread("T020.card", word=words.text())

    def finish(self, words: Words, sentence: str) -> None:
        if not words.done:
            raise words.misread(sentence, word=words.text())
