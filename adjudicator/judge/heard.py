"""Announcements that the table heard, from a record: public facts that leave fewer possible routes.

A record with announcements has all of them. Those of a clause come after it; whether one is missing is known when the
next clause comes, or the record is over.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from adjudicator.engine import Announced, Cells
from adjudicator.judge.walk_state import WalkState
from adjudicator.judge.worlds import World
from adjudicator.record import transcript as r
from adjudicator.values import frozen

Said = Counter[tuple[str, str]]  # the only piece that heard it ("" for all), and the words


@frozen(eq=False, slots=False)
class Heard:
    state: WalkState

    @property
    def is_told(self) -> bool:
        """Whether announcements can be compared. After a mistake, nothing would fit any more; and if worlds with other secrets
        were left out, the record may fit only those."""
        state = self.state
        return state.transcript.tells_what_was_heard and not state.misheard and not self._is_lost

    @property
    def _is_lost(self) -> bool:
        """Whether announcements depend on secrets that may differ in worlds that were left out."""
        facts = self.state.engine.rulebook.facts
        return self.state.lost and any(facts.asks(one, facts.secrets) for _, one in facts.announcing)

    @cached_property
    def _ears(self) -> frozenset[str]:
        return frozenset(("", *self.state.transcript.ears))

    @cached_property
    def _before(self) -> Said:
        """The announcements before the record begins."""
        return self._announced(self.state.opening.position)

    @cached_property
    def _behind(self) -> list[Said]:
        """For each clause, the announcements before it; last, those of the whole record."""
        found, so_far = list[Said](), self._before.copy()
        for item in self.state.transcript.items:
            if isinstance(item, r.Clause):
                found.append(so_far.copy())
            elif isinstance(item, r.Hears):
                so_far[item.piece, item.words] += 1
        return [*found, so_far]

    def _announced(self, p: Cells) -> Said:
        every = self.state.engine.announced(p)
        if every not in self._announcements:
            self._announcements[every] = Said((one.piece, one.text) for one in every if one.piece in self._ears)
        return self._announcements[every]

    # its results are kept: hundreds of worlds ask for them
    @cached_property
    def _announcements(self) -> dict[tuple[Announced, ...], Said]:
        return {}

    def _said(self, index: int) -> Said:
        """The announcements in the record up to the next clause."""
        return self._behind[index + 1]

    def fits(self, p: Cells, index: int) -> bool:
        """Whether everything announced in a world is in the record up to the clause after this one."""
        return self._announced(p) <= self._said(index)

    def missing(self, index: int) -> int:
        """The number of announcements after this clause that are not explained yet, in the world with most of them."""
        if not self.is_told:
            return 0
        said = self._said(index)
        return max((said - self._announced(one.cells)).total() for one in self.state.worlds)

    def is_explained(self, index: int) -> bool:
        """Whether in some world exactly those announcements were made that the record has after this clause."""
        return bool(self._fitting(index))

    def _fitting(self, index: int) -> list[World]:
        said = self._said(index)
        return [one for one in self.state.worlds if self._announced(one.cells) == said]

    # -- going through a record
    def compare(self, index: int) -> None:
        """Compare the announcements after this clause when the next one comes or the record ends: keep the worlds that fit,
        first those with the announcements in this order, since the order of two may be public (`shut := s`)."""
        if not self.is_told:
            return
        state, fitting = self.state, self._fitting(index)
        if fitting:
            state.worlds = self._in_order(fitting, index) or fitting
        else:
            state.misheard = True
            self._blame(index)

    def _in_order(self, worlds: list[World], index: int) -> list[World]:
        """The worlds whose last announcements are those of the record after this clause."""
        heard = self._between[index + 1]
        if len(heard) < 2 or len(worlds) == 1:
            return worlds
        announced = self.state.engine.announced
        every = [
            (one, [(said.piece, said.text) for said in announced(one.cells) if said.piece in self._ears]) for one in worlds
        ]
        return [one for one, said in every if said[-len(heard) :] == heard]

    @cached_property
    def _between(self) -> list[list[tuple[str, str]]]:
        """The announcements in the record between each two clauses, in their order; the last are those after all clauses."""
        found: list[list[tuple[str, str]]] = [[]]
        for item in self.state.transcript.items:
            if isinstance(item, r.Clause):
                found.append([])
            elif isinstance(item, r.Hears):
                found[-1].append((item.piece, item.words))
        return found

    def _blame(self, index: int) -> None:
        state = self.state
        told, said = self._announced(state.p), self._said(index)
        missing, wrong = told - said, said - told
        rules = {one.text: one.rule for one in state.engine.announced(state.p)}
        for piece, text in missing:
            rule = state.engine.rulebook.rules[rules[text]]
            state.findings.illegal(rule, f'{piece or "the table"} hears "{text}", which the record does not say')
        for _, text in () if missing else wrong:
            self._invented(f'nobody says "{text}", as the record has it')

    def _invented(self, message: str) -> None:
        """Add the finding about an announcement that was not made, under a rule with announcements or else the check of
        answers."""
        findings, every = self.state.findings, self.state.engine.rulebook.facts.announcements
        if every:
            findings.illegal(every[0][0], message)
        else:
            findings.failed("answer", message)

    def note(self, place: int) -> None:
        """Note the announcements made since the last call, as coming after `place` items, for the views of seats."""
        state, items = self.state, self.state.transcript.items
        if state.told is None:
            return
        later = state.engine.announced(state.p)[sum(len(one) for _, one in state.told) :]
        if later:
            while place and place < len(items) and isinstance(items[place - 1], r.RoundMark):  # a round ends before the next
                place -= 1
            state.told.append((place, later))
