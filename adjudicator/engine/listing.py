"""Clauses as text, fast: the rides of a station are looked up, not searched for.

Where no closed station is among the rides of a block, its texts are the answer as they are; where some are, what is left is
remembered, too. For most tables whole turns are written out (`quick.py`). Whatever the sorter could not sort goes the long way
round, through the referee.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import field

from adjudicator.engine.blocks import Block, Fare
from adjudicator.engine.joining import Joining
from adjudicator.engine.layout import LEFT, OVER, TURN
from adjudicator.engine.quick import Quick, is_simple
from adjudicator.engine.steps import Act, Move, Ride, Step
from adjudicator.engine.turns import Cells
from adjudicator.values import frozen

FUGITIVES = 0  # the first turn of a round, at tables where whole turns are written out


@frozen(eq=False, slots=False)
class Lister(Joining):
    """Lists and plays clauses as text; agrees with `Referee.moves` and `Referee.play`, which a test holds it to."""

    plays: dict[str, tuple[Any, ...]] = field(factory=dict, repr=False)  # the function that plays it, and its arguments

    @cached_property
    def _quick(self) -> Quick | None:
        return Quick(self) if is_simple(self.referee) else None

    @cached_property
    def _lists(self) -> tuple[Any, Any] | None:
        return None if self._quick is None else self._quick.lists

    # -- listing
    def clauses(self, p: Cells) -> list[str]:
        """Every legal clause as text."""
        lists = self._lists
        if lists is not None:
            return [] if p[OVER] else lists[p[TURN]](p)
        return self.listed(p)

    def listed(self, p: Cells) -> list[str]:
        """The same, without written-out turns."""
        if p[OVER]:
            return []
        turns = self.referee.turns
        side = turns.side(p)
        found = self.of_fugitive(p) if side == "fugitive" else self._of_pursuers(p)
        if turns.optional[side] and turns.is_closable(p):
            later = turns.closed(p)
            if not later[OVER]:
                now = set(found)  # whoever says one of these means this turn, not a later one
                found += [text for text in self.listed(later) if text not in now]
        return found

    def singles(self, p: Cells) -> list[str]:
        """The clauses of one entry or ride."""
        if self._apart is not None and not (p[OVER] or p[TURN] or p[LEFT]):
            return self._apart[0](p)
        return [text for text in self.clauses(p) if len(self.move(text).steps) == 1]

    def doubles(self, p: Cells) -> list[str]:
        """The clauses of several entries."""
        if self._apart is not None and not (p[OVER] or p[TURN] or p[LEFT]):
            return self._apart[1](p)
        return [text for text in self.clauses(p) if len(self.move(text).steps) > 1]

    @cached_property
    def _apart(self) -> tuple[Callable[[Cells], list[str]], Callable[[Cells], list[str]]] | None:
        return None if self._quick is None else self._quick.apart

    def _closed(self, p: Cells, q: int) -> int:
        hooks = self._hooks[self.referee.table.profile[q]]
        return 0 if hooks is None else int(hooks[1](p))

    def _rides(self, p: Cells, q: int) -> list[str]:
        hooks = self._hooks[self.referee.table.profile[q]]
        if hooks is None:
            return self._written([Move(q, (Ride(q, *ride),)) for ride in self.referee.rides(p, q)])
        block = self.block(q, p[self._first + q], hooks[0](p, q))
        return list(block.cuts[block.mask & hooks[1](p)])

    def fares_open(self, ticket: int | None) -> Callable[[Cells], Sequence[Fare]]:
        """What lists the fugitive's legal rides, by one kind of ticket or by any."""
        rides, profile = self.referee.rides, self.referee.table.profile[0]
        if ticket is None:
            return lambda p: rides(p, 0)
        if self._quick is not None and self._hooks[profile] is not None:
            fares = self._quick.fares_open
            return lambda p: fares(p, ticket)
        return lambda p: [ride for ride in rides(p, 0) if ride[0] == ticket]

    def _of_pursuers(self, p: Cells) -> list[str]:
        found = [text for q in self.referee.turns.waiting(p) for text in self._rides(p, q)]
        if self.referee.turns.optional["pursuers"]:
            found += self.more(p)
        return found

    def more(self, p: Cells) -> list[str]:
        """What pursuers may do and need not."""
        found = []
        for q, name, legal, texts in self._abilities:
            for chosen in legal(p, q):
                text = texts.get(chosen)
                found.append(text if text is not None else self._ability(q, name, chosen, texts))
        return self._written(self.referee.further_rides(p)) + found if self.referee.turns.ramblers else found

    @cached_property
    def _abilities(self) -> list[tuple[int, str, Any, dict[tuple[object, ...], str]]]:
        """Who may do what in the pursuers' turn, the hook that lists the choices, and their texts as far as they are known."""
        return [(q, name, legal, {}) for q, name, legal in self.referee.takers["during turn"] if q]

    def _ability(self, q: int, name: str, chosen: tuple[object, ...], texts: dict[tuple[object, ...], str]) -> str:
        (text,) = self._written([Move(q, (Act(q, name, chosen),))])
        texts[chosen] = text
        return text

    def after_entry(self, p: Cells) -> list[str]:
        """What he may still add to his last entry."""
        return self._written(self.referee.after_entry(p))

    def of_fugitive(self, p: Cells) -> list[str]:
        referee = self.referee
        hooks = self._hooks[referee.table.profile[0]]
        if hooks is None or any(q == 0 for q, _, _ in referee.takers["during turn"]):
            return self._written(referee.of_fugitive(p))
        if self.looked_at and not p[LEFT]:
            return _open(self.spread(p).parts, hooks[1](p)) if referee.entry_due(p) else []
        return self._with_extras(p, hooks[0], hooks[1](p))

    # -- one claimed clause, looked up and not searched for; where turns close by themselves
    @cached_property
    def claims(self) -> Mapping[int, Callable[[Cells, str], Cells | None]]:
        """For each piece: the position after a text, if it is one of its legal rides. None only means: ask the judge."""
        assert self._quick is not None
        return self._quick.claims

    @cached_property
    def closes_by_itself(self) -> bool:
        """Whether a turn is over when all have moved: whatever else may be done has to be looked at by the judge."""
        return self._quick is not None and not any(self.referee.turns.optional.values())

    def claimed(self, p: Cells, clause: str) -> Cells | None:
        """The position after the fugitive's clause, of one ride or several, if it is legal. None only means: ask the judge."""
        if not self.looked_at:
            return None
        after = self.claims[0](p, clause)
        if after is not None or p[OVER] or p[LEFT] or p[TURN] != FUGITIVES:
            return after
        found = self.several(p, clause)
        if found is None or (1 << found[1][2] | 1 << found[2][2]) & self._closed(p, 0):
            return None
        if clause not in self.moves:
            self.read[clause] = ((found[0], Ride(0, *found[1])), 0, *found[2])
        return self._play(p, clause)

    @cached_property
    def entry_hooks(self) -> tuple[Any, Any]:
        """What an entry does, and what of it is shown."""
        table = self.referee.table
        return table.hooks[f"ride_{table.profile[0]}"], table.hooks["shows"]

    # -- playing
    @cached_property
    def handed(self) -> Callable[[Cells], Cells]:
        """The position after a turn of the fugitive in which he has moved, where turns close by themselves."""
        assert self._quick is not None
        return self._quick.handed

    def play(self, p: Cells, clause: str) -> Cells:
        """The position after a listed clause."""
        found = self.plays.get(clause)
        if found is None:
            return self._play(p, clause)
        play, q, ticket, mode, to = found
        return play(p, q, ticket, mode, to)  # type: ignore[no-any-return]

    def _play(self, p: Cells, clause: str) -> Cells:
        move = self.move(clause)
        *before, last = move.steps
        if self._quick is None or not isinstance(last, Ride) or self._lines_matter:
            return self.referee.play(p, self.as_here(p, move))
        if before:
            p = self.referee.ready(p, move)
        else:
            self.plays[clause] = (self._quick.plays[move.piece], move.piece, last.ticket, last.mode, last.to)
        for step in before:
            p = self.referee.step(p, step)
            if p[OVER]:
                return p
        return self._quick.plays[move.piece](p, move.piece, last.ticket, last.mode, last.to)

    def as_here(self, p: Cells, move: Move) -> Move:
        """The move by the lines it takes from where its piece stands: a text names its ticket, and that may pay for several."""
        if not self._lines_matter:
            return move
        steps, p = list[Step](), self.referee.ready(p, move)
        for step in move.steps:
            if isinstance(step, Ride):
                ways = (one for one in self.referee.rides(p, step.piece) if (one[0], one[2]) == (step.ticket, step.to))
                step = Ride(step.piece, *next(ways, (step.ticket, step.mode, step.to)))
            steps.append(step)
            p = self.referee.step(p, step)
        return Move(move.piece, tuple(steps))

    @cached_property
    def _lines_matter(self) -> bool:
        """Whether anything that follows a ride hangs on the line it took."""
        code = self.referee.table.code
        for k, profile in enumerate(code.profiles):
            ends = code.endings_after({"ride", "entry"} if profile[0] == 0 else {"ride"}, profile)
            told = "\n".join([*list(code.apply_ride(k, profile))[1:], *(condition for condition, _, _ in ends)])
            if re.search(r"\b[mv]\b", told):
                return True
        return False

    def played(self, worlds: list[Cells], piece: int, clause: str) -> list[Cells] | None:
        """The positions after a pursuer's clause in many worlds at once, where turns close by themselves; None if it is not
        listed: what a pursuer may do depends on nothing hidden, so in one world as in all."""
        claim = self.claims[piece]
        first = claim(worlds[0], clause)
        if first is None:
            return None
        if self._lines_matter:
            return [first, *[after for p in worlds[1:] if (after := claim(p, clause)) is not None]]
        play, (_, *ride) = self._quick.plays[piece], self.read[clause]  # type: ignore[union-attr]
        return [first, *[play(p, *ride) for p in worlds[1:]]]

    def perft(self, p: Cells, depth: int, bulk: bool = True) -> int:
        """How many sequences of exactly so many legal clauses there are; with `bulk` the last is counted, not played."""
        if depth == 0:
            return 1
        if depth == 1:
            return len(self.clauses(p) if bulk else self._after_each(p))
        if depth == 2 and bulk:
            return self._tallied(p)
        return sum([self.perft(after, depth - 1, bulk) for after in self._after_each(p)])

    def _after_each(self, p: Cells) -> list[Cells]:
        """The positions after each legal clause; as `play`, without a call for each."""
        found, plays = [], self.plays
        for clause in self.clauses(p):
            known = plays.get(clause)
            if known is None:
                found.append(self._play(p, clause))
            else:
                play, q, ticket, mode, to = known
                found.append(play(p, q, ticket, mode, to))
        return found

    def _tallied(self, p: Cells) -> int:
        """How many sequences of two legal clauses there are."""
        if not self.closes_by_itself:
            return sum([self._count(after) for after in self._after_each(p)])
        found, plays, tallies = 0, self.plays, self._tallies
        for clause in self.clauses(p):
            known = plays.get(clause)
            if known is None:
                found += self._count(self._play(p, clause))
            else:
                _, q, ticket, mode, to = known
                found += tallies[q](p, q, ticket, mode, to)
        return found

    @cached_property
    def _tallies(self) -> list[Callable[[Cells, int, int, int, int], int]]:
        assert self._quick is not None
        return self._quick.tallies

    @cached_property
    def _count(self) -> Callable[[Cells], int]:
        """How many clauses there are."""
        return self._quick.count if self._quick is not None else lambda p: len(self.clauses(p))


def _open(parts: tuple[tuple[int, Block], ...], closed: int) -> list[str]:
    """The texts of a spread, or of a part of it, that are left with these stations closed."""
    found: list[str] = []
    for first, block in parts:
        if not first & closed:
            found += block.cuts[block.mask & closed]
    return found
