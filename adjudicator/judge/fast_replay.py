"""The fast way through the plain part of a record: clauses that are listed word for word are played without asking why.

Nearly every clause of nearly every game is such a one. At the first that is not, or that is marked in a way it should not be,
the judge takes over where the replay stopped; so the replay itself never finds anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.engine import FUGITIVE, STATION, Cells, Ride
from adjudicator.judge.disclosure import Disclosure
from adjudicator.judge.walk_state import Entry, WalkState
from adjudicator.judge.whose_turn import WhoseTurn, is_plain
from adjudicator.judge.worlds import World
from adjudicator.record import transcript as r
from adjudicator.values import frozen

EVENTS = (r.TurnEnd, r.Draw)
Said = r.Phrase | r.Clause
Point = tuple[Cells, int, int]  # a position, and how many items and clauses of the record are done


@frozen(eq=False, slots=False)
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
        if len(state.worlds) != 1 or not state.replays:
            return self._run_in_all(done, index, upto)
        if index == len(state.transcript.said) or not self._is_plain():
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
        state, taker = self.state, self.state.engine.taker
        pieces, ledger, took, settled = state.engine.seating.pieces, state.ledger, taker.took, state.engine.turns.settle
        (cells, done, index), must_mark, is_new, is_settled = begin, self.disclosure.marks_all, True, False
        p, his_turn = cells[:], begin
        for number, item in enumerate(state.transcript.script[done:], done + 1):
            if isinstance(item, r.SAID):
                if index == upto:
                    break
                piece = pieces[item.piece]
                if not piece:
                    p = p if is_settled else settled(p)
                    before = p[:]
                    after = self._entered(index, item, p, must_mark, entries)
                    if after is None:
                        break
                    p, his_turn, is_new, is_settled = after, (before, done, index), False, False
                    rounds.setdefault(ledger.round(before), index)
                elif not took(p, piece, item.means):
                    break
                elif is_new:
                    is_new = is_settled = False
                    rounds.setdefault(ledger.round(p), index)
                done, index = number, index + 1
            elif isinstance(item, r.RoundMark):
                p, is_new, is_settled = settled(p), True, True
                if ledger.turn(p) or ledger.round(p) != item.number:  # it does not begin here
                    break
            elif isinstance(item, EVENTS):
                break
        else:
            return (settled(p), done, index), his_turn, True
        return (p, done, index), his_turn, False

    def _replayed(self, rounds: Mapping[int, int], index: int) -> None:
        """Tell the judge of the rounds that were replayed, each with its first clause, up to this clause."""
        state = self.state
        state.findings.round = max(rounds, default=state.findings.round)
        if index < len(state.transcript.said):
            for number, first in rounds.items():
                state.begun.setdefault(number, state.segment[first])
            state.entries = [entry for entry in state.entries if entry.clause < index]

    def _is_plain(self) -> bool:
        """Whether what is written can be played as it is written: nothing else may be done, assumed or pending."""
        engine, taker = self.state.engine, self.state.engine.taker
        return is_plain(self.state) and taker.closes_by_itself and engine.board.is_certain

    def _entered(self, index: int, clause: Said, p: Cells, must_mark: bool, entries: list[Entry]) -> Cells | None:
        """The position after a clause of the fugitive, which may be the same one, changed. Notes what the table sees of its
        entries; None, if the clause is not listed or the record marks it otherwise: then the judge has to say so."""
        action, said, parts = _entries(clause)
        found = self.state.engine.taker.entered(p, said, action)
        if found is None:
            return None
        after, shown = found
        before = self.state.ledger.entries(after) - len(shown)
        for number, ((at, part), fields) in enumerate(zip(parts, shown, strict=True), 1):
            is_seen = fields & STATION != 0
            if part.mark != is_seen and (part.mark or must_mark):
                return None
            entries.append(Entry(index, at, before + number, fields, is_seen))
        return after

    # -- one world or many: plain rides of pursuers in all of them at once
    def _run_in_all(self, done: int, index: int, upto: int | None) -> tuple[int, int]:
        """The same for the pursuers' turn in progress, up to the last but one of the rides that follow here without a break:
        each shows that somebody could still move after the one before. The last, if it can be taken, comes to `play_in_all`."""
        state, taker = self.state, self.state.engine.taker
        ahead = self._rides_ahead(done, None if upto is None else upto - index)
        if len(ahead) < 2 or not self._is_turn_of_pursuers():
            return done, index
        *rides, (last, said) = ahead
        before, after = list[World](), list[World]()
        for world in state.alive():
            p = world.cells[:]
            if all(taker.took(p, piece, means) for piece, means in rides):
                before.append(world)
                after.append(World(p, world.course))
            elif not state.ledger.is_over(p):  # he was not caught before the last: a ride may be against a rule
                return done, index
        if not after or taker.named(after[0].cells, last, said) is None:
            return done, index
        self._lean_on(before[0].cells[:], rides)
        number = state.ledger.round(after[0].cells)
        state.findings.round, state.spoke = number, "pursuers"
        state.begun.setdefault(number, state.segment[index])
        state.worlds = after
        return done + len(rides), index + len(rides)

    def _lean_on(self, p: Cells, rides: Iterable[tuple[int, r.Means]]) -> None:
        """Note the lines on the way that are assumed."""
        taker, findings = self.state.engine.taker, self.state.findings
        for piece, means in () if self.state.engine.board.is_certain else rides:
            ride = taker.named(p, piece, means)
            assert ride is not None
            findings.leans_on(Ride(piece, *ride), p, self.state.engine)
            taker.took(p, piece, means)

    def _rides_ahead(self, done: int, most: int | None) -> list[tuple[int, r.Means]]:
        """The rides of pursuers that come next in the record, with nothing between them: each piece, and what is written."""
        pieces, found = self.state.engine.seating.pieces, list[tuple[int, r.Means]]()
        for item in self.state.transcript.script[done : None if most is None else done + most]:
            if not isinstance(item, r.SAID) or item.means is None or pieces[item.piece] == FUGITIVE:
                break
            found.append((pieces[item.piece], item.means))
        return found

    def _is_turn_of_pursuers(self) -> bool:
        """Whether it is their turn in every world, and rides that are written can be taken as they are."""
        state, engine = self.state, self.state.engine
        if state.overlooked.kind or not is_plain(state):
            return False
        turn = state.ledger.turn
        return engine.taker.takes_in_place and all(turn(world.cells) for world in state.alive())

    def play_in_all(self, index: int, clause: r.Clause, mark: r.RoundMark | None) -> bool:
        """Play a plain ride of a pursuer; no, if it might be anything but plain in one of the worlds."""
        state, taker = self.state, self.state.engine.taker
        if mark is not None or state.overlooked.has("end", index) or not (is_plain(state) and taker.moves_once):
            return False
        if not state.ledger.turn(state.p) and not (state.engine.turns.is_closable(state.p) and self.turns.hand_over()):
            return False
        worlds = state.alive()
        piece, said = state.engine.seating.pieces[clause.piece], clause.means
        stands = [world.cells for world in worlds]
        ride = taker.named(stands[0], piece, said) if worlds and said is not None else None
        if said is None or ride is None:
            return False
        after = taker.played(stands, piece, said, ride)
        if len(after) != len(stands) or not taker.nobody_sat_out(stands[0], after, piece):
            return False
        round_number = state.ledger.round(stands[0])
        state.findings.round = round_number
        state.findings.leans_on(Ride(piece, *ride), stands[0], state.engine)
        state.begun.setdefault(round_number, state.segment[index])
        state.worlds = worlds
        state.become(after)
        return True


def _entries(clause: Said) -> tuple[str, Sequence[r.Means | None], Sequence[tuple[int, r.Ride]]]:
    """The turn action without choices that a clause begins with, what its rides are written with, and these parts themselves,
    each with its number; one ride of nobody knows what, where it is anything else."""
    match clause.parts:
        case (r.Ride() as ride,):
            return "", (clause.means,), ((0, ride),)
        case (r.Act() as act, r.Ride() as first, r.Ride() as second) if act.form.place == "turn" and not act.values:
            return act.action, (first.means, second.means), ((1, first), (2, second))
    return "", (None,), ()
