"""Values and conditions of the rule language as closures: `value(p, x)` for a position and a step.

A step is a list: the acting piece, the ticket, the mode, the stations it leaves, reaches and passes, the piece's station, the
number of the entry, the cells that an entry has set (see `effects.py`); then the variables of rules, each at a place of its
own. One compiler serves two ways to read: plainly, and carefully, where reading unknown data stops (see `unknown.py`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from attrs import field

from adjudicator.engine.layout import COUNT, DOING, ENTRIES, LEFT, NONE, ROUND, Cells, Layout
from adjudicator.engine.tables import bits, remainder
from adjudicator.language import tree as t
from adjudicator.language.types import Meaning
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.engine.rules import Rules

Step = list[Any]
Value = Callable[[Cells, Step], Any]
PIECE, TICKET, MODE, FROM, TO, PASSES, HERE, ENTRY, KEPT, FRAME = range(10)
VARIABLES = {
    "piece": PIECE, "ticket": TICKET, "mode": MODE, "from": FROM, "to": TO, "passes": PASSES, "here": HERE, "entry": ENTRY,
}  # fmt: skip
OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq, "<>": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "+": operator.add, "-": operator.sub, "*": operator.mul,
}  # fmt: skip
FEW = 8  # the most pieces whose loop is unrolled
NOBODY = -1  # no piece acts


class Constant:
    """A value that is the same in every position of a table."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value

    def __call__(self, p: Cells, x: Step) -> Any:
        return self.value


YES, NO = Constant(True), Constant(False)


def step_of(piece: int = NOBODY, here: int = 0, entry: int = 0) -> Step:
    """A step without a ride, of a piece (or of none) at a station."""
    return [piece, -1, -1, here, here, (), here, entry, None]


@frozen
class Spot:
    """The context of a value in a rule: the acting piece, if it is fixed; the names in scope and their values; whether the
    entry in question is already in the log; whether the last entry's disclosure is being decided, so that states have their
    values of that moment."""

    piece: int | None = None
    written: bool = False
    names: Mapping[str, Value] = field(factory=dict)
    disclosed: bool = False
    places: Iterator[int] = field(factory=partial(count, FRAME))  # places for variables: each variable of a rule has its own

    def having(self, name: str) -> tuple[Spot, int]:
        """This spot with one more variable, and the variable's place in the step."""
        place = next(self.places)
        return self.calling({name: _read(place)}), place

    def calling(self, names: Mapping[str, Value]) -> Spot:
        """This spot with more names and their values."""
        return Spot(self.piece, self.written, {**self.names, **names}, self.disclosed, self.places)


def room(x: Step, place: int) -> None:
    """Lengthen a step so that it has this place."""
    if len(x) <= place:
        x.extend([None] * (place + 1 - len(x)))


def _read(place: int) -> Value:
    return lambda p, x: x[place]


class Cell:
    """The value of one fixed cell. Comparisons read the cell by its number, without a further call."""

    __slots__ = ("number",)

    def __init__(self, number: int):
        self.number = number

    def __call__(self, p: Cells, x: Step) -> Any:
        return p[self.number]


