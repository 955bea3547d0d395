"""Lists moves and plays them: the one way in which everybody does both.

Rides are looked up, not searched for; where the fugitive has nothing but rides and doubles, all of them are looked up at once
(`spreads.py`); where something may be joined to an entry, entries are listed one after the other (`entries.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter

from adjudicator.engine.blocks import Block, Means, Ride
from adjudicator.engine.budget import COUNTED, TooMany
from adjudicator.engine.entries import Entries
from adjudicator.engine.layout import LEFT, OVER, ROUND, TURN, Cells
from adjudicator.engine.moves import FirstEntries, Move
from adjudicator.engine.once_each import OnceEach
from adjudicator.engine.referee import Referee
from adjudicator.engine.registry import Registry
from adjudicator.engine.rides import Rides
from adjudicator.engine.seating import FUGITIVE
from adjudicator.engine.spreads import Spreads
from adjudicator.engine.steps import Act, Clause, Pass, Step, move_of
from adjudicator.engine.steps import Ride as RideStep
from adjudicator.language import tree as t
from adjudicator.values import frozen

RIDDEN = frozenset({"entry", "ride"})  # what a ride of the fugitive is to the rules


@frozen(eq=False, slots=False)
class Lister:
    referee: Referee

    # -- its parts
    @cached_property
    def registry(self) -> Registry:
        return Registry(self.referee.table.seating)

    @cached_property
    def spreads(self) -> Spreads:
        return Spreads(self.referee)

    @cached_property
    def _entries(self) -> Entries:
        return Entries(self.referee, self.registry)

    @cached_property
    def _rides(self) -> list[Rides]:
        return self.referee.table.rules.rides

    @cached_property
    def _pieces(self) -> Mapping[str, int]:
        return self.referee.table.seating.pieces

    @cached_property
    def _moved(self) -> int:
        return self.referee.table.layout.moved

    # -- the kind of turns
    @cached_property
    def moves_once(self) -> bool:
        """Whether each piece moves once a turn, the fugitive first: then a ride that is written needs no further word."""
        table, turns = self.referee.table, self.referee.turns
        if table.rulebook.facts.changes_order or turns.sides != ("fugitive", "pursuers"):
            return False
        if any(True for _ in table.rulebook.statements(t.MayPass)):
            return False
        for _, one in table.rulebook.statements(t.MustMove, t.MayMove):
            optional = isinstance(one, t.MayMove) and FUGITIVE not in table.seating.members(one.who)
            if isinstance(one, t.MustMove | t.MayMove) and one.times != t.Number(1) and not optional:
                return False
        blank = [0] * table.layout.size
        musts = [turns.must(blank, q) for q in range(table.seating.count)]
        if musts[FUGITIVE] != 1 or 1 not in musts[1:] or not set(musts) <= {0, 1} or turns.may(blank, FUGITIVE) != 1:
            return False
        return not any(FUGITIVE in table.actors(action) for action in table.actions_at("during turn"))

    @cached_property
    def closes_by_itself(self) -> bool:
        """Whether a turn is over when all have moved: the judge has to look at optional actions."""
        return self.moves_once and not any(self.referee.turns.optional.values())

    # -- listing
    @cached_property
    def _multiplies(self) -> bool:
        """Whether there can be too many moves, so that they are counted: an action asks for a choice, or a turn of the
        fugitive can be more than a double."""
        return not self.spreads.exist or any(action.choices for action in self.referee.table.rulebook.actions.values())

    @cached_property
    def moves(self) -> Callable[[Cells], tuple[Move, ...]]:
        """Lists every legal move, losing ones left out; `FirstEntries`, where these are too many."""
        return (lambda p: self.moves_in((p,))) if self._multiplies else self._listed

    def moves_in(self, worlds: Sequence[Cells]) -> tuple[Move, ...]:
        """The same for several positions; what is listed in more than one of them comes more than once."""
        budget = self.referee.table.rules.budget
        try:
            with budget.question():
                return tuple([move for p in worlds for move in self._whole(p)])
        except TooMany:
            with budget.question():
                return FirstEntries([move for p in worlds for move in self._first_entries(p)])

    def _whole(self, p: Cells) -> tuple[Move, ...]:
        """Every legal move, with turns to their end."""
        self.registry.make_room()
        return self._listed(p)

    def _first_entries(self, p: Cells) -> list[Move]:
        return self.registry.moves(self.referee.moves(p, short=True))

    def _listed(self, p: Cells) -> tuple[Move, ...]:
        if p[OVER]:
            return ()
        turns = self.referee.turns
        side = turns.sides[p[TURN]]
        found = self._of_fugitive(p) if side == "fugitive" else self._of_pursuers(p)
        if turns.optional[side] and turns.is_closable(p):
            later = turns.closed(p)
            if not later[OVER]:
                then = self._now(later) if turns.is_his_to_begin(later) else self._listed(later)
                found = (*found, *self._of_later(p, then, found))
        return found

    def _of_later(self, p: Cells, then: Sequence[Move], found: Sequence[Move]) -> list[Move]:
        """The moves that close this turn: of the side that comes next, all; of the same side, those that cannot mean this
        turn, as one does in a record that is listed in it or belongs to it."""
        pieces, is_his = self._pieces, self.referee.turns.side(p) == "fugitive"
        of_this = [(pieces[move.piece] == FUGITIVE) == is_his for move in then]
        now = set(found) if any(of_this) else ()
        both = zip(then, of_this, strict=True)
        return [move for move, same in both if not same or (move not in now and not self._is_turn_of(p, move))]

    def _now(self, p: Cells) -> tuple[Move, ...]:
        """The legal moves of this turn, without those that would close it."""
        return self._of_fugitive(p) if self.referee.turns.side(p) == "fugitive" else self._of_pursuers(p)

    def _is_turn_of(self, p: Cells, move: Move) -> bool:
        """Whether a move of the side whose turn it is would be played in this turn, legal or not."""
        clause = self.registry.clause(move.notation)
        if clause is None:  # a ride, or a turn of the fugitive
            return self.referee.may_enter(p, self._pieces[move.piece])
        return self.referee.is_turn_of(p, clause)

    def _ridden(self, p: Cells, q: int) -> Sequence[Move]:
        """The rides of a piece as moves."""
        rides = self._rides[q]
        if rides.other:
            return self.registry.moves(Clause(q, (RideStep(q, *ride),)) for ride in rides.legal(p))
        return rides.block(p).left(rides.closed(p))

    def _of_pursuers(self, p: Cells) -> tuple[Move, ...]:
        found: tuple[Move, ...] = ()
        last, closed = None, 0
        if self._who_wait is not None:
            for group in self._who_wait:
                waits = False
                for cell, must, block, shut in group:
                    if p[cell] < must:
                        waits = True
                        if shut is not last:  # the same for most
                            last, closed = shut, shut(p)
                        here = block(p)
                        found += here.left(closed) if here.mask & closed else here.moves
                if waits:
                    break
            return (*found, *self._more(p)) if self.referee.turns.optional["pursuers"] else found
        for q in self.referee.turns.waiting(p):
            rides = self._rides[q]
            if rides.other:
                found = (*found, *self._ridden(p, q))
                continue
            if rides.closed is not last:  # the same for most
                last = rides.closed
                closed = last(p)
            found += rides.block(p).left(closed)
        return (*found, *self._more(p)) if self.referee.turns.optional["pursuers"] else found

    @cached_property
    def _who_wait(self) -> list[list[tuple[int, int, Callable[[Cells], Block], Callable[[Cells], int]]]] | None:
        """Of pursuers who must move, person by person or all together: the cells of their moves, how often they must, their
        blocks and what is closed; None where a person who cannot move now lets the next one act, or rides have to be asked."""
        groups, turns = self.referee.turns.in_groups, self.referee.turns
        if groups is None or turns.passes_over or any(self._rides[q].other for group in groups for q, _, _ in group):
            return None
        rides = self._rides
        return [[(cell, must, rides[q].block, rides[q].closed) for q, cell, must in group] for group in groups]

    def _more(self, p: Cells) -> list[Move]:
        """Optional steps of pursuers: further rides, passing, actions during their turn."""
        referee = self.referee
        found = list[Move]()
        rambling = referee.turns.able_to_ramble(p) if referee.turns.ramblers else ()
        if rambling:
            found += [move for q in rambling for move in self._ridden(p, q)]
            found += [self._passing[q] for q in rambling if referee.turns.can(p, q)]
        for q, name, legal in self._abilities:
            choices = legal(p, q)
            if choices:
                found += [self.registry.move(Clause(q, (Act(q, name, chosen),))) for chosen in choices]
        return found

    @property
    def _passing(self) -> Mapping[int, Move]:
        """The move of each piece by which it passes."""
        return OnceEach(lambda q: self.registry.move(Clause(q, (Pass(q),))))

    @cached_property
    def _abilities(self) -> list[tuple[int, str, Callable[[Cells, int], list[tuple[object, ...]]]]]:
        """The actions of the pursuers' turn, and what lists their choices."""
        return [(q, name, legal) for q, name, legal in self.referee.takers["during turn"] if q]

    def _of_fugitive(self, p: Cells) -> tuple[Move, ...]:
        referee = self.referee
        if self.spreads.exist and not p[LEFT]:
            if not referee.entry_due(p):
                return ()
            found = self.spreads.at(p).left(self._rides[FUGITIVE].closed(p))
        else:
            found = (*self._entries.moves(p), *self.registry.moves(referee.beside_entries(p)))
        if p[LEFT] or FUGITIVE not in referee.turns.ramblers:
            return found
        return (*found, *self.registry.moves(referee.passes(p)))

    # -- one clause: taken if it may be, and otherwise nothing
    def is_due(self, p: Cells, q: int) -> bool:
        """Whether it is this piece's turn to ride, where each moves once a turn."""
        if p[OVER]:
            return False
        if not q:
            return not (p[TURN] or p[LEFT] or p[self._moved])
        if not p[TURN]:
            return False
        if q not in self._bound:  # who need not move, but may
            most = self.referee.turns.most(q)
            return most is not None and p[self._moved + q] < most
        return not p[self._moved + q] and (self._order is None or self._comes_now(p, q, self._order))

    @cached_property
    def _bound(self) -> frozenset[int]:
        """The pieces that have to move."""
        blank = [0] * self.referee.table.layout.size
        return frozenset(q for q in range(self.referee.table.seating.count) if self.referee.turns.must(blank, q))

    @cached_property
    def _order(self) -> tuple[tuple[int, ...], ...] | None:
        return self.referee.turns.order([])

    def _comes_now(self, p: Cells, q: int, order: tuple[tuple[int, ...], ...]) -> bool:
        """Whether all persons who come before a piece by seat have moved."""
        off, station = self.referee.table.seating.off, self.referee.table.layout.station
        for group in order:
            if q in group:
                return True
            if any(not p[self._moved + one] and one in self._bound and p[station + one] != off for one in group):
                return False
        return True

    def take(self, p: Cells, move: Move) -> Cells | None:
        """The position after a ride or a double, if it may be played now; None only means: judge it."""
        _, name, legs, actions = move
        q = self._pieces.get(name)
        if q is None or not self.moves_once or len(actions) + 1 != len(legs):
            return None
        if actions:
            return self._doubled(p, _means(move), actions[0]) if q == FUGITIVE else None
        ticket, mode, to = legs[0]
        return self._takers[q](self._handed_on(p, q) if self._waits else p, (ticket or mode or "", to))

    @cached_property
    def _takers(self) -> list[Callable[[Cells, Means], Cells | None]]:
        """For each piece: the position after a ride that is written so, with all that follows automatically, if it may be taken
        now."""
        return [self._taker(q) for q in range(self.referee.table.seating.count)]

    def _taker(self, q: int) -> Callable[[Cells, Means], Cells | None]:
        named, make, settle, is_due = self._rides[q].take, self.referee.make, self.referee.turns.settle, self.is_due
        goes_on, moved = self.referee.turns.somebody_can, self._moved + q
        in_any_order = bool(q) and q in self._bound and self._order is None

        def take(p: Cells, means: Means) -> Cells | None:
            if in_any_order:
                if p[OVER] or p[moved] or not p[TURN]:
                    return None
            elif not is_due(p, q):
                return None
            ride = named(p, means)
            if ride is None:
                return None
            p = p[:]
            make(p, q, ride)
            return p if p[OVER] or (p[TURN] and goes_on(p)) else settle(p)

        return take

    @cached_property
    def _waits(self) -> bool:
        """Whether a turn may stay open when all have moved."""
        return any(self.referee.turns.optional.values())

    def claimed(self, p: Cells, notation: str) -> Cells | None:
        """The same for what is written so."""
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
        return self._takers[q](self._handed_on(p, q), said[0])

    @cached_property
    def _turn_words(self) -> Mapping[str, str]:
        """Actions that take the place of a plain turn, by how they are written."""
        return {action.written: action.id for action in self.referee.table.actions_at("turn")}

    def _handed_on(self, p: Cells, q: int) -> Cells:
        """The position when this piece may ride, if a turn that is open can be closed for it."""
        turns = self.referee.turns
        if not turns.optional[turns.sides[p[TURN]]]:
            return p
        p = self.referee.in_turn(p, q, True)
        return turns.gone_on(p, q) if q else p

    def ridden(self, p: Cells, q: int, ride: Ride) -> Cells:
        """The position after a legal ride, with all that follows automatically."""
        p = p[:]
        self.referee.make(p, q, ride)
        return p if p[OVER] else self.referee.turns.settle(p)

    def _doubled(self, p: Cells, said: Sequence[Means], action: str) -> Cells | None:
        """The position after the two rides of a turn action that are written so, if that is legal."""
        found = self.entered(self._handed_on(p, FUGITIVE), said, action)
        return None if found is None else self.referee.turns.settle(found[0])

    def entered(self, p: Cells, said: Sequence[Means | None], action: str = "") -> tuple[Cells, tuple[int, ...]] | None:
        """The position after the entries of the fugitive that are written so, before it is asked who else can move, and the
        fields of each that the table sees; None, if that is not legal or may be more than it seems. With a turn action, if one
        is named."""
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
        if not after[OVER] and not self.referee.turns.optional["fugitive"]:
            self.referee.turns.close(after)
        return after, tuple(shown)

    def _entry(self, p: Cells, means: Means) -> int | None:
        """Write an entry on this very position; gives the fields of it that the table sees."""
        ride = self._rides[FUGITIVE].take(p, means)
        if ride is None:
            return None
        self.referee.make(p, FUGITIVE, ride)
        uncovered = self.referee.table.layout.uncovered
        return self.referee.table.rules.shown(p, RIDDEN, ride[0]) | (p[uncovered] if uncovered else 0)

    @cached_property
    def _doubles(self):  # type: ignore[no-untyped-def]
        """The turn actions that are two rides and do not end the game by themselves."""
        table = self.referee.table
        return {one.id: table.rules.action(one.id) for one in table.actions_at("turn") if self.spreads.exist}

    def entered_by(self, p: Cells, move: Move) -> tuple[Cells, tuple[int, ...]] | None:
        """The position after a move of the fugitive, with all that follows automatically, and the fields of each entry that the
        table sees; None where a turn of his may be more than its rides."""
        if not self.closes_by_itself or len(move.legs) != 1 + len(move.actions):
            return None
        found = self.entered(p, _means(move), move.actions[0] if move.actions else "")
        return None if found is None else (self.referee.turns.settle(found[0]), found[1])

    # -- records that are replayed
    def named(self, p: Cells, q: int, said: Means) -> Ride | None:
        """The ride that is written so, if this piece may take it now."""
        return self._rides[q].take(p, said) if self.is_due(p, q) else None

    def took(self, p: Cells, q: int, said: Means | None) -> bool:
        """Make the ride of a pursuer that is written so, on this very position, before it is asked who else can move; no, and
        nothing has changed, if he may not take it now."""
        ride = None if said is None else self.named(p, q, said)
        if ride is None:
            return False
        self.referee.make(p, q, ride)
        return True

    @cached_property
    def takes_in_place(self) -> bool:
        """Whether a ride of a pursuer that is taken in his turn changes the position itself: not where by that the turn goes on
        to another person, which others may have left open."""
        return self.moves_once and not (self.referee.turns.optional["pursuers"] and self._order is not None)

    # -- listed moves
    def play(self, p: Cells, move: Move) -> Cells | None:
        """The position after a move that was listed in this position; None if it is not remembered any more."""
        after = self.take(p, move)
        if after is not None:
            return after
        clause = self.clause(p, move)
        return None if clause is None else self._played(p, clause)

    def clause(self, p: Cells, move: Move) -> Clause | None:
        """The steps of a move that was listed in this position."""
        known = self.registry.clause(move.notation)
        if known is not None:
            return known
        q, actions = self._pieces[move.piece], [self.referee.table.rulebook.actions[name] for name in move.actions]
        if (
            move.legs
            and len(actions) == len(move.legs) - 1 <= 1
            and not any(one.choices or one.place != "turn" for one in actions)
        ):
            return self._ridden_clause(self.referee.in_turn(p, q, True), q, move)
        every = self.referee.moves(p)
        return next((one for one in every if move_of(one, self.referee.table.seating) == move), None)

    def _ridden_clause(self, p: Cells, q: int, move: Move) -> Clause | None:
        """The steps of a ride, or of a turn action of rides."""
        steps: list[Step] = [Act(q, name) for name in move.actions]
        for step in steps:
            p = self.referee.step(p, step)
        for means in _means(move):
            ride = self._rides[q].take(p, means)
            if ride is None:
                return None
            steps.append(RideStep(q, *ride))
            p = self.referee.step(p, steps[-1])
        return Clause(q, tuple(steps))

    def _played(self, p: Cells, clause: Clause) -> Cells:
        p = self.referee.ready(p, clause)
        return self.referee.played(p, self._as_here(p, clause))

    def _as_here(self, p: Cells, clause: Clause) -> Clause:
        """The clause by the lines it takes from where its piece stands: it names its ticket, and that may pay for several."""
        if not self.lines_matter:
            return clause
        steps, means = list[Step](), self.referee.table.seating.means
        for one in clause.steps:
            if steps:
                p = self.referee.step(p, steps[-1])
            if isinstance(one, RideStep):
                ride = self._rides[one.piece].take(p, (means(one.ticket, one.mode), one.to))
                one = one if ride is None else RideStep(one.piece, *ride)
            steps.append(one)
        return Clause(clause.piece, tuple(steps))

    @cached_property
    def lines_matter(self) -> bool:
        """Whether anything that follows a ride hangs on the line it took."""
        return self.referee.table.rules.lines_matter

    # -- many worlds at once
    def played(self, worlds: list[Cells], piece: int, said: Means, ride: Ride) -> Sequence[Cells]:
        """The positions after a pursuer's ride that is legal in the first of many worlds: what a pursuer may do depends on
        nothing hidden, so in one world as in all. Fewer, where it is not; none, where it is not the pursuers' turn in all."""
        if not all(map(itemgetter(TURN), worlds)):
            return ()
        if self.lines_matter:
            return [self.ridden(p, piece, own) for p in worlds if (own := self.named(p, piece, said)) is not None]
        return [self.ridden(p, piece, ride) for p in worlds]

    def is_as_usual(self, before: Cells, after: Cells) -> bool:
        """Whether the pursuers' turn has become this by itself: it continues, or the next round has begun and the fugitive has
        not had to sit out."""
        is_next = after[ROUND] == before[ROUND] + 1 and not after[TURN] and not after[self._moved]
        return after[ROUND] == before[ROUND] or is_next

    def nobody_sat_out(self, before: Cells, after: Sequence[Cells], piece: int) -> bool:
        """Whether the turn continues, or ends automatically with this piece: else a piece that could not move was skipped, or
        might have done something more."""
        layout = self.referee.table.layout
        others = [layout.moved + q for q in range(1, self.referee.table.seating.count) if q != piece]
        waiting = [cell for cell in others if not before[cell]]
        standing = itemgetter(TURN, ROUND, *waiting)
        then = standing(before)
        if all(standing(q) == then and q[layout.moved + piece] for q in after):
            return True
        ended = self.closes_by_itself and not waiting
        return ended and all(q[OVER] or (not q[TURN] and q[ROUND] == before[ROUND] + 1) for q in after)

    def fares_open(self, ticket: int | None) -> Callable[[Cells], Sequence[Ride]]:
        """The function that lists the fugitive's legal rides, with one kind of ticket or with any."""
        rides, referee = self._rides[FUGITIVE], self.referee
        if ticket is None:
            return lambda p: referee.rides(p, FUGITIVE)
        if rides.other:
            return lambda p: [ride for ride in referee.rides(p, FUGITIVE) if ride[0] == ticket]
        block, closed = rides.block, rides.closed
        return lambda p: block(p).paid(ticket, closed(p))

    # -- counting
    def perft(self, p: Cells, depth: int) -> int:
        """How many sequences of exactly so many legal moves there are; the last are counted, not played."""
        if depth == 0:
            return 1
        if depth == 1:
            return len(self._counted(p))
        return sum([self.perft(after, depth - 1) for after in self._after_each(p)])

    def _counted(self, p: Cells) -> tuple[Move, ...]:
        """Every legal move, however many there are: to count them takes less room than to show them."""
        if not self._multiplies:
            return self._listed(p)
        with self.referee.table.rules.budget.question(COUNTED):
            return self._whole(p)

    def _after_each(self, p: Cells) -> Iterable[Cells]:
        for move in self._counted(p):
            after = self.play(p, move)
            if after is not None:
                yield after


def _is_station(text: str) -> bool:
    return text.isdecimal() and len(text) < 7


def _means(move: Move) -> list[Means]:
    """The rides of a move as they are written."""
    return [(ticket or mode or "", to) for ticket, mode, to in move.legs]
