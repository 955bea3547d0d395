"""A position of the second judge: one plain object, copied whole for every clause."""

from collections.abc import Iterable, Mapping, Set
from typing import Any

from .boards import board
from .editions import EDITIONS, RIDES, Edition

FUGITIVE = "X"
POOL = "pool"

Step = tuple[str, int]
"""A ticket (or, for who rides free, a mode) and the station it leads to."""


class State:
    """Where everybody stands, what is left to pay with, and whose turn it is.

    `start` lists the pieces in seating order with their stations; `seats` says which person holds a piece (a piece that
    is not named is a seat of its own); `police` are the pieces that ride free.
    """

    def __init__(
        self,
        edition: str | Edition,
        start: Mapping[str, int],
        police: Iterable[str] = (),
        seats: Mapping[str, str] | None = None,
        roadblocks: Iterable[int] = (),
        ban: str | None = None,
    ) -> None:
        self.edition = EDITIONS[edition] if isinstance(edition, str) else edition
        self.near = board(self.edition.board)
        self.at = dict(start)
        self.pursuers = [piece for piece in start if piece != FUGITIVE]
        self.police = frozenset(police)
        self.detectives = [piece for piece in self.pursuers if piece not in self.police]
        self.groups = self._groups(seats or {})
        self._hand_out_tickets(seats or {})
        self.roadblocks = frozenset(roadblocks)
        self.ban = ban
        self.round, self.entry = 1, 0
        self.side = FUGITIVE
        self.moved: tuple[str, ...] = ()
        self.extra = False
        self.out: frozenset[str] = frozenset()
        self.winner: str | None = None
        self.ending: str | None = None
        self.affair: Any = None  # what the Holmes rules remember besides; `affairs.py` knows it
        self.card: tuple[int, ...] = ()  # his start card, where it has two stations
        if trapped(self):
            self.end("pursuers", "trapped")

    def _groups(self, seats: Mapping[str, str]) -> list[list[str]]:
        """The order of moving: the pieces of one group move in any order, the groups one after another."""
        if self.edition.order == "free":
            return [self.pursuers]
        persons: dict[str, list[str]] = {}
        for piece in self.pursuers:
            persons.setdefault(seats.get(piece, f"the seat of {piece}"), []).append(piece)
        return list(persons.values())

    def _hand_out_tickets(self, seats: Mapping[str, str]) -> None:
        """Every detective gets a purse of his own, or all of them one common purse."""
        holders = {seats.get(piece) for piece in self.detectives}
        pooled = self.edition.pool and len(holders) == 1 and None not in holders
        self.purse = {piece: POOL if pooled else piece for piece in self.detectives} if self.edition.fares else {}
        self.free = dict.fromkeys(self.edition.modes, 1)
        self.fares: dict[str, dict[str, int]] = {}
        for purse in self.purse.values():
            fares = self.fares.setdefault(purse, dict.fromkeys(RIDES, 0))
            for ticket, count in (self.edition.fares or {}).items():
                fares[ticket] += count
        self.paid = dict.fromkeys(RIDES, 0)
        self.black = len(self.detectives) if self.edition.black is None else self.edition.black
        self.double = self.edition.double

    def copy(self) -> "State":
        """A copy that may be changed; purses are never changed in place, so they can be shared."""
        new = State.__new__(State)
        new.__dict__.update(self.__dict__)
        new.at = dict(self.at)
        return new

    def tickets(self, piece: str) -> dict[str, int]:
        """The tickets of a pursuer; a free rider always has one of each."""
        purse = self.purse.get(piece)
        return self.free if purse is None else self.fares[purse]

    def spend(self, piece: str, ticket: str) -> None:
        """Pay a fare to the fugitive or to the pile; a piece without one pays nothing."""
        purse = self.purse.get(piece)
        if purse is None or self.fares[purse].get(ticket, 0) == 0:
            return
        fares = dict(self.fares[purse])
        fares[ticket] -= 1
        self.fares = {**self.fares, purse: fares}
        self.paid = {**self.paid, ticket: self.paid[ticket] + 1}

    def end(self, winner: str, ending: str) -> None:
        """The game is over."""
        self.winner, self.ending = winner, ending


def held(state: State) -> set[int]:
    """The stations that pursuers stand on."""
    at = state.at
    return {at[piece] for piece in state.pursuers}


def fugitive_steps(state: State, origin: int, entry: int, black: int, avoid: Set[int]) -> list[Step]:
    """The possible steps of one entry, from a station and with so many black tickets, if some stations are to be avoided."""
    modes, black_pays = state.edition.modes, state.edition.black_pays
    lines = state.near[origin]
    if state.roadblocks or state.ban:
        ban = state.ban if entry == state.entry + 1 else None
        lines = tuple(line for line in lines if line[0] != ban and line[1] not in state.roadblocks)
    steps = [line for line in lines if line[0] in modes and line[1] not in avoid]
    if black > 0:
        covered = {station for mode, station in lines if mode in black_pays and station not in avoid}
        return [("black", station) for station in sorted(covered)] + steps
    return steps


def trapped(state: State) -> bool:
    """Has the fugitive no entry that does not lose at once?"""
    return not fugitive_steps(state, state.at[FUGITIVE], state.entry + 1, state.black, held(state))
