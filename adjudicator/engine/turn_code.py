"""Whole turns as Python source, written out for one seating: who waits, where each can go, what a ride leads to.

For tables at which each piece has to move exactly once a turn, besides optional actions (`why_not` says why another table is
not such a one); every other table is listed and played by the referee. The conditions are the same, sorted: `play_K` is a ride
and what follows from it, `waits`, `pursuers` and `fugitive` look up blocks by open fares and masks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any

from attrs import field

from adjudicator.engine.blocks import Blocks
from adjudicator.engine.conditions import Conditions
from adjudicator.engine.ending_code import EndingCode
from adjudicator.engine.expressions import Spot
from adjudicator.engine.identifiers import word
from adjudicator.engine.layout import LEFT, OVER, ROUND, STAYED, TURN, Layout
from adjudicator.engine.lines import OnceEach
from adjudicator.engine.moment_code import moment_name
from adjudicator.engine.profiles import Profile, events_of_rides
from adjudicator.engine.referee import Referee
from adjudicator.engine.ride_code import RideCode
from adjudicator.engine.seating import FUGITIVE
from adjudicator.engine.table import Table
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import NOW, Read
from adjudicator.values import frozen

FEW = 4  # conditions that are asked as a tree
PASSES = Read("step", "passes")


def why_not(referee: Referee, conditions: tuple[Conditions, ...]) -> Iterator[str]:
    """Why the turns of a table are not written out; nothing where they are."""
    table, turns, facts = referee.table, referee.turns, referee.table.rulebook.facts
    if not referee.complete:
        yield "something is not known"
        return
    if facts.changes_order:
        yield "the order of the pursuers changes"
        return
    if turns.sides != ("fugitive", "pursuers"):
        yield "the fugitive does not begin"
    for rule, _ in table.rulebook.statements(t.MayPass):
        yield f"`{rule.id}`: not everybody has to move"
        return
    for rule, one in table.rulebook.statements(t.MustMove, t.MayMove):
        optional = isinstance(one, t.MayMove) and FUGITIVE not in table.seating.members(one.who)
        if isinstance(one, t.MustMove | t.MayMove) and one.times != t.Number(1) and not optional:
            yield f"`{rule.id}`: not everybody moves once a turn"
            return
    musts = [table.hooks["must"]([], q) for q in range(table.seating.count)]
    if musts[FUGITIVE] != 1 or 1 not in musts[1:] or not set(musts) <= {0, 1} or table.hooks["may"]([], FUGITIVE) != 1:
        yield "not everybody has to move"
    for action in table.actions_at("during turn"):
        if FUGITIVE in table.actors(action):
            yield f"`{action.id}`: the fugitive acts beside his entries"
    for of_profile in conditions:
        yield from (f"`{other.rule.id}` has to be asked for every ride" for other in of_profile.other)


@frozen(eq=False, slots=False)
class TurnCode:
    referee: Referee
    blocks: Blocks
    looked_at: tuple[int, ...]  # cells that decide about the fugitive's spreads; none: he has no spreads
    shelves: dict[str, Any] = field(factory=dict, repr=False)  # by name: what belongs to each station

    @property
    def table(self) -> Table:
        return self.referee.table

    @property
    def _layout(self) -> Layout:
        return self.table.layout

    def _of(self, q: int) -> Conditions:
        return self.blocks.conditions[self.table.profiles.of[q]]

    @property
    def _open_turns(self) -> dict[str, bool]:
        """Sides whose turn stays open for what they need not do."""
        return self.referee.turns.optional

    # -- shelves
    def _shelf(self, q: int, bits: int, moves: bool) -> str:
        """The blocks of a piece by the fares that are open, at each station; or only the rides of its profile."""
        k, blocks = self.table.profiles.of[q], self.blocks
        name = f"B{q}_{bits}" if moves else f"C{k}_{bits}"
        at: Callable[[int, int], Any] = partial(blocks.block, q) if moves else partial(blocks.rides, k)
        self.shelves.setdefault(name, OnceEach(lambda station: at(station, bits)))
        return name

    def _shelves(self, q: int, moves: bool) -> str:
        """The same by open fares and station."""
        k, blocks = self.table.profiles.of[q], self.blocks
        name = f"B{q}" if moves else f"C{k}"
        at: Callable[[int, int], Any] = partial(blocks.block, q) if moves else partial(blocks.rides, k)
        self.shelves.setdefault(name, OnceEach(lambda bits: OnceEach(lambda station: at(station, bits))))
        return name

    def _reached(self, q: int, bits: int) -> str:
        """Every station that plays a part where these fares lead."""
        name = f"R{self.table.profiles.of[q]}_{bits}"
        k = self.table.profiles.of[q]
        self.shelves.setdefault(name, OnceEach(lambda station: self.blocks.rides(k, station, bits).mask))
        return name

    def _first_reached(self, q: int, bits: int) -> str:
        """One of the stations where these fares lead; where there is none, the one that is left, which is never free."""
        k = self.table.profiles.of[q]
        name = f"F{k}_{bits}"

        def first(station: int) -> int:
            return next((ride[2] for ride in self.blocks.rides(k, station, bits).rides), station)

        self.shelves.setdefault(name, OnceEach(first))
        return name

    # -- who waits
    @cached_property
    def _groups(self) -> tuple[Profile, ...]:
        """Pursuers who have to move, in any order among themselves: those of one person after the other, or all."""
        groups = self.referee.turns.order([]) or (tuple(range(1, self.table.seating.count)),)
        must = self.table.hooks["must"]
        return tuple(mine for group in groups if (mine := tuple(q for q in group if must([], q))))

    def _at(self, q: int) -> str:
        return f"p[{self._layout.station + q}]"

    def _unmoved(self, q: int) -> str:
        """Whether a piece has still to move; one that has left the board has not."""
        there = f" and {self._at(q)} != {self.table.seating.off}" if self.table.rulebook.facts.removes else ""
        return f"not p[{self._layout.moved + q}]{there}"

    def _moves(self, group: Profile) -> str:
        """How often each of these has moved."""
        return _cells(tuple(self._layout.moved + q for q in group))

    def _looked_up(self, q: int, each: str, moves: bool = True) -> list[str]:
        """The block of one who waits, and what is done with it. Few fares are asked as a tree, each way with its own shelf."""
        conditions, spot = self._of(q), Spot(str(q))
        always, fares = conditions.open_fares(spot)
        if len(fares) <= FEW and not conditions.of_step:
            return [f"b = {self._tree(q, always, fares, moves)}[{self._at(q)}]", each]
        return [*conditions.opened(spot), f"b = {self._shelves(q, moves)}[o][{self._at(q)}]", each]

    def _tree(self, q: int, bits: int, fares: list[tuple[str, int]], moves: bool) -> str:
        """The shelf of a piece by the fares that are open to it."""
        if not fares:
            return self._shelf(q, bits, moves)
        (condition, opened), *rest = fares
        return f"({self._tree(q, bits | opened, rest, moves)} if {condition} else {self._tree(q, bits, rest, moves)})"

    def _each_waiting(self, found: str, lines: Callable[[int], list[str]]) -> Iterator[str]:
        """These lines for each who waits, with `c` for the stations closed to him; then `found` is given back."""
        said = ""
        for group in self._groups:
            indent = "    "
            if len(self._groups) > 1:
                yield f"    if {' or '.join(map(self._unmoved, group))}:"
                indent, said = "        ", ""
            for q in group:
                closed = self._of(q).closed()
                if closed != said:
                    yield f"{indent}c = {closed}"
                    said = closed
                yield f"{indent}if {self._unmoved(q)}:"
                yield from (f"{indent}    {line}" for line in lines(q))
            if len(self._groups) > 1:
                yield f"{indent}return {found}"
        yield f"    return {found}"

    def _chances(self, q: int) -> list[str]:
        """For each fare of a piece: yes, if it leads to a station that is not closed."""
        conditions, spot = self._of(q), Spot(str(q))
        always, fares = conditions.open_fares(spot)
        if conditions.cuts or conditions.of_step:
            return self._looked_up(q, "if b.size and (not b.mask & c or b.cuts[b.mask & c]): return True")
        found = []
        if always:
            found.append(f"if (r := {self._reached(q, always)}[{self._at(q)}]) & c != r: return True")
        for condition, bits in fares:
            found.append(f"if {condition} and (r := {self._reached(q, bits)}[{self._at(q)}]) & c != r: return True")
        return found or ["pass"]

    def _at_a_glance(self, group: Profile) -> Iterator[str]:
        """Yes for a piece that has a fare to a first station on which nobody stands: mostly it has, and masks cost more."""
        for q in group:
            cells, (_, fares) = self._of(q).stood_on, self._of(q).open_fares(Spot(str(q)))
            if not fares or self._layout.station + q not in cells or self._of(q).of_step:
                continue
            condition, bits = fares[0]
            first = f"(f := {self._first_reached(q, bits)}[{self._at(q)}])"
            free = f"{first} != p[{cells[0]}]" + "".join(f" and f != p[{cell}]" for cell in cells[1:])
            yield f"    if {self._unmoved(q)} and {condition} and {free}: return True"

    def _waits(self) -> Iterator[str]:
        """Whether one of those who wait can move: by the first fare he has, as a rule, so each is asked by itself."""
        yield "def waits(p):"
        if len(self._groups) == 1:
            yield from self._at_a_glance(self._groups[0])
            yield f"    if 0 not in {self._moves(self._groups[0])}: return False"
        yield from self._each_waiting("False", self._chances)

    # -- playing
    def playing(self) -> Iterator[str]:
        """`waits`: whether a pursuer can still move; `over`: what comes when none can; `play_K`: a ride and all of that;
        `settled`: what comes after several that were taken."""
        yield from self._waits()
        yield from self._over()
        yield from self._handed()
        yield "def settled(p):"
        somebody = f"0 in {self._moves(tuple(range(1, self.table.seating.count)))}"
        yield f"    return p if p[{OVER}] or not p[{TURN}] or ({somebody} and waits(p)) else over(p)"
        for k, profile in enumerate(self.table.profiles.every):
            yield from (f"def play_{k}(p, q, r):", *self._ridden(k, profile, "p"))
            if profile[0] != FUGITIVE or not self._open_turns["fugitive"]:
                yield "    if waits(p): return p"
                yield "    return over(p)"
            else:
                yield "    return p"

    def _ridden(self, k: int, profile: Profile, ended: str, taken: bool = False) -> Iterator[str]:
        """A ride, and the pursuers' turn after it where no turn stays open; `ended` is given back if it ends the game. One that
        is taken changes `p` itself, with `seen` for the fields of an entry that the table sees."""
        frame, layout, fugitive = self.table.frame, self._layout, profile[0] == FUGITIVE
        endings, tests = EndingCode(frame), frame.wins_after(events_of_rides(profile), profile)
        yield "    t, m, b = r"
        if self._open_turns["fugitive"] and fugitive:  # his turn was left open, and no pursuer could do anything in theirs
            yield f"    if not (p[{TURN}] or p[{LEFT}]) and p[{layout.moved}]: p = handed(p)"
        if self._open_turns["pursuers"] and fugitive:
            yield f"    if p[{TURN}]: p = closed(p)"
        if self._open_turns["fugitive"] and not fugitive:
            yield f"    if not p[{TURN}]: p = handed(p)"
        if self._open_turns["pursuers"] and not fugitive and self.referee.turns.order([]) is not None:
            yield "    p = gone_on(p, q)"
        if any(PASSES in frame.facts.reads(one.when) for _, one in tests):
            yield f"    v = PASSES.get((m, p[{layout.station} + q], b), ())"
        yield from RideCode(frame, k, profile).played(copies=not taken)
        if taken and fugitive:
            yield self._seen("seen")
        yield from endings.head([one for _, one in tests], profile)
        for condition, number, name in endings.conditions(tests, frame.spot(profile, written=True)):
            yield f"    if {condition}:  # {word(name)}"
            yield f"        p[{OVER}] = {number}"
            yield f"        return {ended}"
        if fugitive and not self._open_turns["fugitive"]:
            yield from self._handed_over(ended)

    def _seen(self, name: str) -> str:
        """The fields of the last entry, by a ride, that the table sees."""
        uncovered, here = self._layout.uncovered, self._at(FUGITIVE)
        return f"    {name} = shows(p, RIDDEN, t, -1, {here}, {here}, ())" + (f" | p[{uncovered}]" if uncovered else "")

    def _handed(self) -> Iterator[str]:
        """`handed`: the fugitive has had his turn, and says nothing more."""
        yield "def handed(p):"
        yield "    p = p[:]"
        yield from self._handed_over()
        yield "    return p if waits(p) else over(p)"

    def _handed_over(self, ended: str = "p") -> Iterator[str]:
        """From the fugitive's turn to the pursuers'."""
        yield from self._moment("end", "turn", "fugitive", ended)
        yield f"    p[{LEFT}] = p[{self._layout.moved}] = 0"
        yield f"    p[{TURN}] = 1"
        yield from self._moment("start", "turn", "pursuers", ended)

    def _over(self) -> Iterator[str]:
        """The pursuers' turn is over, if all have moved; and so is the round."""
        yield "def over(p):"
        if self._open_turns["pursuers"]:  # who cannot move now waits for what may yet be done
            yield "    if may_act(p): return p"
        yield from self._sit_out()
        if self.referee.turns.passing_matters:
            yield "    release(p, None)"
        yield from self._moment("end", "turn", "pursuers")
        yield f"    p[{LEFT}] = 0"
        yield f"    p[{self._layout.moved}:{self._layout.station}] = NOBODY"
        yield from self._moment("end", "round", "")
        yield f"    p[{TURN}] = 0"
        yield f"    p[{ROUND}] += 1"
        yield from self._moment("start", "round", "")
        yield from self._moment("start", "turn", "fugitive")
        yield f"    return p if can_{self.table.frame.asked[NOW]}_{self.table.profiles.of[FUGITIVE]}(p, 0) else settle(p)"

    def _sit_out(self) -> Iterator[str]:
        """Those whose turn it is and who cannot move stay where they are; by seat, the next may be able to."""
        moved, profiles = self._layout.moved, self.table.profiles
        for group in self._groups:
            yield f"    if {' or '.join(map(self._unmoved, group))}:  # somebody has to sit out"
            for q in group:
                yield f"        if {self._unmoved(q)}:"
                yield f"            p[{moved + q}] |= {STAYED}"
                if self.table.frame.reactions_to({"stay"}, profiles.every[profiles.of[q]]):
                    yield f"            on_stay_{profiles.of[q]}(p, {q})"
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
        """`pursuers` and `fugitive`: the moves of a side in its turn; `moves`: those of the side whose turn it is."""
        yield "def moves(p):"
        yield f"    if p[{OVER}]: return ()"
        yield f"    return pursuers(p) if p[{TURN}] else fugitive(p)"
        yield "def pursuers(p):"
        yield "    out = ()"
        whole = "(*out, *more(p)) if out else listed(p)" if self._open_turns["pursuers"] else "out"
        yield from self._each_waiting(
            whole, partial(self._looked_up, each="out += b.cuts[r] if (r := b.mask & c) else b.moves")
        )
        if self._open_turns["fugitive"]:
            yield from self._waits()
            yield from self._over()
            yield from self._handed()
            yield from self._still_open()
        elif self.looked_at:
            yield "def fugitive(p):"
            yield f"    if p[{LEFT}] or p[{self._layout.moved}]: return listed(p)"
            yield f"    c = {self._of(FUGITIVE).closed()}"
            cells = ", ".join(f"p[{cell}]" for cell in self.looked_at)
            yield f"    w = (SPREADS.get(({cells},)) or spreads(p))[{self._at(FUGITIVE)}]"
            yield "    return w.left(c) if w.near & c else w.moves"
        else:
            yield "def fugitive(p):"
            yield "    return listed(p)"

    def _still_open(self) -> Iterator[str]:
        """The fugitive's steps; once he has moved, those that he may still add and those of the pursuers."""
        yield "def fugitive(p):"
        yield f"    if p[{LEFT}] or not p[{self._layout.moved}]: return of_fugitive(p) or listed(p)"
        yield "    out = after_entry(p)"
        yield "    p = handed(p)"
        yield f"    if p[{OVER}]: return tuple(out)"
        yield f"    return (*out, *(pursuers(p) if p[{TURN}] else listed(p)))"

    def naming(self) -> Iterator[str]:
        """`named_Q`: the ride that is written so, if it is one that this piece may take now."""
        for q, refused in self._out_of_turn():
            yield f"def named_{q}(p, said):"
            yield from self._found(q, refused, "r = b.by_means.get(said)", moves=False)
            yield "    return r[0]"

    def taking(self) -> Iterator[str]:
        """`taken_Q`: the position after a ride that is listed under this text, if this piece may take it now."""
        for q, refused in self._out_of_turn():
            yield f"def taken_{q}(p, text):"
            yield from self._found(q, refused, "r = b.by_text.get(text)", moves=True)
            yield f"    return play_{self.table.profiles.of[q]}(p, {q}, r[0])"

    def replaying(self) -> Iterator[str]:
        """`took_Q`: the ride that is written so is made, on the position itself; gives the fields of it that the table sees,
        and None where it may not be taken."""
        profiles = self.table.profiles
        for q, refused in self._out_of_turn():
            seen = "0" if q else "seen"
            yield f"def took_{q}(p, said, q={q}):"
            yield from self._found(q, refused, "r = b.by_means.get(said)", moves=False)
            yield "    r = r[0]"
            yield from self._ridden(profiles.of[q], profiles.every[profiles.of[q]], seen, taken=True)
            yield f"    return {seen}"

    def doubling(self) -> Iterator[str]:
        """`doubled`: the position after a turn action of the fugitive and the two rides that are written so, before it is asked
        who can move, and the fields of both that the table sees; None where he may not take them. For tables with spreads."""
        _, refused = next(self._out_of_turn())
        k, both = self.table.profiles.of[FUGITIVE], {"first": "one", "second": "two"}
        yield f"def doubled(p, legal, do, first, second, q={FUGITIVE}):"
        yield f"    if {refused} or not legal(p, q): return None"
        yield "    p = do(p, q, ())"
        for said, seen in both.items():
            yield from self._looked_for(FUGITIVE, f"r = b.by_means.get({said})", moves=False)
            yield "    t, m, b = r[0]"
            yield from RideCode(self.table.frame, k, self.table.profiles.every[k]).played(copies=False)
            yield self._seen(seen)
        yield from self._handed_over("p, (one, two)")
        yield "    return p, (one, two)"

    def _out_of_turn(self) -> Iterator[tuple[int, str]]:
        """Each piece, and the condition under which it may not ride at all."""
        moved = self._layout.moved
        yield FUGITIVE, f"p[{OVER}] or p[{TURN}] or p[{LEFT}] or p[{moved}]"
        before = ""  # those who come first, where it goes by seat
        for group in self._groups:
            for q in group:
                yield q, f"p[{OVER}] or not p[{TURN}] or p[{moved + q}]{before}"
            before += "".join(f" or {self._unmoved(q)}" for q in group)
        for q in sorted(set(range(1, self.table.seating.count)).difference(*self._groups)):  # who need not move, but may
            most = self.referee.turns.most(q)
            yield q, "True" if most is None else f"p[{OVER}] or not p[{TURN}] or p[{moved + q}] >= {most}"

    def _found(self, q: int, refused: str, found: str, moves: bool) -> Iterator[str]:
        """`r`: a ride that is found in a block, and what closes it; nothing where the piece may not take it now."""
        yield f"    if {refused}: return None"
        yield from self._looked_for(q, found, moves)

    def _looked_for(self, q: int, found: str, moves: bool) -> Iterator[str]:
        """The same for a piece whose turn it is."""
        conditions = self._of(q)
        yield from (f"    {line}" for line in self._looked_up(q, found, moves))
        yield "    if r is None: return None"
        if conditions.stood_on:
            yield f"    if r[0][2] in {_cells(conditions.stood_on)}: return None"
        else:
            yield f"    if not is_open(r[1], {conditions.closed()}): return None"

    def fares(self) -> Iterator[str]:
        """`fares`: the fugitive's legal rides by a kind of ticket."""
        yield "def fares(p, t):"
        yield f"    c = {self._of(FUGITIVE).closed()}"
        yield from (f"    {line}" for line in self._looked_up(FUGITIVE, "if not b.mask & c: return b.paid.get(t, ())"))
        yield "    return [ride for ride in b.open_rides(c) if ride[0] == t]"

    def counting(self) -> Iterator[str]:
        """`count`: how many moves there are; `tally_K`: how many after a ride, where turns close by themselves."""
        yield from self.listing()
        yield "def count(p):"
        yield f"    if p[{OVER}]: return 0"
        if self._open_turns["pursuers"] or self._open_turns["fugitive"]:
            yield f"    return len(pursuers(p) if p[{TURN}] else fugitive(p))"
            return
        yield f"    if not p[{TURN}]: return len(fugitive(p))"
        yield from self._counted("n")
        yield from self._over()
        yield from self._waits()
        for k, profile in enumerate(self.table.profiles.every):
            yield f"def tally_{k}(p, q, r):"
            yield from self._ridden(k, profile, "0")
            yield from self._counted("n or count(over(p))")  # the turn continues while an action is possible

    def _counted(self, found: str) -> Iterator[str]:
        yield "    n = 0"
        each = "n += len(b.cuts[r]) if (r := b.mask & c) else b.size"
        yield from self._each_waiting(found, partial(self._looked_up, each=each))


def _cells(cells: tuple[int, ...]) -> str:
    """These cells of a position; one after the other they are a slice."""
    if cells and cells == tuple(range(cells[0], cells[0] + len(cells))):
        return f"p[{cells[0]}:{cells[-1] + 1}]"
    return f"({''.join(f'p[{cell}], ' for cell in cells)})"
