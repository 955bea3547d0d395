"""Whose turn it was in a record: who is missing, who came too early, who moved twice."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.check.base import Base
from adjudicator.engine.layout import LEFT, OVER, ROUND
from adjudicator.engine.turns import Cells
from adjudicator.record import transcript as r


class Turns(Base):
    def _give_turn(self, index: int, clause: r.Clause, piece: int) -> None:
        """Make it the piece's turn: close what may be closed; else somebody is missing, or this one is too early."""
        turns = self.opening.referee.turns
        first = clause.parts[0]
        if isinstance(first, r.Resign):
            return
        layout = self.opening.table.layout
        self._new_round_begins(index)
        p = self.p
        extra = piece == 0 and turns.side(p) == "fugitive" and self._writes(first) and not self._may_write(p)
        if turns.side(p) != layout.side(piece) or (extra and self._new_round(index)):
            if not turns.is_closable(p) and not self._excuse(index, clause, turns.due(p)):
                return
            self._each(self.worlds, lambda p: turns.closed(p, self._notes))
            if extra and turns.side(self.p) != "fugitive" and not self.p[OVER]:
                self._give_turn(index, clause, piece)
        if piece and turns.side(self.p) == "pursuers" and not isinstance(first, r.Act):
            self._in_order(index, clause, piece)
        self._take_notes()

    def _may_write(self, p: Cells) -> bool:
        return bool(p[LEFT]) or p[self.opening.table.layout.moved] < self.opening.table.hooks["may"](p, 0)

    def _new_round_begins(self, index: int) -> None:
        """Where the record says that another round begins, turns in which nothing compulsory is left are over."""
        turns, number = self.opening.referee.turns, self.p[ROUND]
        if self._begun.get(number, self.segment[index]) == self.segment[index]:
            return
        while self.p[ROUND] == number and turns.is_closable(self.p):
            self._each(self.worlds, lambda p: turns.closed(p, self._notes))

    def _new_round(self, index: int) -> bool:
        return index > 0 and self.segment[index] != self.segment[index - 1]

    def _later(self, index: int, pieces: Iterable[int]) -> list[int]:
        """Which of these pieces act later in the same round of the record."""
        clauses = self.transcript.clauses
        names = {self.opening.table.layout.seats[q].piece: q for q in pieces}
        found = []
        for later in range(index + 1, len(clauses)):
            if self.segment[later] != self.segment[index]:
                break
            if (clauses[later].piece in names and not isinstance(clauses[later].parts[0], r.Act)) or (
                clauses[later].piece in names and self._writes(clauses[later].parts[0])
            ):
                found.append(names[clauses[later].piece])
        return found

    def _may_come(self, index: int, piece: int, due: tuple[int, ...]) -> bool:
        """Whether those who are due act later in this round, or may have: the record breaks off while others have not moved."""
        if self._later(index, due):
            return True
        if self.segment[index] != self.segment[len(self.transcript.clauses) - 1] or self._round_is_over(index):
            return False
        layout = self.opening.table.layout
        others = [q for q in layout.members("pursuers") if q not in (*due, piece) and not self.p[layout.moved + q]]
        return bool(set(others).difference(self._later(index, others)))

    def _excuse(self, index: int, clause: r.Clause, due: tuple[int, ...]) -> bool:
        """Somebody has still to act. If he may yet do so, this clause is out of turn; if never, he is missing. True: go on."""
        begun = self._begun.get(self.p[ROUND], self.segment[index])
        if begun == self.segment[index] and self._may_come(index, self.opening.table.layout.pieces[clause.piece], due):
            sides, layout = self.opening.referee.turns.sides, self.opening.table.layout
            side = layout.side(layout.pieces[clause.piece])
            if sides.index(side) < sides.index(self.opening.referee.turns.side(self.p)):
                self.findings.illegal("one-move-a-turn", f"{clause.piece} has already had its turn in this round")
            else:
                self.findings.illegal("your-turn", f"{clause.piece} acts while {self._names(due)} must move first")
                self._early.append(layout.pieces[clause.piece])
            return False
        if due == (0,) and self._round_is_over(index):
            self.findings.illegal("one-move-a-turn", f"{clause.piece} has already moved in round {self.p[ROUND] - 1}")
            self._overhangs = True
            return False
        self._missing(due)
        turns = self.opening.referee.turns
        while turns.side(self.p) == "pursuers" and (waiting := turns.waiting(self.p)):  # by seat, one person after the other
            self._missing(tuple(q for q in waiting if turns.can(self.p, q)))
        return True

    def _round_is_over(self, index: int) -> bool:
        """Whether the record still counts this clause to the round that has just ended: the fugitive is not missing there."""
        if self.p[ROUND] in self._begun or self._begun.get(self.p[ROUND] - 1) != self.segment[index]:
            return False
        return any(isinstance(item, r.RoundMark) for item in self.transcript.items)

    def _missing(self, due: tuple[int, ...]) -> None:
        layout = self.opening.table.layout
        waiting = self.opening.referee.turns.waiting(self.p) if due != (0,) else ()
        for q in due:
            name = layout.seats[q].piece
            message = f"{name} has not moved in round {self.p[ROUND]}, though it could"
            if self.p[LEFT]:
                message = f"{name} has not made the last entry of its turn in round {self.p[ROUND]}"
            self.findings.illegal("missing-piece", message, piece=name, round=self.p[ROUND])
        for p in self.worlds:
            p[LEFT] = 0
        self._excused(*due, *waiting)

    def _in_order(self, index: int, clause: r.Clause, piece: int) -> None:
        """Among the pursuers: has this one moved already, or is it another's turn?"""
        turns, layout = self.opening.referee.turns, self.opening.table.layout
        for _ in range(layout.count):
            p = self.p
            waiting = turns.waiting(p)
            if piece in waiting or p[layout.moved + piece] >= self.opening.table.hooks["must"](p, piece):
                return
            due = tuple(q for q in waiting if turns.can(p, q))
            if self._may_come(index, piece, due):
                self.findings.illegal("your-turn", f"it is the turn of {self._names(due)}, not of {clause.piece}")
                return
            self._missing(due)
            self._excused(*waiting)
