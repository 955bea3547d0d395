"""The fast way through the plain part of a record: clauses that are listed word for word are played without asking why.

Nearly every clause of nearly every game is such a one. At the first that is not, or that is marked in a way it should not be,
the judge takes over where the replay stopped; so the replay itself never finds anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.engine import FUGITIVE, RIDDEN, STATION, Cells, Ride
from adjudicator.judge.disclosure import Disclosure
from adjudicator.judge.walk_state import Entry, WalkState
from adjudicator.judge.whose_turn import WhoseTurn, is_plain
from adjudicator.record import transcript as r
from adjudicator.values import frozen

Point = tuple[Cells, int, int]  # a position, and how many items and clauses of the record are done


@frozen(eq=False)
class FastReplay:
    state: WalkState
    disclosure: Disclosure
    turns: WhoseTurn

    # -- one world: as many clauses as are plain
    def run(self, done: int, index: int, upto: int | None) -> tuple[int, int]:
        """Play plain clauses, from this item and this clause on; gives how many items and clauses of the record are done.

        The judge begins one clause early: automatic effects, and pieces that had to sit out, may matter for the next.
        """
        state = self.state
        if not state.replays or index == len(state.transcript.clauses) or len(state.worlds) != 1 or not self._is_plain():
            return done, index
        entries, rounds = list[Entry](), dict[int, int]()
        (p, at, reached), before, is_all = self._play((state.p, done, index), upto, entries, rounds)
        if reached == index:
            return done, index
        if not is_all:
            (p, at, reached), *_ = self._play(before, reached - 1, [], {})
        state.worlds[0].cells = p
        state.entries += entries
        self._replayed(rounds, reached)
        return at, reached

    def _play(self, begin: Point, upto: int | None, entries: list[Entry], rounds: dict[int, int]) -> tuple[Point, Point, bool]:
        """As far as clauses are plain, up to this one: the point that was reached, the last turn of the fugitive before it, and
        whether nothing is left of the record. Notes his entries, and for each round its first clause.

        That some pursuer could still move is seen from his clause, so it is asked only where the next is not a pursuer's.
        """
        state, lister = self.state, self.state.engine.lister
        pieces, round_of, took, settled = state.engine.seating.pieces, state.ledger.round, lister.took, lister.settled
        (cells, done, index), must_mark, is_new = begin, self.disclosure.marks_all, True
        p, his_turn = cells[:], begin
        for number, item in enumerate(state.transcript.items[done:], done + 1):
            if isinstance(item, r.Clause):
                if index == upto:
                    break
                piece = pieces[item.piece]
                if not piece:
                    p = settled(p)
                    before = p[:]
                    after = self._entered(index, item, p, must_mark, entries)
                    if after is None:
                        break
                    p, his_turn, is_new = after, (before, done, index), False
                    rounds.setdefault(round_of(before), index)
                elif took[piece](p, item.means) is None:
                    break
                elif is_new:
                    is_new = False
                    rounds.setdefault(round_of(p), index)
                done, index = number, index + 1
            elif isinstance(item, r.RoundMark):
                p, is_new = settled(p), True
                if not self._begins(item.number, p):
                    break
            elif isinstance(item, r.TurnEnd | r.Draw):
                break
        else:
            return (settled(p), done, index), his_turn, True
        return (p, done, index), his_turn, False

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

    def _entered(self, index: int, clause: r.Clause, p: Cells, must_mark: bool, entries: list[Entry]) -> Cells | None:
        """The position after a clause of the fugitive, which may be the same one, changed. Notes what the table sees of its
        entries; None, if the clause is not listed or the record marks it otherwise: then the judge has to say so."""
        if clause.means is None:
            return self._doubled(index, clause, p, must_mark, entries)
        shown = self.state.engine.lister.took[FUGITIVE](p, clause.means)
        if shown is None or not self._written(Entry(index, 0, self.state.ledger.entries(p), shown), clause, must_mark, entries):
            return None
        return p

    def _doubled(self, index: int, clause: r.Clause, p: Cells, must_mark: bool, entries: list[Entry]) -> Cells | None:
        engine, (action, said) = self.state.engine, _double(clause)
        after, written = engine.lister.entered(p, said, action)
        for part, (ticket, then) in enumerate(written, len(clause.parts) - len(said)):
            entry = Entry(index, part, engine.ledger.entries(then), engine.shown(then, RIDDEN, ticket))
            if not self._written(entry, clause, must_mark, entries):
                return None
        return after

    def _written(self, entry: Entry, clause: r.Clause, must_mark: bool, entries: list[Entry]) -> bool:
        """Notes an entry; no, if the record does not mark it as it should."""
        ride = clause.parts[entry.part]
        assert isinstance(ride, r.Ride)
        entry.surfaced = entry.shown & STATION != 0
        entries.append(entry)
        return ride.mark == entry.surfaced or not (ride.mark or must_mark)

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
