"""Questions that hold a clause in the notation of transcripts: may it be played, why not, what if."""

from __future__ import annotations

import re

from attrs import evolve

from adjudicator.answers.answer import Answer, Desk
from adjudicator.answers.positions import of_clause, what_if
from adjudicator.answers.tokens import vocabulary
from adjudicator.faults import Refused

HEADS = {"why": ("why", "not", "cannot", "may"), "what-if": ("what", "if", "happens"), "may": ("may",)}
VERBS = ("move", "use", "go", "take", "make", "play")


def of_a_clause(desk: Desk, text: str) -> Answer | None:
    """The answer where the rest of a question is a clause of this game; None where it is none."""
    if desk.game is None:
        return None
    words, said = vocabulary(desk, text), text.rstrip("?! .").split()
    for form, head in HEADS.items():
        count = _head(words.tokens(text), head)
        rest = [word for at, word in enumerate(said[count:]) if at != 1 or not _is_verb(word, words.tokens(word))]
        if count and rest and re.search(r"\d", " ".join(rest)):
            try:
                answer = what_if(desk, " ".join(rest)) if form == "what-if" else of_clause(desk, " ".join(rest))
            except Refused:
                continue
            return evolve(answer, form=form)
    return None


def _head(tokens: tuple[object, ...], head: tuple[str, ...]) -> int:
    """How many words of the question come before its clause; none where its first word is not of this form."""
    count = 0
    for token in tokens:
        if not set(head) & token.concepts:  # type: ignore[attr-defined]
            break
        count += len(token.text.split())  # type: ignore[attr-defined]
    return count


def _is_verb(word: str, tokens: tuple[object, ...]) -> bool:
    return all(set(VERBS) & token.concepts and not token.values for token in tokens)  # type: ignore[attr-defined]
