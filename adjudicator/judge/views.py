"""The record that a seat could have written: built from what that seat was shown, not by removing parts of the truth.

Everything that answers a player goes through here first. Two games that look alike to a seat give it the same record, byte for
byte, and therefore the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from attrs import evolve

from adjudicator.engine import MODE, STATION, TICKET, Seating
from adjudicator.faults import Fault, Place, Refused
from adjudicator.judge.news import News
from adjudicator.judge.sight import Eyes, Sight
from adjudicator.judge.start_position import open_record
from adjudicator.judge.torn_page import Misunderstood, counter_named, state_named
from adjudicator.judge.walk import Walk
from adjudicator.judge.walk_state import Entry, Told, WalkState
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE, Argument, key_of
from adjudicator.record.names import Names, piece_called
from adjudicator.rulebook.facts import is_open
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen
from adjudicator.words import concepts

KINDS = ("piece", "person")  # if a name means both: `piece red`, `person red`
UNSEEN = Entry(0, 0, 0, 0)
CLAIM = {"fugitive": "escapes", "pursuers": "caught", "": "draw"}


def eyes_of(seat: str, transcript: r.Transcript, seating: Seating) -> Eyes:
    """The eyes of a seat, by the name of its piece, person or side. Raises Refused if the name is unknown or ambiguous."""
    kind, _, name = seat.strip().partition(" ")
    if kind.lower() in KINDS and name:
        found = [eyes for called, eyes in _called(name, transcript, seating) if called == kind.lower()]
    else:
        found = [eyes for _, eyes in _called(seat, transcript, seating)]
    if not found:
        known = [FUGITIVE, "detectives", *(one.piece for one in seating.seats[1:])]
        raise Refused([Fault("T065", Place("--view"), name=seat, known=known)])
    if any(eyes != found[0] for eyes in found):
        raise Refused([Fault("T291", Place("--view"), name=seat.strip())])
    return found[0]


def _called(seat: str, transcript: r.Transcript, seating: Seating) -> Iterator[tuple[str, Eyes]]:
    """Every meaning of a name: as a `piece` or a side, and as a `person`."""
    everybody = [one.piece for one in seating.seats]
    own = piece_called(seat, Names((), everybody), everybody, seating.rulebook)
    if _is_team(key_of(seat), seating.rulebook):
        yield "piece", Eyes(False)
    elif own in everybody:
        yield "piece", Eyes(own == FUGITIVE, frozenset({own}))
    held = frozenset(Names(transcript.seats, everybody).held.get(key_of(seat), ()))
    if held:
        yield "person", Eyes(FUGITIVE in held, held)


def _is_team(key: str, rulebook: Rulebook) -> bool:
    """Whether a word means all pursuers; several languages have one."""
    plurals = {key_of(role.plural) for role in rulebook.tables.roles.values() if role.plural}
    return key in plurals or key in concepts("team")


def view_of(transcript: r.Transcript, rulebook: Rulebook, seat: str, goes_on: bool = False) -> r.Transcript:
    """The record that this seat could have written by the end of this one; `goes_on` if this is only a part of a longer one."""
    eyes_of(seat, transcript, open_record(transcript, rulebook).engine.seating)  # refused before anything is judged
    return seen_by(Walk.of(transcript, rulebook).end, seat, goes_on)


def seen_clauses(transcript: r.Transcript, rulebook: Rulebook, seat: str) -> Callable[[r.Clause], bool]:
    """A function that tells whether a seat sees a piece act in a clause."""
    eyes = eyes_of(seat, transcript, open_record(transcript, rulebook).engine.seating)
    return lambda clause: any(_is_seen(part, clause.piece, eyes, rulebook) for part in clause.parts)


def _is_seen(part: r.Step, piece: str, eyes: Eyes, rulebook: Rulebook) -> bool:
    return not isinstance(part, r.Act) or eyes.see(rulebook.actions[part.action].table.seen, piece)


def seen_by(state: WalkState, seat: str, goes_on: bool = False) -> r.Transcript:
    """The record that a seat could have written by this state of a record; `goes_on` if a longer record was cut there."""
    eyes = eyes_of(seat, state.transcript, state.engine.seating)
    return _View(_endless(state) if state.told_end else state, eyes, goes_on).made()


def _endless(state: WalkState) -> WalkState:
    """The record as judged for a table that played on: it saw everything after the end, and may not know that the game was
    over."""
    opening = evolve(state.opening, engine=state.engine.without_end())
    return Walk.through(state.transcript, opening).end


def heard_between(before: WalkState, now: WalkState, seat: str, hints: tuple[str, ...] = (), goes_on: bool = False) -> News:
    """The news for a seat from one state of a record to a later one."""
    eyes = eyes_of(seat, now.transcript, now.engine.seating)
    if now.told_end:
        before, now = _endless(before), _endless(now)
    then, new = _View(before, eyes, goes_on), _View(now, eyes, goes_on)
    if (then.heard is None) != (new.heard is None):  # its headers differ
        old, items = then.made().items, new.made().items
    else:
        more = len(now.transcript.headers) - len(before.transcript.headers)  # the result is written above
        place, clause = _as_before(before, now, more)
        old, items = tuple(then.body(place, clause)), tuple(new.body(place + more, clause))
    same = 0
    while same < min(len(old), len(items)) and old[same] == items[same]:
        same += 1
    lines = (one for at, one in enumerate(items) if at >= len(old) or one != old[at])
    said = tuple(one for one in lines if isinstance(one, r.Clause | r.Event))
    return News(items[same:], len(old) - same, said, hints, "" if then.result else new.result)


def _as_before(before: WalkState, now: WalkState, more: int) -> tuple[int, int]:
    """The item and the clause of the earlier state up to which both states agree: more of an earlier entry may have been
    uncovered since. The later record has `more` additional headers."""
    told = [(place + more, every) for place, every in before.told or ()]
    if told != (now.told or [])[: len(told)]:
        return 0, 0
    for then, entry in zip(before.entries, now.entries, strict=False):
        if then != entry:
            places = (place for place, item in enumerate(before.transcript.items) if isinstance(item, r.Clause))
            return next(islice(places, then.clause, None)), then.clause
    return before.place, before.clauses


@frozen
class _View:
    state: WalkState
    eyes: Eyes
    goes_on: bool = False

    @property
    def transcript(self) -> r.Transcript:
        return self.state.transcript

    @property
    def rulebook(self) -> Rulebook:
        return self.state.engine.rulebook

    def made(self) -> r.Transcript:
        items = [*self._headers(), *self.body()]
        return r.Transcript(tuple(items), self.transcript.fugitive, self.transcript.file)

    # -- headers
    def _headers(self) -> Iterator[r.Item]:
        for header in self.transcript.headers:
            content = self._header(header)
            if content is not None:
                yield r.Header(header.key, content, header.line)
        if not (self.transcript.is_public or all(map(self._sight.of_uses, self.rulebook.actions))):
            yield r.Header("record", "public")
        if self.heard is not None:
            yield r.Header("heard", "marked")
            pieces = tuple(seat.piece for seat in self.state.engine.seating.seats if seat.piece in self.eyes.pieces)
            if pieces and any(not is_open(one) for _, one in self.rulebook.facts.announcements):
                yield r.Header("ears", pieces)
        if self.transcript.result is None and self.result:
            yield r.Header("result", self.result)

    @property
    def result(self) -> str:
        """The result, as the record claims or as everyone at the table knows; "" if there is none yet."""
        if self.transcript.result is not None or self.goes_on:
            return self.transcript.result or ""
        ending = self.state.engine.ending(self.state.engine.final(self.state.p))
        return "" if ending is None else CLAIM[ending.winner]

    def _header(self, header: r.Header) -> object:
        """The value of a header for these eyes; None to leave it out."""
        if header.key == "state":
            return tuple(value for value in header.content if self._is_open(value.name)) or None
        if header.key == "tickets":
            return tuple(holding for holding in header.content if self._lies_open(holding.holder)) or None
        if header.key == "ears":
            return tuple(piece for piece in header.content if piece in self.eyes.pieces) or None
        if self.eyes.fugitive:
            return header.content if header.key != "heard" else None
        if header.key == "start":
            return tuple(self._start(start) for start in header.content)
        return None if header.key == "cards" else header.content

    @property
    def _sight(self) -> Sight:
        return Sight(self.eyes, self.state.engine)

    def _is_open(self, text: str) -> bool:
        """Whether a state is seen, in any spelling of its name, or a count of uses: `uses flight game`."""
        engine = self.state.engine
        counter = counter_named(text, engine)
        if counter is not None:
            return self._sight.of_uses(counter[1])
        try:
            name, index = state_named(text, engine)
        except Misunderstood:
            return False
        per_piece = index is not None and self.rulebook.tables.state[name].per == "piece"
        return self._sight.of_state(name, engine.seating.seats[index].piece if per_piece and index is not None else "")

    def _lies_open(self, holder: str) -> bool:
        """Whether these eyes see the tickets of a holder or a supply."""
        piece = self.state.engine.seating.pieces.get(holder)
        return self._sight.of_supply(holder) if piece is None else self._sight.of_tickets(piece)

    def _start(self, start: r.Start) -> r.Start:
        seating = self.state.engine.seating
        piece = seating.pieces[start.piece]
        rule = seating.start_rule(piece)
        seen = self.eyes.see(rule.audience if rule else ("all" if piece else "fugitive"), start.piece)
        return evolve(start, seals=()) if seen else r.Start(start.piece, None, None, start.role)

    # -- what was played
    def body(self, first: int = 0, index: int = 0) -> Iterator[r.Item]:
        """The items of the view from item `first` of the record on, where clause number `index` comes next."""
        for place, item in enumerate(self.transcript.items[first:], first):
            yield from self._hearing(place)
            if isinstance(item, r.RoundMark):
                yield r.RoundMark(item.number, item.line)
            elif isinstance(item, r.Clause):
                parts = tuple(self._parts(index, item))
                if parts:
                    yield r.Clause(item.piece, parts, item.line)
                index += 1
            elif isinstance(item, r.Hears) and not self.eyes.fugitive and item.piece in ("", *self.eyes.pieces):
                yield r.Hears(item.piece, item.words)
            elif isinstance(item, r.TurnEnd):
                yield r.TurnEnd(item.side, item.line)
            elif isinstance(item, r.Withdrawal):
                yield r.Withdrawal(item.piece, item.agreed, item.line)
            elif isinstance(item, r.Draw) and self.eyes.see(self.rulebook.actions[item.form.id].table.seen, item.piece):
                yield r.Draw(item.piece, item.form, item.card, item.line)
        yield from self._hearing(len(self.transcript.items))

    @property
    def heard(self) -> Told | None:
        """The announcements that this record does not have and these eyes have heard."""
        can = self.rulebook.facts.announcements and not self.eyes.fugitive and not self.transcript.tells_what_was_heard
        return self.state.told if can else None

    def _hearing(self, place: int) -> Iterator[r.Hears]:
        """The announcements that this seat heard after `place` items of the record."""
        for at, told in self.heard or ():
            heard = [one for one in told if at == place and one.piece in ("", *self.eyes.pieces)]
            yield from (r.Hears(one.piece, one.text) for one in heard)

    def _parts(self, index: int, clause: r.Clause) -> Iterator[r.Step]:
        shown = {entry.part: entry for entry in self.state.entries if entry.clause == index}
        for number, part in enumerate(clause.parts):
            if isinstance(part, r.Ride):
                yield self._ride(part, clause.piece, shown.get(number, UNSEEN))
            elif isinstance(part, r.Act):
                if _is_seen(part, clause.piece, self.eyes, self.rulebook):
                    yield self._act(part, clause.piece, shown.get(number, UNSEEN))
            else:
                yield part

    def _ride(self, part: r.Ride, piece: str, entry: Entry) -> r.Ride:
        if piece != FUGITIVE:
            return r.Ride(part.ticket, part.mode, part.to, part.mark)
        shown, station = entry.shown, bool(entry.shown & STATION)
        mark = entry.surfaced and not self.rulebook.facts.seen_by_default
        if self.eyes.fugitive:
            return r.Ride(part.ticket, part.mode, part.to, mark)
        mode = part.mode if shown & MODE else None
        ticket = part.ticket if shown & TICKET and (part.ticket or mode) else None
        return r.Ride(ticket, mode, part.to if station else None, mark and part.to is not None)

    def _act(self, part: r.Act, piece: str, entry: Entry) -> r.Act:
        answer = part.answer if self._hears(part, piece) else None
        mark = entry.surfaced and not self.rulebook.facts.seen_by_default
        if self.eyes.fugitive or piece != FUGITIVE:
            return r.Act(part.form, part.values, answer, part.failed, mark)
        landing, secret = bool(entry.shown & STATION), self.rulebook.facts.secret_choices(self.rulebook.actions[part.action])
        given = enumerate(zip(part.form.arguments, part.values, strict=False))
        values = tuple(
            self._unknown(argument) if number in secret or (argument.kind == "station" and not landing) else value
            for number, (argument, value) in given
        )
        return r.Act(part.form, values, answer, part.failed, mark)

    def _unknown(self, argument: Argument) -> r.Value:
        """The value of a choice that these eyes were not shown; for a choice for each piece, even the pieces are not shown."""
        pursuers = self.state.engine.seating.seats[1:]
        return tuple((seat.piece, None) for seat in pursuers) if argument.each else None

    def _hears(self, part: r.Act, piece: str) -> bool:
        """Whether these eyes see an answer. The fugitive gives it, so he knows it if he sees everything that it depends on."""
        statements = self.rulebook.actions[part.action].rule.statements
        answer = next((one for one in statements if isinstance(one, t.Answer)), None)
        if answer is None or self.eyes.see(answer.audience, piece):
            return True
        reads = self.rulebook.facts.reads(answer.value)
        return self.eyes.fugitive and all(self._sight.of_state(one.name) for one in reads if one.what == "state")
