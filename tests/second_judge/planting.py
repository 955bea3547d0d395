"""Planting one mistake in a legal game, with the rule that it breaks."""

import random
from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from .editions import RIDES
from .games import play_on
from .judge import OWN_IDS, Walk
from .play import apply, settle, waiting
from .records import Clause, Record, state_from
from .state import FUGITIVE, State, Step, fugitive_steps, held


@frozen
class Planted:
    """A record with one mistake: the clause at `index` breaks `rule`, and no other clause breaks anything."""

    record: Record
    index: int
    rule: str


@frozen
class Spot:
    """A clause of the legal game, and the position before it. `said` is empty behind the last clause."""

    state: State
    number: int
    said: str
    closes: bool
    """Is it the last clause of its round, with another round after it?"""

    @property
    def piece(self) -> str:
        return self.said.split()[0] if self.said else ""


Mistake = tuple[list[Clause], int]
"""The clauses to write in place of the spot's own, and which of them is wrong."""


def open_rides(state: State, piece: str) -> list[Step]:
    """Rides of a pursuer to empty stations, paid for or not; none onto the fugitive, which would end the game."""
    taken = held(state) | {state.at[FUGITIVE]}
    return [line for line in state.near[state.at[piece]] if line[0] in state.edition.modes and line[1] not in taken]


def paid_rides(state: State, piece: str) -> list[Step]:
    """Those of them that he can pay."""
    return [step for step in open_rides(state, piece) if state.tickets(piece).get(step[0])]


def entries(state: State, origin: int, entry: int, black: int) -> list[Step]:
    """Safe entries of the fugitive."""
    return fugitive_steps(state, origin, entry, black, held(state))


def follow_a_line(spot: Spot, rng: random.Random) -> Mistake | None:
    """The same ride to a station that it does not lead to."""
    *kept, ticket, station = spot.said.split()
    origin = int(kept[-1].rstrip(",")) if "2x" in kept else spot.state.at[spot.piece]
    joined = {to for mode, to in spot.state.near[origin] if ticket in (mode, "black")}
    taken = held(spot.state) | spot.state.roadblocks | {spot.state.at[FUGITIVE], origin, int(station)}
    wrong = rng.choice([to for to in sorted(spot.state.near) if to not in joined | taken])
    return [(spot.number, " ".join([*kept, ticket, str(wrong)]))], 0


def right_ticket(spot: Spot, rng: random.Random) -> Mistake | None:
    """A ticket of one mode for a ride by another."""
    words = spot.said.split()
    if len(words) != 3 or words[1] == "black" or not (spot.piece == FUGITIVE or spot.piece in spot.state.purse):
        return None
    others = [mode for mode in RIDES if mode != words[1] and mode in spot.state.edition.modes]
    others = [mode for mode in others if spot.piece == FUGITIVE or spot.state.tickets(spot.piece).get(mode)]
    if not others or (spot.piece != FUGITIVE and int(words[2]) == spot.state.at[FUGITIVE]):
        return None
    return [(spot.number, f"{words[0]} {rng.choice(others)}/{words[1]} {words[2]}")], 0


def have_the_ticket(spot: Spot, rng: random.Random) -> Mistake | None:
    """A ride with a ticket that has run out."""
    state = spot.state
    if spot.piece == FUGITIVE:
        covered = entries(state, state.at[FUGITIVE], state.entry + 1, 1) if not state.black else []
        found = [step for step in covered if step[0] == "black"]
    else:
        found = [step for step in open_rides(state, spot.piece) if not state.tickets(spot.piece).get(step[0])]
    return _one(spot, found, rng)


def free_station(spot: Spot, rng: random.Random) -> Mistake | None:
    """A ride to a station where a pursuer stands."""
    state = spot.state
    taken = held(state)
    if spot.piece == FUGITIVE:
        allowed = state.edition.enters == "illegal"
        steps = fugitive_steps(state, state.at[FUGITIVE], state.entry + 1, state.black, frozenset()) if allowed else []
        return _one(spot, [step for step in steps if step[1] in taken], rng)
    lines = state.near[state.at[spot.piece]]
    found = [line for line in lines if line[1] in taken and state.tickets(spot.piece).get(line[0])]
    return _one(spot, [step for step in found if step[1] != state.at[FUGITIVE]], rng)


