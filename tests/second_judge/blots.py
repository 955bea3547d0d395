"""Pages on which some values cannot be read, of any piece: every legal course of play that fits the rest is played out.

`whereabouts` follows where the fugitive can be and takes all else from the record. Here nothing but the page is known: a
detective whose ticket or station is blotted may be anywhere that he can have gone, and have paid what leads there.
"""

import random
from collections.abc import Iterable, Iterator, Sequence

from .editions import RIDES
from .play import apply, clauses, fugitive_clauses, losing, outcome
from .records import Record, state_from
from .state import FUGITIVE, State

LATER = 10
"""How many clauses of a page follow its first blot: behind it the courses multiply."""
BLOTS = 3

Value = tuple[str, str]
"""Ticket and station of one ride; a question mark stands for what cannot be read."""


def blotted(record: Record, rng: random.Random) -> Record | None:
    """A part of a game with some values that cannot be read, the first of them near its end."""
    moves = [index for index, (_, clause) in enumerate(record.clauses) if _rides(clause)]
    if not moves:
        return None
    first = rng.choice(moves)
    last = rng.randrange(first, min(first + LATER, len(record.clauses)))
    later = [index for index in moves if first < index <= last]
    blots = {first, *rng.sample(later, min(len(later), rng.randrange(BLOTS)))}
    said = [
        (number, _blot(clause, rng) if index in blots else clause)
        for index, (number, clause) in enumerate(record.clauses[: last + 1])
    ]
    return Record(record.headers, tuple(said))


def wronged(page: Record, rng: random.Random) -> Record:
    """The same page with a mistake that may still fit: a station two rides away, another ticket, two clauses that have changed
    places, or one that is lost."""
    index = rng.randrange(max(0, len(page.clauses) - LATER), len(page.clauses))
    before, (number, clause), after = page.clauses[:index], page.clauses[index], page.clauses[index + 1 :]
    kind, told = rng.choice(("station", "ticket", "swapped", "lost")), _rides(clause)
    place = rng.randrange(len(told)) if told else 0
    ticket, station = told[place] if told else ("?", "?")
    if kind == "station" and station != "?":
        near = state_from(page.headers).near
        _, between = rng.choice(near[int(station)])
        told[place] = ticket, str(rng.choice(near[between])[1])
    elif kind == "ticket" and ticket != "?":
        told[place] = rng.choice(RIDES), station
    elif kind == "swapped" and after and after[0][0] == number:
        return Record(page.headers, (*before, after[0], (number, clause), *after[1:]))
    elif kind == "lost" and len(page.clauses) > 1:
        return Record(page.headers, (*before, *after))
    return Record(page.headers, (*before, (number, _said(clause, told) if told else clause), *after))


def courses(page: Record, over: tuple[str, str] | None = None) -> list[State]:
    """Every position in which the page can end; `over` is the winner and the ending that it claims. If it claims nothing, the
    game goes on, unless it is over in every course."""
    worlds = [state_from(page.headers)]
    for number, clause in page.clauses:
        found: dict[tuple[object, ...], State] = {}
        for state in worlds:
            if state.round != number or state.winner:
                continue
            for made in _fitting(state, clause):
                then = apply(state, made)
                found[_key(then)] = then
        worlds = list(found.values())
    won = over[0] if over else None
    fitting = [state for state in worlds if (outcome(state) or (None,))[0] == won]
    return fitting if over else fitting or worlds


def _fitting(state: State, clause: str) -> Iterator[str]:
    """The clauses that can be made in a position and look like this one."""
    piece, told, double = clause.split()[0], _rides(clause), " 2x " in clause
    listed: Iterable[str] = clauses(state)
    if piece == FUGITIVE and state.side == FUGITIVE:
        listed = (*fugitive_clauses(state), *losing(state))
    for made in listed:
        looks_alike = _alike(told, _rides(made)) if told else made == clause
        if made.split()[0] == piece and (" 2x " in made) == double and looks_alike:
            yield made


def _alike(told: Sequence[Value], made: Sequence[Value]) -> bool:
    return len(told) == len(made) and all(
        ticket in ("?", used) and station in ("?", to) for (ticket, station), (used, to) in zip(told, made, strict=True)
    )


def _rides(clause: str) -> list[Value]:
    words = clause.replace(",", "").replace(" 2x", "").split()[1:]
    return list(zip(words[::2], words[1::2], strict=True)) if len(words) > 1 else []


def _blot(clause: str, rng: random.Random) -> str:
    told = _rides(clause)
    place = rng.randrange(len(told))
    ticket, station = told[place]
    told[place] = rng.choice((("?", station), (ticket, "?"), ("?", "?")))
    return _said(clause, told)


def _said(clause: str, told: Sequence[Value]) -> str:
    double = "2x " if " 2x " in clause else ""
    return f"{clause.split()[0]} {double}{', '.join(f'{ticket} {station}' for ticket, station in told)}"


def _key(state: State) -> tuple[object, ...]:
    fares = tuple(tuple(sorted(purse.items())) for _, purse in sorted(state.fares.items()))
    counts = (state.black, state.double, state.entry, state.round, state.extra, state.side)
    return tuple(state.at.items()), fares, counts, state.moved, state.out, state.winner
