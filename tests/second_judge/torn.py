"""Pages torn out of a game: whether what they say of the rounds before can have come about, by counting alone."""

import random

from .play import apply
from .records import Headers, Record, state_from
from .state import FUGITIVE, State

DOUBLES = {"holmes": 3, "beginners": 1}  # that he can have in a game; by the Holmes rules he can take two more


def torn(record: Record, rng: random.Random) -> dict[str, str]:
    """A page that begins at some clause of a legal game, with everything that lies on the table there."""
    state = state_from(record.headers)
    for _, clause in record.clauses[: rng.randrange(len(record.clauses))]:
        state = apply(state, clause)
    headers: dict[str, str] = {key: record.headers[key] for key in ("variant", "seats", "state") if key in record.headers}
    headers |= {"start": "; ".join(f"{piece} {station}" for piece, station in state.at.items())}
    headers |= {"round": str(state.round), "entry": str(state.entry), "tickets": _supplies(state)}
    return headers | ({} if state.side == FUGITIVE else {"moved": ", ".join((FUGITIVE, *dict.fromkeys(state.moved)))})


def _supplies(state: State) -> str:
    hands = {purse: fares for purse, fares in state.fares.items() if purse in state.at}
    held = [f"{piece} {', '.join(f'{ticket} {count}' for ticket, count in fares.items())}" for piece, fares in hands.items()]
    return "; ".join([f"X black {state.black}, double {state.double}", *held])


def smudged(headers: Headers, rng: random.Random) -> dict[str, str]:
    """The same page with one number read wrongly, by a little or by much: often that is possible as well."""
    key = rng.choice(("round", "entry", "tickets", "start"))
    words = headers[key].split(" ")
    places = [at for at, word in enumerate(words) if word.rstrip(",;").isdigit()]
    at, other = rng.choice(places), rng.choice(places)
    number = int(words[at].rstrip(",;"))
    read = int(words[other].rstrip(",;")) if key == "start" else number + rng.choice((-9, -2, -1, 1, 2, 9))
    words[at] = words[at].replace(str(number), str(max(read, int(key == "round"))))
    return {**headers, key: " ".join(words)}


def is_impossible(headers: Headers) -> bool:
    """Whether no game by the booklet leads to this page: a round after the last, more entries than his turns can have, two
    pieces on one station, more tickets than were dealt to somebody who gets none back."""
    page, dealt = state_from(headers), state_from({**headers, "tickets": ""})
    return (
        int(headers["round"]) > (page.edition.rounds or int(headers["round"]))
        or int(headers["entry"]) > 2 * _turns(headers)
        or len(set(page.at.values())) < len(page.at)
        or page.black > dealt.black + _beside_the_board(headers, 5)
        or page.double > dealt.double + _beside_the_board(headers, 2)
        or any(count > dealt.fares[purse][ticket] for purse, fares in page.fares.items() for ticket, count in fares.items())
    )


def _spent(dealt: State, page: State, piece: str) -> int:
    """The tickets that a pursuer has laid down, one for each ride."""
    return sum(count - page.fares[piece][ticket] for ticket, count in dealt.fares.get(piece, {}).items())


def _rides(headers: Headers, piece: str) -> int:
    """How often a pursuer can have ridden: once in each round."""
    return int(headers["round"]) - (piece not in headers.get("moved", "").split(", "))


def _contradicts_his_tickets(headers: Headers, page: State, dealt: State) -> bool:
    """Whether he has used other double tickets than his entries show, or more black ones than he has entries."""
    further = int(headers["entry"]) - _turns(headers)
    doubles = dealt.double - page.double
    is_known = headers["variant"] != "holmes"  # there he can take more
    return is_known and (0 <= further != doubles or dealt.black - page.black > int(headers["entry"]))


def is_unusual(headers: Headers) -> bool:
    """Whether the page takes other tickets than the box has: an entry for each turn, and one more for each double. Or its hands
    do not fit its rounds."""
    page, dealt = state_from(headers), state_from({**headers, "tickets": ""})
    most = _turns(headers) + DOUBLES.get(headers["variant"], 2)
    return (
        not _turns(headers) <= int(headers["entry"]) <= most
        or any(_spent(dealt, page, piece) > _rides(headers, piece) for piece in page.at if piece != FUGITIVE)
        or _contradicts_his_tickets(headers, page, dealt)
    )


def _turns(headers: Headers) -> int:
    """How many turns the fugitive has had."""
    return int(headers["round"]) - ("moved" not in headers)


def _beside_the_board(headers: Headers, count: int) -> int:
    """The number of tickets that he may have taken at hideouts."""
    return count if headers["variant"] == "holmes" else 0
