"""Random games by the Sherlock Holmes rules in full, and mistakes in the use of abilities."""

import random
from collections.abc import Callable

from .affairs import (
    BOARD,
    CHARACTERS,
    SYMBOLS,
    after,
    answer,
    begin,
    broken_by_chip,
    broken_by_entry,
    deck,
    enter_one,
    fact,
    fail,
    landings,
    may_fly,
    ways_on,
)
from .editions import RIDES
from .games import PERSONS
from .play import outcome, play_double, rides, waiting
from .records import Clause, Record, state_from
from .sight import CIRCLED
from .state import FUGITIVE, State, fugitive_steps, held


def random_affair(seed: int) -> Record:
    """A table of two to five detectives on the sample board, drawn cards, and a random legal game."""
    rng = random.Random(seed)
    headers = _set_up(rng)
    state, played = opening(headers), list[Clause]()
    while not state.winner:
        clause = entries(state, rng) if state.side == FUGITIVE else pursuit(state, rng)
        played.append((state.round, clause))
        state = after(state, clause)
    return Record(headers, tuple(played))


def _set_up(rng: random.Random) -> dict[str, str]:
    count = rng.choice((2, 3, 4, 5))
    seated = [(name, f" = {person}") for name, person in zip(sorted(rng.sample(CHARACTERS, count)), PERSONS, strict=False)]
    seated += [(name, " (bobby)") for name in ("white", "grey")[: max(0, 4 - count)]]
    cards = rng.sample(deck("start-pursuers"), len(seated))
    own = rng.choice(deck("start-fugitive"))
    start = [f"X {own[0]}/{own[1]} at {rng.choice(own)}"]
    start += [f"{name} {card}" for (name, _), card in zip(seated, cards, strict=True)]
    return _closed_cards(own, rng) | {
        "variant": "holmes",
        "board": BOARD,
        "seats": "; ".join(["X = Ana", *(name + role for name, role in seated)]),
        "start": "; ".join(start),
        "cards": f"X crimes {', '.join(map(str, rng.sample(deck('crime-scenes'), 3)))}",
    }


def _closed_cards(own: list[int], rng: random.Random) -> dict[str, str]:
    """Now and then a page on which roadblocks hold both stations of some cards, so that balloons find no landing place."""
    if rng.random() < 0.5:
        return {}
    cards = rng.sample([card for card in deck("start-fugitive") if card != own], 10)
    return {"round": "1", "entry": "0", "state": f"roadblocks = {', '.join(str(s) for card in cards for s in card)}"}


def opening(headers: dict[str, str]) -> State:
    """The position in which such a game begins."""
    return begin(state_from(headers), _crimes(headers))


def crime_cards(record: Record) -> frozenset[int]:
    """The stations on his crime cards, as he knows them; none in a game without."""
    return _crimes(record.headers) if "cards" in record.headers else frozenset()


def _crimes(headers: dict[str, str]) -> frozenset[int]:
    return frozenset(int(word.strip(",")) for word in headers["cards"].split()[2:])


def entries(state: State, rng: random.Random) -> str:
    """A turn of Moriarty: one entry, or two with a double-move ticket; or a balloon that fails, before his entry."""
    if state.double and rng.random() < 0.25:
        said = _double(state.copy(), rng)
        if said:
            return f"X 2x {', '.join(said)}"
    failed = _failure(state.copy(), rng)
    return f"X {failed[0]}" if failed else f"X {_entry(state.copy(), rng, ends=True)}"


def _double(state: State, rng: random.Random) -> list[str]:
    """Two entries, and before each of them a balloon that fails, if he likes; nothing where he cannot go on after the first."""
    play_double(state)
    said: list[str] = []
    for ends in (False, True):
        said += _failure(state, rng)
        if state.winner:
            return said
        if not (ways_on(state) or _flights(state)):
            return []
        said.append(_entry(state, rng, ends))
    return said


def _failure(state: State, rng: random.Random) -> list[str]:
    """A flight that finds no landing place, if there is such a card; plays it on this state."""
    failing = [card for card in _cards(state) if not landings(state, card)] if may_fly(state) else []
    if not failing or rng.random() < 0.5:
        return []
    a, b = rng.choice(failing)
    fail(state)
    return [f"escape {a}/{b} fails"]


