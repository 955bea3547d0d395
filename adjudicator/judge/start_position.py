"""The beginning of a record: the seats, the stations of the pieces, and earlier events."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from attrs import field

from adjudicator.board.model import Board
from adjudicator.engine import Cells, Engine, Seat, Seating, coded_set, engine_for
from adjudicator.faults import Fault, Place
from adjudicator.judge.torn_page import beginning, hides_stations, moved_before, remember_states, remember_tickets
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE, lexicon_of
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.tables import RoleTable
from adjudicator.values import frozen


@frozen(eq=False)
class Opening:
    """A table with its engine, and the position in which the record begins (before its first turn is opened)."""

    engine: Engine
    position: Cells
    begins: bool  # the record starts with the game
    turn_begins: bool  # if not, whether it starts with a turn
    faults: tuple[Fault, ...] = field(factory=tuple)
    persons: Mapping[str, str] = field(factory=dict)  # by piece, if the record names them
    card: tuple[int, ...] | None = None  # the fugitive's start card, if the record shows it


def open_record(transcript: r.Transcript, rulebook: Rulebook) -> Opening:
    board = rulebook.board
    assert board is not None
    seats, pursuers_known, faults = _seats(transcript, rulebook)
    engine = engine_for(Seating(rulebook, board, seats, pursuers_known))
    faults += off_the_board(transcript, board)
    hands = _hands(transcript, engine.seating, faults)
    unknown = {name for name, mask in hands.items() if mask < 0}
    complete = pursuers_known and not has_unknown_pursuer(transcript, seats) and engine.asks_known_data
    complete = complete and not (transcript.entry and rulebook.facts.asks_earlier_tickets)
    decided = not unknown & rulebook.facts.hands_that_decide and not hides_stations(transcript, rulebook, hands)
    if not (complete and decided):
        engine = engine_for(engine.seating, complete=False)
    stations = {start.piece: start.at or 0 for start in transcript.start}
    position = engine.blank(stations, hands)
    if not pursuers_known:
        _deal_plenty(position, engine)
    torn = transcript.round is not None or transcript.entry is not None
    begins = not torn or ((transcript.round or 1) == 1 and transcript.entry is None)
    _starts_on_cards(position, transcript, engine, begins)
    turn_begins = _torn_page(position, transcript, engine, faults)
    card = next((start.card for start in transcript.start if start.piece == FUGITIVE), None)
    persons = {seat.piece: seat.person for seat in transcript.seats if seat.person}
    return Opening(engine, position, begins, turn_begins, tuple(faults), persons, card)


def _deal_plenty(p: Cells, engine: Engine) -> None:
    """Give the fugitive unlimited tickets if their number may depend on the number of pursuers, which is unknown."""
    for role in engine.rulebook.tables.roles.values():
        for ticket, amount in role.tickets.items() if role.side == "fugitive" else ():
            key = engine.ledger.holding(FUGITIVE, ticket)
            if isinstance(amount, str) and amount not in ("", "pile", "unlimited") and key is not None:
                engine.ledger.put_holding(p, key, None)


# -- who sits at the table
Given = dict[str, tuple[str | None, str]]  # by piece: the role that the record gives it, and its person


def _seats(transcript: r.Transcript, rulebook: Rulebook) -> tuple[tuple[Seat, ...], bool, list[Fault]]:
    """The seats, the fugitive first; whether pursuers are known; and faults about roles. A piece without a person is a separate
    seat; without a role, it has the first role of the pursuers."""
    given: Given = {seat.piece: (seat.role, seat.person or "") for seat in transcript.seats}
    for start in transcript.start:
        role, person = given.get(start.piece, (None, ""))
        given[start.piece] = (role or start.role, person)
    if not given:  # no `seats`: every piece that is named plays, as a warning says
        given = dict.fromkeys(_named(transcript, lexicon_of(rulebook).supplies.values()), (None, ""))
    given.pop(FUGITIVE, None)
    seats, wrong = _seated(rulebook, tuple(given.items()))
    places = [_given_piece(transcript, str(fault.values["piece"]), with_role=fault.code == "T061") for fault in wrong]
    return seats, len(seats) > 1, [fault.at(place) for fault, place in zip(wrong, places, strict=True)]


@lru_cache(maxsize=128)
def _seated(rulebook: Rulebook, given: tuple[tuple[str, tuple[str | None, str]], ...]) -> tuple[tuple[Seat, ...], list[Fault]]:
    """The seats of these pieces, and faults about impossible roles."""
    roles = rulebook.tables.roles
    fugitive = next(name for name, role in roles.items() if role.side == "fugitive")
    usual = next(name for name, role in roles.items() if role.side == "pursuers")
    fixed = {piece: name for name, role in roles.items() for piece in role.pieces}
    called = {word: name for name, role in roles.items() for word in (name, role.plural)}
    faults, seats = list[Fault](), [Seat(FUGITIVE, fugitive, "")]
    persons: dict[str, str] = {}  # as numbers, so that tables of other people can be shared
    for piece, (role, person) in given:
        name = role or fixed.get(piece, usual)
        if roles[name].side == "fugitive" or not _may_be(name, fixed.get(piece, name), roles):
            faults.append(Fault("T061", piece=piece, role=name, fixed=fixed.get(piece)))
            name = usual
        if piece not in fixed and piece in called:
            faults.append(Fault("T290", piece=piece, role=called[piece]))
        number = persons.setdefault(person, f"person {len(persons) + 1}") if person else ""
        seats.append(Seat(piece, name, number))
    return tuple(seats), faults


def _may_be(role: str, own: str, roles: Mapping[str, RoleTable]) -> bool:
    """Whether a piece of one role may be given another: one that borrows the pieces of its own."""
    return role == own or roles[role].borrows == own


def _given_piece(transcript: r.Transcript, piece: str, with_role: bool = False) -> Place:
    """The place where a header names this piece."""
    for key, given in (("seats", transcript.seats), ("start", transcript.start)):
        header = transcript.header(key)
        for one in given if header is not None else ():
            if header is not None and one.piece == piece and (one.role is not None or not with_role):
                return Place(transcript.file, header.line, one.column, len(piece))
    return Place(transcript.file)


def _named(transcript: r.Transcript, supplies: Collection[str]) -> Iterator[str]:
    """Every piece that a header or a clause is about."""
    yield from (hand.piece for hand in transcript.cards)
    yield from (one.holder for one in transcript.tickets if one.holder not in supplies)
    yield from transcript.moved
    yield from (clause.piece for clause in transcript.clauses)


def has_unknown_pursuer(transcript: r.Transcript, seats: tuple[Seat, ...]) -> bool:
    """Whether some pursuer's station is unknown at some time."""
    known = {start.piece for start in transcript.start if start.at is not None}
    if any(seat.piece not in known for seat in seats[1:]):
        return True
    for clause in transcript.clauses:
        if clause.means is None and clause.piece != FUGITIVE:
            for step in clause.parts:
                if isinstance(step, r.Unwritten) or (isinstance(step, r.Ride) and None in (step.to, step.ticket)):
                    return True
    return False


