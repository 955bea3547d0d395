"""Values and conditions of the rule language as Python source.

One emitter, two writings: the plain one for listing, and the careful one for judging, which stops at unknown values
(see `unknown.py`). The code written here is run and never read again: `rulebook.facts` says what a
condition depends on.
"""

from __future__ import annotations

from attrs import evolve, field

from adjudicator.engine.identifiers import attribute, gatherer, identifier, local, numeral, of_action, one_of, operator
from adjudicator.engine.layout import COUNT, DOING, ENTRIES, LEFT, PLENTY, ROUND, Layout
from adjudicator.engine.profiles import Profiles
from adjudicator.language import tree as t
from adjudicator.language.types import Meaning
from adjudicator.language.vocabulary import WORD
from adjudicator.rulebook.facts import Ability
from adjudicator.values import frozen

FEW = 8  # pieces that are asked one by one
QUANTIFIERS = {"some": "any", "every": "all", "no": "not any"}
# The variables of a step, as every generated function names them.
LOCALS = {"ticket": "t", "mode": "m", "from": "a", "to": "b", "passes": "v", "here": "h", "entry": "e"}


@frozen
class Spot:
    """Where a value stands: which Python name holds the acting piece, and what other names are here: those chosen so far, or
    the ticket and the mode, where a condition is written for one fare."""

    piece: str = "q"
    written: bool = False  # the entry is already in the log
    names: dict[str, str] = field(factory=dict)
    hoisted: dict[str, str] | None = None  # in a loop: what is looked up once before it, by the text it stands for
    disclosed: bool = False  # it is asked what the last entry shows: states count as they were when it was written

    def paying(self, ticket: int, mode: int) -> Spot:
        """The same with a certain ticket and mode."""
        return evolve(self, names={**self.names, "ticket": str(ticket), "mode": str(mode)})

    def having(self, name: str, called: str = "") -> tuple[Spot, str]:
        """The same with one more variable, and the Python name that it has."""
        python = called or local(name)
        while any(python in text for text in self.names.values()):  # a term may be given what is called like its own name
            python += "_"
        return evolve(self, names={**self.names, name: python}), python


