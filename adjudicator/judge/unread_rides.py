"""Rides of pursuers that the record does not give in full: where they can have led, and what they may have been paid with.

A station that the record does not name is not known until it names the next one. A piece has the most tickets that it can have,
and the judge counts how many of its rides were paid for with nobody knows what.
"""

from __future__ import annotations

from adjudicator.engine import FUGITIVE, NONE, UNKNOWN, Datum, Engine, Judged, Reason, Ride, unknown
from adjudicator.judge.walk_state import PLENTY, WalkState
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.rulebook.facts import Read, step
from adjudicator.values import frozen

Fare = tuple[int, int | None]  # a ticket, or riding free (-1) a means of transport
Way = tuple[Fare, int]  # how a ride can have been paid for, and where it led


@frozen(eq=False)
class UnreadRides:
    state: WalkState

    @property
    def _engine(self) -> Engine:
        return self.state.engine

    def follow(self, part: r.Step, piece: int) -> None:
        """A move that the record does not give: the piece had its move, and is where the record says, or astray."""
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
        """Nobody wrote down what the piece did in this round: it had its move, and may be anywhere."""
        for world in self.state.worlds:
            self.state.ledger.put_there(world.cells, piece, UNKNOWN)

    def _counted(self, piece: int) -> list[str]:
        """The tickets that a piece pays with and does not have without limit."""
        state, seating = self.state, self._engine.seating
        names = [seating.symbol_names[ticket] for ticket, _ in seating.fares(piece)] if not seating.is_free(piece) else []
        return [name for name in names if state.ledger.held(state.p, piece, name) is not None]

    def surely_can(self, piece: int) -> bool:
        """Whether a piece can move, even if it has paid with the tickets that it needs."""
        state, seating, p = self.state, self._engine.seating, self.state.p
        unread = sum(count for q, count in state.unread.items() if seating.have_one_purse(q, piece))
        for name in self._counted(piece) if unread else ():
            p = state.ledger.with_tickets(p, piece, name, max(0, (state.ledger.held(p, piece, name) or 0) - unread))
        return self._engine.turns.surely_can(p, piece)

    def begin(self) -> None:
        """A page may say that nobody knows how many tickets a pursuer had when it begins: he may have had none."""
        pieces = self._engine.seating.pieces
        unknown_hands = (one.holder for one in self.state.transcript.tickets if one.count is None)
        self.state.unread |= {pieces[holder]: PLENTY for holder in unknown_hands if pieces.get(holder, FUGITIVE) != FUGITIVE}

    # -- what it can have been
    def _ways(self, part: r.Ride, piece: int) -> list[Way] | None:
        """Every ride that the record can mean; None where nobody knows from which station."""
        p, refusals = self.state.p, self._engine.refusals
        if not self.state.ledger.is_known(p, piece):
            return None
        stations = dict.fromkeys(to for _, to in self._engine.lines(p, piece)) if part.to is None else (part.to,)
        fares = self._fares(part, piece)
        return [(fare, to) for fare in fares for to in stations if not self._surely(refusals.ride(p, piece, *fare, to))]

    def _surely(self, judged: Judged) -> tuple[Reason, ...]:
        """The broken rules that do not ask for something that an effect may have changed."""
        return tuple(reason for reason in judged.broken if not self.state.findings.rests_on_doubt(reason.rule))

    def _fares(self, part: r.Ride, piece: int) -> list[Fare]:
        """The ways to pay that the record leaves open."""
        seating = self._engine.seating
        if part.ticket is None:
            return seating.fares(piece)
        mode = seating.symbols[part.mode] if part.mode else None
        code = seating.symbols.get(part.ticket, NONE)
        return [(NONE, code if mode is None else mode)] if seating.is_free(piece) else [(code, mode)]

    def _put(self, part: r.Ride, piece: int, ways: list[Way]) -> None:
        """The piece has made its move and paid for it: of several tickets, nobody knows which, so each holder has the most that
        it can have. If it is known where the piece is, the game may be over."""
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
        """A piece rides from a station that is not known: so is what depends on the line."""
        if not self.state.ledger.is_known(self.state.p, piece):
            self._doubt_effects(piece, step("from"))

    def _doubt_effects(self, piece: int, lacks: frozenset[Read]) -> None:
        """An effect of the ride may have happened or not, if it depends on what cannot be read."""
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
        """The reasons against a ride that nothing explains: those of the ticket with which the fewest are broken."""
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