# -- stations
def off_the_board(transcript: r.Transcript, board: Board) -> list[Fault]:
    """Stations that a record names and the board does not have."""
    faults = []
    for number, line, column in _strangers(transcript, board):
        place = Place(transcript.file, line, column, len(str(number)))
        faults.append(Fault("T060", place, number=number, board=board.id, **board.numbered_elsewhere(number)))
    return faults


def _strangers(transcript: r.Transcript, board: Board) -> Iterator[tuple[int, int, int]]:
    """Numbers that the record takes for stations and the board does not have, with their places."""
    known = board.stations
    header = transcript.header("start")
    for start in transcript.start:
        for number in dict.fromkeys((start.at, *(start.card or ()))):
            if number is None or number in known:
                continue
            assert header is not None
            if start.line:
                yield number, start.line, start.column
                continue
            after = max(0, start.column - header.column)
            yield number, header.line, header.column + max(0, header.text.find(str(number), after))
    for clause in [one for one in transcript.clauses if (means := one.means) is None or means[1] not in known]:
        for step in clause.parts:
            for number, shift in _stations_of(step):
                if number not in known:
                    yield number, clause.line + step.below, clause.column + shift


def _stations_of(step: r.Step) -> Iterator[tuple[int, int]]:
    """The stations a step is written with, those of its cards too, and where they are in its clause."""
    if isinstance(step, r.Ride) and step.to is not None:
        yield step.to, step.at + max(0, step.size - len(str(step.to)) - step.mark)
    elif isinstance(step, r.Act):
        for argument, value in zip(step.form.arguments, step.values, strict=False):
            numbers = value if argument.kind == "card" and isinstance(value, tuple) else (value,)
            yield from ((one, step.at) for one in numbers if isinstance(one, int) and argument.kind in ("card", "station"))


