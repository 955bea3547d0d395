"""A position read and changed by name: stations of pieces, tickets, the round.

Only the engine knows the layout of a position. Values read here are numbers of pieces and symbols, as `Seating` gives them.
Methods that begin with `put_` change the position they are given; those that begin with `with_` return a changed copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter

from adjudicator.engine.layout import (
    COUNT,
    DOING,
    ENTRIES,
    EXCUSED,
    LEFT,
    NONE,
    OVER,
    ROUND,
    STAYED,
    TURN,
    UNKNOWN,
    UNLIMITED,
    UNTOLD,
    Cells,
    Layout,
)
from adjudicator.engine.seating import FUGITIVE
from adjudicator.engine.tables import bits
from adjudicator.engine.unknown import Datum
from adjudicator.language.types import Type
from adjudicator.language.vocabulary import OPEN
from adjudicator.rulebook.scope import state_type
from adjudicator.values import frozen


def _cell(number: int) -> staticmethod[[Cells], int]:
    """A method that returns one cell. It calls no Python function, since every world is asked after every clause."""
    return staticmethod(itemgetter(number))


@frozen(eq=False)
class Ledger:
    layout: Layout

    # -- the clock
    round = _cell(ROUND)
    turn = _cell(TURN)  # the turn of the round, from 0
    is_over = _cell(OVER)  # 0 until the game is over

    def entries(self, p: Cells) -> int:
        """The number of entries in the fugitive's log."""
        return p[ENTRIES]

    def is_inside_turn(self, p: Cells) -> bool:
        """Whether the fugitive owes another entry of the turn action that he has begun."""
        return bool(p[LEFT])

    def moves_made(self, p: Cells, piece: int) -> int:
        """The number of moves of a piece in this turn; more than COUNT if it sat out, passed or was excused."""
        return p[self.layout.moved + piece]

    def has_moved_enough(self, p: Cells, piece: int, most: int) -> bool:
        """Whether a piece has made `most` moves in this turn, and has neither passed nor been let off."""
        return most <= p[self.layout.moved + piece] <= COUNT

    def sat_out(self, p: Cells, piece: int) -> bool:
        return bool(p[self.layout.moved + piece] & STAYED)

    def was_let_off(self, p: Cells, piece: int) -> bool:
        """Whether a piece sat out this turn or was excused from it."""
        return bool(p[self.layout.moved + piece] & (STAYED | EXCUSED))

    # -- pieces
    def station(self, p: Cells, piece: int) -> int:
        """The station of a piece; 0 if it is unknown."""
        return p[self.layout.station + piece]

    def whereabouts(self, piece: int, name: str) -> Datum:
        """The station of a piece as an unknown datum; `name` describes it in words."""
        return Datum(("cell", self.layout.station + piece), name)

    def stations(self, p: Cells) -> Sequence[int]:
        """The stations of all pieces, the fugitive first."""
        return p[self.layout.station : self.layout.station + self.layout.seating.count]

    def is_known(self, p: Cells, piece: int) -> bool:
        return p[self.layout.station + piece] != UNKNOWN

    def last_ticket(self, p: Cells) -> int:
        """The ticket of the last entry; -1 if there is none."""
        return p[self.layout.recent_tickets]

    def uncovered(self, p: Cells) -> int:
        """The fields of the last entry that were uncovered after it was written, as a sum of bits."""
        return p[self.layout.uncovered] if self.layout.uncovered else 0

    # -- tickets
    def tickets(self, p: Cells, piece: int) -> dict[str, int | None]:
        """The tickets of a piece, or of the pool it shares; None for unlimited. Empty for a piece that rides free."""
        if self.layout.seating.is_free(piece):
            return {}
        return {name: self.held(p, piece, name) for name in self.layout.rulebook.tables.tickets}

    def held(self, p: Cells, piece: int, ticket: str) -> int | None:
        return _counted(p[self.layout.ticket_cell(piece, ticket)])

    def held_in(self, worlds: Iterable[Cells], piece: int, ticket: str) -> set[int | None]:
        """The numbers of this ticket that a piece holds in these positions."""
        cell = self.layout.ticket_cell(piece, ticket)
        return {_counted(p[cell]) for p in worlds}

    def told_apart(self, worlds: Iterable[Cells]) -> tuple[Cells, ...]:
        """The first of each group of positions that differ only in present and past stations of pieces, not in what is held or
        remembered."""
        held = min(self.layout.supplies.values())
        found: dict[tuple[int, ...], Cells] = {}
        for p in worlds:
            found.setdefault(tuple(p[held:]), p)
        return tuple(found.values())

    def supply(self, p: Cells, name: str) -> dict[str, int | None]:
        """The tickets in a supply: `pile`, or one declared by the variant."""
        base = self.layout.supplies[name]
        return {ticket: _counted(p[base + at]) for at, ticket in enumerate(self.layout.rulebook.tables.tickets)}

    @property
    def supplies(self) -> tuple[str, ...]:
        """The names of all supplies: `pile`, those of the variant, and the hands of pieces and persons."""
        return tuple(self.layout.supplies)

    # -- states
    def state_type(self, name: str) -> Type:
        found = state_type(self.layout.rulebook.tables.state[name])
        assert found is not None
        return found

    def state(self, p: Cells, name: str, index: int = 0) -> object:
        """The value of a state (of a piece or a ticket): a number, yes or no, a word, a station or None, a set of stations."""
        return self._shown(p[self.layout.states[name].base + index], self.state_type(name))

    def states_in(self, worlds: Iterable[Cells], name: str, index: int = 0) -> set[object]:
        """The values of a state in these positions."""
        cell, kind = self.layout.states[name].base + index, self.state_type(name)
        return {self._shown(value, kind) for value in {p[cell] for p in worlds}}

    def state_size(self, name: str) -> int:
        """The number of values of a state: one, one for each piece, or one for each ticket."""
        return self.layout.states[name].count

    def _shown(self, value: int, kind: Type) -> object:
        if kind.many:
            return None if value < 0 else tuple(bits(value))
        if kind.kind == "yes or no":
            return bool(value)
        if value == NONE and (kind.optional or kind.kind != "number"):
            return None
        if kind.kind == "piece":
            return self.layout.seating.seats[value].piece
        if kind.kind in ("mode", "ticket", "word"):
            return self.layout.seating.symbol_names[value]
        return value

    @property
    def counters(self) -> tuple[tuple[str, str, str], ...]:
        """(`uses` or `fails`, action, lifetime) for each count that the rules read."""
        return tuple(self.layout.counters)

    def counter(self, p: Cells, key: tuple[str, str, str]) -> int:
        return p[self.layout.counters[key]]

    def is_lasting(self, name: str) -> bool:
        """Whether a state lives as long as the game."""
        return self.layout.states[name].lives == "game"

    def is_hidden(self, name: str) -> bool:
        return self.layout.states[name].hidden

    # -- a position with something otherwise
    def with_station(self, p: Cells, piece: int, station: int) -> Cells:
        return _with(p, self.layout.station + piece, station)

    def without_piece(self, p: Cells, piece: int) -> Cells:
        """The position with a piece off the board."""
        return self.with_station(p, piece, self.layout.seating.off)

    def with_tickets(self, p: Cells, piece: int, ticket: str, count: int) -> Cells:
        return _with(p, self.layout.ticket_cell(piece, ticket), count)

    def with_round(self, p: Cells, round: int) -> Cells:
        return _with(p, ROUND, round)

    def with_entries(self, p: Cells, entries: int) -> Cells:
        return _with(p, ENTRIES, entries)

    def with_counter(self, p: Cells, key: tuple[str, str, str], count: int) -> Cells:
        return _with(p, self.layout.counters[key], count)

    def with_initial(self, p: Cells, name: str) -> Cells:
        """The position with a state at its initial value."""
        kind, p = self.layout.states[name], p[:]
        p[kind.base : kind.base + kind.count] = [kind.initial] * kind.count
        return p

    def with_all_moved(self, p: Cells) -> Cells:
        """The position in the last turn of the round when every piece has moved in it."""
        p = p[:]
        p[TURN] = len(self.layout.rulebook.facts.sides) - 1
        p[self.layout.moved : self.layout.station] = [EXCUSED + 1] * self.layout.seating.count
        return p

    def at_entry(self, p: Cells, number: int, round: int) -> Cells:
        """The position just after the entry with this number is written, with everything reset that lives shorter than the
        game."""
        p = p[:]
        p[ENTRIES], p[LEFT], p[DOING], p[ROUND] = number, 0, 0, round
        if self.layout.uncovered:
            p[self.layout.uncovered] = 0
        for kind in self.layout.states.values():
            if kind.lives != "game":
                p[kind.base : kind.base + kind.count] = [kind.initial] * kind.count
        for name, cell in self.layout.at_entry.items():
            kind = self.layout.states[name]
            p[cell : cell + kind.count] = [kind.initial] * kind.count
        for (_, _, span), cell in self.layout.counters.items():
            if span != "game":
                p[cell] = 0
        return p

    # -- where a record begins
    def put_clock(self, p: Cells, round: int, entries: int) -> None:
        """Begin a page at this round and entry. After the first entry, the fugitive is on the last one, and his stations before
        it are unknown."""
        p[ROUND], p[ENTRIES] = round, entries
        self._forget(p)

    def put_fugitive(self, p: Cells, station: int) -> None:
        """Put the fugitive at his start."""
        p[self.layout.station] = station
        first, end = self.layout.recent, self.layout.recent_tickets
        p[first:end] = [station] * (end - first)
        self._forget(p)

    def _forget(self, p: Cells) -> None:
        first, end = self.layout.recent, self.layout.recent_tickets
        if p[ENTRIES]:
            p[first + 1 : end] = [UNKNOWN] * (end - first - 1)
        for back in range(min(end - first, p[ENTRIES])):
            p[end + back] = UNTOLD

    def put_moved(self, p: Cells, pieces: Iterable[int]) -> None:
        """Make it the pursuers' turn, and mark these pieces as moved. The fugitive among them only means that he has moved."""
        p[TURN] = self.layout.rulebook.facts.sides.index("pursuers")
        for piece in pieces:
            p[self.layout.moved + piece] = 1 if piece != FUGITIVE else 0

    def put_drawn(self, p: Cells, deck: str, number: int) -> None:
        """Remove a card from its deck."""
        p[self.layout.decks[deck]] &= ~(1 << number)

    def is_in_deck(self, p: Cells, deck: str, number: int) -> bool:
        return bool(p[self.layout.decks[deck]] >> number & 1)

    def put_excused(self, p: Cells, piece: int) -> None:
        """Mark a piece as having moved in this turn though it made no move."""
        p[self.layout.moved + piece] |= EXCUSED

    def put_unmoved(self, p: Cells, piece: int) -> None:
        """Make moves of a piece not count in the next turn of its side."""
        p[self.layout.moved + piece] = 0

    def put_no_entry_due(self, p: Cells) -> None:
        """Break off a turn action: no further entry is owed."""
        p[LEFT] = 0

    def put_going_on(self, p: Cells) -> None:
        """Make a game that was over continue."""
        p[OVER] = 0

    def put_over(self, p: Cells, ending: int) -> None:
        p[OVER] = ending

    def put_there(self, p: Cells, piece: int, station: int) -> None:
        """Put a pursuer at a station by an unknown move."""
        p[self.layout.station + piece] = station
        p[self.layout.moved + piece] += 1

    def put_without(self, p: Cells, pieces: Sequence[int]) -> list[int]:
        """Take these pieces off the board. Returns their stations, for `put_back`."""
        stood = [p[self.layout.station + q] for q in pieces]
        for q in pieces:
            p[self.layout.station + q] = self.layout.seating.off
        return stood

    def put_back(self, p: Cells, pieces: Sequence[int], stations: Sequence[int]) -> None:
        for q, station in zip(pieces, stations, strict=True):
            p[self.layout.station + q] = station

    # -- what a page says of tickets and states
    def holding(self, holder: str, ticket: str) -> object:
        """The key of a holder's tickets of a kind, for `put_holding` and `count_of`; None for a free rider or an unknown name.

        Holders that share a pool have the same key.
        """
        seating = self.layout.seating
        if ticket not in seating.symbols:
            return None
        if holder in seating.pieces:
            piece = seating.pieces[holder]
            return None if seating.is_free(piece) else self.layout.ticket_cell(piece, ticket)
        return self.layout.supplies[holder] + seating.symbols[ticket] if holder in self.layout.supplies else None

    def put_holding(self, p: Cells, key: object, count: int | None) -> None:
        """Set the number of tickets under this key; None for unlimited."""
        assert isinstance(key, int)
        p[key] = UNLIMITED if count is None else count

    def count_of(self, p: Cells, key: object) -> int | None:
        assert isinstance(key, int)
        return _counted(p[key])

    def put_state(self, p: Cells, name: str, indices: Iterable[int], value: int) -> None:
        """Set values of a state as stored in a position: see `coded_set`, and `Seating.symbols` for words."""
        for index in indices:
            p[self.layout.states[name].base + index] = value

    def put_counter(self, p: Cells, key: tuple[str, str, str], count: int) -> None:
        p[self.layout.counters[key]] = count

    # -- many positions
    def one_for_each_station(self, worlds: list[Cells]) -> list[Cells]:
        """One position for each station of the fugitive and each value of the public state: the first of its kind, with the
        largest number of each ticket and every card that any of its kind has."""
        kinds = self.layout.states.items()
        public = [cell for name, kind in kinds if self._is_public(name) for cell in range(kind.base, kind.base + kind.count)]
        told = [OVER, TURN, self.layout.station, *self.layout.set_now.values(), *public]
        return self._richest([p[:] for p in worlds], [tuple([p[cell] for cell in told]) for p in worlds])

    def _is_public(self, state: str) -> bool:
        return self.layout.rulebook.tables.state[state].seen in OPEN

    def richest(self, worlds: list[Cells]) -> Cells:
        """The first of these positions, with the largest number of each ticket and every card that any of them has."""
        return self._richest([worlds[0][:], *worlds[1:]], [()] * len(worlds))[0]

    def _richest(self, worlds: list[Cells], keys: Sequence[tuple[int, ...]]) -> list[Cells]:
        tickets, decks, found = self._all_tickets, tuple(self.layout.decks.values()), dict[tuple[int, ...], Cells]()
        for key, p in zip(keys, worlds, strict=True):
            kept = found.setdefault(key, p)
            if kept is not p:
                kept[tickets] = map(max, kept[tickets], p[tickets])
                for deck in decks:
                    kept[deck] |= p[deck]
        return list(found.values())

    @property
    def _all_tickets(self) -> slice:
        supplies = self.layout.supplies.values()
        return slice(min(supplies), max(supplies) + self.layout.kinds)


def coded_set(stations: Iterable[int]) -> int:
    """A set of stations as stored in a position."""
    return sum(1 << station for station in set(stations))


def _counted(number: int) -> int | None:
    return None if number >= UNLIMITED // 2 else number


def _with(p: Cells, cell: int, value: int) -> Cells:
    p = p[:]
    p[cell] = value
    return p
