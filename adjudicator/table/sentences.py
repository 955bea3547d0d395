"""The sentences of the referee, as values: the name of a sentence, and its slots. The words are `[referee]` in words/.

A front end words a sentence in the language of its reader; `str()` words it in English. A clause and the sentence of a rule
are plain texts.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.values import frozen
from adjudicator.words import FIRST, languages


@frozen
class Sentence:
    """`slots` are names, numbers, clauses, or sentences again."""

    kind: str
    slots: tuple[tuple[str, str | int | Sentence], ...] = ()

    def __str__(self) -> str:
        return wordings(FIRST)[self.kind].format(**dict(self.slots))


Spoken = Sentence | str


def sentence(kind: str, **slots: Spoken | int) -> Sentence:
    return Sentence(kind, tuple(slots.items()))


def wordings(language: str) -> Mapping[str, str]:
    """Every sentence of the referee in a language; nothing where it has none."""
    found = next(one for one in languages() if one.code == language)
    return {kind: said[0] for kind, said in found.kind("referee").items()}
