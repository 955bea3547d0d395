"""Judging a whole record: which rules each clause breaks, going on after a mistake as if it had been played."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from .editions import RIDES
from .play import close_round, enter, losing, outcome, play_double, resign, ride, rides, settle, stay, waiting
from .records import Clause, Headers, numbered, state_from
from .state import FUGITIVE, State, held

Finding = tuple[int, str]
"""The index of a clause and the id of a rule it breaks."""

OWN_IDS = {
    "ferry": "ferry-fugitive-only",
    "closed": "no-underground",
    "ban": "transport-ban",
    "roadblock": "roadblocked",
}
"""Ids of rules that only some editions have. They are the editions' to choose, so a caller may give others."""


@frozen
class Claim:
    """A clause taken apart: each step is a ticket, the mode if it was named beside it, and a station."""

    piece: str
    double: bool
    steps: tuple[tuple[str, str | None, int], ...]
    """Empty for a piece that stays or passes."""


def read(text: str) -> Claim:
    """Take a clause in canonical notation apart."""
    piece, *words = text.replace(",", " ").replace("!", "").split()
    double = words[0] == "2x"
    words = words[double:]
    if words in (["stays"], ["passes"]):
        return Claim(piece, double, ())
    steps = []
    for ticket, station in zip(words[::2], words[1::2], strict=True):
        paid, _, mode = ticket.partition("/")
        steps.append((paid, mode or None, int(station)))
    return Claim(piece, double, tuple(steps))


class Walk:
    """A record being judged. Turns close when the record says so, not when the rules would have closed them."""

    def __init__(self, state: State, own_ids: Mapping[str, str] = OWN_IDS) -> None:
        self.state = state.copy()
        self.ids = {**OWN_IDS, **own_ids}
        self.findings: list[Finding] = []
        self.index = 0
        self.acted = list(state.moved)
        self.stayed: dict[str, int] = {}
        self.doubled = False

    def found(self, *rules: str) -> None:
        """Note broken rules of the clause at hand."""
        self.findings += [(self.index, rule) for rule in rules]

    def clause(self, index: int, number: int, text: str) -> None:
        """Judge one clause and play it."""
        self.index = index
        if number > self.state.round and not self.state.winner:
            self.close()
        if self.state.winner and not self.writes_the_losing_move(text):
            self.found("after-the-end")
            return
        if text.endswith(" resigns"):
            resign(self.state, text)
            return
        claim = read(text)
        if claim.piece == FUGITIVE:
            self.fugitive(claim)
        else:
            self.pursuer(claim)

    def writes_the_losing_move(self, text: str) -> bool:
        """A fugitive who has only moves that lose has lost; he may write one of them down, and loses by it (G13)."""
        if self.state.ending != "trapped":
            return False
        going_on = self.state.copy()
        going_on.winner = going_on.ending = None
        fits = text.replace("!", "") in losing(going_on)
        if fits:
            self.state = going_on
        return fits

    def close(self) -> None:
        """The record continues to the next round: who has not moved, though he could?"""
        state, occupied = self.state, held(self.state)
        if state.side == FUGITIVE:
            self.found("missing-piece")
        unmoved = [piece for piece in state.pursuers if piece not in state.moved]
        able = [piece for piece in unmoved if rides(state, piece, occupied)]
        self.found(*("missing-piece" for _ in able))
        if state.edition.order == "free":  # by seat his turn is over, even if somebody makes room later
            freed = [index for piece, index in self.stayed.items() if rides(state, piece, occupied)]
            self.findings += [(index, "must-move") for index in freed]
        stay(state, [piece for piece in unmoved if piece not in able])
        close_round(state)
        self.acted, self.stayed, self.doubled = [], {}, False

    def fugitive(self, claim: Claim) -> None:
        """An entry or two of the fugitive, step by step."""
        state = self.state
        if state.side != FUGITIVE:
            self.found("one-move-a-turn")
        if not claim.steps:
            self.found("must-move")
        if claim.double:
            if self.doubled and state.edition.one_double:
                self.found("one-double-a-round")
            if not state.double:
                self.found("have-the-double")
            self.doubled = True
            play_double(state)
        for ticket, mode, station in claim.steps:
            self.entry(ticket, mode, station)
        state.side = "pursuers"

    def entry(self, ticket: str, mode: str | None, station: int) -> None:
        """One entry; only an otherwise legal step onto a pursuer ends the game."""
        if self.state.winner:
            self.found("after-the-end")
            return
        broken = broken_by_entry(self.state, ticket, mode, station, self.ids)
        self.found(*broken)
        enter(self.state, ticket, station)
        if not broken and station in held(self.state):
            self.state.end("pursuers", "entered-pursuer")

    def pursuer(self, claim: Claim) -> None:
        """A ride of a pursuer, or his staying."""
        state, piece = self.state, claim.piece
        self.turn_of(piece)
        self.acted.append(piece)
        if claim.steps:
            ticket, mode, station = claim.steps[0]
            self.found(*broken_by_ride(state, piece, ticket, mode, station, self.ids))
            ride(state, piece, ticket, station)
            return
        if piece not in state.moved and rides(state, piece, held(state)):
            self.found("must-move")
        elif piece not in state.moved:  # a second move is not owed, even if a station comes free later
            self.stayed[piece] = self.index
        state.moved += (piece,)

    def turn_of(self, piece: str) -> None:
        """Is it this pursuer's turn?"""
        state = self.state
        if state.side == FUGITIVE:
            self.found("your-turn")
        elif self.acted.count(piece) >= (2 if state.extra else 1):
            self.found("last-double" if state.extra else "one-move-a-turn")
        else:
            occupied = held(state)
            while (left := waiting(state)) and piece not in left and not any(rides(state, p, occupied) for p in left):
                stay(state, left)
            if piece not in left:
                self.found("your-turn")


