"""Judging as a fold: a walk is a record judged up to a point, and `after` continues it with the next items.

A later clause may affect how an earlier one is judged: a missing piece may still move in the same round, an action may follow
in the same turn, or an announcement. Until then the clause is pending: a walk keeps the state before all pending items, and
judges them again with the new ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from attrs import evolve

from adjudicator.judge import worlds as w
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
    """A record judged up to its last item. Walks and the states in them are never changed."""

    state: WalkState
    settled: WalkState  # the state before all pending items

    @classmethod
    def of(cls, record: r.Transcript, rulebook: Rulebook, remembers: bool = False) -> Walk:
        """The walk at the end of a record; in missing rounds, every piece does something unknown."""
        record = with_gaps(record)
        return cls.through(record, open_record(record, rulebook), remembers)

    @classmethod
    def through(
        cls, record: r.Transcript, opening: Opening, remembers: bool = False, overlooked: Overlooked | None = None
    ) -> Walk:
        """The walk at the end of a record with this opening, with some facts overlooked."""
        findings = Findings(opening.engine.rulebook)
        begun = WalkState(opening, record, findings, sure=() if remembers else None, overlooked=overlooked or Overlooked())
        return cls(judged(begun, record), begun)

    def after(self, *items: r.Item) -> Walk:
        """The walk after these items, which come next in the record."""
        if not items:
            return self
        state = self.state
        record = state.transcript.followed_by(items)
        if any(map(self._begins_otherwise, items)):
            return Walk.through(record, open_record(record, state.engine.rulebook), state.sure is not None)
        start = self.settled if self._is_pending(items) else state
        return Walk(judged(start, record), start)

    def next(self, *items: r.Item) -> WalkState:
        """The state after these items, with only the findings about them: earlier items are not judged again."""
        return judged(self._before(items), self.state.transcript.followed_by(items))

    def _before(self, items: tuple[r.Item, ...]) -> WalkState:
        """The present state, if these items come next."""
        state = self.state
        if not any(map(self._begins_otherwise, items)):
            return state
        record = state.transcript.followed_by(items)
        begun = WalkState(open_record(record, state.engine.rulebook), record, Findings(state.engine.rulebook))
        RecordJudge(begun).go_on(len(state.transcript.items))
        return evolve(begun, transcript=state.transcript)

    def asked(self, clause: r.Clause) -> WalkState:
        """The state after a clause that a question is about, made in the present turn: it ends no other turn, and need not mark
        a surfacing."""
        state = self._before((clause,))
        every = state.transcript.items
        kept = [item for item in every if not (isinstance(item, r.Header) and item.key == "surfacings")]
        new = state.going_on(r.Transcript((*kept, clause), state.transcript.fugitive, state.transcript.file))
        new.place -= len(every) - len(kept)
        new.misheard = True  # what is heard then is not written
        new.__dict__["segment"] = [*state.segment, state.segment[-1] if state.segment else 0]
        RecordJudge(new).go_on()
        return new

    def claiming(self, result: str) -> Walk:
        """The walk of this record with a result among its headers."""
        record = self.state.transcript
        at = max((at + 1 for at, item in enumerate(record.items) if isinstance(item, r.Header)), default=0)
        items = (*record.items[:at], r.Header("result", result), *record.items[at:])
        new = self.state.going_on(r.Transcript(items, record.fugitive, record.file))
        new.place += 1
        new.told = new.told and [(place + (place >= at), told) for place, told in new.told]
        return Walk(new, new)

    def written(self, record: r.Transcript) -> Walk:
        """The walk of a record with the same contents in another form."""
        new = evolve(self.state, transcript=record)
        return Walk(new, new)

    def standing(self, worlds: Iterable[World]) -> Walk:
        """The walk if only these positions were possible."""
        new = evolve(self.state, worlds=list(worlds))
        return Walk(new, new)

    def supposing(self, worlds: Iterable[World]) -> Walk:
        """The walk if these were the possible positions, which the record does not lead to: no piece had to sit out in them."""
        new = evolve(self.state, worlds=list(worlds), sat_out={})
        return Walk(new, new)

    @property
    def unheard(self) -> Walk:
        """The walk if announcements are no longer written down."""
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
        """Whether the first of these items affects how earlier items are judged."""
        state = self.state
        segment = state.segment
        if segment and state.foresaw == segment[-1]:
            return True
        first = next((item for item in items if isinstance(item, r.Happened | r.Hears)), None)
        if first is None:
            return False
        if self._may_continue_a_turn(first):
            return True
        return isinstance(first, r.Hears) or _acts(first) or isinstance(state.transcript.last, r.Draw)

    def _may_continue_a_turn(self, said: r.Item) -> bool:
        """Whether this can be the next entry of a turn of several that he began unseen."""
        state = self.state
        last, his = state.transcript.last, state.transcript.fugitive
        two = isinstance(said, r.Clause) and isinstance(last, r.Clause) and said.piece == last.piece == his
        return two and w.may_write_unseen(state.engine)

    def _begins_otherwise(self, item: r.Item) -> bool:
        """Whether a record with this item must be judged from its beginning: it has the first round number, the first
        announcement, or the first hidden entry, lacks some data, or depends on unseen actions."""
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
        """Whether a clause is unwritten, or lacks something of a pursuer's ride for the first time."""
        his = clause.piece == self.state.transcript.fugitive
        for part in clause.parts:
            if isinstance(part, r.Unwritten):
                return True
            if isinstance(part, r.Ride) and not his and self.state.engine.complete and None in (part.to, part.ticket):
                return True
        return False

    def _is_first(self, clause: r.Clause) -> bool:
        """If unseen actions are possible: whether this clause depends on them, or is the first hidden one in his log."""
        record, asking = self.state.transcript, self.state.engine.rulebook.facts.asking_secrets
        if any(isinstance(part, r.Act) and part.action in asking for part in clause.parts):
            return True
        return clause.piece == record.fugitive and not record.is_public and hides_entry(clause) and not hides(record)


def judged(state: WalkState, record: r.Transcript) -> WalkState:
    """The state at the end of this record, of which `state` is at an earlier point."""
    new = state.going_on(record)
    RecordJudge(new).go_on()
    return new


def _acts(said: r.Item) -> bool:
    """Whether this is an action within a turn, so that the turn was not over before it."""
    first = said.parts[0] if isinstance(said, r.Clause) else None
    return isinstance(first, r.Act) and first.form.place == "during"
