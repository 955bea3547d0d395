"""A record that grows, judged as it grows: each longer one is continued from the end of the one before it.

The result is the same as judging the longer record from its beginning. A clause may be judged by what follows it (an
action in the same turn, a piece that still moves in the same round); where that is so, the judge goes back to before it.
"""

from __future__ import annotations

from attrs import define, evolve, field

from adjudicator.judge.record_judge import RecordJudge
from adjudicator.judge.start_position import Opening, open_record
from adjudicator.judge.walk_state import WalkState
from adjudicator.judge.worlds import last_asked
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

Said = r.Clause | r.TurnEnd | r.Draw | r.Withdrawal
HEAD = 1  # the line of all headers, where things that happened have their own lines


def said_in(record: r.Transcript) -> list[tuple[int, Said]]:
    """Everything that happened in a record, with its place among the items."""
    return [(place, item) for place, item in enumerate(record.items) if isinstance(item, Said)]


def heard_at(record: r.Transcript, place: int) -> int:
    """How many items of a record there are up to what happened at this place, with what was heard of it."""
    place += 1
    while place < len(record.items) and isinstance(record.items[place], r.Hears):
        place += 1
    return place


def hides(record: r.Transcript) -> bool:
    """Whether a record does not show where the fugitive was."""
    his = (clause for clause in record.clauses if clause.piece == record.fugitive)
    return any(isinstance(part, r.Ride) and part.to is None for clause in his for part in clause.parts)


def began(record: r.Transcript, places: int) -> r.Transcript:
    """The first items of a record, as it stood when nobody had written how the game ended."""
    kept = [item for item in record.items[:places] if not (isinstance(item, r.Header) and item.key == "result")]
    return r.Transcript(tuple(kept), record.fugitive, record.file)


def in_lines(record: r.Transcript) -> r.Transcript:
    """The record with a line for each thing that happened, and one for the headers: findings point to these, however the
    record was written, and those of a view, too, which was written nowhere."""
    line, items = HEAD + 1, list[r.Item]()
    for item in record.items:
        items.append(_on_line(item, HEAD if isinstance(item, r.Header) else line))
        line += isinstance(item, Said)
    return r.Transcript(tuple(items), record.fugitive, record.file)


def _on_line(item: r.Item, line: int) -> r.Item:
    if isinstance(item, r.Clause):
        return evolve(item, line=line, parts=tuple(evolve(part, below=0) for part in item.parts))
    if isinstance(item, r.Header) and item.key == "start":
        return evolve(item, line=line, content=tuple(evolve(start, line=0) for start in item.content))
    return evolve(item, line=line)


@frozen(eq=False)
class _Stand:
    """Where the judge stood when he had judged so many of the things that happened."""

    state: WalkState
    said: tuple[Said, ...]
    marks: tuple[int, ...]
    hides: bool
    asked: int  # up to which clause it matters what pursuers did unseen

    def fits(self, record: r.Transcript, said: tuple[Said, ...], marks: tuple[int, ...], opening: Opening) -> bool:
        """Whether this record would have been judged alike so far."""
        done = len(self.said)
        if not done or self.hides != hides(record) or self.state.engine is not opening.engine:
            return False
        if self.asked != last_asked(record, opening.engine.rulebook):
            return False
        if said[:done] != self.said or marks[:done] != self.marks or bool(marks) != bool(self.marks):
            return False
        following = said[done] if done < len(said) else None
        if isinstance(self.said[-1], r.Draw) or _acts(following):
            return False
        state = self.state
        if state.misheard or _heard(record, done) != _heard(state.transcript, done):
            return False  # the announcements of a clause come after it
        return state.foresaw != state.segment[len(state.transcript.clauses) - 1]


def _heard(record: r.Transcript, done: int) -> list[r.Hears]:
    """The announcements before the event that follows so many others."""
    found = list[r.Hears]()
    for item in record.items:
        if isinstance(item, Said):
            if not done:
                break
            done -= 1
        elif isinstance(item, r.Hears):
            found.append(item)
    return found


def _acts(said: Said | None) -> bool:
    """Whether this is an action within a turn, which then was not over before it."""
    first = said.parts[0] if isinstance(said, r.Clause) else None
    return isinstance(first, r.Act) and first.form.place == "during"


@define(eq=False)
class GrowingRecord:
    rulebook: Rulebook
    _stands: list[_Stand] = field(factory=list)

    def judged(self, record: r.Transcript) -> WalkState:
        """The judge at the end of a record, of which he may have judged the beginning before."""
        placed = said_in(record)
        said, marks = tuple(one for _, one in placed), _marks(record)
        opening = open_record(record, self.rulebook)
        while self._stands and not self._stands[-1].fits(record, said, marks, opening):
            self._stands.pop()
        if not self._stands:
            state = RecordJudge.of(record, self.rulebook, remembers=True).run().state
        else:
            state = self._resumed(record, [place for place, _ in placed], said)
        self._stands.append(_Stand(state, said, marks, hides(record), last_asked(record, self.rulebook)))
        return state

    def _resumed(self, record: r.Transcript, places: list[int], said: tuple[Said, ...]) -> WalkState:
        stand = self._stands[-1]
        done = len(stand.said)
        judge = RecordJudge(evolve(stand.state.copy(), transcript=record))
        clauses = sum(isinstance(one, r.Clause) for one in said[:done])
        return judge.run_from(places[done - 1] + 1, clauses).state


def _marks(record: r.Transcript) -> tuple[int, ...]:
    """Under the how manieth round number each thing that happened is written; nothing where rounds are not numbered."""
    found, count = list[int](), 0
    for item in record.items:
        count += isinstance(item, r.RoundMark)
        if isinstance(item, Said):
            found.append(count)
    return tuple(found) if count else ()
