"""The parts of a record that the table saw: surfacings and their marks, answers and their truth."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import and_, or_

from adjudicator.engine import RIDDEN, STATION, TICKET, Cells, Ride, unknown
from adjudicator.judge.answer_words import answer_words, is_answer
from adjudicator.judge.walk_state import Entry, WalkState
from adjudicator.judge.worlds import World
from adjudicator.judge.written_steps import Unread, read_step, writes
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen


@frozen(eq=False)
class Disclosure:
    state: WalkState

    @property
    def _rulebook(self) -> Rulebook:
        return self.state.engine.rulebook

    def after(self, index: int, number: int, part: r.Step, piece: int, before: list[World]) -> None:
        """Judge which parts of a step that was just made the table saw."""
        state = self.state
        if piece == 0 and writes(part) and state.ledger.entries(state.p) > state.ledger.entries(before[0].cells):
            self._entry(index, number, part)
        elif piece == 0 and isinstance(part, r.Act) and part.form.place == "with" and state.entries:
            self._disclose(state.entries[-1])
        if isinstance(part, r.Act) and part.form.has_answer:
            self._answer(part, piece, before)

    def uncover(self) -> None:
        """Compare the parts of the last entry that steps have uncovered with those in the record."""
        state, uncovered = self.state, self.state.ledger.uncovered
        if not (self._rulebook.facts.uncovers and state.entries):
            return
        part = self._last
        if isinstance(part, r.Ride) and part.to is None and not state.entries[-1].is_blotted(part):  # nobody has seen him there
            state.worlds = [one for one in state.worlds if not uncovered(one.cells) & STATION] or state.worlds
        fields = [uncovered(one.cells) for one in state.worlds]
        known = STATION if state.transcript.is_public or getattr(part, "mark", False) else 0
        certain = reduce(and_, fields) | (reduce(or_, fields) & known)
        if certain & ~state.entries[-1].shown:
            state.bring_to_light(certain)

    def move_on(self) -> None:
        """Before the next entry, keep only worlds in which he was uncovered, if the last entry is marked."""
        state, uncovered = self.state, self.state.ledger.uncovered
        if len(state.worlds) > 1 and state.entries and not state.entries[-1].surfaced and getattr(self._last, "mark", False):
            state.worlds = [one for one in state.worlds if uncovered(one.cells) & STATION] or state.worlds

    @property
    def _last(self) -> r.Step:
        """The last entry in the record."""
        entry = self.state.entries[-1]
        return self.state.transcript.clauses[entry.clause].parts[entry.part]

    # -- entries
    def _entry(self, index: int, number: int, part: r.Step) -> None:
        state = self.state
        entry = Entry(index, number, state.ledger.entries(state.p), 0)
        state.entries.append(entry)
        parts = state.transcript.clauses[index].parts
        joined = parts[number + 1] if number + 1 < len(parts) else None
        if isinstance(joined, r.Act) and joined.form.place == "with":
            return  # the joined action decides what is shown
        self._disclose(entry)

    def _disclose(self, entry: Entry) -> None:
        """The visible parts of an entry, and whether the record marks them."""
        state = self.state
        part = state.transcript.clauses[entry.clause].parts[entry.part]
        marked, at_will = bool(getattr(part, "mark", False)), self._shown_next(entry)
        if state.hangs_on_secrets(t.Show, t.Hide):
            entry.shown = self._shown_by_record(part, marked) | at_will
            entry.surfaced = bool(entry.shown & STATION)
            return
        self._only_those_seen(part, marked, at_will)
        entry.shown = self._shown_by(part)(state.p)
        must = bool(entry.shown & STATION)
        entry.shown |= at_will
        entry.surfaced = bool(entry.shown & STATION)
        if not self._may_be_seen(part):
            self._mark(marked, must, entry)
        self._only_those_paid(part, at_will)

    def _shown_by_record(self, part: r.Step, marked: bool) -> int:
        """The fields of an entry that the table sees, if secrets of worlds that were left out may decide: the record alone
        tells."""
        return self._shown_by(part)(self.state.p) & ~STATION | (STATION if marked else 0)

    def _may_be_seen(self, part: r.Step) -> bool:
        """Whether it cannot be decided if he is seen, because the board lacks data. Each such rule is noted."""
        doubts = self.state.engine.doubtful_shows(self.state.p, _events(part), self._ticket(part))
        for rule, datum in doubts:
            self.state.findings.open(unknown(rule, datum))
        return bool(doubts)

    def _ticket(self, part: r.Step) -> int:
        return self.state.engine.seating.symbols.get(part.ticket or "", -1) if isinstance(part, r.Ride) else -1

    def _shown_by(self, part: r.Step) -> Callable[[Cells], int]:
        """The function that returns the fields of an entry that the table sees in a world. A hidden ticket may differ between
        worlds."""
        shown, last_ticket = self.state.engine.shown, self.state.ledger.last_ticket
        events, ticket = _events(part), self._ticket(part)
        if isinstance(part, r.Ride) and part.ticket is None:
            return lambda p: shown(p, events, last_ticket(p))
        return lambda p: shown(p, events, ticket)

    def _only_those_seen(self, part: r.Step, marked: bool, at_will: int) -> None:
        """Keep the worlds in which he is seen as the record shows. A mark, its absence if all are marked, or a missing station
        tells worlds apart. If the record lacks a ticket that the table saw, the entry is a blot."""
        state, unknown_station = self.state, isinstance(part, r.Ride) and part.to is None
        unknown_ticket = unknown_station and isinstance(part, r.Ride) and part.ticket is None and part.mode is None
        if len(state.worlds) < 2 or not (marked or self.marks_all or unknown_station) or at_will & STATION:
            return
        facts = self._rulebook.facts
        if "station" not in facts.shown_differently or (marked and "station" in facts.shown_unseen):
            return
        hides = STATION | TICKET if unknown_ticket and not marked and not self.marks_all else STATION
        wanted, shown = STATION if marked else 0, self._shown_by(part)
        state.worlds = [one for one in state.worlds if shown(one.cells) & hides == wanted] or state.worlds

    def _only_those_paid(self, part: r.Step, at_will: int) -> None:
        """Keep the worlds in which his ticket is seen as the record shows. A ticket that is uncovered later reveals nothing."""
        state, facts = self.state, self._rulebook.facts
        if len(state.worlds) < 2 or "ticket" not in facts.shown_differently or "ticket" in facts.shown_later:
            return
        if isinstance(part, r.Ride) and part.to is None:
            told = part.ticket is not None or part.mode is not None
            shown = self._shown_by(part)
            fitting = [world for world in state.worlds if bool((shown(world.cells) | at_will) & TICKET) == told]
            state.worlds = fitting or state.worlds

    def _shown_next(self, entry: Entry) -> int:
        """The parts that the actions of an entry show at will, right after it."""
        shown = 0
        for part in self.state.transcript.clauses[entry.clause].parts[entry.part + 1 :]:
            if writes(part):
                break
            shown |= self.state.engine.shown_by(self._rulebook.actions[part.action]) if isinstance(part, r.Act) else 0
        return shown

    @property
    def marks_all(self) -> bool:
        """Whether the record says that it marks every surfacing."""
        return self.state.transcript.surfacings_marked and not self._rulebook.facts.seen_by_default

    def _mark(self, marked: bool, must: bool, entry: Entry) -> None:
        if marked and not entry.surfaced:
            self.state.findings.doubt_mark(entry.number, f"he does not surface on entry {entry.number}")
        elif must and not marked and self.marks_all:
            self.state.findings.failed("surfacing-mark", f"he surfaces on entry {entry.number}, which is not marked")

    # -- answers
    def _answer(self, part: r.Act, piece: int, before: list[World]) -> None:
        """Judge an answer, which must be true. If the truth is hidden, keep the worlds in which it is."""
        state = self.state
        if part.answer is None or (state.lost and state.findings.rests_on_doubt(part.action)):
            return  # it may be true in worlds that were left out
        words = answer_words(self._rulebook.actions[part.action].rule, state.engine.board)
        if not is_answer(part.answer, words):
            message = f"`{part.answer}` is not an answer to `{part.form.written}`: it has to be one of {', '.join(words)}"
            state.findings.failed("answer", message, facts={"answer": part.answer})
            return
        kept, truths = list[World](), set[str | None]()
        step = read_step(part, piece, state.engine)
        for earlier, world in zip(before, state.worlds, strict=False):
            if isinstance(step, Unread | Ride):
                kept.append(world)
                continue
            truth, datum = state.engine.refusals.answer(earlier.cells if piece else world.cells, step)
            if datum is not None:
                if state.findings.wants("answer"):
                    state.findings.open(unknown(self._rulebook.facts.checks["answer"].id, datum), check="answer")
                kept.append(world)
                continue
            truths.add(truth)
            if truth is None or _same_words(truth, part.answer):
                kept.append(world)
        if kept:
            state.worlds = kept
            return
        said = " or ".join(sorted(str(truth) for truth in truths))
        message = f"the true answer is `{said}`, not `{part.answer}`"
        if len(before) > 1:
            message = f"no possible station fits the answer `{part.answer}`"
        state.findings.failed("answer", message, facts={"answer": part.answer})


def _events(part: r.Step) -> frozenset[str]:
    """The events that an entry counts as in the rules."""
    if isinstance(part, r.Ride):
        return RIDDEN
    return frozenset({"entry", part.action}) if isinstance(part, r.Act) else frozenset()


def _same_words(one: str, other: str) -> bool:
    return sorted(one.lower().replace("/", " ").split()) == sorted(other.lower().replace("/", " ").replace(",", " ").split())
