"""The possible answers to a question, if the board has a list of them: known even if the answer is not."""

from __future__ import annotations

from adjudicator.board import Board
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Rule


def answer_words(rule: Rule, board: Board) -> tuple[str, ...]:
    """The values of the attribute that an action answers with; empty if it answers with another, or the board lists none."""
    value = next((one.value for one in rule.statements if isinstance(one, t.Answer)), None)
    attribute = board.attributes.get(value.name) if isinstance(value, t.Call) else None
    return attribute.values if attribute is not None else ()


def is_answer(answer: str, words: tuple[str, ...]) -> bool:
    """Whether an answer is one of these words, or several for a set of them."""
    said = answer.lower().replace("/", " ").replace(",", " ").split()
    return not words or said == ["none"] or {*said} <= {word.lower() for word in words}
