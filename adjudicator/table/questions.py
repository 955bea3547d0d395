"""Questions asked at the table: passed on to `answers`, with the record that the asker could have written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.faults import Refused
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.table.proposal import said
from adjudicator.table.table_game import TableGame

if TYPE_CHECKING:
    from adjudicator.answers.answer import Answer

MANY = 5  # rules told at once; more do not fit on a screen


def ask(question: str, game: TableGame, who: str) -> tuple[str, ...]:
    """The answer in lines."""
    from adjudicator.answers.answer import Desk
    from adjudicator.answers.replies import ask as answered

    if not question:
        return ("ask about something: `ask how many rounds`, `ask may red take the bus to 46`, `ask who can capture X`",)
    known = game.game if who == FUGITIVE else game.seen
    acts_next = FUGITIVE if game.game.side == "fugitive" else ""
    try:
        desk = Desk(game.rules, known.where(acts_next), seat="" if who == FUGITIVE else "detectives")
        return tuple(_told(answered(desk, question.rstrip("?"))))
    except Refused as refused:
        return said(refused.faults)


def _told(answer: Answer) -> Iterator[str]:
    first, *more = answer.says or ("",)
    yield f"{answer.verdict}: {first}" if answer.verdict else first
    yield from (f"  {line}" for line in more)
    for ground in answer.grounds[-MANY:]:
        yield f"  {ground.rule}: {ground.message or ground.says} ({ground.cite or 'house rule'})"
    if len(answer.grounds) > MANY:
        yield f"  also {', '.join(ground.rule for ground in answer.grounds[:-MANY])}"
    yield from (f"  {change.text}" for change in answer.changes)
