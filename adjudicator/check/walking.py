"""Clause by clause through a record: whose turn it was, what was done, what follows. Goes on after every breach as if it had
been played, and tells each thing once.
"""

from __future__ import annotations

from adjudicator.check import worlds as w
from adjudicator.check.guessing import Hidden, named_mode
from adjudicator.check.reading import Unread, read_step
from adjudicator.check.seeing import Seen
from adjudicator.check.sprinting import Sprint
from adjudicator.check.turn_taking import Turns
from adjudicator.engine.judging import Judged, Reason, unknown
from adjudicator.engine.layout import ENTRIES, LEFT, NONE, OVER, ROUND, STAYED, TURN, UNKNOWN
from adjudicator.engine.steps import Act, Resign, Ride, Stay
from adjudicator.engine.turns import Cells
from adjudicator.engine.unknown import Datum
from adjudicator.record import transcript as r


class Walk(Turns, Hidden, Seen, Sprint):
    """A walk through a record; `run` does all of it."""

    # -- the whole record
    def run(self, upto: int | None = None) -> Walk:
        self._begin()
        self._segments()
        items, mark = self.transcript.items, None
        done, index = self.sprint(0, 0, upto)
        while done < len(items):
            item = items[done]
            done += 1
            if isinstance(item, r.RoundMark):
                mark = item
            elif isinstance(item, r.Clause):
                if index == upto:
                    break
                found = len(self.findings.found)
                self._clause(index, item, mark)
                mark, index = None, index + 1
                if len(self.findings.found) == found and not self.p[OVER]:
                    done, index = self.sprint(done, index, upto)
        return self

    def one_clause(self) -> Walk:
        """A walk of a single step: the worlds were given, the record holds one clause."""
        self._segments()
        for index, clause in enumerate(self.transcript.clauses):
            self._clause(index, clause, None)
        return self

    def _begin(self) -> None:
        found = w.beginnings(self.opening)
        if not found:
            self.findings.illegal("start-card", "there is no station left on which the fugitive could start")
            found = [self.opening.position]
        if self.opening.turn_begins:
            for p in found:
                self.opening.referee.turns.open(p, self._notes)
        self._each(found, lambda p: self.opening.referee.turns.settle(p, self._notes))
        self._take_notes()

    def _segments(self) -> None:
        """Clauses between two round numbers belong together; without numbers, a clause of the fugitive begins a round."""
        numbered = any(isinstance(item, r.RoundMark) for item in self.transcript.items)
        number, index = 0, 0
        for item in self.transcript.items:
            if isinstance(item, r.RoundMark):
                number += 1
            elif isinstance(item, r.Clause):
                if (
                    not numbered
                    and item.piece == self.transcript.fugitive
                    and any(
                        isinstance(step, r.Ride) or (isinstance(step, r.Act) and step.form.place in ("turn", "entry"))
                        for step in item.parts
                    )
                ):
                    number += 1
                self.segment[index] = number
                index += 1

    # -- one clause
    def _clause(self, index: int, clause: r.Clause, mark: r.RoundMark | None) -> None:
        if self._told_end:  # said once; to look through all worlds again for each of many clauses would take long
            return
        self.findings.at(clause)
        piece = self.opening.table.layout.pieces[clause.piece]
        if self._says_so(clause, piece):
            return
        late = self._comes_late(index, piece)
        self._sat_out.clear()
        self._live_on(piece)
        if all(p[OVER] for p in self.worlds):
            self.findings.round = self.p[ROUND]
            self._after_the_end(clause)
            return
        self.findings.round = self.findings.round or self.p[ROUND]
        self._overhangs = False
        if not late:
            self._give_turn(index, clause, piece)
            if self._says_so(clause, piece):
                return
            self._sat_out.clear()  # who sat out before this turn is not late in it
        if all(p[OVER] for p in self.worlds):
            self._after_the_end(clause)
            return
        self.findings.round = self.p[ROUND] - self._overhangs
        self._round_number(mark)
        self._begun.setdefault(self.p[ROUND], self.segment[index])
        for number, step in enumerate(clause.parts):
            if self._step(index, number, clause, piece, step) == "over":
                break
        played_out = all(p[OVER] for p in self.worlds)
        self._settle(self._acts_next(index))
        self.ended_later = not played_out and all(p[OVER] for p in self.worlds)
        self._take_notes()

    def _says_so(self, clause: r.Clause, piece: int) -> bool:
        """Whether a piece only says that it stayed: it had to, and the turn, perhaps the game, has gone on without a word."""
        if not isinstance(clause.parts[0], r.Stay) or piece not in self._sat_out:
            return False
        self._sat_out.discard(piece)
        return True

    def _comes_late(self, index: int, piece: int) -> bool:
        """Whether the record moves a piece that had to sit out, in the same turn: why it had to is what is wrong with it."""
        same = index > 0 and self.segment[index] == self.segment[index - 1]
        return piece in self._sat_out and (same or (piece == 0 and len(self.worlds) == 1))

    def _settle(self, patient: bool = False) -> None:
        """What follows of itself. Who moved out of turn has had his move when his turn comes."""
        turns = self.opening.referee.turns
        self._weigh_claims()
        self._each(self.worlds, lambda p: p if p[OVER] else turns.settle(p, self._notes, patient))
        if self._early and turns.side(self.p) == "pursuers" and not self.p[OVER]:
            self._excused(*self._early)
            self._early.clear()
            self._settle()

    def _live_on(self, piece: int) -> None:
        """The record goes on: worlds in which the game was over cannot be true, unless it was over in all of them.

        Nor can those in which it is not this side's turn, where they differ in that: he may have had to sit out in some.
        """
        if len(self.worlds) > 1:
            self.worlds = w.alive(self.worlds) or self.worlds
        if len({p[TURN] for p in self.worlds}) > 1:
            turns, side = self.opening.referee.turns, self.opening.table.layout.side(piece)
            fitting = [p for p in self.worlds if turns.side(p) == side or turns.is_closable(p)]
            self.worlds = fitting or self.worlds

    def _after_the_end(self, clause: r.Clause) -> None:
        if not self._told_end:
            ending = self.opening.referee.ending(self.p)
            assert ending is not None
            by = self.findings.rulebook.rules[ending.id].says
            self.findings.illegal("after-the-end", f"the game was over in round {self.p[ROUND]}: {ending.id}", help=by)
        self._told_end = True

    def _round_number(self, mark: r.RoundMark | None) -> None:
        if mark is None:
            return
        offset = mark.number - self.p[ROUND]
        if offset != self._offset:
            message = f"this is round {self.p[ROUND] + self._offset}, not {mark.number}"
            torn = not self.entries and self.transcript.round is None and self.transcript.entry is None
            help = f"a page that begins in the middle says so on top: `round: {mark.number}`, `entry: ...`" if torn else ""
            place = {"line": mark.line, "column": mark.column, "length": len(str(mark.number))}
            self.findings.illegal("round-number", message, help=help, **place)
            self._offset = offset

    # -- one step
    def _step(self, index: int, number: int, clause: r.Clause, piece: int, part: r.Step) -> str:
        self.findings.step(clause, part)
        if isinstance(part, r.Stay):
            self._stays(piece, clause, part)
            return ""
        if isinstance(part, r.Resign):
            self._each(self.worlds, lambda p: self.opening.referee.step(p, Resign(piece)))
            return "over"
        if len(self.worlds) > 1:
            self.worlds = w.alive(self.worlds) or self.worlds
        if all(p[OVER] for p in self.worlds):
            self._after_the_end(clause)
            return "over"
        self._claims.pop(piece, None)
        if self._is_foreign(piece, part):
            self._not_theirs(piece, part, clause)
            return ""
        self._place(piece, part, clause)
        if piece == 0 and number == 0:
            self._unseen()
        step = read_step(part, piece, self.opening)
        hidden = piece == 0 and self._hides(part, step)
        before = list(self.worlds)
        if hidden:
            self._guess(index, part, step, piece)
        elif isinstance(step, Unread):
            self._not_told(part, piece)
        else:
            self._known(part, step)
        self._after(index, number, part, piece, before)
        if piece == 0:
            self._unseen()
        return ""

    def _is_foreign(self, piece: int, part: r.Step) -> bool:
        """Whether this is an action of the other side alone."""
        if not isinstance(part, r.Act):
            return False
        layout, actors = self.opening.table.layout, self.opening.table.actors(self.findings.rulebook.actions[part.action])
        return bool(actors) and all(layout.side(q) != layout.side(piece) for q in actors)

    def _not_theirs(self, piece: int, part: r.Step, clause: r.Clause) -> None:
        """It cannot be played on as if it were allowed: the other side would pay for it, or have an entry more."""
        assert isinstance(part, r.Act)
        by = self.findings.rulebook.actions[part.action].table.by
        self.findings.illegal(part.action, f"`{part.form.written}` belongs to {by}")
        if self._writes(part) and part is clause.parts[-1]:
            self._excused(piece)

    def _not_told(self, part: r.Step, piece: int) -> None:
        """What a pursuer did and the record does not tell: it had its move, and it may stand anywhere now."""
        table, layout = self.opening.table, self.opening.table.layout
        rule = part.action if isinstance(part, r.Act) else self.opening.judge._line_rule(piece).id
        self.findings.open(unknown(rule, Datum(("told", piece), f"what {layout.seats[piece].piece} did")))
        if not isinstance(part, r.Ride):
            return
        ticket, to = layout.symbols.get(part.ticket or "", NONE), part.to or UNKNOWN
        for p in self.worlds:
            if ticket != NONE:
                p[:] = table.hooks[f"ride_{table.profile[piece]}"](p, piece, ticket, NONE, to)
            else:
                p[layout.station + piece] = to
                p[layout.moved + piece] += 1

    def _hides(self, part: r.Step, step: Ride | Act | Unread) -> bool:
        """Whether what the fugitive did has to be guessed."""
        return isinstance(step, Unread) or len(self.worlds) > 1 or self.p[self.opening.table.layout.station] == UNKNOWN

    def _stays(self, piece: int, clause: r.Clause, part: r.Step) -> None:
        turns, layout = self.opening.referee.turns, self.opening.table.layout
        p = self.p
        if p[layout.moved + piece] == STAYED:
            return
        waits = p[layout.moved + piece] < self.opening.table.hooks["must"](p, piece)
        if waits and turns.surely_can(p, piece):
            self._should_move(piece)
        elif waits and piece in turns.waiting(p) and any(turns.can(p, q) for q in turns.waiting(p) if q != piece):
            self._claims[piece] = (clause, part)
        else:
            self._each(self.worlds, lambda p: self.opening.referee.step(p, Stay(piece)))

    def _should_move(self, piece: int) -> None:
        name, help = self.opening.table.layout.seats[piece].piece, self._reachable(self.p, piece)
        self.findings.illegal("must-move", f"{name} stays, though it could move", help=help)
        self._excused(piece)

    def _weigh_claims(self) -> None:
        """Who said that he stays has to wait for those who can still make room. When they have moved: could he?"""
        turns, p = self.opening.referee.turns, self.p
        if self._claims and turns.side(p) == "pursuers" and not p[OVER]:
            waiting = turns.waiting(p)
            if any(turns.can(p, q) for q in waiting if q not in self._claims):
                return
            for piece, (clause, part) in self._claims.items():
                if piece in waiting and turns.surely_can(p, piece):
                    self.findings.step(clause, part)
                    self._should_move(piece)
        self._claims.clear()

    def _reachable(self, p: Cells, piece: int) -> str:
        rides = self.opening.table.hooks[f"rides_{self.opening.table.profile[piece]}"](p, piece)
        names = self.opening.table.layout.called
        found = [f"{names[m if t < 0 else t]} {b}" for t, m, b in rides]
        return f"it could take {', '.join(found[:8])}{' …' if len(found) > 8 else ''}" if found else ""

    def _place(self, piece: int, part: r.Step, clause: r.Clause) -> None:
        """Whether this kind of step may stand here at all: one move a turn, actions in their place."""
        layout, p = self.opening.table.layout, self.p
        side = self.opening.referee.turns.side(p)
        name = layout.seats[piece].piece
        if self._writes(part):
            limit = self.opening.table.hooks["may"](p, piece)
            moved = p[layout.moved + piece]
            more = p[LEFT] if piece == 0 else part not in clause.parts[:2] and self._is_foreign(piece, clause.parts[0])
            if side == layout.side(piece) and moved >= limit and moved != STAYED and not more:
                self.findings.illegal("one-move-a-turn", f"{name} has already moved in this turn")
        elif isinstance(part, r.Act) and part.form.place in ("with", "after"):
            if side != "fugitive" or not p[ENTRIES] or (not p[layout.moved] and not p[LEFT]):
                self.findings.illegal("your-turn", f"`{part.form.written}` follows an entry of the same turn")
        elif isinstance(part, r.Act) and part.form.place == "during" and side != layout.side(piece):
            self.findings.illegal("your-turn", f"`{part.form.written}` belongs into the turn of {name}")

    def _known(self, part: r.Step, step: Ride | Act) -> None:
        """A step that is fully written: judge it, and play it whatever the verdict."""
        judge = self.opening.judge
        p = self.p
        judged = (
            judge.ride(p, step.piece, step.ticket, named_mode(part, step), step.to)
            if isinstance(step, Ride)
            else judge.act(p, step)
        )
        self._tell(judged, p)
        legal = not judged.broken and self.findings.clean_step
        self._each(self.worlds, lambda p: self.opening.referee.step(p, judged.step, self._notes, legal))

    def _tell(self, judged: Judged, p: Cells) -> None:
        for reason in judged.broken:
            self.findings.broken(reason, self._help(judged, reason, p), self._assumed(judged, p))
        for reason in judged.open:
            self.findings.open(reason)
        self.findings.leans_on(judged, p, self.opening)

    def _help(self, judged: Judged, reason: Reason, p: Cells) -> str:
        """What would have been legal: the stations in reach with the same ticket, or else with any."""
        step, layout = judged.step, self.opening.table.layout
        if not isinstance(step, Ride) or not p[layout.station + step.piece]:
            return ""
        name = layout.called[step.mode if step.ticket < 0 else step.ticket]
        found = self.opening.judge.alternatives(p, step.piece, step.ticket, step.mode)
        here = p[layout.station + step.piece]
        if not found:
            others = self._reachable(p, step.piece)
            return f"from {here} nothing can be reached by {name}" + (f"; {others}" if others else "")
        return f"from {here} by {name}: {', '.join(map(str, found[:20]))}"

    def _assumed(self, judged: Judged, p: Cells) -> tuple[str, ...]:
        return self.findings.assumed(judged, p, self.opening)
