"""Turns written out for one seating: who waits, where each can go, what a ride leads to.

Only for tables at which each piece has to move exactly once a turn, whatever else may be done; every other table is listed and
played by the referee. The text is generated from the same sorted conditions as the rest: `play_…` from those of rides and
endings, `waits`, `pursuers` and `fugitive` from masks and looked-up blocks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from adjudicator.engine.blocks import Fare
from adjudicator.engine.layout import ENTRIES, LEFT, OVER, ROUND, STAYED, TURN
from adjudicator.engine.referee import Referee
from adjudicator.engine.sorting import sort
from adjudicator.engine.table import OnceEach, moment_name, tidy
from adjudicator.engine.turns import Cells
from adjudicator.engine.waiting import Waiting
from adjudicator.language import tree as t
from adjudicator.values import frozen

# By station: where a profile comes with certain fares (all stations, one of them), a piece's block.
SHELF = re.compile(r"\b([RFB])(\d+)_(\d+)\b")


def is_simple(referee: Referee) -> bool:
    """Whether everybody has to move once a turn, the fugitive first; pursuers may have more to do, he only with his entry."""
    table, turns = referee.table, referee.turns
    if not referee.complete or table.layout.removes or turns.sides != ("fugitive", "pursuers"):
        return False
    for _, one in table.rulebook.statements(t.MustMove, t.MayMove):
        optional = isinstance(one, t.MayMove) and 0 not in table.layout.members(one.who)
        if not isinstance(one, t.MustMove | t.MayMove) or (one.times != t.Number(1) and not optional):
            return False
    if any(table.hooks["must"]([], q) != 1 for q in range(table.layout.count)) or table.hooks["may"]([], 0) != 1:
        return False
    if any(0 in table.actors(action) for action in table.actions_at("during turn")):
        return False
    return all(sort(table.code, profile).is_simple for profile in table.code.profiles)


@frozen(eq=False, slots=False)
class Quick(Waiting):
    """The functions for one table; each is compiled when it is first needed."""

    # -- compiled
    @cached_property
    def _names(self) -> dict[str, Any]:
        table = self.referee.table
        names: dict[str, Any] = {
            **table.hooks,
            "BIT": [1 << number for number in range(table.layout.off + 1)],
            "NOBODY": [0] * table.layout.count,
            "settle": self.referee.turns.settle,
            "closed": self.referee.turns.closed,
            "may_act": self.referee.turns.may_act,
            "SPREADS": self.shelves.by_cells,
            "spreads": self.shelves.spreads,
            "listed": self.shelves.listed,
            "of_fugitive": self.shelves.of_fugitive,
            "after_entry": self.shelves.after_entry,
            "more": self.shelves.more,
        }
        for q in range(table.layout.count):
            names[f"B{q}"] = OnceEach(lambda o, q=q: OnceEach(partial(self._shelved, q, o)))  # type: ignore[misc]
        return names

    def _compiled(self, source: Iterator[str], known: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        names = dict(known or self._names)
        text = "\n".join(tidy("\n".join(source)))
        kinds = {"R": self._reached, "F": self._first_reached, "B": self._shelved}
        for kind, number, bits in set(SHELF.findall(text)):
            made = kinds[kind]
            names[f"{kind}{number}_{bits}"] = OnceEach(partial(made, int(number), int(bits)))
        exec(compile(text, f"<turns of {self.referee.table.rulebook.id}>", "exec"), names)
        return names

    def _shelved(self, q: int, bits: int, station: int) -> Any:
        return self.shelves.block(q, station, bits)

    def _reached(self, k: int, bits: int, station: int) -> int:
        """The stations that these pairs of ticket and mode lead to."""
        mask = 0
        for _, _, to in self.shelves.fares(k, station, bits):
            mask |= 1 << to
        return mask

    def _first_reached(self, k: int, bits: int, station: int) -> int:
        """One of these stations; where there is none, the one that is left, which is never free."""
        return next((to for _, _, to in self.shelves.fares(k, station, bits)), station)

    @cached_property
    def plays(self) -> list[Callable[[Cells, int, int, int, int], Cells]]:
        """For each piece: the position after a legal ride, with whatever follows of itself."""
        return [self._playing[f"play_{k}"] for k in self.referee.table.profile]

    @property
    def handed(self) -> Callable[[Cells], Cells]:
        """The position after the fugitive's turn: the pursuers', unless none of them can move."""
        return self._playing["handed"]  # type: ignore[no-any-return]

    @cached_property
    def _playing(self) -> Mapping[str, Any]:
        return self._compiled(self.playing())

    @cached_property
    def _listing(self) -> Mapping[str, Any]:
        return self._compiled(self.listing())

    @property
    def lists(self) -> tuple[Callable[[Cells], list[str]], Callable[[Cells], list[str]]]:
        """The clauses of the fugitive's turn and of the pursuers'."""
        return self._listing["fugitive"], self._listing["pursuers"]

    @property
    def apart(self) -> tuple[Callable[[Cells], list[str]], Callable[[Cells], list[str]]] | None:
        """The fugitive's rides, and his doubles, where he has nothing else."""
        return (self._listing["rides"], self._listing["doubles"]) if "doubles" in self._listing else None

    @property
    def count(self) -> Callable[[Cells], int]:
        """How many clauses there are."""
        return self._counting["count"]  # type: ignore[no-any-return]

    @cached_property
    def tallies(self) -> list[Callable[[Cells, int, int, int, int], int]]:
        """For each piece: how many clauses there are after a legal ride."""
        return [self._counting[f"tally_{k}"] for k in self.referee.table.profile]

    @cached_property
    def _counting(self) -> Mapping[str, Any]:
        return self._compiled(self.counting())

    @cached_property
    def fares_open(self) -> Callable[[Cells, int], Sequence[Fare]]:
        """The fugitive's legal rides by a kind of ticket."""
        return self._compiled(self.fares())["fares"]  # type: ignore[no-any-return]

    @cached_property
    def claims(self) -> Mapping[int, Callable[[Cells, str], Cells | None]]:
        """For each piece: the position after a text, if that is one of its rides in its side's turn."""
        names = self._compiled(self.claiming(), self._playing)
        return {q: names[f"claim_{q}"] for q in range(self.referee.table.layout.count)}

    # -- playing
    def playing(self) -> Iterator[str]:
        """`waits`: whether a pursuer can still move; `over`: what comes when none can; `play_K`: a ride and all of that."""
        yield from self._waits()
        yield from self._over()
        yield from self._handed()
        for k, profile in enumerate(self.referee.table.code.profiles):
            yield f"def play_{k}(p, q, t, m, b):"
            yield from self._ridden(k, profile, "p")
            if profile[0] != 0 or not self._open["fugitive"]:
                yield "    if waits(p): return p"
                yield "    return over(p)"
            else:
                yield "    return p"

    def _ridden(self, k: int, profile: tuple[int, ...], ended: str) -> Iterator[str]:
        """A ride, and the pursuers' turn after it where no turn stays open; `ended` is given back if it ends the game."""
        code, layout, fugitive = self.referee.table.code, self.referee.table.layout, profile[0] == 0
        events = {"ride", "entry"} if fugitive else {"ride"}
        endings = list(code.endings_after(events, profile))
        if self._open["fugitive"] and fugitive:  # his turn was left open, and no pursuer could do anything in theirs
            yield f"    if not (p[{TURN}] or p[{LEFT}]) and p[{layout.moved}]: p = handed(p)"
        if self._open["pursuers"] and fugitive:
            yield f"    if p[{TURN}]: p = closed(p)"
        if self._open["fugitive"] and not fugitive:
            yield f"    if not p[{TURN}]: p = handed(p)"
        if any(re.search(r"\bv\b", condition) for condition, _, _ in endings):
            yield f"    v = PASSES.get((m, p[{layout.station} + q], b), ())"
        yield from list(code.apply_ride(k, profile))[1:-1]
        yield f"    h = p[{layout.station} + q]"
        yield f"    e = p[{ENTRIES}]"
        for condition, number, name in endings:
            yield f"    if {condition}:  # {name}"
            yield f"        p[{OVER}] = {number}"
            yield f"        return {ended}"
        if fugitive and not self._open["fugitive"]:
            yield from self._handed_over(ended)

    @property
    def _open(self) -> Mapping[str, bool]:
        """Sides whose turn stays open for what they need not do."""
        return self.referee.turns.optional

    def _handed(self) -> Iterator[str]:
        """`handed`: the fugitive has had his turn, and says nothing more."""
        yield "def handed(p):"
        yield "    p = p[:]"
        yield from self._handed_over()
        yield "    return p if waits(p) else over(p)"

    def _handed_over(self, ended: str = "p") -> Iterator[str]:
        """From the fugitive's turn to the pursuers'."""
        layout = self.referee.table.layout
        yield from self._moment("end", "turn", "fugitive", ended)
        yield f"    p[{LEFT}] = 0"
        yield f"    p[{layout.moved}:{layout.station}] = NOBODY"
        yield f"    p[{TURN}] = 1"
        yield from self._moment("start", "turn", "pursuers", ended)

    def _over(self) -> Iterator[str]:
        """The pursuers' turn is over, if all have moved; and so is the round."""
        layout = self.referee.table.layout
        yield "def over(p):"
        yield from self._sit_out()
        if self._open["pursuers"]:
            yield "    if may_act(p): return p"
        yield from self._moment("end", "turn", "pursuers")
        yield f"    p[{LEFT}] = 0"
        yield f"    p[{layout.moved}:{layout.station}] = NOBODY"
        yield from self._moment("end", "round", "")
        yield f"    p[{TURN}] = 0"
        yield f"    p[{ROUND}] += 1"
        yield from self._moment("start", "round", "")
        yield from self._moment("start", "turn", "fugitive")
        can = f"can_{self.referee.table.code.values.asked[()]}"
        yield f"    return p if {can}(p, 0) else settle(p)"

    def _sit_out(self) -> Iterator[str]:
        """Those whose turn it is and who cannot move stay where they are; by seat, the next may be able to."""
        table, layout = self.referee.table, self.referee.table.layout
        for group in self._groups:
            waiting = " or ".join(f"not p[{layout.moved + q}]" for q in group)
            yield f"    if {waiting}:  # somebody has to sit out"
            for q in group:
                yield f"        if not p[{layout.moved + q}]:"
                yield f"            p[{layout.moved + q}] = {STAYED}"
                if any(table.code.reactions({"stay"}, table.code.profiles[table.profile[q]])):
                    yield f"            on_stay_{table.profile[q]}(p, {q})"
            if len(self._groups) > 1:
                yield "        return p if waits(p) else over(p)"

    def _moment(self, edge: str, of: str, side: str, ended: str = "p") -> Iterator[str]:
        happens, _, ends = self.referee.turns.hooks_of[edge, of, side]
        name = moment_name(edge, of, side)
        if happens is not None:
            yield f"    {name}(p)"
        if ends is not None:
            yield f"    p[{OVER}] = ends_{name}(p)"
            yield f"    if p[{OVER}]: return {ended}"

    # -- listing
    def listing(self) -> Iterator[str]:
        yield "def pursuers(p):"
        yield "    out = []"
        whole = "out + more(p) if out else listed(p)" if self._open["pursuers"] else "out"
        yield from self._each_waiting(
            whole, partial(self._looked_up, each="out += b.cuts[r] if (r := b.mask & c) else b.texts")
        )
        if self._open["fugitive"]:
            yield from self._waits()
            yield from self._over()
            yield from self._handed()
            yield from self._still_open()
        elif self.shelves.looked_at:
            yield from self._by_spread()
        else:
            yield "def fugitive(p):"
            yield "    return listed(p)"

    def _still_open(self) -> Iterator[str]:
        """What the fugitive may do; once he has moved, what he may still add and what the pursuers may do."""
        yield "def fugitive(p):"
        yield f"    if p[{LEFT}] or not p[{self.referee.table.layout.moved}]: return of_fugitive(p) or listed(p)"
        yield "    out = after_entry(p)"
        yield "    p = handed(p)"
        yield f"    if p[{OVER}]: return out"
        yield f"    return out + (pursuers(p) if p[{TURN}] else listed(p))"

    def _by_spread(self) -> Iterator[str]:
        yield "def fugitive(p):"
        yield f"    if p[{LEFT}] or p[{self.referee.table.layout.moved}]: return listed(p)"
        yield from self._spread()
        yield "    if not w.near & c: return w.texts[:]"
        yield "    out = []"
        yield "    for first, b in w.parts:"
        yield "        if not first & c: out += b.cuts[b.mask & c]"
        yield "    return out"
        yield "def rides(p):"
        yield from self._spread()
        yield "    return [*w.rides.cuts[w.rides.mask & c]]"
        yield "def doubles(p):"
        yield from self._spread()
        yield "    if not w.near & c: return w.texts[w.single:]"
        yield "    out = []"
        yield "    for first, b in w.doubles:"
        yield "        if not first & c: out += b.cuts[b.mask & c]"
        yield "    return out"

    def _spread(self) -> Iterator[str]:
        """`c`, the stations closed to the fugitive, and `w`, his spread."""
        yield f"    c = {self._closed(0)}"
        cells = ", ".join(f"p[{cell}]" for cell in self.shelves.looked_at)
        yield f"    w = (SPREADS.get(({cells},)) or spreads(p))[{self._at(0)}]"

    def claiming(self) -> Iterator[str]:
        moved = self.referee.table.layout.moved
        yield from self._claim(0, f"p[{OVER}] or p[{TURN}] or p[{LEFT}] or p[{moved}]")
        before = ""  # those who come first, where it goes by seat
        for group in self._groups:
            for q in group:
                yield from self._claim(q, f"p[{OVER}] or not p[{TURN}] or p[{moved + q}]{before}")
            before += "".join(f" or not p[{moved + q}]" for q in group)

    def fares(self) -> Iterator[str]:
        yield "def fares(p, t):"
        yield f"    c = {self._closed(self.referee.table.profile[0])}"
        yield from (f"    {line}" for line in self._looked_up(0, "r = b.paid.get(t) or b.by_ticket(t)"))
        yield "    return [ride for ride in r if not c >> ride[2] & 1] if b.mask & c else r"

    def _claim(self, q: int, refused: str) -> Iterator[str]:
        k = self.referee.table.profile[q]
        yield f"def claim_{q}(p, text):"
        yield f"    if {refused}: return None"
        yield from (f"    {line}" for line in self._looked_up(q, "r = b.by_text.get(text)"))
        taken = self._taken(k)
        closed = f"r[2] in {taken}" if taken else f"({self._closed(k)}) >> r[2] & 1"
        yield f"    if r is None or {closed}: return None"
        yield f"    return play_{k}(p, {q}, *r)"

    def counting(self) -> Iterator[str]:
        yield from self.listing()
        yield "def count(p):"
        yield f"    if p[{OVER}]: return 0"
        if self._open["pursuers"] or self._open["fugitive"]:
            yield f"    return len(pursuers(p) if p[{TURN}] else fugitive(p))"
            return
        yield f"    if not p[{TURN}]: return len(fugitive(p))"
        yield from self._counted("n")
        yield from self._over()
        yield from self._waits()
        for k, profile in enumerate(self.referee.table.code.profiles):
            yield f"def tally_{k}(p, q, t, m, b):"
            yield from self._ridden(k, profile, "0")
            yield from self._counted("n or count(over(p))")  # where something can be done, the turn goes on

    def _counted(self, found: str) -> Iterator[str]:
        yield "    n = 0"
        yield from self._each_waiting(
            found, partial(self._looked_up, each="n += len(b.cuts[r]) if (r := b.mask & c) else b.size")
        )

    def _waits(self) -> Iterator[str]:
        """Whether one of those who wait can move: by the first fare he has, as a rule, so each is asked by itself."""
        yield "def waits(p):"
        if len(self._groups) == 1:
            yield from self._at_a_glance(self._groups[0])
        yield from self._each_waiting("False", self._chances)
