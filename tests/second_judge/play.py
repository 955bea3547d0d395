"""The rules of movement, played out one clause at a time. Slow and obvious is the aim."""

from .state import FUGITIVE, State, Step, fugitive_steps, held, trapped


def fugitive_clauses(state: State) -> list[str]:
    """Every single entry, each followed by the doubles that begin with it."""
    found = []
    occupied = held(state)
    for ticket, station in fugitive_steps(state, state.at[FUGITIVE], state.entry + 1, state.black, occupied):
        found.append(f"X {ticket} {station}")
        if state.double:
            left = state.black - (ticket == "black")
            for ticket2, station2 in fugitive_steps(state, station, state.entry + 2, left, occupied):
                found.append(f"X 2x {ticket} {station}, {ticket2} {station2}")
    return found


def losing(state: State) -> list[str]:
    """Entries that are allowed and lose at once. A double whose first half loses has no second half, so it is none."""
    if state.winner or state.side != FUGITIVE or state.edition.enters != "loses":
        return []
    found = []
    occupied = held(state)
    for ticket, station in fugitive_steps(state, state.at[FUGITIVE], state.entry + 1, state.black, frozenset()):
        if station in occupied:
            found.append(f"X {ticket} {station}")
        elif state.double:
            left = state.black - (ticket == "black")
            for ticket2, station2 in fugitive_steps(state, station, state.entry + 2, left, frozenset()):
                if station2 in occupied:
                    found.append(f"X 2x {ticket} {station}, {ticket2} {station2}")
    return found


def rides(state: State, piece: str, occupied: set[int]) -> list[Step]:
    """Where a pursuer can go now. The fugitive never counts as standing in the way."""
    tickets = state.tickets(piece)
    return [line for line in state.near[state.at[piece]] if tickets.get(line[0]) and line[1] not in occupied]


def waiting(state: State) -> list[str]:
    """The pursuers that may act now: of the first group with a move left, those that have not used theirs."""
    if state.extra:
        return [piece for piece in state.pursuers if state.moved.count(piece) < 2]
    for group in state.groups:
        left = [piece for piece in group if piece not in state.moved]
        if left:
            return left
    return []


def clauses(state: State) -> list[str]:
    """The legal clauses, those that lose at once left out."""
    if state.winner:
        return []
    if state.side == FUGITIVE:
        return fugitive_clauses(state)
    occupied = held(state)
    found = []
    for piece in waiting(state):
        near = rides(state, piece, occupied)
        found += [f"{piece} {mode} {to}" for mode, to in near]
        if near and piece in state.moved:  # a second move that nobody has to make
            found.append(f"{piece} passes")
    return found


def enter(state: State, ticket: str, station: int) -> None:
    """Write one entry of the fugitive."""
    if ticket == "black" and state.black:
        state.black -= 1
    state.entry += 1
    state.ban = None
    state.at[FUGITIVE] = station


def play_double(state: State) -> None:
    """Give up a double; in the last round of some editions this lengthens the pursuers' turn."""
    state.double = max(0, state.double - 1)
    state.extra = state.edition.last_double and state.round == state.edition.rounds


def ride(state: State, piece: str, ticket: str, station: int) -> None:
    """Move a pursuer; the game stops at once when the fugitive is there."""
    state.spend(piece, ticket)
    state.at[piece] = station
    state.moved += (piece,)
    if station == state.at[FUGITIVE]:
        state.end("pursuers", "capture")


def resign(state: State, clause: str) -> None:
    """A side gives up, at any moment; the other has won (G69)."""
    state.end("pursuers" if clause.split()[0] == FUGITIVE else "fugitive", "resigned")


def apply(state: State, clause: str) -> State:
    """Play a legal or losing clause."""
    new = state.copy()
    words = clause.replace(",", "").split()
    if words[1] == "resigns":
        resign(new, clause)
    elif words[1] == "passes":
        new.moved += (words[0],)
    elif words[0] != FUGITIVE:
        ride(new, words[0], words[1], int(words[2]))
    else:
        if words[1] == "2x":
            play_double(new)
            del words[1]
        for ticket, station in zip(words[1::2], words[2::2], strict=True):
            enter(new, ticket, int(station))
        new.side = "pursuers"
        if new.at[FUGITIVE] in held(new):
            new.end("pursuers", "entered-pursuer")
    settle(new)
    return new


def must_move(state: State) -> list[str]:
    """The waiting pursuers that have not moved at all and can."""
    occupied = held(state)
    return [piece for piece in waiting(state) if piece not in state.moved and rides(state, piece, occupied)]


def settle(state: State) -> None:
    """Let pieces stay that cannot move, close turns and rounds, notice endings."""
    while state.side != FUGITIVE and not state.winner:
        left = waiting(state)
        occupied = held(state)
        for piece in left:
            if rides(state, piece, occupied):
                return
        if left and not state.extra:
            stay(state, left)
        else:
            close_round(state)


def stay(state: State, pieces: list[str]) -> None:
    """Nobody of this group can move any more: they sit out."""
    state.moved += tuple(pieces)
    if state.edition.blocked_is_out:
        state.out |= frozenset(pieces)


def close_round(state: State) -> None:
    """The endings of a round's end, in their order, and then those of the fugitive's next turn."""
    if state.edition.rounds and state.round >= state.edition.rounds:
        state.end("fugitive", "rounds-survived")
        return
    # When nobody at all can move, the end of the round comes before the fugitive's next turn (G18).
    stuck = trapped(state)
    if state.edition.no_moves and not any(can_leave(state, piece) for piece in state.detectives):
        state.end("fugitive", "nobody-moves" if stuck else "no-moves")
        return
    state.round, state.side, state.moved, state.extra = state.round + 1, FUGITIVE, tuple(state.out), False
    if stuck:
        state.end("pursuers", "trapped")


def can_leave(state: State, piece: str) -> bool:
    """Has the detective a ticket for a line of his station, free or not at its other end?"""
    tickets = state.tickets(piece)
    return piece not in state.out and any(tickets.get(mode) for mode, _ in state.near[state.at[piece]])


def outcome(state: State) -> tuple[str, str] | None:
    """(winner, ending), or None while the game goes on. Moves that nobody has to make do not keep it open."""
    if state.winner and state.ending:
        return state.winner, state.ending
    if state.extra and state.side != FUGITIVE and not must_move(state):
        return "fugitive", "rounds-survived"
    return None


def perft(state: State, depth: int, bulk: bool = False) -> int:
    """Sequences of exactly `depth` clauses; with `bulk` the last clause is counted, not played."""
    if depth == 0:
        return 1
    listed = clauses(state)
    if bulk and depth == 1:
        return len(listed)
    return sum(perft(apply(state, clause), depth - 1, bulk) for clause in listed)
