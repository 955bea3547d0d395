"""The news of a step for one seat, as a value: what it writes down, and what else it hears.

A view takes it and is where the seat knows the game to be then: it grows with the game, and nothing is judged twice.
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
    """The news for a seat: `items` come next in its record, in the place of its last `replaces` ones, where something of an
    earlier entry has come to light; `lines` are those of them that are new, or say more than before."""

    items: tuple[r.Item, ...] = ()
    replaces: int = 0
    lines: tuple[r.Clause | r.Event, ...] = ()
    hints: tuple[str, ...] = ()  # the rules' sentences about a step like this
    result: str = ""  # how the game has ended, in the word of the header, once everybody knows

    @property
    def text(self) -> tuple[str, ...]:
        """Everything in words, line by line."""
        return (*map(_written, self.lines), *self.hints)

    def __iter__(self) -> Iterator[str]:
        return iter(self.text)


def hints_of(clause: r.Clause, engine: Engine) -> tuple[str, ...]:
    """The rules' sentences about every clause of this kind; announcements are in the record."""
    parts = clause.parts if clause.piece == FUGITIVE else ()
    steps = [read_step(part, FIRST, engine) for part in parts if isinstance(part, r.Ride | r.Act)]
    return tuple(text for step in steps if not isinstance(step, Unread) for text in engine.told(step))


def _written(said: r.Clause | r.Event) -> str:
    return write_clause(said) if isinstance(said, r.Clause) else write_event(said, FUGITIVE)