@frozen(eq=False, slots=False)
class Expressions:
    """The compiler for one table. `rules` has what needs other rules (whether a piece can move) and, for careful reading,
    unknown data."""

    layout: Layout
    rules: Rules

    def of(self, node: t.Expression, spot: Spot) -> Value:
        match node:
            case t.Number(value):
                return Constant(value)
            case t.Literal(word):
                return Constant({"yes": True, "no": False, "none": NONE}[word])
            case t.Name(name):
                return self._name(name, spot)
            case t.Call():
                return self._call(node, spot)
            case t.SetOf(items):
                return self._set([self.of(item, spot) for item in items])
            case t.Arithmetic(left, "mod", right):
                return _joined(remainder, self.of(left, spot), self.of(right, spot))
            case t.Compare(left, "=" | "<>" as sign, right) if self.rules.data is not None and self._is_unsure(
                left, right, spot
            ):
                return _negated(self._compared(left, right, spot)) if sign == "<>" else self._compared(left, right, spot)
            case t.Compare(left, sign, right) | t.Arithmetic(left, sign, right):
                return _joined(OPERATORS[sign], self.of(left, spot), self.of(right, spot))
            case t.Member(item, group, negated):
                found = self.member(item, group, spot)
                return _negated(found) if negated else found
            case t.AllOf(parts):
                return every([self.of(part, spot) for part in parts])
            case t.AnyOf(parts):
                return some([self.of(part, spot) for part in parts])
            case t.Negated(part):
                return _negated(self.of(part, spot))
            case t.Quantified():
                return self._quantified(node, spot)
            case t.CountOf(variable, group, where):
                inner, place = spot.having(variable)
                return self._counted(self.group(group, spot), place, self._condition(where, inner))
            case t.CanMove(piece, ignoring, ever):
                return self._can_move(self.of(piece, spot), (tuple(sorted(ignoring)), ever))
            case t.Owed(who, action):
                return self._owed(self.layout.seating.members(who), action)
            case t.Gathered(word, value, variable, group, where):
                inner, place = spot.having(variable)
                values = (self.group(group, spot), place, self._condition(where, inner), self.of(value, inner))
                return self._gathered(word, *values)
            case t.Choice(condition, then, otherwise):
                return _chosen(*(self.of(part, spot) for part in (condition, then, otherwise)))
        raise AssertionError(node)

    def _condition(self, node: t.Expression | None, spot: Spot) -> Value | None:
        return None if node is None else self.of(node, spot)

    # -- loops
    def _set(self, items: list[Value]) -> Value:
        if all(isinstance(item, Constant) for item in items):
            return Constant(tuple(item.value for item in items))  # type: ignore[attr-defined]
        return lambda p, x: tuple([item(p, x) for item in items])

    def group(self, node: t.Expression, spot: Spot) -> Value:
        """A set as a function that returns its items and counts them as steps of the rule (see `budget.py`)."""
        found, stepped, owner = self.of(node, spot), self.rules.budget.stepped, self.layout.rulebook.facts.owner(node)
        return lambda p, x: stepped(owner, found(p, x))

    def _counted(self, group: Value, place: int, where: Value | None) -> Value:
        def number(p: Cells, x: Step) -> int:
            room(x, place)
            found = 0
            for item in group(p, x):
                x[place] = item
                found += where is None or bool(where(p, x))
            return found

        return number

    def _gathered(self, word: str, group: Value, place: int, where: Value | None, value: Value) -> Value:
        gathers: dict[str, Callable[[list[int]], int]] = {"sum": sum, "least": _least, "most": _most}
        gather = gathers[word]

        def number(p: Cells, x: Step) -> int:
            room(x, place)
            found = []
            for item in group(p, x):
                x[place] = item
                if where is None or where(p, x):
                    found.append(value(p, x))
            return gather(found)

        return number

    def _quantified(self, node: t.Quantified, spot: Spot) -> Value:
        pieces = self._few(node.group, spot)
        if pieces is not None and not any(isinstance(one, t.Quantified) for one in self._inside_of(node)):
            return self._one_by_one(node, spot, pieces)
        inner, place = spot.having(node.variable)
        group, where, condition = (
            self.group(node.group, spot),
            self._condition(node.where, inner),
            self.of(node.condition, inner),
        )
        wanted, otherwise = (node.quantifier != "every"), (node.quantifier != "some")

        def ask(p: Cells, x: Step) -> bool:
            room(x, place)
            for item in group(p, x):
                x[place] = item
                if (where is None or where(p, x)) and bool(condition(p, x)) == wanted:
                    return not otherwise
            return otherwise

        return ask

    def _inside_of(self, node: t.Quantified) -> tuple[t.Node, ...]:
        """All nodes within a quantified condition, terms unfolded. Nested loops are not unrolled, since they would multiply."""
        nodes = self.layout.rulebook.facts.nodes
        return (*nodes(node.condition), *(nodes(node.where) if node.where is not None else ()))

    def _few(self, group: t.Expression, spot: Spot) -> tuple[int, ...] | None:
        """The pieces of a set that never changes, if they are few enough to unroll; otherwise None."""
        if not isinstance(group, t.Name) or group.name in spot.names or group.name in ("tickets", "modes", "stations"):
            return None
        meaning, layout = self.layout.rulebook.scope.names.get(group.name), self.layout
        changes = layout.rulebook.facts.removes or (self.rules.data is not None and not layout.seating.pursuers_known)
        if meaning is None or meaning.what != "pieces" or changes:
            return None
        pieces = layout.seating.members(group.name)
        return pieces if len(pieces) <= FEW else None

    def _one_by_one(self, node: t.Quantified, spot: Spot, pieces: tuple[int, ...]) -> Value:
        """A quantified condition over a few pieces, unrolled."""
        asked = []
        for piece in pieces:
            inner = spot.calling({node.variable: Constant(piece)})
            condition, where = self.of(node.condition, inner), self._condition(node.where, inner)
            if where is not None:
                condition = some([_negated(where), condition]) if node.quantifier == "every" else every([where, condition])
            asked.append(condition)
        if node.quantifier == "every":
            return every(asked)
        return _negated(some(asked)) if node.quantifier == "no" else some(asked)

    # -- who can do something
    def _can_move(self, piece: Value, ability: tuple[tuple[str, ...], bool]) -> Value:
        can = self.rules.able(ability)
        if isinstance(piece, Constant):
            number = piece.value
            return lambda p, x: can(p, number)
        return lambda p, x: can(p, piece(p, x))

    def _owed(self, members: tuple[int, ...], action: str) -> Value:
        cell, legal = self.layout.counters["uses", action, "turn"], self.rules.lists(action)
        return lambda p, x: p[cell] == 0 and any(legal(p, q) for q in members)

    # -- names
    def _name(self, name: str, spot: Spot) -> Value:
        if name in spot.names:
            return spot.names[name]
        if name == "piece" and spot.piece is not None:
            return Constant(spot.piece)
        if name == "here" and self.rules.data is not None:
            return self._here(spot)
        if name in VARIABLES:
            return _read(VARIABLES[name])
        if name == "round":
            return Cell(ROUND)
        if name == "entries":
            return Cell(ENTRIES)
        if name == "persons":
            return Constant(len(self.layout.seating.persons))
        return self._meaning(name, self.layout.rulebook.scope.names[name], spot)

    def _here(self, spot: Spot) -> Value:
        """The station of the acting piece, read as one that may be unknown."""
        known = self._known(self._offset(self.layout.station, self._name("piece", spot)))
        return lambda p, x: x[HERE] or known(p, x)

    def _meaning(self, name: str, meaning: Meaning, spot: Spot) -> Value:
        layout = self.layout
        if meaning.what == "term":
            return self._term(meaning, (), spot)
        if meaning.what == "state":
            return self._state_at(Constant(self._base(name, spot)), meaning)
        if meaning.what == "number":
            return Constant(self._number(name))
        if meaning.what == "constant":
            return Constant(layout.seating.symbols[name])
        if meaning.what == "piece":
            return Constant(0 if name == "fugitive" else layout.seating.pieces.get(name, NONE))
        if name in ("tickets", "modes", "stations"):
            seating = layout.seating
            codes = {"tickets": seating.ticket_codes, "modes": seating.mode_codes, "stations": tuple(layout.board.stations)}
            return Constant(codes[name])
        if self.rules.data is not None and not layout.seating.pursuers_known:
            nobody_knows = self.rules.data.nobody_knows
            return lambda p, x: nobody_knows()
        members, first, off = layout.seating.members(name), layout.station, layout.seating.off
        if layout.rulebook.facts.removes:
            return lambda p, x: [q for q in members if p[first + q] != off]
        return Constant(members)

    def _term(self, meaning: Meaning, arguments: tuple[t.Expression, ...], spot: Spot) -> Value:
        """The body of a term, with its arguments in place of its parameters."""
        assert meaning.body is not None
        given = {name: self.of(one, spot) for name, one in zip(meaning.takes, arguments, strict=True)}
        return self.of(meaning.body, spot.calling(given) if given else spot)

    def _number(self, name: str) -> int | tuple[int, ...]:
        """A named number. One from the seat table comes from the row that fits, or else from the first row that has it."""
        numbers = self.layout.rulebook.numbers
        if name in numbers:
            return numbers[name]
        rows = [row for row in (self.layout.seating.seat_row, *self.layout.rulebook.tables.seats) if row and name in row]
        return int(rows[0][name]) if rows else 0  # type: ignore[arg-type]

    # -- cells
    def _base(self, state: str, spot: Spot) -> int:
        """The number of the first cell of a state."""
        base = self.layout.states[state].base
        return self.layout.at_entry.get(state, base) if spot.disclosed else base

    def _offset(self, base: int, offset: Value) -> Value:
        """The number of a cell at an offset behind another."""
        if isinstance(offset, Constant):
            return Constant(base + offset.value)
        return lambda p, x: base + offset(p, x)

    def at(self, cell: Value) -> Value:
        """The value of a cell."""
        return Cell(cell.value) if isinstance(cell, Constant) else lambda p, x: p[cell(p, x)]

    def _known(self, cell: Value) -> Value:
        """The value of a cell that must be known."""
        if self.rules.data is None:
            return self.at(cell)
        known = self.rules.data.known
        return lambda p, x: known(p, cell(p, x))

    def _state_at(self, cell: Value, meaning: Meaning) -> Value:
        """The value of a state in this cell; a set as its items."""
        if meaning.type.many:
            members = bits_in if self.rules.data is None else self.rules.data.members
            return lambda p, x: members(p, cell(p, x))
        return self._known(cell) if _always_a_station(meaning) else self.at(cell)

    def cell_of_state(self, node: t.Name | t.Call, spot: Spot) -> Value:
        base = self._base(node.name, spot)
        return self._offset(base, self.of(node.arguments[0], spot)) if isinstance(node, t.Call) else Constant(base)

    # -- calls
    def _call(self, node: t.Call, spot: Spot) -> Value:
        name, arguments = node.name, node.arguments
        if name in spot.names:
            chosen, piece = spot.names[name], self.of(arguments[0], spot)
            return lambda p, x: dict(chosen(p, x)).get(piece(p, x), NONE)
        meaning = self.layout.rulebook.scope.names.get(name)
        if meaning is not None and meaning.what == "term":
            return self._term(meaning, arguments, spot)
        if meaning is not None and meaning.what == "attribute":
            return self._attribute(name, self.of(arguments[0], spot))
        if meaning is not None and meaning.what == "state":
            return self._state_at(self.cell_of_state(node, spot), meaning)
        if meaning is not None and meaning.what == "supply":
            return self.at(self._offset(self.layout.supplies[name], self.of(arguments[0], spot)))
        if name in OF_LOG:
            return OF_LOG[name](self, arguments, spot)
        return WORDS[name](self, *(self.of(argument, spot) for argument in arguments))

    def _attribute(self, name: str, station: Value) -> Value:
        if self.rules.data is not None:
            attribute = self.rules.data.attribute
            return lambda p, x: attribute(p, name, station(p, x))
        return _joined(operator.getitem, Constant(self.rules.tables.attributes[name]), station)

    def _occupied(self, station: Value, pieces: Value) -> Value:
        first = self.layout.station
        if self.rules.data is not None:
            occupied = self.rules.data.occupied
            return lambda p, x: occupied(p, station(p, x), pieces(p, x))
        if isinstance(pieces, Constant) and _is_range(pieces.value):
            cells = slice(first + pieces.value[0], first + pieces.value[-1] + 1)
            return lambda p, x: station(p, x) in p[cells]
        return lambda p, x: _stands(p, first, station(p, x), pieces(p, x))

    def _holder(self, station: Value) -> Value:
        first, end = self.layout.station + 1, self.layout.station + self.layout.seating.count

        def holder(p: Cells, x: Step) -> int:
            held = p[first:end]
            there = station(p, x)
            return held.index(there) + 1 if there in held else NONE

        return holder

    def _station(self, piece: Value) -> Value:
        return self._known(self._offset(self.layout.station, piece))

    def _tickets(self, piece: Value, ticket: Value | None = None) -> Value:
        cells, codes = self.rules.tables.cells, self.layout.seating.ticket_codes
        if ticket is None:
            return lambda p, x: sum([p[cell] for cell in map(cells[piece(p, x)].__getitem__, codes)])
        return self.at(self.ticket_cell(piece, ticket))

    def ticket_cell(self, piece: Value, ticket: Value) -> Value:
        """The cell from which a piece pays a ticket."""
        cells = self.rules.tables.cells
        if isinstance(piece, Constant) and isinstance(ticket, Constant):
            return Constant(cells[piece.value][ticket.value])
        if isinstance(piece, Constant):
            row = cells[piece.value]
            return lambda p, x: row[ticket(p, x)]
        return lambda p, x: cells[piece(p, x)][ticket(p, x)]

    def _tickets_of(self, piece: Value) -> Value:
        cells, codes = self.rules.tables.cells, self.layout.seating.ticket_codes

        def held(p: Cells, x: Step) -> list[int]:
            row = cells[piece(p, x)]
            return [ticket for ticket in codes if p[row[ticket]] > 0]

        return held

    def _pays(self, ticket: Value, mode: Value) -> Value:
        pays = self.rules.tables.pays
        if isinstance(ticket, Constant) and isinstance(mode, Constant):
            return Constant(pays[ticket.value][mode.value])
        return lambda p, x: pays[ticket(p, x)][mode(p, x)]

    def _count(self, group: Value) -> Value:
        return lambda p, x: len(group(p, x))

    def _moved(self, piece: Value) -> Value:
        moved = self.at(self._offset(self.layout.moved, piece))
        return lambda p, x: moved(p, x) & COUNT

    def _first(self, group: Value) -> Value:
        return lambda p, x: group(p, x)[0]

    def _stations(self, card: Value) -> Value:
        return card

    # -- of the fugitive's log, and of actions: these name something that is not a value
    def _station_of(self, arguments: Sequence[t.Expression], spot: Spot) -> Value:
        return self._known(Constant(self.layout.recent + _back(arguments[0], spot)))

    def _ticket_of(self, arguments: Sequence[t.Expression], spot: Spot) -> Value:
        cell = self.layout.recent_tickets + _back(arguments[0], spot)
        if self.rules.data is None:
            return Cell(cell)
        told = self.rules.data.told_ticket
        return lambda p, x: told(p, cell)

    def _uses(self, arguments: Sequence[t.Expression], spot: Spot) -> Value:
        return self._counter("uses", arguments, spot)

    def _fails(self, arguments: Sequence[t.Expression], spot: Spot) -> Value:
        return self._counter("fails", arguments, spot)

    def _counter(self, word: str, arguments: Sequence[t.Expression], spot: Spot) -> Value:
        action, span = arguments
        assert isinstance(action, t.Name)
        assert isinstance(span, t.Name)
        if span.name == "entry" and not spot.written:
            return Constant(0)  # the entry in question is yet to be written
        return Cell(self.layout.counters[(word, action.name, span.name)])

    def _inside(self, arguments: Sequence[t.Expression], spot: Spot) -> Value:
        assert isinstance(arguments[0], t.Name)
        number = list(self.layout.rulebook.actions).index(arguments[0].name) + 1
        if spot.written:
            return lambda p, x: p[DOING] == number
        return lambda p, x: p[LEFT] > 0 and p[DOING] == number

    # -- the board
    def _next_to(self, one: Value, other: Value) -> Value:
        near = self.rules.tables.near
        return lambda p, x: other(p, x) in near[one(p, x)]

    def _neighbours(self, station: Value, mode: Value | None = None) -> Value:
        near = self.rules.tables.near
        if mode is None:
            return lambda p, x: near[station(p, x)]
        return lambda p, x: near[station(p, x), mode(p, x)]

    def _distance(self, one: Value, other: Value, mode: Value | None = None) -> Value:
        rides = self.rules.tables.rides
        if mode is None:
            return lambda p, x: rides[one(p, x)][other(p, x)]
        return lambda p, x: rides[one(p, x), mode(p, x)][other(p, x)]

    def _stops(self, mode: Value) -> Value:
        stops = self.rules.tables.stops
        return lambda p, x: stops[mode(p, x)]

    def _north_of(self, one: Value, other: Value) -> Value:
        return _further(self.rules.tables.south, operator.lt, one, other)

    def _south_of(self, one: Value, other: Value) -> Value:
        return _further(self.rules.tables.south, operator.gt, one, other)

    def _east_of(self, one: Value, other: Value) -> Value:
        return _further(self.rules.tables.east, operator.gt, one, other)

    def _west_of(self, one: Value, other: Value) -> Value:
        return _further(self.rules.tables.east, operator.lt, one, other)

    # -- stations that may not be known
    def _is_unsure(self, left: t.Expression, right: t.Expression, spot: Spot) -> bool:
        return self._cell_of_station(left, spot) is not None or self._cell_of_station(right, spot) is not None

    def _compared(self, left: t.Expression, right: t.Expression, spot: Spot) -> Value:
        """Whether a station that may be unknown equals another. Only the comparison is noted, not the value: of all stations
        that a rule does not compare with, one is tried for the others (see `unknown.py`)."""
        cell, other = self._cell_of_station(left, spot), right
        if cell is None:
            cell, other = self._cell_of_station(right, spot), left
        assert cell is not None
        assert self.rules.data is not None
        where, station, is_at = cell, self.of(other, spot), self.rules.data.is_at
        return lambda p, x: is_at(p, where(p, x), station(p, x))

    def _cell_of_station(self, node: t.Expression, spot: Spot) -> Value | None:
        """The cell of a station that may be unknown: that of a piece, or a state that is a station. None for any other
        expression."""
        if not isinstance(node, t.Name | t.Call) or node.name in spot.names:
            return None
        meaning = self.layout.rulebook.scope.names.get(node.name)
        if meaning is not None and meaning.what == "state" and _always_a_station(meaning) and not meaning.type.many:
            return self.cell_of_state(node, spot)
        if meaning is None and isinstance(node, t.Call) and node.name == "station":
            return self._offset(self.layout.station, self.of(node.arguments[0], spot))
        return None

    # -- sets
    def member(self, item: t.Expression, group: t.Expression, spot: Spot) -> Value:
        """Whether something is in a set."""
        one, data = self.of(item, spot), self.rules.data
        meaning = self.layout.rulebook.scope.names.get(group.name) if isinstance(group, t.Name | t.Call) else None
        if isinstance(group, t.Name | t.Call) and meaning is not None and group.name not in spot.names:
            if meaning.what == "state":
                kind = self.layout.rulebook.types.get(id(item))
                return self._in_state(one, self.cell_of_state(group, spot), kind is None or kind.optional)
            if data is not None and meaning.what == "attribute" and isinstance(group, t.Call):
                name, station, has = group.name, self.of(group.arguments[0], spot), data.has
                return lambda p, x: has(p, name, station(p, x), one(p, x))
        return _joined(_is_in, one, self.of(group, spot))

    def _in_state(self, item: Value, cell: Value, may_be_none: bool) -> Value:
        """Whether a station is in a set that is a state; `none` is in no set."""
        member = is_bit if self.rules.data is None else self.rules.data.member
        if not may_be_none:
            return lambda p, x: member(p, cell(p, x), item(p, x))

        def ask(p: Cells, x: Step) -> bool:
            one = item(p, x)
            return one >= 0 and member(p, cell(p, x), one)

        return ask


