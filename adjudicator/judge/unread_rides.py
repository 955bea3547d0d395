"""Rides of pursuers that the record does not give in full: their possible destinations, and the tickets possibly paid.

A station that the record does not name is unknown until it names the next one. Each holder has the most tickets that it can
have, and the judge counts the rides that were paid for with unknown tickets.
"""

from __future__ import annotations

from adjudicator.engine import FUGITIVE, NONE, UNKNOWN, Datum, Engine, Judged, Reason, Ride, unknown
from adjudicator.judge.walk_state import PLENTY, WalkState
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.rulebook.facts import Read, step
from adjudicator.values import frozen

Fare = tuple[int, int | None]  # a ticket, or for a free rider (-1) a mode
Way = tuple[Fare, int]  # a possible payment of a ride, and its destination


@frozen(eq=False)
class UnreadRides:
    state: WalkState

    @property
    def _engine(self) -> Engine:
        return self.state.engine

    def follow(self, part: r.Step, piece: int) -> None:
        """Judge and play a move that the record does not give in full: the piece had its move, and is where the record says, or
        at an unknown station."""
        state, engine = self.state, self._engine
        rule = part.action if isinstance(part, r.Act) else engine.refusals.line_rule(piece).id
        ways = self._ways(part, piece) if isinstance(part, r.Ride) else None
        against = self._unexplained(part, piece) if isinstance(part, r.Ride) and ways == [] else ()
        for reason in against:
            state.findings.broken(reason, "", ())
        if not against:
            untold = _untold(part, engine.seating.seats[piece].piece)
            goes = isinstance(part, r.Ride) and part.to is None
            datum = engine.ledger.whereabouts(piece, untold) if goes else Datum(("told", piece), untold)
            state.findings.open(unknown(rule, datum))
        if isinstance(part, r.Ride):
            self._put(part, piece, ways or [])

    def lose(self, piece: int) -> None:
        """Play an unwritten move: the piece had its move, and may be anywhere."""
        for world in self.state.worlds:
            self.state.ledger.put_there(world.cells, piece, UNKNOWN)

    def _counted(self, piece: int) -> list[str]:
        """The tickets that a piece pays with and has a limited number of."""
        state, seating = self.state, self._engine.seating
        names = [seating.symbol_names[ticket] for ticket, _ in seating.fares(piece)] if not seating.is_free(piece) else []
        return [name for name in names if state.ledger.held(state.p, piece, name) is not None]

    def surely_can(self, piece: int) -> bool:
        """Whether a piece can move, even if its unknown payments took the tickets that it needs."""
        state, seating, p = self.state, self._engine.seating, self.state.p
        unread = sum(count for q, count in state.unread.items() if seating.have_one_purse(q, piece))
        for name in self._counted(piece) if unread else ():
            p = state.ledger.with_tickets(p, piece, name, max(0, (state.ledger.held(p, piece, name) or 0) - unread))
        return self._engine.turns.surely_can(p, piece)

    def begin(self) -> None:
        """Note pursuers whose tickets are unknown when the page begins: they may have had none."""
        pieces = self._engine.seating.pieces
        unknown_hands = (one.holder for one in self.state.transcript.tickets if one.count is None)
        self.state.unread |= {pieces[holder]: PLENTY for holder in unknown_hands if pieces.get(holder, FUGITIVE) != FUGITIVE}

    # -- what it can have been
    def _ways(self, part: r.Ride, piece: int) -> list[Way] | None:
        """Every ride that the record can mean; None if the station where it begins is unknown."""
        p, refusals = self.state.p, self._engine.refusals
        if not self.state.ledger.is_known(p, piece):
            return None
        stations = dict.fromkeys(to for _, to in self._engine.lines(p, piece)) if part.to is None else (part.to,)
        fares = self._fares(part, piece)
        return [(fare, to) for fare in fares for to in stations if not self._surely(refusals.ride(p, piece, *fare, to))]

    def _surely(self, judged: Judged) -> tuple[Reason, ...]:
        """The broken rules that do not read data that an effect may have changed."""
        return tuple(reason for reason in judged.broken if not self.state.findings.rests_on_doubt(reason.rule))

    def _fares(self, part: r.Ride, piece: int) -> list[Fare]:
        """The possible payments that the record leaves open."""
        seating = self._engine.seating
        if part.ticket is None:
            return seating.fares(piece)
        mode = seating.symbols[part.mode] if part.mode else None
        code = seating.symbols.get(part.ticket, NONE)
        return [(NONE, code if mode is None else mode)] if seating.is_free(piece) else [(code, mode)]

    def _put(self, part: r.Ride, piece: int, ways: list[Way]) -> None:
        """Play a ride and its payment: if the ticket is unknown, each holder has the most that it can have. If the station is
        known, the game may be over."""
        state, engine = self.state, self._engine
        fares = list(dict.fromkeys(fare for fare, _ in ways)) or self._fares(part, piece)
        self._doubt_effects(piece, step("ticket") if part.ticket is None else frozenset())
        if part.to is None:
            self._doubt_effects(piece, step("to", "here"))
        if len(fares) > 1 and not engine.seating.is_free(piece):
            state.unread[piece] = state.unread.get(piece, 0) + 1
            if engine.rulebook.facts.counts_tickets:
                state.doubt(frozenset((Read("tickets"), Read("supply"))))
        for world in state.worlds:
            p, to = world.cells, part.to or UNKNOWN
            world.cells = state.ledger.richest([engine.ridden_anyway(p, piece, ticket, to) for ticket, _ in fares])
            if part.to is not None:
                rides = [Ride(piece, ticket, NONE if mode is None else mode, to) for ticket, mode in fares]
                ends = {state.ledger.is_over(engine.ride(p, ride)) for ride in rides}
                state.ledger.put_over(world.cells, ends.pop() if len(ends) == 1 else 0)

    def sets_out(self, piece: int) -> None:
        """Note that the line of a ride is unknown if the piece rides from an unknown station."""
        if not self.state.ledger.is_known(self.state.p, piece):
            self._doubt_effects(piece, step("from"))

    def _doubt_effects(self, piece: int, lacks: frozenset[Read]) -> None:
        """Note effects of the ride that may have happened or not, because they depend on unreadable data."""
        state, facts, members = self.state, self._engine.rulebook.facts, self._engine.seating.members
        lacks |= step("mode", "passes")
        for rule, one in self._engine.rulebook.statements(t.On):
            if not isinstance(one, t.On) or not isinstance(one.moment, t.Event) or "ride" not in one.moment.names:
                continue
            who = one.moment.who
            concerns = not who or any(piece in members(name) for name in who)
            if concerns and facts.asks(one, lacks):
                state.doubt(facts.effects_of(rule.id))

    # -- the reasons against it
    def _unexplained(self, part: r.Ride, piece: int) -> tuple[Reason, ...]:
        """The reasons against a ride that nothing explains, for the ticket with the fewest."""
        engine, p = self._engine, self.state.p
        line, here = engine.refusals.line_rule(piece), engine.ledger.station(p, piece)
        if part.to is None:
            return (Reason(line.id, f"no ride of this kind is possible from {here}"),)
        judged = [engine.refusals.ride(p, piece, *paid, part.to) for paid in self._fares(part, piece)]
        along = [one.broken for one in judged if line.id not in {reason.rule for reason in one.broken}]
        return min(along, key=len, default=(Reason(line.id, f"no line joins {here} and {part.to}"),))


def _untold(part: r.Step, piece: str) -> str:
    """The missing part of a pursuer's step in the record."""
    if isinstance(part, r.Ride) and part.to is not None:
        return f"with which ticket {piece} rode to {part.to}"
    if isinstance(part, r.Ride) and part.ticket is not None:
        return f"where {piece} went"
    return f"what {piece} did"
