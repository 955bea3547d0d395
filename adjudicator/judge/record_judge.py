"""Judges a record clause by clause: whose turn it was, the steps, the consequences. After a breach it continues as if the
clause had been legal, and reports each breach once.

Its parts can be read separately: `whose_turn`, `hidden_moves`, `unread_rides`, `disclosure`, `plain_clauses`; their shared data
are in `walk_state`.
"""

from __future__ import annotations

from functools import cached_property
from itertools import islice

from adjudicator.engine import FUGITIVE, NONE, UNKNOWN, Act, Cells, Judged, Reason, Resign, Ride
from adjudicator.judge import worlds as w
from adjudicator.judge.disclosure import Disclosure
from adjudicator.judge.gaps import gap_at
from adjudicator.judge.heard import Heard
from adjudicator.judge.hidden_moves import HiddenMoves
from adjudicator.judge.plain_clauses import PlainClauses
from adjudicator.judge.unread_rides import UnreadRides
from adjudicator.judge.walk_state import WalkState
from adjudicator.judge.whose_turn import WhoseTurn
from adjudicator.judge.written_steps import Unread, may_mean, read_step, writes
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.values import frozen


@frozen(eq=False, slots=False)
class RecordJudge:
    state: WalkState

    # -- its parts
    @cached_property
    def turns(self) -> WhoseTurn:
        return WhoseTurn(self.state)

    @cached_property
    def hidden(self) -> HiddenMoves:
        return HiddenMoves(self.state)

    @cached_property
    def disclosure(self) -> Disclosure:
        return Disclosure(self.state)

    @cached_property
    def unread(self) -> UnreadRides:
        return UnreadRides(self.state)

    @cached_property
    def heard(self) -> Heard:
        return Heard(self.state)

    @cached_property
    def plain(self) -> PlainClauses:
        return PlainClauses(self.state, self.disclosure, self.turns)

    # -- the record
    def go_on(self, until: int | None = None) -> None:
        """Judge the rest of the record, or its items up to number `until`; from its beginning if nothing has been judged."""
        with self.state.engine.work():
            if not self.state.worlds:
                self._begin()
            self._go_on(until)

    def _go_on(self, until: int | None) -> None:
        state, items, mark = self.state, self.state.transcript.items, None
        index, done = state.clauses, state.place
        for place, item in enumerate(items[done:until], done):
            state.place = place + 1
            if isinstance(item, r.Clause):
                self.clause(index, item, mark)
                mark, index = None, index + 1
            elif isinstance(item, r.RoundMark):
                mark = item
            elif isinstance(item, r.TurnEnd | r.Draw):
                self._event(index, item, mark)
                mark = None

    def conclude(self) -> None:
        """Judge the end of the record. The last announcement may belong to the end of the turn, which need not be written."""
        with self.state.engine.work():
            self._hear_the_rest(self.state.clauses - 1)

    def _hear_the_rest(self, last: int) -> None:
        state, turns = self.state, self.state.engine.turns
        self._overhear(last)
        if self.heard.is_told and not self.heard.is_explained(last) and not state.is_over and turns.is_closable(state.p):
            before = state.worlds
            self.turns.end(turns.side(state.p))
            self._overhear(last)
            if self.heard.is_explained(last):
                state.take_notes()
            else:
                state.worlds = before
        self.heard.compare(last)

    def _overhear(self, index: int) -> None:
        """If announcements after a clause are unexplained, suppose unseen actions before the next clause."""
        if self.heard.is_told and not self.heard.is_explained(index):
            self.hidden.unseen(index)

    def _begin(self) -> None:
        state, turns = self.state, self.state.engine.turns
        found = w.beginnings(state.opening)
        if not found:
            state.findings.failed("start-card", f"no station is left on which {state.engine.rulebook.fugitive} could start")
            found = [w.World(state.opening.position[:], (None, w.FROM_THE_START, UNKNOWN))]
        if state.opening.turn_begins:
            for world in found:
                turns.open(world.cells, state.notes)
        state.worlds = found
        self.unread.begin()
        state.each(lambda p: turns.settle(p, state.notes))
        state.take_notes()

    # -- beside the clauses
    def _event(self, index: int, item: r.TurnEnd | r.Draw, mark: r.RoundMark | None) -> None:
        """Judge the explicit end of a turn, or a card that is drawn before the clause with this number."""
        state = self.state
        if state.is_over:
            return
        state.findings.at(item)
        again = isinstance(item, r.TurnEnd) and state.spoke == item.side
        if mark is not None and mark.number - state.offset > state.round and not self._ends_this_turn(item):
            self.turns.end_round()
            again = False
        state.findings.round = state.round
        self._round_number(mark)
        if isinstance(item, r.Draw):
            self._drawn(index, item)
            return
        state.sat_out.clear()
        self.turns.end(item.side, again)
        state.take_notes()
        self.heard.note(state.place)

    def _ends_this_turn(self, item: r.TurnEnd | r.Draw) -> bool:
        """Whether an event ends the current turn, even after a wrong number."""
        return isinstance(item, r.TurnEnd) and item.side == self.state.engine.turns.side(self.state.p)

    def _drawn(self, index: int, item: r.Draw) -> None:
        """Judge drawing a card, unless the next clause plays it and is judged instead."""
        state, clauses = self.state, self.state.transcript.clauses
        following = clauses[index] if index < len(clauses) else None
        if following is not None and _plays(following, item):
            return
        action, piece = state.engine.rulebook.actions[item.form.id], state.engine.seating.pieces[item.piece]
        judged = [state.engine.refusals.draw(world.cells, piece, action, item.card) for world in state.worlds]
        if all(one.broken for one in judged):
            for reason in judged[0].broken:
                state.findings.broken(reason, "", ())

    def _passes_over_a_card(self, clause: r.Clause) -> None:
        """Report a clause that does not play the card drawn before it."""
        state, drawn = self.state, self.state.drawn
        if drawn is not None and not state.is_over and not _plays(clause, drawn):
            card = "/".join(map(str, drawn.card))
            message = f"{drawn.piece} has turned over {card} for `{drawn.form.written}`: what becomes of it comes next"
            state.findings.illegal(state.engine.rulebook.actions[drawn.form.id].rule, message)

    # -- one clause
    def clause(self, index: int, clause: r.Clause, mark: r.RoundMark | None) -> None:
        """Judge the clause of this index, with the round number before it, unless it is overlooked."""
        state, is_his = self.state, clause.piece == self.state.transcript.fugitive
        number = mark.number if mark is not None else 0
        if not self.plain.play(index, clause, number) and not (state.overlooked.kind and self._is_ignored(index, clause)):
            self._judge(index, clause, mark)
            if state.overlooked.has("end", index) and not state.is_over:
                for world in state.worlds:
                    state.ledger.put_going_on(world.cells)
                self.turns.settle()
        if is_his and state.sure is not None:
            state.remember()

    def _is_ignored(self, index: int, clause: r.Clause) -> bool:
        """Whether this is an action of a pursuer that is overlooked."""
        of_pursuer = clause.piece != self.state.transcript.fugitive
        return of_pursuer and isinstance(clause.parts[0], r.Act) and self.state.overlooked.has("clause", index)

    def _judge(self, index: int, clause: r.Clause, mark: r.RoundMark | None) -> None:
        state = self.state
        if state.told_end:  # reported once; searching all worlds again for each of many clauses would take long
            return
        state.findings.at(clause)
        self._passes_over_a_card(clause)
        piece = state.engine.seating.pieces[clause.piece]
        if self._says_so(clause, piece) or self._has_left(clause, piece):
            return
        late = self._when_it_sat_out(piece) if self._comes_late(index, piece) else None
        if late is not None and state.ended_later:
            self._acts_at_the_end(clause, piece, late)
            return
        if late is None:
            state.sat_out.clear()
        self._live_on(piece)
        if self._is_past_the_end(clause, piece):
            return
        state.findings.round = state.findings.round or state.round
        overhangs = False
        if late is None:
            overhangs = self.turns.give(index, clause, piece)
            if self._says_so(clause, piece):
                return
            if state.engine.turns.side(state.p) != state.engine.seating.side(piece):  # its turn has come and gone meanwhile
                late = self._when_it_sat_out(piece) if piece in state.sat_out else None
            if late is None:
                state.sat_out.clear()  # pieces that sat out before this turn are not late in it
        if self._is_past_the_end(clause, piece):  # the turn before may have ended only now, and the game with it
            return
        self._overhear(index - 1)
        self.heard.compare(index - 1)
        self.heard.note(state.place - 1)
        state.findings.round = state.round - overhangs if late is None else state.ledger.round(late)
        self._round_number(mark)
        state.begun.setdefault(state.round, state.segment[index])
        for number, step in enumerate(clause.parts):
            state.now = (index, number)
            if self._step(index, number, clause, piece, step, late) == "over":
                break
        if late is not None or overhangs:
            self.turns.count_to_the_last_round(piece)
        played_out = state.is_over
        self.turns.settle(state.acts_next(index))
        state.ended_later = not played_out and state.is_over
        state.take_notes()
        self.heard.note(state.place)

    def _says_so(self, clause: r.Clause, piece: int) -> bool:
        """Whether a piece only announces that it stayed: it had to, and the turn, perhaps the game, continued without it."""
        if not isinstance(clause.parts[0], r.Stay | r.Pass) or piece not in self.state.sat_out:
            return False
        del self.state.sat_out[piece]
        return True

    def _has_left(self, clause: r.Clause, piece: int) -> bool:
        """Whether a piece was taken off the board. It acts no more: if the record moves it, that is reported and has no
        consequences."""
        state, first = self.state, clause.parts[0]
        if state.is_over or state.ledger.station(state.p, piece) != state.engine.seating.off or isinstance(first, r.Resign):
            return False
        if not isinstance(first, r.Stay | r.Pass):
            state.findings.round = state.round
            state.findings.failed("your-turn", f"{clause.piece} has left the board and acts no more")
        return True

    def _comes_late(self, index: int, piece: int) -> bool:
        """Whether the record moves a piece that had to sit out, in the same turn. The finding is why it had to."""
        state, turns = self.state, self.state.engine.turns
        same = index > 0 and state.segment[index] == state.segment[index - 1]
        if piece in state.sat_out and piece != FUGITIVE and len(state.worlds) > 1:
            waiting = [one for one in state.alive() if piece in turns.waiting(one.cells) and turns.can(one.cells, piece)]
            if waiting:  # where he was decides whether it had to: it moves, so it had not
                state.worlds = waiting
                del state.sat_out[piece]
        return piece in state.sat_out and (same or (piece == FUGITIVE and len(state.worlds) == 1))

    def _when_it_sat_out(self, piece: int) -> Cells:
        """The position in which a piece had to sit out, with all pieces where they are now: others may have come late, too."""
        ledger, others = self.state.ledger, tuple(range(self.state.engine.seating.count))
        p = self.state.sat_out.pop(piece)[:]
        ledger.put_back(p, others, ledger.stations(self.state.p))
        return p

    def _acts_at_the_end(self, clause: r.Clause, piece: int, late: Cells) -> None:
        """Judge an act of a piece that had to sit out in the round that ended the game. A ride is refused by the reason why it
        had to."""
        state, part = self.state, clause.parts[0]
        state.findings.round = state.ledger.round(late)
        step = read_step(part, piece, state.engine) if isinstance(part, r.Ride) else None
        if not isinstance(step, Ride):
            self._after_the_end()
            return
        state.findings.step(clause, part)
        self._tell(self.hidden.judged(late, step, part), late)

    def _live_on(self, piece: int) -> None:
        """The record continues: drop worlds in which the game was over, unless it was over in all of them.

        Also drop those in which it is not this side's turn, if worlds differ in that: he may have had to sit out in some.
        """
        state, turns = self.state, self.state.engine.turns
        if len(state.worlds) == 1:
            return
        state.worlds = state.alive() or state.worlds
        if len({state.ledger.turn(world.cells) for world in state.worlds}) > 1:
            side = state.engine.seating.side(piece)
            fitting = [one for one in state.worlds if turns.side(one.cells) == side or turns.is_closable(one.cells)]
            state.worlds = fitting or state.worlds

    def _is_past_the_end(self, clause: r.Clause, piece: int) -> bool:
        state = self.state
        if state.is_over:
            self._lose_by_hand(clause, piece)
        if state.is_over:
            state.findings.round = state.round
            self._after_the_end()
        return state.is_over

    def _lose_by_hand(self, clause: r.Clause, piece: int) -> None:
        """Let a fugitive who lost as his turn began, since every move loses, write down one of these moves."""
        state, part = self.state, clause.parts[0]
        if isinstance(part, r.Ride):
            for world in state.worlds:
                going_on = list(world.cells)
                state.ledger.put_going_on(going_on)
                if self._lost_at_the_start(world.cells, piece) and self._may_lose(going_on, part, piece):
                    state.ledger.put_going_on(world.cells)
            state.worlds = state.alive() or state.worlds

    def _lost_at_the_start(self, p: Cells, piece: int) -> bool:
        """Whether the game was over, against this piece, when the turn of its side began."""
        engine = self.state.engine
        ending, side = engine.ending(p), engine.seating.side(piece)
        statements = engine.rulebook.rules[ending.id].statements if ending is not None else ()
        moments = [one.moment for one in statements if isinstance(one, t.Wins) and one.side not in ("", side)]
        return t.Moment("start", "turn", side) in moments

    def _may_lose(self, p: Cells, part: r.Ride, piece: int) -> bool:
        engine = self.state.engine
        steps = [one.steps[0] for one in engine.losing_clauses(p) if one.piece == piece]
        return any(isinstance(one, Ride) and may_mean(part, one, engine.seating) for one in steps)

    def _after_the_end(self) -> None:
        state = self.state
        if not state.told_end:
            ending = state.engine.ending(state.p)
            assert ending is not None
            by = state.engine.rulebook.rules[ending.id].says
            state.findings.failed("after-the-end", f"the game was over in round {state.round}: {ending.id}", help=by)
        state.told_end = True

    def _round_number(self, mark: r.RoundMark | None) -> None:
        state, transcript = self.state, self.state.transcript
        if mark is None:
            return
        offset = mark.number - state.round
        if offset != state.offset:
            if offset > state.offset and state.unread:  # nobody may have been able to move in a round
                state.findings.after_gap = True
            message = f"this is round {state.round + state.offset}, not {mark.number}"
            torn = not state.entries and transcript.round is None and transcript.entry is None
            help = (
                f"if this page begins in the middle of a game, write `round: {mark.number}` and `entry: ...` at the top"
                if torn
                else ""
            )
            place = {"line": mark.line, "column": mark.column, "length": len(str(mark.number))}
            state.findings.failed("round-number", message, help=help, **place)
            state.offset = offset

    # -- one step
    def _step(self, index: int, number: int, clause: r.Clause, piece: int, part: r.Step, late: Cells | None) -> str:
        """Judge one step of a clause; `late` is the position in which its piece had to sit out, if it moves nevertheless."""
        state = self.state
        state.findings.step(clause, part)
        if isinstance(part, r.Stay | r.Pass):
            self.turns.stays(piece, clause, part)
            return ""
        if isinstance(part, r.Resign):
            state.each(lambda p: state.engine.step(p, Resign(piece)))
            return "over"
        if len(state.worlds) > 1:
            state.worlds = state.alive() or state.worlds
        if state.is_over:
            self._after_the_end()
            return "over"
        state.claims.pop(piece, None)
        if self._is_foreign(piece, part):
            self._not_theirs(piece, part, clause)
            return ""
        self.turns.place(piece, part, clause, self._is_foreign(piece, clause.parts[0]))
        if number == 0:
            self.hidden.unseen(index - 1)
            self.disclosure.uncover()
        if piece == FUGITIVE and writes(part):
            self.disclosure.move_on()
        if piece == FUGITIVE and number == 0:
            entries = self._entries_here(clause)
            if entries > 1 and isinstance(part, r.Ride):
                self.hidden.begun_unseen(entries)
        if isinstance(part, r.Unwritten):
            self._unwritten(index, piece, part)
            return ""
        step = read_step(part, piece, state.engine)
        before = list(state.worlds)
        if piece == FUGITIVE and self._is_hidden(step):
            self.hidden.follow(part, step)
        elif isinstance(step, Unread):
            self.unread.follow(part, piece)
        else:
            self._known(part, step, late)
        self.disclosure.after(index, number, part, piece, before)
        self.hidden.unseen(index)
        self.disclosure.uncover()
        return ""

    def _entries_here(self, clause: r.Clause) -> int:
        """The number of entries in a clause of the fugitive, and in those directly after it in the same turn: they are a turn
        of several entries that somebody wrote down one by one."""
        state, found = self.state, sum(map(writes, clause.parts))
        if not (state.transcript.round_numbers and w.may_write_unseen(state.engine)):
            return found
        for item in islice(state.transcript.items, state.place, None):
            if isinstance(item, r.Clause) and item.piece == clause.piece and isinstance(item.parts[0], r.Ride):
                found += sum(map(writes, item.parts))
            elif isinstance(item, r.Happened | r.RoundMark):
                break
        return found

    def _is_foreign(self, piece: int, part: r.Step) -> bool:
        """Whether this is an action that only the other side may take."""
        if not isinstance(part, r.Act):
            return False
        seating = self.state.engine.seating
        actors = seating.members(seating.rulebook.actions[part.action].table.by)
        return bool(actors) and all(seating.side(q) != seating.side(piece) for q in actors)

    def _not_theirs(self, piece: int, part: r.Step, clause: r.Clause) -> None:
        """Report an action of the other side. It is not played, since the other side would pay for it, or get another entry."""
        assert isinstance(part, r.Act)
        action = self.state.engine.rulebook.actions[part.action]
        self.state.findings.illegal(action.rule, f"`{part.form.written}` belongs to {action.table.by}")
        if writes(part) and part is clause.parts[-1]:
            self.state.excuse((piece,))

    def _unwritten(self, index: int, piece: int, part: r.Unwritten) -> None:
        """Play an unwritten move: the piece had its move, and may be anywhere."""
        state, engine = self.state, self.state.engine
        if piece != FUGITIVE:
            self.unread.lose(piece)
            return
        state.findings.gap(gap_at(state.transcript, index), part.size > 0)
        anywhere = (engine.ridden_anyway(state.p, piece, NONE, station) for station in engine.board.stations)
        station, now = state.ledger.station, state.now
        state.worlds = w.distinct(w.World(p, (None, now, station(p, FUGITIVE))) for p in anywhere)

    def _is_hidden(self, step: Ride | Act | Unread) -> bool:
        """Whether the fugitive's step has to be guessed."""
        state = self.state
        return isinstance(step, Unread) or len(state.worlds) > 1 or not state.ledger.is_known(state.p, FUGITIVE)

    def _known(self, part: r.Step, step: Ride | Act, late: Cells | None) -> None:
        """Judge a step that is fully written, and play it with any verdict."""
        state = self.state
        p = state.p if late is None else late
        judged = self.hidden.judged(p, step, part)
        if judged.broken and len(state.worlds) > 1 and late is None:
            p, judged = self._in_some_world(judged, step, part)
        if step.piece and isinstance(step, Ride):
            self.unread.sets_out(step.piece)
        self._tell(judged, p)
        legal = not judged.broken and state.findings.clean_step
        state.each(lambda p: state.engine.step(p, judged.step, state.notes, legal))

    def _in_some_world(self, judged: Judged, step: Ride | Act, part: r.Step) -> tuple[Cells, Judged]:
        """The position and judgement of a step that is refused in the first world. If some worlds allow it, only these are
        kept: worlds may differ in public facts if the record does not have the announcements."""
        state = self.state
        fitting = [world for world in state.worlds if not self.hidden.judged(world.cells, step, part).broken]
        if not fitting:
            return state.p, judged
        state.worlds = fitting
        return state.p, self.hidden.judged(state.p, step, part)

    def _tell(self, judged: Judged, p: Cells) -> None:
        findings, engine = self.state.findings, self.state.engine
        for reason in judged.broken:
            findings.broken(reason, self._help(judged, reason, p), findings.assumed(judged.step, p, engine))
        for reason in judged.open:
            findings.open(reason)
        if not judged.broken:
            findings.leans_on(judged.step, p, engine)

    def _help(self, judged: Judged, reason: Reason, p: Cells) -> str:
        """Legal alternatives: the stations in reach with the same ticket, or else with any."""
        step, engine = judged.step, self.state.engine
        if not isinstance(step, Ride) or not engine.ledger.is_known(p, step.piece):
            return ""
        name = engine.seating.called[step.mode if step.ticket < 0 else step.ticket]
        found = engine.refusals.alternatives(p, step.piece, step.ticket, step.mode)
        here = engine.ledger.station(p, step.piece)
        if not found:
            others = self.turns.reachable(p, step.piece)
            nowhere = f"no {name} ride is possible from {here}" if self._has_ticket(p, step) else ""
            return "; ".join(filter(None, (nowhere, others)))
        return f"from {here} by {name}: {', '.join(map(str, found[:20]))}"

    def _has_ticket(self, p: Cells, step: Ride) -> bool:
        """Whether the piece has a ticket for a ride, so that only the line is missing."""
        engine = self.state.engine
        return step.ticket < 0 or engine.ledger.held(p, step.piece, engine.seating.symbol_names[step.ticket]) != 0


def _plays(clause: r.Clause, draw: r.Draw) -> bool:
    """Whether a clause plays the card that was drawn."""
    acts = [part for part in clause.parts if isinstance(part, r.Act)]
    return clause.piece == draw.piece and any(one.form.id == draw.form.id and draw.card in one.values for one in acts)
