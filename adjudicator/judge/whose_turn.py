"""Turns in a record: missing moves, moves out of turn, second moves, and pieces that stayed though they could move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.engine import FUGITIVE, Cells, Pass, Stay, Turns
from adjudicator.judge.unread_rides import UnreadRides
from adjudicator.judge.walk_state import PLENTY, WalkState
from adjudicator.judge.written_steps import takes_turn, writes
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rule
from adjudicator.values import frozen


@frozen(eq=False)
class WhoseTurn:
    state: WalkState

    @property
    def _turns(self) -> Turns:
        return self.state.engine.turns

    def _side(self, piece: int) -> str:
        return self.state.engine.seating.side(piece)

    def _piece(self, clause: r.Clause) -> int:
        return self.state.engine.seating.pieces[clause.piece]

    def _rule(self, kind: type[t.MustMove] | type[t.MayMove], piece: int) -> Rule | None:
        """The rule by which this piece must or may move as often as it does; if there is none, the check of turns."""
        found = self.state.engine.rule_about_moves(kind, self.state.p, piece)
        return found or self.state.engine.rulebook.facts.checks.get("your-turn")

    # -- giving the turn
    def give(self, index: int, clause: r.Clause, piece: int) -> bool:
        """Make it the piece's turn: close what may be closed; otherwise a move is missing, or this one is too early. Returns
        whether the clause overhangs: it belongs to the round before, though that is over."""
        state, turns, first, overhangs = self.state, self._turns, clause.parts[0], False
        self._new_round_begins(index)
        state.worlds = state.alive() or state.worlds  # the record continues: drop worlds in which the game is over
        if isinstance(first, r.Resign):
            return False
        if self._follows_an_entry(first) and not self._new_round(index):  # too late; it does not change whose turn it is
            return False
        p = state.p
        again = piece == FUGITIVE and turns.side(p) == "fugitive" and takes_turn(first)
        extra = again and not state.engine.may_enter(p, FUGITIVE)
        if turns.side(p) != self._side(piece) or (extra and self._new_round(index)):
            stopped = "" if turns.is_closable(p) else self._excuse(index, clause, turns.due(p))
            if stopped:
                return stopped == "overhangs"
            self._close_unsaid()
            state.worlds = state.alive() or state.worlds
            if extra and turns.side(state.p) != "fugitive" and not state.ledger.is_over(state.p):
                overhangs = self.give(index, clause, piece)
        if piece and turns.side(state.p) == "pursuers" and not isinstance(first, r.Act):
            self._in_order(index, clause, piece)
        state.take_notes()
        return overhangs

    def _follows_an_entry(self, step: r.Step) -> bool:
        return isinstance(step, r.Act) and step.form.place in ("with", "after")

    def _new_round_begins(self, index: int) -> None:
        """If the record begins another round here, close turns in which nothing compulsory is left."""
        if self.state.begun.get(self.state.round, self.state.segment[index]) != self.state.segment[index]:
            self.end_round()

    def end_round(self) -> None:
        """Close the turns of this round in which nothing compulsory is left."""
        state, turns, number = self.state, self._turns, self.state.round
        while (alive := state.alive()) and state.ledger.round(alive[0].cells) == number and turns.is_closable(alive[0].cells):
            self._close_unsaid()

    def _new_round(self, index: int) -> bool:
        return index > 0 and self.state.segment[index] != self.state.segment[index - 1]

    def _later(self, index: int, pieces: Iterable[int]) -> list[int]:
        """Those of these pieces that act later in the same round of the record."""
        state, clauses = self.state, self.state.transcript.clauses
        names = {state.engine.seating.seats[q].piece: q for q in pieces}
        found = []
        for later in range(index + 1, len(clauses)):
            if state.segment[later] != state.segment[index]:
                break
            first = clauses[later].parts[0]
            if clauses[later].piece in names and (not isinstance(first, r.Act) or writes(first)):
                found.append(names[clauses[later].piece])
        return found

    def _may_come(self, index: int, piece: int, due: tuple[int, ...]) -> bool:
        """Whether the pieces that are due act later in this round, or may have: the record breaks off while others have not
        moved."""
        state = self.state
        state.foresaw = state.segment[index]
        if self._later(index, due) or (piece == FUGITIVE and self._acts_twice(index)):
            return True
        if state.segment[index] != state.segment[len(state.transcript.clauses) - 1] or self._round_is_over(index):
            return False
        pursuers = state.engine.seating.members("pursuers")
        others = [q for q in pursuers if q not in (*due, piece) and not state.ledger.moves_made(state.p, q)]
        return bool(set(others).difference(self._later(index, others)))

    def _acts_twice(self, index: int) -> bool:
        """Whether the fugitive has exactly two turns in this numbered round; with more, numbers were probably left out."""
        state = self.state
        turns = [
            at
            for at, clause in enumerate(state.transcript.clauses)
            if state.segment[at] == state.segment[index]
            and clause.piece == state.transcript.fugitive
            and any(map(takes_turn, clause.parts))
        ]
        return self._is_numbered and len(turns) == 2

    def _excuse(self, index: int, clause: r.Clause, due: tuple[int, ...]) -> str:
        """A piece has yet to act. If it still can, this clause is `early`, or it `overhangs` from the round before; if not, its
        move is missing, and nothing stops the turn from ending."""
        state, turns, piece = self.state, self._turns, self._piece(clause)
        self._not_taken()
        if not due and not state.ledger.is_inside_turn(state.p):
            return ""
        if due == (FUGITIVE,) and state.ledger.moves_made(state.p, FUGITIVE) and not state.ledger.is_inside_turn(state.p):
            self._missing(due)
            return ""
        begun = state.begun.get(state.round, state.segment[index])
        if begun == state.segment[index] and self._may_come(index, piece, due) and self._waits_for(index, due):
            if turns.sides.index(self._side(piece)) < turns.sides.index(turns.side(state.p)):
                rule = self._rule(t.MayMove, piece)
                state.findings.illegal(rule, f"{clause.piece} has already had its turn in this round", round=state.round)
            else:
                message = f"{clause.piece} acts while {state.names(due)} must move first"
                state.findings.failed("your-turn", message, round=state.round)
            return "early"
        if due == (FUGITIVE,) and self._round_is_over(index):
            rule = self._rule(t.MayMove, piece)
            state.findings.illegal(rule, f"{clause.piece} has already moved in round {state.round - 1}")
            return "overhangs"
        self._all_missing(due)
        return ""

    def _not_taken(self) -> None:
        """Report actions that a side had to take in its turn, and did not."""
        state = self.state
        for rule, one in self._turns.owed(state.p):
            written = state.engine.rulebook.actions[one.owed.action].written
            state.findings.illegal(rule, f"nobody has taken `{written}` in round {state.round}, though {one.who} must")

    def _all_missing(self, due: tuple[int, ...]) -> None:
        """Report the pieces that still had to act in this turn as missing, by seat, one person after the other."""
        state, turns = self.state, self._turns
        self._not_taken()
        self._missing(due)
        while turns.side(state.p) == "pursuers" and (waiting := turns.waiting(state.p)):
            self._missing(tuple(q for q in waiting if turns.can(state.p, q)))

    def _round_is_over(self, index: int) -> bool:
        """Whether the record assigns this clause to the round that has just ended, so that the fugitive is not missing in the
        new one."""
        state = self.state
        if state.round in state.begun or state.begun.get(state.round - 1) != state.segment[index]:
            return False
        return self._is_numbered

    @property
    def _is_numbered(self) -> bool:
        return bool(self.state.transcript.round_numbers)

    def _waits_for(self, index: int, due: tuple[int, ...]) -> bool:
        """Whether one of these surely has to move before the others: it can, or the record moves it later."""
        return any(map(self._surely_can, due)) or bool(self._later(index, due))

    def _surely_can(self, piece: int) -> bool:
        """Whether a piece can move. For the fugitive it is assumed, since the answer may differ between worlds."""
        return piece == FUGITIVE or UnreadRides(self.state).surely_can(piece)

    def _missing(self, due: tuple[int, ...]) -> None:
        state = self.state
        waiting = self._turns.waiting(state.p) if due != (FUGITIVE,) else ()
        for q in due:
            name = state.engine.seating.seats[q].piece
            message = f"{name} has not moved in round {state.round}, though it could"
            if not self._surely_can(q):
                lacks = "it is not known whether it could"
                state.findings.undecided(
                    "missing-piece", f"{name} has not moved in round {state.round}; {lacks}", piece=name, round=state.round
                )
                if state.engine.rulebook.facts.reacts_to_stays:  # it may be out for that, even if lent tickets later
                    state.unread[q] = PLENTY
                continue
            if state.ledger.is_inside_turn(state.p):
                message = f"{name} has not made the last entry of its turn in round {state.round}"
            elif made := state.ledger.moves_made(state.p, q):
                least = state.engine.must(state.p, q)
                message = f"{name} has moved {made} of {least} times in round {state.round}, though it could move again"
                state.findings.illegal(self._rule(t.MustMove, q), message, piece=name, round=state.round)
                continue
            state.findings.failed("missing-piece", message, piece=name, round=state.round)
        for world in state.worlds:
            state.ledger.put_no_entry_due(world.cells)
        state.excuse((*due, *waiting))

    def _in_order(self, index: int, clause: r.Clause, piece: int) -> None:
        """Judge the order among the pursuers: report a piece that has moved already, or that moves in another's turn."""
        state, turns = self.state, self._turns
        for _ in range(state.engine.seating.count):
            p = state.p
            waiting = turns.waiting(p)
            if piece in waiting:
                if turns.passes_over:
                    state.each(lambda p: turns.gone_on(p, piece, state.notes))
                return
            if state.ledger.moves_made(p, piece) >= state.engine.must(p, piece):
                return
            due = tuple(q for q in waiting if turns.can(p, q))
            if self._may_come(index, piece, due) and self._waits_for(index, due):
                state.findings.failed("your-turn", f"it is the turn of {state.names(due)}, not of {clause.piece}")
                return
            self._missing(due)
            state.excuse(waiting)

    # -- ending the turn
    def end(self, side: str, again: bool = False) -> None:
        """End the turn of a side explicitly; pieces that still had to act are missing. If the side acted last and its turn is
        over already, there is nothing to end."""
        state, turns = self.state, self._turns
        self._only_those_that_may_end(side)
        if again and turns.side(state.p) != side:
            return
        for _ in turns.sides:
            reached = turns.side(state.p) == side
            if not turns.is_closable(state.p):
                self._all_missing(turns.due(state.p))
            self._close()
            if reached or state.ledger.is_over(state.p):
                return

    def _only_those_that_may_end(self, side: str) -> None:
        """Drop worlds in which this side could not end its turn, unless it could in none of them."""
        state, turns = self.state, self._turns
        if len(state.worlds) > 1:
            alive = state.alive()
            fitting = [one for one in alive if turns.side(one.cells) == side and turns.is_closable(one.cells)]
            state.worlds = fitting or alive or state.worlds

    # -- whether a step is allowed here
    def place(self, piece: int, part: r.Step, clause: r.Clause, is_foreign: bool) -> None:
        """Judge whether this kind of step is allowed here: one move in each turn, actions in their place."""
        state, ledger = self.state, self.state.ledger
        if len(state.worlds) > 1 and writes(part):  # the number of moves he may make can depend on his earlier moves
            may = state.engine.may
            fitting = [one for one in state.worlds if ledger.moves_made(one.cells, piece) < may(one.cells, piece)]
            state.worlds = fitting or state.worlds
        p = state.p
        side, name = self._turns.side(p), state.engine.seating.seats[piece].piece
        inside = ledger.is_inside_turn(p)
        if writes(part):
            more = inside if piece == FUGITIVE else part not in clause.parts[:2] and is_foreign
            made = ledger.moves_made(p, piece)
            if side == self._side(piece) and made >= state.engine.may(p, piece) and not more:
                self._moves_again(piece, name)
        elif isinstance(part, r.Act) and self._follows_an_entry(part):
            entered = inside or (ledger.moves_made(p, FUGITIVE) and not ledger.sat_out(p, FUGITIVE))
            if side != "fugitive" or not ledger.entries(p) or not entered:
                action = state.engine.rulebook.actions[part.action]
                state.findings.illegal(action.rule, f"`{part.form.written}` follows an entry of the same turn")
        elif isinstance(part, r.Act) and part.form.place == "during" and side != self._side(piece):
            state.findings.failed("your-turn", f"`{part.form.written}` belongs in the turn of {name}")

    def _moves_again(self, piece: int, name: str) -> None:
        """A piece moves again, or though it could not when its turn came: by seat that turn is over, with room or without."""
        state = self.state
        if not state.ledger.sat_out(state.p, piece):
            state.findings.illegal(self._rule(t.MayMove, piece), f"{name} has already moved in this turn")
        elif self._turns.order(state.p) is not None and state.engine.rides(state.p, piece):
            state.findings.failed("your-turn", f"the turn of {name} is over: it could not move when its turn came")

    # -- not moving
    def stays(self, piece: int, clause: r.Clause, part: r.Step) -> None:
        """Judge a piece that stays or passes: it cannot move though it must, or it need not move."""
        state, turns, p = self.state, self._turns, self.state.p
        if state.ledger.sat_out(p, piece) or turns.side(p) != self._side(piece):  # acting out of turn has been reported
            return
        if state.ledger.has_moved_enough(p, piece, state.engine.may(p, piece)):
            state.findings.illegal(self._rule(t.MayMove, piece), f"{clause.piece} has already moved in this turn")
            return
        waits = state.ledger.moves_made(p, piece) < state.engine.must(p, piece)
        if waits and self._surely_can(piece):
            self._should_move(piece, part)
        elif waits and piece in turns.waiting(p) and any(turns.can(p, q) for q in turns.waiting(p) if q != piece):
            state.claims[piece] = (clause, part)
        else:
            if waits and turns.can(p, piece):
                self._may_have_to_move(piece)
            step = Stay(piece) if waits else Pass(piece)
            state.each(lambda p: state.engine.step(p, step))

    def _should_move(self, piece: int, part: r.Step) -> None:
        state, name = self.state, self.state.engine.seating.seats[piece].piece
        help = self.reachable(state.p, piece)
        said = "passes, though it has to move" if isinstance(part, r.Pass) else "stays, though it could move"
        state.findings.illegal(self._rule(t.MustMove, piece), f"{name} {said}", help=help)
        state.excuse((piece,))

    def _may_have_to_move(self, piece: int) -> None:
        name = self.state.engine.seating.seats[piece].piece
        self.state.findings.undecided("missing-piece", f"{name} stays; it is not known whether it could move")

    def weigh_claims(self) -> None:
        """Judge pieces that claimed to stay, once those that could make room have moved: could they move by then?"""
        state, turns, p = self.state, self._turns, self.state.p
        if state.claims and turns.side(p) == "pursuers" and not state.ledger.is_over(p):
            waiting = turns.waiting(p)
            if any(turns.can(p, q) for q in waiting if q not in state.claims):
                return
            for piece, (clause, part) in state.claims.items():
                if piece not in waiting or not turns.can(p, piece):
                    continue
                state.findings.step(clause, part)
                if self._surely_can(piece):
                    self._should_move(piece, part)
                else:
                    self._may_have_to_move(piece)
                    state.excuse((piece,))
        state.claims.clear()

    def reachable(self, p: Cells, piece: int) -> str:
        """The rides that a piece could have made, as a help text."""
        engine, names = self.state.engine, self.state.engine.seating.called
        rides = engine.rides(p, piece)
        found = [f"{names[m if t_ < 0 else t_]} {b}" for t_, m, b in rides]
        return f"it could take {', '.join(found[:8])}{' …' if len(found) > 8 else ''}" if found else ""

    # -- going on
    def settle(self, patient: bool = False) -> None:
        """Apply the automatic effects. A piece that moved out of turn counts as moved when its turn comes."""
        state, turns = self.state, self._turns
        if self._all_wait(patient):
            self.weigh_claims()
            return
        if state.engine.taker.closes_by_itself and self.hand_over():
            return
        self.weigh_claims()
        is_over = state.ledger.is_over
        if state.engine.taker.moves_once and not patient and len(state.worlds) > 1 and self._is_plain:
            state.become(self._settled([world.cells for world in state.worlds]))
            return
        state.each(lambda p: p if is_over(p) else turns.settle(p, state.notes, patient))

    def _settled(self, worlds: Sequence[Cells]) -> Iterator[Cells]:
        """The worlds of a plain record after all automatic consequences. The same pursuers sit out in all of them, so they are
        noted once; a fugitive who sits out is noted for each."""
        taker, turns, is_noted = self.state.engine.taker, self._turns, False
        for p in worlds:
            after = turns.settle(p[:]) if is_noted and turns.side(p) == "pursuers" else None
            if after is None or not taker.is_as_usual(p, after):
                is_noted = is_noted or not self.state.ledger.is_over(p)
                after = turns.settle(p, self.state.notes)
            yield after

    def _close_unsaid(self) -> None:
        """The turn is over, though nobody has said so. Where the record promises a word for that, it is missing."""
        state, turns = self.state, self._turns
        sides = {turns.side(one.cells) for one in state.alive()}
        if state.transcript.turns_marked and len(sides) == 1 and not state.ledger.is_over(state.p):
            (side,) = sides
            who = state.transcript.fugitive if side == "fugitive" else side
            message = f"the turn of {who} in round {state.round} is not ended, though the record has `turns: marked`"
            help = f"write `{who} done`" if side == "pursuers" else f"write `{who} passes`, or `{who} done` after a move"
            state.findings.failed("your-turn", message, round=state.round, help=help)
        if not self.hand_over():
            self._close()

    def _close(self) -> None:
        """Close the turn, except in worlds in which the game is over."""
        state, turns = self.state, self._turns
        state.each(lambda p: p if state.ledger.is_over(p) else turns.closed(p, state.notes))

    def count_to_the_last_round(self, piece: int) -> None:
        """Make a move that was written too late not count in the next turn of its side."""
        state = self.state
        if self._turns.side(state.p) != self._side(piece):
            for world in state.worlds:
                state.ledger.put_unmoved(world.cells, piece)

    def _all_wait(self, patient: bool) -> bool:
        """Whether one of the pursuers has to move, so that no world has an automatic effect. Everyone knows which can."""
        state, turns = self.state, self._turns
        if state.claims or len(state.worlds) < 2:
            return False
        alive = state.alive()
        if len(alive) < 2 or len({state.ledger.turn(one.cells) for one in alive}) > 1:
            return False
        first = alive[0].cells
        return turns.side(first) != "fugitive" and turns.settle(first[:], None, patient) == first

    @property
    def _is_plain(self) -> bool:
        return not self.state.sat_out and self.state.engine.is_plain and is_plain(self.state)

    def hand_over(self) -> bool:
        """Give the turn to the pursuers in all worlds at once. Returns False if something else follows in one of them."""
        state, ledger, taker = self.state, self.state.ledger, self.state.engine.taker
        if len(state.worlds) < 2 or not taker.moves_once or not self._is_plain:
            return False
        for world in state.worlds:
            p = world.cells
            if not ledger.is_over(p) and (ledger.turn(p) or ledger.is_inside_turn(p) or not ledger.moves_made(p, FUGITIVE)):
                return False
        closed = self._turns.closed
        after = [world.cells if ledger.is_over(world.cells) else closed(world.cells) for world in state.worlds]
        if any(not (ledger.is_over(q) or ledger.turn(q)) for q in after):
            return False
        state.become(after)
        return True


def is_plain(state: WalkState) -> bool:
    """Whether nothing is assumed or pending that would make a plain clause at a plain table need the judge."""
    if state.claims or state.offset or state.told_end or state.is_blind or state.drawn:
        return False
    return state.ledger.is_known(state.worlds[0].cells, FUGITIVE)
