"""The seats of a table and the names used there: pieces, roles, persons, and numbers for tickets, modes and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from adjudicator.board.model import Board
from adjudicator.engine.moves import Leg
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

FUGITIVE = 0  # the number of his piece


class Seat(NamedTuple):
    """A piece at the table: its name, its role, and the person who moves it."""

    piece: str
    role: str
    person: str


@frozen(eq=False, slots=False)
class Seating:
    rulebook: Rulebook
    board: Board
    seats: tuple[Seat, ...]  # the fugitive first
    pursuers_known: bool = True  # False: the record does not name the pursuers

    # -- pieces
    @cached_property
    def count(self) -> int:
        return len(self.seats)

    @cached_property
    def pieces(self) -> Mapping[str, int]:
        """The number of each piece by name."""
        return {seat.piece: index for index, seat in enumerate(self.seats)}

    def names(self, pieces: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.seats[q].piece for q in pieces)

    def side(self, piece: int) -> str:
        return "fugitive" if piece == FUGITIVE else "pursuers"

    def is_free(self, piece: int) -> bool:
        """Whether a piece rides without tickets."""
        return self.rulebook.tables.roles[self.seats[piece].role].fare == "free"

    def members(self, who: str) -> tuple[int, ...]:
        """The pieces that a name includes: all pieces, a side, a role, or one piece."""
        found = self._members.get(who)
        if found is None:
            found = self._members[who] = tuple(q for q in range(self.count) if who in self.names_of(q))
        return found

    @cached_property
    def _members(self) -> dict[str, tuple[int, ...]]:
        return {}

    def names_of(self, piece: int) -> frozenset[str]:
        """Every name by which rules may include a piece."""
        seat = self.seats[piece]
        return frozenset(
            {"pieces", self.side(piece), seat.piece, seat.role, self.rulebook.tables.roles[seat.role].plural} - {""}
        )

    @cached_property
    def act_texts(self) -> dict[tuple[object, ...], str]:
        """The texts of actions that have been written at this table."""
        return {}

    @cached_property
    def legs(self) -> dict[tuple[int, int, int], Leg]:
        """The rides that have been named at this table, by ticket, mode and station."""
        return {}

    # -- starts
    def start_rule(self, piece: int) -> t.StartsOn | None:
        """Where a piece starts: the last statement about it counts."""
        return next((rule for rule, pieces in self.start_rules if piece in pieces), None)

    @cached_property
    def start_rules(self) -> tuple[tuple[t.StartsOn, tuple[int, ...]], ...]:
        """The statements about starts, each with the pieces for which it counts."""
        found: dict[int, t.StartsOn] = {q: rule for rule in self.rulebook.facts.starts for q in self.members(rule.who)}
        counting = [(rule, tuple(q for q, one in found.items() if one is rule)) for rule in self.rulebook.facts.starts]
        return tuple((rule, pieces) for rule, pieces in counting if pieces)

    # -- persons
    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The pursuers by person, persons in the order of their first piece. A piece without a person is a separate group."""
        found: dict[str, list[int]] = {}
        for q, seat in enumerate(self.seats[1:], 1):
            found.setdefault(seat.person or f"piece {seat.piece}", []).append(q)
        return tuple(tuple(group) for group in found.values())

    @cached_property
    def persons(self) -> tuple[int, ...]:
        """The number of pieces of each person. If no person is named, each piece that pays counts as a person's."""
        named = Counter(seat.person for seat in self.seats[1:] if seat.person)
        if named:
            return tuple(named.values())
        return tuple(1 for q in range(1, self.count) if not self.is_free(q))

    @cached_property
    def holdings(self) -> tuple[int, ...]:
        """The number of pieces of each holder, largest first. Free riders beside the usual pieces belong to everyone and are
        left out."""
        usual = next(name for name, role in self.rulebook.tables.roles.items() if role.side == "pursuers")
        owned = {q for q, seat in enumerate(self.seats) if seat.role == usual or not self.is_free(q)}
        return tuple(
            sorted((len(owned.intersection(group)) for group in self.groups if owned.intersection(group)), reverse=True)
        )

    @cached_property
    def seat_row(self) -> Mapping[str, int | str | tuple[int, ...]] | None:
        """The row of the seat table that fits these seats, if any."""
        return next((row for row in self.rulebook.tables.seats if self._fits(row)), None)

    def _fits(self, row: Mapping[str, int | str | tuple[int, ...]]) -> bool:
        for name, role in self.rulebook.tables.roles.items():
            if role.side == "pursuers" and len(self.members(name)) != row.get(role.plural or name, 0):
                return False
        persons = row.get("persons")
        if isinstance(persons, int):
            return len(self.persons) == persons
        return not isinstance(persons, tuple) or self.holdings == tuple(sorted(persons, reverse=True))

    # -- supplies
    @cached_property
    def pool(self) -> str:
        """The sharing of tickets: "piece", "person" or "side". The seat table decides, unless the option was chosen."""
        row = self.seat_row if self.seat_row and not self.rulebook.is_chosen("pool") else {}
        return str(row.get("pool", self.rulebook.tables.pool))

    def owner(self, piece: int) -> str:
        """The name of the holder of a piece's tickets: the piece itself, or a pool."""
        seat = self.seats[piece]
        if piece == FUGITIVE or self.is_free(piece):
            return f"piece {seat.piece}"
        sharing = {"person": seat.person, "side": "pursuers"}.get(self.pool, "")
        return f"pool of {sharing}" if sharing else f"piece {seat.piece}"

    def holder(self, piece: int, ticket: str) -> str:
        """The name of the supply from which a piece pays this ticket."""
        role = self.rulebook.tables.roles[self.seats[piece].role]
        return "pile" if role.tickets.get(ticket) == "pile" else self.owner(piece)

    def fares(self, piece: int) -> list[tuple[int, int | None]]:
        """Every way in which a piece can pay: (ticket, None) for any line, or (-1, mode) if it rides free."""
        tables = self.rulebook.tables
        if self.is_free(piece):
            return [(-1, self.symbols[mode]) for mode in tables.modes]
        return [(self.symbols[name], None) for name, ticket in tables.tickets.items() if ticket.pays]

    def have_one_purse(self, piece: int, other: int) -> bool:
        """Whether both pieces pay from the same tickets."""
        return piece == other or (not self.is_free(piece) and self._supplies[piece] == self._supplies[other])

    def pool_partner(self, piece: int) -> str:
        """An earlier piece with which this one shares its tickets; "" if there is none."""
        if self.is_free(piece):
            return ""
        others = (q for q in range(piece) if not self.is_free(q) and self._supplies[q] == self._supplies[piece])
        return next((self.seats[q].piece for q in others), "")

    @cached_property
    def _supplies(self) -> list[list[str]]:
        """For each piece, the supplies from which it pays, ticket by ticket."""
        tickets = self.rulebook.tables.tickets
        return [[self.holder(piece, ticket) for ticket in tickets] for piece in range(self.count)]

    # -- symbols
    @cached_property
    def symbols(self) -> Mapping[str, int]:
        """The number of each symbol: tickets first, then modes (a name that is both has one number), then the words of
        attributes."""
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
        """The symbols by number, as this edition names them to its players."""
        names = self.rulebook.called
        return tuple(names.get(name, name) for name in self.symbols)

    @cached_property
    def width(self) -> int:
        """The number of symbols that are tickets or modes."""
        return len(dict.fromkeys([*self.rulebook.tables.tickets, *self.rulebook.tables.modes]))

    @cached_property
    def ticket_codes(self) -> tuple[int, ...]:
        return tuple(self.symbols[name] for name in self.rulebook.tables.tickets)

    @cached_property
    def mode_codes(self) -> tuple[int, ...]:
        return tuple(self.symbols[name] for name in self.rulebook.tables.modes)

    def means(self, ticket: int, mode: int) -> str:
        """The word for a ride in notation: its ticket, or its mode if nothing is paid."""
        return self.symbol_names[mode if ticket < 0 else ticket]

    # -- the board
    @cached_property
    def off(self) -> int:
        """The number beyond all stations where removed pieces are put."""
        return max(self.board.stations, default=0) + 1

    def cards(self, deck: str) -> tuple[tuple[int, ...], ...] | None:
        """The cards of a deck in order; None if they are unknown."""
        table = self.rulebook.tables.decks.get(deck)
        if table is None or isinstance(table.cards, str):
            return self.board.decks.get(table.cards if table is not None and isinstance(table.cards, str) else deck)
        return tuple(card if isinstance(card, tuple) else (card,) for card in table.cards)
