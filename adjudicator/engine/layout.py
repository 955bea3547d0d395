"""Where everything of a game lies in a position: a flat list of whole numbers, one cell a thing.

A position is copied for every step, so it is small and flat inside; `Position` shows it readably outside. Stations are their
own numbers (0: not known), sets of stations are bit masks (negative: not known), modes, tickets and words are numbers of one
table of symbols, pieces count from 0, the fugitive.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import define, field

from adjudicator.board.model import Board
from adjudicator.language import tree as t
from adjudicator.language.walking import walk
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.scoping import state_type
from adjudicator.values import frozen

ROUND, TURN, ENTRIES, LEFT, DOING, OVER, PLENTY = range(7)  # PLENTY always holds UNLIMITED: what free riders pay from
HEAD = 7
UNLIMITED = 1 << 20
UNKNOWN = 0  # a station that is not known
NONE = -1
STAYED = 99  # in the cell of moves: sat out this turn


@frozen
class Seat:
    """A piece at the table: its name, its role, the person who moves it."""

    piece: str
    role: str
    person: str


@frozen
class Kind:
    """How one state lies in a position."""

    base: int
    count: int
    lives: str
    initial: int
    hidden: bool


@define
class _Cells:
    next: int = HEAD

    def take(self, count: int) -> int:
        base, self.next = self.next, self.next + count
        return base


@frozen(eq=False, slots=False)
class Layout:
    rulebook: Rulebook
    board: Board
    seats: tuple[Seat, ...]  # the fugitive first
    pursuers_known: bool = True
    _cells: _Cells = field(factory=_Cells, repr=False)

    # -- symbols
    @cached_property
    def symbols(self) -> Mapping[str, int]:
        """Tickets first, then modes, under one number where they share a name; then the words of attributes."""
        tables = self.rulebook.tables
        names = [*tables.tickets, *tables.modes]
        for attribute in self.board.attributes.values():
            names.extend(attribute.values)
        return {name: code for code, name in enumerate(dict.fromkeys(names))}

    @cached_property
    def symbol_names(self) -> tuple[str, ...]:
        return tuple(self.symbols)

    @cached_property
    def called(self) -> tuple[str, ...]:
        """The symbols as this edition names them to its players."""
        names = self.rulebook.called
        return tuple(names.get(name, name) for name in self.symbols)

    @cached_property
    def width(self) -> int:
        """How many symbols are a ticket or a mode."""
        return len(dict.fromkeys([*self.rulebook.tables.tickets, *self.rulebook.tables.modes]))

    @cached_property
    def kinds(self) -> int:
        """Cells of one supply: one for each ticket. A small position is copied faster."""
        return len(self.rulebook.tables.tickets)

    @cached_property
    def ticket_codes(self) -> tuple[int, ...]:
        return tuple(self.symbols[name] for name in self.rulebook.tables.tickets)

    @cached_property
    def mode_codes(self) -> tuple[int, ...]:
        return tuple(self.symbols[name] for name in self.rulebook.tables.modes)

    # -- pieces
    @cached_property
    def count(self) -> int:
        return len(self.seats)

    @cached_property
    def pieces(self) -> Mapping[str, int]:
        return {seat.piece: index for index, seat in enumerate(self.seats)}

    def side(self, piece: int) -> str:
        return "fugitive" if piece == 0 else "pursuers"

    def is_free(self, piece: int) -> bool:
        return self.rulebook.tables.roles[self.seats[piece].role].fare == "free"

    def members(self, who: str) -> tuple[int, ...]:
        """The pieces that a name stands for: everybody, a side, a role, a piece."""
        found = self._members.get(who)
        if found is None:
            found = self._members[who] = self._named(who)
        return found

    @cached_property
    def _members(self) -> dict[str, tuple[int, ...]]:
        return {}

    def _named(self, who: str) -> tuple[int, ...]:
        roles = self.rulebook.tables.roles
        if who == "pieces":
            return tuple(range(self.count))
        if who in ("fugitive", "pursuers"):
            return tuple(q for q in range(self.count) if self.side(q) == who)
        return tuple(q for q, seat in enumerate(self.seats) if who in (seat.piece, seat.role, roles[seat.role].plural))

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The pursuers by person, persons in the order of their first piece; a piece of nobody is a group of its own."""
        found: dict[str, list[int]] = {}
        for q, seat in enumerate(self.seats[1:], 1):
            found.setdefault(seat.person or f"piece {seat.piece}", []).append(q)
        return tuple(tuple(group) for group in found.values())

    @cached_property
    def persons(self) -> tuple[int, ...]:
        """How many pieces each person holds. Where no person is named, each piece that pays is a person's."""
        named = Counter(seat.person for seat in self.seats[1:] if seat.person)
        if named:
            return tuple(named.values())
        return tuple(1 for q in range(1, self.count) if not self.is_free(q))

    @cached_property
    def holdings(self) -> tuple[int, ...]:
        """How many pieces each holder has, the most first; free riders beside the usual pieces are everybody's."""
        usual = next(name for name, role in self.rulebook.tables.roles.items() if role.side == "pursuers")
        owned = {q for q, seat in enumerate(self.seats) if seat.role == usual or not self.is_free(q)}
        return tuple(
            sorted((len(owned.intersection(group)) for group in self.groups if owned.intersection(group)), reverse=True)
        )

    @cached_property
    def off(self) -> int:
        """The number of no station: where removed pieces stand."""
        return max(self.board.stations, default=0) + 1

    @cached_property
    def removes(self) -> bool:
        """Whether some rule takes pieces off the board."""
        nodes = (node for rule in self.rulebook.rules.values() for one in rule.statements for node in walk(one))
        return any(isinstance(node, t.Remove) for node in nodes)

    # -- cells
    @cached_property
    def moved(self) -> int:
        return self._cells.take(self.count)

    @cached_property
    def station(self) -> int:
        return self._cells.take(self.count)

    @cached_property
    def recent(self) -> int:
        """The stations of the last entries, newest first; before the first entry all are the start."""
        return self._cells.take(self.rulebook.looks_back + 1)

    @cached_property
    def recent_tickets(self) -> int:
        return self._cells.take(self.rulebook.looks_back + 1)

    @cached_property
    def last_line(self) -> int:
        """The mode of the last entry and the station it left, where what an entry shows hangs on its line; otherwise 0."""
        whens = [one.when for _, one in self.rulebook.statements(t.Show, t.Hide) if isinstance(one, t.Show | t.Hide)]
        names = [node.name for when in whens if when for node in expanded(when, self.rulebook) if isinstance(node, t.Name)]
        return self._cells.take(2) if {"mode", "from", "passes"} & set(names) else 0

    @cached_property
    def uncovered(self) -> int:
        """What of the last entry was uncovered after it was written, a sum of fields; 0 where no rule does that."""
        statements = (one for rule in self.rulebook.rules.values() for one in rule.statements)
        return self._cells.take(1) if any(map(uncovers, statements)) else 0

    @cached_property
    def supplies(self) -> Mapping[str, int]:
        """Ticket supplies by name: `pile`, those declared, and one for each piece or person."""
        names = ["pile", *self.rulebook.tables.supplies, *(self.owner(q) for q in range(self.count))]
        return {name: self._cells.take(self.kinds) for name in dict.fromkeys(names)}

    def owner(self, piece: int) -> str:
        """Whose tickets a piece rides on: its own, or those of the person's pool."""
        seat = self.seats[piece]
        shared = self.pooled and piece and seat.person and not self.is_free(piece)
        return f"pool of {seat.person}" if shared else f"piece {seat.piece}"

    @cached_property
    def seat_row(self) -> Mapping[str, int | str | tuple[int, ...]] | None:
        """The row of the seat table that fits, if any."""
        return next((row for row in self.rulebook.tables.seats if self._fits(row)), None)

    def _fits(self, row: Mapping[str, int | str | tuple[int, ...]]) -> bool:
        for name, role in self.rulebook.tables.roles.items():
            if role.side == "pursuers" and len(self.members(name)) != row.get(role.plural or name, 0):
                return False
        persons = row.get("persons")
        if isinstance(persons, int):
            return len(self.persons) == persons
        return not isinstance(persons, tuple) or self.holdings == tuple(sorted(persons, reverse=True))

    @cached_property
    def pooled(self) -> bool:
        asked = self.rulebook.options.get("pool")
        row = self.seat_row if self.seat_row and not (asked and asked.asked) else {}
        return row.get("pool", self.rulebook.tables.pool) == "person"

    def ticket_cell(self, piece: int, ticket: str) -> int:
        """The cell a piece pays this ticket from."""
        role = self.rulebook.tables.roles[self.seats[piece].role]
        name = "pile" if role.tickets.get(ticket) == "pile" else self.owner(piece)
        return self.supplies[name] + self.symbols[ticket]

    @cached_property
    def states(self) -> Mapping[str, Kind]:
        found: dict[str, Kind] = {}
        for name, table in self.rulebook.tables.state.items():
            kind = state_type(table)
            assert kind is not None
            count = {"piece": self.count, "ticket": self.kinds, "": 1}[table.per]
            initial = 0 if kind.many or not kind.optional else NONE
            found[name] = Kind(self._cells.take(count), count, table.lives, initial, table.seen in ("fugitive", "none"))
        return found

    @cached_property
    def changing(self) -> frozenset[str]:
        """States that some rule in force changes; the others keep the value they began with."""
        nodes = [node for rule in self.rulebook.rules.values() for one in rule.statements for node in walk(one)]
        assigned = {node.name for node in nodes if isinstance(node, t.Assign)}
        return frozenset(assigned | {node.target for node in nodes if isinstance(node, t.Deal)})

    @cached_property
    def counters(self) -> Mapping[tuple[str, str, str], int]:
        """Cells for `uses(action, span)` and `fails(action, span)`, only for those that some rule asks for."""
        wanted: dict[tuple[str, str, str], None] = {}
        for call in _calls(self.rulebook):
            if call.name in ("uses", "fails") and all(isinstance(a, t.Name) for a in call.arguments):
                action, span = call.arguments
                wanted[(call.name, action.name, span.name)] = None  # type: ignore[union-attr]
        return {key: self._cells.take(1) for key in wanted}

    @cached_property
    def decks(self) -> Mapping[str, int]:
        """One mask of remaining cards for each deck that rules draw from."""
        names = dict.fromkeys(
            one.deck
            for _, one in self.rulebook.statements(t.StartsOn, t.DrawCard)
            if isinstance(one, t.StartsOn | t.DrawCard) and one.deck
        )
        return {name: self._cells.take(1) for name in names}

    def cards(self, deck: str) -> tuple[tuple[int, ...], ...] | None:
        """The cards of a deck, in their order; None while they are not known."""
        table = self.rulebook.tables.decks.get(deck)
        if table is None or isinstance(table.cards, str):
            return self.board.decks.get(table.cards if table is not None and isinstance(table.cards, str) else deck)
        return tuple(card if isinstance(card, tuple) else (card,) for card in table.cards)

    @cached_property
    def size(self) -> int:
        """How many cells a position has; asks for all of them, in their order."""
        for part in (self.moved, self.station, self.recent, self.recent_tickets):
            assert part
        for parts in (self.supplies, self.states, self.counters, self.decks, self.last_line, self.uncovered):
            assert parts is not None
        return self._cells.next


def uncovers(statement: t.Node) -> bool:
    """Whether a statement shows the pursuers something of the last entry."""
    return any(isinstance(node, t.ShowLast) and node.audience in ("all", "pursuers") for node in walk(statement))


def expanded(node: t.Node, rulebook: Rulebook) -> Iterator[t.Node]:
    """Every node, terms unfolded."""
    for inner in walk(node):
        yield inner
        if isinstance(inner, t.Name):
            meaning = rulebook.scope.names.get(inner.name)
            if meaning is not None and meaning.what == "term" and meaning.body is not None:
                yield from expanded(meaning.body, rulebook)


def _calls(rulebook: Rulebook) -> list[t.Call]:
    """Every call in every rule and term."""
    found: list[t.Call] = []
    bodies = [m.body for m in rulebook.scope.names.values() if m.what == "term" and m.body is not None]
    for rule in rulebook.rules.values():
        for statement in rule.statements:
            found.extend(node for node in walk(statement) if isinstance(node, t.Call))
    for body in bodies:
        found.extend(node for node in walk(body) if isinstance(node, t.Call))
    return found
