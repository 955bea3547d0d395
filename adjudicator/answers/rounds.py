"""Rounds in questions about rules: which is the last one, and which one is meant."""

from __future__ import annotations

from adjudicator.answers.answer import Desk
from adjudicator.answers.experiments import experiment, pursuers
from adjudicator.answers.questions import Question
from adjudicator.faults import Fault, Place, Refused
from adjudicator.rulebook.model import Rulebook

MOST = 60  # rounds after which a game is taken to have no last one


def last_round(rulebook: Rulebook, doubles: int = 0) -> int | None:
    """The round after which the game is over whatever happened, found by closing one after the other; None if there is none.

    Each round has one entry, and each double made before one more.
    """
    game = experiment(rulebook, {}, pursuers(rulebook))
    rounds = range(1, MOST)
    return next((n for n in rounds if game.supposing(round=n, entries=n + doubles).is_last_round), None)


def round_named(desk: Desk, question: Question) -> int:
    """The round that a question names: by its number, or as the first or the last; 0 where it names none. Raises Refused."""
    numbers = question.values("number")
    if not numbers and not question.has("last"):
        return 1 if question.has("first") else 0
    last = last_round(desk.rulebook)
    if not numbers:
        return last or 0
    number = int(numbers[0].partition("/")[0])
    if number < 1 or (last is not None and number > last):
        raise Refused([Fault("Q31.round", Place("question"), number=number, last=last)])
    return number
