"""Divides a stretch of a page into words and signs, for all readers that look up their meanings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from adjudicator.pages.stretches import Stretch
from adjudicator.record.words import TOKEN
from adjudicator.values import frozen
from adjudicator.words import signs

RUN = 3  # words with a common meaning, at most


@frozen
class Token:
    """Some words or a sign. `key` is the form for comparisons, or the name of the meaning."""

    kind: str
    stretch: Stretch
    key: str = ""


def tokens(
    stretch: Stretch,
    apart: Callable[[Stretch], Iterable[Stretch]],
    read: Callable[[Sequence[Stretch]], Token | None],
) -> Iterator[Token]:
    """The tokens of a stretch, cut as the notation cuts a line.

    `apart` splits two words that are written as one (`T48`). Words are looked up in runs of up to three, the longest first;
    `read` has to know every single word.
    """
    parts = (one for part in _parts(stretch) for one in apart(part))
    ahead = list(islice(parts, RUN))  # no more are cut than the caller needs
    while ahead:
        for count in range(len(ahead), 0, -1):
            token = read(ahead[:count])
            if token is not None:
                yield token
                ahead = [*ahead[count:], *islice(parts, count)]
                break


def is_word(part: Stretch) -> bool:
    """Whether a part is a word, a number, or a sign that stands for a word."""
    return part.text[0].isalnum() or part.text in signs()


def _parts(stretch: Stretch) -> Iterator[Stretch]:
    """The words and signs as written; `??` is one sign, because it means the same as `?`."""
    for match in TOKEN.finditer(stretch.text):
        again = match[0] == "?" and stretch.text[max(0, match.start() - 1) : match.start()] == "?"
        if not again:
            yield stretch.part(match.start(), match.end())
