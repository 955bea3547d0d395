"""A reply of `sy-judge ask` compared with what was expected: words and numbers are looked for, never sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import frozen

from . import Question

RIGHT, WRONG, NOT_UNDERSTOOD = "right", "wrong", "not understood"
RESULTS = (RIGHT, WRONG, NOT_UNDERSTOOD)

# How a number may also be said.
SPOKEN = {
    "0": "no|none|zero|nothing|nobody", "1": "one|once|first", "2": "two|twice|second|both", "3": "three|third",
    "4": "four|fourth", "5": "five|fifth", "6": "six", "7": "seven", "8": "eight|eighth", "10": "ten", "13": "thirteen",
    "15": "fifteen", "16": "sixteen", "22": "twenty-two", "24": "twenty-four",
}  # fmt: skip
DENIAL = r"\b(no|not|none|nobody|nothing|never|0|kein\w*|nicht\w*)\b"


@frozen
class Reply:
    """What one run of the command left: its exit code and everything it printed."""

    exit: int
    text: str

    @property
    def data(self) -> dict[str, Any]:
        """The answer; empty where none was given."""
        return dict(json.loads(self.text)) if self.exit == 0 else {}

    @property
    def answer(self) -> str:
        """The answer itself and the sentence of the rule that decides; not the rest of the list."""
        rules = self.data.get("rules", [])
        return "\n".join([*self.data.get("answer", []), *(rule["says"] for rule in rules[:1])])


@frozen
class Judged:
    """Right, wrong or not understood, and why."""

    question: Question
    result: str
    reasons: tuple[str, ...] = ()


def judged(question: Question, reply: Reply) -> Judged:
    """Whether the reply is what the question expects."""
    leaks = tuple(f"tells `{word}`" for word in question.never if _holds(reply.text, word))
    if leaks or reply.exit not in (0, 2):
        return Judged(question, WRONG, leaks or (f"ended with {reply.exit}",))
    if reply.exit == 2:
        expected = {"not understood", "none"} & set(question.expect)
        return Judged(question, RIGHT if expected else NOT_UNDERSTOOD)
    reasons = tuple(_mismatches(question, reply))
    return Judged(question, WRONG if reasons else RIGHT, reasons)


def _mismatches(question: Question, reply: Reply) -> Iterator[str]:
    """Everything in an answer that contradicts the expectation or is missing from it."""
    if not any(_is(kind, reply) for kind in question.expect):
        yield f"expected {' / '.join(question.expect)}, got {reply.data['verdict'] or 'a fact'}"
    answer = "\n".join(reply.data["answer"])
    yield from (f"lacks {' / '.join(words)}" for words in question.says if not _any(reply.answer, words))
    yield from (f"says `{word}`" for word in question.says_not if _holds(answer, word, spoken=False))
    yield from (f"does not cite {' / '.join(words)}" for words in question.cites if not _any(reply.text, words))
    if question.contested and not ("contested" in reply.text and _any(reply.text, question.contested)):
        yield f"does not say that it is contested: {' / '.join(question.contested)}"


def _is(kind: str, reply: Reply) -> bool:
    """Whether an answer is of this kind. Every answer may state a fact; that nothing of the sort exists is said or denied."""
    if kind == "none":
        return bool(re.search(DENIAL, "\n".join(reply.data["answer"]), re.IGNORECASE)) or reply.data["verdict"] == "no"
    return kind == "fact" or reply.data["verdict"] == kind


def _any(text: str, words: Iterable[str]) -> bool:
    return any(_holds(text, word) for word in words)


def _holds(text: str, word: str, spoken: bool = True) -> bool:
    """Whether the text has the word, whole; a number also as an ordinal or, if it may be, spoken."""
    pattern = re.escape(word) + ("(st|nd|rd|th)?" if word.isdigit() else "")
    if spoken and word in SPOKEN:
        pattern = f"({pattern}|{SPOKEN[word]})"
    return bool(re.search(rf"(?<![\w]){pattern}(?![\w])", text, re.IGNORECASE))
