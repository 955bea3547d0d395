"""The words of the replay page: its title and outcome, the list of steps, the review, the verdict, and the curve above them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator import __version__
from adjudicator.engine import Move
from adjudicator.judge.verdict import Verdict
from adjudicator.replay.captures import BestTurn
from adjudicator.replay.review import GivenAway, Review
from adjudicator.replay.sentences import piece_name
from adjudicator.replay.telling import Step, Telling, Told
from adjudicator.table.finding_words import worded
from adjudicator.table.side_names import fugitive_name, pursuers_name
from adjudicator.values import frozen

Row = dict[str, Any]


@frozen(eq=False)
class PageWords:
    telling: Telling
    review: Review

    @property
    def title(self) -> str:
        seen = f", as {self.telling.seat} knew it" if self.telling.seat else ""
        return (self.telling.game.rules.title or self.telling.game.rules.name) + seen

    def all(self) -> Row:
        return {
            "title": self.title,
            "name": self._name,
            "fugitive": self._fugitive,
            "pursuers": pursuers_name(self.telling.game.rules),
            "has_switch": self.telling.truth is not None,
            "outcome": self._outcome(self.telling.seen),
            "breaches": self._breaches(),
            "empty_log": self._empty_log,
            "steps": list(self._steps()),
            "curve": self._curve(),
            "review": self._review(),
            "verdicts": list(self._verdicts()),
            "made_by": f"Made by sy-judge {__version__} by the rules of {self.telling.game.rules.name}.",
        }

    @property
    def _name(self) -> str:
        """The title with everybody who played, so that pages of several evenings are told apart."""
        people = dict.fromkeys(seat.person for seat in self.telling.game.record.seats if seat.person)
        return f"{self.title}: {', '.join(people)}" if people else self.title

    @property
    def _fugitive(self) -> str:
        return fugitive_name(self.telling.game.rules)

    @property
    def _empty_log(self) -> str:
        earlier = self.telling.steps[0].seen.position.earlier
        return f"The log of this record begins after entry {earlier}." if earlier else "The log is empty."

    def _outcome(self, verdict: Verdict) -> str:
        if verdict.result is None:
            claimed = self.telling.game.record.result
            return f"The record says: {claimed}." if claimed else "The game is not over."
        names = {"fugitive": f"{self._fugitive} wins", "pursuers": f"{self._fugitive} is caught", "draw": "The game is drawn"}
        if verdict.result.winner == "pursuers" and not self._is_caught(verdict):
            names["pursuers"] = f"The {pursuers_name(self.telling.game.rules)} win"
        return f"{names[verdict.result.winner]} in round {verdict.result.round}."

    def _is_caught(self, verdict: Verdict) -> bool:
        """Whether a piece is at his station in the end."""
        game = self.telling.steps[-1].known
        stations = game.stations
        his = stations.pop(game.pieces[0])
        return verdict.result is not None and his is not None and his in stations.values()

    # -- step by step
    def _steps(self) -> Iterator[Row]:
        number = 0
        for at, step in enumerate(self.telling.steps):
            truth = step.truth.sentence if step.truth and step.truth.sentence != step.seen.sentence else ""
            begins, number = at > 0 and step.round != number, step.round if at else 0
            seen = step.seen.sentence or "Nothing that the table sees."
            yield {"round": step.round, "begins": begins, "seen": seen, "truth": truth, "flag": _flag(step)}

    def _curve(self) -> Row:
        """The number of stations where he could be as an area, one wide for each step and 100 high."""
        steps = self.telling.steps
        counts = [len(step.possible) for step in steps]
        most = max(counts)
        heights = "".join(f"V{100 - 96 * count / most:.1f}h1" for count in counts)
        begins = [at for at, step in enumerate(steps) if at and step.round != steps[at - 1].round]
        certain = [one.step for one in self.review.certain]
        return {"most": most, "area": f"M0 100{heights}V100Z", "rounds": begins, "certain": certain}

    # -- what could have been known
    def _review(self) -> Row:
        chances = self.review.chances
        nothing = "The record lacks data for a review: stations of the pursuers, or facts that the rules use."
        return {
            "certain": [self._chance(one.step, one.turn) for one in self.review.certain],
            "chances": [self._chance(one.step, one.turn) for one in chances],
            "given": list(map(self._given, self.review.most)),
            "nothing": nothing,
        }

    def _chance(self, step: int, turn: BestTurn) -> Row:
        possible, caught = len(turn.possible), len(turn.caught)
        least = "" if turn.proved else "at least "
        share = "certain" if turn.is_certain else f"{least}{caught} of {possible}"
        places = ", ".join(map(str, turn.possible))
        why = f"Whichever it was: {places}" if possible > 1 else f"Only {places} was possible"
        rides = "; ".join(map(self._ride, turn.rides)) or "—"
        row = {"step": step, "round": self.telling.steps[step].round, "rides": rides, "why": f"{why}."}
        return {**row, "chance": share, "certain": turn.is_certain}

    def _ride(self, move: Move) -> str:
        means, game = move.legs[-1].means, self.telling.game
        return f"{piece_name(move.piece, game.seating)} {game.rules.called.get(means, means)} {move.to}"

    def _given(self, one: GivenAway) -> Row:
        step = self.telling.steps[one.step]
        left = "1 was left" if one.left == 1 else f"{one.left} were left"
        text = f"{' '.join(step.heard)} Of {one.open} stations in reach, {left}."
        return {"step": one.step, "round": step.round, "text": text}

    # -- the verdict
    def _verdicts(self) -> Iterator[Row]:
        """The verdict on the truth is first: it does not show where he was."""
        if self.telling.truth is not None:
            yield self._verdict("truth", self.telling.truth)
        yield self._verdict("seen", self.telling.seen)

    def _breaches(self) -> Row:
        """How many there are in all, and the step of the first, in the layer that shows it."""
        layer = "seen" if self.telling.truth is None else "truth"
        verdict, steps = self.telling.verdict, self._steps_of(layer)
        found = [one for one in verdict.findings if one.verdict == "illegal"]
        first = next((steps[id(one)] for one in found if id(one) in steps), 0)
        return {"count": _counted(len(found)), "step": first, "layer": layer}

    def _steps_of(self, layer: str) -> dict[int, int]:
        """The step of each finding of a layer."""
        told = [(at, getattr(step, layer)) for at, step in enumerate(self.telling.steps)]
        return {id(one): at for at, some in told if some is not None for one in some.findings}

    def _verdict(self, layer: str, verdict: Verdict) -> Row:
        """Everything that is found in a record, each with the step that it is about."""
        steps = self._steps_of(layer)
        count = _counted(sum(one.verdict == "illegal" for one in verdict.findings))
        breaches = f": {count}" if count else ""
        eyes = "As far as the table knew, the" if layer == "seen" and self.telling.truth is not None else "The"
        return {
            "layer": layer,
            "summary": f"{eyes} record is {verdict.verdict} by the rules of {verdict.variant}{breaches}.",
            "ruling": verdict.result.basis.text if verdict.result is not None and verdict.result.basis is not None else "",
            "findings": [(steps.get(id(one)), worded(one, self.telling.game.rules)) for one in verdict.findings],
            "notices": [one.message for one in verdict.notices],
        }


def _counted(count: int) -> str:
    return "" if not count else "1 breach" if count == 1 else f"{count} breaches"


def _flag(step: Step) -> str:
    """The worst findings at a step: in what was seen, and in the truth."""
    truth = f"truly-{worst}" if step.truth and (worst := _worst(step.truth)) else ""
    return f"{_worst(step.seen)} {truth}".strip()


def _worst(told: Told) -> str:
    kinds = {one.verdict for one in told.findings}
    return "illegal" if "illegal" in kinds else "undecided" if kinds else ""
