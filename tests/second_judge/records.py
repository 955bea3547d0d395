"""Records as the second judge reads and writes them: headers, and clauses with the number of their round."""

import re
from collections.abc import Mapping, Sequence

from attrs import frozen

from .play import settle
from .state import FUGITIVE, State, trapped

Headers = Mapping[str, str]
Clause = tuple[int, str]
"""The number of a round and one clause of it."""

_ROLE = re.compile(r"\(([\w-]+)\)")


@frozen
class Record:
    """A game on paper."""

    headers: dict[str, str]
    clauses: tuple[Clause, ...]

    def text(self) -> str:
        """The transcript: headers, then a line for each round."""
        rounds: dict[int, list[str]] = {}
        for number, clause in self.clauses:
            rounds.setdefault(number, []).append(clause)
        lines = [f"{key}: {value}" for key, value in self.headers.items()]
        return "\n".join([*lines, "", *(f"{number}. {'; '.join(said)}" for number, said in rounds.items()), ""])


def _pieces(value: str) -> list[tuple[str, str | None, str]]:
    """(piece, role in brackets, what follows) for each part of a `seats` or `start` header."""
    found = []
    for part in filter(str.strip, value.split(";")):
        role = _ROLE.search(part)
        piece, _, rest = _ROLE.sub(" ", part).strip().replace("=", " = ", 1).partition(" ")
        found.append((piece, role[1] if role else None, rest.strip()))
    return found


def state_from(headers: Headers) -> State:
    """The position in which a record begins, torn pages included."""
    start = {piece: int(where.split()[-1]) for piece, _, where in _pieces(headers["start"])}
    seated = _pieces(headers.get("seats", ""))
    ordered = [piece for piece, _, _ in seated if piece in start] + list(start)
    marked = [*seated, *_pieces(headers["start"])]
    police = {piece for piece, role, _ in marked if role not in (None, "detective")}
    persons = {piece: rest.lstrip("= ") for piece, _, rest in seated if rest.startswith("=")}
    state = State(headers["variant"], {piece: start[piece] for piece in dict.fromkeys(ordered)}, police, persons)
    card = re.search(r"X (\d+)/(\d+) at", headers["start"])
    state.card = tuple(map(int, card.groups())) if card else ()
    _torn_page(state, headers)
    return state


def _torn_page(state: State, headers: Headers) -> None:
    """Set what the record says about the middle of a game."""
    _set_state(state, headers.get("state", ""))
    torn = {"round", "entry", "moved", "tickets", "state"} & set(headers)
    if not torn:
        return
    state.round = int(headers.get("round", 1))
    state.entry = int(headers.get("entry", 0))
    moved = [piece.strip() for piece in headers.get("moved", "").split(",") if piece.strip()]
    for supply in headers.get("tickets", "").split(";"):
        _set_supply(state, supply.replace(",", " ").split())
    state.moved = tuple(piece for piece in moved if piece != FUGITIVE)
    state.side = "pursuers" if moved else FUGITIVE
    state.winner = state.ending = None
    settle(state)
    if state.side == FUGITIVE and not state.winner and trapped(state):
        state.end("pursuers", "trapped")


def _set_state(state: State, value: str) -> None:
    """`roadblocks = 12, 45; banned = bus`; the rest is about abilities, which are not played here."""
    said = {key.strip(): what.strip() for key, _, what in (part.partition("=") for part in value.split(";"))}
    state.roadblocks = frozenset(int(word) for word in re.findall(r"\d+", said.get("roadblocks", "")))
    state.ban = said["banned"] if said.get("banned", "none") != "none" else None


def _set_supply(state: State, words: list[str]) -> None:
    """`red taxi 3 bus 0`, `X black 1 double 0`, `pile taxi 4`."""
    for ticket, count in zip(words[1::2], words[2::2], strict=True):
        if words[0] == "pile":
            state.paid = {**state.paid, ticket: int(count)}
        elif words[0] != FUGITIVE:
            purse = state.purse[words[0]]
            state.fares = {**state.fares, purse: {**state.fares[purse], ticket: int(count)}}
        elif ticket in ("black", "double"):
            setattr(state, ticket, int(count))


def numbered(clauses: Sequence[str | Clause], state: State) -> list[Clause]:
    """Clauses with their rounds. Where the record gives none, a clause of the fugitive begins the next one."""
    number = state.round if state.side != FUGITIVE else state.round - 1
    found = []
    for clause in clauses:
        if not isinstance(clause, str):
            number, text = clause
        else:
            text = clause
            number += text.split()[0] == FUGITIVE
        found.append((max(number, state.round), text))
    return found
