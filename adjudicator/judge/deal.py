"""A table before the first move: seats, start cards and hands drawn by chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random

from adjudicator.engine import Seating
from adjudicator.faults import Fault, Refused
from adjudicator.files import read_toml, shipped
from adjudicator.judge.seat_rows import Row, count, held, holdings, left_for, pursuer_roles, topped_up, usual
from adjudicator.judge.start_position import Opening, open_record
from adjudicator.record import parse
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE, lexicon_of
from adjudicator.record.transcript_writer import write_card
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

PERSONS = ("Ben", "Cleo", "Dev", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kim", "Lea", "Mia")
COLOURS = ("red", "blue", "green", "yellow", "purple", "black", "orange", "brown", "pink", "olive", "gold", "lime")
HELPERS = ("white", "grey", "silver", "ivory", "pearl", "ash", "chalk", "snow", "frost", "opal", "salt", "cream")
TRIES = 200  # draws until no two pieces start on one station


@frozen
class Dealt:
    """The headers of a game that can begin, in their order."""

    seats: str
    start: str
    cards: str = ""

    @property
    def headers(self) -> dict[str, str]:
        found = {"seats": self.seats, "start": self.start, "cards": self.cards}
        return {key: value for key, value in found.items() if value}


def headed(headers: Mapping[str, str], rulebook: Rulebook, body: str = "") -> r.Transcript:
    """A record with these headers. Raises Refused for anything that is not understood."""
    text = "".join(f"{key}: {value}\n" for key, value in headers.items())
    transcript, faults = parse(f"{text}\n{body}", lexicon_of(rulebook), "")
    errors = [fault for fault in faults if fault.is_error]
    if errors:
        raise Refused(errors)
    return transcript


def lacking(rulebook: Rulebook) -> list[str]:
    """Decks that the rules draw from and whose cards this board does not know."""
    return _lacking(rulebook, _opening(rulebook, _seating(rulebook, Random(0), 0)).engine.seating)


def _lacking(rulebook: Rulebook, seating: Seating) -> list[str]:
    names = dict.fromkeys([*rulebook.facts.decks, *(deal.deck for _, deal in rulebook.facts.deals)])
    return [name for name in names if seating.cards(name) is None]


def fillings(board: str) -> list[str]:
    """Shipped boards that extend this one with more data."""
    return [path.stem for path in shipped("boards") if read_toml(path)[0].get("extends") == board]


@lru_cache(maxsize=64)
def _opening(rulebook: Rulebook, seats: str) -> Opening:
    """The opening of a table with these seats, before anything else."""
    return open_record(headed({"seats": seats}, rulebook), rulebook)


def _cards_not_known(rulebook: Rulebook, seating: Seating) -> list[Fault]:
    board, decks = rulebook.board, _lacking(rulebook, seating)
    if board is None or not decks:
        return []
    return [Fault("T103.deck", board=board.id, decks=decks, filled=fillings(board.id))]


def deal(rulebook: Rulebook, random: Random, seats: str = "", players: int = 0, detectives: int = 0) -> Dealt:
    """Seat the pieces, draw start cards and hands. Raises Refused if the seats do not fit the rules."""
    seats = seats or _seating(rulebook, random, players, detectives)
    opening = _opening(rulebook, seats)
    errors = [fault for fault in opening.faults if fault.is_error] or _cards_not_known(rulebook, opening.engine.seating)
    if errors:
        raise Refused(errors)
    for _ in range(TRIES):
        drawn = _starts(opening, random)
        if len({station for _, station in drawn.values()}) == len(drawn):
            start = "; ".join(f"{piece} {_place(*place)}" for piece, place in drawn.items())
            return Dealt(seats, start, "; ".join(_hands(opening, random)))
    raise Refused([Fault("T103.cards")])


# --- seats


def _seating(rulebook: Rulebook, random: Random, players: int, detectives: int = 0) -> str:
    """The `seats` header for a row of the seat table: the usual pieces with persons, those of other roles without."""
    rows: list[Row] = list(rulebook.tables.seats) or [_any_row(rulebook, detectives)]
    fitting = [row for row in rows if players in (0, 1 + len(holdings(row, rulebook)))]
    fitting = [row for row in fitting if detectives in (0, count(row, usual(rulebook), rulebook))] or (
        [_any_row(rulebook, detectives)] if detectives and not players else []
    )
    if not fitting:
        known = sorted({1 + len(holdings(row, rulebook)) for row in rows})
        raise Refused([Fault("T103", players=players, rows=known)])
    row = random.choice(fitting)
    return "; ".join([f"{FUGITIVE} = Ana", *_pursuers(row, rulebook, random)])


def _any_row(rulebook: Rulebook, pieces: int) -> Row:
    role = rulebook.tables.roles[usual(rulebook)]
    return {role.plural or usual(rulebook): pieces or 4}


def _pursuers(row: Row, rulebook: Rulebook, random: Random) -> Iterator[str]:
    first = usual(rulebook)
    holders = [PERSONS[at] for at, many in enumerate(holdings(row, rulebook)) for _ in range(many)]
    taken = set[str]()
    for name, role in pursuer_roles(rulebook).items():
        number = count(row, name, rulebook)
        names: tuple[str, ...] = sum(held(row), ()) if name == first else ()
        names = names or left_for(name, COLOURS if name == first else HELPERS, taken, rulebook)
        if role.pieces:
            fixed = topped_up(role.pieces, names, number)
            names = tuple(sorted(random.sample(fixed, number), key=fixed.index))
        taken |= {*names[:number]}
        for at, piece in enumerate(names[:number]):
            told = piece if name == first or piece in role.pieces else f"{piece} ({name})"
            yield f"{told} = {holders[at]}" if name == first else told


# --- cards


def _starts(opening: Opening, random: Random) -> dict[str, tuple[tuple[int, ...], int]]:
    """For each piece, a card (or an empty one) and the station where it starts; each card is drawn once."""
    seating = opening.engine.seating
    left: dict[str, list[tuple[int, ...]]] = {}
    found: dict[str, tuple[tuple[int, ...], int]] = {}
    for q, seat in enumerate(seating.seats):
        rule = seating.start_rule(q)
        if rule is not None and rule.stations is not None:
            found[seat.piece] = ((), random.choice(opening.engine.start_stations(rule, opening.position)))
        elif rule is not None and rule.deck:
            cards = left.setdefault(rule.deck, list(seating.cards(rule.deck) or ()))
            card = cards.pop(random.randrange(len(cards))) if cards else (0,)
            found[seat.piece] = (card, random.choice(card) if rule.pick == "either" else card[0])
        else:
            found[seat.piece] = ((), random.choice(list(seating.board.stations)))
    return found


def _place(card: tuple[int, ...], station: int) -> str:
    return f"{write_card(card)} at {station}" if len(card) > 1 else str(station)


def _hands(opening: Opening, random: Random) -> Iterator[str]:
    engine, gone = opening.engine, set[tuple[int, ...]]()  # the cards that are dealt already
    for _, one in engine.rulebook.facts.deals:
        left = [card for card in engine.seating.cards(one.deck) or () if card not in gone]
        cards = random.sample(left, engine.value(one.amount, opening.position))
        gone.update(cards)
        yield f"{FUGITIVE} {one.target} {', '.join(write_card(card) for card in sorted(cards))}"
