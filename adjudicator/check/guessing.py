"""Hidden play in a record: every course that fits is followed; if none is left, that is a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from adjudicator.check import worlds as w
from adjudicator.check.base import Base
from adjudicator.check.reading import Unread
from adjudicator.engine.judging import Judged, Reason
from adjudicator.engine.steps import Act, Ride
from adjudicator.engine.turns import Cells
from adjudicator.record import transcript as r
from adjudicator.values import frozen

TRIED = 6  # ways to take a step that are judged in one world, when none is legal
ENOUGH = 200  # after so many judged steps no rule will turn up that speaks against most


@frozen
class Against:
    """Why no course is left: the rule that says no most often, what is said always, or else what is said here and there."""

    rule: str
    always: Reason | None
    some: str = ""


class Hidden(Base):
    def _guess(self, index: int, part: r.Step, step: Ride | Act | Unread, piece: int) -> None:
        """Follow every course of play that fits; if none is left, that is a finding, and any place is possible again."""
        found, follow, tries = list[Cells](), self._follow, self._tries(part, step)
        for p in self.worlds:
            found += follow(p, tries(p))
            if len(found) > 2 * w.MOST:
                found = self._fewer(w.distinct(found))
        found = self._fewer(w.distinct(found))
        if found:
            self.findings.guessed(part)
            self.worlds = found
            return
        self._nothing_fits(part, step)

    def _fewer(self, worlds: list[Cells]) -> list[Cells]:
        """As many as can be followed."""
        if len(worlds) <= w.MOST:
            return worlds
        self.merged = True
        return w.merged(worlds, self.opening.table.layout)

    def _follow(self, p: Cells, tried: Iterable[w.Tried]) -> list[Cells]:
        """The positions that one world leads to; whoever wants to know by which step overrides this."""
        return [after for _, after in tried]

    def _judged(self, p: Cells, step: Ride | Act, part: r.Step) -> Judged:
        judge = self.opening.judge
        if isinstance(step, Ride):
            return judge.ride(p, step.piece, step.ticket, named_mode(part, step), step.to)
        return judge.act(p, step)

    def _tries(self, part: r.Step, step: Ride | Act | Unread) -> w.Try:
        if isinstance(step, Unread) and step.guess is not None:
            return w.rides(step.guess, self.opening)
        if isinstance(step, Unread):
            assert step.act is not None
            return w.acts(step.act, step.unknown, self.opening)
        if isinstance(step, Ride):
            return w.rides(w.Guess(step.ticket, named_mode(part, step), step.to), self.opening)
        return w.acts(step, set(), self.opening)

    # -- what nobody saw
    def _unseen(self) -> None:
        """What the fugitive may do unseen stands in no record of the table: there are worlds, too, in which he did it."""
        acts = w.unseen(self.opening.table)
        if not acts or not self._leaves_out:
            return
        found, new = {tuple(p): p for p in self.worlds}, self.worlds
        for _ in acts:  # one after the other, each once
            tried = [(p, act) for p in new for act in acts if w.has_place(act, p, self.opening)]
            new = [after for p, act in tried for after in self._followed_unseen(p, w.any_way(act, self.opening)(p))]
            new = [p for p in w.distinct(new) if tuple(p) not in found]
            found |= {tuple(p): p for p in new}
        if len(found) > len(self.worlds):
            self.worlds = self._fewer(list(found.values()))

    @property
    def _leaves_out(self) -> bool:
        """Whether this is a record of the table, which hides some entry of his; his own log tells everything."""
        if self._unwritten is None:
            his = (clause for clause in self.transcript.clauses if clause.piece == self.transcript.fugitive)
            self._unwritten = any(isinstance(part, r.Ride) and part.to is None for clause in his for part in clause.parts)
        return self._unwritten

    def _followed_unseen(self, p: Cells, tried: Iterable[w.Tried]) -> list[Cells]:
        """The positions that an unseen action leads to; a course of play does not tell of it."""
        return [after for _, after in tried]

    # -- when nothing fits
    def _nothing_fits(self, part: r.Step, step: Ride | Act | Unread) -> None:
        layout = self.opening.table.layout
        places = sorted({p[layout.station] for p in self.worlds})
        shown = ", ".join(map(str, places[:12])) + (" …" if len(places) > 12 else "")
        against = self._against(part, step)
        why = f"before it he could only be on {shown}"
        if against.always is not None:  # alike in every world; only where there is one place, that is worth saying too
            why = against.always.message if len(places) > 1 else f"{why}: {against.always.message}"
        acts = step if isinstance(step, Act) else step.act if isinstance(step, Unread) else None
        usual = acts.action if acts else self.opening.judge._line_rule(0).id
        self.findings.illegal(
            against.rule or usual,
            f"no hidden course of play explains this: {why}",
            facts={"possible": places},
            help=self._reached(part) or against.some,
        )
        self.worlds = self._played_anyway(part, step)

    def _against(self, part: r.Step, step: Ride | Act | Unread) -> Against:
        """What speaks against a step in the worlds that are possible; looks no further when it has seen enough."""
        always: list[Reason] | None = None
        rules: dict[str, int] = {}
        said: dict[str, None] = {}
        for count, judged in enumerate(j for p in self.worlds for j in islice(self._all_judged(p, part, step), TRIED)):
            broken = judged.broken
            always = [one for one in broken if always is None or _alike(one, always)]
            rules |= {rule: rules.get(rule, 0) + 1 for rule in dict.fromkeys(one.rule for one in broken)}
            said |= dict.fromkeys(one.message for one in broken[:1])
            if count >= ENOUGH and not always:
                break
        rule = max(rules, key=lambda one: rules[one], default="")
        if always:
            return Against(always[0].rule, always[0])
        return Against(rule, None, "; ".join(list(said)[:3]) + (" …" if len(said) > 3 else ""))

    def _all_judged(self, p: Cells, part: r.Step, step: Ride | Act | Unread) -> Iterator[Judged]:
        """What speaks in one world against a step, or against each that it may stand for."""
        if isinstance(step, Unread) and step.guess is not None:
            yield from self._rides_judged(p, step.guess)
        elif isinstance(step, Unread):
            assert step.act is not None
            for act in w.filled(step.act, step.unknown, self.opening):
                yield self.opening.judge.act(p, act)
        else:
            yield self._judged(p, step, part)

    def _rides_judged(self, p: Cells, guess: w.Guess) -> Iterator[Judged]:
        """With the ticket that the record names, or any, along every line from where he stands."""
        layout = self.opening.table.layout
        stations = {to for _, to, _ in layout.board.lines_from(p[layout.station])} if guess.to is None else {guess.to}
        for ticket in layout.ticket_codes if guess.ticket is None else (guess.ticket,):
            for to in sorted(stations):
                yield self.opening.judge.ride(p, 0, ticket, guess.mode, to)

    def _reached(self, part: r.Step) -> str:
        """Where the ticket of a ride would have taken him from all the places he could be on."""
        if not isinstance(part, r.Ride) or not part.ticket:
            return ""
        ticket = self.opening.table.layout.symbols[part.ticket]
        found = sorted({to for p in self.worlds for to in self.opening.judge.alternatives(p, 0, ticket)})
        shown = ", ".join(map(str, found[:24])) + (" …" if len(found) > 24 else "")
        return f"from there by {part.ticket}: {shown}" if found else ""

    def _played_anyway(self, part: r.Step, step: Ride | Act | Unread) -> list[Cells]:
        """The record goes on as if it had been possible: on the station that it names, or on any."""
        if isinstance(step, Act):
            return w.distinct(self.opening.referee.step(p, step) for p in self.worlds)
        if isinstance(step, Unread) and step.act is not None:
            if self.opening.table.rulebook.actions[step.act.action].place != "instead of entry":
                return self.worlds
            tried = w.filled(step.act, step.unknown, self.opening)
            return w.distinct(self.opening.referee.step(self.p, one) for one in tried) or self.worlds
        layout, p = self.opening.table.layout, self.p
        stations = [part.to] if isinstance(part, r.Ride) and part.to else list(layout.board.stations)
        ticket = layout.symbols.get(part.ticket or "", -1) if isinstance(part, r.Ride) else -1
        k = self.opening.table.profile[0]
        return [self.opening.table.hooks[f"ride_{k}"](p, 0, ticket, -1, station) for station in stations]


def _alike(reason: Reason, others: list[Reason]) -> bool:
    return any((one.rule, one.message) == (reason.rule, reason.message) for one in others)


def named_mode(part: r.Step, step: Ride) -> int | None:
    """The mode that a ride says it took: behind its ticket, or by itself where nobody pays."""
    told = step.ticket < 0 or (isinstance(part, r.Ride) and part.mode is not None)
    return step.mode if told and step.mode >= 0 else None
