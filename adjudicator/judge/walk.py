"""Judging as a fold: a walk is where a record stands, and `after` takes it on by what happens next.

A clause may be judged by what follows it: a piece that is due may still come in the same round, an action in the same turn, an
announcement. Until that is settled it is pending: a walk knows how it stood before everything that is, and judges what has
happened since once more, with what has come.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from attrs import evolve

from adjudicator.judge.findings import Findings
from adjudicator.judge.gaps import with_gaps
from adjudicator.judge.record_judge import RecordJudge
from adjudicator.judge.start_position import Opening, open_record
from adjudicator.judge.walk_state import Overlooked, WalkState
from adjudicator.judge.worlds import World
from adjudicator.judge.written_steps import hides, hides_entry
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen


@frozen(eq=False, slots=False)
class Walk:
    """Where a record stands after the last thing in it. Nothing changes a walk, or the states in it."""

    state: WalkState
    settled: WalkState  # how it stood before everything that what comes next may still judge otherwise

    @classmethod
    def of(cls, record: r.Transcript, rulebook: Rulebook, remembers: bool = False) -> Walk:
        """The walk at the end of a record; where rounds are left out, everybody does something unknown in them."""
        record = with_gaps(record)
        return cls.through(record, open_record(record, rulebook), remembers)

    @classmethod
    def through(
        cls, record: r.Transcript, opening: Opening, remembers: bool = False, overlooked: Overlooked | None = None
    ) -> Walk:
        """The same where it is known how the record begins, and with something left out of account."""
        findings = Findings(opening.engine.rulebook)
        begun = WalkState(opening, record, findings, sure=() if remembers else None, overlooked=overlooked or Overlooked())
        return cls(judged(begun, record), begun)

    def after(self, *items: r.Item) -> Walk:
        """The walk after these, the next in the record."""
        if not items:
            return self
        state = self.state
        record = state.transcript.followed_by(items)
        if any(map(self._begins_otherwise, items)):
            return Walk.through(record, open_record(record, state.engine.rulebook), state.sure is not None)
        start = self.settled if self._is_pending(items) else state
        return Walk(judged(start, record), start)

    def next(self, *items: r.Item) -> WalkState:
        """The state after these, with the findings about them alone: all that came before stays as it was judged."""
        return judged(self._before(items), self.state.transcript.followed_by(items))

    def _before(self, items: tuple[r.Item, ...]) -> WalkState:
        """The state here, in the knowledge that these come next."""
        state = self.state
        if not any(map(self._begins_otherwise, items)):
            return state
        record = state.transcript.followed_by(items)
        begun = WalkState(open_record(record, state.engine.rulebook), record, Findings(state.engine.rulebook))
        RecordJudge(begun).go_on(len(state.transcript.items))
        return evolve(begun, transcript=state.transcript)

    def asked(self, clause: r.Clause) -> WalkState:
        """The state after a clause that is asked about, made in the turn that it is: it ends no other turn. It need not mark a
        surfacing."""
        state = self._before((clause,))
        every = state.transcript.items
        kept = [item for item in every if not (isinstance(item, r.Header) and item.key == "surfacings")]
        new = state.going_on(r.Transcript((*kept, clause), state.transcript.fugitive, state.transcript.file))
        new.place -= len(every) - len(kept)
        new.misheard = True  # nobody writes down what is heard then
        new.__dict__["segment"] = [*state.segment, state.segment[-1] if state.segment else 0]
        RecordJudge(new).go_on()
        return new

    def claiming(self, result: str) -> Walk:
        """The walk of a record that says, among its headers, how the game ended."""
        record = self.state.transcript
        at = max((at + 1 for at, item in enumerate(record.items) if isinstance(item, r.Header)), default=0)
        items = (*record.items[:at], r.Header("result", result), *record.items[at:])
        new = self.state.going_on(r.Transcript(items, record.fugitive, record.file))
        new.place += 1
        new.told = new.told and [(place + (place >= at), told) for place, told in new.told]
        return Walk(new, new)

    def written(self, record: r.Transcript) -> Walk:
        """The walk of a record that says the same in other words."""
        new = evolve(self.state, transcript=record)
        return Walk(new, new)

    def standing(self, worlds: Iterable[World]) -> Walk:
        """The walk if only these positions were possible."""
        new = evolve(self.state, worlds=list(worlds))
        return Walk(new, new)

    def supposing(self, worlds: Iterable[World]) -> Walk:
        """The walk if these were the possible positions, other ones than the record leads to: nobody had to sit out in them."""
        new = evolve(self.state, worlds=list(worlds), sat_out={})
        return Walk(new, new)

    @property
    def unheard(self) -> Walk:
        """The walk if nobody writes down any more what is heard."""
        if not self.state.transcript.tells_what_was_heard:
            return self
        new = evolve(self.state, misheard=True)
        return Walk(new, new)

    @cached_property
    def end(self) -> WalkState:
        """The state if nothing more comes, with all findings."""
        state = self.state
        if state.transcript.tells_what_was_heard:
            state = state.copy()
            RecordJudge(state).conclude()
        found = state.findings.whole()
        return state if found is state.findings else evolve(state, findings=found)

    # -- what has come before
    def _is_pending(self, items: tuple[r.Item, ...]) -> bool:
        """Whether something that has happened is judged by the first of these."""
        state = self.state
        segment = state.segment
        if segment and state.foresaw == segment[-1]:
            return True
        first = next((item for item in items if isinstance(item, r.Happened | r.Hears)), None)
        if first is None:
            return False
        return isinstance(first, r.Hears) or _acts(first) or isinstance(state.transcript.last, r.Draw)

    def _begins_otherwise(self, item: r.Item) -> bool:
        """Whether a record with this is another one from its first clause on: it has the first number of a round, the first
        announcement, or the first entry that is hidden, says that something is not known, or asks what was done unseen."""
        record = self.state.transcript
        match item:
            case r.RoundMark():
                return bool(record.clauses) and not record.round_numbers
            case r.Hears(piece=piece):
                return not record.tells_what_was_heard or (bool(piece) and piece not in record.ears)
            case r.Header(key=key):
                return key != "result"
            case r.Clause():
                return self._lacks(item) or (bool(self.state.engine.rulebook.facts.unseen) and self._is_first(item))
        return False

    def _lacks(self, clause: r.Clause) -> bool:
        """Whether it says that nobody wrote down what was done, or is the first to lack something of a pursuer's ride."""
        his = clause.piece == self.state.transcript.fugitive
        for part in clause.parts:
            if isinstance(part, r.Unwritten):
                return True
            if isinstance(part, r.Ride) and not his and self.state.engine.complete and None in (part.to, part.ticket):
                return True
        return False

    def _is_first(self, clause: r.Clause) -> bool:
        """Where things can be done unseen: whether this asks for them, or is the first that is hidden in his log."""
        record, asking = self.state.transcript, self.state.engine.rulebook.facts.asking_secrets
        if any(isinstance(part, r.Act) and part.action in asking for part in clause.parts):
            return True
        return clause.piece == record.fugitive and not record.is_public and hides_entry(clause) and not hides(record)


def judged(state: WalkState, record: r.Transcript) -> WalkState:
    """The state at the end of this record, of which a beginning was judged up to this state."""
    new = state.going_on(record)
    RecordJudge(new).go_on()
    return new


def _acts(said: r.Item) -> bool:
    """Whether this is an action within a turn, which then was not over before it."""
    first = said.parts[0] if isinstance(said, r.Clause) else None
    return isinstance(first, r.Act) and first.form.place == "during"
