"""Makes the first cases and the first game of a new variant, from moves that its parent allows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from random import Random

from adjudicator.board.model import Board
from adjudicator.faults import Refused
from adjudicator.judge.deal import deal, headed
from adjudicator.judge.judgement import check
from adjudicator.judge.log_file import Asked
from adjudicator.record import transcript as r
from adjudicator.record import write
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.skeleton import Ride, rule_about
from adjudicator.values import frozen
from adjudicator.workshop.random_games import maker

ROUNDS = 3  # of the first game: enough to see one surfacing in most editions
SEEDS = 20  # random games until one is long enough
TRIES = 60  # rides that are tried before giving up


@frozen
class FirstRide:
    mode: str
    ride: Ride


def first_ride(asked: Asked) -> FirstRide | None:
    """A ride of the fugitive that is legal in the first and second rounds, by a mode that he can do without; None if there is
    none."""
    made = maker(asked)
    parent = made.rulebook
    start = deal(parent, Random(1))
    others = "; ".join(start.start.split("; ")[1:])
    for _, (mode, station, ticket, to) in zip(range(TRIES), _rides(parent, others), strict=False):
        ride = Ride(f"{FUGITIVE} {station}; {others}", f"{FUGITIVE} {ticket} {to}", start.seats, made.filled)
        if _is_legal(parent, ride, 1) and _is_legal(parent, ride, 2):
            return FirstRide(mode, ride)
    return None


def _is_legal(parent: Rulebook, ride: Ride, round_: int) -> bool:
    headers = {"seats": ride.seats, "round": str(round_), "entry": str(round_ - 1), "start": ride.start}
    try:
        verdict, _ = check(headed(headers, parent, ride.clause), parent)
    except Refused:
        return False
    return verdict.verdict == "legal" and verdict.result is None


def _rides(parent: Rulebook, others: str) -> Iterator[tuple[str, int, str, int]]:
    """Candidates: a mode other than the first, a station of it, a ticket that pays for nothing else, the destination."""
    board = parent.board
    assert board is not None
    modes = [mode for mode in parent.tables.modes if mode in board.mode_names and rule_about(mode) not in parent.rules]
    for mode in (*modes[1:], *modes[:1]):
        tickets = [name for name, ticket in parent.tables.tickets.items() if ticket.pays == (mode,)] or [mode]
        for station in _stations(board, others):
            for by, to, _ in board.lines_from(station):
                if by == mode and str(to) not in others.split():
                    yield mode, station, tickets[0], to


def _stations(board: Board, others: str) -> Iterator[int]:
    """Stations that are free, those on cards first."""
    taken = {int(word) for word in others.replace(";", " ").split() if word.isdigit()}
    cards = [station for deck in board.deck_list for card in deck.cards or () for station in card]
    yield from (station for station in dict.fromkeys((*cards, *board.stations)) if station not in taken)


def first_game(asked: Asked, named: str) -> str:
    """The first rounds of a longer random game, as a record that names the variant `named`."""
    made = maker(asked)
    whole = made.game(1)
    for seed in range(2, SEEDS):
        if _rounds(whole) > ROUNDS:
            break
        whole = max(whole, made.game(seed), key=_rounds)
    items = list(takewhile(lambda item: not (isinstance(item, r.RoundMark) and item.number > ROUNDS), whole.items))
    kept = _unfinished(items) if len(items) < len(whole.items) else items
    return write(r.Transcript(tuple(_named(kept, named)), whole.fugitive))


def _rounds(game: r.Transcript) -> int:
    return sum(isinstance(item, r.RoundMark) for item in game.items)


def _unfinished(items: list[r.Item]) -> list[r.Item]:
    return [item for item in items if not (isinstance(item, r.Header) and item.key == "result")]


def _named(items: list[r.Item], named: str) -> Iterator[r.Item]:
    for item in items:
        yield r.Header("variant", named) if isinstance(item, r.Header) and item.key == "variant" else item
