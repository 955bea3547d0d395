"""Effects as lines of Python: what changes in a position (`p`, already a copy)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.expressions import Expressions, Spot
from adjudicator.engine.identifiers import operator
from adjudicator.engine.layout import ENTRIES, NONE, TURN, Layout
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import is_open, uncovers
from adjudicator.values import frozen

FIELDS = {"ticket": 1, "station": 2, "mode": 4}


def bits_of(fields: tuple[str, ...]) -> int:
    return sum(FIELDS[name] for name in set(fields))


@frozen(eq=False)
class Effects:
    layout: Layout
    values: Expressions
    keeps: bool = False  # whether what is set lives on when the entry at hand is over

    def lines(self, effects: tuple[t.Effect, ...], spot: Spot, indent: str = "    ") -> Iterator[str]:
        for effect in effects:
            for line in self._effect(effect, spot):
                yield indent + line

    def _effect(self, node: t.Effect, spot: Spot) -> Iterator[str]:
        match node:
            case t.Assign():
                yield self._assign(node, spot)
                yield from self._note(node, spot)
            case t.Move(amount, ticket, source, target):
                kind = self.values.of(ticket, spot)
                source_cell, target_cell = (self.place(place, kind, spot) for place in (source, target))
                yield f"transfer(p, {self.values.of(amount, spot)}, {kind}, {source_cell}, {target_cell})"
            case t.ForEach(variable, group, where, effects):
                inner, local = spot.having(variable)
                yield f"for {local} in {self.values.group(group, spot)}:"
                if where is not None:
                    yield f"    if not {self.values.of(where, inner)}: continue"
                yield from self.lines(effects, inner)
            case t.OnlyWhen(condition, effects):
                yield f"if {self.values.of(condition, spot)}:"
                yield from self.lines(effects, spot)
            case t.Arrive(station):
                yield f"b = {self.values.of(station, spot)}"
                yield from self.arrive()
            case t.Remove(piece):
                yield f"p[{self.layout.station} + {self.values.of(piece, spot)}] = {self.layout.seating.off}"
            case t.Send(piece, station):
                yield from self._send(self.values.of(piece, spot), self.values.of(station, spot))
            case t.ShowLast(fields) if uncovers(node):
                yield f"p[{self.layout.uncovered}] |= {bits_of(fields)}"
            case t.Announce():
                yield self._announce(node, spot)
            case t.Deal() | t.ShowLast():
                yield "pass"  # cards come from the set-up; what he is shown himself he knows

    def _send(self, piece: str, station: str) -> Iterator[str]:
        """A pursuer stands elsewhere; one that has left the board does not come back."""
        cell = f"p[{self.layout.station} + {piece}]"
        guard = f"if {cell} != {self.layout.seating.off}: " if self.layout.rulebook.facts.removes else ""
        yield f"{guard}{cell} = {station}"

    def _announce(self, node: t.Announce, spot: Spot) -> str:
        """The announcement by its number, to one piece or to all pursuers (-1), with what its slots are now."""
        found = self.layout.rulebook.facts.announcements
        number = next(at for at, (_, one) in enumerate(found) if one is node)
        listener = "-1" if is_open(node) else self.values.of(node.listener, spot)
        slots = "".join(f", {self._kept(slot, spot)}" for slot in node.slots)
        return f"p[{self.layout.announced}] += (({number}, {listener}{slots}),)"

    def _kept(self, slot: t.Expression, spot: Spot) -> str:
        """The value of a slot, as something that does not change any more."""
        kind = self.layout.rulebook.types.get(id(slot))
        return f"tuple({self.values.of(slot, spot)})" if kind is not None and kind.many else self.values.of(slot, spot)

    def _assign(self, node: t.Assign, spot: Spot) -> str:
        value, sign = self.values.of(node.value, spot), operator(node.operator)
        meaning = self.layout.rulebook.scope.names[node.name]
        if meaning.what == "supply":
            assert node.index is not None
            cell = f"p[{self.layout.supplies[node.name]} + {self.values.of(node.index, spot)}]"
            return f"{cell} = bounded({value if node.operator == ':=' else f'{cell} {sign[0]} {value}'}, 0)"
        else:
            base = self.layout.states[node.name].base
            cell = f"p[{base} + {self.values.of(node.index, spot)}]" if node.index is not None else f"p[{base}]"
        if meaning.type.many:
            if node.operator == ":=":
                return f"{cell} = mask({value})"
            kind = self.layout.rulebook.types.get(id(node.value))
            guard = f"if {value} >= 0: " if kind is None or kind.optional else ""  # `none` changes no set
            change = f"{cell} |= 1 << {value}" if node.operator == "+=" else f"{cell} &= ~(1 << {value})"
            return guard + change
        if node.operator == ":=":
            grows = any(isinstance(inner, t.Arithmetic) for inner in self.layout.rulebook.facts.nodes(node.value))
            return f"{cell} = {'bounded' if grows else 'int'}({value})"
        if isinstance(node.value, t.Number):
            return f"{cell} {sign} {value}"
        return f"{cell} = bounded({cell} {sign[0]} {value})"

    def _note(self, node: t.Assign, spot: Spot) -> Iterator[str]:
        """A state that is set in an entry, or in a turn of the fugitive, and is meant for the next one."""
        kind = self.layout.states.get(node.name)
        if kind is None:
            return
        offset = self.values.of(node.index, spot) if node.index is not None else "0"
        if self.keeps and kind.lives == "next entry":
            yield f"kept.add({kind.base} + {offset})"
        if node.name in self.layout.set_now:
            his = self.layout.rulebook.facts.sides.index("fugitive")
            yield f"if p[{TURN}] == {his}: p[{self.layout.set_now[node.name]}] |= 1 << {offset}"

    def place(self, node: t.Expression, ticket: str, spot: Spot) -> str:
        """The cell of a ticket in a supply or with a piece; -1 for out of play."""
        if isinstance(node, t.Name):
            if node.name == "nowhere":
                return str(NONE)
            if node.name in self.layout.supplies:
                return f"{self.layout.supplies[node.name]} + {ticket}"
        return self.values.ticket_cell(self.values.of(node, spot), ticket)

    # -- lifetimes
    def arrive(self) -> Iterator[str]:
        """The fugitive stands on `b`: his entry is written, a new stay begins."""
        layout = self.layout
        yield f"p[{layout.station}] = b"
        yield f"p[{ENTRIES}] = e"
        back = layout.rulebook.looks_back
        if back:
            first = layout.recent
            yield f"p[{first + 1}:{first + back + 1}] = p[{first}:{first + back}]"
            first = layout.recent_tickets
            yield f"p[{first + 1}:{first + back + 1}] = p[{first}:{first + back}]"
        yield f"p[{layout.recent}] = b"
        yield f"p[{layout.recent_tickets}] = t"
        if layout.uncovered:
            yield f"p[{layout.uncovered}] = 0"
        if layout.last_line:
            yield f"p[{layout.last_line}:{layout.last_line + 2}] = m, a"
        yield from self.reset("stay")

    def entry_over(self, *effects: t.Node) -> Iterator[str]:
        """End an entry with these effects: states that lived until then are reset, except those that the effects have set."""
        for name, cell in self.layout.at_entry.items():
            kind = self.layout.states[name]
            yield f"p[{cell}:{cell + kind.count}] = p[{kind.base}:{kind.base + kind.count}]"
        kept = self.kept_by(*effects)
        for name, kind in self.layout.states.items():
            if kind.lives == "next entry" and name in self.layout.rulebook.facts.changing:
                for cell in range(kind.base, kind.base + kind.count):
                    yield f"{f'if {cell} not in kept: ' if name in kept else ''}p[{cell}] = {self.initial(name)}"

    def kept_by(self, *effects: t.Node) -> frozenset[str]:
        """The states among those that live until the next entry is over that these effects set."""
        changed, states = self.layout.rulebook.facts.changed_by(*effects), self.layout.states
        return frozenset(name for name in changed if name in states and states[name].lives == "next entry")

    def his_turn_over(self) -> Iterator[str]:
        """End a turn of the fugitive: reset the states that lived until then and were not set in it."""
        for name, flags in self.layout.set_now.items():
            kind = self.layout.states[name]
            for at in range(kind.count):
                yield f"if not p[{flags}] >> {at} & 1: p[{kind.base + at}] = {self.initial(name)}"
            yield f"p[{flags}] = 0"

    def reset(self, *lives: str) -> Iterator[str]:
        """Reset the states and counters of these lifetimes."""
        for name, kind in self.layout.states.items():
            if kind.lives in lives and name in self.layout.rulebook.facts.changing:
                for cell in range(kind.base, kind.base + kind.count):
                    yield f"p[{cell}] = {self.initial(name)}"
        for (_, _, span), cell in self.layout.counters.items():
            if span in lives:
                yield f"p[{cell}] = 0"

    def initial(self, name: str) -> str:
        """The first value of a state: the one in its table, or nothing."""
        kind, starts = self.layout.states[name], self.layout.rulebook.tables.state[name].starts
        if starts == "":
            return str(kind.initial)
        node = self.layout.rulebook.values[starts] if isinstance(starts, str) else t.Number(starts)
        return f"{'mask' if self.layout.is_set(name) else 'int'}({self.values.of(node, Spot('-1', written=True))})"

    def count(self, word: str, action: str) -> Iterator[str]:
        """One more use (or failure) of an action, for itself and for its group."""
        group = self.layout.rulebook.actions[action].table.group
        for (counted, name, _), cell in self.layout.counters.items():
            if counted == word and name in (action, group):
                yield f"p[{cell}] += 1"
