"""Where the fugitive can be, for those who saw a legal game as the detectives did: every course of play is followed."""

import random
import re
from collections.abc import Callable, Iterator, Set

from attrs import evolve, frozen

from . import affairs
from .affairs import deck, fact
from .games import FUGITIVE_CARDS, SHARED_CARDS
from .play import apply, settle
from .records import Record, state_from
from .sight import parts_of, steps_of
from .state import FUGITIVE, State, fugitive_steps, held, trapped


@frozen
class World:
    """Where he may be; and by the Holmes rules where his last entries led, and where he has committed crimes."""

    station: int
    log: tuple[int, ...] = ()
    crimes: frozenset[int] = frozenset()


def whereabouts(record: Record, seen: list[str], starts: set[int], scenes: Set[int] = frozenset()) -> set[int]:
    """The stations that are possible at the end of a record. `seen` are its clauses as the detectives write them; what is
    taken from the record itself is only what lies open: pursuers, tickets, whose turn it is, who has won. `scenes` are the
    stations of his crime cards, for those who know them."""
    state = _opening(record)
    worlds = {World(station) for station in starts - held(state)}
    worlds = {one for one in worlds if not _is_trapped(state, one)}
    for index, (_, clause) in enumerate(record.clauses):
        then = _after(state, clause)
        last = index == len(record.clauses) - 1
        worlds = set(_followed(worlds, state, seen[index], scenes))
        worlds = set(_fitting(worlds, clause, state, then, last))
        state = then
    return {one.station for one in worlds}


def starts(record: Record) -> set[int]:
    """The stations on which he can have started, for those who do not see his card: nobody knows those of the Holmes box."""
    edition = record.headers["variant"]
    if edition == "beginners":
        return {82}
    if edition in ("classic", "1984", "2000"):
        return set(SHARED_CARDS)
    if edition in ("2014", "2023"):
        return set(FUGITIVE_CARDS)
    return (
        {station for card in deck("start-fugitive") for station in card}
        if "cards" in record.headers
        else set(_opening(record).near)
    )


def partly(record: Record, clauses: list[str], rng: random.Random) -> list[str]:
    """Clauses with some stations of the fugitive left open, as on a page that is hard to read."""
    return [
        re.sub(r" \d+(?=!|,| \+|$)", lambda it: " ?" if rng.random() < 0.5 else it[0], one) if one[0] == "X" else one
        for one in clauses
    ]


def _opening(record: Record) -> State:
    state = state_from(record.headers)
    return affairs.begin(state, frozenset()) if "cards" in record.headers else state


def _after(state: State, clause: str) -> State:
    return affairs.after(state, clause) if state.affair is not None else apply(state, clause)


def _fitting(worlds: set[World], clause: str, state: State, then: State, last: bool) -> Iterator[World]:
    """The worlds in which the game is over if and only if it was, and for the same side."""
    won = (then.winner or "") if last else ""
    waits = last and not won and clause.split()[0] != FUGITIVE and _may_ask(then)
    winners: dict[tuple[int, bool], str] = {}  # worlds that differ in what was before end alike
    for world in worlds:
        end = (world.station, len(world.crimes) == 3)
        if end not in winners:
            winners[end] = _winner(*end, clause, state, then, waits)
        if winners[end] == won:
            yield world


def _may_ask(state: State) -> bool:
    """Whether the detectives can still use a chip: then their turn is not over, and nobody knows yet whether he is trapped."""
    return state.affair is not None and not state.affair.asked and any(state.affair.chips.values())


def _winner(station: int, all_crimes: bool, clause: str, state: State, then: State, waits: bool) -> str:
    """The winner after a clause if he was there; `waits` if the detectives' turn may go on."""
    piece = clause.split()[0]
    if clause.endswith(" resigns"):
        return then.winner or ""
    if piece == FUGITIVE and station in held(state):
        return "pursuers"
    if all_crimes:
        return "fugitive"
    if piece != FUGITIVE and clause.split()[1] not in affairs.ABILITIES and station == then.at[piece]:
        return "pursuers"
    there = then.copy()
    there.at[FUGITIVE], there.winner, there.ending = station, None, None
    if clause.endswith(" fails"):
        return "" if affairs.ways_on(there) else "pursuers"
    if then.side != FUGITIVE or then.round == state.round:
        there.side, there.round = then.side, then.round
        settle(there)
    elif not waits and trapped_at(there):
        return "pursuers"
    if there.winner is None and then.ending in ("rounds-survived", "no-moves", "nobody-moves"):
        return "fugitive"
    return there.winner or ""


