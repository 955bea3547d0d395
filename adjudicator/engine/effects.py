"""Effects as closures that change a position (`p`, already a copy), and the lifetimes of what they set.

The table of lifetimes, in one place. `entry`: over when the next entry is written; `stay`: when he arrives; `next entry`: when
an entry is written, unless that entry has set it; `round`: when a round begins; `turn`: when a turn begins or ends; `next
turn`: when a turn of the fugitive ends in which it was not set; `game`: never.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from adjudicator.engine.expressions import (
    ENTRY,
    FROM,
    KEPT,
    MODE,
    NOBODY,
    TICKET,
    TO,
    Constant,
    Expressions,
    Spot,
    Step,
    Value,
    room,
    step_of,
)
from adjudicator.engine.layout import ENTRIES, NONE, PLENTY, TURN, UNLIMITED, Cells, Layout
from adjudicator.engine.tables import bounded, mask, transfer
from adjudicator.language import tree as t
from adjudicator.language.tree_walk import walk
from adjudicator.rulebook.facts import is_open, uncovers
from adjudicator.values import frozen

Change = Callable[[Cells, Step], None]
Paid = tuple[int, list[int], list[tuple[Value | None, Value]]]
_NOTHING: Paid = (PLENTY, [], [])  # a free ride is paid from the cell PLENTY
FEW = 8  # the most effects of a loop that is unrolled
FIELDS = {"ticket": 1, "station": 2, "mode": 4}


def bits_of(fields: tuple[str, ...]) -> int:
    return sum(FIELDS[name] for name in set(fields))


def done(changes: Sequence[Change], p: Cells, x: Step) -> None:
    """Apply these changes to the position `p`."""
    for change in changes:
        change(p, x)


@frozen(eq=False, slots=False)
class Effects:
    layout: Layout
    values: Expressions

    def of(self, effects: Iterable[t.Effect], spot: Spot) -> list[Change]:
        found = (self._effect(effect, spot) for effect in effects)
        return [change for change in found if change is not None]

    def reactions(self, statements: Iterable[t.On], spot: Spot) -> list[Change]:
        """The changes of these `on … then` statements, each under its condition."""
        return [
            change
            for one in statements
            for change in self._when(None if one.when is None else self.values.of(one.when, spot), self.of(one.effects, spot))
        ]

    def _when(self, condition: Value | None, changes: list[Change]) -> list[Change]:
        if condition is None or not changes:
            return changes
        asked = condition

        def change(p: Cells, x: Step) -> None:
            if asked(p, x):
                done(changes, p, x)

        return [change]

    def _effect(self, node: t.Effect, spot: Spot) -> Change | None:
        layout, of = self.layout, self.values.of
        match node:
            case t.Assign():
                return self._noted(node, self._assign(node, spot), spot)
            case t.Move(amount, ticket, source, target):
                return self._moved(
                    of(amount, spot), of(ticket, spot), *(self.place(at, ticket, spot) for at in (source, target))
                )
            case t.ForEach(variable, group, where, effects):
                few = self.values.of(group, spot)
                if isinstance(few, Constant) and len(few.value) * len(effects) <= FEW and not any(map(_loops, effects)):
                    return self._for_few(node, few.value, spot)
                inner, place = spot.having(variable)
                asked = None if where is None else of(where, inner)
                return self._for_each(self.values.group(group, spot), place, asked, self.of(effects, inner))
            case t.OnlyWhen(condition, effects):
                return next(iter(self._when(of(condition, spot), self.of(effects, spot))), None)
            case t.Arrive(station):
                return self._arrives(of(station, spot))
            case t.Remove(piece):
                return self._put(of(piece, spot), Constant(layout.seating.off))
            case t.Send(piece, station):
                return self._put(of(piece, spot), of(station, spot))
            case t.ShowLast(fields) if uncovers(node):
                return self._uncover(bits_of(fields))
            case t.Announce():
                return self._announce(node, spot)
            case t.Deal() | t.ShowLast():
                return None  # cards are dealt in the set-up, and what is shown to the fugitive he knows

    # -- one effect
    def _moved(self, amount: Value, ticket: Value, source: Value, target: Value) -> Change:
        if isinstance(ticket, Constant) and isinstance(source, Constant) and isinstance(target, Constant):
            kind, giver, taker = ticket.value, source.value, target.value

            def change(p: Cells, x: Step) -> None:
                number = amount(p, x)
                if number > 0:
                    transfer(p, number, kind, giver, taker)

            return change
        return lambda p, x: transfer(p, amount(p, x), ticket(p, x), source(p, x), target(p, x))

    def _for_few(self, node: t.ForEach, items: Sequence[int], spot: Spot) -> Change:
        """The change of a loop over a few fixed items, unrolled so that their cells are known in advance."""
        changes = list[Change]()
        for item in items:
            inner = spot.calling({node.variable: Constant(item)})
            where = None if node.where is None else self.values.of(node.where, inner)
            changes += self._when(where, self.of(node.effects, inner))
        return lambda p, x: done(changes, p, x)

    def _for_each(self, group: Value, place: int, where: Value | None, changes: list[Change]) -> Change:
        def change(p: Cells, x: Step) -> None:
            room(x, place)
            for item in group(p, x):
                x[place] = item
                if where is None or where(p, x):
                    done(changes, p, x)

        return change

    def _arrives(self, station: Value) -> Change:
        arrive = self.arrive()

        def change(p: Cells, x: Step) -> None:
            x[TO] = station(p, x)
            done(arrive, p, x)

        return change

    def _put(self, piece: Value, station: Value) -> Change:
        """The change that puts a piece at a station. A piece that has left the board does not come back."""
        first, off = self.layout.station, self.layout.seating.off

        def change(p: Cells, x: Step) -> None:
            cell = first + piece(p, x)
            if p[cell] != off:
                p[cell] = station(p, x)

        return change

    def _uncover(self, fields: int) -> Change:
        cell = self.layout.uncovered

        def change(p: Cells, x: Step) -> None:
            p[cell] |= fields

        return change

    def _announce(self, node: t.Announce, spot: Spot) -> Change:
        """The change that adds an announcement: its number, its listener (-1 for all pursuers), and the present values of its
        slots."""
        found, cell = self.layout.rulebook.facts.announcements, self.layout.announced
        number = next(at for at, (_, one) in enumerate(found) if one is node)
        listener = Constant(-1) if is_open(node) else self.values.of(node.listener, spot)
        slots = [self._kept(slot, spot) for slot in node.slots]

        def change(p: Cells, x: Step) -> None:
            p[cell] += ((number, listener(p, x), *[slot(p, x) for slot in slots]),)  # type: ignore[operator]

        return change

    def _kept(self, slot: t.Expression, spot: Spot) -> Value:
        """The value of a slot as an immutable value."""
        kind, value = self.layout.rulebook.types.get(id(slot)), self.values.of(slot, spot)
        return (lambda p, x: tuple(value(p, x))) if kind is not None and kind.many else value

    def place(self, node: t.Expression, ticket: t.Expression, spot: Spot) -> Value:
        """The cell of a ticket in a supply or with a piece; NONE for `nowhere`."""
        kind = self.values.of(ticket, spot)
        if isinstance(node, t.Name):
            if node.name == "nowhere":
                return Constant(NONE)
            if node.name in self.layout.supplies:
                base = self.layout.supplies[node.name]
                return Constant(base + kind.value) if isinstance(kind, Constant) else lambda p, x: base + kind(p, x)
        return self.values.ticket_cell(self.values.of(node, spot), kind)

    # -- states and supplies
    def _assign(self, node: t.Assign, spot: Spot) -> Change:
        value, meaning = self.values.of(node.value, spot), self.layout.rulebook.scope.names[node.name]
        if meaning.what == "supply":
            return _assigned(self._cell(self.layout.supplies[node.name], node, spot), node.operator, value, _at_least_none)
        cell = self._cell(self.layout.states[node.name].base, node, spot)
        if meaning.type.many:
            return self._assign_set(node, cell, value)
        grows = any(isinstance(inner, t.Arithmetic) for inner in self.layout.rulebook.facts.nodes(node.value))
        keep = int if (not grows if node.operator == ":=" else isinstance(node.value, t.Number)) else bounded
        return _assigned(cell, node.operator, value, keep)

    def _cell(self, base: int, node: t.Assign, spot: Spot) -> Value:
        if node.index is None:
            return Constant(base)
        index = self.values.of(node.index, spot)
        return Constant(base + index.value) if isinstance(index, Constant) else lambda p, x: base + index(p, x)

    def _assign_set(self, node: t.Assign, cell: Value, value: Value) -> Change:
        """The change that replaces a set of stations, or adds or removes one station; `none` changes nothing."""
        adds = node.operator == "+="

        def put(p: Cells, x: Step) -> None:
            p[cell(p, x)] = mask(value(p, x))

        def change(p: Cells, x: Step) -> None:
            station = value(p, x)
            if station >= 0:
                bit, at = 1 << station, cell(p, x)
                p[at] = p[at] | bit if adds else p[at] & ~bit

        return put if node.operator == ":=" else change

    def _noted(self, node: t.Assign, change: Change, spot: Spot) -> Change:
        """Extend the change of a state that lives until the next entry or the fugitive's next turn: it notes that the state was
        set in this one."""
        kind = self.layout.states.get(node.name)
        if kind is None:
            return change
        index = self.values.of(node.index, spot) if node.index is not None else Constant(0)
        base, flags = kind.base, self.layout.set_now.get(node.name)
        if kind.lives == "next entry":

            def in_entry(p: Cells, x: Step) -> None:
                change(p, x)
                if x[KEPT] is not None:
                    x[KEPT].add(base + index(p, x))

            return in_entry
        if flags is None:
            return change
        his, cell = self.layout.rulebook.facts.sides.index("fugitive"), flags

        def in_turn(p: Cells, x: Step) -> None:
            change(p, x)
            if p[TURN] == his:
                p[cell] |= 1 << index(p, x)

        return in_turn

    # -- lifetimes
    def arrive(self) -> list[Change]:
        """The changes when the fugitive arrives: his station is updated, his entry is written, and a new stay begins."""
        layout, back = self.layout, self.layout.rulebook.looks_back
        station, recent, tickets, line, uncovered = (
            layout.station, layout.recent, layout.recent_tickets, layout.last_line, layout.uncovered
        )  # fmt: skip

        def change(p: Cells, x: Step) -> None:
            p[station] = to = x[TO]
            p[ENTRIES] = x[ENTRY]
            if back:
                p[recent + 1 : recent + back + 1] = p[recent : recent + back]
                p[tickets + 1 : tickets + back + 1] = p[tickets : tickets + back]
            p[recent], p[tickets] = to, x[TICKET]
            if uncovered:
                p[uncovered] = 0
            if line:
                p[line : line + 2] = x[MODE], x[FROM]

        return [change, *self.reset("stay")]

    def entry_over(self) -> list[Change]:
        """The changes that end an entry: states that live until the next one are reset, except those set in this one."""
        layout = self.layout
        copies = [(cell, layout.states[name]) for name, cell in layout.at_entry.items()]
        changing = layout.rulebook.facts.changing
        over = [
            (kind, self.initial(name))
            for name, kind in layout.states.items()
            if kind.lives == "next entry" and name in changing
        ]
        if not copies and not over:
            return []

        def change(p: Cells, x: Step) -> None:
            for cell, kind in copies:
                p[cell : cell + kind.count] = p[kind.base : kind.base + kind.count]
            kept = x[KEPT] or ()
            for kind, initial in over:
                for cell in range(kind.base, kind.base + kind.count):
                    if cell not in kept:
                        p[cell] = initial(p, x)

        return [change]

    @property
    def notes_entries(self) -> bool:
        """Whether the states that an entry sets must be noted."""
        return any(kind.lives == "next entry" for kind in self.layout.states.values())

    def his_turn_over(self) -> list[Change]:
        """The changes that end a turn of the fugitive: states that live until then and were not set in this turn are reset."""
        over = [(flags, self.layout.states[name], self.initial(name)) for name, flags in self.layout.set_now.items()]

        def change(p: Cells, x: Step) -> None:
            for flags, kind, initial in over:
                for at in range(kind.count):
                    if not p[flags] >> at & 1:
                        p[kind.base + at] = initial(p, x)
                p[flags] = 0

        return [change] if over else []

    def reset(self, life: str) -> list[Change]:
        """The changes that reset the states and counters of this lifetime."""
        changing, layout = self.layout.rulebook.facts.changing, self.layout
        states = [(name, kind) for name, kind in layout.states.items() if kind.lives == life and name in changing]
        cells = [(cell, self.initial(name)) for name, kind in states for cell in range(kind.base, kind.base + kind.count)]
        cells += [(cell, Constant(0)) for (_, _, span), cell in layout.counters.items() if span == life]
        fixed = [(cell, initial.value) for cell, initial in cells if isinstance(initial, Constant)]
        worked_out = [(cell, initial) for cell, initial in cells if not isinstance(initial, Constant)]

        def put(p: Cells, x: Step) -> None:
            for cell, value in fixed:
                p[cell] = value

        def change(p: Cells, x: Step) -> None:
            for cell, initial in worked_out:
                p[cell] = initial(p, x)

        return [*([put] if fixed else []), *([change] if worked_out else [])]

    def initial(self, name: str) -> Value:
        """The first value of a state: from its table, or else the empty value of its type."""
        kind, starts = self.layout.states[name], self.layout.rulebook.tables.state[name].starts
        if starts == "":
            return Constant(kind.initial)
        node = self.layout.rulebook.values[starts] if isinstance(starts, str) else t.Number(starts)
        value: Value = self.values.of(node, Spot(NOBODY, written=True))
        keep = mask if self.layout.is_set(name) else int
        return Constant(keep(value.value)) if isinstance(value, Constant) else lambda p, x: keep(value(p, step_of()))

    def count(self, word: str, action: str) -> list[Change]:
        """The changes that count one more use (or failure) of an action, for the action and for its group."""
        names = (action, self.layout.rulebook.actions[action].table.group)
        cells = [cell for (counted, name, _), cell in self.layout.counters.items() if counted == word and name in names]

        def change(p: Cells, x: Step) -> None:
            for cell in cells:
                p[cell] += 1

        return [change] if cells else []

    # -- paying
    def payment(self, statements: Iterable[t.Pay], spot: Spot) -> Change:
        """The change that pays for a ride: the ticket leaves the hand and goes to the places in the rules. An empty hand pays
        nothing."""
        tickets, every = self.layout.seating.ticket_codes, list(statements)
        paid = {ticket: self._paid(every, ticket, spot) for ticket in tickets}

        def change(p: Cells, x: Step) -> None:
            at, cells, places = paid.get(x[TICKET], _NOTHING)
            held = p[at]
            if not held:
                return
            if held != UNLIMITED:
                p[at] = held - 1
            for to in cells:
                if p[to] != UNLIMITED:
                    p[to] += 1
            for when, place in places:
                if when is None or when(p, x):
                    to = place(p, x)
                    if to != NONE and p[to] != UNLIMITED:
                        p[to] += 1

        return change

    def _paid(self, statements: Iterable[t.Pay], ticket: int, spot: Spot) -> Paid:
        """The cell that a ticket is paid from, the cells that it always goes to, and further places with their conditions."""
        spot, name, of = spot.calling({"ticket": Constant(ticket)}), t.Name("ticket"), self.values.of
        cell = self.values.ticket_cell(of(t.Name("piece"), spot), Constant(ticket))
        places = [(None if one.when is None else of(one.when, spot), self.place(one.place, name, spot)) for one in statements]
        always = [place.value for when, place in places if when is None and isinstance(place, Constant)]
        others = [(when, place) for when, place in places if when is not None or not isinstance(place, Constant)]
        assert isinstance(cell, Constant)
        return cell.value, [to for to in always if to != NONE], others


def _at_least_none(number: int) -> int:
    return bounded(number, 0)


def _loops(effect: t.Effect) -> bool:
    return any(isinstance(node, t.ForEach) for node in walk(effect))


def _assigned(cell: Value, operator: str, value: Value, keep: Callable[[int], int]) -> Change:
    """The change that sets, raises or lowers a cell by a value; `keep` brings the result into its range."""
    if operator == ":=" and isinstance(cell, Constant):
        number = cell.value

        def put_here(p: Cells, x: Step) -> None:
            p[number] = keep(value(p, x))

        return put_here

    def put(p: Cells, x: Step) -> None:
        p[cell(p, x)] = keep(value(p, x))

    def add(p: Cells, x: Step) -> None:
        at = cell(p, x)
        p[at] = keep(p[at] + value(p, x))

    def take(p: Cells, x: Step) -> None:
        at = cell(p, x)
        p[at] = keep(p[at] - value(p, x))

    return {":=": put, "+=": add, "-=": take}[operator]
