"""The best turn that the pursuers could have made: the rides that catch him at the most stations where he could be.

A turn is the rides of the pursuers in an order that the rules allow, up to the end of their turn. It catches him at a station
if the pursuers have then won in every world in which he is there, by any ending of the rules. Later rides can know only that
the first ones did not catch him, so nothing is gained by waiting. Actions other than rides are left out.

Found by branch and bound. No turn catches him at more stations than the sum of two numbers: the stations that can be assigned
to different pieces that could ride there if no other piece were in the way, and those where pieces could take all his ways out.
A turn that reaches this bound is the best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import define, field

from adjudicator.engine import FUGITIVE, Cells, Engine, Move
from adjudicator.game import Game
from adjudicator.values import frozen

MOST = 4_000  # turns that are searched; no game has needed as many
Stations = frozenset[int]
Reach = Mapping[int, tuple[Stations, ...]]  # by piece: the possible destinations of each of its rides in this turn


@frozen
class BestTurn:
    """The best turn that the pursuers had, and its result."""

    rides: tuple[Move, ...]
    caught: tuple[int, ...]  # the stations at which it catches him
    possible: tuple[int, ...]
    proved: bool = True  # the search was complete: no turn catches him at more stations

    @property
    def is_certain(self) -> bool:
        return self.caught == self.possible


def best_turn(known: Game) -> BestTurn | None:
    """The best turn in a game as the pursuers know it; None if it is not their turn, or data are missing."""
    engine, worlds = known.engine, [world.cells for world in known.worlds if not known.engine.ledger.is_over(world.cells)]
    if not engine.complete or not worlds or any(engine.turns.side(p) != "pursuers" for p in worlds):
        return None
    return _Search.of(engine, worlds).best()


@define(eq=False)
class _Search:
    engine: Engine
    worlds: Mapping[int, Sequence[Cells]]  # by his station
    reach: Reach
    stands: Mapping[int, int]  # the station of each piece: a piece that cannot ride may be in his way there
    exits: Mapping[int, Stations]  # for each station that he may be unable to leave after this turn: his ways out
    found: tuple[tuple[Move, ...], tuple[int, ...]] = ((), ())
    looked_at: int = 0
    seen: set[tuple[int, ...]] = field(factory=set)

    @classmethod
    def of(cls, engine: Engine, worlds: Sequence[Cells]) -> _Search:
        by_station: dict[int, list[Cells]] = {}
        for p in worlds:
            by_station.setdefault(engine.ledger.station(p, FUGITIVE), []).append(p)
        reach = reaches(engine, worlds[0])
        ways = {station: frozenset().union(*(_exits(engine, p) for p in some)) for station, some in by_station.items()}
        stands = {q: engine.ledger.station(worlds[0], q) for q in reach}
        ends = [frozenset({stands[q]}.union(*rides)) for q, rides in reach.items()]
        near = {station: some for station, some in ways.items() if _can_stand_on(some, ends)}
        exits = {station: some for station, some in near.items() if _is_shut_in(engine, by_station[station], some)}
        # first the stations that no piece can reach: in them the turn continues to its end
        far = sorted(by_station, key=lambda s: (any(s in some for some in ends), s))
        return cls(engine, {station: by_station[station] for station in far}, reach, stands, exits)

    def best(self) -> BestTurn:
        self._go_on(())
        moves, caught = self.found
        useful = max((n for n, move in enumerate(moves, 1) if move.to in caught), default=len(moves) if caught else 0)
        rides = moves if self.exits.keys() & set(caught) else moves[:useful]
        return BestTurn(rides, caught, tuple(sorted(self.worlds)), self.looked_at <= MOST)

    # -- branch
    def _go_on(self, turn: tuple[Move, ...], before: Cells | None = None) -> None:
        """Search everything that can follow these rides, unless it cannot be better than the best so far.

        `before` is a position before the last ride in which he was not caught.
        """
        taken = {move.legs[-1].to for move in turn} & self.worlds.keys()
        if self._bound(turn, taken) <= len(self.found[1]) or self.looked_at > MOST:
            return
        p = self._still_open(turn, before)
        if p is None or self.engine.turns.side(p) != "pursuers" or self.engine.turns.is_closable(p):
            self._weigh(turn, taken)
        if p is None or tuple(p) in self.seen:
            return
        self.seen.add(tuple(p))
        self.looked_at += 1
        for move in sorted(
            self._rides(p), key=lambda move: (move.to not in self.worlds or move.to in taken, self._spread(move))
        ):
            self._go_on((*turn, move), p)

    def _rides(self, p: Cells) -> Iterator[Move]:
        if self.engine.turns.side(p) == "pursuers":
            yield from (move for move in self.engine.next_steps(p) if len(move.legs) == 1 and not move.actions)

    def _rank(self, move: Move) -> int:
        return self.engine.seating.pieces[move.piece]

    def _spread(self, move: Move) -> int:
        """A rank of moves: pieces that reach few of his stations choose before those that reach many."""
        return sum(len(some & self.worlds.keys()) for some in self.reach[self._rank(move)])

    def _still_open(self, turn: Sequence[Move], before: Cells | None) -> Cells | None:
        """A position after these rides in which he is not caught; None if there is none."""
        after = self.engine.play(before, turn[-1]) if before is not None else None
        if after is not None and not self.engine.ledger.is_over(after):
            return after
        for worlds in self.worlds.values():
            p = self._after(worlds[0], turn)
            if not self.engine.ledger.is_over(p):
                return p
        return None

    def _after(self, p: Cells, turn: Iterable[Move]) -> Cells:
        """The position after these rides, or after the one that ended the game."""
        for move in turn:
            after = self.engine.play(p, move)
            if after is None or self.engine.ledger.is_over(p):
                break
            p = after
        return p

    # -- bound
    def _bound(self, turn: Sequence[Move], taken: set[int]) -> int:
        """The most stations at which rides that follow these can catch him."""
        made, stands = Counter(map(self._rank, turn)), self._stands_after(turn)
        left = {q: rides[made[q] :] for q, rides in self.reach.items()}
        free = [some & self.worlds.keys() - taken for rides in left.values() for some in rides]
        landed = len(taken) + len(paired(free))
        ends = [frozenset({stands[q]}.union(*rides)) for q, rides in left.items()]
        shut_in = [some for station, some in self.exits.items() if station not in taken and _can_stand_on(some, ends)]
        if not shut_in:
            return landed
        # rides that only block a way out catch him nowhere else; a piece that is there already need not ride
        spent = min(len(some - self.worlds.keys() - set(self.stands.values())) for some in shut_in)
        others = sum(map(len, self.reach.values())) - spent
        return min(len(self.worlds), max(landed, min(landed, others) + len(shut_in)))

    def _stands_after(self, turn: Sequence[Move]) -> dict[int, int]:
        """The station of each piece after these rides."""
        return {**self.stands, **{self._rank(move): move.legs[-1].to for move in turn}}

    def _weigh(self, turn: tuple[Move, ...], taken: set[int]) -> None:
        """Keep a turn that catches him at more stations than the best so far. Stations that are in doubt are tested first."""
        stands = set(self._stands_after(turn).values())
        shut_in = {station for station, some in self.exits.items() if some <= stands} - taken
        caught = taken | shut_in
        for station in (*shut_in, *taken):
            if len(caught) <= len(self.found[1]):
                return
            if not all(self._is_won(p, turn) for p in self.worlds[station]):
                caught.remove(station)
        if len(caught) > len(self.found[1]):
            self.found = (turn, tuple(sorted(caught)))

    def _is_won(self, p: Cells, turn: Iterable[Move]) -> bool:
        return _is_won(self.engine, self._after(p, turn))


def _is_won(engine: Engine, p: Cells) -> bool:
    """Whether the pursuers have won if their turn ends here."""
    ending = engine.ending(engine.final(p))
    return ending is not None and ending.winner == "pursuers"


# --- where pieces can come to


def reaches(engine: Engine, p: Cells) -> Reach:
    """The possible destinations of each ride that a pursuer has left in this turn, if no other pursuer were in the way."""
    found = {}
    for q in range(1, engine.seating.count):
        alone = p[:]
        engine.ledger.put_without(alone, [other for other in range(1, engine.seating.count) if other != q])
        stations, rides = {engine.ledger.station(p, q)}, list[Stations]()
        for _ in range(engine.may(p, q) - engine.ledger.moves_made(p, q)):
            stations = {to for at in stations for _, _, to in engine.rides(engine.ledger.with_station(alone, q, at), q)}
            rides.append(frozenset(stations))
        found[q] = tuple(rides)
    return found


def _exits(engine: Engine, p: Cells) -> Stations:
    """The stations where he could go if no pursuer were in his way."""
    alone = p[:]
    engine.ledger.put_without(alone, list(range(1, engine.seating.count)))
    return frozenset(to for _, _, to in engine.rides(alone, FUGITIVE))


def _is_shut_in(engine: Engine, worlds: Sequence[Cells], exits: Stations) -> bool:
    """Whether he has lost with a piece at each of these stations: there may be other ways out than rides. Each piece is tried
    at each station, since not every piece must be in his way."""
    pieces, ledger = range(1, engine.seating.count), engine.ledger

    def shut(p: Cells, first: int) -> Cells:
        for at, station in enumerate(sorted(exits)):
            p = ledger.with_station(p, pieces[(first + at) % len(pieces)], station)
        return ledger.with_all_moved(p)

    return any(all(_is_won(engine, shut(p, first)) for p in worlds) for first in range(len(pieces)))


def _can_stand_on(exits: Stations, ends: Sequence[Stations]) -> bool:
    """Whether pieces could come to all of these stations, a piece for each."""
    return len(exits) <= len(ends) and len(paired([some & exits for some in ends])) == len(exits)


def paired(choices: Sequence[Stations]) -> dict[int, int]:
    """Assign as many stations as possible to different pieces, each one of its choices. Returns the piece of each station."""
    holder: dict[int, int] = {}

    def give(piece: int, tried: set[int]) -> bool:
        for station in choices[piece] - tried:
            tried.add(station)
            if station not in holder or give(holder[station], tried):
                holder[station] = piece
                return True
        return False

    for piece in range(len(choices)):
        give(piece, set())
    return holder