def trapped_at(state: State) -> bool:
    """He has no ride, and no balloon either."""
    return trapped(state) and not (state.affair is not None and affairs.may_fly(state))


def _is_trapped(state: State, world: World) -> bool:
    there = state.copy()
    there.at[FUGITIVE] = world.station
    return trapped_at(there)


def _followed(worlds: set[World], state: State, said: str, scenes: Set[int]) -> Iterator[World]:
    """The worlds after a clause, as far as it tells them apart by itself."""
    if said.endswith(" resigns"):
        yield from worlds
        return
    if said.split()[0] == FUGITIVE:
        for world in worlds:
            yield from _moved(world, state, said, scenes)
        return
    question = _question(said)
    yield from (world for world in worlds if question(world))


def _fails(world: World, state: State, said: str) -> bool:
    """Whether he can have drawn this card there, and nowhere to land."""
    there = state.copy()
    there.at[FUGITIVE] = world.station
    return bool(fact(world.station, "hideout")) and not affairs.landings(there, affairs.card_of(said))


def _question(said: str) -> Callable[[World], bool]:
    """The meaning of an answer for a world."""
    asked, _, told = said.partition(" -> ")
    words = asked.split()
    if words[1] == "manhunt":
        return lambda world: fact(world.station, "district") == told
    if words[1] == "interrogate":
        return lambda world: (words[2] in fact(world.station, "symbols")) == (told == "yes")
    if words[1] == "clue":
        return lambda world: len(world.log) > 2 and world.log[-3] == int(told)
    return lambda world: True


def _moved(world: World, state: State, said: str, scenes: Set[int]) -> Iterator[World]:
    """Every way in which he can have made the entries of a clause, from one world."""
    worlds, at, avoid = [world], state.copy(), held(state) if state.edition.enters == "illegal" else frozenset()
    parts = parts_of(said)
    for number, part in enumerate(parts):
        if part.endswith(" fails"):
            worlds = [one for one in worlds if _fails(one, at, part)]
            continue
        cover, station, more = _hidden_step(part)
        found = [after for one in worlds for after in _entered(one, at, cover, more, avoid, scenes)]
        if station != "?":
            found = [one for one in found if one.station == int(station)]
        if number < len(parts) - 1:
            found = [one for one in found if one.station not in held(state)]
        at.entry, at.ban = at.entry + 1, None
        at.black -= cover == "black"
        worlds = found
    yield from worlds


def _hidden_step(part: str) -> tuple[str, str, str]:
    """Cover, station and additions of an entry; a question mark stands for what is not known."""
    ((cover, station, more, _),) = steps_of(part.replace("?", "0").replace("!", ""))
    return "?" if cover == "0" else cover, "?" if station == "0" else station, more


def _entered(world: World, state: State, cover: str, more: str, avoid: Set[int], scenes: Set[int]) -> Iterator[World]:
    if cover.startswith("escape"):
        there = state.copy()
        there.at[FUGITIVE] = world.station
        targets = set(affairs.landings(there, affairs.card_of(cover))) if fact(world.station, "hideout") else set()
    else:
        black = 1 if cover in ("black", "?") else 0
        steps = fugitive_steps(state, world.station, state.entry + 1, black, avoid)
        targets = {to for ticket, to in steps if cover in ("?", ticket)}
    for station in targets:
        log = (*world.log[-2:], station) if state.affair is not None else ()  # only a clue asks for it
        after = World(station, log, world.crimes)
        if ("dive" in more or "take" in more) and not fact(station, "hideout"):
            continue
        if "crime" in more:
            if station not in (scenes or deck("crime-scenes")) or station in world.crimes or not fact(station, "symbols"):
                continue
            after = evolve(after, crimes=world.crimes | {station})
        yield after
