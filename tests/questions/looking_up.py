"""A question looked up as `sy-judge ask` does it: whether the reply is sure, and at which place the meant entry is."""

from __future__ import annotations

import json
from functools import lru_cache

from attrs import frozen

from adjudicator.answers.answer import Desk
from adjudicator.answers.reply import MORE, Read, ask
from adjudicator.cli.ask import desk_for
from adjudicator.faults import Refused
from adjudicator.judge.log_file import Asked
from adjudicator.report.answers import answer_data

from . import Question
from .judging import RIGHT, Reply, judged

SURE_RIGHT, SURE_WRONG, FIRST, THREE, FIVE, LOST = RESULTS = (
    "sure right",
    "sure wrong",
    "first",
    "in three",
    "in five",
    "lost",
)


@frozen
class Found:
    """The result of a question, with what was shown: its entries, or the fault."""

    question: Question
    result: str
    shown: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


@lru_cache(maxsize=400)
def desk(place: tuple[str, tuple[str, ...], str, str]) -> Desk:
    """Where a question is asked."""
    target, options, at, view = place
    return desk_for(target, Asked(options=options), at, view)


def looked_up(question: Question) -> Found:
    """The reply to a question, judged. Raises nothing for a question that has no answer: that may be what is expected."""
    may_be_lost = bool({"not understood", "none"} & set(question.expect))
    try:
        reply = ask(desk(question.place), question.ask, MORE)
    except Refused as refused:
        fault = refused.faults[0]
        return Found(question, SURE_RIGHT if may_be_lost else LOST, (fault.code,))
    shown = tuple(one.entry for one in reply.read)
    judgements = [_judged(question, one) for one in reply.read]
    right = [at for at, reasons in enumerate(judgements) if not reasons]
    if reply.is_sure:
        return Found(question, SURE_RIGHT if right else SURE_WRONG, shown, judgements[0])
    if not right:
        return Found(question, FIRST if may_be_lost and not question.means else LOST, shown, judgements[0])
    return Found(question, FIRST if right[0] == 0 else THREE if right[0] < 3 else FIVE, shown, judgements[0])


def _judged(question: Question, read: Read) -> tuple[str, ...]:
    """Why an entry is not what was asked for; empty if it is: the meant one, with the expected answer."""
    if question.means and not any(read.entry == one or read.entry.startswith(f"{one}.") for one in question.means):
        return (f"is {read.entry}, not {' / '.join(question.means)}",)
    found = judged(question, Reply(0, json.dumps(answer_data(read.answer), default=str)))
    return () if found.result == RIGHT else found.reasons or (found.result,)
