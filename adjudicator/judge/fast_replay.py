"""The fast way through the plain part of a record: clauses that are listed word for word are played without asking why.

Nearly every clause of nearly every game is such a one. At the first that is not, or that is marked in a way it should not be,
the judge takes over where the replay stopped; so the replay itself never finds anything.
"""

from __future__ import annotations

from adjudicator.engine import FUGITIVE, RIDDEN, STATION, Cells, Means
from adjudicator.judge.disclosure import Disclosure
from adjudicator.judge.walk_state import Entry, WalkState
from adjudicator.judge.whose_turn import is_plain
from adjudicator.record import transcript as r
from adjudicator.values import frozen


@frozen(eq=False)
class FastReplay:
    state: WalkState
    disclosure: Disclosure

    # -- one world: as many clauses as are plain
    def run(self, done: int, index: int, upto: int | None) -> tuple[int, int]:
        """Play plain clauses, from this item and this clause on; gives how many items and clauses of the record are done."""
        state, engine = self.state, self.state.engine
        if not state.replays or len(state.worlds) != 1 or not is_plain(state) or not engine.lister.closes_by_itself:
            return done, index
        pieces, claimed, ledger = engine.seating.pieces, engine.lister.claimed, state.ledger
        world, p, begun = state.worlds[0], state.p, 0
        last = (p, done, index)
        for number, item in enumerate(state.transcript.items[done:], done + 1):
            if isinstance(item, r.Clause):
                piece, said = pieces[item.piece], plain_rides(item)
                if said is None or index == upto or (piece and len(said) > 1):
                    break
                after = claimed(p, piece, said) if piece else self._entered(index, item, p, said)
                if after is None:
                    break
                if ledger.round(p) != begun:
                    begun = state.findings.round = ledger.round(p)
                    state.begun.setdefault(begun, state.segment[index])
                last = (p, done, index)
                p, done, index = after, number, index + 1
            elif isinstance(item, r.TurnEnd | r.Draw) or (isinstance(item, r.RoundMark) and not self._begins(item.number, p)):
                break
        else:
            last = (p, done, index)
        # The judge begins one clause early: what followed of itself, who had to sit out, may matter for the next.
        world.cells, done, index = last
        state.entries = [entry for entry in state.entries if entry.clause < index]
        return done, index

    def _begins(self, number: int, p: Cells) -> bool:
        """Whether the round with this number begins here."""
        return self.state.ledger.turn(p) == 0 and self.state.ledger.round(p) == number

    def _entered(self, index: int, clause: r.Clause, p: Cells, said: list[Means]) -> Cells | None:
        """The position after a clause of the fugitive. Notes what the table sees of its entries; None, if the clause is not
        listed or the record marks it otherwise: then the judge has to say so."""
        engine, first = self.state.engine, clause.parts[0]
        action = first.action if isinstance(first, r.Act) else ""
        after = engine.lister.claimed(p, FUGITIVE, said, action)
        if after is None:
            return None
        entries, number = list[Entry](), -1
        must_mark = self.disclosure.marks_all
        for ticket, written in engine.lister.entries_of(p, said, action):
            number, mark = _next_ride(clause.parts, number + 1)
            shown = engine.shown(written, RIDDEN, ticket)
            seen = shown & STATION != 0
            if mark != seen and (mark or must_mark):
                return None
            entries.append(Entry(index, number, self.state.ledger.entries(written), shown, seen))
        self.state.entries += entries
        return after

    # -- many worlds: a plain ride of a pursuer in all of them at once
    def play_in_all(self, index: int, clause: r.Clause, mark: r.RoundMark | None) -> bool:
        """Play a plain ride of a pursuer; no, if it might be anything but plain in one of the worlds."""
        state, engine = self.state, self.state.engine
        if mark is not None or state.overlooked.has("end", index) or not engine.lister.closes_by_itself or not is_plain(state):
            return False
        worlds = state.alive()
        piece, said = engine.seating.pieces[clause.piece], plain_rides(clause)
        stands = [world.cells for world in worlds]
        after = engine.lister.played(stands, piece, said[0]) if worlds and said and len(said) == 1 else None
        if after is None or len(after) != len(stands) or not engine.lister.nobody_sat_out(stands[0], after, piece):
            return False
        round_number = state.ledger.round(stands[0])
        state.findings.round = round_number
        state.begun.setdefault(round_number, state.segment[index])
        state.worlds = worlds
        following = iter(after)
        state.each(lambda _: next(following))
        return True


def plain_rides(clause: r.Clause) -> list[Means] | None:
    """The rides of a clause as they are written, behind a turn action without choices or alone; None for anything else."""
    found: list[Means] = []
    for number, part in enumerate(clause.parts):
        if isinstance(part, r.Ride):
            if part.mode is not None or part.ticket is None or part.to is None or part.seals:
                return None
            found.append((part.ticket, part.to))
        elif number or not isinstance(part, r.Act) or part.form.place != "turn" or part.values:
            return None
    return found if len(found) == len(clause.parts) == 1 or len(found) == 2 == len(clause.parts) - 1 else None


def _next_ride(parts: tuple[r.Step, ...], number: int) -> tuple[int, bool]:
    """The first ride from there on, and whether it is marked as seen."""
    while not isinstance(part := parts[number], r.Ride):
        number += 1
    return number, part.mark
