"""Clause by clause through a record: whose turn it was, what was done, what follows. Goes on after every breach as if it had been
played, and tells each thing once.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from adjudicator.check import worlds as w
from adjudicator.check.findings import Findings
from adjudicator.check.opening import Opening
from adjudicator.check.reading import Unread, read_step
from adjudicator.engine.compile import FIELDS
from adjudicator.engine.judging import Judged, Reason
from adjudicator.engine.layout import ENTRIES, LEFT, OVER, ROUND, STAYED, UNKNOWN
from adjudicator.engine.steps import Act, Resign, Ride, Stay
from adjudicator.engine.turns import Cells, Notes
from adjudicator.record import transcript as r

PASSED = STAYED + 1  # in the cell of moves: the record let this piece pass, or moved it at another time


@define
class Entry:
    """One entry of the log as the walk met it: where it stands in the record, and what of it has become public."""

    clause: int
    part: int
    number: int
    shown: int  # a sum of FIELDS


@define
class Walk:
    opening: Opening
    transcript: r.Transcript
    findings: Findings
    worlds: list[Cells] = field(factory=list)
    entries: list[Entry] = field(factory=list)
    segment: dict[int, int] = field(factory=dict)  # clause -> the numbered round it was written under
    _offset: int = 0  # how far the record's round numbers are off, told once
    _notes: Notes = field(factory=list)
    _told_end: bool = False
    _begun: dict[int, int] = field(factory=dict)  # round -> the part of the record in which it began
    _early: list[int] = field(factory=list)  # pieces that moved before their side's turn

    # -- the whole record
    def run(self, upto: int | None = None) -> Walk:
        self._begin()
        self._segments()
        marks = iter(self.transcript.items)
        mark: r.RoundMark | None = None
        index = 0
        for item in marks:
            if isinstance(item, r.RoundMark):
                mark = item
            elif isinstance(item, r.Clause):
                if upto is not None and index >= upto:
                    break
                self._clause(index, item, mark)
                mark, index = None, index + 1
        return self

    @property
    def p(self) -> Cells:
        return self.worlds[0]

    def _begin(self) -> None:
        found = w.beginnings(self.opening)
        if not found:
            self.findings.illegal("start-card", "there is no station left on which the fugitive could start")
            found = [self.opening.position]
        if self.opening.turn_begins:
            for p in found:
                self.opening.referee.turns.open(p, self._notes)
        self._each(found, lambda p: self.opening.referee.turns.settle(p, self._notes))
        self._take_notes()

    def _segments(self) -> None:
        """Clauses between two round numbers belong together; without numbers, a clause of the fugitive begins a round."""
        numbered = any(isinstance(item, r.RoundMark) for item in self.transcript.items)
        number, index = 0, 0
        for item in self.transcript.items:
            if isinstance(item, r.RoundMark):
                number += 1
            elif isinstance(item, r.Clause):
                if (
                    not numbered
                    and item.piece == self.transcript.fugitive
                    and any(
                        isinstance(step, r.Ride) or (isinstance(step, r.Act) and step.form.place in ("turn", "entry"))
                        for step in item.parts
                    )
                ):
                    number += 1
                self.segment[index] = number
                index += 1

    # -- one clause
    def _clause(self, index: int, clause: r.Clause, mark: r.RoundMark | None) -> None:
        self.findings.at(clause)
        piece = self.opening.table.layout.pieces[clause.piece]
        self._live_on(index)
        if all(p[OVER] for p in self.worlds):
            self.findings.round = self.p[ROUND]
            self._after_the_end(clause)
            return
        self._give_turn(index, clause, piece)
        if all(p[OVER] for p in self.worlds):
            self._after_the_end(clause)
            return
        self.findings.round = self.p[ROUND]
        self._round_number(mark)
        self._begun.setdefault(self.p[ROUND], self.segment[index])
        for number, step in enumerate(clause.parts):
            if self._step(index, number, clause, piece, step) == "over":
                break
        self._settle()
        self._take_notes()

    def _settle(self) -> None:
        """What follows of itself. Who moved out of turn has had his move when his turn comes."""
        turns = self.opening.referee.turns
        self._each(self.worlds, lambda p: p if p[OVER] else turns.settle(p, self._notes))
        if self._early and turns.side(self.p) == "pursuers" and not self.p[OVER]:
            self._excused(*self._early)
            self._early.clear()
            self._settle()

    def _live_on(self, index: int) -> None:
        """The record goes on: worlds in which the game was over cannot be true, unless it was over in all of them."""
        if len(self.worlds) > 1:
            self.worlds = w.alive(self.worlds) or self.worlds

    def _after_the_end(self, clause: r.Clause) -> None:
        if not self._told_end:
            ending = self.opening.referee.ending(self.p)
            assert ending is not None
            by = self.findings.rulebook.rules[ending.id].says
            self.findings.illegal("after-the-end", f"the game was over in round {self.p[ROUND]}: {ending.id}", help=by)
        self._told_end = True

    def _round_number(self, mark: r.RoundMark | None) -> None:
        if mark is None:
            return
        offset = mark.number - self.p[ROUND]
        if offset != self._offset:
            message = f"this is round {self.p[ROUND] + self._offset}, not {mark.number}"
            self.findings.illegal("round-number", message, line=mark.line, column=mark.column)
            self._offset = offset

    # -- whose turn it is
    def _give_turn(self, index: int, clause: r.Clause, piece: int) -> None:
        """Make it the piece's turn: close what may be closed; else somebody is missing, or this one is too early."""
        turns = self.opening.referee.turns
        first = clause.parts[0]
        if isinstance(first, r.Resign):
            return
        layout = self.opening.table.layout
        begun = self._begun.get(self.p[ROUND])
        if (
            begun is not None
            and begun != self.segment[index]
            and turns.is_closable(self.p)
            and turns.side(self.p) == turns.sides[-1]
        ):
            self._each(self.worlds, lambda p: turns.closed(p, self._notes))  # the record says that a new round begins
        p = self.p
        extra = piece == 0 and turns.side(p) == "fugitive" and self._writes(first) and not self._may_write(p)
        if turns.side(p) != layout.side(piece) or (extra and self._new_round(index)):
            if not turns.is_closable(p):
                if not self._excuse(index, clause, turns.due(p)):
                    return
            self._each(self.worlds, lambda p: turns.closed(p, self._notes))
            if extra and turns.side(self.p) != "fugitive" and not self.p[OVER]:
                self._give_turn(index, clause, piece)
        if piece and turns.side(self.p) == "pursuers" and not isinstance(first, r.Act):
            self._in_order(index, clause, piece)
        self._take_notes()

    def _writes(self, step: r.Step) -> bool:
        return isinstance(step, r.Ride) or (isinstance(step, r.Act) and step.form.place in ("turn", "entry"))

    def _may_write(self, p: Cells) -> bool:
        return bool(p[LEFT]) or p[self.opening.table.layout.moved] < self.opening.table.hooks["may"](p, 0)

    def _new_round(self, index: int) -> bool:
        return index > 0 and self.segment[index] != self.segment[index - 1]

    def _later(self, index: int, pieces: Iterable[int]) -> list[int]:
        """Which of these pieces act later in the same round of the record."""
        clauses = self.transcript.clauses
        names = {self.opening.table.layout.seats[q].piece: q for q in pieces}
        found = []
        for later in range(index + 1, len(clauses)):
            if self.segment[later] != self.segment[index]:
                break
            if clauses[later].piece in names and not isinstance(clauses[later].parts[0], r.Act):
                found.append(names[clauses[later].piece])
            elif clauses[later].piece in names and self._writes(clauses[later].parts[0]):
                found.append(names[clauses[later].piece])
        return found

    def _excuse(self, index: int, clause: r.Clause, due: tuple[int, ...]) -> bool:
        """Somebody has still to act. If he does so later, this clause is out of turn; if never, he is missing. True: go on."""
        begun = self._begun.get(self.p[ROUND], self.segment[index])
        if begun == self.segment[index] and self._later(index, due):
            sides, layout = self.opening.referee.turns.sides, self.opening.table.layout
            side = layout.side(layout.pieces[clause.piece])
            if sides.index(side) < sides.index(self.opening.referee.turns.side(self.p)):
                self.findings.illegal("one-move-a-turn", f"{clause.piece} has already had its turn in this round")
            else:
                self.findings.illegal("your-turn", f"{clause.piece} acts while {self._names(due)} must move first")
                self._early.append(layout.pieces[clause.piece])
            return False
        self._missing(due)
        return True

    def _missing(self, due: tuple[int, ...]) -> None:
        layout = self.opening.table.layout
        for q in due:
            name = layout.seats[q].piece
            self.findings.illegal(
                "missing-piece",
                f"{name} has not moved in round {self.p[ROUND]}, though it could",
                piece=name,
                round=self.p[ROUND],
            )
        for p in self.worlds:
            p[LEFT] = 0
        self._excused(*due)
        if due != (0,):
            self._excused(*self.opening.referee.turns.waiting(self.p))

    def _in_order(self, index: int, clause: r.Clause, piece: int) -> None:
        """Among the pursuers: has this one moved already, or is it another's turn?"""
        turns, layout = self.opening.referee.turns, self.opening.table.layout
        for _ in range(layout.count):
            p = self.p
            waiting = turns.waiting(p)
            if piece in waiting or p[layout.moved + piece] >= self.opening.table.hooks["must"](p, piece):
                return
            due = tuple(q for q in waiting if turns.can(p, q))
            if self._later(index, due):
                self.findings.illegal("your-turn", f"it is the turn of {self._names(due)}, not of {clause.piece}")
                return
            self._missing(due)
            self._excused(*waiting)

    def _names(self, pieces: Iterable[int]) -> str:
        return " and ".join(self.opening.table.layout.seats[q].piece for q in pieces)

    # -- one step
    def _step(self, index: int, number: int, clause: r.Clause, piece: int, part: r.Step) -> str:
        self.findings.step(clause, part)
        if isinstance(part, r.Stay):
            self._stays(piece)
            return ""
        if isinstance(part, r.Resign):
            self._each(self.worlds, lambda p: self.opening.referee.step(p, Resign(piece)))
            return "over"
        if len(self.worlds) > 1:
            self.worlds = w.alive(self.worlds) or self.worlds
        if all(p[OVER] for p in self.worlds):
            self._after_the_end(clause)
            return "over"
        self._place(piece, part, number)
        step = read_step(part, piece, self.p, self.opening)
        hidden = piece == 0 and self._hides(part, step)
        before = [p for p in self.worlds]
        if hidden:
            self._guess(index, part, step, piece)
        else:
            assert not isinstance(step, Unread)
            self._known(part, step)
        self._after(index, number, part, piece, before)
        return ""

    def _hides(self, part: r.Step, step: Ride | Act | Unread) -> bool:
        """Whether what the fugitive did has to be guessed."""
        return isinstance(step, Unread) or len(self.worlds) > 1 or self.p[self.opening.table.layout.station] == UNKNOWN

    def _stays(self, piece: int) -> None:
        turns, layout = self.opening.referee.turns, self.opening.table.layout
        p = self.p
        if p[layout.moved + piece] == STAYED:
            return
        can = turns.surely_can(p, piece) if p[layout.moved + piece] < self.opening.table.hooks["must"](p, piece) else False
        if can:
            help = self._reachable(p, piece)
            self.findings.illegal("must-move", f"{layout.seats[piece].piece} stays, though it could move", help=help)
            self._excused(piece)
        else:
            self._each(self.worlds, lambda p: self.opening.referee.step(p, Stay(piece)))

    def _excused(self, *pieces: int) -> None:
        """These have had their move as far as the turn goes, though they made none."""
        for p in self.worlds:
            for q in pieces:
                p[self.opening.table.layout.moved + q] = PASSED

    def _reachable(self, p: Cells, piece: int) -> str:
        rides = self.opening.table.hooks[f"rides_{self.opening.table.profile[piece]}"](p, piece)
        names = self.opening.table.layout.symbol_names
        found = [f"{names[m if t < 0 else t]} {b}" for t, m, b in rides]
        return f"it could take {', '.join(found[:8])}" if found else ""

    def _place(self, piece: int, part: r.Step, number: int) -> None:
        """Whether this kind of step may stand here at all: one move a turn, actions in their place."""
        layout, p = self.opening.table.layout, self.p
        side = self.opening.referee.turns.side(p)
        name = layout.seats[piece].piece
        if self._writes(part):
            limit = self.opening.table.hooks["may"](p, piece)
            moved = p[layout.moved + piece]
            if side == layout.side(piece) and moved >= limit and moved != STAYED and not (piece == 0 and p[LEFT]):
                self.findings.illegal("one-move-a-turn", f"{name} has already moved in this turn")
        elif isinstance(part, r.Act) and part.form.place in ("with", "after"):
            if side != "fugitive" or not p[ENTRIES] or (not p[layout.moved] and not p[LEFT]):
                self.findings.illegal("your-turn", f"`{part.form.written}` follows an entry of the same turn")
        elif isinstance(part, r.Act) and part.form.place == "during" and side != layout.side(piece):
            self.findings.illegal("your-turn", f"`{part.form.written}` belongs into the turn of {name}")

    def _known(self, part: r.Step, step: Ride | Act) -> None:
        """A step that is fully written: judge it, and play it whatever the verdict."""
        judge = self.opening.judge
        p = self.p
        judged = (
            judge.ride(p, step.piece, step.ticket, step.mode if _named(part) else None, step.to)
            if isinstance(step, Ride)
            else judge.act(p, step)
        )
        self._tell(judged, p)
        legal = not judged.broken and self.findings.clean_step
        self._each(self.worlds, lambda p: self.opening.referee.step(p, judged.step, self._notes, legal))

    def _tell(self, judged: Judged, p: Cells) -> None:
        for reason in judged.broken:
            self.findings.broken(reason, self._help(judged, reason, p), self._assumed(judged, p))
        for reason in judged.open:
            self.findings.open(reason)
        self.findings.leans_on(judged, p, self.opening)

    def _help(self, judged: Judged, reason: Reason, p: Cells) -> str:
        """What would have been legal: the stations in reach with the same ticket."""
        step, layout = judged.step, self.opening.table.layout
        if not isinstance(step, Ride) or not p[layout.station + step.piece]:
            return ""
        name = layout.symbol_names[step.mode if step.ticket < 0 else step.ticket]
        found = self.opening.judge.alternatives(p, step.piece, step.ticket)
        here = p[layout.station + step.piece]
        if not found:
            return f"from {here} nothing can be reached by {name}"
        return f"from {here} by {name}: {', '.join(map(str, found[:20]))}"

    def _assumed(self, judged: Judged, p: Cells) -> tuple[str, ...]:
        return self.findings.assumed(judged, p, self.opening)

    # -- hidden play
    def _guess(self, index: int, part: r.Step, step: Ride | Act | Unread, piece: int) -> None:
        """Follow every course of play that fits; if none is left, that is a finding, and any place is possible again."""
        found: list[Cells] = []
        reasons: list[Reason] = []
        for p in self.worlds:
            here = read_step(part, piece, p, self.opening)
            tried = list(self._tries(p, here, piece))
            found += [after for _, after in tried]
            if not tried and isinstance(here, Ride | Act):
                judged = self._judged(p, here, part)
                reasons += judged.broken[:1]
        found = w.distinct(found)
        if found:
            self.findings.guessed(part)
            self.worlds = found
            return
        self._nothing_fits(part, step, reasons, piece)

    def _judged(self, p: Cells, step: Ride | Act, part: r.Step) -> Judged:
        judge = self.opening.judge
        if isinstance(step, Ride):
            return judge.ride(p, step.piece, step.ticket, step.mode if _named(part) else None, step.to)
        return judge.act(p, step)

    def _tries(self, p: Cells, step: Ride | Act | Unread, piece: int) -> Iterable[w.Tried]:
        if isinstance(step, Unread) and step.guess is not None:
            return w.rides(p, step.guess, self.opening)
        if isinstance(step, Unread):
            assert step.act is not None
            return w.acts(p, step.act, step.unknown, self.opening)
        if isinstance(step, Ride):
            return w.rides(p, w.Guess(step.ticket, None, step.to), self.opening)
        return w.acts(p, step, set(), self.opening)

    def _nothing_fits(self, part: r.Step, step: Ride | Act | Unread, reasons: list[Reason], piece: int) -> None:
        layout = self.opening.table.layout
        places = sorted({p[layout.station] for p in self.worlds})
        shown = ", ".join(map(str, places[:12])) + (" …" if len(places) > 12 else "")
        why = f": {reasons[0].message}" if reasons and len(self.worlds) == 1 else ""
        rule = reasons[0].rule if reasons else "follow-a-line"
        if isinstance(step, Unread) and step.act is not None:
            rule = step.act.action
        message = f"no hidden course of play explains this: he could only be on {shown}{why}"
        self.findings.illegal(rule, message, facts={"possible": places})
        self.worlds = self._anywhere(part, piece)

    def _anywhere(self, part: r.Step, piece: int) -> list[Cells]:
        """After a breach that nothing explains: on the station the record names, or on any."""
        layout, p = self.opening.table.layout, self.p
        stations = [part.to] if isinstance(part, r.Ride) and part.to else list(layout.board.stations)
        ticket = layout.symbols.get(part.ticket or "", -1) if isinstance(part, r.Ride) else -1
        k = self.opening.table.profile[0]
        return [self.opening.table.hooks[f"ride_{k}"](p, 0, ticket, -1, station) for station in stations]

    # -- what is seen of it
    def _after(self, index: int, number: int, part: r.Step, piece: int, before: list[Cells]) -> None:
        if piece == 0 and self._writes(part) and self.p[ENTRIES] > before[0][ENTRIES]:
            self._entry(index, number, part)
        elif piece == 0 and isinstance(part, r.Act) and part.form.place == "with" and self.entries:
            self._disclose(self.entries[-1], part)
        if isinstance(part, r.Act) and part.form.has_answer:
            self._answer(part, piece, before)

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
        layout, p = self.opening.table.layout, self.p
        events = {"entry", "ride"} if isinstance(part, r.Ride) else {"entry", part.action} if isinstance(part, r.Act) else set()
        ticket = layout.symbols.get(part.ticket or "", -1) if isinstance(part, r.Ride) else -1
        here = p[layout.station]
        entry.shown = self.opening.table.hooks["shows"](p, events, ticket, -1, here, here, ())
        mark = bool(getattr(part, "mark", False))
        self._mark(mark, bool(entry.shown & FIELDS["station"]), entry)

    def _mark(self, marked: bool, shown: bool, entry: Entry) -> None:
        if marked and not shown:
            self.findings.illegal("surfacing-mark", f"he does not surface on entry {entry.number}")
        elif shown and not marked and self.transcript.surfacings_marked and not self.findings.seen_by_default:
            self.findings.illegal("surfacing-mark", f"he surfaces on entry {entry.number}, which is not marked")

    def _answer(self, part: r.Act, piece: int, before: list[Cells]) -> None:
        """An answer must be true; where the truth is hidden, it tells which worlds are possible."""
        if part.answer is None:
            return
        kept, truths = [], set()
        for p_before, p in zip(before, self.worlds, strict=False):
            step = read_step(part, piece, p_before, self.opening)
            if isinstance(step, Unread | Ride):
                kept.append(p)
                continue
            truth, datum = self.opening.judge.answer(p_before if piece else p, step)
            if datum is not None:
                self.findings.open(Reason("answer", f"it is not known {datum.name}", {}, datum))
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

    # -- odds and ends
    def _each(self, worlds: list[Cells], change: object) -> None:
        self.worlds = [change(p) for p in worlds]  # type: ignore[operator]

    def _take_notes(self) -> None:
        for kind, what in self._notes:
            if kind == "shows" and self.entries:
                self.entries[-1].shown |= what
            elif kind == "open":
                name, datum = what
                self.findings.open(Reason(name, f"it is not known {datum.name}", {}, datum))
        self._notes.clear()


def _named(part: r.Step) -> bool:
    return isinstance(part, r.Ride) and part.mode is not None


def _same_words(one: str, other: str) -> bool:
    return sorted(one.lower().replace("/", " ").split()) == sorted(other.lower().replace("/", " ").replace(",", " ").split())
