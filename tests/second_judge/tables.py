"""Tables: the seat tables of the booklets, and tables drawn by chance, most of which no booklet has."""

import random
from collections import Counter

from .editions import EDITIONS
from .games import CHARACTERS, COLOURS, PAWNS, PERSONS, starts_of

Seated = list[tuple[str, str, str]]
"""(piece, role in brackets, person) of every pursuer."""
WITH_HELPERS = ("2014", "2023", "holmes-original", "holmes")


def fits(edition: str, table: Seated) -> bool:
    """Whether a booklet has this table."""
    held = Counter(person for _, role, person in table if not role)
    detectives, helpers = held.total(), len(table) - held.total()
    one_each = max(held.values(), default=0) == 1
    if edition == "classic":
        pawns = {person: frozenset(piece for piece, _, holder in table if holder == person) for person in held}
        return not helpers and set(pawns.values()) in [set(map(frozenset, row)) for row in PAWNS]
    if edition in ("1984", "2000"):
        return not helpers and (sorted(held.values()) == [2, 2] or (one_each and 3 <= detectives <= 5))
    if edition == "beginners":
        return not helpers and one_each and detectives in (3, 4)
    alone = detectives == 2 and len(held) == 1  # the two-player game
    return (one_each or alone) and 2 <= detectives <= 5 and helpers == max(0, 4 - detectives)


def random_table(edition: str, rng: random.Random) -> tuple[dict[str, str], Seated]:
    """The headers of a game that has not begun, and its table."""
    count = rng.choice(
        (2, 3, 4) if edition == "beginners" else (2, 3, 4, 5)
    )  # the beginners' board has four stations to start on
    helpers = rng.choice((0, 1, 2)) if edition in WITH_HELPERS else 0
    names = list(CHARACTERS if edition.startswith("holmes") else COLOURS)
    rng.shuffle(names)
    persons = rng.choice((PERSONS[:count], sorted(rng.choices(PERSONS[:count], k=count))))
    table: Seated = [(name, "", person) for name, person in zip(names[:count], persons, strict=True)]
    table += [(name, EDITIONS[edition].helper, "") for name in ("white", "grey")[:helpers]]
    seats = [f"{piece} ({role})" if role else f"{piece} = {person}" for piece, role, person in table]
    stations = starts_of(edition, len(table), rng)
    start = [f"{piece} {station}" for (piece, _, _), station in zip(table, stations[1:], strict=True)]
    headers = {"variant": edition, "seats": "; ".join(["X = Ana", *seats]), "start": "; ".join([f"X {stations[0]}", *start])}
    return headers, table
