"""Clauses as text, fast: the rides of a station are looked up, not searched for.

A block holds the rides of one piece from one station under the open pairs of ticket and mode: their texts, where they lead, and
all destinations as one mask. Where no closed station is among them, the block's texts are the answer as they are. Doubles are
blocks of their own, one for each first half. Whatever the sorter could not sort goes the long way round, through the referee.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from attrs import frozen

from adjudicator.engine.actions import ActionCode, choices
from adjudicator.engine.blocks import MANY, Block, Blocks, Plan, Whole
from adjudicator.engine.layout import ENTRIES, LEFT, OVER, TURN
from adjudicator.engine.quick import CELL
from adjudicator.engine.sorting import open_pairs, sort
from adjudicator.engine.steps import Act, Move, Ride, Step, act_text
from adjudicator.engine.turns import Cells
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Action


def uses_entry(text: str) -> bool:
    return re.search(r"(?<![\w.])e(?![\w=])(?! =)", text) is not None


@frozen(eq=False, slots=False)
class Lister(Blocks):
    """Lists and plays clauses as text; agrees with `Referee.moves` and `Referee.play`, which a test holds it to."""

    # -- listing
    def clauses(self, p: Cells) -> list[str]:
        """Every legal clause as text."""
        if p[OVER]:
            return []
        if self._quick is not None:
            return self._of_fugitive(p) if p[TURN] == self._fugitives_turn else self._quick.pursuers(p)
        referee = self.referee
        side = referee.turns.side(p)
        found = self._of_fugitive(p) if side == "fugitive" else self._of_pursuers(p)
        if referee.turns.optional[side] and referee.turns.is_closable(p):
            later = referee.turns.closed(p)
            if not later[OVER]:
                found += self.clauses(later)
        return found

    def apart(self, p: Cells) -> tuple[list[str], list[str]]:
        """The clauses of one entry or ride, and those of several entries."""
        hooks = self._hooks[self.referee.table.profile[0]]
        if self._quick is None or p[OVER] or hooks is None or not self._plain_entries or p[TURN] != self._fugitives_turn:
            every = self.clauses(p)
            several = {text for text in every if len(self.read[text].steps) > 1}
            return [text for text in every if text not in several], [text for text in every if text in several]
        closed = hooks[1](p)
        doubles: list[str] = []
        for plan in self._plans(p, hooks[0]) if not p[LEFT] else ():
            self._doubles(p[self._first], plan, closed, doubles)
        return list(self._rides(p, 0, closed)), doubles

    def _of_pursuers(self, p: Cells) -> list[str]:
        referee = self.referee
        found: list[str] = []
        closed: dict[int, int] = {}
        profile = referee.table.profile
        for q in referee.turns.waiting(p):
            k = profile[q]
            if k not in closed:
                hooks = self._hooks[k]
                closed[k] = hooks[1](p) if hooks is not None else 0
            found += self._rides(p, q, closed[k])
        if referee.turns.optional["pursuers"]:
            found += self._written(referee.optional_of_pursuers(p))
        return found

    def _of_fugitive(self, p: Cells) -> list[str]:
        referee = self.referee
        hooks = self._hooks[referee.table.profile[0]]
        if hooks is None or any(q == 0 for q, _, _ in referee.takers["during turn"]):
            return self._written(referee.of_fugitive(p))
        if not self._plain_entries:
            return self._with_extras(p, hooks[0], hooks[1](p))
        if not referee.entry_due(p):
            return []
        closed = hooks[1](p)
        found = list(self._rides(p, 0, closed))
        if not p[LEFT]:
            for plan in self._plans(p, hooks[0]):
                self._doubles(p[referee.table.layout.station], plan, closed, found)
        return found

    @cached_property
    def _plain_entries(self) -> bool:
        """Whether an entry is a ride and nothing else, and a turn action only makes several of them."""
        table = self.referee.table
        if any(a.place not in ("turn", "during turn") for a in table.rulebook.actions.values() if 0 in table.actors(a)):
            return False
        if any(a.place == "during turn" for a in table.rulebook.actions.values() if 0 in table.actors(a)):
            return False
        turns = table.actions_at("turn")
        counts = [one.count for a in turns for one in a.rule.statements if isinstance(one, t.Entries)]
        reactions = [
            one
            for _, one in table.rulebook.statements(t.On)
            if isinstance(one, t.On) and isinstance(one.moment, t.Event) and {"ride", "entry"} & set(one.moment.names)
            if table.code.concerns(one.moment.who, (0,))
        ]
        return counts in ([], [2]) and not reactions and not any(choices(a) for a in turns)

    def _plans(self, p: Cells, opened: Any) -> tuple[Plan, ...]:
        """The turn actions that are legal now, each with what is open for its first and for its second entry.

        What is open for the second half depends on the ticket spent on the first, not on where he went; so it is asked once a
        ticket, and remembered for positions that agree in every cell that is looked at.
        """
        key = tuple([p[cell] for cell in self._looked_at]) if self._looked_at else ()
        found = self.plans.get(key)
        if found is None or not self._looked_at:
            found = tuple(
                self._plan(p, action, opened)
                for action in self.referee.table.actions_at("turn")
                if self.referee.legal(action, p, 0)
            )
            if len(self.plans) < MANY:
                self.plans[key] = found
        return found

    def _plan(self, p: Cells, action: Action, opened: Any) -> Plan:
        referee, layout = self.referee, self.referee.table.layout
        act = Act(0, action.id)
        begun = referee.step(p, act)
        ride = referee.table.hooks[f"ride_{referee.table.profile[0]}"]
        second = tuple((ticket, opened(ride(begun, 0, ticket, -1, p[layout.station]), 0)) for ticket in layout.ticket_codes)
        return act, f"{layout.seats[0].piece} {act_text(act, layout)} ", opened(begun, 0), second

    @cached_property
    def _looked_at(self) -> tuple[int, ...]:
        """The cells that decide what is open; none where that cannot be told, and then nothing is remembered."""
        table = self.referee.table
        k = table.profile[0]
        texts = list(open_pairs(table.code, k, (0,), table.hooks[f"PAIRS_{k}"], sort(table.code, (0,))))
        for action in table.actions_at("turn"):
            if any(
                isinstance(one, t.Then) and not all(isinstance(e, t.Move) for e in one.effects)
                for one in action.rule.statements
            ):
                return ()
            texts += ActionCode(table.code, action).legal()
        cells = table.hooks["CELL"]
        text = CELL.sub(lambda found: str(cells[int(found.group(1))][int(found.group(2))]), "\n".join(texts))
        text = text.replace(f"{table.layout.station} + q", "")  # where he stands is not asked by what speaks of fares
        reads = {int(cell) for cell in re.findall(r"p\[(\d+)\]", text)} | {
            cells[0][ticket] for ticket in table.layout.ticket_codes
        }
        return () if re.search(r"p\[(?!\d+\])(?!\])", text) else tuple(sorted(reads | {ENTRIES} if uses_entry(text) else reads))

    def _doubles(self, station: int, plan: Plan, closed: int, found: list[str]) -> None:
        """All doubles of a plan from a station: as one block where nothing near is closed, else half by half."""
        near, texts, halves = self._whole(station, plan)
        if not near & closed:
            found += texts
            return
        for b, (mask, some, stations, _, _) in halves:
            if closed >> b & 1:
                continue
            if mask & closed:
                found += [text for text, to in zip(some, stations, strict=True) if not closed >> to & 1]
            else:
                found += some

    def _whole(self, station: int, plan: Plan) -> Whole:
        act, head, first, second = plan
        key = (station, first, second)
        found = self.wholes.get(key)
        if found is None:
            opens = dict(second)
            rides = self._block(0, station, first)[3]
            halves = tuple((b, self._half(act, head, t_, m, b, opens[t_])) for t_, m, b in rides)
            near = 0
            for b, half in halves:
                near |= 1 << b | half[0]
            found = (near, tuple(text for _, half in halves for text in half[1]), halves)
            if len(self.wholes) < MANY:
                self.wholes[key] = found
        return found

    def _half(self, act: Act, head: str, ticket: int, mode: int, station: int, opened: int) -> Block:
        """The doubles that begin with one ride, as a block of their second halves."""
        found = self.halves.get((ticket, station, opened))
        if found is not None:
            return found
        mask, _, stations, rides, _ = self._block(0, station, opened)
        names = self.referee.table.layout.symbol_names
        first = f"{head}{names[ticket]} {station}, "
        texts = tuple(f"{first}{names[t_]} {b}" for t_, _, b in rides)
        for text, ride in zip(texts, rides, strict=True):
            steps: tuple[Step, ...] = (act, Ride(0, ticket, mode, station), Ride(0, *ride))
            self.read.setdefault(text, Move(0, steps))
        block = (mask, texts, stations, rides, dict(zip(texts, stations, strict=True)))
        self.halves[(ticket, station, opened)] = block
        return block

    # -- one claimed clause
    def accepts(self, p: Cells, piece: int, clause: str) -> bool:
        """Whether this text is one of the legal clauses; looked up, not searched for. A no only means: ask the judge."""
        hooks = self._hooks[self.referee.table.profile[piece]]
        if self._quick is None or hooks is None or p[OVER] or (p[TURN] == self._fugitives_turn) != (piece == 0):
            return False
        closed = hooks[1](p)
        turns, moved = self.referee.turns, self.referee.table.layout.moved
        if piece and (p[moved + piece] or (turns.by_seat and piece not in turns.waiting(p))):
            return False
        station = self._block(piece, p[self._first + piece], hooks[0](p, piece))[4].get(clause)
        if station is None:
            return piece == 0 and self._accepts_double(p, clause, hooks[0], closed)
        return not closed >> station & 1

    def _accepts_double(self, p: Cells, clause: str, opened: Any, closed: int) -> bool:
        for plan in self._plans(p, opened) if self._plain_entries and not p[LEFT] else ():
            for b, half in self._whole(p[self._first], plan)[2]:
                station = half[4].get(clause)
                if station is not None:
                    return not closed >> b & 1 and not closed >> station & 1
        return False

    # -- playing
    def play(self, p: Cells, clause: str) -> Cells:
        """The position after a listed clause."""
        move = self.read[clause]
        if self._quick is None:
            return self.referee.play(p, move)
        if move.piece == 0:
            return self._play_fugitive(p, move)
        step = move.steps[0]
        assert isinstance(step, Ride)
        ride, ends = self._of_piece[move.piece]
        q, b = step.piece, step.to
        after: Cells = ride(p, q, step.ticket, step.mode, b)
        if ends is not None:
            after[OVER] = ends(after, q, step.ticket, step.mode, p[self._first + q], b)
        if after[OVER] or self._quick.waits(after):
            return after
        return self.referee.turns.settle(after)

    def _play_fugitive(self, p: Cells, move: Move) -> Cells:
        for step in move.steps:
            p = self.referee.step(p, step)
            if p[OVER]:
                return p
        if self._hands_over:  # nothing is asked between the two turns
            layout = self.referee.table.layout
            p[layout.moved : layout.station] = self._nobody_moved
            p[TURN] = 1
            assert self._quick is not None
            if self._quick.waits(p):
                return p
        return self.referee.turns.settle(p)

    @cached_property
    def _hands_over(self) -> bool:
        asked = self.referee.turns.hooks_of
        quiet = asked["end", "turn", "fugitive"] == asked["start", "turn", "pursuers"] == (None, None, None)
        return quiet and self.referee.turns.sides == ("fugitive", "pursuers")

    @cached_property
    def _fugitives_turn(self) -> int:
        return self.referee.turns.sides.index("fugitive")

    @cached_property
    def _nobody_moved(self) -> list[int]:
        return [0] * self.referee.table.layout.count

    @cached_property
    def _first(self) -> int:
        return self.referee.table.layout.station

    @cached_property
    def _of_piece(self) -> list[tuple[Any, Any]]:
        """For each piece its ride and, if some ending may come of it, the question whether one has."""
        table = self.referee.table
        return [
            (table.hooks[f"ride_{k}"], table.hooks[f"ends_ride_{k}"] if self.referee.may_end[k] else None)
            for k in table.profile
        ]

    def perft(self, p: Cells, depth: int, bulk: bool = True) -> int:
        """How many sequences of exactly so many legal clauses there are; with `bulk` the last is counted, not played."""
        if depth == 0:
            return 1
        clauses = self.clauses(p)
        if bulk and depth == 1:
            return len(clauses)
        return sum(self.perft(self.play(p, clause), depth - 1, bulk) for clause in clauses)
