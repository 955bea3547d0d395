"""Reading a question: a row of words, in any order, against the forms that can be asked.

A question fits a form when all that the form needs is there and no word is left over: what is not understood is never passed
over in silence.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from adjudicator.answers.forms import FORMS, Form
from adjudicator.answers.words import Token, Vocabulary
from adjudicator.values import frozen


@frozen
class Question:
    """A question that was understood."""

    text: str
    form: Form
    tokens: tuple[Token, ...]
    clause: str = ""

    def values(self, *kinds: str) -> tuple[str, ...]:
        return tuple(token.value for token in self.tokens if token.kind in kinds and concept(token) != "double")

    @property
    def who(self) -> str:
        """The first piece or role that it names."""
        found = self.values("piece", "role")
        return found[0] if found else ""

    @property
    def whom(self) -> str:
        found = self.values("piece", "role")
        return found[1] if len(found) > 1 else ""

    @property
    def fare(self) -> str:
        found = self.values("fare")
        return found[0] if found else ""

    @property
    def nobody(self) -> bool:
        """`no detective`, `all detectives`: all of them together."""
        return any(two.kind == "role" and (one.text == "no" or concept(one) == "all") for one, two in pairwise(self.tokens))

    def has(self, word: str) -> bool:
        return any(concept(token) == word for token in self.tokens)


def concept(token: Token) -> str:
    """What a token counts as when forms look for words; a double move is one, by whatever name."""
    if token.value == "double" and token.kind in ("action", "fare"):
        return "double"
    return token.value if token.kind == "concept" else ""


def read(text: str, words: Vocabulary) -> tuple[Question, ...]:
    """The readings of a question that fit, the most special first."""
    tokens = content(text, words)
    fitting = [form for form in FORMS if _fits(form, tokens)]
    fitting.sort(key=lambda form: -len(form.needs))
    return tuple(Question(text, form, tokens) for form in fitting)


def content(text: str, words: Vocabulary) -> tuple[Token, ...]:
    """The words that carry meaning; `2 detectives` are two of them, and no station."""
    tokens = [token for token in words.tokens(text) if token.kind != "filler"]
    counts = [one.text == "2" and two.kind == "role" for one, two in pairwise([*tokens, *tokens[-1:]])]
    return tuple(Token("concept", "twice", "2") if two else token for token, two in zip(tokens, counts, strict=True))


def _fits(form: Form, tokens: Sequence[Token]) -> bool:
    concepts = {_as_asked(concept(token), form) for token in tokens}
    if not all(set(group) & concepts for group in form.needs):
        return False
    if any(token.kind in ("unknown", "action") and not concept(token) for token in tokens):
        return False
    if not concepts <= {*form.concepts, "", "all"}:
        return False
    counted = [token.kind for at, token in enumerate(tokens) if concept(token) != "double" and not _again(token, tokens[:at])]
    limits = ((form.who, ("piece", "role")), (form.fare, ("fare",)), (form.value, ("value",)), (form.number, ("number",)))
    return all(low <= sum(kind in kinds for kind in counted) <= high for (low, high), kinds in limits)


def _again(token: Token, before: Sequence[Token]) -> bool:
    """A piece that was named already: `may X stay where he is`."""
    return token.kind == "piece" and any(one.kind == "piece" and one.value == token.value for one in before)


def _as_asked(word: str, form: Form) -> str:
    """Who asks whether he must asks whether he may, unless the form tells them apart."""
    return "may" if word == "must" and "must" not in form.concepts else word