OF_LOG: Mapping[str, Callable[[Expressions, Sequence[t.Expression], Spot], Value]] = {
    "station-of": Expressions._station_of, "ticket-of": Expressions._ticket_of, "uses": Expressions._uses,
    "fails": Expressions._fails, "inside": Expressions._inside,
}  # fmt: skip
WORDS: Mapping[str, Callable[..., Value]] = {
    "occupied": Expressions._occupied, "holder": Expressions._holder, "station": Expressions._station,
    "tickets": Expressions._tickets, "tickets-of": Expressions._tickets_of, "pays": Expressions._pays,
    "count": Expressions._count, "moved": Expressions._moved, "first": Expressions._first, "stations": Expressions._stations,
    "next-to": Expressions._next_to, "neighbours": Expressions._neighbours, "distance": Expressions._distance,
    "stops": Expressions._stops, "north-of": Expressions._north_of, "south-of": Expressions._south_of,
    "east-of": Expressions._east_of, "west-of": Expressions._west_of,
}  # fmt: skip


# -- joining
def every(parts: list[Value]) -> Value:
    """Whether all of these hold. Constants are decided in advance."""
    asked = [part for part in parts if not isinstance(part, Constant)]
    if any(isinstance(part, Constant) and not part.value for part in parts):
        return NO
    if len(asked) == 1:
        return asked[0]
    if len(asked) == 2:
        one, other = asked
        return lambda p, x: one(p, x) and other(p, x)

    def ask(p: Cells, x: Step) -> bool:
        for part in asked:  # noqa: SIM110  # a generator takes longer than the parts
            if not part(p, x):
                return False
        return True

    return ask if asked else YES


