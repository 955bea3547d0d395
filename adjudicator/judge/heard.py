"""What the table heard of the fugitive's steps, as a record says it: a public fact that leaves fewer courses of play."""

from __future__ import annotations

from adjudicator.engine import Act, Cells, Ride, Step
from adjudicator.judge.walk_state import WalkState
from adjudicator.record import transcript as r
from adjudicator.values import frozen


@frozen(eq=False)
class Heard:
    state: WalkState

    def fits(self, before: Cells, after: Cells, step: Step) -> bool:
        """Whether the table would have heard what the record says, had he done this; a ride by any line it may have taken."""
        if not isinstance(step, Ride | Act):
            return True
        engine, said = self.state.engine, self._said(after)
        hints = self.state.engine.rulebook.facts.hints
        told = ((way, engine.told(before, after, way, hints)) for way in engine.ways_of(before, step))
        return any(self._agree({text for _, text in found}, said, way) for way, found in told)

    def note(self, before: Cells, after: Cells, step: Ride | Act) -> None:
        """What the table hears of a step that is known; and whether a record that says what was heard says the same."""
        state, entry = self.state, self.state.ledger.entries(after)
        told = list(state.engine.told(before, after, step, state.engine.rulebook.facts.hints))
        if state.told is not None:
            state.told += [r.Heard(entry, text) for _, text in told]
        if state.transcript.heard is None:
            return
        said = self._said(after)
        for rule, text in told:
            if text not in said:
                state.findings.illegal(rule, f'after entry {entry} the table hears "{text}", which the record does not say')
        if not self._agree({text for _, text in told}, said, step) and all(text in said for _, text in told):
            tells = state.engine.rulebook.facts.tells
            wrong = ", ".join(f'"{text}"' for text in sorted(said - {text for _, text in told}))
            state.findings.illegal(
                tells[0][0] if tells else None, f"of entry {entry} nobody says {wrong}, as the record has it"
            )

    def _said(self, after: Cells) -> set[str]:
        entry = self.state.ledger.entries(after)
        return {one.text for one in self.state.transcript.heard or () if one.entry == entry}

    def _agree(self, told: set[str], said: set[str], step: Ride | Act) -> bool:
        """Nothing is told that was not heard; what else was heard of an entry may belong to an action beside it."""
        beside = any(one.event in self.state.engine.rulebook.actions for _, one in self.state.engine.rulebook.facts.hints)
        return told <= said if beside else isinstance(step, Act) or told == said
