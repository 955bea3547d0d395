"""Questions asked at the table: looked up among those that can be asked, and answered with what the asker may know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from adjudicator.faults import Refused
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.table.proposal import said
from adjudicator.table.table_game import TableGame
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.answers.answer import Answer, Desk
    from adjudicator.answers.reply import Read

MANY = 5  # rules told at once, and questions shown; more do not fit on a screen
# The entries of the moment, for the fugitive and for the others: the phone shows them before anything is typed.
NOW_OF_HIS = ("schedule", "rounds", "who-catches-now")
NOW_OF_THEIRS = ("who-catches-now", "where-is", "schedule")


@frozen
class Card:
    """A question that can be asked, and the first line of its answer."""

    entry: str
    text: str
    line: str


@lru_cache(maxsize=8)
def desk_of(game: TableGame, who: str) -> Desk:
    """Where a question of somebody at the table is answered: with the record that he could have written, and no more."""
    from adjudicator.answers.answer import Desk

    known = game.game if who == FUGITIVE else game.seen
    acts_next = FUGITIVE if game.game.side == "fugitive" else ""
    return Desk(game.rules, known.where(acts_next), seat=FUGITIVE if who == FUGITIVE else "detectives")


def ask(question: str, game: TableGame, who: str) -> tuple[str, ...]:
    """The answer in lines; if several questions are near, each with its answer. `2 QUESTION` answers the second in full."""
    from adjudicator.answers.reply import ask as asked
    from adjudicator.answers.reply import picked

    number, _, rest = question.partition(" ")
    if not question or (number.isdecimal() and not rest):
        return (
            "ask about something: `rules? how many rounds`, `rules? may red take the bus to 46`, `rules? who can capture X`",
        )
    desk = desk_of(game, FUGITIVE if who == FUGITIVE else "")
    try:
        if number.isdecimal():
            return tuple(_full(picked(desk, rest, max(1, int(number[:2])))))
        reply = asked(desk, question.rstrip("?"), MANY)
    except Refused as refused:
        return said(refused.faults)
    if reply.is_sure:
        return tuple(_full(reply.read[0]))
    lines = [line for at, one in enumerate(reply.read, 1) for line in (f"{at}  {one.text}", f"     {_first(one.answer)}")]
    return (*lines, f"`rules? 1 {question}` shows more of the first")


def cards(text: str, game: TableGame, who: str) -> tuple[Card, ...]:
    """The questions nearest to what somebody has typed so far; before that, those of the moment."""
    from adjudicator.answers.reply import FEW, near, of_entries

    desk = desk_of(game, FUGITIVE if who == FUGITIVE else "")
    try:
        found = near(desk, text, MANY) if text else of_entries(desk, NOW_OF_HIS if who == FUGITIVE else NOW_OF_THEIRS)[:FEW]
    except Refused:  # nothing is near yet
        return ()
    return tuple(Card(one.entry, one.text, _first(one.answer)) for one in found)


def in_full(entry: str, text: str, game: TableGame, who: str) -> tuple[str, ...]:
    """The whole answer to one of the cards."""
    from adjudicator.answers.reply import in_full as whole
    from adjudicator.answers.reply import of_entries

    desk = desk_of(game, FUGITIVE if who == FUGITIVE else "")
    try:
        read = whole(desk, text, entry) if text else of_entries(desk, (entry,))[0]
    except Refused as refused:
        return said(refused.faults)
    return tuple(_full(read))


def _first(answer: Answer) -> str:
    line = (answer.says or ("",))[0]
    return f"{answer.verdict}: {line}" if answer.verdict else line


def _full(read: Read) -> Iterator[str]:
    answer = read.answer
    yield f"I read this as: {read.text}"
    yield _first(answer)
    yield from (f"  {line}" for line in answer.says[1:])
    for ground in answer.grounds[-MANY:]:
        yield f"  {ground.rule}: {ground.message or ground.says} ({ground.cite or 'house rule'})"
    if len(answer.grounds) > MANY:
        yield f"  also {', '.join(ground.rule for ground in answer.grounds[:-MANY])}"
    yield from (f"  {change.text}" for change in answer.changes)