def some(parts: list[Value]) -> Value:
    """Whether one of these holds. Constants are decided in advance."""
    asked = [part for part in parts if not isinstance(part, Constant)]
    if any(isinstance(part, Constant) and part.value for part in parts):
        return YES
    if len(asked) == 1:
        return asked[0]
    if len(asked) == 2:
        one, other = asked
        return lambda p, x: one(p, x) or other(p, x)

    def ask(p: Cells, x: Step) -> bool:
        for part in asked:  # noqa: SIM110
            if part(p, x):
                return True
        return False

    return ask if asked else NO


def _negated(part: Value) -> Value:
    return Constant(not part.value) if isinstance(part, Constant) else lambda p, x: not part(p, x)


def _joined(join: Callable[[Any, Any], Any], left: Value, right: Value) -> Value:
    if isinstance(left, Constant) and isinstance(right, Constant):
        return Constant(join(left.value, right.value))
    if isinstance(left, Cell):
        return _of_cell(join, left.number, right)
    if isinstance(right, Constant):
        value = right.value
        if join is operator.eq:
            return lambda p, x: left(p, x) == value
        return lambda p, x: join(left(p, x), value)
    if isinstance(left, Constant):
        first = left.value
        return lambda p, x: join(first, right(p, x))
    return lambda p, x: join(left(p, x), right(p, x))