def _one(spot: Spot, steps: list[Step], rng: random.Random) -> Mistake | None:
    if not steps:
        return None
    ticket, station = rng.choice(steps)
    return [(spot.number, f"{spot.piece} {ticket} {station}")], 0


def must_move(spot: Spot, rng: random.Random) -> Mistake | None:
    """A piece stays though it can move."""
    return None if spot.piece in spot.state.moved else ([(spot.number, f"{spot.piece} stays")], 0)


def your_turn(spot: Spot, rng: random.Random) -> Mistake | None:
    """A pursuer moves before the fugitive, or before the person whose turn it is."""
    state = spot.state
    early = state.pursuers
    if state.side != FUGITIVE:
        early = [piece for piece in early if piece not in waiting(state) and piece not in state.moved]
    found = [f"{piece} {mode} {to}" for piece in early for mode, to in paid_rides(state, piece)]
    return ([(spot.number, rng.choice(found))], 0) if found else None


def one_move_a_turn(spot: Spot, rng: random.Random) -> Mistake | None:
    """A piece moves, and moves again."""
    after = apply(spot.state, spot.said)
    if after.winner or after.extra or after.round != spot.number:
        return None
    if spot.piece == FUGITIVE:
        steps = entries(after, after.at[FUGITIVE], after.entry + 1, after.black)
    else:
        steps = paid_rides(after, spot.piece)
    again = _one(spot, steps, rng)
    return ([(spot.number, spot.said), *again[0]], 1) if again else None


def _double(state: State, rng: random.Random) -> tuple[str, State] | None:
    """A double from here, whether he holds one or not, and the position after it."""
    singles = entries(state, state.at[FUGITIVE], state.entry + 1, state.black)
    ticket, first = rng.choice(singles)
    seconds = entries(state, first, state.entry + 2, state.black - (ticket == "black"))
    if not seconds:
        return None
    clause = "X 2x {} {}, {} {}".format(ticket, first, *rng.choice(seconds))
    return clause, apply(state, clause)


def have_the_double(spot: Spot, rng: random.Random) -> Mistake | None:
    """A double without a card for it."""
    if spot.piece != FUGITIVE or spot.state.double or spot.state.round == spot.state.edition.rounds:
        return None
    double = _double(spot.state, rng)
    return ([(spot.number, double[0])], 0) if double else None


def one_double_a_round(spot: Spot, rng: random.Random) -> Mistake | None:
    """Two doubles in a row, both paid."""
    if spot.piece != FUGITIVE or spot.state.double < 2 or not (first := _double(spot.state, rng)):
        return None
    if first[1].winner or first[1].side == FUGITIVE or not entries(first[1], first[1].at[FUGITIVE], 0, 0):
        return None
    second = _double(first[1], rng)
    return ([(spot.number, first[0]), (spot.number, second[0])], 1) if second else None


def missing_piece(spot: Spot, rng: random.Random) -> Mistake | None:
    """The last mover of a round is left out; the next round's first clause shows it."""
    state = spot.state
    if not spot.closes or state.extra or state.pursuers == [spot.piece] or spot.piece == FUGITIVE:
        return None
    steps = entries(state, state.at[FUGITIVE], state.entry + 1, state.black)
    if not steps:
        return None
    ticket, station = rng.choice(steps)
    return [(spot.number + 1, f"X {ticket} {station}")], 0


def after_the_end(spot: Spot, rng: random.Random) -> Mistake | None:
    """The game is over, and the fugitive walks on."""
    if spot.said or not spot.state.winner:
        return None
    mode, station = rng.choice([line for line in spot.state.near[spot.state.at[FUGITIVE]] if line[0] != "ferry"])
    return [(spot.number + 1, f"X {mode} {station}")], 0


