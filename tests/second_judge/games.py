"""Random set-ups and random legal games."""

import random
from collections.abc import Iterable, Mapping

from .editions import EDITIONS
from .play import apply, clauses, outcome
from .records import Clause, Record, state_from
from .state import FUGITIVE, State

PERSONS = ("Ben", "Cleo", "Dev", "Eli", "Fay")
COLOURS = ("red", "blue", "green", "yellow", "purple")
LONGEST = 60
"""Where only tickets end the game, a pawn hemmed in for ever by stranded colleagues keeps it open without end."""

SHARED_CARDS = (13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 132, 138, 141, 155, 174, 197, 198)
_PURSUERS_CARDS = (13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 123, 138, 141, 155, 174)
FUGITIVE_CARDS = (35, 45, 51, 71, 78, 104, 106, 127, 132, 146, 166, 170, 172)
CHARACTERS = ("sherlock", "watson", "mycroft", "irene", "lestrade")

# classic: which pawns each person holds, by the number of persons beside the fugitive
PAWNS = (
    (("purple", "yellow", "blue"), ("red", "green")),
    (("purple", "yellow"), ("red", "green"), ("blue",)),
    (("purple", "yellow"), ("red",), ("green",), ("blue",)),
    (("purple",), ("red",), ("green",), ("yellow",), ("blue",)),
)


def play_on(state: State, rng: random.Random, doubles: float = 0.15) -> tuple[list[Clause], State]:
    """Random legal clauses from a position to the end of the game; optional moves are left out as often as made."""
    played: list[Clause] = []
    while not state.winner and state.round <= LONGEST:
        listed = clauses(state)
        if not listed or (state.extra and outcome(state) and rng.random() < 0.5):
            break
        if state.side == FUGITIVE:
            double = [clause for clause in listed if " 2x " in clause]
            wanted = double if double and rng.random() < doubles else [c for c in listed if " 2x " not in c]
        else:
            wanted = listed
        clause = rng.choice(wanted)
        played.append((state.round, clause))
        state = apply(state, clause)
    return played, state


def random_game(
    edition: str,
    start: Mapping[str, int],
    police: Iterable[str] = (),
    seed: int = 0,
    doubles: float = 0.15,
    seats: Mapping[str, str] | None = None,
) -> tuple[list[Clause], State]:
    """A random legal game: [(round, clause)], and the final state."""
    return play_on(State(edition, start, police, seats), random.Random(seed), doubles)


def random_record(edition: str, seed: int) -> Record:
    """A random table of this edition, drawn start cards, and a random legal game."""
    rng = random.Random(seed)
    headers = random_set_up(edition, rng)
    played, _ = play_on(state_from(headers), rng)
    return Record(headers, tuple(played))


def given_up(record: Record, rng: random.Random) -> Record:
    """The same game up to some moment, at which somebody gives up."""
    length = rng.randrange(len(record.clauses))
    piece = rng.choice([part.split()[0] for part in record.headers["start"].split(";")])
    number = record.clauses[length][0]
    return Record(record.headers, (*record.clauses[:length], (number, f"{piece} resigns")))


def random_set_up(edition: str, rng: random.Random) -> dict[str, str]:
    """The headers of a game that this edition's booklet allows."""
    seated = _table(edition, rng)
    stations = starts_of(edition, len(seated), rng)
    seats = [f"{piece} ({role})" if role else f"{piece} = {person}" for piece, role, person in seated]
    start = [f"{piece} {station}" for (piece, _, _), station in zip(seated, stations[1:], strict=True)]
    headers = {
        "variant": edition,
        "seats": "; ".join(["X = Ana", *seats]),
        "start": "; ".join([f"X {stations[0]}", *start]),
    }
    return headers | _torn(stations, rng) if edition == "holmes" else headers


def _torn(stations: list[int], rng: random.Random) -> dict[str, str]:
    """The Holmes rules without their abilities: a page on which roadblocks stand, a ban is spoken, the balloon has flown."""
    blocks = rng.sample([station for station in range(1, 200) if station not in stations], 12)
    ban = rng.choice(("none", "bus", "underground"))
    state = f"roadblocks = {', '.join(map(str, blocks))}; banned = {ban}; uses escape game = 1"
    return {"round": "1", "entry": "0", "state": state}


def _table(edition: str, rng: random.Random) -> list[tuple[str, str, str]]:
    """(piece, role in brackets, person) of every pursuer, in seating order."""
    if edition == "classic":
        dealt = zip(rng.choice(PAWNS), PERSONS, strict=False)
        return [(pawn, "", person) for pawns, person in dealt for pawn in pawns]
    if edition in ("1984", "2000"):
        count = rng.choice((2, 3, 4, 5))
        holders = ("Ben", "Ben", "Cleo", "Cleo") if count == 2 else PERSONS[:count]
        return [(piece, "", person) for piece, person in zip(COLOURS, holders, strict=False)]
    if edition == "beginners":
        return [(piece, "", person) for piece, person in zip(COLOURS[: rng.choice((3, 4))], PERSONS, strict=False)]
    count = rng.choice((2, 3, 4, 5))
    names = CHARACTERS if edition.startswith("holmes") else COLOURS
    holders = ("Ben", "Ben") if count == 2 and rng.random() < 0.5 else PERSONS[:count]
    helpers = ("white", "grey")[: max(0, 4 - count)]
    role = EDITIONS[edition].helper
    return [(p, "", person) for p, person in zip(names, holders, strict=False)] + [(p, role, "") for p in helpers]


def starts_of(edition: str, pursuers: int, rng: random.Random) -> list[int]:
    """The fugitive's station, then the pursuers'."""
    if edition == "beginners":
        return [82, *((41, 46, 124, 142)[:pursuers])]
    if edition in ("classic", "1984", "2000"):
        return rng.sample(SHARED_CARDS, pursuers + 1)
    return [rng.choice(FUGITIVE_CARDS), *rng.sample(_PURSUERS_CARDS, pursuers)]
