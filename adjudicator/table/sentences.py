"""The referee's sentences, as values: the name of a sentence, and its slots. The words are `[referee]` in words/.

A front end writes a sentence in its reader's language; `str()` writes it in English. A clause and the sentence of a rule are
plain strings.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.values import frozen
from adjudicator.words import FIRST, languages


@frozen
class Sentence:
    """A sentence by its name; `slots` are names, numbers, clauses, or other sentences."""

    kind: str
    slots: tuple[tuple[str, str | int | Sentence], ...] = ()

    def __str__(self) -> str:
        return wordings(FIRST)[self.kind].format(**dict(self.slots))


Spoken = Sentence | str


def sentence(kind: str, **slots: Spoken | int) -> Sentence:
    return Sentence(kind, tuple(slots.items()))


def wordings(language: str) -> Mapping[str, str]:
    """Every sentence of the referee in a language; empty if there is none."""
    found = next(one for one in languages() if one.code == language)
    return {kind: said[0] for kind, said in found.kind("referee").items()}
