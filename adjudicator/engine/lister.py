"""Lists moves and plays them: the one way in which everybody does both.

Rides are looked up, not searched for. Where whole turns can be written out for a seating, they are (`turn_code.py`); where the
fugitive has nothing but rides and doubles, all of them are looked up at once (`spreads.py`); the rest goes through the
referee, ride by ride. `why_not` says what a table does not get, and why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any

from adjudicator.engine.blocks import Blocks, Means, Ride, is_open
from adjudicator.engine.budget import COUNTED, TooMany
from adjudicator.engine.conditions import Conditions
from adjudicator.engine.entries import Entries
from adjudicator.engine.identifiers import of_action
from adjudicator.engine.layout import LEFT, OVER, ROUND, TURN
from adjudicator.engine.moves import FirstEntries, Move
from adjudicator.engine.once_each import OnceEach
from adjudicator.engine.profiles import events_of_rides
from adjudicator.engine.referee import Referee
from adjudicator.engine.registry import Registry
from adjudicator.engine.seating import FUGITIVE
from adjudicator.engine.spreads import Spreads
from adjudicator.engine.steps import Act, Clause, Pass, Step, move_of
from adjudicator.engine.steps import Ride as RideStep
from adjudicator.engine.turn_code import TurnCode, why_not
from adjudicator.engine.turns import Cells
from adjudicator.rulebook.facts import step
from adjudicator.values import frozen

OF_LINE = step("mode", "passes")
LAST = 1  # entries left of a turn, when the next is its last: what is written out for rides hands the turn over


@frozen(eq=False, slots=False)
class Lister:
    referee: Referee

    # -- its parts
    @cached_property
    def conditions(self) -> tuple[Conditions, ...]:
        return tuple(Conditions(self.referee.table, k) for k in range(len(self.referee.table.profiles.every)))

    @cached_property
    def blocks(self) -> Blocks:
        return Blocks(self.referee.table, self.conditions)

    @cached_property
    def registry(self) -> Registry:
        return Registry(self.referee.table.seating)

    @cached_property
    def spreads(self) -> Spreads:
        return Spreads(self.referee, self.blocks)

    @cached_property
    def _entries(self) -> Entries:
        return Entries(self.referee, self.blocks, self.registry)

    @cached_property
    def why_not(self) -> dict[str, tuple[str, ...]]:
        """The fast ways that this table does not get, and why: turns written out, and whole turns of the fugitive looked up."""
        return {"turns": tuple(why_not(self.referee, self.conditions)), "doubles": self.spreads.why_not}

    @cached_property
    def _code(self) -> TurnCode | None:
        if self.why_not["turns"]:
            return None
        return TurnCode(self.referee, self.blocks, self.spreads.looked_at)

    def _compiled(
        self, source: Callable[[TurnCode], Iterable[str]], more: Mapping[str, Any] | None = None
    ) -> Mapping[str, Any]:
        assert self._code is not None
        lines = list(source(self._code))
        turns = self.referee.turns
        names = {
            **self.blocks.names,
            **self._code.shelves,
            "NOBODY": [0] * self.referee.table.seating.count,
            "settle": turns.settle, "closed": turns.closed, "may_act": turns.may_act, "release": turns.release,
            "gone_on": turns.gone_on,
            "SPREADS": self.spreads.by_cells, "spreads": self.spreads.at, "is_open": is_open,
            "RIDDEN": events_of_rides((FUGITIVE,)),
            "listed": self._listed, "of_fugitive": self._of_fugitive, "more": self._more,
            "after_entry": self._entries.after_entry,
            **(more or {}),
        }  # fmt: skip
        return self.referee.table.compiled(lines, "turns", names)

    @cached_property
    def _playing(self) -> Mapping[str, Any]:
        return self._compiled(TurnCode.playing)

    # -- listing
    @cached_property
    def _every(self) -> Callable[[Cells], tuple[Move, ...]]:
        """The function that lists the moves of the side whose turn it is."""
        return self._listed if self._code is None else self._compiled(TurnCode.listing)["moves"]

    @cached_property
    def _multiplies(self) -> bool:
        """Whether there can be too many moves, so that they are counted: an action asks for a choice, or a turn of the
        fugitive can be more than a double."""
        return not self.spreads.looked_at or any(action.choices for action in self.referee.table.rulebook.actions.values())

    @cached_property
    def moves(self) -> Callable[[Cells], tuple[Move, ...]]:
        """Lists every legal move, losing ones left out; `FirstEntries`, where these are too many."""
        return (lambda p: self.moves_in((p,))) if self._multiplies else self._every

    def moves_in(self, worlds: Sequence[Cells]) -> tuple[Move, ...]:
        """The same for several positions; what is listed in more than one of them comes more than once."""
        budget = self.referee.table.budget
        try:
            with budget.question():
                return tuple([move for p in worlds for move in self._whole(p)])
        except TooMany:
            with budget.question():
                return FirstEntries([move for p in worlds for move in self._first_entries(p)])

    def _whole(self, p: Cells) -> tuple[Move, ...]:
        """Every legal move, with turns to their end."""
        if self.registry.is_full:
            self._make_room()
        return self._every(p)

    def _first_entries(self, p: Cells) -> list[Move]:
        return self.registry.moves(self.referee.moves(p, short=True))

    def _make_room(self) -> None:
        """Forget all moves at once, and only before a listing: what was listed last can be played without listing it again."""
        self.registry.clear()
        self._entries.tails.clear()
        self._passing.clear()
        for *_, known in self._abilities:
            known.clear()

    def _listed(self, p: Cells) -> tuple[Move, ...]:
        """The same without turns that are written out."""
        if p[OVER]:
            return ()
        turns, found = self.referee.turns, self._now(p)
        if turns.optional[turns.side(p)] and turns.is_closable(p):
            later = turns.closed(p)
            if not later[OVER]:
                then = self._now(later) if turns.is_his_to_begin(later) else self._listed(later)
                found += self._of_later(p, then, found)
        return tuple(found)

    def _of_later(self, p: Cells, then: Sequence[Move], found: Sequence[Move]) -> list[Move]:
        """The moves that close this turn: of the side that comes next, all; of the same side, those that cannot mean this
        turn, as one does in a record that is listed in it or belongs to it."""
        pieces, is_his = self._pieces, self.referee.turns.side(p) == "fugitive"
        of_this = [(pieces[move.piece] == FUGITIVE) == is_his for move in then]
        now = set(found) if any(of_this) else ()
        both = zip(then, of_this, strict=True)
        return [move for move, same in both if not same or (move not in now and not self._is_turn_of(p, move))]

    def _now(self, p: Cells) -> list[Move]:
        """The legal moves of this turn, without those that would close it."""
        return self._of_fugitive(p) if self.referee.turns.side(p) == "fugitive" else self._of_pursuers(p)

    def _is_turn_of(self, p: Cells, move: Move) -> bool:
        """Whether a move of the side whose turn it is would be played in this turn, legal or not."""
        clause = self.registry.clause(move.notation)
        if clause is None:  # a ride, or a turn of the fugitive
            return self.referee.may_enter(p, self._pieces[move.piece])
        return self.referee.is_turn_of(p, clause)

    def _rides(self, p: Cells, q: int) -> Sequence[Move]:
        k = self.referee.table.profiles.of[q]
        if not self.conditions[k].is_sorted:
            return self.registry.rides(q, self.referee.rides(p, q))
        block = self.blocks.block(q, p[self.referee.table.layout.station + q], self.blocks.opened[k](p, q))
        return block.cuts[block.mask & self.blocks.closed[k](p, q)]

    def _of_pursuers(self, p: Cells) -> list[Move]:
        found = [move for q in self.referee.turns.waiting(p) for move in self._rides(p, q)]
        if self.referee.turns.optional["pursuers"]:
            found += self._more(p)
        return found

    def _more(self, p: Cells) -> list[Move]:
        """Optional steps of pursuers: further rides, passing, actions during their turn."""
        referee = self.referee
        found = list[Move]()
        rambling = referee.turns.able_to_ramble(p) if referee.turns.ramblers else ()
        if rambling:
            found += [move for q in rambling for move in self._rides(p, q)]
            found += [self._passing[q] for q in rambling if referee.turns.can(p, q)]
        for q, name, legal, known in self._abilities:
            for chosen in legal(p, q):
                move = known.get(chosen)
                if move is None:
                    move = known[chosen] = self.registry.move(Clause(q, (Act(q, name, chosen),)))
                found.append(move)
        return found

    @cached_property
    def _passing(self) -> OnceEach:
        """The move of each piece by which it passes."""
        return OnceEach(lambda q: self.registry.move(Clause(q, (Pass(q),))))

    @cached_property
    def _abilities(self) -> list[tuple[int, str, Any, dict[tuple[object, ...], Move]]]:
        """The actions of the pursuers' turn, the hook that lists their choices, and the moves as far as they are known."""
        return [(q, name, legal, {}) for q, name, legal in self.referee.takers["during turn"] if q]

    def _of_fugitive(self, p: Cells) -> list[Move]:
        referee, k = self.referee, self.referee.table.profiles.of[FUGITIVE]
        if not self.conditions[k].is_sorted:
            return self.registry.moves(referee.of_fugitive(p))
        if self.spreads.looked_at and not p[LEFT]:
            if not referee.entry_due(p):
                return []
            spread = self.spreads.at(p)[p[referee.table.layout.station]]
            found = list(spread.left(self.blocks.closed[k](p, FUGITIVE)))
        else:
            found = self._entries.moves(p) + self.registry.moves(referee.beside_entries(p))
        if p[LEFT] or FUGITIVE not in referee.turns.ramblers:
            return found
        return found + self.registry.moves(referee.passes(p))

    # -- playing
    @cached_property
    def named(self) -> list[Callable[[Cells, Means], Ride | None]]:
        """For each piece: the ride that is written so, if it is one that it may take now."""
        names = self._compiled(TurnCode.naming)
        return [names[f"named_{q}"] for q in range(self.referee.table.seating.count)]

    @cached_property
    def plays(self) -> list[Callable[[Cells, int, Ride], Cells]]:
        """For each piece: the position after a legal ride, with all that follows automatically."""
        return [self._playing[f"play_{k}"] for k in self.referee.table.profiles.of]

    @cached_property
    def took(self) -> list[Callable[[Cells, Means], int | None]]:
        """For each piece: makes the ride that is written so, on this position, before it is asked who else can move. Gives the
        fields of it that the table sees; None, and nothing has changed, if it is not one that the piece may take now."""
        names = self._compiled(TurnCode.replaying)
        return [names[f"took_{q}"] for q in range(self.referee.table.seating.count)]

    @property
    def settled(self) -> Callable[[Cells], Cells]:
        """The position with all that follows automatically after rides that were taken, where turns close by themselves."""
        return self._playing["settled"]  # type: ignore[no-any-return]

    @cached_property
    def taken(self) -> Mapping[str, Callable[[Cells, str], Cells | None]]:
        """For each piece, by its name: the position after a ride that a listing would write so, if it may take it now."""
        if not self.takes_at_word:
            return {}
        plays = zip(self.referee.table.profiles.of, self.plays, strict=True)
        names = self._compiled(TurnCode.taking, {f"play_{k}": play for k, play in plays})
        return {piece: names[f"taken_{q}"] for piece, q in self._pieces.items()}

    @cached_property
    def takes_at_word(self) -> bool:
        """Whether what is written can be looked up: turns are written out, and the line that a block gives a ride is the one
        that it takes. Only one that is cut off may take another."""
        return self._code is not None and not (self.lines_matter and any(one.cuts for one in self.conditions))

    @cached_property
    def takes_in_place(self) -> bool:
        """Whether a ride of a pursuer that is taken in his turn changes the position itself: not where by that the turn goes on
        to another person, which others may have left open."""
        turns = self.referee.turns
        return self.takes_at_word and not (turns.optional["pursuers"] and turns.order([]) is not None)

    def doubled(self, p: Cells, said: Sequence[Means], action: str) -> Cells | None:
        """The position after the two rides of a turn action that are written so, if that is legal. None only means: ask
        somebody else."""
        if not self.takes_at_word:
            return None
        if self.closes_by_itself and action in self._doubles:
            found = self.entered(p, said, action)
            return None if found is None else self.settled(found[0])
        begun = self._begun(p, said, action)
        return None if begun is None else self.plays[FUGITIVE](begun[0], FUGITIVE, begun[1])

    def entered(self, p: Cells, said: Sequence[Means], action: str) -> tuple[Cells, tuple[int, ...]] | None:
        """The position after a double of the fugitive that is written so, before it is asked who else can move, and the fields
        of each entry that the table sees; None, if it is not legal. Where a turn is over with its last ride."""
        hooks = self._doubles.get(action) if len(said) == 2 else None
        return None if hooks is None else self._doubled(p, *hooks, *said)

    @cached_property
    def _doubled(self) -> Callable[..., tuple[Cells, tuple[int, ...]] | None]:
        return self._compiled(TurnCode.doubling)["doubled"]  # type: ignore[no-any-return]

    @cached_property
    def _doubles(self) -> dict[str, tuple[Any, Any]]:
        """The turn actions that are two rides and do not end the game by themselves: who may take each, and how it begins."""
        table = self.referee.table
        found = [one for one in table.actions_at("turn") if self.spreads.looked_at and not table.ends_by(one)]
        return {one.id: (table.hooks[of_action("legal", one.id)], table.hooks[of_action("do", one.id)]) for one in found}

    def entered_by(self, p: Cells, move: Move) -> tuple[Cells, tuple[int, ...]] | None:
        """The position after a move of his, with all that follows automatically, and the fields of each entry that the table
        sees; None where a turn of his may be more than its rides."""
        if not (self.closes_by_itself and self.takes_at_word) or len(move.legs) != 1 + len(move.actions):
            return None
        if move.actions:
            found = self.entered(p, _means(move), move.actions[0])
            return None if found is None else (self.settled(found[0]), found[1])
        after = p[:]
        seen = self.took[FUGITIVE](after, _means(move)[0])
        return None if seen is None else (self.settled(after), (seen,))

    def _begun(self, p: Cells, said: Sequence[Means], action: str) -> tuple[Cells, Ride] | None:
        """The position after the first ride of a turn action, and the second ride."""
        if not self.spreads.looked_at or p[OVER] or p[LEFT] or p[TURN] or p[self.referee.table.layout.moved]:
            return None
        found = self._double(p, action, said)
        if found is None:
            return None
        act, first, second = found
        return self.referee.ride(self.referee.step(p, act), RideStep(FUGITIVE, *first)), second

    def _double(self, p: Cells, action: str, said: Sequence[Means]) -> tuple[Act, Ride, Ride] | None:
        """The steps of a double of the fugitive that is written so, if it is open to him; he must have spreads."""
        closed = self.blocks.closed[self.referee.table.profiles.of[FUGITIVE]](p, FUGITIVE)
        return self.spreads.double(p, action, said, closed)

    def _is_double(self, move: Move) -> bool:
        """Whether a move may be one of the doubles that the fugitive's spreads have."""
        is_his = len(move.actions) == 1 and len(move.legs) == 2 and self._pieces.get(move.piece) == FUGITIVE
        return is_his and bool(self.spreads.looked_at)

    def claimed(self, p: Cells, move: Move) -> Cells | None:
        """The position after a ride or a double, which may have been listed in another position, if that is legal."""
        notation, piece, legs, actions = move
        if len(actions) == 1 and len(legs) == 2 and self._pieces.get(piece) == FUGITIVE:
            return self.doubled(p, _means(move), actions[0])
        take = self.taken.get(piece)
        return None if take is None else take(p, notation)

    @cached_property
    def _pieces(self) -> Mapping[str, int]:
        return self.referee.table.seating.pieces

    def play(self, p: Cells, move: Move) -> Cells | None:
        """The position after a move that was listed in this position; None if it is not remembered any more."""
        if self._code is not None and not self.lines_matter and p[LEFT] <= LAST:
            known = self.blocks.single.get(move.notation)
            if known is not None:
                piece, ride = known
                return self.plays[piece](p, piece, ride)
        after = self.claimed(p, move)
        if after is not None:
            return after
        clause = self.clause(p, move)
        return None if clause is None else self._played(p, clause)

    def clause(self, p: Cells, move: Move) -> Clause | None:
        """The steps of a move that was listed in this position."""
        known = self.registry.clause(move.notation)
        if known is not None:
            return known
        single = self.blocks.single.get(move.notation)
        if single is not None:
            piece, ride = single
            return Clause(piece, (RideStep(piece, *ride),))
        double = self._double(p, move.actions[0], _means(move)) if self._is_double(move) else None
        if double is not None:
            act, first, second = double
            return Clause(FUGITIVE, (act, RideStep(FUGITIVE, *first), RideStep(FUGITIVE, *second)))
        every = self.referee.moves(p)
        return next((one for one in every if move_of(one, self.referee.table.seating) == move), None)

    def _played(self, p: Cells, clause: Clause) -> Cells:
        *before, last = clause.steps
        p = self.referee.ready(p, clause)
        if self._code is None or not isinstance(last, RideStep) or self.lines_matter:
            return self.referee.played(p, self._as_here(p, clause))
        for one in before:
            p = self.referee.step(p, one)
            if p[OVER]:
                return p
        if p[LEFT] > LAST:
            return self.referee.turns.settle(self.referee.step(p, last))
        return self.plays[clause.piece](p, clause.piece, (last.ticket, last.mode, last.to))

    def _as_here(self, p: Cells, clause: Clause) -> Clause:
        """The clause by the lines it takes from where its piece stands: it names its ticket, and that may pay for several."""
        if not self.lines_matter:
            return clause
        steps = list[Step]()
        for one in clause.steps:
            if steps:
                p = self.referee.step(p, steps[-1])
            if isinstance(one, RideStep):
                ways = (way for way in self.referee.rides(p, one.piece) if (way[0], way[2]) == (one.ticket, one.to))
                one = RideStep(one.piece, *next(ways, (one.ticket, one.mode, one.to)))
            steps.append(one)
        return Clause(clause.piece, tuple(steps))

    @cached_property
    def lines_matter(self) -> bool:
        """Whether anything that follows a ride hangs on the line it took."""
        table = self.referee.table
        if table.layout.last_line:
            return True
        for profile in table.profiles.every:
            events = events_of_rides(profile)
            nodes = [one for _, one in (*table.frame.reactions_to(events, profile), *table.frame.wins_after(events, profile))]
            if any(table.rulebook.facts.reads(node) & OF_LINE for node in nodes):
                return True
        return False

    # -- many worlds at once
    @cached_property
    def closes_by_itself(self) -> bool:
        """Whether a turn is over when all have moved: the judge has to look at optional actions."""
        return self._code is not None and not any(self.referee.turns.optional.values())

    @property
    def is_written_out(self) -> bool:
        """Whether turns are written out, so that many worlds can go through them at once."""
        return self._code is not None

    @property
    def handed(self) -> Callable[[Cells], Cells]:
        """The position after a turn of the fugitive in which he has moved."""
        return self._playing["handed"]  # type: ignore[no-any-return]

    def played(self, worlds: list[Cells], piece: int, said: Means, ride: Ride) -> Sequence[Cells]:
        """The positions after a pursuer's ride that is legal in the first of many worlds: what a pursuer may do depends on
        nothing hidden, so in one world as in all. Fewer, where it is not; none, where it is not the pursuers' turn in all."""
        if not all(map(itemgetter(TURN), worlds)):
            return ()
        play, named = self.plays[piece], self.named[piece]
        if self.lines_matter:
            return [play(p, piece, own) for p in worlds if (own := named(p, said)) is not None]
        return [play(p, piece, ride) for p in worlds]

    def is_as_usual(self, before: Cells, after: Cells) -> bool:
        """Whether the pursuers' turn has become this by itself: it continues, or the next round has begun and the fugitive has
        not had to sit out."""
        is_next = after[ROUND] == before[ROUND] + 1 and not after[TURN] and not after[self.referee.table.layout.moved]
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
        rides = self.referee.rides
        if ticket is None:
            return lambda p: rides(p, FUGITIVE)
        if self._code is not None:
            fares = self._fares
            return lambda p: fares(p, ticket)
        return lambda p: [ride for ride in rides(p, FUGITIVE) if ride[0] == ticket]

    @cached_property
    def _fares(self) -> Callable[[Cells, int], Sequence[Ride]]:
        return self._compiled(TurnCode.fares)["fares"]  # type: ignore[no-any-return]

    # -- counting
    def perft(self, p: Cells, depth: int) -> int:
        """How many sequences of exactly so many legal moves there are; the last are counted, not played."""
        if depth == 0:
            return 1
        if depth == 1:
            return self._count(p)
        if depth == 2 and self.closes_by_itself:
            return self._tallied(p)
        return sum([self.perft(after, depth - 1) for after in self._after_each(p)])

    def _counted(self, p: Cells) -> tuple[Move, ...]:
        """Every legal move, however many there are: to count them takes less room than to show them."""
        with self.referee.table.budget.question(COUNTED):
            return self._whole(p)

    def _after_each(self, p: Cells) -> Iterable[Cells]:
        for move in self._counted(p):
            after = self.play(p, move)
            if after is not None:
                yield after

    def _tallied(self, p: Cells) -> int:
        """How many sequences of two legal moves there are."""
        found, single, tallies = 0, self.blocks.single, self._tallies
        for move in self._counted(p):
            known = None if self.lines_matter else single.get(move.notation)
            if known is not None:
                piece, ride = known
                found += tallies[piece](p, piece, ride)
            else:
                after = self.play(p, move)
                found += 0 if after is None else self._count(after)
        return found

    @cached_property
    def _counting(self) -> Mapping[str, Any]:
        return self._compiled(TurnCode.counting)

    @cached_property
    def _tallies(self) -> list[Callable[[Cells, int, Ride], int]]:
        """For each piece: how many moves there are after a legal ride."""
        return [self._counting[f"tally_{k}"] for k in self.referee.table.profiles.of]

    @cached_property
    def _count(self) -> Callable[[Cells], int]:
        """How many moves there are."""
        return self._counting["count"] if self._code is not None else lambda p: len(self._counted(p))


def _means(move: Move) -> list[Means]:
    """The rides of a move as they are written."""
    return [(ticket or mode or "", to) for ticket, mode, to in move.legs]