def ferry(spot: Spot, rng: random.Random) -> Mistake | None:
    """A pursuer takes the boat."""
    if spot.piece == FUGITIVE or "ferry" not in spot.state.edition.black_pays or spot.piece in spot.state.moved:
        return None
    taken = held(spot.state) | {spot.state.at[FUGITIVE]}
    lines = spot.state.near[spot.state.at[spot.piece]]
    return _one(spot, [line for line in lines if line[0] == "ferry" and line[1] not in taken], rng)


def closed(spot: Spot, rng: random.Random) -> Mistake | None:
    """A pursuer rides by what this edition does not use."""
    if spot.piece == FUGITIVE or spot.piece in spot.state.moved:
        return None
    taken = held(spot.state) | {spot.state.at[FUGITIVE]}
    unused = set(RIDES) - set(spot.state.edition.black_pays)
    lines = spot.state.near[spot.state.at[spot.piece]]
    return _one(spot, [line for line in lines if line[0] in unused and line[1] not in taken], rng)


def ban(spot: Spot, rng: random.Random) -> Mistake | None:
    """A ride by what is banned."""
    state, taken = spot.state, held(spot.state) | spot.state.roadblocks
    if spot.piece != FUGITIVE:
        return None
    return _one(spot, [line for line in state.near[state.at[FUGITIVE]] if line[0] == state.ban and line[1] not in taken], rng)


def roadblock(spot: Spot, rng: random.Random) -> Mistake | None:
    """A ride to a station that is closed."""
    state = spot.state
    if spot.piece != FUGITIVE:
        return None
    lines = [line for line in state.near[state.at[FUGITIVE]] if line[0] in state.edition.modes and line[0] != state.ban]
    return _one(spot, [line for line in lines if line[1] in state.roadblocks - held(state)], rng)


KINDS: dict[str, Callable[[Spot, random.Random], Mistake | None]] = {
    "follow-a-line": follow_a_line,
    "right-ticket": right_ticket,
    "have-the-ticket": have_the_ticket,
    "free-station": free_station,
    "must-move": must_move,
    "your-turn": your_turn,
    "one-move-a-turn": one_move_a_turn,
    "have-the-double": have_the_double,
    "one-double-a-round": one_double_a_round,
    "missing-piece": missing_piece,
    "after-the-end": after_the_end,
    "ferry": ferry,
    "closed": closed,
    "ban": ban,
    "roadblock": roadblock,
}
"""The mistakes that can be planted: ids of rules, and the words of `OWN_IDS` for rules that only some editions have."""


def spots(record: Record) -> Iterator[Spot]:
    """Every clause of a legal game with the position before it, and the end."""
    state = state_from(record.headers)
    later = [*(number for number, _ in record.clauses[1:]), 0]
    for (number, said), following in zip(record.clauses, later, strict=True):
        yield Spot(state, number, said, following > number)
        state = apply(state, said)
    yield Spot(state, record.clauses[-1][0], "", False)


def plant(record: Record, seed: int, kinds: Sequence[str] = tuple(KINDS)) -> Planted | None:
    """The game up to a random clause, one mistake there, and a random legal game from the position it leads to.

    The kind of mistake is drawn from those that fit this game at all; None if none of them does.
    """
    rng = random.Random(seed)
    places = list(enumerate(spots(record)))
    for kind in rng.sample(list(kinds), len(kinds)):
        rng.shuffle(places)
        for index, spot in places:
            made = KINDS[kind](spot, rng) if spot.said or kind == "after-the-end" else None
            if made:
                return _go_on(record, index, made, kind, rng)
    return None


def _go_on(record: Record, index: int, made: Mistake, kind: str, rng: random.Random) -> Planted:
    """Play on after the mistake as if it had been allowed."""
    clauses = [*record.clauses[:index], *made[0]]
    judged = Walk(state_from(record.headers))
    for number, (round_number, text) in enumerate(clauses):
        judged.clause(number, round_number, text)
    settle(judged.state)
    played, _ = play_on(judged.state, rng)
    return Planted(Record(record.headers, (*clauses, *played)), index + made[1], OWN_IDS.get(kind, kind))
