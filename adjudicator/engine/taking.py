"""Plays written clauses quickly: rides and doubles that can be looked up. Returns None if the judge must decide.

Only for tables where each piece moves once a turn; there, nearly every clause of nearly every game is a ride or a double.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter

from adjudicator.engine.blocks import Means, Ride
from adjudicator.engine.layout import LEFT, OVER, ROUND, TURN, Cells
from adjudicator.engine.lister import Lister
from adjudicator.engine.moves import Move
from adjudicator.engine.player import Player
from adjudicator.engine.rides import Rides
from adjudicator.engine.seating import FUGITIVE
from adjudicator.engine.steps import Act, Clause, Step
from adjudicator.engine.steps import Ride as RideStep
from adjudicator.language import tree as t
from adjudicator.values import frozen

RIDDEN = frozenset({"entry", "ride"})  # the events of a ride of the fugitive


@frozen(eq=False, slots=False)
class Taker:
    player: Player
    lister: Lister

    @cached_property
    def _rides(self) -> list[Rides]:
        return self.player.table.rules.rides

    @cached_property
    def _pieces(self) -> Mapping[str, int]:
        return self.player.table.seating.pieces

    @cached_property
    def _moved(self) -> int:
        return self.player.table.layout.moved

    # -- the kind of turns
    @cached_property
    def moves_once(self) -> bool:
        """Whether each piece must move once a turn, the fugitive first, so that a written ride can be played as it is."""
        table, turns = self.player.table, self.player.turns
        if table.rulebook.facts.changes_order or turns.sides != ("fugitive", "pursuers"):
            return False
        if any(True for _ in table.rulebook.statements(t.MayPass)):
            return False
        for _, one in table.rulebook.statements(t.MustMove):
            if isinstance(one, t.MustMove) and one.times != t.Number(1):
                return False
        blank = [0] * table.layout.size
        musts = [turns.must(blank, q) for q in range(table.seating.count)]
        if musts[FUGITIVE] != 1 or 1 not in musts[1:] or not set(musts) <= {0, 1}:
            return False
        return not any(FUGITIVE in table.actors(action) for action in table.actions_at("during turn"))

    @cached_property
    def closes_by_itself(self) -> bool:
        """Whether a turn is over when all pieces have moved. If not, the judge has to look at optional actions."""
        return self.moves_once and not any(self.player.turns.optional.values())

    # -- one clause: played if legal, otherwise None
    def is_due(self, p: Cells, q: int) -> bool:
        """Whether it is this piece's turn to ride, at a table where each moves once a turn."""
        if p[OVER]:
            return False
        if not q:
            return not (p[TURN] or p[LEFT] or p[self._moved])
        if not p[TURN]:
            return False
        if q not in self._bound:  # need not move, but may
            most = self.player.turns.most(q)
            return most is not None and p[self._moved + q] < most
        return not p[self._moved + q] and (self._order is None or self._comes_now(p, q, self._order))

    @cached_property
    def _bound(self) -> frozenset[int]:
        """The pieces that must move."""
        blank = [0] * self.player.table.layout.size
        return frozenset(q for q in range(self.player.table.seating.count) if self.player.turns.must(blank, q))

    @cached_property
    def _order(self) -> tuple[tuple[int, ...], ...] | None:
        return self.player.turns.order([])

    def _comes_now(self, p: Cells, q: int, order: tuple[tuple[int, ...], ...]) -> bool:
        """Whether all persons before this piece in seat order have moved."""
        off, station = self.player.table.seating.off, self.player.table.layout.station
        for group in order:
            if q in group:
                return True
            if any(not p[self._moved + one] and one in self._bound and p[station + one] != off for one in group):
                return False
        return True

    def take(self, p: Cells, move: Move) -> Cells | None:
        """The position after a ride or a double, if it is legal now. None means only that the judge must decide."""
        _, name, legs, actions, _ = move
        if actions:
            if name != self._his_name or not self.moves_once or len(legs) != len(actions) + 1:
                return None
            return self._doubled(p, _means(move), actions[0])
        ride = self._takers.get(name)
        if ride is None or len(legs) != 1:
            return None
        ticket, mode, to = legs[0]
        return ride(p, (ticket or mode or "", to))

    @cached_property
    def _his_name(self) -> str:
        return self.player.table.seats[FUGITIVE].piece

    @cached_property
    def _takers(self) -> Mapping[str, Callable[[Cells, Means], Cells | None]]:
        """For each piece, the function that returns the position after a ride in notation and its automatic consequences, or
        None if it is not legal now. Empty if a ride may need more to be played."""
        return {name: self._taker(q) for name, q in self._pieces.items()} if self.moves_once else {}

    def _taker(self, q: int) -> Callable[[Cells, Means], Cells | None]:
        named, make, turns, is_due = self._rides[q].take, self.player.makers[q], self.player.turns, self.is_due
        goes_on, settle, moved = turns.somebody_can, turns.settle, self._moved + q
        waits, handed_on = self._waits, self._handed_on
        in_any_order = bool(q) and q in self._bound and self._order is None

        def take(p: Cells, means: Means) -> Cells | None:
            if waits:
                p = handed_on(p, q)
            if in_any_order:
                if p[OVER] or p[moved] or not p[TURN]:
                    return None
            elif not is_due(p, q):
                return None
            ride = named(p, means)
            if ride is None:
                return None
            p = p[:]
            make(p, ride)
            return p if p[OVER] or (p[TURN] and goes_on(p)) else settle(p)

        return take

    @cached_property
    def _waits(self) -> bool:
        """Whether a turn may stay open when all pieces have moved."""
        return any(self.player.turns.optional.values())

    def claimed(self, p: Cells, notation: str) -> Cells | None:
        """The position after a ride or a double in notation, if it is legal now. None means only that the judge must decide."""
        name, _, rest = notation.partition(" ")
        q = self._pieces.get(name)
        if q is None or not self.moves_once:
            return None
        words = rest.replace(",", "").split(" ")
        action = self._turn_words.get(words[0], "") if q == FUGITIVE else ""
        said = [
            (by, int(to))
            for by, to in zip(words[bool(action) :: 2], words[bool(action) + 1 :: 2], strict=False)
            if _is_station(to)
        ]
        if len(words) != (5 if action else 2) or len(said) != (2 if action else 1):
            return None
        if action:
            return self._doubled(p, said, action)
        return self._takers[name](p, said[0])

    @cached_property
    def _turn_words(self) -> Mapping[str, str]:
        """The ids of actions that take the place of a plain turn, by their notation."""
        return {action.written: action.id for action in self.player.table.actions_at("turn")}

    def _handed_on(self, p: Cells, q: int) -> Cells:
        """The position when this piece may ride: an open turn is closed for it, if possible."""
        turns = self.player.turns
        if not turns.is_optional[p[TURN]]:
            return p
        if p[TURN] != self._turns_of[q] or p[self._moved + q] >= turns.may(p, q):
            p = self.player.in_turn(p, q, True)
        return turns.gone_on(p, q) if q and turns.passes_over else p

    @cached_property
    def _turns_of(self) -> list[int]:
        """For each piece, the number of its turn in a round."""
        turns, seating = self.player.turns, self.player.table.seating
        return [turns.sides.index(seating.side(q)) for q in range(seating.count)]

    def _doubled(self, p: Cells, said: Sequence[Means], action: str) -> Cells | None:
        """The position after a turn action with these two rides, if that is legal; otherwise None."""
        found = self.entered(self._handed_on(p, FUGITIVE), said, action)
        return None if found is None else self.player.turns.settle(found[0])

    def entered(self, p: Cells, said: Sequence[Means | None], action: str = "") -> tuple[Cells, tuple[int, ...]] | None:
        """The position after these entries of the fugitive, with the turn action if one is named, before turns are closed; and
        the fields of each entry that the table sees. None if that is not legal or may be more than it seems."""
        after = p[:]
        if not self.is_due(p, FUGITIVE):
            return None
        if action or len(said) != 1:
            one = self._doubles.get(action)
            if one is None or len(said) != 2 or not one.legal(p, FUGITIVE):
                return None
            after = one.do(p, FUGITIVE, ())
        shown = []
        for means in said:
            fields = None if means is None else self._entry(after, means)
            if fields is None:
                return None
            shown.append(fields)
            if after[OVER]:
                break
        if len(shown) < len(said):
            return None
        return after, tuple(shown)

    def _entry(self, p: Cells, means: Means) -> int | None:
        """Write an entry in place. Returns the fields of it that the table sees, or None if the ride is not legal."""
        ride = self._rides[FUGITIVE].take(p, means)
        if ride is None:
            return None
        self.player.makers[FUGITIVE](p, ride)
        uncovered = self.player.table.layout.uncovered
        return self.player.table.rules.shown(p, RIDDEN, ride[0]) | (p[uncovered] if uncovered else 0)

    @cached_property
    def _doubles(self):  # type: ignore[no-untyped-def]
        """The turn actions that consist of two rides and do not end the game themselves."""
        table = self.player.table
        return {one.id: table.rules.action(one.id) for one in table.actions_at("turn") if self.lister.spreads.exist}

    def entered_by(self, p: Cells, move: Move) -> tuple[Cells, tuple[int, ...]] | None:
        """The position after a move of the fugitive and its automatic consequences, and the fields of each entry that the table
        sees; None if his turn may be more than its rides."""
        if not self.closes_by_itself or len(move.legs) != 1 + len(move.actions):
            return None
        found = self.entered(p, _means(move), move.actions[0] if move.actions else "")
        return None if found is None else (self.player.turns.settle(found[0]), found[1])

    # -- clauses of a record
    def named(self, p: Cells, q: int, said: Means) -> Ride | None:
        """The ride with this notation, if this piece may take it now; otherwise None."""
        return self._rides[q].take(p, said) if self.is_due(p, q) else None

    # -- listed moves
    def play(self, p: Cells, move: Move) -> Cells | None:
        """The position after a move that was listed in this position."""
        after = self.take(p, move)
        if after is not None:
            return after
        clause = self.clause(p, move)
        return None if clause is None else self.player.play(p, clause)

    def clause(self, p: Cells, move: Move) -> Clause | None:
        """The steps of a move that was listed in this position."""
        q = self._pieces[move.piece]
        return Clause(q, move.steps) if move.steps else self._ridden_clause(self.player.in_turn(p, q, True), q, move)

    def _ridden_clause(self, p: Cells, q: int, move: Move) -> Clause | None:
        """The steps of a ride, or of a turn action of rides; None if one of the rides is not legal."""
        steps: list[Step] = [Act(q, name) for name in move.actions]
        for step in steps:
            p = self.player.step(p, step)
        for means in _means(move):
            ride = self._rides[q].take(p, means)
            if ride is None:
                return None
            steps.append(RideStep(q, *ride))
            p = self.player.step(p, steps[-1])
        return Clause(q, tuple(steps))

    @cached_property
    def lines_matter(self) -> bool:
        """Whether some consequence of a ride depends on its line."""
        return self.player.table.rules.lines_matter

    # -- many worlds at once
    def ridden_in_all(self, worlds: list[Cells], piece: int, said: Means, ride: Ride) -> list[Cells]:
        """The positions right after a pursuer's ride that is legal in the first of these worlds. Usually it is legal in all,
        since it does not depend on hidden data; worlds where it is not are left out. Empty if it is not the pursuers' turn in
        all."""
        if not all(map(itemgetter(TURN), worlds)):
            return []
        make, matters, found = self.player.makers[piece], self.lines_matter, list[Cells]()
        for p in worlds:
            own = self.named(p, piece, said) if matters else ride
            if own is not None:
                found.append(after := p[:])
                make(after, own)
        return found

    def is_as_usual(self, before: Cells, after: Cells) -> bool:
        """Whether `after` is the same turn of the pursuers, or the next round has begun and the fugitive need not sit out."""
        is_next = after[ROUND] == before[ROUND] + 1 and not after[TURN] and not after[self._moved]
        return after[ROUND] == before[ROUND] or is_next

    def fares_open(self, ticket: int | None) -> Callable[[Cells], Sequence[Ride]]:
        """The function that lists the fugitive's legal rides, with one kind of ticket, or with any if None."""
        rides, listed = self._rides[FUGITIVE], self.lister.rides
        if ticket is None:
            return lambda p: listed(p, FUGITIVE)
        if rides.other:
            return lambda p: [ride for ride in listed(p, FUGITIVE) if ride[0] == ticket]
        block, closed = rides.block, rides.closed
        return lambda p: block(p).paid(ticket, closed(p))


def _is_station(text: str) -> bool:
    return text.isdecimal() and len(text) < 7


def _means(move: Move) -> list[Means]:
    """The rides of a move in notation."""
    return [(ticket or mode or "", to) for ticket, mode, to in move.legs]
