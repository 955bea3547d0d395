"""The news of a step for one seat, as a value: the items that it writes down, and the hints that it hears.

With them, the seat's view grows as the game does, and nothing is judged twice.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine import FUGITIVE as FIRST
from adjudicator.engine import Engine
from adjudicator.judge.written_steps import Unread, read_step
from adjudicator.record import transcript as r
from adjudicator.record import write_clause, write_event
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.values import frozen


@frozen
class News:
    """The news for a seat: `items` come next in its record and replace its last `replaces` items, if more of an earlier entry
    was uncovered; `lines` are those of them that are new or show more than before."""

    items: tuple[r.Item, ...] = ()
    replaces: int = 0
    lines: tuple[r.Clause | r.Event, ...] = ()
    hints: tuple[str, ...] = ()  # the sentences of rules about a step of this kind
    result: str = ""  # the result in the word of the header, once every player knows it

    @property
    def text(self) -> tuple[str, ...]:
        """All news in words, line by line."""
        return (*map(_written, self.lines), *self.hints)

    def __iter__(self) -> Iterator[str]:
        return iter(self.text)


def hints_of(clause: r.Clause, engine: Engine) -> tuple[str, ...]:
    """The sentences of rules about clauses of this kind. Announcements are in the record instead."""
    parts = clause.parts if clause.piece == FUGITIVE else ()
    steps = [read_step(part, FIRST, engine) for part in parts if isinstance(part, r.Ride | r.Act)]
    return tuple(text for step in steps if not isinstance(step, Unread) for text in engine.told(step))


def _written(said: r.Clause | r.Event) -> str:
    return write_clause(said) if isinstance(said, r.Clause) else write_event(said, FUGITIVE)
