"""A rulebook at a table, compiled: the hooks as plain Python functions, generated, readable, run once.

Each piece belongs to a profile (pieces whom every rule treats alike); rides, payments and effects are written once a profile.
Conditions are sorted by what they depend on. What only the board, the ticket and the mode decide is folded into the table of
lines; only the rest is asked for each candidate; and what the sorter does not know counts as the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from attrs import field

from adjudicator.engine.effects import Effects
from adjudicator.engine.layout import DOING, ENTRIES, LEFT, UNLIMITED, Layout, expanded
from adjudicator.engine.values import Spot, Values
from adjudicator.language import tree as t
from adjudicator.language.walking import walk
from adjudicator.rulebook.model import Rule
from adjudicator.values import frozen

SLICE = re.compile(r"p\[(\d+):(\d+)\](?! =)")


@frozen
class Ending:
    """A way the game can end: the ending's id and the side that wins ("" for a draw)."""

    id: str
    winner: str


@frozen
class Refusal:
    """A `forbid` or `losing` statement as it applies to some pieces."""

    rule: Rule
    statement: t.Forbid
    number: int  # names its generated functions


def expand(node: t.Node, layout: Layout) -> Iterator[t.Node]:
    """Every node, terms unfolded."""
    return expanded(node, layout.rulebook)


