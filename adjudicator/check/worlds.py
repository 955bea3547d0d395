"""What may have happened unseen: every position that fits the record so far.

A fully known record has one world. Where the fugitive's station is not known, each legal course of play that fits is a world of
its own; two courses that lead to the same position are one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

from adjudicator.check.opening import Opening, forget_the_past
from adjudicator.check.sprinting import lister_of
from adjudicator.engine.actions import choices, identifier
from adjudicator.engine.layout import LEFT, NONE, OVER, TURN, UNKNOWN, Layout
from adjudicator.engine.steps import Act, Ride, Step, chosen_type
from adjudicator.engine.table import Table
from adjudicator.engine.turns import Cells, Notes
from adjudicator.engine.values import Spot, Values
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

Tried = tuple[Step, Cells]
Try = Callable[[Cells], Iterable[Tried]]  # in one world: the steps that fit, with what they lead to
BESIDE = ("with entry", "after entry", "during turn")  # places of what is no entry itself
MOST = 3_000  # worlds followed at once; a whole game with every ticket hidden has two thousand


@frozen
class Guess:
    """A ride as far as the record knows it; None is unknown."""

    ticket: int | None
    mode: int | None
    to: int | None


def distinct(worlds: Iterable[Cells]) -> list[Cells]:
    """Each position once."""
    found: dict[tuple[int, ...], Cells] = {}
    for p in worlds:
        found.setdefault(tuple(p), p)
    return list(found.values())


def merged(worlds: list[Cells], layout: Layout) -> list[Cells]:
    """Worlds that are too many, made fewer: of those that differ in tickets alone one is left, with the most of each.

    If they are still too many, one is left for each station. Whatever could have happened can still happen, and perhaps more.
    """
    tickets = slice(min(layout.supplies.values()), max(layout.supplies.values()) + layout.kinds)
    fewer = _richest(worlds, tickets, lambda p: (*p[: tickets.start], *p[tickets.stop :]))
    return fewer if len(fewer) <= MOST // 8 else _richest(fewer, tickets, lambda p: (p[OVER], p[TURN], p[layout.station]))


def _richest(worlds: list[Cells], tickets: slice, key: Callable[[Cells], tuple[int, ...]]) -> list[Cells]:
    found: dict[tuple[int, ...], Cells] = {}
    for p in worlds:
        kept = found.setdefault(key(p), p)
        if kept is not p:
            kept[tickets] = map(max, kept[tickets], p[tickets])
    return list(found.values())


def beginnings(opening: Opening) -> list[Cells]:
    """The positions the record may begin in: one, or one for each station the fugitive may start on."""
    layout, p = opening.table.layout, opening.position
    if p[layout.station] != UNKNOWN:
        return [p]
    return distinct(_starting_on(p, station, deck, card, opening) for station, deck, card in _starts(opening))


def _starting_on(p: Cells, station: int, deck: str, card: int, opening: Opening) -> Cells:
    layout = opening.table.layout
    p = p[:]
    p[layout.station] = station
    p[layout.recent : layout.recent_tickets] = [station] * (layout.recent_tickets - layout.recent)
    forget_the_past(p, layout)
    if deck in _drawn_from(layout.rulebook):
        p[layout.decks[deck]] &= ~(1 << card)
    return p


@lru_cache(maxsize=64)
def _drawn_from(rulebook: Rulebook) -> frozenset[str]:
    """Decks that cards are drawn from in play; of any other it does not matter which card is gone."""
    return frozenset(one.deck for _, one in rulebook.statements(t.DrawCard) if isinstance(one, t.DrawCard))


def _starts(opening: Opening) -> Iterator[tuple[int, str, int]]:
    """Stations with the card each is drawn from."""
    layout, p = opening.table.layout, opening.position
    held = set(p[layout.station + 1 : layout.station + layout.count])
    rules = [
        one for _, one in layout.rulebook.statements(t.StartsOn) if isinstance(one, t.StartsOn) and 0 in layout.members(one.who)
    ]
    if opening.begins and rules:
        rule = rules[-1]
        if opening.card is not None:  # it has left its deck already
            yield from ((s, "", 0) for s in (opening.card[:1] if rule.pick == "first" else opening.card) if s not in held)
            return
        cards = layout.cards(rule.deck) if rule.deck else None
        if cards is not None:
            for number, card in enumerate(cards):
                if p[layout.decks[rule.deck]] >> number & 1:
                    for station in card[:1] if rule.pick == "first" else card:
                        if station not in held:
                            yield station, rule.deck, number
            return
        if rule.stations is not None:
            stations = eval(Values(layout).of(rule.stations, Spot("-1")), {**opening.table.hooks, "p": p, "e": 0})
            yield from ((station, "", 0) for station in stations if station not in held)
            return
    yield from ((station, "", 0) for station in layout.board.stations if station not in held)


def rides(guess: Guess, opening: Opening) -> Try:
    """What finds every legal ride of the fugitive that fits, with the position after it (losing ones included)."""
    hooks, referee, k = opening.table.hooks, opening.referee, opening.table.profile[0]
    ride, mode, to = referee.ride, guess.mode, guess.to
    if not referee.complete:
        careful = partial(_careful_rides, guess=guess, opening=opening)
        return lambda p: [(step, after) for step in careful(p) for after in _outcomes(p, step, opening)]
    fares, loses = lister_of(opening.table).fares_open(guess.ticket), referee.may_lose[k]

    def tried(p: Cells) -> list[Tried]:
        found = fares(p)
        if loses:
            losing = hooks[f"losing_rides_{k}"](p, 0)
            found = [*found, *(one for one in losing if guess.ticket in (None, one[0]))]
        if to is not None:
            found = [one for one in found if one[2] == to]
        if mode is not None:
            found = [(one[0], mode, one[2]) for one in found if _by(one, mode, p, opening)]
        return [(step, ride(p, step)) for step in [_entry(*one) for one in found]]

    return tried


@lru_cache(maxsize=4096)  # the same few are tried in thousands of worlds
def _entry(ticket: int, mode: int, to: int) -> Ride:
    return Ride(0, ticket, mode, to)


def _outcomes(p: Cells, step: Ride | Act, opening: Opening) -> Iterator[Cells]:
    """The position after a step, and the same with the game over where it is not known whether that has ended it."""
    notes: Notes = []
    after = opening.referee.step(p, step, notes)
    yield after
    doubtful = {what[0] for kind, what in notes if kind == "open"}
    for code, ending in opening.table.endings.items():
        if ending.id in doubtful and not after[OVER]:
            ended = after[:]
            ended[OVER] = code
            yield ended


def _by(ride: tuple[int, int, int], mode: int, p: Cells, opening: Opening) -> bool:
    return not opening.judge.ride(p, 0, ride[0], mode, ride[2]).broken


def _careful_rides(p: Cells, guess: Guess, opening: Opening) -> Iterator[Ride]:
    """On an unfinished board or without the pursuers: whatever is not surely illegal."""
    layout = opening.table.layout
    origin = p[layout.station]
    for ticket, to, _, _ in opening.table.hooks[f"ALL_{opening.table.profile[0]}"][origin]:
        if guess.ticket not in (None, ticket) or guess.to not in (None, to):
            continue
        judged = opening.judge.ride(p, 0, ticket, guess.mode, to)
        if not judged.broken and isinstance(judged.step, Ride):
            yield judged.step


def acts(act: Act, unknown: set[int], opening: Opening) -> Try:
    """What finds every legal way to take an action whose choices with these numbers are not known."""
    referee = opening.referee
    lists = [n for n, one in enumerate(choices(opening.table.rulebook.actions[act.action])) if isinstance(one, t.EachChoose)]

    def tried(p: Cells) -> list[Tried]:
        if referee.complete:
            options = opening.table.hooks[f"legal_{identifier(act.action)}"](p, act.piece)
            steps: list[Act] = [Act(act.piece, act.action, one) for one in options if _fits(one, act.choices, unknown)]
            return [(step, referee.step(p, step)) for step in steps]
        if unknown & set(lists):  # what others gave, as far as it is known: there is nothing more to try
            given = tuple(_given(one) if n in lists else one for n, one in enumerate(act.choices))
            steps = [Act(act.piece, act.action, given)]
        else:
            steps = [one for one in filled(act, unknown, opening) if not opening.judge.act(p, one).broken]
        return [(step, after) for step in steps for after in _outcomes(p, step, opening)]

    return tried


@lru_cache(maxsize=64)
def unseen(table: Table) -> tuple[Act, ...]:
    """What the fugitive may do beside his entries without anybody seeing it, whatever he chooses."""
    found = [one for one in table.rulebook.actions.values() if one.id in table.rulebook.scope.unseen and one.place in BESIDE]
    return tuple(Act(0, one.id, (None,) * len(choices(one))) for one in found if 0 in table.actors(one))


def has_place(act: Act, p: Cells, opening: Opening) -> bool:
    """Whether such an action may stand here: in his turn, and if it belongs to an entry, after one."""
    if p[OVER] or opening.referee.turns.side(p) != "fugitive":
        return False
    moved = p[opening.table.layout.moved] or p[LEFT]
    return bool(moved) or opening.table.rulebook.actions[act.action].place == "during turn"


def any_way(act: Act, opening: Opening) -> Try:
    return acts(act, set(range(len(act.choices))), opening)


def _fits(option: tuple[object, ...], wanted: tuple[object, ...], unknown: set[int]) -> bool:
    """Whether this is what the record says, as far as it says it: of a list, some of it."""
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
    """What was given, without those who gave nothing."""
    return tuple(pair for pair in known if pair[1] != NONE) if isinstance(known, tuple) else ()


def filled(act: Act, unknown: set[int], opening: Opening) -> Iterator[Act]:
    """The action with everything tried for what is not known, as far as its kind tells what that can be."""
    statements = choices(opening.table.rulebook.actions[act.action])
    made: list[tuple[object, ...]] = [()]
    for number, statement in enumerate(statements):
        known = None if number in unknown else act.choices[number : number + 1]
        made = [(*some, one) for some in made for one in (_tried(statement, some, opening) if known is None else known)]
    for some in made[:MOST]:
        yield Act(act.piece, act.action, some)


def _tried(statement: t.Choose | t.EachChoose | t.DrawCard, before: tuple[object, ...], opening: Opening) -> Iterable[object]:
    """What a choice can be: a card of its deck, a station of the card drawn before it, or anything of its kind."""
    layout = opening.table.layout
    stations = list(layout.board.stations)
    if isinstance(statement, t.DrawCard):
        return layout.cards(statement.deck) or [(station,) for station in stations]
    kind = chosen_type(statement, layout) if isinstance(statement, t.Choose) else None
    cards = [one for one in before if isinstance(one, tuple)]
    of_kind: dict[str, Iterable[object]] = {
        "station": cards[-1] if cards else stations,
        "ticket": layout.ticket_codes,
        "mode": layout.mode_codes,
        "piece": range(layout.count),
        "word": range(layout.width, len(layout.symbols)),
        "number": _numbers(statement.group, layout) if isinstance(statement, t.Choose) else (),
    }
    return of_kind.get(kind.kind, ()) if kind is not None else ()


def _numbers(group: t.Expression, layout: Layout) -> list[object]:
    """The numbers that a set names, or that its name stands for."""
    if isinstance(group, t.Name):
        meaning = layout.rulebook.scope.names.get(group.name)
        return list(meaning.value) if meaning is not None and isinstance(meaning.value, tuple) else []
    return [one.value for one in group.items if isinstance(one, t.Number)] if isinstance(group, t.SetOf) else []


def alive(worlds: list[Cells]) -> list[Cells]:
    return [p for p in worlds if not p[OVER]]
