"""Rides as Python source: which are listed, which lose, what one does."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from adjudicator.engine.frame import Frame, Refusal
from adjudicator.engine.identifiers import word
from adjudicator.engine.layout import DOING, ENTRIES, LEFT, ROUND, UNLIMITED
from adjudicator.engine.profiles import Profile, events_of_rides
from adjudicator.engine.seating import FUGITIVE
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import Read, is_known, step
from adjudicator.values import frozen

OF_LINE = step("mode", "passes")
AHEAD = 100  # rounds that are looked ahead: more than any game has
OF_RIDE = step("ticket", "mode", "from", "to", "here", "passes")


@frozen(eq=False)
class RideCode:
    frame: Frame
    number: int  # of the profile
    profile: Profile

    # -- what is decided once and for all
    def is_fixed(self, node: t.Expression | None) -> bool:
        """Whether the board, the ticket and the mode decide: then the table of lines does, and nobody asks again."""
        return all(read in OF_RIDE or self._is_known(read) for read in self.frame.facts.reads(node))

    def _is_known(self, read: Read) -> bool:
        return read.what == "board" and is_known(self.frame.layout.board, read.name)

    def fixed(self) -> list[Refusal]:
        return [one for one in self.frame.of_rides(self.profile, losing=False) if self.is_fixed(one.when)]

    def static(self) -> Iterator[str]:
        """Refusals that the table of lines can decide."""
        spot = self.frame.spot(self.profile)
        conditions = [self.frame.condition(one, spot) for one in self.fixed()]
        yield f"def refused_{self.number}(q, t, m, a, b, v):"
        yield "    h = a"
        yield f"    return {' or '.join(conditions) or 'False'}"

    def folds_by_fare(self) -> bool:
        """Whether that depends on the ticket and the mode alone."""
        fares = step("ticket", "mode")
        return all(self.frame.facts.reads(one.when) <= fares for one in self.fixed())

    # -- listing
    def ability(self, name: str, ignoring: tuple[str, ...], ever: bool) -> Iterator[str]:
        """Whether one of these can move; `ever`: now or in a later round, as things stand on the board."""
        asked = [one for one in self.frame.of_rides(self.profile, losing=False) if one.rule.id not in ignoring]
        if not ever or not any(self.frame.facts.asks_the_clock(one.when) for one in asked):
            yield from self.listing(name, ignoring, "any", ever)
            return
        yield from self.listing(f"now_{name}", ignoring, "any", ever)
        yield f"def {name}(p, q):"
        yield f"    if now_{name}(p, q): return True"
        yield "    p = p[:]"
        yield f"    for p[{ROUND}] in range(p[{ROUND}] + 1, p[{ROUND}] + {AHEAD}):"
        yield f"        p[{ENTRIES}] += 1"
        yield f"        if now_{name}(p, q): return True"
        yield "    return False"

    def listing(self, name: str, ignoring: tuple[str, ...], want: str, ever: bool = False) -> Iterator[str]:
        """The loop over candidate rides. `want`: "legal" or "losing" lists them, "any" says whether there is a legal one.
        With `ever`, what is forbidden only for a turn or a round is left out of account."""
        frame, facts = self.frame, self.frame.facts
        every = [one for one in frame.of_rides(self.profile, losing=False) if want != "any" or not one.waits]
        spot = evolve(frame.spot(self.profile), hoisted={})
        asked = [one for one in every if one.rule.id not in ignoring and not (ever and facts.is_passing(one.when))]
        table = f"LINES_{self.number}"
        if any(one.rule.id in ignoring and self.is_fixed(one.when) for one in every):
            table = f"ALL_{self.number}"  # an ignored rule is folded into the table of lines: ask everything again
        else:
            asked = [one for one in asked if not self.is_fixed(one.when)]
        by_line = [one for one in asked if facts.reads(one.when) & OF_LINE]
        losing = [one for one in frame.of_rides(self.profile, losing=True) if one.rule.id not in ignoring]
        lost = " or ".join(frame.refused(one, spot) for one in losing)
        body = [f"    for t, b, m, alternatives in {table}[a]:"]
        body += [
            f"        if {frame.refused(one, spot)}: continue  # {word(one.rule.id)}" for one in asked if one not in by_line
        ]
        if by_line:
            body += ["        for m, v in alternatives:"]
            body += [f"            if {frame.refused(one, spot)}: continue  # {word(one.rule.id)}" for one in by_line]
            body += ["            break", "        else: continue"]
        if want == "losing":
            body += [f"        if not ({lost}): continue" if lost else "        continue"]
        elif lost:
            body += [f"        if {lost}: continue"]
        body += ["        return True"] if want == "any" else ["        out.append((t, m, b))"]
        here = f"{frame.layout.station} + q"
        nodes = [one.when for one in (*asked, *losing)]
        yield f"def {name}(p, q):"
        yield f"    a = known(p, {here})" if frame.careful else f"    a = p[{here}]"
        yield from frame.lookups([*nodes], h="a", e=f"p[{ENTRIES}] + 1")
        yield from (f"    {local} = {text}" for text, local in (spot.hoisted or {}).items())
        if want != "any":
            yield "    out = []"
        yield from body
        yield "    return False" if want == "any" else "    return out"

    def losing(self) -> Iterator[str]:
        """Whether a ride loses at once: the code of the ending, or 0. Asked before it is made."""
        frame, spot = self.frame, self.frame.spot(self.profile)
        every = frame.of_rides(self.profile, losing=True)
        yield f"def losing_{self.number}(p, q, t, m, a, b, v):"
        yield from frame.lookups([one.when for one in every], h="a", e=f"p[{ENTRIES}] + 1")
        for one in every:
            winner = "pursuers" if self.profile[0] == FUGITIVE else "fugitive"
            yield f"    if {frame.condition(one, spot)}: return {frame.ending(one.rule.id, winner)}  # {word(one.rule.id)}"
        yield "    return 0"

    # -- playing
    def apply(self) -> Iterator[str]:
        """The position after a ride: pay, move, and what follows from it."""
        yield f"def ride_{self.number}(p, q, t, m, b):"
        yield from self.played()
        yield "    return p"

    def played(self, copies: bool = True) -> Iterator[str]:
        """The same as lines that change a copy of `p`, or `p` itself."""
        frame, fugitive = self.frame, self.profile[0] == FUGITIVE
        layout, effects, events = frame.layout, frame.effects, events_of_rides(self.profile)
        nodes: list[t.Node | None] = [one for _, one in frame.reactions_to(events, self.profile)]
        effects_of_entry = [one for one in nodes if one is not None] if fugitive else []
        nodes += [one.when for one in self._pays()]
        asked = frozenset[Read]().union(*map(frame.facts.reads, nodes))
        if copies:
            yield "    p = p[:]"
        if effects.kept_by(*effects_of_entry):
            yield "    kept = set()"
        if asked & step("from", "passes") or (fugitive and layout.last_line):
            yield f"    a = p[{layout.station} + q]"
        if fugitive:
            yield f"    e = p[{ENTRIES}] + 1"
        yield from frame.lookups(nodes, h="b", v="PASSES.get((m, a, b), ())", **({} if fugitive else {"e": f"p[{ENTRIES}]"}))
        if not layout.seating.is_free(self.profile[0]):
            yield from self._payment()
        if fugitive:
            yield from (f"    {line}" for line in effects.reset("entry"))
            yield f"    if p[{LEFT}]: p[{LEFT}] -= 1"
            yield "    else:"
            yield f"        p[{DOING}] = 0"
            yield f"        p[{layout.moved}] += 1"
            yield from (f"    {line}" for line in effects.arrive())
        else:
            yield f"    p[{layout.station} + q] = b"
            yield f"    p[{layout.moved} + q] += 1"
        yield from self.reactions(events)
        if fugitive:
            yield from (f"    {line}" for line in effects.entry_over(*effects_of_entry))

    def _payment(self) -> Iterator[str]:
        frame, spot = self.frame, self.frame.spot(self.profile)
        yield "    c = CELL[q][t]"
        yield "    n = p[c]"
        yield f"    if n and n != {UNLIMITED}: p[c] = n - 1"
        for one in self._pays():
            condition = "n" if one.when is None else f"n and {frame.values.of(one.when, spot)}"
            yield f"    if {condition}:"
            yield f"        c = {frame.effects.place(one.place, 't', spot)}"
            yield f"        if p[c] != {UNLIMITED}: p[c] += 1"

    def _pays(self) -> list[t.Pay]:
        """Where the tickets of these pieces go."""
        found = [one for _, one in self.frame.layout.rulebook.statements(t.Pay) if isinstance(one, t.Pay)]
        return [one for one in found if self.frame.profiles.concerns(one.who, self.profile)]

    def reactions(self, events: frozenset[str] | set[str], indent: str = "    ") -> Iterator[str]:
        """The effects of a step of these kinds by one of these pieces."""
        spot = self.frame.spot(self.profile, written=True)
        effects = evolve(self.frame.effects, keeps="entry" in events and self.profile[0] == FUGITIVE)
        for rule, one in self.frame.reactions_to(events, self.profile):
            yield f"{indent}# {word(rule.id)}"
            if one.when is not None:
                yield f"{indent}if {effects.values.of(one.when, spot)}:"
                yield from effects.lines(one.effects, spot, indent + "    ")
            else:
                yield from effects.lines(one.effects, spot, indent)

    def on_event(self, event: str) -> Iterator[str]:
        """The effects when one of these has to sit out (`stay`), passes (`pass`) or gives up (`resign`)."""
        nodes: list[t.Node | None] = [one for _, one in self.frame.reactions_to({event}, self.profile)]
        yield f"def on_{event}_{self.number}(p, q):"
        yield from self.frame.lookups(nodes, h=f"p[{self.frame.layout.station} + q]", e=f"p[{ENTRIES}]")
        yield "    pass"
        yield from self.reactions({event})