@frozen(slots=False, eq=False)
class RideCode:
    """Who is treated alike, what is refused to whom, and the hooks of rides."""

    layout: Layout
    careful: bool = False
    hopeful: bool = False  # lists whatever is not surely refused
    values: Values = field(init=False)
    effects: Effects = field(init=False)
    endings: dict[Ending, int] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "values", Values(self.layout, self.careful))
        plain = Values(self.layout, asked=self.values.asked)
        object.__setattr__(self, "effects", Effects(self.layout, plain))

    # -- who is treated alike
    @cached_property
    def profiles(self) -> tuple[tuple[int, ...], ...]:
        whos = sorted({w for rule in self.layout.rulebook.rules.values() for s in rule.statements for w in _whos(s)})
        found: dict[tuple[object, ...], list[int]] = {}
        for q in range(self.layout.count):
            signature = (q == 0, self.layout.is_free(q), tuple(q in self.layout.members(who) for who in whos))
            found.setdefault(signature, []).append(q)
        return tuple(tuple(pieces) for pieces in found.values())

    def concerns(self, who: tuple[str, ...], profile: tuple[int, ...]) -> bool:
        return not who or any(profile[0] in self.layout.members(name) for name in who)

    @cached_property
    def refusals(self) -> tuple[Refusal, ...]:
        found = self.layout.rulebook.statements(t.Forbid)
        return tuple(Refusal(rule, one, number) for number, (rule, one) in enumerate(found) if isinstance(one, t.Forbid))

    def of_rides(self, profile: tuple[int, ...], losing: bool) -> list[Refusal]:
        """What is refused (or loses) when these pieces ride."""
        events = {"ride", "entry"} if profile[0] == 0 else {"ride"}
        return [
            one
            for one in self.refusals
            if one.statement.losing == losing
            and events & set(one.statement.event.names)
            and self.concerns(one.statement.event.who, profile)
        ]

    # -- what a condition depends on
    def depends(self, node: t.Expression | None) -> set[str]:
        """`line` (mode and stations passed), `rest` (anything that changes in play); nothing: the table of lines decides."""
        found: set[str] = set()
        for inner in expand(node, self.layout) if node is not None else ():
            match inner:
                case t.Name("mode" | "passes"):
                    found.add("line")
                case t.Name("ticket" | "from" | "to" | "here") | t.Number() | t.Literal() | t.SetOf() | t.Compare():
                    pass
                case t.Member() | t.AllOf() | t.AnyOf() | t.Negated() | t.Arithmetic():
                    pass
                case t.Name(name) if self._is_fixed(name):
                    pass
                case t.Call("pays" | "count"):
                    pass
                case t.Call(name) if self._is_known_attribute(name):
                    pass
                case _:
                    found.add("rest")
        return found

    def folds_by_fare(self, profile: tuple[int, ...]) -> bool:
        """Whether what is folded into the table of lines depends on the ticket and the mode alone."""
        static = [one.statement.when for one in self.of_rides(profile, losing=False)]
        return all(speaks_of_fares(when, self.layout) for when in static if "rest" not in self.depends(when))

    def _is_fixed(self, name: str) -> bool:
        meaning = self.layout.rulebook.scope.names.get(name)
        if meaning is not None and meaning.what == "pieces" and self.layout.removes:
            return False
        return meaning is not None and meaning.what in ("number", "constant", "pieces", "term")

    def _is_known_attribute(self, name: str) -> bool:
        board = self.layout.board
        return name in board.attributes and all(board.attribute(name, s) is not None for s in board.stations)

    def ending(self, name: str, winner: str) -> int:
        """The number of an ending in a position; each gets one when it is first met."""
        return self.endings.setdefault(Ending(name, winner), len(self.endings) + 1)

    # -- rides
    def condition(self, one: Refusal, spot: Spot) -> str:
        when = one.statement.when
        return "True" if when is None else self.values.of(when, spot)

    def refused(self, one: Refusal, spot: Spot) -> str:
        """The same as it stands in a listing."""
        return f"surely(lambda: {self.condition(one, spot)})" if self.hopeful else self.condition(one, spot)

    def held(self, text: str) -> str:
        """A condition that must hold, as it stands in a listing."""
        return f"perhaps(lambda: {text})" if self.hopeful else text

    def spot(self, profile: tuple[int, ...], written: bool = False) -> Spot:
        return Spot(str(profile[0]) if len(profile) == 1 else "q", written)

    def static(self, k: int, profile: tuple[int, ...]) -> Iterator[str]:
        """Refusals that the table of lines can decide once and for all."""
        spot = self.spot(profile)
        conditions = [
            self.condition(one, spot)
            for one in self.of_rides(profile, losing=False)
            if "rest" not in self.depends(one.statement.when)
        ]
        yield f"def refused_{k}(q, t, m, a, b, v):"
        yield "    h = a"
        yield f"    return {' or '.join(conditions) or 'False'}"

    def listing(self, name: str, k: int, profile: tuple[int, ...], ignoring: tuple[str, ...], want: str) -> Iterator[str]:
        """The loop over candidate rides. `want`: "legal" or "losing" lists them, "any" says whether there is a legal one."""
        spot = self.spot(profile)
        table = f"LINES_{k}"
        refusals = [one for one in self.of_rides(profile, losing=False) if one.rule.id not in ignoring]
        dynamic = [one for one in refusals if "rest" in self.depends(one.statement.when)]
        if any(
            one.rule.id in ignoring and "rest" not in self.depends(one.statement.when) for one in self.of_rides(profile, False)
        ):
            table, dynamic = f"ALL_{k}", refusals  # an ignored rule is folded into the table: ask everything anew
        plain = [one for one in dynamic if "line" not in self.depends(one.statement.when)]
        by_line = [one for one in dynamic if one not in plain]
        losing = [self.refused(one, spot) for one in self.of_rides(profile, losing=True) if one.rule.id not in ignoring]
        body = [f"    for t, b, m, alternatives in {table}[a]:"]
        body += [f"        if {self.refused(one, spot)}: continue  # {one.rule.id}" for one in plain]
        if by_line:
            body += ["        for m, v in alternatives:"]
            body += [f"            if {self.refused(one, spot)}: continue  # {one.rule.id}" for one in by_line]
            body += ["            break", "        else: continue"]
        if want == "losing":
            body += [f"        if not ({' or '.join(losing)}): continue" if losing else "        continue"]
        elif losing:
            body += [f"        if {' or '.join(losing)}: continue"]
        body += ["        return True"] if want == "any" else ["        out.append((t, m, b))"]
        body += ["    return False"] if want == "any" else ["    return out"]
        here = f"{self.layout.station} + q"
        yield f"def {name}(p, q):"
        yield f"    a = h = known(p, {here})" if self.careful else f"    a = h = p[{here}]"
        yield f"    e = p[{ENTRIES}] + 1"
        if want != "any":
            yield "    out = []"
        yield from hoisted(body)

    def losing(self, k: int, profile: tuple[int, ...]) -> Iterator[str]:
        """Whether a ride loses at once: the code of the ending, or 0. Asked before it is made."""
        spot = self.spot(profile)
        yield f"def losing_{k}(p, q, t, m, a, b, v):"
        yield "    h = a"
        yield f"    e = p[{ENTRIES}] + 1"
        for one in self.of_rides(profile, losing=True):
            winner = "pursuers" if profile[0] == 0 else "fugitive"
            code = self.ending(one.rule.id, winner)
            yield f"    if {self.condition(one, spot)}: return {code}  # {one.rule.id}"
        yield "    return 0"

    def apply_ride(self, k: int, profile: tuple[int, ...]) -> Iterator[str]:
        """The position after a ride: pay, move, and what follows from it."""
        fugitive = profile[0] == 0
        yield f"def ride_{k}(p, q, t, m, b):"
        yield "    p = p[:]"
        yield f"    a = p[{self.layout.station} + q]"
        yield f"    e = p[{ENTRIES}]{' + 1' if fugitive else ''}"
        yield "    h = b"
        if self._mentions("passes", profile):
            yield "    v = PASSES.get((m, a, b), ())"
        if not self.layout.is_free(profile[0]):
            yield from self._payment(profile)
        if fugitive:
            for line in self.effects.reset("entry"):
                yield "    " + line
            yield f"    if p[{LEFT}]: p[{LEFT}] -= 1"
            yield "    else:"
            yield f"        p[{DOING}] = 0"
            yield f"        p[{self.layout.moved}] += 1"
            for line in self.effects.arrive():
                yield "    " + line
        else:
            yield f"    p[{self.layout.station} + q] = b"
            yield f"    p[{self.layout.moved} + q] += 1"
        yield from self.reactions({"ride", "entry"} if fugitive else {"ride"}, profile)
        if fugitive:
            for line in self.effects.reset("next entry"):
                yield "    " + line
        yield "    return p"

    def _mentions(self, name: str, profile: tuple[int, ...]) -> bool:
        return any(
            isinstance(n, t.Name) and n.name == name for _, one in self.layout.rulebook.statements(t.On) for n in walk(one)
        )

    def _payment(self, profile: tuple[int, ...]) -> Iterator[str]:
        yield "    c = CELL[q][t]"
        yield "    n = p[c]"
        yield f"    if n and n != {UNLIMITED}: p[c] = n - 1"
        spot = self.spot(profile)
        for _, one in self.layout.rulebook.statements(t.Pay):
            if not isinstance(one, t.Pay) or not self.concerns(one.who, profile):
                continue
            condition = "n" if one.when is None else f"n and {self.values.of(one.when, spot)}"
            place = self.effects._place(one.place, "t", spot)
            yield f"    if {condition}:"
            yield f"        c = {place}"
            yield f"        if p[c] != {UNLIMITED}: p[c] += 1"

    def reactions(self, events: set[str], profile: tuple[int, ...], indent: str = "    ") -> Iterator[str]:
        """`on EVENT then …`, for these pieces."""
        spot = self.spot(profile, written=True)
        for rule, one in self.layout.rulebook.statements(t.On):
            if not isinstance(one, t.On) or not isinstance(one.moment, t.Event):
                continue
            if not events & set(one.moment.names) or not self.concerns(one.moment.who, profile):
                continue
            yield f"{indent}# {rule.id}"
            if one.when is not None:
                yield f"{indent}if {self.effects.values.of(one.when, spot)}:"
                yield from self.effects.lines(one.effects, spot, indent + "    ")
            else:
                yield from self.effects.lines(one.effects, spot, indent)


def speaks_of_fares(node: t.Expression | None, layout: Layout) -> bool:
    """Only of the ticket, the mode, the piece, and of things that do not change while one piece is listed."""
    for inner in expand(node, layout) if node is not None else ():
        if isinstance(inner, t.Name) and inner.name in ("from", "to", "here", "passes"):
            return False
        if isinstance(inner, t.Call) and inner.name in ("station", "occupied", "holder", "station-of"):
            return False
        if isinstance(inner, t.Quantified | t.CountOf | t.CanMove):
            return False
    return True


def hoisted(body: list[str]) -> Iterator[str]:
    """Slices of the position that a loop asks for again and again are taken once, before it."""
    text = "\n".join(body)
    for low, high in sorted(set(SLICE.findall(text))):
        yield f"    s{low}_{high} = p[{low}:{high}]"
    yield SLICE.sub(r"s\1_\2", text)


def _whos(statement: t.Statement) -> set[str]:
    """The names of pieces that a statement makes a difference between."""
    match statement:
        case t.Forbid(event):
            return set(event.who)
        case t.Pay(who) | t.Allow(who):
            return set(who)
        case t.On(t.Event(_, who)) | t.Wins(_, _, t.Event(_, who)):
            return set(who)
        case _:
            return set()
