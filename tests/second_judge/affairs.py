"""The Sherlock Holmes rules in full: chips, questions, roadblocks and bans, hideouts, the balloon, crimes. Default rulings.

The facts of the board are those of `london-1895-sample`, which is data like the lines of a board.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from attrs import evolve, frozen

from .boards import BASE
from .play import enter, play_double, resign, ride, settle
from .sight import CIRCLED, parts_of, steps_of
from .state import FUGITIVE, State, fugitive_steps, held

BOARD = "london-1895-sample"
CHARACTERS = ("sherlock", "watson", "mycroft", "irene", "lestrade")
ABILITIES = ("manhunt", "interrogate", "clue", "ban", "roadblock")
SYMBOLS = ("park", "landmark", "river")
BESIDE_THE_BOARD = {"black": 5, "double": 2}


@cache
def sample() -> dict[str, Any]:
    return tomllib.loads((BASE.parent / f"{BOARD}.toml").read_text(encoding="utf-8"))


def fact(station: int, name: str) -> Any:
    """`district`, `symbols` or `hideout` of a station."""
    return sample()["facts"][str(station)][name]


def deck(name: str) -> list[Any]:
    return list(sample()["decks"][name]["cards"])


@frozen
class Affair:
    """The states of the Holmes rules besides the stations."""

    chips: Mapping[str, int]
    crimes: frozenset[int]
    asked: bool = False
    """Has a chip been used in this turn of the detectives?"""
    began: int = 0
    """Where Lestrade stood when their turn began."""
    committed: frozenset[int] = frozenset()
    coming: tuple[str, ...] = ()
    """Tickets that were taken and cannot be used yet."""
    box: Mapping[str, int] = BESIDE_THE_BOARD
    busy: bool = False
    """Has he used an ability where he is?"""
    flown: bool = False
    log: tuple[int, ...] = ()


def begin(state: State, crimes: frozenset[int]) -> State:
    """A game with these crime cards: two chips for each of two or three detectives, else one."""
    chips = dict.fromkeys(state.detectives, 2 if len(state.detectives) < 4 else 1)
    state.affair = Affair(chips, crimes)
    return state


# --- playing


def after(state: State, clause: str) -> State:
    """The position after a legal clause."""
    new = state.copy()
    if clause.endswith(" resigns"):
        resign(new, clause)
    elif clause.startswith("X escape") and clause.endswith(" fails"):
        fail(new)
    elif clause.split()[0] == FUGITIVE:
        _enter_all(new, clause)
    elif clause.split()[1] in ABILITIES:
        _use(new, *clause.partition(" ->")[0].split())
    else:
        piece, ticket, station = clause.split()
        ride(new, piece, ticket, int(station))
    settle(new)
    if new.round != state.round:
        _hand_over_tickets(new)
    return new


def _hand_over_tickets(state: State) -> None:
    """The detectives have had their turn: what he took is his."""
    state.black += state.affair.coming.count("black")
    state.double += state.affair.coming.count("double")
    state.affair = evolve(state.affair, coming=())


def fail(state: State) -> None:
    """The balloon found no landing place: the flight is spent, and he rides as usual if he can."""
    state.affair = evolve(state.affair, flown=True)
    if not ways_on(state):
        state.end("pursuers", "trapped")


def _enter_all(state: State, clause: str) -> None:
    if "2x" in clause:
        play_double(state)
    for part in parts_of(clause):
        if part.endswith(" fails"):
            fail(state)
        else:
            ((cover, station, more, _),) = steps_of(part)
            enter_one(state, cover, int(station), more)
        if state.winner:
            return
    state.side = "pursuers"
    state.affair = evolve(state.affair, asked=False, began=state.at.get("lestrade", 0))


def enter_one(state: State, cover: str, station: int, more: str) -> None:
    """One entry with what comes with it."""
    flies = cover.startswith("escape")
    enter(state, cover, station)
    affair = state.affair
    state.affair = evolve(affair, flown=affair.flown or flies, busy=False, log=(*affair.log, station))
    if station in held(state):
        state.end("pursuers", "entered-pursuer")
        return
    for one in more.replace(" + ", "+").split("+")[1:]:
        _add(state, one, station)


def _add(state: State, said: str, station: int) -> None:
    affair, (name, *ticket) = state.affair, said.split()
    if name == "dive":
        state.affair = evolve(affair, busy=True)
    elif name == "take":
        box = {**affair.box, ticket[0]: affair.box[ticket[0]] - 1}
        state.affair = evolve(affair, busy=True, box=box, coming=(*affair.coming, ticket[0]))
    else:
        state.affair = evolve(affair, crimes=affair.crimes - {station}, committed=affair.committed | {station})
        if len(state.affair.committed) == 3:
            state.end("fugitive", "crimes-done")


def _use(state: State, piece: str, ability: str, *chosen: str) -> None:
    affair = state.affair
    state.affair = evolve(affair, asked=True, chips={**affair.chips, piece: affair.chips[piece] - 1})
    if ability == "ban":
        state.ban = chosen[0]
    elif ability == "roadblock":
        state.roadblocks |= {int(chosen[0])}


# --- what is allowed


def answer(state: State, ability: str, *chosen: str) -> str:
    """Moriarty's answer."""
    here = state.at[FUGITIVE]
    if ability == "manhunt":
        return str(fact(here, "district"))
    if ability == "interrogate":
        return "yes" if chosen[0] in fact(here, "symbols") else "no"
    return str(state.affair.log[-3])


