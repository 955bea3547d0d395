"""Questions around a statement: where the booklet says it, and whether it is contested."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from adjudicator.answers.answer import NO, YES, Answer, Desk
from adjudicator.answers.reading import Reading, readings
from adjudicator.answers.tokens import Token

MODALS = ("may", "must", "cannot")


def statement(desk: Desk, tokens: tuple[Token, ...], answered: Callable[[list[Reading]], Answer]) -> Answer | None:
    """The answer about a statement; None if the words are not such a question."""
    for at, token in enumerate(tokens):
        head, rest = tokens[: at + 1], tokens[at + 1 :]
        if "contested" in token.concepts and _is_soft(head[:-1]):
            return _told(rest, answered, _contested)
        if "say" in token.concepts and _is_head(head):
            return _told(rest, answered, _cited)
    return None


def _is_soft(tokens: tuple[Token, ...]) -> bool:
    return all(token.is_soft for token in tokens)


def _is_head(tokens: tuple[Token, ...]) -> bool:
    """`where does the booklet say`: nothing else comes before it."""
    known = {"where", "booklet", "say", "what"}
    return any("where" in token.concepts for token in tokens) and all(
        token.is_soft or known & token.concepts for token in tokens
    )


def _told(
    tokens: tuple[Token, ...], answered: Callable[[list[Reading]], Answer], made: Callable[[Answer], Answer]
) -> Answer | None:
    found = [one for order in _orders(tokens) for one in readings(order)]
    return made(answered(found)) if found else None


def _orders(tokens: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    """A statement as a question: its verb of may or must first."""
    tokens = tuple(token for token in tokens if "whether" not in token.concepts)
    at = next((at for at, token in enumerate(tokens) if set(MODALS) & token.concepts), None)
    return [tokens] if at is None else [(tokens[at], *tokens[:at], *tokens[at + 1 :]), tokens]


def _contested(answer: Answer) -> Answer:
    statuses = [one.status for one in answer.grounds if one.status.startswith("contested:")]
    yes = bool(statuses or answer.depends) or any(line.startswith("contested (") for line in answer.says)
    says = (
        f"it is contested; the reading here is: {answer.verdict}, {answer.says[0]}"
        if yes
        else f"no booklet leaves it open: {answer.says[0]}"
    )
    return evolve(answer, verdict=YES if yes else NO, says=(says, *answer.says[1:]))


def _cited(answer: Answer) -> Answer:
    cites = [f"{one.rule}: {one.cite}" for one in answer.grounds if one.cite]
    return evolve(answer, verdict="", says=tuple(cites) or ("no booklet says it",))