def _flights(state: State) -> list[tuple[str, int]]:
    """Each card that can be drawn, with each station where he can land; his start card is out."""
    if not may_fly(state):
        return []
    return [(f"escape {a}/{b} to", station) for a, b in _cards(state) for station in landings(state, (a, b))]


def _cards(state: State) -> list[tuple[int, int]]:
    return [(a, b) for a, b in deck("start-fugitive") if (a, b) != state.card]


def _entry(state: State, rng: random.Random, ends: bool) -> str:
    """One entry with what he likes to do there; plays it on this state."""
    flights, rides = _flights(state), ways_on(state)
    hiding = [] if ends else [ride for ride in rides if fact(ride[1], "hideout")]  # a double is best begun there
    cover, station = rng.choice(flights if flights and (rng.random() < 0.4 or not rides) else hiding or rides)
    more, circled = "", state.entry + 1 in CIRCLED["holmes"]
    if fact(station, "hideout") and circled and rng.random() < 0.6:
        more = " + dive"
    elif fact(station, "hideout") and rng.random() < 0.6:
        tickets = [ticket for ticket, left in state.affair.box.items() if left]
        more = f" + take {rng.choice(tickets)}" if tickets else ""
    if station in state.affair.crimes and rng.random() < 0.8 and (ends or len(state.affair.committed) < 2):
        more += " + crime"
    enter_one(state, cover, station, more)
    return f"{cover} {station}{more}"


def pursuit(state: State, rng: random.Random) -> str:
    """A ride, or a chip while somebody has still to move."""
    chips = [clause for clause in _chips(state, rng) if not broken_by_chip(state, clause)]
    if chips and rng.random() < 0.15:
        return rng.choice(chips)
    occupied = held(state)
    found = [f"{p} {mode} {to}" for p in waiting(state) for mode, to in rides(state, p, occupied)]
    return rng.choice([clause for clause in found if int(clause.split()[2]) != state.at[FUGITIVE]] or found)


def _chips(state: State, rng: random.Random) -> list[str]:
    """One use of each character's ability, allowed or not."""
    symbol = rng.choice(SYMBOLS)
    said = {
        "sherlock": f"manhunt -> {answer(state, 'manhunt')}",
        "watson": f"interrogate {symbol} -> {answer(state, 'interrogate', symbol)}",
        "mycroft": f"clue -> {answer(state, 'clue')}" if state.entry >= 3 else "clue",
        "irene": f"ban {rng.choice(('bus', 'underground'))}",
        "lestrade": f"roadblock {rng.choice((state.affair.began, state.at.get('lestrade', 0)))}",
    }
    return [f"{piece} {said[piece]}" for piece in state.detectives]


def result_of_affair(record: Record) -> tuple[str, str] | None:
    """(winner, ending) of a legal game, or None if it stops before the end."""
    state = opening(record.headers)
    for _, clause in record.clauses:
        state = after(state, clause)
    return outcome(state)


# --- mistakes


def mistaken(record: Record, seed: int) -> tuple[Record, int, set[str]] | None:
    """The game up to some clause, and there a mistake in the use of an ability: its index and the rules that it breaks."""
    rng = random.Random(seed)
    kind = MISTAKES[seed % len(MISTAKES)]
    for index in rng.sample(range(len(record.clauses)), len(record.clauses)):
        state = opening(record.headers)
        for _, clause in record.clauses[:index]:
            state = after(state, clause)
        made = kind(state, rng)
        if made is not None and made[1]:
            clauses = (*record.clauses[:index], (state.round, made[0]))
            return Record(record.headers, clauses), index, made[1]
    return None


def _bad_chip(state: State, rng: random.Random) -> tuple[str, set[str]] | None:
    """A chip where none is left, a second one in a turn, or a clue too early."""
    found = [(clause, broken_by_chip(state, clause)) for clause in _chips(state, rng)] if state.side != FUGITIVE else []
    bad = [one for one in found if one[1]]
    return rng.choice(bad) if bad else None


def _lie(state: State, rng: random.Random) -> tuple[str, set[str]] | None:
    """A wrong answer."""
    wrong = {"yes": "no", "no": "yes", "I": "II", "II": "III", "III": "IV", "IV": "I"}
    asked = [clause for clause in _chips(state, rng) if "->" in clause] if state.side != FUGITIVE else []
    if not asked:
        return None
    said, _, told = rng.choice(asked).partition(" -> ")
    clause = f"{said} -> {wrong.get(told) or int(told) % 199 + 1}"
    return clause, broken_by_chip(state, clause)