def _starts_on_cards(p: Cells, transcript: r.Transcript, engine: Engine, begins: bool) -> None:
    """Take start cards out of their decks, if the record shows which: a card drawn later is another one.

    On a torn page, the station of a piece reveals nothing of its start card; only a written card does.
    """
    ledger, seating = engine.ledger, engine.seating
    for deck, cards, members in _start_decks(seating):
        for start in transcript.start:
            if seating.pieces.get(start.piece, -1) not in members:
                continue
            named = cards.get(start.card or (start.at if begins else None), {})
            fitting = [n for n in named if ledger.is_in_deck(p, deck, n)]
            if fitting and (start.card or len({named[n] for n in fitting}) == 1):
                ledger.put_drawn(p, deck, fitting[0])


Deck = Mapping[r.Card | int | None, dict[int, r.Card]]  # cards with their numbers, by themselves and by station


@lru_cache(maxsize=128)
def _start_decks(seating: Seating) -> list[tuple[str, Deck, tuple[int, ...]]]:
    """The decks from which pieces start: the name, the cards, and the pieces that draw from it."""
    decks: list[tuple[str, Deck, tuple[int, ...]]] = []
    for one, pieces in seating.start_rules:
        if not one.deck:
            continue
        cards: dict[r.Card | int | None, dict[int, r.Card]] = {}
        for number, card in enumerate(seating.cards(one.deck) or ()):
            cards.setdefault(card, {})[number] = card
            for station in card:
                cards.setdefault(station, {})[number] = card
        decks.append((one.deck, cards, pieces))
    return decks


def _hands(transcript: r.Transcript, seating: Seating, faults: list[Fault]) -> dict[str, int]:
    """Hidden hands as masks; for a hand that the record does not show, only its deck is known."""
    hands = dict[str, int]()
    for _, deal in seating.rulebook.facts.deals:
        hands[deal.target] = hands.get(deal.target, 0) | _any_hand(deal.deck, seating)
    told = dict[str, int]()
    for hand in transcript.cards:
        if hand.deck not in hands:
            header = transcript.header("cards")
            place = Place(transcript.file, header.line if header else 0, hand.column)
            faults.append(Fault("T062", place, deck=hand.deck, known=hands))
        elif all(card is not None for card in hand.cards):
            told[hand.deck] = told.get(hand.deck, 0) | coded_set(card[0] for card in hand.cards if card)
        else:
            told[hand.deck] = hands[hand.deck]
    return hands | told


def _any_hand(deck: str, seating: Seating) -> int:
    """The mask of an unknown hand: negative, but without stations that are on no card of the deck."""
    cards = seating.cards(deck)
    return -1 if cards is None else -1 << seating.off | coded_set(s for card in cards for s in card)


# -- a torn page
def _torn_page(p: Cells, transcript: r.Transcript, engine: Engine, faults: list[Fault]) -> bool:
    """Applies the headers about earlier events; returns whether the record begins with a turn."""
    if not transcript.is_torn:
        engine.ledger.put_clock(p, 1, 0)
        return True
    number, entries, assumed = beginning(transcript, engine)
    engine.ledger.put_clock(p, number, entries)
    faults += assumed
    faults += remember_tickets(p, transcript, engine)
    faults += remember_states(p, transcript, engine)
    pieces, moved = engine.seating.pieces, moved_before(transcript, engine)
    if moved != transcript.moved:
        first = transcript.clauses[0]
        place = Place(transcript.file, first.line, first.column, len(first.text))
        faults.append(Fault("T067.moved", place, piece=first.piece, moved=", ".join(moved)))
    if moved:
        engine.ledger.put_moved(p, [pieces[piece] for piece in moved if piece in pieces])
    return not moved
