"""A game at the table: the private record, with all hidden facts, and two games that follow from it.

`game` is the true game; `seen` is the game as the table knows it. A game has no other state.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from attrs import evolve

from adjudicator.game import Game
from adjudicator.judge.news import hints_of
from adjudicator.judge.sight import Eyes
from adjudicator.judge.views import CLAIM
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

TABLE = Eyes(False)  # everybody but the fugitive
SEAT = "table"


@frozen(eq=False, slots=False)
class TableGame:
    """A game whose private record is `items`."""

    rules: Rulebook
    items: tuple[r.Item, ...]
    file: str = "game.log"
    _before: tuple[Game, Game] | None = None  # an earlier game and the table's view then, if this one continues it

    @cached_property
    def record(self) -> r.Transcript:
        return r.Transcript(self.items, FUGITIVE, self.file)

    @cached_property
    def game(self) -> Game:
        if self._before is None:
            return Game.of(self.record, self.rules)
        before, _ = self._before
        return before.after(*self.items[len(before.record.items) :])

    @cached_property
    def seen(self) -> Game:
        """The game as the table knows it, judged from the record that the table could have written."""
        return self.game.seen_by(SEAT) if self._before is None else self._before[1].hear(self.game.heard_by(SEAT))

    @property
    def is_over(self) -> bool:
        return self.game.is_over

    @property
    def result(self) -> str | None:
        """The value of a `result` header."""
        return None if self.game.ending is None else CLAIM[self.game.ending.winner]

    @property
    def pending(self) -> r.Draw | None:
        """A card that was turned over and not yet played."""
        return self.game.drawn

    @property
    def last_clause(self) -> r.Clause | None:
        return self.record.clauses[-1] if self.record.clauses else None

    @property
    def person(self) -> dict[str, str]:
        """The person who plays each piece, if the record names one."""
        return {seat.piece: seat.person for seat in self.record.seats if seat.person}

    # -- who sees a clause at all
    def is_open(self, piece: str, part: r.Step) -> bool:
        """Whether the table sees that this was done, even if not all of it."""
        return not isinstance(part, r.Act) or TABLE.see(self.rules.actions[part.action].table.seen, piece)

    def open_parts(self, clause: r.Clause) -> tuple[r.Step, ...]:
        return tuple(part for part in clause.parts if self.is_open(clause.piece, part))

    def is_open_draw(self, draw: r.Draw) -> bool:
        return TABLE.see(self.rules.actions[draw.form.id].table.seen, draw.piece)

    def answers_one_alone(self, clause: r.Clause) -> bool:
        """Whether only the acting piece hears the answer; all may see the question itself."""
        acts = [self.rules.actions[part.action] for part in clause.parts if isinstance(part, r.Act)]
        answers = [one for act in acts for one in act.rule.statements if isinstance(one, t.Answer)]
        return any(not TABLE.see(one.audience, clause.piece) and one.audience == "own" for one in answers)

    def hints_since(self, before: TableGame) -> tuple[str, ...]:
        """The announcements to the table since an earlier moment of this game, after clauses and after ends of turns."""
        later = (item for item in self.items[len(before.items) :] if isinstance(item, r.Clause))
        hints = (hint for clause in later for hint in hints_of(clause, self.game.engine))
        heard = self.seen.record.heard[len(before.seen.record.heard) :]
        return (*hints, *(one.words for one in heard))

    # -- going on
    def after(self, *items: r.Item) -> TableGame:
        """The game with these items added to its record. A clause or event that begins a round gets its number."""
        added: list[r.Item] = []
        for item in items:
            if self._is_numbered(item) and self._begins_round(added):
                added.append(r.RoundMark(self.game.round))
            added.append(item)
        return evolve(self, items=(*self.items, *added), before=(self.game, self.seen))

    def _is_numbered(self, item: r.Item) -> bool:
        """Whether this item may begin a round in the record, which one that the table does not see may not."""
        if isinstance(item, r.Clause):
            return bool(self.open_parts(item))
        return isinstance(item, r.TurnEnd) or (isinstance(item, r.Draw) and self.is_open_draw(item))

    def _begins_round(self, added: Iterable[r.Item]) -> bool:
        marks = [item.number for item in (*self.items, *added) if isinstance(item, r.RoundMark)]
        return not marks or marks[-1] != self.game.round

    def ended_turn(self) -> TableGame:
        """The game after the side whose turn it is has ended it."""
        return self.after(r.TurnEnd(self.game.side))

    def without_last(self) -> TableGame:
        """The game before its last clause, and before the cards and ends of turns that belong to it."""
        at = max(at for at, item in enumerate(self.items) if isinstance(item, r.Clause))
        kept = list(self.items[:at])
        while kept and isinstance(kept[-1], r.RoundMark | r.Draw):
            kept.pop()
        later = [item for item in self.items[at + 1 :] if isinstance(item, r.Comment | r.Withdrawal)]
        return evolve(self, items=(*kept, *later), before=None)
