"""What the table saw of a record: surfacings and their marks, answers and their truth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from adjudicator.check.base import Base, Entry
from adjudicator.check.reading import Unread, read_step
from adjudicator.engine.compile import FIELDS, bits_of
from adjudicator.engine.judging import unknown
from adjudicator.engine.layout import ENTRIES
from adjudicator.engine.steps import Ride
from adjudicator.engine.turns import Cells
from adjudicator.language import tree as t
from adjudicator.language.walking import walk
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook

COUNTED = ("entry", "round")  # the same in all worlds that fit a record so far


@lru_cache(maxsize=64)
def differing(rulebook: Rulebook) -> frozenset[str]:
    """Fields of an entry that are shown or hidden by something else than a count of entries or rounds."""
    found: set[str] = set()
    for _, one in rulebook.statements(t.Show, t.Hide):
        if isinstance(one, t.Show | t.Hide) and one.when is not None:
            found |= set(one.fields) if set(_names(one.when, rulebook)) - set(COUNTED) else set()
    for _, one in rulebook.statements(t.On):
        found |= {name for node in walk(one) if isinstance(node, t.ShowLast) for name in node.fields}
    return frozenset(found)


def _names(node: t.Expression, rulebook: Rulebook) -> Iterator[str]:
    """The names that a condition speaks of, terms unfolded; numbers of the variant are the same at every table."""
    for inner in walk(node):
        if isinstance(inner, t.Name | t.Call):
            meaning = rulebook.scope.names.get(inner.name)
            if meaning is not None and meaning.what == "term" and meaning.body is not None:
                yield from _names(meaning.body, rulebook)
            elif meaning is None or meaning.what != "number":
                yield inner.name


class Seen(Base):
    def _after(self, index: int, number: int, part: r.Step, piece: int, before: list[Cells]) -> None:
        if piece == 0 and self._writes(part) and self.p[ENTRIES] > before[0][ENTRIES]:
            self._entry(index, number, part)
        elif piece == 0 and isinstance(part, r.Act) and part.form.place == "with" and self.entries:
            self._disclose(self.entries[-1], part)
        self._uncover()
        if isinstance(part, r.Act) and part.form.has_answer:
            self._answer(part, piece, before)

    def _uncover(self) -> None:
        """What a step has brought to light of the last entry."""
        cell = self.opening.table.layout.uncovered
        if cell and self.entries and self.p[cell] & ~self.entries[-1].shown:
            self._brought_to_light(self.p[cell])

    def _entry(self, index: int, number: int, part: r.Step) -> None:
        entry = Entry(index, number, self.p[ENTRIES], 0)
        self.entries.append(entry)
        parts = self.transcript.clauses[index].parts
        joined = parts[number + 1] if number + 1 < len(parts) else None
        if isinstance(joined, r.Act) and joined.form.place == "with":
            return  # what is joined decides what is shown
        self._disclose(entry, part)

    def _disclose(self, entry: Entry, last: r.Step) -> None:
        """What the table sees of an entry, and whether the record marks it so."""
        part = self.transcript.clauses[entry.clause].parts[entry.part]
        marked = bool(getattr(part, "mark", False))
        self._only_those_seen(part, marked, self._shown_next(entry))
        entry.shown = self._shown_in(self.p, part)
        must = bool(entry.shown & FIELDS["station"])
        entry.shown |= self._shown_next(entry)
        entry.surfaced = bool(entry.shown & FIELDS["station"])
        if not self._may_be_seen(part):
            self._mark(marked, must, entry)

    def _may_be_seen(self, part: r.Step) -> bool:
        """Whether nobody can say if he is seen, because the board does not tell; that is noted."""
        referee, p = self.opening.referee, self.p
        if referee.complete:
            return False
        layout = self.opening.table.layout
        here = p[layout.station]
        mode, left = p[layout.last_line : layout.last_line + 2] if layout.last_line else (-1, here)
        values = (p, 0, self._ticket(part), mode, left, here, (), here, p[ENTRIES])
        doubts = list(referee.turns.doubts.shown(self._events(part), *values))
        for rule, datum in doubts:
            self.findings.open(unknown(rule, datum))
        return bool(doubts)

    def _events(self, part: r.Step) -> set[str]:
        """What an entry is to the rules."""
        if isinstance(part, r.Ride):
            return {"entry", "ride"}
        return {"entry", part.action} if isinstance(part, r.Act) else set()

    def _ticket(self, part: r.Step) -> int:
        return self.opening.table.layout.symbols.get(part.ticket or "", -1) if isinstance(part, r.Ride) else -1

    def _shown_in(self, p: Cells, part: r.Step) -> int:
        """What of this entry the table sees, if this is what happened."""
        layout = self.opening.table.layout
        here = p[layout.station]
        shown: int = self.opening.table.hooks["shows"](p, self._events(part), self._ticket(part), -1, here, here, ())
        return shown | (p[layout.uncovered] if layout.uncovered else 0)

    def _only_those_seen(self, part: r.Step, marked: bool, at_will: int) -> None:
        """Whether he is seen may depend on where he is: a mark, or its absence where all are marked, tells worlds apart."""
        all_marked = self.transcript.surfacings_marked and not self.findings.seen_by_default
        if len(self.worlds) < 2 or not (marked or all_marked) or at_will & FIELDS["station"]:
            return
        if not self._differs("station"):
            return
        fitting = [p for p in self.worlds if bool(self._shown_in(p, part) & FIELDS["station"]) == marked]
        self.worlds = fitting or self.worlds

    def _differs(self, field: str) -> bool:
        """Whether the table may see this of an entry in one world and not in another, with as many entries and rounds."""
        return field in differing(self.findings.rulebook)

    def _shown_next(self, entry: Entry) -> int:
        """What is shown at will right after an entry, by the actions joined to it."""
        shown = 0
        for part in self.transcript.clauses[entry.clause].parts[entry.part + 1 :]:
            if self._writes(part):
                break
            shown |= self._shown_by(part) if isinstance(part, r.Act) else 0
        return shown

    def _shown_by(self, part: r.Act) -> int:
        """What of the last entry an action makes public."""
        statements = self.findings.rulebook.actions[part.action].rule.statements
        effects = [effect for one in statements if isinstance(one, t.Then) for effect in one.effects]
        shows = [one for one in effects if isinstance(one, t.ShowLast) and one.audience in ("all", "pursuers")]
        return bits_of(tuple(name for one in shows for name in one.fields))

    def _mark(self, marked: bool, must: bool, entry: Entry) -> None:
        if marked and not entry.surfaced:
            self.findings.doubt(entry.number, f"he does not surface on entry {entry.number}")
        elif must and not marked and self.transcript.surfacings_marked and not self.findings.seen_by_default:
            self.findings.illegal("surfacing-mark", f"he surfaces on entry {entry.number}, which is not marked")

    def _answer(self, part: r.Act, piece: int, before: list[Cells]) -> None:
        """An answer must be true; where the truth is hidden, it tells which worlds are possible."""
        if part.answer is None:
            return
        kept, truths = [], set()
        step = read_step(part, piece, self.opening)
        for p_before, p in zip(before, self.worlds, strict=False):
            if isinstance(step, Unread | Ride):
                kept.append(p)
                continue
            truth, datum = self.opening.judge.answer(p_before if piece else p, step)
            if datum is not None:
                self.findings.open(unknown("answer", datum))
                kept.append(p)
                continue
            truths.add(truth)
            if truth is None or _same_words(truth, part.answer):
                kept.append(p)
        if kept:
            self.worlds = kept
            return
        said = " or ".join(sorted(str(truth) for truth in truths))
        hidden = len(before) > 1
        message = (
            f"no possible station fits the answer `{part.answer}`"
            if hidden
            else f"the true answer is `{said}`, not `{part.answer}`"
        )
        self.findings.illegal("answer", message, facts={"answer": part.answer})


def _same_words(one: str, other: str) -> bool:
    return sorted(one.lower().replace("/", " ").split()) == sorted(other.lower().replace("/", " ").replace(",", " ").split())
