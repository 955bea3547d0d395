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
DENIAL = r"\b(no|not|none|nobody|nothing|never|without|free|0|kein\w*|nicht\w*)\b"
RULING = re.compile(r"\bG\d+\b")
QUOTED = re.compile(r"`([\w-]+)(?:=[\w-]+)?`")


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
    def verdict(self) -> str:
        """`yes`, `no`, `depends`, or empty where the answer has none."""
        return str(self.data["verdict"]).removeprefix("it ")

    @property
    def lines(self) -> list[str]:
        """The answer itself, without the rules below it."""
        return [str(line) for line in self.data["answer"]] or [""]

    @property
    def rulings(self) -> set[str]:
        """The rulings that the answer names, as every contested point has one."""
        statuses = [rule["status"] for rule in self.data["rules"]]
        contested = {status.removeprefix("contested:") for status in statuses if status.startswith("contested:")}
        return (
            contested | {other["ruling"] for other in self.data["depends"]} | set(RULING.findall("\n".join(self.lines))) - {""}
        )

    @property
    def ids(self) -> set[str]:
        """The rules, endings, actions, options and rulings that the answer names; ordinary words of its text are no ids."""
        options = {other["option"].split("=")[0] for other in self.data["depends"]}
        quoted = QUOTED.findall("\n".join(self.lines))
        return {rule["rule"] for rule in self.data["rules"]} | options | self.rulings | set(quoted)


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
        yield f"expected {' / '.join(question.expect)}, got {reply.verdict or 'no verdict'}"
    answer = "\n".join(reply.lines)
    yield from (f"lacks {' / '.join(words)}" for words in question.says if not _any(answer, words))
    if question.says and not any(_any(reply.lines[0], words) for words in question.says):
        yield "the first line has none of it"
    yield from (f"says `{word}`" for word in question.says_not if _holds(answer, word, spoken=False))
    yield from (f"does not cite {' / '.join(words)}" for words in question.cites if not reply.ids & set(words))
    if question.contested and not (reply.rulings and reply.ids & set(question.contested)):
        yield f"does not say that it is contested: {' / '.join(question.contested)}"


def _is(kind: str, reply: Reply) -> bool:
    """Whether an answer is of this kind. Every answer may state a fact; that nothing of the sort exists is said or denied."""
    if kind == "none":
        return reply.verdict == "no" or bool(re.search(DENIAL, reply.lines[0], re.IGNORECASE))
    return kind == "fact" or reply.verdict == kind


def _any(text: str, words: Iterable[str]) -> bool:
    return any(_holds(text, word) for word in words)


def _holds(text: str, word: str, spoken: bool = True) -> bool:
    """Whether the text has the word, whole; a number also as an ordinal or, if it may be, spoken."""
    pattern = re.escape(word) + ("(st|nd|rd|th)?" if word.isdigit() else "")
    if spoken and word in SPOKEN:
        pattern = f"({pattern}|{SPOKEN[word]})"
    return bool(re.search(rf"(?<![\w]){pattern}(?![\w])", text, re.IGNORECASE))
