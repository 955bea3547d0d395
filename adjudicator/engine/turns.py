"""Rounds and turns: whose turn it is, which pieces wait, sit out or pass, and when the game is over. It knows no edition, only
the hooks.

A turn is over when every piece that must move has moved or cannot, and every piece that may do something more has done it or
passed; or when the other side acts, once no piece has to move that can. A piece that cannot move *now* waits while its side may
still do something, for that may free it; if it cannot when the turn closes, it has stayed. `close` is the one place where a
turn ends.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection
from functools import cached_property
from typing import Any

from adjudicator.engine.effects import done
from adjudicator.engine.expressions import NOBODY, Constant, Spot, Step, Value, step_of
from adjudicator.engine.layout import ENTRIES, LEFT, OVER, PASSED, ROUND, STAYED, TURN, Cells
from adjudicator.engine.rules import Ends, Rules
from adjudicator.engine.table import Table
from adjudicator.engine.unknown import decide
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import NOW
from adjudicator.rulebook.model import Action, Rule
from adjudicator.values import frozen

ANYBODY = Spot(NOBODY, written=True)
PATIENCE = 400  # the most turns in which no piece moves, for a variant without an ending for such a game
Notes = list[tuple[str, Any]]  # facts that a step made public or left open, in order
Moment = Callable[[Cells, Notes | None], None]  # the start or end of a turn or a round, which changes a position


@frozen(eq=False, slots=False)
class Turns:
    table: Table
    complete: bool = True  # False: some data are unknown, so endings are tested carefully
    endless: bool = False  # no ending is tested: for what a table played that did not notice the end

    # -- the structure that rules declare
    @cached_property
    def sides(self) -> tuple[str, ...]:
        return self.table.rulebook.facts.sides

    def order(self, p: Cells) -> tuple[tuple[int, ...], ...] | None:
        """The pursuers in the order of their turn, grouped by person; None if they move in any order."""
        return self._order_now(p) if self._order_changes else self._fixed_order

    @cached_property
    def _order_changes(self) -> bool:
        return self.table.rulebook.facts.changes_order

    @cached_property
    def _fixed_order(self) -> tuple[tuple[int, ...], ...] | None:
        orders = self.table.rulebook.facts.orders
        return self._seats_in(orders[-1].order) if orders else None

    def _seats_in(self, order: str) -> tuple[tuple[int, ...], ...] | None:
        groups = self.table.seating.groups
        return None if order == "any" else groups[::-1] if order == "reverse" else groups

    def _order_now(self, p: Cells) -> tuple[tuple[int, ...], ...] | None:
        orders = self.table.rulebook.facts.orders
        holds = (one for one in reversed(orders) if one.when is None or self._asked(one.when, p))
        one = next(holds, None)
        groups = None if one is None else self._seats_in(one.order)
        if one is None or groups is None or one.first is None:
            return groups
        piece = self._asked(one.first, p)
        at = next((number for number, group in enumerate(groups) if piece in group), 0)
        return (*groups[at:], *groups[:at])

    def _asked(self, node: t.Expression, p: Cells) -> Any:
        return self.table.value_of(node, ANYBODY)(p, step_of(entry=p[ENTRIES]))

    @cached_property
    def optional(self) -> dict[str, bool]:
        """By side: whether it has optional moves or actions in its turn."""
        found = {side: bool(actors) for side, actors in self._actors.items()}
        for q in self.ramblers:
            found[self.table.seating.side(q)] = True
        return found

    @cached_property
    def _actors(self) -> dict[str, set[int]]:
        """By side: the pieces with actions after an entry or during the turn."""
        found = {side: set[int]() for side in self.sides}
        for action in self.table.actions_at("after entry", "during turn"):
            for q in self.table.actors(action):
                found[self.table.seating.side(q)].add(q)
        return found

    @cached_property
    def ramblers(self) -> tuple[int, ...]:
        """The pieces that may, at some time, move more often than they must."""
        return tuple(q for q in range(self.table.seating.count) if not self._is_bound(q))

    def _is_bound(self, q: int) -> bool:
        """Whether a piece never may move more often than it must: its last two statements have the same number."""
        least, most = self._times(t.MustMove, q, 0), self._times(t.MayMove, q, 1)
        if self._may_pass(q):
            return False
        if isinstance(least, t.Number) and isinstance(most, t.Number):
            return most.value <= least.value
        return least == most

    def _times(self, kind: type[t.MustMove] | type[t.MayMove], q: int, default: int) -> t.Expression:
        """The number of moves that a piece must or may make, from the last statement about it."""
        found = [one for _, one in self.table.rulebook.statements(kind) if isinstance(one, t.MustMove | t.MayMove)]
        own = [one.times for one in found if q in self.table.seating.members(one.who)]
        return own[-1] if own else t.Number(default)

    def moves_once(self, q: int) -> bool:
        """Whether a piece never moves more than once in a turn, except by a turn action."""
        return self.most(q) == 1

    def most(self, q: int) -> int | None:
        """The number of moves that a piece may make in a turn; None if that changes."""
        times = self._times(t.MayMove, q, 1)
        return times.value if isinstance(times, t.Number) else None

    def _may_pass(self, q: int) -> bool:
        """Whether some rule may let a piece pass that has to move."""
        found = [one for _, one in self.table.rulebook.statements(t.MayPass) if isinstance(one, t.MayPass)]
        return any(q in self.table.seating.members(one.who) for one in found)

    @cached_property
    def _musts(self) -> list[tuple[int, int, int]] | None:
        """The pursuers who must move, with the cells of their moves and the numbers they must make; None if these change."""
        found, moved = list[tuple[int, int, int]](), self.table.layout.moved
        for q in range(1, self.table.seating.count):
            times = self._times(t.MustMove, q, 0)
            if not isinstance(times, t.Number) or self._may_pass(q):
                return None
            if times.value:
                found.append((q, moved + q, times.value))
        return found

    @cached_property
    def most_closed(self) -> int:
        """The most turns that one clause may close before its own: two rounds of turns in which nothing is written."""
        return 2 * len(self.sides)

    def side(self, p: Cells) -> str:
        return self.sides[p[TURN]]

    # -- who is to move
    def waiting(self, p: Cells) -> tuple[int, ...]:
        """The pursuers one of whom moves next: all that have still to move, or those of the person whose turn it is."""
        if self._fixed_order is None and not self._order_changes:
            return tuple(self._unmoved(p))
        groups = self._groups(p)
        if len(groups) > 1 and self.optional["pursuers"]:  # a person who cannot move now lets the next one act
            return next((mine for mine in groups if any(self.can(p, q) for q in mine)), groups[0])
        return groups[0] if groups else ()

    def _groups(self, p: Cells) -> list[tuple[int, ...]]:
        """The pursuers who have still to move: in groups by person in seat order, or in one group."""
        unmoved = self._unmoved(p)
        order = self.order(p) if unmoved else None
        if order is None:
            return [tuple(unmoved)] if unmoved else []
        return [mine for group in order if (mine := tuple(q for q in group if q in unmoved))]

    @cached_property
    def passes_over(self) -> bool:
        """Whether pursuers move in seat order, and a piece that cannot move is skipped while the turn stays open."""
        return self.optional["pursuers"] and (self._order_changes or self._fixed_order is not None)

    def gone_on(self, p: Cells, piece: int, notes: Notes | None = None) -> Cells:
        """The position when a piece is about to move: in seat order, pieces before it that cannot move miss their turn."""
        order = self.order(p) if self.passes_over and piece else None  # the fugitive skips no piece
        if order is None:
            return p
        before = itertools.takewhile(lambda group: piece not in group, order)
        owing = set(self._unmoved(p)).intersection(*[itertools.chain(*before)])
        missed = [q for q in sorted(owing) if not self.can(p, q)]
        p = p[:] if missed else p
        for q in missed:
            self.stay(p, q, notes)
        return p

    def _unmoved(self, p: Cells) -> list[int]:
        """Pursuers on the board who have moved less often than they must."""
        layout = self.table.layout
        if self._musts is not None:
            unmoved = [q for q, cell, must in self._musts if p[cell] < must]
        else:
            moved = layout.moved
            unmoved = [q for q in range(1, self.table.seating.count) if p[moved + q] < self.must(p, q)]
        if self.table.rulebook.facts.removes:
            unmoved = [q for q in unmoved if p[layout.station + q] != self.table.seating.off]
        return unmoved

    def due(self, p: Cells) -> tuple[int, ...]:
        """The pieces that have to move now and can."""
        if p[OVER]:
            return ()
        if self.side(p) == "fugitive":
            layout = self.table.layout
            if p[LEFT] or p[layout.moved] < self.must(p, 0):
                return (0,) if p[LEFT] or self.can(p, 0) else ()
            return ()
        return tuple(q for q in self.waiting(p) if self.can(p, q))

    def owed(self, p: Cells) -> list[tuple[Rule, t.MustAct]]:
        """The actions that the side whose turn it is still has to take and can, with their rules."""
        if p[OVER] or not self._must_act:
            return []
        side = self.side(p)
        mine = [(rule, one) for rule, one in self._must_act if self._side_of(one) == side]
        due = [(rule, one) for rule, one in mine if one.when is None or self._asked(one.when, p)]
        return [(rule, one) for rule, one in due if self._asked(one.owed, p)]

    @cached_property
    def _must_act(self) -> list[tuple[Rule, t.MustAct]]:
        return [(rule, one) for rule, one in self.table.rulebook.statements(t.MustAct) if isinstance(one, t.MustAct)]

    def _side_of(self, one: t.MustAct) -> str:
        members = self.table.seating.members(one.who)
        return self.table.seating.side(members[0]) if members else ""

    def able_to_pay(self, p: Cells) -> tuple[int, ...]:
        """The pieces that can take an action that their side still owes."""
        found = [(q, one.owed.action) for _, one in self.owed(p) for q in self.table.seating.members(one.who)]
        return tuple(dict.fromkeys(q for q, action in found if self.table.rules.action(action).legal(p, q)))

    @property
    def rules(self) -> Rules:
        """The rules, read carefully if data are unknown."""
        return self.table.rules if self.complete else self.table.rules.careful

    def must(self, p: Cells, piece: int) -> int:
        """How often a piece must move in its turn."""
        often = self._least[piece]
        return often if type(often) is int else int(often(p, self._step(p, piece)))  # type: ignore[operator]

    def may(self, p: Cells, piece: int) -> int:
        """How often a piece may move in its turn."""
        often = self._most[piece]
        return often if type(often) is int else int(often(p, self._step(p, piece)))  # type: ignore[operator]

    @cached_property
    def _least(self) -> list[int | Value]:
        """By piece, how often it must move: a number if it is constant, otherwise a function."""
        return [one.value if isinstance(one, Constant) else one for one in self.table.rules.must]

    @cached_property
    def _most(self) -> list[int | Value]:
        return [one.value if isinstance(one, Constant) else one for one in self.table.rules.may]

    def _step(self, p: Cells, piece: int) -> Step:
        return step_of(piece, p[self.table.layout.station + piece], p[ENTRIES])

    @cached_property
    def can(self) -> Callable[[Cells, int], bool]:
        """Tells whether a piece can move; if that is unknown, it counts as able."""
        return self._can if self.complete else lambda p, piece: self._able(p, piece) is not False

    def surely_can(self, p: Cells, piece: int) -> bool:
        """Whether a piece can move for every possible value of unknown data."""
        return self._can(p, piece) if self.complete else self._able(p, piece) is True

    def _able(self, p: Cells, piece: int) -> bool | None:
        return decide(lambda p: self._can(p, piece), p, self.table.rules.budget).answer

    @cached_property
    def _can(self) -> Callable[[Cells, int], bool]:
        return self.rules.able(NOW)

    # -- going on
    def settle(self, p: Cells, notes: Notes | None = None, patient: bool = False) -> Cells:
        """Let pieces sit out that cannot move any more, and close turns with nothing left to do. Changes `p` and returns it.

        With `patient`, the turn stays open while optional actions exist, even if none is legal at this moment.
        """
        for _ in range(PATIENCE):
            if p[OVER]:
                return p
            if p[TURN] == self.his:
                if self._his_goes_on(p, notes):
                    return p
            elif self._theirs_goes_on(p, notes, patient):
                return p
            self.close(p, notes)
        return p

    @cached_property
    def his(self) -> int:
        """The number of the fugitive's turn in a round."""
        return self.sides.index("fugitive")

    @cached_property
    def _his_goes_on(self) -> Callable[[Cells, Notes | None], bool]:
        """Tells whether the fugitive must or may still do something. His turn is not closed merely because he can do nothing
        more, which would be a hint: the answer depends only on what everyone may know."""
        moved, endless, at_any_time = self.table.layout.moved, self.endless, self._acts_at_any_time
        must, may, can, acts = self.must, self.may, self.can, bool(self._actors["fugitive"])

        def goes_on(p: Cells, notes: Notes | None) -> bool:
            if p[LEFT]:
                return True
            if p[moved] < must(p, 0):
                if endless or can(p, 0):  # a fugitive who was shut in and did not say so seemed to move
                    return True
                if not at_any_time:
                    self.stay(p, 0, notes)
            return acts or p[moved] < may(p, 0)

        return goes_on

    @cached_property
    def _acts_at_any_time(self) -> bool:
        """Whether the fugitive has an action during his turn that needs no entry, so that he may yet become able to move."""
        return any(0 in self.table.actors(action) for action in self.table.actions_at("during turn"))

    def _theirs_goes_on(self, p: Cells, notes: Notes | None, patient: bool) -> bool:
        """Whether a pursuer has still to move and can, or may do something more. Those who cannot move any more sit out."""
        if self.somebody_can(p):  # nearly always, and then nothing has to be sorted
            return True
        if self._have_moved(p):
            return self._leaves_open(p, patient)
        for group in self._groups(p):
            if any(self.can(p, q) for q in group) or self._leaves_open(p, patient):
                return True
            for q in group:
                self.stay(p, q, notes)
        return self._leaves_open(p, patient)

    def _have_moved(self, p: Cells) -> bool:
        """Whether all pursuers have moved as often as they must; False also if that cannot be seen quickly."""
        if self._musts is None:
            return False
        for _, cell, must in self._musts:  # noqa: SIM110  # a generator takes longer than the question
            if p[cell] < must:
                return False
        return True

    def somebody_can(self, p: Cells) -> bool:
        """Whether one of the pursuers who come next can move; False also if that cannot be seen quickly."""
        for group in self._riders:
            waits = False
            for cell, must, can in group:
                if p[cell] < must:
                    if can(p):
                        return True
                    waits = True
            if waits:
                break
        return False

    @cached_property
    def _riders(self) -> list[list[tuple[int, int, Callable[[Cells], bool]]]]:
        """For the pieces of `in_groups`: the cell of their moves, the number they must make, and whether each can ride."""
        can = self.table.rules.of_each(NOW)
        return [[(cell, must, can[q]) for q, cell, must in group] for group in self.in_groups or ()]

    @cached_property
    def in_groups(self) -> list[list[tuple[int, int, int]]] | None:
        """The pursuers who must move, each with the cell of its moves and their number, in groups by person in the order of
        their turn or in one group; None if any of this may change, data are unknown, or pieces leave the board."""
        if not self.complete or self._order_changes or self.table.rulebook.facts.removes or self._musts is None:
            return None
        order = self._fixed_order or [tuple(q for q, _, _ in self._musts)]
        found = [[one for one in self._musts if one[0] in group] for group in order]
        return [group for group in found if group]

    def _leaves_open(self, p: Cells, patient: bool) -> bool:
        return self.optional["pursuers"] and (patient or self.may_act(p))

    def may_act(self, p: Cells) -> bool:
        """Whether some pursuer may still do something, as far as everyone knows, so that closing the turn reveals nothing.
        Always true if there are actions that not everyone sees."""
        if self._acts_unseen:
            return True
        for q, legal in self._abilities:
            if legal(p, q):
                return True
        return any(q and self.can(p, q) for q in self.able_to_ramble(p))

    def able_to_ramble(self, p: Cells) -> list[int]:
        """The pieces of the side to move that have moved as often as they must and may move once more, or pass."""
        moved, mine = self.table.layout.moved, self._ramblers_of[p[TURN]]
        return [q for q in mine if p[moved + q] < self.may(p, q) and self.must(p, q) <= p[moved + q]]

    @cached_property
    def _ramblers_of(self) -> list[tuple[int, ...]]:
        side = self.table.seating.side
        return [tuple(q for q in self.ramblers if side(q) == one) for one in self.sides]

    @cached_property
    def _abilities(self) -> list[tuple[int, Any]]:
        """For each action of pursuers during their turn and each of its pieces: the function that lists its choices."""
        found = self._actions_of_pursuers
        return [(q, self.table.rules.action(a.id).legal) for a in found for q in self.table.actors(a) if q]

    @cached_property
    def _acts_unseen(self) -> bool:
        """Whether a pursuer has an action during the turn that some player does not see. Then the turn must be ended
        explicitly."""
        return any(action.id in self.table.rulebook.facts.unseen for action in self._actions_of_pursuers)

    @cached_property
    def _actions_of_pursuers(self) -> list[Action]:
        return [action for action in self.table.actions_at("during turn") if any(self.table.actors(action))]

    def is_his_to_begin(self, p: Cells) -> bool:
        """Whether it is the fugitive's turn and he has not moved: only he can end that turn."""
        return self.side(p) == "fugitive" and not p[LEFT] and not p[self.table.layout.moved]

    def is_closable(self, p: Cells) -> bool:
        """Whether nothing compulsory is left in this turn."""
        if p[OVER] or p[LEFT]:
            return False
        if self.side(p) == "fugitive":
            return not self.due(p) and not self.owed(p)
        if self.somebody_can(p) or self.owed(p):
            return False
        return not any(self.can(p, q) for q in self.waiting(p))

    def closed(self, p: Cells, notes: Notes | None = None) -> Cells:
        """The position after the side to move ends its turn."""
        p = p[:]
        self.close(p, notes)
        return self.settle(p, notes)

    def stay(self, p: Cells, piece: int, notes: Notes | None = None) -> None:
        """Let a piece sit out that has to move and cannot."""
        p[self.table.layout.moved + piece] |= STAYED
        self.table.rules.happens(p, piece, "stay")
        if notes is not None:
            notes.append(("stays", (piece, p[:])))

    def let_pass(self, p: Cells, piece: int) -> None:
        """Let a piece pass that may move and does not want to, whether or not the record says so."""
        p[self.table.layout.moved + piece] |= PASSED
        self.table.rules.happens(p, piece, "pass")

    def close(self, p: Cells, notes: Notes | None = None) -> None:
        """End this turn and begin the next; after the last turn, a new round."""
        if self.is_optional[p[TURN]]:
            self.release(p, notes)
        end = self._ends_of_turn[p[TURN]]
        if end is not None:
            end(p, notes)
        if not p[OVER]:
            self._after_turn(p, notes)

    @cached_property
    def is_optional(self) -> list[bool]:
        """By turn of a round, whether something in it is optional. If not, every piece has moved or sat out when it ends."""
        return [self.optional[side] for side in self.sides]

    def _after_turn(self, p: Cells, notes: Notes | None) -> None:
        self._forget_moves(p)
        p[LEFT] = 0
        p[TURN] += 1
        if p[TURN] < len(self.sides):
            start = self._starts_of_turn[p[TURN]]
            if start is not None:
                start(p, notes)
            return
        p[TURN] = len(self.sides) - 1  # the round still belongs to the pursuers while its end is judged
        end = self._end_of_round
        if end is not None:
            end(p, notes)
        if not p[OVER]:
            self._after_round(p, notes)

    def _after_round(self, p: Cells, notes: Notes | None) -> None:
        p[TURN] = 0
        p[ROUND] += 1
        self.open(p, notes)

    def go_on(self, p: Cells, ended_at: Collection[t.Moment | t.Event], notes: Notes | None = None) -> None:
        """Make a game continue that seemed to be over at one of these moments, from that moment on."""
        p[OVER] = 0
        moments = {(one.edge, one.of) for one in ended_at if isinstance(one, t.Moment)}
        if ("end", "turn") in moments:
            self._after_turn(p, notes)
        elif ("end", "round") in moments:
            self._after_round(p, notes)
        elif ("start", "round") in moments:
            start = self._starts_of_turn[p[TURN]]
            if start is not None:
                start(p, notes)

    def _forget_moves(self, p: Cells) -> None:
        """Reset the moves of the side whose turn is over. A pursuer's early ride stays counted until the end of the pursuers'
        turn."""
        cells, none = self._moves_of_turn[p[TURN]]
        p[cells] = none

    @cached_property
    def _moves_of_turn(self) -> list[tuple[slice, list[int]]]:
        """By turn of a round, the slice of cells to reset after it, and the zeros to put there."""
        layout, found = self.table.layout, list[tuple[slice, list[int]]]()
        for number, side in enumerate(self.sides, 1):
            is_last = number == len(self.sides)
            first = layout.moved if is_last or side == "fugitive" else layout.moved + 1
            end = layout.station if is_last or side == "pursuers" else layout.moved + 1
            found.append((slice(first, end), [0] * (end - first)))
        return found

    def release(self, p: Cells, notes: Notes | None) -> None:
        """End all acting in this turn: a piece that still had to move has stayed, and one that could have moved has passed."""
        owing = self._unmoved(p) if self.side(p) == "pursuers" else self._owing(p)
        for q in owing:
            self.stay(p, q, notes)
        if self.passing_matters:
            for q in self.able_to_ramble(p):
                if self.can(p, q):
                    self.let_pass(p, q)

    def _owing(self, p: Cells) -> list[int]:
        return [0] if not p[LEFT] and p[self.table.layout.moved] < self.must(p, 0) else []

    @cached_property
    def passing_matters(self) -> bool:
        """Whether some rule reacts to a pass."""
        statements = self.table.rules.statements
        return any(statements.reactions_to({"pass"}, profile) for profile in statements.profiles.every)

    def open(self, p: Cells, notes: Notes | None = None) -> None:
        """Begin a round and its first turn."""
        for begin in (self._start_of_round, self._starts_of_turn[p[TURN]]):
            if begin is not None and not p[OVER]:
                begin(p, notes)

    # -- moments: each a function, or None if nothing can happen
    @cached_property
    def _start_of_round(self) -> Moment | None:
        return self._moment("start", "round", "")

    @cached_property
    def _end_of_round(self) -> Moment | None:
        return self._moment("end", "round", "")

    @cached_property
    def _starts_of_turn(self) -> list[Moment | None]:
        return [self._moment("start", "turn", side) for side in self.sides]

    @cached_property
    def _ends_of_turn(self) -> list[Moment | None]:
        return [self._moment("end", "turn", side) for side in self.sides]

    def _moment(self, edge: str, of: str, side: str) -> Moment | None:
        """The effects of a moment and the endings that are tested at it, as one function."""
        plain, rules, uncovered = self.table.rules, self.rules, self.table.layout.uncovered
        changes, uncovers = plain.at(edge, of, side), plain.uncovers_at(edge, of, side)
        ends: Ends = [] if self.endless else rules.ends_at(edge, of, side)
        doubts = not (self.complete or self.endless)
        if not (changes or ends or doubts):
            return None
        is_seen_there = (edge, side) != ("start", "fugitive")  # at the start of his turn he moves on
        asks = [(code, question.ask) for code, question in ends]

        def plainly(p: Cells, notes: Notes | None) -> None:
            x = step_of(entry=p[ENTRIES])
            for change in changes:
                change(p, x)
            for code, ask in asks:
                if ask(p, x):
                    p[OVER] = code
                    return

        def noting(p: Cells, notes: Notes | None) -> None:
            known = p[uncovered] if uncovers else 0
            x = step_of(entry=p[ENTRIES])
            done(changes, p, x)
            if notes is not None and uncovers and p[uncovered] & ~known:
                fields = p[uncovered] & ~known
                notes.append(("shows", fields))
                if is_seen_there:
                    notes.append(("there", fields))
            if doubts and notes is not None:
                notes.extend(("open", doubt) for doubt in rules.doubts_at(edge, of, side, p))
            if ends:
                p[OVER] = self.ended(ends, p, step_of(entry=p[ENTRIES]), notes)

        return plainly if self.complete and not uncovers else noting

    def ended(self, ends: Ends, p: Cells, x: Step, notes: Notes | None) -> int:
        """The first ending that has surely come; 0 if none has. One that cannot be decided is noted, and the game continues."""
        if self.complete:
            for code, question in ends:
                if question.ask(p, x):
                    return code
            return 0
        for code, question in ends:
            decision = self.rules.decided(question, p, x)
            if decision.answer:
                return code
            if decision.answer is None and notes is not None:
                notes.append(("open", (self.table.endings[code].id, decision.datum)))
        return 0