def _of_cell(join: Callable[[Any, Any], Any], number: int, right: Value) -> Value:
    """`_joined` for a left value that is a cell, as in most conditions."""
    is_equal = join is operator.eq
    if isinstance(right, Constant):
        value = right.value
        return (lambda p, x: p[number] == value) if is_equal else lambda p, x: join(p[number], value)
    if isinstance(right, Cell):
        other = right.number
        return (lambda p, x: p[number] == p[other]) if is_equal else lambda p, x: join(p[number], p[other])
    return lambda p, x: join(p[number], right(p, x))


def _chosen(condition: Value, then: Value, otherwise: Value) -> Value:
    if isinstance(condition, Constant):
        return then if condition.value else otherwise
    return lambda p, x: then(p, x) if condition(p, x) else otherwise(p, x)


def _further(scale: Mapping[int, float], join: Callable[[Any, Any], bool], one: Value, other: Value) -> Value:
    return lambda p, x: join(scale[one(p, x)], scale[other(p, x)])


def _least(numbers: list[int]) -> int:
    return min(numbers, default=0)


def _most(numbers: list[int]) -> int:
    return max(numbers, default=0)


def _is_in(item: Any, group: Any) -> bool:
    return item in group


def _is_range(pieces: tuple[int, ...]) -> bool:
    return bool(pieces) and pieces == tuple(range(pieces[0], pieces[-1] + 1))


def _stands(p: Cells, first: int, station: int, pieces: Sequence[int]) -> bool:
    return any(p[first + q] == station for q in pieces)


def bits_in(p: Cells, cell: int) -> list[int]:
    """The stations of the set in this cell."""
    return bits(p[cell])


def is_bit(p: Cells, cell: int, station: int) -> bool:
    """Whether a station is in the set in this cell."""
    return bool(p[cell] >> station & 1)


def _back(node: t.Expression, spot: Spot) -> int:
    """How many entries back from the last one an entry is."""
    name, back = (node.left, node.right) if isinstance(node, t.Arithmetic) else (node, t.Number(0))
    assert isinstance(name, t.Name)
    assert isinstance(back, t.Number)
    return max(0, back.value - (name.name == "entry" and not spot.written))


def _always_a_station(meaning: Meaning) -> bool:
    """Whether a state is a station and never `none`, so that a missing value means an unknown station."""
    return meaning.type.kind == "station" and not meaning.type.optional
