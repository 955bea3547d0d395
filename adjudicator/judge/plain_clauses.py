"""Plays plain clauses quickly: clauses that are listed word for word, and correctly marked, in every possible world.

Nearly every clause of nearly every game is plain. Any other clause is left to the judge, who reports the reasons.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine import FUGITIVE, STATION, Cells, Notes, Ride
from adjudicator.judge.disclosure import Disclosure
from adjudicator.judge.walk_state import Entry, WalkState
from adjudicator.judge.whose_turn import WhoseTurn, is_plain
from adjudicator.record import transcript as r
from adjudicator.values import frozen


@frozen(eq=False, slots=False)
class PlainClauses:
    state: WalkState
    disclosure: Disclosure
    turns: WhoseTurn

    def play(self, index: int, clause: r.Clause, number: int) -> bool:
        """Play a clause, with the number of a round before it (0: none). Returns whether it was played; if not, because it
        might not be plain in some world, nothing has changed."""
        state, engine, is_alone = self.state, self.state.engine, len(self.state.worlds) == 1
        is_plain_table = engine.is_plain_alone and engine.taker.moves_once if is_alone else engine.is_plain
        if not is_plain_table or not is_plain(state):
            return False
        piece = engine.seating.pieces[clause.piece]
        if state.sat_out and (piece in state.sat_out or not self._closes):
            return False
        if not piece:
            return is_alone and self._enter(index, clause, number)
        return not number and (self._ride_alone if is_alone else self._ride)(index, piece, clause)

    @property
    def _closes(self) -> bool:
        """Whether a turn is over when all have moved or cannot, and no data of the board are assumed."""
        engine = self.state.engine
        return engine.taker.closes_by_itself and engine.board.is_certain

    def _handed(self, p: Cells, piece: int, notes: Notes) -> Cells | None:
        """The position in the turn of this piece's side, for which a turn without compulsory actions left is closed; None if a
        piece sits out because of that, or the game ends."""
        turns, ledger = self.state.engine.turns, self.state.ledger
        if (ledger.turn(p) == turns.his) == (not piece):
            return p
        if self.state.transcript.turns_marked or not turns.is_closable(p):
            return None
        after = turns.closed(p, notes)
        is_next = (ledger.turn(after) == turns.his) == (not piece)
        return after if is_next and _is_seen(notes) and not ledger.is_over(after) else None

    # -- the fugitive
    def _enter(self, index: int, clause: r.Clause, marked: int) -> bool:
        """Write the entries of a fugitive whose station is known. Returns whether that was possible."""
        state, engine, ledger = self.state, self.state.engine, self.state.ledger
        notes: Notes = []
        p = self._handed(state.p, FUGITIVE, notes)
        if p is None or (p is not state.p and not marked) or (not self._closes and state.acts_next(index)):
            return False
        (action, said, parts), number = _entries(clause), ledger.round(p)
        if (marked and number != marked) or (action and not engine.board.is_certain):
            return False
        found = engine.taker.entered(p, said, action)
        if found is None or ledger.is_over(found[0]):
            return False
        after, shown = found
        entries = self._shown(index, parts, shown, ledger.entries(after) - len(shown))
        if entries is None:
            return False
        if not engine.board.is_certain and said[0] is not None:
            self._lean_on(p, FUGITIVE, said[0])
        if notes or self._uncovers:
            self._take(p, notes)
        state.entries += entries
        self._settled(index, number, after)
        return True

    def _take(self, p: Cells, notes: Notes) -> None:
        """Take the position in which a clause is played, and note the parts of the last entry that were uncovered before it."""
        self.state.worlds[0].cells = p
        self.state.notes += notes
        self.state.take_notes()
        self.disclosure.uncover()

    def _lean_on(self, p: Cells, piece: int, means: r.Means) -> None:
        """Note a line that is assumed."""
        ride = self.state.engine.taker.named(p, piece, means)
        if ride is not None:
            self.state.findings.leans_on(Ride(piece, *ride), p, self.state.engine)

    def _settled(self, index: int, number: int, p: Cells) -> None:
        """Make this position the only world, after closing the turns that are over."""
        state, is_over = self.state, self.state.ledger.is_over
        state.ended_later = False
        state.worlds[0].cells = p
        if self._uncovers:
            self.disclosure.uncover()
        if state.sat_out:
            state.sat_out.clear()
        if not is_over(p) and (state.ledger.turn(p) == 0 or not state.engine.turns.somebody_can(p)):
            state.engine.turns.settle(p, state.notes)
            state.take_notes()
            state.ended_later = bool(is_over(p))
        self._done(index, number)

    def _shown(self, index: int, parts: Sequence[tuple[int, r.Ride]], shown: Sequence[int], before: int) -> list[Entry] | None:
        """His entries as the table sees them; None if the record marks them differently."""
        found, must_mark = list[Entry](), self.disclosure.marks_all
        for number, ((at, part), fields) in enumerate(zip(parts, shown, strict=True), 1):
            is_seen = fields & STATION != 0
            if part.mark != is_seen and (part.mark or must_mark):
                return None
            found.append(Entry(index, at, before + number, fields, is_seen))
        return found

    # -- pursuers
    def _ride_alone(self, index: int, piece: int, clause: r.Clause) -> bool:
        """Make a ride of a pursuer in the only world."""
        state, said = self.state, clause.means
        notes: Notes = []
        p = self._handed(state.worlds[0].cells, piece, notes)
        ride = (
            None
            if p is None or said is None or state.overlooked.has("end", index)
            else state.engine.taker.named(p, piece, said)
        )
        if p is None or ride is None:
            return False
        if not self._closes and state.acts_next(index):
            return False
        after = p[:]
        state.engine.makers[piece](after, ride)
        if notes or self._uncovers:
            self._take(p, notes)
        if not self._closes:
            state.findings.leans_on(Ride(piece, *ride), p, state.engine)
        self._settled(index, state.ledger.round(p), after)
        return True

    @property
    def _uncovers(self) -> bool:
        return self.state.engine.rulebook.facts.uncovers

    def _ride(self, index: int, piece: int, clause: r.Clause) -> bool:
        """Make a ride of a pursuer in all worlds. The judge of turns applies its automatic consequences."""
        state, taker, said = self.state, self.state.engine.taker, clause.means
        if said is None or state.overlooked.has("end", index) or not taker.moves_once:
            return False
        if not (state.ledger.turn(state.p) or self._hand_over()):
            return False
        worlds = state.alive()
        stands = [world.cells for world in worlds]
        ride = taker.named(stands[0], piece, said) if stands else None
        after = taker.ridden_in_all(stands, piece, said, ride) if ride is not None else []
        if ride is None or len(after) != len(stands):
            return False
        state.findings.leans_on(Ride(piece, *ride), stands[0], state.engine)
        state.worlds = worlds
        state.become(after)
        state.sat_out.clear()
        self._done(index, state.ledger.round(stands[0]))
        played_out = state.is_over
        self.turns.settle(state.acts_next(index))
        state.ended_later = not played_out and state.is_over
        state.take_notes()
        return True

    def _hand_over(self) -> bool:
        return self.state.engine.turns.is_closable(self.state.p) and self.turns.hand_over()

    def _done(self, index: int, number: int) -> None:
        """Note that a clause of this round was played."""
        state = self.state
        state.findings.round = number
        if number not in state.begun:
            state.begun[number] = state.segment[index]


def _is_seen(notes: Notes) -> bool:
    """Whether these notes are only about uncovered parts of entries."""
    return all(kind in ("shows", "there") for kind, _ in notes)


def _entries(clause: r.Clause) -> tuple[str, Sequence[r.Means | None], Sequence[tuple[int, r.Ride]]]:
    """The turn action without choices that a clause begins with, its rides in notation, and its ride parts with their numbers;
    for any other clause, one ride that cannot be read."""
    match clause.parts:
        case (r.Ride() as ride,):
            return "", (clause.means,), ((0, ride),)
        case (r.Act() as act, r.Ride() as first, r.Ride() as second) if act.form.place == "turn" and not act.values:
            return act.action, (first.means, second.means), ((1, first), (2, second))
    return "", (None,), ()
