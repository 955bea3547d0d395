"""Reading a question: a row of words, in any order, against the forms that can be asked.

A question fits a form when all that the form needs is there and no word is left over: what is not understood is never passed
over in silence.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from itertools import pairwise

from adjudicator.answers.forms import CLAIMS, EVERY, FORMS, Form
from adjudicator.answers.words import Token, Vocabulary
from adjudicator.faults import Fault, Place, Refused, did_you_mean
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
        """`no detective`: all of them together."""
        return any(one.text == "no" and two.kind == "role" for one, two in pairwise(self.tokens))

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
    return tuple(token for token in words.tokens(text) if token.kind != "filler")


def _fits(form: Form, tokens: Sequence[Token]) -> bool:
    concepts = {concept(token) for token in tokens}
    if not all(set(group) & concepts for group in form.needs):
        return False
    known = {
        *form.concepts,
        "" if not any(token.kind in ("unknown", "action") and not concept(token) for token in tokens) else "?",
    }
    if not concepts <= known:
        return False
    counted = [token.kind for token in tokens if concept(token) != "double"]
    limits = ((form.who, ("piece", "role")), (form.fare, ("fare",)), (form.value, ("value",)), ((0, 0), ("number",)))
    return all(low <= sum(kind in kinds for kind in counted) <= high for (low, high), kinds in limits)


# -- what was not understood
def unknown(text: str, words: Vocabulary) -> Refused:
    """What can be asked, the nearest forms first; and the words that were not understood."""
    strange = [token.text for token in words.tokens(text) if token.kind == "unknown"]
    known = [" ".join(name) for name in words.names if len(name) == 1]
    hints = [f"`{word}` is no word that I know" + _hint(word, known) for word in strange[:3]]
    help = "ask like " + ", ".join(f"`{form.example}`" for form in nearest(text, words))
    message = f"`{text}` is not understood" + (f": {'; '.join(hints)}" if hints else "")
    return Refused([Fault("Q30", Place("question"), message, help)])


def _hint(word: str, known: Iterable[str]) -> str:
    found = did_you_mean(word, known)
    return f" ({found})" if found.startswith("did you mean") else ""


def nearest(text: str, words: Vocabulary, count: int = 4) -> list[Form]:
    """The forms that share most with a question: words, and the kinds of names."""
    tokens = words.tokens(text)
    concepts = {concept(token) for token in tokens} - {""}
    kinds = [token.kind for token in tokens if concept(token) != "double"]

    def score(form: Form) -> float:
        shared = len(concepts & form.concepts) / (1 + len(form.concepts - concepts) / 4)
        fare = form.fare[0] <= kinds.count("fare") <= form.fare[1] or form in CLAIMS
        station = ("number" in kinds) == (form in CLAIMS)
        return shared + (fare + station) / 2 + difflib.SequenceMatcher(None, text.lower(), form.example.lower()).ratio()

    return sorted(EVERY, key=score, reverse=True)[:count]
