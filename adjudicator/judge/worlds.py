"""Possible worlds: every position that fits the record so far, with its history.

A fully known record has one world. If the fugitive's station is unknown, each legal route that fits is a separate world; two
courses that lead to the same position are one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from functools import lru_cache, partial

from attrs import define

from adjudicator.engine import FUGITIVE, NONE, Act, Cells, Engine, Ride, Step, chosen_type
from adjudicator.judge.start_position import Opening
from adjudicator.judge.written_steps import Guess
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook

# The history of a world: the course before, the clause and part of the record, the step; the first has only a station.
Course = tuple["Course | None", tuple[int, int], Step | int]
Way = tuple[int, int]  # a ticket, and the station that the ride leads to
Tried = tuple[Step, Cells]
Try = Callable[[Cells], Iterable[Tried]]  # for one world: the steps that fit, with the positions after them
Fits = Callable[[Act, int], bool]  # whether an action is possible with this number of its choices made
BESIDE = ("with entry", "after entry", "during turn")  # places of actions that are not entries themselves
MOST = 3_000  # worlds followed at once; a whole game with every ticket hidden has two thousand
MOST_TRIED = 30_000  # steps in all worlds of a record; a public game takes up to 10,000
MOST_UNSEEN = 40_000  # choices of unseen actions, in all worlds of a record
MOST_OPEN, MOST_TRIED_OPEN, MOST_UNSEEN_OPEN = 300, 2_500, 2_500  # while data are unknown and every value is tried
FROM_THE_START = (-1, -1)
EVERYWHERE = 1 << 30  # after the last clause of any record


@define(eq=False)
class World:
    cells: Cells
    course: Course


def distinct(worlds: Iterable[World]) -> list[World]:
    """The worlds, each position once."""
    found: dict[tuple[int, ...], World] = {}
    for world in worlds:
        found.setdefault(tuple(world.cells), world)
    return list(found.values())


def most(engine: Engine) -> int:
    """The most worlds of a table that are followed at once."""
    return MOST if engine.complete else MOST_OPEN


def most_tried(engine: Engine) -> int:
    """The most steps that are tried in all worlds of a record."""
    return MOST_TRIED if engine.complete else MOST_TRIED_OPEN


def most_unseen(engine: Engine) -> int:
    """The most choices of unseen actions that are tried in a record."""
    return MOST_UNSEEN if engine.complete else MOST_UNSEEN_OPEN


def one_for_each_station(worlds: list[World], engine: Engine) -> list[World]:
    """One world for each station of the fugitive and each turn: with the most of each ticket, and every card, that any of them
    has."""
    courses = {engine.ledger.station(world.cells, FUGITIVE): world.course for world in reversed(worlds)}
    fewer = engine.ledger.one_for_each_station([world.cells for world in worlds])
    return [World(p, courses[engine.ledger.station(p, FUGITIVE)]) for p in fewer]


def anywhere(worlds: list[World], engine: Engine, now: tuple[int, int], ticket: int | None) -> list[World]:
    """The worlds after a ride of which at most the ticket is known: at any station that such a ticket leads to and that no
    piece is known to hold, with the most tickets that he can have; empty if he has no such ticket."""
    ledger, names = engine.ledger, engine.seating.symbol_names
    richest = ledger.richest([world.cells for world in worlds])
    if ticket is not None and ledger.held(richest, FUGITIVE, names[ticket]) == 0:
        return []
    modes = set(engine.board.mode_names if ticket is None else engine.rulebook.tables.tickets[names[ticket]].pays)
    held = ledger.stations(richest)[1:]
    free = [
        station
        for station in engine.board.stations
        if station not in held and not modes.isdisjoint(mode for mode, _, _ in engine.board.lines_from(station))
    ]
    after = (
        (station, engine.ridden_anyway(richest, FUGITIVE, NONE if ticket is None else ticket, station)) for station in free
    )
    return [World(p, (None, now, station)) for station, p in after]


# -- where a record may begin
def beginnings(opening: Opening) -> list[World]:
    """The positions in which the record may begin: one, or one for each station where the fugitive may start."""
    ledger, p = opening.engine.ledger, opening.position
    if ledger.is_known(p, FUGITIVE):
        return [_first(p[:], opening.engine)]
    starts = (_starting_on(p, station, deck, card, opening.engine) for station, deck, card in _starts(opening))
    return distinct(_first(one, opening.engine) for one in starts)


def _first(p: Cells, engine: Engine) -> World:
    return World(p, (None, FROM_THE_START, engine.ledger.station(p, FUGITIVE)))


def _starting_on(p: Cells, station: int, deck: str, card: int, engine: Engine) -> Cells:
    p = p[:]
    engine.ledger.put_fugitive(p, station)
    if deck in engine.rulebook.facts.draws:  # for any other deck it does not matter which card is gone
        engine.ledger.put_drawn(p, deck, card)
    return p


def _starts(opening: Opening) -> Iterator[tuple[int, str, int]]:
    """Yield each possible start station of the fugitive with its deck and card."""
    engine, p = opening.engine, opening.position
    seating, held = engine.seating, set(engine.ledger.stations(p)[1:])
    rule = seating.start_rule(FUGITIVE)
    if opening.begins and rule is not None:
        if opening.card is not None:  # it has left its deck already
            yield from ((s, "", 0) for s in (opening.card[:1] if rule.pick == "first" else opening.card) if s not in held)
            return
        cards = seating.cards(rule.deck) if rule.deck else None
        if cards is not None:
            for number, card in enumerate(cards):
                if engine.ledger.is_in_deck(p, rule.deck, number):
                    for station in card[:1] if rule.pick == "first" else card:
                        if station not in held:
                            yield station, rule.deck, number
            return
        if rule.stations is not None:
            yield from ((station, "", 0) for station in engine.start_stations(rule, p) if station not in held)
            return
    yield from ((station, "", 0) for station in seating.board.stations if station not in held)


# -- what may have been done
def rides(guess: Guess, engine: Engine, taken: Set[Way] = frozenset()) -> Try:
    """The function that finds every legal ride of the fugitive that fits a guess (losing ones included), with the position
    after it; without rides whose ticket and station are in `taken`."""
    if not engine.complete:
        careful = partial(_careful_rides, guess=guess, engine=engine, taken=taken)
        return lambda p: [(step, after) for step in careful(p) for after in engine.outcomes(p, step)]
    fares, loses, ride = engine.taker.fares_open(guess.ticket), engine.may_lose(FUGITIVE), engine.ride
    mode, to = guess.mode, guess.to
    by_line = engine.rulebook.facts.announced_by_line and mode is None

    def tried(p: Cells) -> list[Tried]:
        found = fares(p)
        if loses:
            losing = engine.losing_rides(p, FUGITIVE)
            found = [*found, *(one for one in losing if guess.ticket in (None, one[0]))]
        if to is not None:
            found = [one for one in found if one[2] == to]
        if taken:
            found = [one for one in found if (one[0], one[2]) not in taken]
        if mode is not None:
            found = [(one[0], mode, one[2]) for one in found if not engine.refusals.ride(p, 0, one[0], mode, one[2]).broken]
        steps = [_entry(*one) for one in found]
        if by_line:
            steps = [way for step in steps for way in engine.ways_of(p, step)]
        return [(step, ride(p, step)) for step in steps]

    return tried


@lru_cache(maxsize=4096)  # the same few are tried in thousands of worlds
def _entry(ticket: int, mode: int, to: int) -> Ride:
    return Ride(FUGITIVE, ticket, mode, to)


def _careful_rides(p: Cells, guess: Guess, engine: Engine, taken: Set[Way]) -> Iterator[Ride]:
    """Every ride that is not surely illegal, for an unfinished board or unknown pursuers."""
    for ticket, to in engine.lines(p, FUGITIVE):
        if guess.ticket not in (None, ticket) or guess.to not in (None, to):
            continue
        if (ticket, to) in taken:
            continue
        ride = engine.refusals.possible(p, FUGITIVE, ticket, guess.mode, to)
        if ride is not None:
            yield ride


def acts(act: Act, unknown: set[int], engine: Engine) -> Try:
    """The function that finds every legal way to take an action whose choices with these numbers are unknown."""
    action = engine.rulebook.actions[act.action]
    lists = [n for n, one in enumerate(action.choices) if isinstance(one, t.EachChoose)]

    def tried(p: Cells) -> list[Tried]:
        if engine.complete:
            options = engine.legal(action, p, act.piece)
            steps: list[Act] = [Act(act.piece, act.action, one) for one in options if _fits(one, act.choices, unknown)]
            return [(step, engine.step(p, step)) for step in steps]
        if unknown & set(lists):  # gifts, as far as they are known: there is nothing more to try
            given = tuple(_given(one) if n in lists else one for n, one in enumerate(act.choices))
            steps = [Act(act.piece, act.action, given)]
        else:
            steps = list(filled(act, unknown, engine, partial(engine.refusals.lets, p)))
        return [(step, after) for step in steps for after in engine.outcomes(p, step)]

    return tried


def acts_anyway(act: Act, unknown: set[int], engine: Engine) -> Try:
    """The function that finds every way to take an action whose choices with these numbers are unknown, allowed or not."""
    return lambda p: [(step, after) for step in filled(act, unknown, engine) for after in engine.outcomes(p, step)]


@lru_cache(maxsize=64)
def unseen(engine: Engine) -> tuple[Act, ...]:
    """The actions that the table does not see, of each piece, besides entries and moves; with unknown choices."""
    rulebook, members = engine.rulebook, engine.seating.members
    found = [one for one in rulebook.actions.values() if one.id in rulebook.facts.unseen and one.place in BESIDE]
    return tuple(Act(piece, one.id, (None,) * len(one.choices)) for one in found for piece in members(one.table.by))


def last_asked(transcript: r.Transcript, rulebook: Rulebook) -> int:
    """The last clause of a record that depends on unseen actions of pursuers: up to it, worlds differ in them.

    Afterwards they do not matter, and worlds would only be multiplied by every pursuer who may have done something.
    """
    asking, clauses = rulebook.facts.asking_secrets, transcript.clauses
    if not asking <= rulebook.actions.keys():
        return EVERYWHERE  # a rule that is always in force
    acts = (
        number for number, one in enumerate(clauses) for part in one.parts if isinstance(part, r.Act) and part.action in asking
    )
    return max(acts, default=-1)


def unseen_turns(engine: Engine, entries: int) -> Iterator[Act]:
    """Unseen actions that replace a whole turn of `entries` entries, or more if the page breaks off."""
    for one in engine.rulebook.actions.values():
        counts = [statement.count for statement in one.rule.statements if isinstance(statement, t.Entries)]
        if one.id in engine.rulebook.scope.unseen and one.place == "turn" and counts and counts[0] >= entries:
            yield Act(FUGITIVE, one.id, (None,) * len(one.choices))


def may_write_unseen(engine: Engine) -> bool:
    """Whether the fugitive, who otherwise moves once in a turn, may do something unseen that stands for several moves."""
    return engine.turns.moves_once(FUGITIVE) and next(unseen_turns(engine, 2), None) is not None


def has_place(act: Act, p: Cells, engine: Engine) -> bool:
    """Whether an action is allowed here: in the turn of its side and, if it belongs to an entry, after one."""
    if engine.ledger.is_over(p) or engine.turns.side(p) != engine.seating.side(act.piece):
        return False
    if engine.rulebook.actions[act.action].place == "during turn":
        return True
    return bool(engine.ledger.moves_made(p, FUGITIVE)) or engine.ledger.is_inside_turn(p)


def any_way(act: Act, engine: Engine) -> Try:
    return acts(act, set(range(len(act.choices))), engine)


def _fits(option: tuple[object, ...], wanted: tuple[object, ...], unknown: set[int]) -> bool:
    """Whether choices agree with the known part of those in the record; of a list, a part may be known."""
    for number, one in enumerate(option):
        if number not in unknown and one != wanted[number]:
            return False
        known = wanted[number]
        if number in unknown and isinstance(known, tuple) and isinstance(one, tuple) and not _agree(dict(known), dict(one)):
            return False
    return True


def _agree(known: dict[int, int], given: dict[int, int]) -> bool:
    return all(given.get(piece, NONE) == what for piece, what in known.items())


def _given(known: object) -> object:
    """The choices in which a ticket was given."""
    return tuple(pair for pair in known if pair[1] != NONE) if isinstance(known, tuple) else ()


def filled(act: Act, unknown: set[int], engine: Engine, fits: Fits = lambda act, made: True) -> Iterator[Act]:
    """The action with every possible value of its unknown choices, as far as their kind limits them. Choices are made one by
    one, and a beginning that does not fit is not completed. Values are counted, as listed choices are."""
    statements = engine.rulebook.actions[act.action].choices

    def completed(made: tuple[object, ...]) -> Iterator[Act]:
        so_far, number = Act(act.piece, act.action, (*made, *none[len(made) :])), len(made)
        if not fits(so_far, number):
            return
        if number == len(statements):
            yield so_far
            return
        known = number not in unknown
        values = act.choices[number : number + 1] if known else _tried(statements[number], made, engine)
        for value in values if known else engine.one_by_one(act.action, values):
            yield from completed((*made, value))

    none = (None,) * len(statements)
    return completed(())


def _tried(statement: t.Choose | t.EachChoose | t.DrawCard, before: tuple[object, ...], engine: Engine) -> Iterable[object]:
    """The possible values of a choice: the cards of its deck, the stations of the card drawn before it, or every value of its
    kind."""
    seating, stations = engine.seating, list(engine.board.stations)
    if isinstance(statement, t.DrawCard):
        return seating.cards(statement.deck) or [(station,) for station in stations]
    if not isinstance(statement, t.Choose):
        return ()
    kind = chosen_type(statement, seating)
    cards = [one for one in before if isinstance(one, tuple)]
    of_kind: dict[str, Iterable[object]] = {
        "station": cards[-1] if cards else stations,
        "ticket": seating.ticket_codes,
        "mode": seating.mode_codes,
        "piece": range(seating.count),
        "word": range(seating.width, len(seating.symbols)),
        "number": _numbers(statement.group, engine),
    }
    return (*of_kind.get(kind.kind if kind else "", ()), *((None,) if statement.may_fail else ()))


def _numbers(group: t.Expression, engine: Engine) -> list[object]:
    """The numbers in a set, or in the set that a name means."""
    if isinstance(group, t.Name):
        meaning = engine.rulebook.scope.names.get(group.name)
        return list(meaning.value) if meaning is not None and isinstance(meaning.value, tuple) else []
    return [one.value for one in group.items if isinstance(one, t.Number)] if isinstance(group, t.SetOf) else []
