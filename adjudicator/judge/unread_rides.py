"""Rides of pursuers that the record does not give in full: where they can have led, and whether later rides fit that.

Everybody at the table saw these rides, so all worlds agree about them. The judge keeps the stations on which such a pursuer can
be, and leaves undecided only those points that depend on them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod

from attrs import evolve

from adjudicator.engine import FUGITIVE, NONE, UNKNOWN, Act, Cells, Datum, Engine, Judged, Reason, Ride, unknown
from adjudicator.judge.walk_state import PLENTY, WalkState
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.rulebook.facts import Read, step
from adjudicator.values import frozen

SHOWN = 12  # stations that a finding lists
MOST_PLACES = 40  # stations on which a piece can be; where there are more, it may be anywhere
MOST_TRIED = 60  # ways in which the pieces that are astray can stand; where there are more, what hangs on them stays open
MOST_ASKED = 1_500  # questions about all of that in one record; after these, pieces that are astray may be anywhere

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
            state.findings.open(unknown(rule, Datum(("told", piece), _untold(part, engine.seating.seats[piece].piece))))
        if isinstance(part, r.Ride):
            self._put(part, piece, ways or [])
        state.astray.pop(piece, None)
        if ways and isinstance(part, r.Ride) and part.to is None and self._stays_put:
            state.astray[piece] = frozenset(to for _, to in ways)

    def lose(self, piece: int) -> None:
        """Nobody wrote down what the piece did in this round: it had its move, and may be anywhere."""
        for world in self.state.worlds:
            self.state.ledger.put_there(world.cells, piece, UNKNOWN)
        self.state.astray.pop(piece, None)

    def judged(self, p: Cells, step: Ride | Act, refused: Callable[[Cells], Judged]) -> Judged:
        """A step as it is judged while the record does not say where some pursuers stand. Points that do not depend on their
        stations are decided. A ride of one of them must fit a station on which it can be; then it is known again."""
        state, ledger, piece = self.state, self.state.ledger, step.piece
        if state.asked > MOST_ASKED:
            state.astray.clear()
        judged, places = refused(p), state.astray.get(piece)
        if isinstance(step, Ride) and places is not None and not ledger.is_known(p, piece):
            state.asked += len(places)
            against = {station: self._surely(refused(ledger.with_station(p, piece, station))) for station in places}
            state.astray[piece] = frozenset(station for station, broken in against.items() if not broken)
            if not state.astray[piece]:
                judged = evolve(judged, reasons=(self._fits_nowhere(piece, places, self._always(list(against.values()))),))
        judged = self._decided(p, judged, refused)
        if isinstance(step, Ride):
            state.astray.pop(piece, None)
        return judged

    def _decided(self, p: Cells, judged: Judged, refused: Callable[[Cells], Judged]) -> Judged:
        """The step without the points that do not depend on the stations of pieces that are astray. They cannot be where it
        would be refused; if it is refused wherever they are, that is certain."""
        astray = self.state.astray
        if not judged.open or not astray or prod(map(len, astray.values())) > MOST_TRIED:
            return judged
        tried = [(places, refused(self._placed(p, places))) for places in product(*astray.values())]
        self.state.asked += len(tried)
        fitting = [(places, one) for places, one in tried if not self._surely(one)]
        if not fitting:
            told = {reason.rule for reason in judged.broken}
            more = (reason for reason in self._surely(tried[0][1]) if reason.rule not in told)
            return evolve(judged, reasons=(*judged.broken, *more))
        for number, piece in enumerate(tuple(astray)):
            astray[piece] = frozenset(places[number] for places, _ in fitting)
        doubted = {reason.rule for _, one in tried for reason in one.reasons}
        return evolve(judged, reasons=tuple(one for one in judged.reasons if one.datum is None or one.rule in doubted))

    def _placed(self, p: Cells, places: tuple[int, ...]) -> Cells:
        """The position with the pieces that are astray on these stations."""
        p = p[:]
        self.state.ledger.put_back(p, tuple(self.state.astray), places)
        return p

    def _counted(self, piece: int) -> list[str]:
        """The tickets that a piece pays with and does not have without limit."""
        state, seating = self.state, self._engine.seating
        names = [seating.symbol_names[ticket] for ticket, _ in seating.fares(piece)] if not seating.is_free(piece) else []
        return [name for name in names if state.ledger.held(state.p, piece, name) is not None]

    def _always(self, refusals: list[tuple[Reason, ...]]) -> str:
        """The rule that is against a ride from everywhere, if there is one."""
        rules = [{reason.rule for reason in broken} for broken in refusals]
        always = [reason.rule for reason in refusals[0] if all(reason.rule in some for some in rules)]
        return always[0] if always else ""

    def surely_can(self, piece: int) -> bool:
        """Whether a piece can move from each station on which it can be, even if it has paid with the tickets that it needs. A
        piece that may have had to stay before may be out of the game for that."""
        state, turns, seating = self.state, self._engine.turns, self._engine.seating
        if piece in state.perhaps_stayed:
            return False
        p = state.p
        unread = sum(count for q, count in state.unread.items() if seating.have_one_purse(q, piece))
        for name in self._counted(piece) if unread else ():
            p = state.ledger.with_tickets(p, piece, name, max(0, (state.ledger.held(p, piece, name) or 0) - unread))
        places = state.astray.get(piece, frozenset())
        state.asked += len(places)
        every = [state.ledger.with_station(p, piece, station) for station in places] or [p]
        return all(turns.surely_can(one, piece) for one in every)

    @property
    def _stays_put(self) -> bool:
        """Whether only its own rides move a pursuer; by an effect, or unseen, it may stand elsewhere at any moment."""
        facts = self._engine.rulebook.facts
        return not facts.sends and not facts.unseen

    def begin(self) -> None:
        """A page may say that nobody knows how many tickets a pursuer had when it begins: he may have had none."""
        pieces = self._engine.seating.pieces
        unknown_hands = (one.holder for one in self.state.transcript.tickets if one.count is None)
        self.state.unread |= {pieces[holder]: PLENTY for holder in unknown_hands if pieces.get(holder, FUGITIVE) != FUGITIVE}

    # -- what it can have been
    def _ways(self, part: r.Ride, piece: int) -> list[Way] | None:
        """Every ride that the record can mean, from each station on which the piece can be; None where that is any station."""
        state, places = self.state, self._places(piece)
        if places is None or (len(places) > 1 and (len(places) > MOST_PLACES or state.asked > MOST_ASKED)):
            return None
        refusals, found, fares = self._engine.refusals, list[Way](), self._fares(part, piece)
        for station in sorted(places):
            p = state.ledger.with_station(state.p, piece, station)
            stations = dict.fromkeys(to for _, to in self._engine.lines(p, piece)) if part.to is None else (part.to,)
            state.asked += len(stations) * len(fares)
            for fare in fares:
                found += [(fare, to) for to in stations if not self._surely(refusals.ride(p, piece, *fare, to))]
        return found

    def _surely(self, judged: Judged) -> tuple[Reason, ...]:
        """The broken rules that do not ask for something that an effect may have changed."""
        return tuple(reason for reason in judged.broken if not self.state.findings.rests_on_doubt(reason.rule))

    def _places(self, piece: int) -> frozenset[int] | None:
        """The stations on which a piece can be; None where it may be anywhere."""
        ledger, p = self.state.ledger, self.state.p
        if ledger.is_known(p, piece):
            return frozenset((ledger.station(p, piece),))
        return self.state.astray.get(piece)

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
                state.doubt_tickets()
        for world in state.worlds:
            p, to = world.cells, part.to or UNKNOWN
            world.cells = state.ledger.richest([engine.ridden_anyway(p, piece, ticket, to) for ticket, _ in fares])
            if part.to is not None:
                rides = [Ride(piece, ticket, NONE if mode is None else mode, to) for ticket, mode in fares]
                ends = {state.ledger.is_over(engine.player.ride(p, ride)) for ride in rides}
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
            if concerns and not lacks.isdisjoint(facts.reads(one)) and state.findings.doubt_effects(rule.id):
                state.doubt_tickets()

    # -- the reasons against it
    def _unexplained(self, part: r.Ride, piece: int) -> tuple[Reason, ...]:
        """The reasons against a ride that nothing explains: those of the ticket with which the fewest are broken."""
        engine, p = self._engine, self.state.p
        line, places = engine.refusals.line_rule(piece), self._places(piece) or frozenset()
        if not engine.ledger.is_known(p, piece) or part.to is None:
            return (self._fits_nowhere(piece, places),)
        judged = [engine.refusals.ride(p, piece, *paid, part.to) for paid in self._fares(part, piece)]
        along = [one.broken for one in judged if line.id not in {reason.rule for reason in one.broken}]
        nowhere = Reason(line.id, f"no line joins {engine.ledger.station(p, piece)} and {part.to}")
        return min(along, key=len, default=(nowhere,))

    def _fits_nowhere(self, piece: int, places: frozenset[int], rule: str = "") -> Reason:
        name, shown = self._engine.seating.seats[piece].piece, ", ".join(map(str, sorted(places)[:SHOWN]))
        more = " …" if len(places) > SHOWN else ""
        rule = rule or self._engine.refusals.line_rule(piece).id
        return Reason(rule, f"no possible ride fits: just before this {name} could only have been at {shown}{more}")


def _untold(part: r.Step, piece: str) -> str:
    """The missing part of a pursuer's step in the record."""
    if isinstance(part, r.Ride) and part.to is not None:
        return f"with which ticket {piece} rode to {part.to}"
    if isinstance(part, r.Ride) and part.ticket is not None:
        return f"where {piece} went"
    return f"what {piece} did"