@frozen(eq=False)
class Expressions:
    layout: Layout
    profiles: Profiles
    careful: bool = False
    asked: dict[Ability, int] = field(factory=dict)  # what is asked -> number of the function `can_…`

    def of(self, node: t.Expression, spot: Spot) -> str:
        match node:
            case t.Number(value):
                return numeral(value)
            case t.Literal(word):
                return {"yes": "True", "no": "False", "none": "-1"}[word]
            case t.Name(name):
                return self._name(name, spot)
            case t.Call():
                return self._call(node, spot)
            case t.SetOf(items):
                return "(" + ", ".join(self.of(item, spot) for item in items) + ",)"
            case t.Arithmetic(left, "mod", right):
                return self._remainder(self.of(left, spot), self.of(right, spot))
            case t.Compare(left, "=" | "<>" as sign, right) if self.careful and self._unsure(left, right, spot):
                found = self._compared(left, right, spot)
                return f"(not {found})" if sign == "<>" else found
            case t.Compare(left, sign, right) | t.Arithmetic(left, sign, right):
                return f"({self.of(left, spot)} {operator(sign)} {self.of(right, spot)})"
            case t.Member(item, group, negated):
                found = self._member(item, group, spot)
                return f"(not {found})" if negated else found
            case t.AllOf(parts):
                return "(" + " and ".join(self.of(part, spot) for part in parts) + ")"
            case t.AnyOf(parts):
                return "(" + " or ".join(self.of(part, spot) for part in parts) + ")"
            case t.Negated(part):
                return f"(not {self.of(part, spot)})"
            case t.Quantified():
                return self._quantified(node, spot)
            case t.CountOf(variable, group, where):
                inner, one = spot.having(variable)
                condition = f" if {self.of(where, inner)}" if where is not None else ""
                return f"sum(1 for {one} in {self.group(group, spot)}{condition})"
            case t.CanMove(piece, ignoring, ever):
                return self._can_move(self.of(piece, spot), ignoring, ever)
            case t.Owed(who, action):
                able = f"any({of_action('legal', action)}(p, k) for k in {self.layout.seating.members(who)!r})"
                owed = f"(p[{self.layout.counters['uses', action, 'turn']}] == 0 and {able})"
                return owed if self.careful else self._looked_up(owed, spot)
            case t.Gathered(word, value, variable, group, where):
                inner, one = spot.having(variable)
                condition = f" if {self.of(where, inner)}" if where is not None else ""
                values = f"{self.of(value, inner)} for {one} in {self.group(group, spot)}{condition}"
                return f"sum({values})" if word == "sum" else f"{gatherer(word)}(({values}), default=0)"
            case t.Choice(condition, then, otherwise):
                return f"({self.of(then, spot)} if {self.of(condition, spot)} else {self.of(otherwise, spot)})"
        raise AssertionError(node)

    def _remainder(self, left: str, right: str) -> str:
        """The remainder of one number divided by another; divided by zero or less, the number itself."""
        return f"({left} % {right})" if right.isdigit() and right != "0" else f"remainder({left}, {right})"

    def negation(self, node: t.Expression, spot: Spot) -> str:
        """The opposite of a condition, written as shortly as it can be: it is asked a million times a second."""
        match node:
            case t.AnyOf(parts):
                return "(" + " and ".join(self.negation(part, spot) for part in parts) + ")"
            case t.Negated(part):
                return self.of(part, spot)
            case t.Compare(t.Call("tickets") as held, "=", t.Number(0)) if len(held.arguments) == 2:
                return self.of(held, spot)  # there are never fewer than none
            case _:
                return f"not {self.of(node, spot)}"

    def _can_move(self, piece: str, ignoring: tuple[str, ...], ever: bool) -> str:
        """Whether a piece can move; that of a certain piece is asked of its own profile at once."""
        number = self.asked.setdefault((tuple(sorted(ignoring)), ever), len(self.asked))
        if self.careful or not piece.isdigit() or (piece == "0" and self._enters_by_action):
            return f"can_{number}(p, {piece})"
        return f"can_{number}_{self.profiles.of[int(piece)]}(p, {piece})"

    @property
    def _enters_by_action(self) -> bool:
        """Whether the fugitive can also move by an action instead of an entry."""
        return any(action.place == "instead of entry" for action in self.layout.rulebook.actions.values())

    # -- names
    def _name(self, name: str, spot: Spot) -> str:
        if name in spot.names:
            return spot.names[name]
        if name == "piece":
            return spot.piece
        if name == "here" and self.careful:
            return f"(h or {self._known(self._cell(self.layout.station, spot.piece))})"
        if name in LOCALS:
            return LOCALS[name]
        if name == "round":
            return f"p[{ROUND}]"
        if name == "entries":
            return f"p[{ENTRIES}]"
        if name == "persons":
            return str(len(self.layout.seating.persons))
        return self._meaning(name, self.layout.rulebook.scope.names[name], spot)

    def _meaning(self, name: str, meaning: Meaning, spot: Spot) -> str:
        layout = self.layout
        if meaning.what == "term":
            return self._term(meaning, (), spot)
        if meaning.what == "state":
            return self._state_at(str(self._base(name, spot)), meaning)
        if meaning.what == "number":
            return repr(self._number(name))
        if meaning.what == "constant":
            return str(layout.seating.symbols[name])
        if meaning.what == "piece":
            return str(layout.seating.pieces.get(name, -1)) if name != "fugitive" else "0"
        if name in ("tickets", "modes", "stations"):
            codes = {
                "tickets": layout.seating.ticket_codes,
                "modes": layout.seating.mode_codes,
                "stations": tuple(layout.board.stations),
            }
            return repr(codes[name])
        if self.careful and not layout.seating.pursuers_known:
            return "nobody_knows()"
        if layout.rulebook.facts.removes:
            return f"[k for k in {layout.seating.members(name)!r} if p[{layout.station} + k] != {layout.seating.off}]"
        return repr(layout.seating.members(name))

    def _term(self, meaning: Meaning, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        """The body of a term; its arguments are written wherever the body names them."""
        assert meaning.body is not None
        given = {name: self.of(one, spot) for name, one in zip(meaning.takes, arguments, strict=True)}
        return self.of(meaning.body, evolve(spot, names={**spot.names, **given}) if given else spot)

    def _number(self, name: str) -> int | tuple[int, ...]:
        """A named number; one of the seat table comes from the row that fits, or else from the first that has it."""
        numbers = self.layout.rulebook.numbers
        if name in numbers:
            return numbers[name]
        rows = [row for row in (self.layout.seating.seat_row, *self.layout.rulebook.tables.seats) if row and name in row]
        return int(rows[0][name]) if rows else 0  # type: ignore[arg-type]

    # -- calls
    def _call(self, node: t.Call, spot: Spot) -> str:
        name, arguments = node.name, node.arguments
        if name in spot.names:
            return f"dict({spot.names[name]}).get({self.of(arguments[0], spot)}, -1)"
        meaning = self.layout.rulebook.scope.names.get(name)
        if meaning is not None and meaning.what == "term":
            return self._term(meaning, arguments, spot)
        if meaning is not None and meaning.what == "attribute":
            station = self.of(arguments[0], spot)
            return f"attribute({name!r}, {station})" if self.careful else f"{attribute(name)}[{station}]"
        if meaning is not None and meaning.what == "state":
            return self._state_at(self._cell(self._base(name, spot), self.of(arguments[0], spot)), meaning)
        if meaning is not None and meaning.what == "supply":
            return f"p[{self._cell(self.layout.supplies[name], self.of(arguments[0], spot))}]"
        return getattr(self, "_" + identifier(one_of(name, WORD)))(arguments, spot)  # type: ignore[no-any-return]

    def _base(self, state: str, spot: Spot) -> int:
        """Where the values of a state lie."""
        base = self.layout.states[state].base
        return self.layout.at_entry.get(state, base) if spot.disclosed else base

    def _state_at(self, cell: str, meaning: Meaning) -> str:
        """The value of a state that lies in this cell; a set as something that can be gone through."""
        if meaning.type.many:
            return f"members(p, {cell})" if self.careful else f"bits(p[{cell}])"
        return self._known(cell) if _always_a_station(meaning) else f"p[{cell}]"

    def _occupied(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        station, pieces = (self.of(argument, spot) for argument in arguments)
        if self.careful:
            return f"occupied(p, {station}, {pieces})"
        base = self.layout.station
        known = self.layout.seating.members(arguments[1].name) if isinstance(arguments[1], t.Name) else ()
        if known and known == tuple(range(known[0], known[-1] + 1)):
            return f"({station} in {self._looked_up(f'p[{base + known[0]}:{base + known[-1] + 1}]', spot)})"
        return f"any(p[{base} + k] == {station} for k in {pieces})"

    def _looked_up(self, text: str, spot: Spot) -> str:
        """A value that a loop asks for again and again is looked up before it."""
        if spot.hoisted is None:
            return text
        return spot.hoisted.setdefault(text, f"s{len(spot.hoisted)}")

    def _holder(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return f"holder(p, {self.of(arguments[0], spot)})"

    def _station(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return self._known(self._cell(self.layout.station, self.of(arguments[0], spot)))

    def _cell(self, base: int, offset: str) -> str:
        return str(base + int(offset)) if offset.isdigit() else f"{base} + {offset}"

    def _unsure(self, left: t.Expression, right: t.Expression, spot: Spot) -> bool:
        return bool(self._cell_of_station(left, spot) or self._cell_of_station(right, spot))

    def _compared(self, left: t.Expression, right: t.Expression, spot: Spot) -> str:
        """Whether a station that may not be known is this one. The comparison is noted, not the whole value: of all stations
        with which a rule does not compare it, one stands for the others (see `unknown.py`)."""
        cell = self._cell_of_station(left, spot)
        cell, other = (cell, right) if cell else (self._cell_of_station(right, spot), left)
        return f"is_at(p, {cell}, {self.of(other, spot)})"

    def _cell_of_station(self, node: t.Expression, spot: Spot) -> str:
        """Where the station of a piece, or a state that is a station, lies, if this is one."""
        if not isinstance(node, t.Name | t.Call) or node.name in spot.names:
            return ""
        meaning = self.layout.rulebook.scope.names.get(node.name)
        if meaning is not None and meaning.what == "state" and _always_a_station(meaning) and not meaning.type.many:
            return self._cell_of_state(node, spot)
        if meaning is None and isinstance(node, t.Call) and node.name == "station":
            return self._cell(self.layout.station, self.of(node.arguments[0], spot))
        return ""

    def _known(self, cell: str) -> str:
        return f"known(p, {cell})" if self.careful else f"p[{cell}]"

    def _tickets(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        piece = self.of(arguments[0], spot)
        if len(arguments) == 1:
            return f"total(p, {piece})"
        return f"p[{self.ticket_cell(piece, self.of(arguments[1], spot))}]"

    def ticket_cell(self, piece: str, ticket: str) -> str:
        """The cell from which a piece pays a ticket: known at once where both are."""
        if piece.isdigit() and ticket.lstrip("-").isdigit():
            names = self.layout.seating.symbol_names
            is_ticket = int(ticket) in self.layout.seating.ticket_codes and not self.layout.seating.is_free(int(piece))
            return str(self.layout.ticket_cell(int(piece), names[int(ticket)]) if is_ticket else PLENTY)
        return f"CELL[{piece}][{ticket}]"

    def _tickets_of(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return f"held(p, {self.of(arguments[0], spot)})"

    def _pays(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return f"PAYS[{self.of(arguments[0], spot)}][{self.of(arguments[1], spot)}]"

    def _count(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return f"len({self.of(arguments[0], spot)})"

    def _station_of(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return self._known(str(self.layout.recent + self._back(arguments[0], spot)))

    def _ticket_of(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        cell = self.layout.recent_tickets + self._back(arguments[0], spot)
        return f"told_ticket(p, {cell})" if self.careful else f"p[{cell}]"

    def _back(self, node: t.Expression, spot: Spot) -> int:
        name, back = (node.left, node.right) if isinstance(node, t.Arithmetic) else (node, t.Number(0))
        assert isinstance(name, t.Name)
        assert isinstance(back, t.Number)
        return max(0, back.value - (name.name == "entry" and not spot.written))

    def _uses(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return self._counter("uses", arguments, spot)

    def _fails(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return self._counter("fails", arguments, spot)

    def _counter(self, word: str, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        action, span = arguments
        assert isinstance(action, t.Name)
        assert isinstance(span, t.Name)
        if span.name == "entry" and not spot.written:
            return "0"  # the entry in question is yet to be written
        return f"p[{self.layout.counters[(word, action.name, span.name)]}]"

    def _inside(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        assert isinstance(arguments[0], t.Name)
        number = list(self.layout.rulebook.actions).index(arguments[0].name) + 1
        doing = f"p[{DOING}] == {number}"
        return f"({doing})" if spot.written else f"(p[{LEFT}] > 0 and {doing})"

    def _moved(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return f"(p[{self._cell(self.layout.moved, self.of(arguments[0], spot))}] & {COUNT})"

    # -- the board
    def _next_to(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        one, other = (self.of(argument, spot) for argument in arguments)
        return f"({other} in NEXT[{one}])"

    def _neighbours(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        values = [self.of(argument, spot) for argument in arguments]
        return f"NEXT[{values[0]}]" if len(values) == 1 else f"NEXT[{values[0]}, {values[1]}]"

    def _distance(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        one, other, *mode = (self.of(argument, spot) for argument in arguments)
        return f"RIDES[{', '.join((one, *mode))}][{other}]"

    def _stops(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return f"STOPS[{self.of(arguments[0], spot)}]"

    def _north_of(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return self._further("SOUTH", "<", arguments, spot)

    def _south_of(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return self._further("SOUTH", ">", arguments, spot)

    def _east_of(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return self._further("EAST", ">", arguments, spot)

    def _west_of(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return self._further("EAST", "<", arguments, spot)

    def _further(self, scale: str, sign: str, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        one, other = (self.of(argument, spot) for argument in arguments)
        return f"({scale}[{one}] {sign} {scale}[{other}])"

    def _stations(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return self.of(arguments[0], spot)

    def _first(self, arguments: tuple[t.Expression, ...], spot: Spot) -> str:
        return f"{self.of(arguments[0], spot)}[0]"

    # -- sets
    def group(self, node: t.Expression, spot: Spot) -> str:
        """A set as something that can be gone through; what loops look at is counted (see `budget.py`)."""
        return f"stepped({self.layout.rulebook.facts.owner(node)}, {self.of(node, spot)})"

    def _member(self, item: t.Expression, group: t.Expression, spot: Spot) -> str:
        one, cell = self.of(item, spot), self._cell_of_set(group, spot)
        if cell:
            kind = self.layout.rulebook.types.get(id(item))
            guard = f"{one} >= 0 and " if kind is None or kind.optional else ""  # `none` is in no set
            found = f"member(p, {cell}, {one})" if self.careful else f"bool(p[{cell}] >> {one} & 1)"
            return f"({guard}{found})" if guard else found
        if self.careful and isinstance(group, t.Call) and self._is_attribute(group.name):
            return f"has({group.name!r}, {self.of(group.arguments[0], spot)}, {one})"
        return f"({one} in {self.of(group, spot)})"

    def _cell_of_set(self, group: t.Expression, spot: Spot) -> str:
        """Where a state that is a set lies, if this is one: of its own, or of a piece or ticket."""
        if not isinstance(group, t.Name | t.Call) or group.name in spot.names:
            return ""
        meaning = self.layout.rulebook.scope.names.get(group.name)
        if meaning is None or meaning.what != "state":
            return ""
        return self._cell_of_state(group, spot)

    def _cell_of_state(self, node: t.Name | t.Call, spot: Spot) -> str:
        base = self._base(node.name, spot)
        return self._cell(base, self.of(node.arguments[0], spot)) if isinstance(node, t.Call) else str(base)

    def _is_attribute(self, name: str) -> bool:
        meaning = self.layout.rulebook.scope.names.get(name)
        return meaning is not None and meaning.what == "attribute"

    def _quantified(self, node: t.Quantified, spot: Spot) -> str:
        word = QUANTIFIERS[one_of(node.quantifier, QUANTIFIERS)]
        pieces = self._few(node.group, spot)
        if pieces is not None and not any(self._is_long(one, spot) for one in self._inside_of(node)):
            return self._one_by_one(node, spot, pieces)
        inner, one = spot.having(node.variable)
        where = f" if {self.of(node.where, inner)}" if node.where is not None else ""
        condition = self.of(node.condition, inner)
        return f"({word}({condition} for {one} in {self.group(node.group, spot)}{where}))"

    def _is_long(self, node: t.Node, spot: Spot) -> bool:
        """Whether a value goes through several pieces itself, or is a name for more than a variable or a number."""
        if isinstance(node, t.Name) and node.name in spot.names:
            text = spot.names[node.name]
            return not (text.isidentifier() or text.isdigit())
        return isinstance(node, t.Quantified)

    def _inside_of(self, node: t.Quantified) -> tuple[t.Node, ...]:
        """Every value of a quantified condition, terms unfolded: written out inside each other, they would multiply."""
        nodes = self.layout.rulebook.facts.nodes
        return (*nodes(node.condition), *(nodes(node.where) if node.where is not None else ()))

    def _few(self, group: t.Expression, spot: Spot) -> tuple[int, ...] | None:
        """The pieces of a set that never changes, if they are few."""
        if not isinstance(group, t.Name) or group.name in spot.names or group.name in ("tickets", "modes", "stations"):
            return None
        meaning, layout = self.layout.rulebook.scope.names.get(group.name), self.layout
        if (
            meaning is None
            or meaning.what != "pieces"
            or layout.rulebook.facts.removes
            or (self.careful and not layout.seating.pursuers_known)
        ):
            return None
        pieces = layout.seating.members(group.name)
        return pieces if len(pieces) <= FEW else None

    def _one_by_one(self, node: t.Quantified, spot: Spot, pieces: tuple[int, ...]) -> str:
        """A question about each of a few pieces, written out: much faster to ask than a loop."""
        asked = []
        for piece in pieces:
            inner = evolve(spot, names={**spot.names, node.variable: str(piece)})
            condition = self.of(node.condition, inner)
            where = self.of(node.where, inner) if node.where is not None else ""
            asked.append(
                condition
                if not where
                else f"({'not ' if node.quantifier == 'every' else ''}{where} {_joint(node)} {condition})"
            )
        if node.quantifier == "every":
            return f"({' and '.join(asked) or 'True'})"
        return f"({'not ' if node.quantifier == 'no' else ''}({' or '.join(asked) or 'False'}))"


def _joint(node: t.Quantified) -> str:
    return "or" if node.quantifier == "every" else "and"


def _always_a_station(meaning: Meaning) -> bool:
    """A state that is never `none`: where it holds no station, the record does not tell which."""
    return meaning.type.kind == "station" and not meaning.type.optional