def _bad_roadblock(state: State, rng: random.Random) -> tuple[str, set[str]] | None:
    """A station where Lestrade neither began nor is."""
    if state.side == FUGITIVE or "lestrade" not in state.detectives:
        return None
    free = [s for s in sorted(state.near) if s not in held(state) and s != state.at[FUGITIVE]]
    clause = f"lestrade roadblock {rng.choice(free)}"
    return clause, broken_by_chip(state, clause)


def _bad_addition(state: State, rng: random.Random) -> tuple[str, set[str]] | None:
    """Something that cannot be done at the station of this entry."""
    if state.side != FUGITIVE or not ways_on(state):
        return None
    cover, station = rng.choice(ways_on(state))
    more = rng.choice((" + dive", " + take black", " + take double", " + crime", " + dive + take black"))
    return f"X {cover} {station}{more}", broken_by_entry(state, cover, station, more)


def _bad_flight(state: State, rng: random.Random) -> tuple[str, set[str]] | None:
    """A balloon from nowhere, twice, after another ability, or onto somebody; or one that fails, though it could land."""
    if state.side != FUGITIVE or not ways_on(state):
        return None
    a, b = rng.choice(_cards(state))
    station = rng.choice((a, b, 0))
    if not station:
        return f"X escape {a}/{b} fails", broken_by_entry(state, f"escape {a}/{b}", 0, "")
    return f"X escape {a}/{b} to {station}", broken_by_entry(state, f"escape {a}/{b} to", station, "")


def _bad_failure(state: State, rng: random.Random) -> tuple[str, set[str]] | None:
    """A double that begins with a balloon that fails from nowhere, or though it could land."""
    if state.side != FUGITIVE or not state.double or state.affair.busy:
        return None
    first = state.copy()
    play_double(first)
    a, b = rng.choice(_cards(first))
    said, broken = [f"escape {a}/{b} fails"], broken_by_entry(first, f"escape {a}/{b}", 0, "")
    fail(first)
    while len(said) < 3:
        rides = ways_on(first)
        if not rides:
            return None
        ticket, station = rng.choice(rides)
        said.append(f"{ticket} {station}")
        enter_one(first, ticket, station, "")
    return f"X 2x {', '.join(said)}", broken


def _bad_ban(state: State, rng: random.Random) -> tuple[str, set[str]] | None:
    """A means of transport that Irene cannot forbid."""
    if state.side == FUGITIVE or "irene" not in state.detectives:
        return None
    clause = f"irene ban {rng.choice(('taxi', 'ferry'))}"
    return clause, broken_by_chip(state, clause)


def _barred_ride(state: State, rng: random.Random) -> tuple[str, set[str]] | None:
    """A ride to a roadblock, or by the means that Irene has forbidden."""
    if state.side != FUGITIVE:
        return None
    lines = [line for line in state.near[state.at[FUGITIVE]] if line[0] in RIDES and line[1] not in held(state)]
    barred = [line for line in lines if line[1] in state.roadblocks or line[0] == state.ban]
    if not barred or not ways_on(state):
        return None
    mode, station = rng.choice(barred)
    broken = {"roadblocked"} if station in state.roadblocks else set[str]()
    return f"X {mode} {station}", broken | ({"banned-by-any-ticket"} if mode == state.ban else set())


def _too_early(state: State, rng: random.Random) -> tuple[str, set[str]] | None:
    """A black ticket that he takes in the first half of a double and lays down in the second."""
    if state.side != FUGITIVE or not state.double or state.black or not state.affair.box["black"]:
        return None
    first = state.copy()
    play_double(first)
    hiding = [ride for ride in ways_on(first) if fact(ride[1], "hideout")]
    if not hiding:
        return None
    ticket, station = rng.choice(hiding)
    enter_one(first, ticket, station, " + take black")
    rides = [to for paid, to in fugitive_steps(first, station, first.entry + 1, 1, held(first)) if paid == "black"]
    return (f"X 2x {ticket} {station} + take black, black {rng.choice(rides)}", {"have-the-ticket"}) if rides else None


MISTAKES: tuple[Callable[[State, random.Random], tuple[str, set[str]] | None], ...] = (
    _bad_chip,
    _lie,
    _bad_roadblock,
    _bad_addition,
    _bad_flight,
    _bad_failure,
    _bad_ban,
    _barred_ride,
    _too_early,
)
