"""Whose turn it is: rounds, turns, who waits, who sits out, and when the game is over. Knows no edition, only the hooks.

A turn closes when nothing compulsory is left in it. Where a side may still do something optional, it stays open until the other
side acts: `closed` gives the position after closing.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from adjudicator.engine.ending_code import EndingCode
from adjudicator.engine.identifiers import of_action
from adjudicator.engine.layout import LEFT, OVER, ROUND, STAYED, TURN
from adjudicator.engine.moment_code import MOMENTS, MomentCode, moment_name
from adjudicator.engine.table import Table
from adjudicator.engine.unknown import decide
from adjudicator.engine.unknown_effects import UnknownEffects
from adjudicator.language import tree as t
from adjudicator.values import frozen

Cells = list[int]
PATIENCE = 400  # turns that may pass without anybody moving, in a variant that forgot to end such a game
Notes = list[tuple[str, Any]]  # what a step made public or left open, in order


@frozen(eq=False, slots=False)
class Turns:
    table: Table
    complete: bool = True  # False: some data are not known, so endings are asked carefully
    endless: bool = False  # no ending is tested: for what a table saw that did not notice the end

    # -- the structure that rules declare
    @property
    def sides(self) -> tuple[str, ...]:
        return self.table.rulebook.facts.sides

    @property
    def by_seat(self) -> bool:
        return self.table.rulebook.facts.by_seat

    @cached_property
    def optional(self) -> dict[str, bool]:
        """Sides that may do something in their turn which they need not do."""
        found = dict.fromkeys(self.sides, False)
        for action in self.table.actions_at("after entry", "during turn"):
            for q in self.table.actors(action):
                found[self.table.seating.side(q)] = True
        for _, one in self.table.rulebook.statements(t.MayMove):
            if isinstance(one, t.MayMove) and not isinstance(one.times, t.Number):
                for q in self.table.seating.members(one.who):
                    found[self.table.seating.side(q)] = True
        return found

    @cached_property
    def _once(self) -> bool:
        """Whether every pursuer must move exactly once a turn, whatever happens."""
        musts = [one for _, one in self.table.rulebook.statements(t.MustMove) if isinstance(one, t.MustMove)]
        return (
            bool(musts)
            and all(one.times == t.Number(1) for one in musts)
            and any(one.who in ("pieces", "pursuers") for one in musts)
        )

    def side(self, p: Cells) -> str:
        return self.sides[p[TURN]]

    # -- who is to move
    def waiting(self, p: Cells) -> tuple[int, ...]:
        """Pursuers who have still to move, of whom one may go next: all of them, or those of the person whose turn it is."""
        layout = self.table.layout
        if self._once:
            unmoved = [q for q, moves in enumerate(p[layout.moved + 1 : layout.station], 1) if not moves]
        else:
            must, moved = self.table.hooks["must"], layout.moved
            unmoved = [q for q in range(1, self.table.seating.count) if p[moved + q] < must(p, q)]
        if self.table.rulebook.facts.removes:
            unmoved = [q for q in unmoved if p[layout.station + q] != self.table.seating.off]
        if not unmoved or not self.by_seat:
            return tuple(unmoved)
        group = next(group for group in self.table.seating.groups if any(q in unmoved for q in group))
        return tuple(q for q in group if q in unmoved)

    def due(self, p: Cells) -> tuple[int, ...]:
        """The pieces of whom a move is due now and possible."""
        if p[OVER]:
            return ()
        if self.side(p) == "fugitive":
            layout = self.table.layout
            if p[LEFT] or p[layout.moved] < self.table.hooks["must"](p, 0):
                return (0,) if p[LEFT] or self.can(p, 0) else ()
            return ()
        return tuple(q for q in self.waiting(p) if self.can(p, q))

    def can(self, p: Cells, piece: int) -> bool:
        """Whether a piece can move; where that is not known, it counts as able."""
        if self.complete:
            return bool(self._can(p, piece))
        answer = decide(lambda: self._careful_can(p, piece), self.table.supposed).answer
        return answer is not False

    def surely_can(self, p: Cells, piece: int) -> bool:
        """Whether a piece can move whatever is not known."""
        if self.complete:
            return bool(self._can(p, piece))
        return decide(lambda: self._careful_can(p, piece), self.table.supposed).answer is True

    @cached_property
    def _can(self) -> Any:
        assert self.table.hooks
        return self.table.hooks[f"can_{self.table.frame.asked[()]}"]

    @cached_property
    def _careful_can(self) -> Any:
        assert self.table.careful_hooks
        return self.table.careful_hooks[f"can_{self.table.careful_frame.asked[()]}"]

    # -- going on
    def settle(self, p: Cells, notes: Notes | None = None, patient: bool = False) -> Cells:
        """Let those sit out who cannot move, and close what needs no word: changes `p` and gives it back.

        Who is patient leaves a turn open in which something optional could be done, though nothing more is allowed now.
        """
        for _ in range(PATIENCE):
            if p[OVER]:
                return p
            if self.side(p) == "fugitive":
                layout = self.table.layout
                if p[LEFT]:
                    return p
                if p[layout.moved] < self.table.hooks["must"](p, 0):
                    if self.endless or self.can(p, 0):  # who was shut in and did not say so seemed to move
                        return p
                    self.stay(p, 0, notes)
                    continue
            else:
                group = self.waiting(p)
                if group:
                    if any(self.can(p, q) for q in group):
                        return p
                    for q in group:
                        self.stay(p, q, notes)
                    continue
            if self.optional[self.side(p)] and (patient or self.side(p) == "fugitive" or self.may_act(p)):
                return p
            self.close(p, notes)
        return p

    def may_act(self, p: Cells) -> bool:
        """Whether some pursuer may still do something. Only what all may know is asked, so closing early tells nothing.

        The fugitive's turn is never closed early: that he could do nothing more would be a hint.
        """
        for q, legal in self._abilities:
            if legal(p, q):
                return True
        return any(p[self.table.layout.moved + q] < self.table.hooks["may"](p, q) and self.can(p, q) for q in self.ramblers)

    def able_to_ramble(self, p: Cells) -> list[int]:
        """Pursuers who have moved as often as they must and may move once more."""
        must, may, moved = self.table.hooks["must"], self.table.hooks["may"], self.table.layout.moved
        return [q for q in self.ramblers if must(p, q) <= p[moved + q] < may(p, q)]

    @cached_property
    def ramblers(self) -> tuple[int, ...]:
        """Pursuers who may move more often than they must, perhaps."""
        found = [one for _, one in self.table.rulebook.statements(t.MayMove) if isinstance(one, t.MayMove)]
        varying = {q for one in found if one.times != t.Number(1) for q in self.table.seating.members(one.who)}
        return tuple(q for q in range(1, self.table.seating.count) if q in varying or not self._once)

    @cached_property
    def _abilities(self) -> list[tuple[int, Any]]:
        """What pursuers may do in their turn besides moving."""
        found = self.table.actions_at("during turn")
        return [(q, self.table.hooks[of_action("legal", a.id)]) for a in found for q in self.table.actors(a) if q]

    def is_closable(self, p: Cells) -> bool:
        """Whether nothing compulsory is left in this turn."""
        if p[OVER] or p[LEFT]:
            return False
        if self.side(p) == "fugitive":
            return not self.due(p)
        return not any(self.can(p, q) for q in self.waiting(p))

    def closed(self, p: Cells, notes: Notes | None = None) -> Cells:
        """The position after the side to act says that it is done."""
        p = p[:]
        self.close(p, notes)
        return self.settle(p, notes)

    def stay(self, p: Cells, piece: int, notes: Notes | None = None) -> None:
        p[self.table.layout.moved + piece] = STAYED
        self.table.hooks[f"on_stay_{self.table.profiles.of[piece]}"](p, piece)
        if notes is not None:
            notes.append(("stays", piece))

    def close(self, p: Cells, notes: Notes | None = None) -> None:
        """End of this turn, start of the next; at the end of the last turn a new round."""
        self._moment(p, "end", "turn", self.side(p), notes)
        if p[OVER]:
            return
        layout = self.table.layout
        p[LEFT] = 0
        p[layout.moved : layout.station] = [0] * self.table.seating.count
        p[TURN] += 1
        if p[TURN] == len(self.sides):
            p[TURN] = len(self.sides) - 1  # the round is still the pursuers' while its end is judged
            self._moment(p, "end", "round", "", notes)
            if p[OVER]:
                return
            p[TURN] = 0
            p[ROUND] += 1
            self._moment(p, "start", "round", "", notes)
            if p[OVER]:
                return
        self._moment(p, "start", "turn", self.side(p), notes)

    def open(self, p: Cells, notes: Notes | None = None) -> None:
        """The first turn of a game."""
        self._moment(p, "start", "round", "", notes)
        if not p[OVER]:
            self._moment(p, "start", "turn", self.side(p), notes)

    def _moment(self, p: Cells, edge: str, of: str, side: str, notes: Notes | None) -> None:
        happens, uncovers, ends = self.hooks_of[edge, of, side]
        known = p[self.table.layout.uncovered] if uncovers else 0
        if happens is not None:
            happens(p)
        if notes is not None and uncovers and p[self.table.layout.uncovered] & ~known:
            fields = p[self.table.layout.uncovered] & ~known
            notes.append(("shows", fields))
            if (edge, side) != ("start", "fugitive"):  # then he moves on
                notes.append(("there", fields))
        if self.endless:
            return
        if not self.complete:
            if notes is not None:
                notes.extend(("open", doubt) for doubt in self.unknown_effects.at(edge, of, side, p))
            p[OVER] = self.careful_end(f"ends_{moment_name(edge, of, side)}", p, notes)
        elif ends is not None:
            p[OVER] = ends(p)

    @cached_property
    def unknown_effects(self) -> UnknownEffects:
        return UnknownEffects(self.table)

    @cached_property
    def hooks_of(self) -> dict[tuple[str, str, str], tuple[Any, Any, Any]]:
        """What is asked at each moment; None for what no rule speaks of."""
        hooks, moments, endings = self.table.hooks, MomentCode(self.table.frame), EndingCode(self.table.frame)
        found = {}
        for edge, of, side in MOMENTS:
            name = moment_name(edge, of, side)
            found[edge, of, side] = (
                hooks[name] if any(moments.lines(edge, of, side)) else None,
                moments.uncovers(edge, of, side) or None,
                hooks[f"ends_{name}"] if endings.tested_at(edge, of, side) else None,
            )
        return found

    def careful_end(self, name: str, p: Cells, notes: Notes | None, *arguments: Any) -> int:
        """The first ending that has surely come; one that cannot be decided is noted, and the game goes on."""
        for code, ask in self.table.careful_hooks[name]:
            decision = decide(lambda ask=ask: ask(p, *arguments), self.table.supposed)  # type: ignore[misc]
            if decision.answer:
                return int(code)
            if decision.answer is None and notes is not None:
                notes.append(("open", (self.table.endings[code].id, decision.datum)))
        return 0
