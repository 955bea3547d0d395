"""A game at the table, as a value: the record so far, with everything that is hidden in it, and what follows from it."""

from __future__ import annotations

from functools import cached_property

from attrs import evolve

from adjudicator.engine.compile import Ending
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.judge.views import CLAIM, Eyes
from adjudicator.language import tree as t
from adjudicator.live.notes import Drawn, drawn_card, is_turn_end
from adjudicator.live.stand import Stand, stand_of, turns_ended
from adjudicator.live.table_view import TableView, look
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

TABLE = Eyes(False)  # whoever sits at the table and is not the fugitive


@frozen(eq=False, slots=False)
class Game:
    """`items` are the private record; `void` says that the table gave the game up."""

    rulebook: Rulebook
    items: tuple[r.Item, ...]
    file: str = "game.log"
    void: bool = False
    _seen_before: TableView | None = None  # what the table knew a little earlier: the view goes on from there where it can

    @cached_property
    def transcript(self) -> r.Transcript:
        return r.Transcript(self.items, FUGITIVE, self.file)

    @cached_property
    def stand(self) -> Stand:
        return stand_of(self.transcript, self.rulebook, turns_ended(self.items))

    @cached_property
    def seen(self) -> TableView:
        """What the table knows."""
        shown = tuple(item for item in map(self._shown, self.items) if item is not None)
        return look(self.stand, self.rulebook, turns_ended(shown), self._seen_before)

    @property
    def ending(self) -> Ending | None:
        return self.stand.ending

    @property
    def is_over(self) -> bool:
        return self.void or self.ending is not None

    @property
    def result(self) -> str | None:
        """What a `result` header would say."""
        if self.void:
            return "unfinished"
        return None if self.ending is None else CLAIM[self.ending.winner]

    @property
    def pending(self) -> Drawn | None:
        """A card that was turned over and not yet played."""
        return drawn_card(self.items[-1]) if self.items else None

    @property
    def last_clause(self) -> r.Clause | None:
        return self.transcript.clauses[-1] if self.transcript.clauses else None

    # -- who sees a clause at all
    def is_open(self, piece: str, part: r.Step) -> bool:
        """Whether the table sees that this was done, whatever it sees of it."""
        return not isinstance(part, r.Act) or TABLE.see(self.rulebook.actions[part.action].table.seen, piece)

    def open_parts(self, clause: r.Clause) -> tuple[r.Step, ...]:
        return tuple(part for part in clause.parts if self.is_open(clause.piece, part))

    def answers_one_alone(self, clause: r.Clause) -> bool:
        """Whether whoever acts is the only one who hears an answer; that it was asked may be seen by all."""
        acts = [self.rulebook.actions[part.action] for part in clause.parts if isinstance(part, r.Act)]
        answers = [one for act in acts for one in act.rule.statements if isinstance(one, t.Answer)]
        return any(not TABLE.see(one.audience, clause.piece) and one.audience == "own" for one in answers)

    def _shown(self, item: r.Item) -> r.Item | None:
        return None if isinstance(item, r.Clause) and not self.open_parts(item) else item

    # -- going on
    def after(self, *items: r.Item) -> Game:
        """The game with these added to its record. A clause gets the number of its round where one begins."""
        added: list[r.Item] = []
        for item in items:
            if isinstance(item, r.Clause) and self.open_parts(item) and self._begins_round():
                added.append(r.RoundMark(self.stand.round))
            added.append(item)
        return evolve(self, items=(*self.items, *added), seen_before=self.__dict__.get("seen", self._seen_before))

    def _begins_round(self) -> bool:
        marks = [item.number for item in self.items if isinstance(item, r.RoundMark)]
        return not marks or marks[-1] != self.stand.round

    def without_last(self) -> Game:
        """The game before its last clause, and before the notes that followed it from the turn."""
        at = max(at for at, item in enumerate(self.items) if isinstance(item, r.Clause))
        kept = list(self.items[:at])
        if kept and isinstance(kept[-1], r.RoundMark):
            kept.pop()
        while kept and drawn_card(kept[-1]) is not None:
            kept.pop()
        later = [item for item in self.items[at + 1 :] if not is_turn_end(item) and drawn_card(item) is None]
        return evolve(self, items=(*kept, *later), seen_before=None)