def modes_between(state: State, origin: int, station: int) -> set[str]:
    """The modes of the lines that join two stations."""
    return {mode for mode, other in state.near[origin] if other == station}


def broken_by_entry(state: State, ticket: str, mode: str | None, to: int, ids: Mapping[str, str]) -> list[str]:
    """The rules that one entry of the fugitive breaks."""
    edition, broken = state.edition, []
    pays = edition.black_pays if ticket == "black" else (ticket,)
    wanted = {mode} if mode else set(pays)
    lines = modes_between(state, state.at[FUGITIVE], to) & wanted
    if (mode and mode not in pays) or ticket == "ferry":
        broken.append("right-ticket")
    if not lines:
        broken.append("follow-a-line")
    elif lines == {state.ban}:
        broken.append(ids["ban"])
    elif ticket in RIDES and ticket not in edition.modes:
        broken.append(ids["closed"])
    if ticket == "black" and not state.black:
        broken.append("have-the-ticket")
    if to in state.roadblocks:
        broken.append(ids["roadblock"])
    if edition.enters == "illegal" and to in held(state):
        broken.append("free-station")
    return broken


def broken_by_ride(state: State, piece: str, ticket: str, mode: str | None, to: int, ids: Mapping[str, str]) -> list[str]:
    """The rules that a pursuer's ride breaks."""
    broken = []
    wanted = mode or ticket
    lines = modes_between(state, state.at[piece], to)
    if wanted != ticket and ticket != "black":
        broken.append("right-ticket")
    if not lines or (wanted != "black" and wanted not in lines):
        broken.append("follow-a-line")
    if wanted == "ferry" and wanted in state.edition.black_pays:
        broken.append(ids["ferry"])
    elif wanted != "black" and wanted not in state.edition.modes:
        broken.append(ids["closed"])
    elif ticket == "black" or not state.tickets(piece).get(ticket):
        broken.append("have-the-ticket")
    if any(state.at[other] == to for other in state.pursuers if other != piece):
        broken.append("free-station")
    return broken


def walk(headers: Headers, clauses: Sequence[str | Clause], own_ids: Mapping[str, str] = OWN_IDS) -> Walk:
    """Judge a record and keep the position it led to."""
    state = state_from(headers)
    found = Walk(state, own_ids)
    for index, (number, text) in enumerate(numbered(clauses, state)):
        found.clause(index, number, text)
    return found


def judge(headers: Headers, clauses: Sequence[str | Clause], own_ids: Mapping[str, str] = OWN_IDS) -> list[Finding]:
    """Every broken rule of a record, as (index of the clause, rule id), in the order of the clauses."""
    return sorted(walk(headers, clauses, own_ids).findings)


def result(headers: Headers, clauses: Sequence[str | Clause]) -> tuple[str, str] | None:
    """(winner, ending) of a record as it was played, or None if it stops before the end."""
    state = walk(headers, clauses).state
    settle(state)
    return outcome(state)
