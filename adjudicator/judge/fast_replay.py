"""The fast way through the plain part of a record: clauses that are listed word for word are played without asking why.

Nearly every clause of nearly every game is such a one. At the first that is not, or that is marked in a way it should not be,
the judge takes over where the replay stopped; so the replay itself never finds anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.engine import RIDDEN, STATION, Cells, Ride
from adjudicator.judge.disclosure import Disclosure
from adjudicator.judge.walk_state import Entry, WalkState
from adjudicator.judge.whose_turn import WhoseTurn, is_plain
from adjudicator.record import transcript as r
from adjudicator.values import frozen


@frozen(eq=False)
class FastReplay:
    state: WalkState
    disclosure: Disclosure
    turns: WhoseTurn

    # -- one world: as many clauses as are plain
    def run(self, done: int, index: int, upto: int | None) -> tuple[int, int]:
        """Play plain clauses, from this item and this clause on; gives how many items and clauses of the record are done.

        That some pursuer could still move is seen from his clause, so it is asked only where the next is not a pursuer's.
        """
        state, lister = self.state, self.state.engine.lister
        if not state.replays or index == len(state.transcript.clauses) or len(state.worlds) != 1 or not self._is_plain():
            return done, index
        pieces, round_of = state.engine.seating.pieces, state.ledger.round
        named, rode, settled = lister.named, lister.rode, lister.settled
        p, rounds, must_mark = state.p, dict[int, int](), self.disclosure.marks_all
        last = (p, done, index)
        for number, item in enumerate(state.transcript.items[done:], done + 1):
            if isinstance(item, r.Clause):
                piece = pieces[item.piece]
                if index == upto:
                    break
                if not piece:
                    p = settled(p)
                    after = self._entered(index, item, p, must_mark)
                else:
                    ride = named[piece](p, item.means)
                    after = None if ride is None else rode[piece](p, piece, ride)
                if after is None:
                    break
                if (begun := round_of(p)) not in rounds:
                    rounds[begun] = index
                last = (p, done, index)
                p, done, index = after, number, index + 1
            elif isinstance(item, r.RoundMark):
                p = settled(p)
                if not self._begins(item.number, p):
                    break
            elif isinstance(item, r.TurnEnd | r.Draw):
                break
        else:
            last = (settled(p), done, index)
        # The judge begins one clause early: automatic effects, and pieces that had to sit out, may matter for the next.
        state.worlds[0].cells, done, index = last
        self._replayed(rounds, index)
        return done, index

    def _replayed(self, rounds: Mapping[int, int], index: int) -> None:
        """Tell the judge of the rounds that were replayed, each with its first clause, up to this clause."""
        state = self.state
        state.findings.round = max(rounds, default=state.findings.round)
        if index < len(state.transcript.clauses):
            for number, first in rounds.items():
                state.begun.setdefault(number, state.segment[first])
            state.entries = [entry for entry in state.entries if entry.clause < index]

    def _is_plain(self) -> bool:
        """Whether what is written can be played as it is written: nothing else may be done, assumed or pending."""
        engine, lister = self.state.engine, self.state.engine.lister
        return is_plain(self.state) and lister.closes_by_itself and lister.takes_at_word and engine.board.is_certain

    def _begins(self, number: int, p: Cells) -> bool:
        """Whether the round with this number begins here."""
        return self.state.ledger.turn(p) == 0 and self.state.ledger.round(p) == number

    def _entered(self, index: int, clause: r.Clause, p: Cells, must_mark: bool) -> Cells | None:
        """The position after a clause of the fugitive. Notes what the table sees of its entries; None, if the clause is not
        listed or the record marks it otherwise: then the judge has to say so."""
        engine, entries = self.state.engine, list[Entry]()
        action, said = ("", (clause.means,)) if clause.means is not None else _double(clause)
        after, written = engine.lister.entered(p, said, action)
        for number, (ticket, then) in enumerate(written, len(clause.parts) - len(said)):
            ride, shown = clause.parts[number], engine.shown(then, RIDDEN, ticket)
            assert isinstance(ride, r.Ride)
            seen = shown & STATION != 0
            if ride.mark != seen and (ride.mark or must_mark):
                return None
            entries.append(Entry(index, number, engine.ledger.entries(then), shown, seen))
        self.state.entries += entries
        return after

    # -- one world or many: a plain ride of a pursuer in all of them at once
    def play_in_all(self, index: int, clause: r.Clause, mark: r.RoundMark | None) -> bool:
        """Play a plain ride of a pursuer; no, if it might be anything but plain in one of the worlds."""
        state, lister = self.state, self.state.engine.lister
        if mark is not None or state.overlooked.has("end", index) or not (is_plain(state) and lister.takes_at_word):
            return False
        if not state.ledger.turn(state.p) and not (state.engine.turns.is_closable(state.p) and self.turns.hand_over()):
            return False
        worlds = state.alive()
        piece, said = state.engine.seating.pieces[clause.piece], clause.means
        stands = [world.cells for world in worlds]
        ride = lister.named[piece](stands[0], said) if worlds and said is not None else None
        if said is None or ride is None:
            return False
        after = lister.played(stands, piece, said, ride)
        if len(after) != len(stands) or not lister.nobody_sat_out(stands[0], after, piece):
            return False
        round_number = state.ledger.round(stands[0])
        state.findings.round = round_number
        state.findings.leans_on(Ride(piece, *ride), stands[0], state.engine)
        state.begun.setdefault(round_number, state.segment[index])
        state.worlds = worlds
        state.become(after)
        return True


def _double(clause: r.Clause) -> tuple[str, Sequence[r.Means | None]]:
    """A turn action without choices, and what the two rides after it are written with; nothing, where it is anything else."""
    match clause.parts:
        case (r.Act() as act, r.Ride() as first, r.Ride() as second) if act.form.place == "turn" and not act.values:
            return act.action, (first.means, second.means)
    return "", (None,)