def landings(state: State, card: tuple[int, int]) -> list[int]:
    """Where a balloon can come down: free of pursuers and roadblocks, and elsewhere than he is."""
    barred = held(state) | state.roadblocks | {state.at[FUGITIVE]}
    return [station for station in card if station not in barred]


def card_of(clause: str) -> tuple[int, int]:
    """The two stations of the card that was drawn for a flight."""
    a, b = clause.split("escape ")[1].split()[0].split("/")
    return int(a), int(b)


def may_fly(state: State) -> bool:
    """From a hideout where he has done nothing else, once a game."""
    return bool(fact(state.at[FUGITIVE], "hideout")) and not state.affair.flown and not state.affair.busy


def broken_by_chip(state: State, clause: str) -> set[str]:
    """The rules that the use of a chip breaks, in a turn of the detectives."""
    said, _, told = clause.partition(" -> ")
    piece, ability, *chosen = said.split()
    broken = set()
    if state.affair.asked:
        broken.add("one-chip-a-turn")
    if not state.affair.chips.get(piece):
        broken.add("have-a-chip")
    if ability == "clue" and state.entry < 3:
        return broken | {"clue"}
    if ability == "ban" and chosen[0] not in ("bus", "underground"):
        broken.add("ban")
    if ability == "roadblock" and (
        int(chosen[0]) not in (state.affair.began, state.at[piece]) or int(chosen[0]) in state.roadblocks
    ):
        broken.add("roadblock")
    if ability in ("manhunt", "interrogate", "clue") and told != answer(state, ability, *chosen):
        broken.add("answer")
    return broken


def broken_by_entry(state: State, cover: str, station: int, more: str) -> set[str]:
    """The rules about abilities and crimes that one entry breaks; its ride is another matter. No station: the balloon fails."""
    broken, circled = set(), state.entry + 1 in CIRCLED["holmes"]
    if cover.startswith("escape"):
        down = station in landings(state, card_of(cover)) if station else not landings(state, card_of(cover))
        if not fact(state.at[FUGITIVE], "hideout") or state.affair.flown or not down:
            broken.add("escape")
        if state.affair.busy:
            broken.add("one-hideout-ability")
    used = 0
    for one in more.replace(" + ", "+").split("+")[1:]:
        name, *ticket = one.split()
        if name in ("dive", "take"):
            used += 1
            if used > 1:
                broken.add("one-hideout-ability")
            if not fact(station, "hideout") or (name == "dive" and not circled) or (ticket and not state.affair.box[ticket[0]]):
                broken.add(name)
        elif name == "crime":
            if station not in state.affair.crimes:
                broken.add("crime")
            if not fact(station, "symbols"):
                broken.add("crime-at-a-symbol")
    return broken


def ways_on(state: State) -> list[tuple[str, int]]:
    """The rides of an entry."""
    return fugitive_steps(state, state.at[FUGITIVE], state.entry + 1, state.black, held(state))
