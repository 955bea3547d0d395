"""A telling as data for the script of the page: each step contains only its changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from adjudicator.judge.moments import happened_in
from adjudicator.picture.changes import change
from adjudicator.picture.drawing import ROUTE, STANDS
from adjudicator.picture.labels import FACE, Sign, readable_on
from adjudicator.picture.position import LIES, Hand, can_be, colours, lies
from adjudicator.picture.stage import Stage
from adjudicator.replay.sentences import piece_name
from adjudicator.replay.telling import Step, Telling, Told
from adjudicator.table.finding_words import finding_data
from adjudicator.table.side_names import fugitive_name
from adjudicator.values import frozen

Plain = dict[str, Any]


@frozen(eq=False, slots=False)
class PageData:
    telling: Telling

    def all(self) -> Plain:
        return {
            "hasSwitch": self.telling.truth is not None,
            "pieces": self.pieces,
            "tickets": self.tickets,
            "covers": self._covers,
            "steps": list(self._steps()),
        }

    # -- what does not change
    @cached_property
    def stage(self) -> Stage:
        legs = dict.fromkeys(leg for told in self._every for leg in told.position.trail)
        signs = {"possible": can_be(self._fugitive), "lying": Sign("", LIES, "square")}
        return Stage(self.telling.game.engine.board, colours(self.telling.game.seating), tuple(legs), signs)

    @property
    def signs(self) -> Sequence[Sign]:
        """Every mark that occurs in this game, with its meaning."""
        names = dict.fromkeys(name for told in self._every for name, _ in told.position.lying)
        went = [Sign(f"how {self._fugitive} went", ROUTE, "arrow")] if self.stage.legs else []
        return [can_be(self._fugitive), *map(lies, names), *went, STANDS]

    @property
    def _fugitive(self) -> str:
        return fugitive_name(self.telling.game.rules)

    @cached_property
    def _every(self) -> list[Told]:
        return [told for step in self.telling.steps for told in (step.seen, step.truth) if told is not None]

    @cached_property
    def pieces(self) -> list[dict[str, str]]:
        """All pieces, with the name, the person and the colour of each."""
        game = self.telling.game
        persons = {seat.piece: seat.person or "" for seat in game.record.seats}
        look = colours(game.seating)
        return [
            {"id": piece, "name": piece_name(piece, game.seating), "person": persons.get(piece, ""), "colour": look[piece]}
            for piece in game.pieces
        ]

    @cached_property
    def tickets(self) -> list[str]:
        """The kinds of tickets that some piece holds at some time, in the order of the edition."""
        held = {ticket for told in self._every for hand in told.position.hands for ticket, _ in hand.tickets}
        rules = self.telling.game.rules
        return [name for name in dict.fromkeys(rules.called[one] for one in rules.tables.tickets) if name in held]

    @property
    def _covers(self) -> dict[str, dict[str, str]]:
        """The colours of the fields of the log, by their covers."""
        found = {row.cover: row.colour for told in self._every for row in told.position.log}
        return {
            cover: {"colour": colour, "ink": "light" if readable_on(colour) == FACE else ""} for cover, colour in found.items()
        }

    # -- what does
    def _steps(self) -> Iterator[Plain]:
        before: dict[str, Any] = {"seen": {}, "truth": {}, "possible": None}
        for step, written in zip(self.telling.steps, self._places, strict=True):
            now: dict[str, Any] = {"seen": self._state(step.seen), "truth": self._state(step.truth) if step.truth else {}}
            changed = {name: change(before[name], now[name]) for name in now if now[name]}
            possible = {} if before["possible"] == step.possible else {"possible": step.possible}
            place = {"place": written} if written else {}
            yield {"round": step.round, "piece": step.piece, **place, **possible, **self._said(step), **changed}
            before = {**now, "possible": step.possible}

    @property
    def _places(self) -> list[tuple[int, int, int] | None]:
        """Line, column and length of each step on the page that was read. A seat gets none: others wrote there, too."""
        happened = [said for _, said in happened_in(self.telling.game.record)]
        hidden = bool(self.telling.seat)
        places = (None if hidden or not one.line else (one.line, one.column, len(one.text)) for one in happened)
        return [None, *places]

    def _said(self, step: Step) -> Plain:
        found = {
            name: [finding_data(one, self.telling.game.rules) for one in told.findings]
            for name, told in (("seen", step.seen), ("truth", step.truth))
            if told
        }
        findings = {name: some for name, some in found.items() if some}
        return {**({"heard": step.heard} if step.heard else {}), **({"findings": findings} if findings else {})}

    def _state(self, told: Told) -> Plain:
        """A position as the page shows it: the scene on the board, and the facts beside it."""
        position = told.position
        scene = self.stage.scene(position)
        del scene["possible"]  # part of the step, since it is the same for every seat
        return {
            **scene,
            "hands": {hand.piece: _hand(hand) for hand in position.hands},
            "log": {str(row.number): [row.cover, row.station] for row in position.log},
            "states": dict(position.states),
        }


def _hand(hand: Hand) -> Plain:
    note = {"note": hand.note} if hand.note else {}
    return {"place": hand.place.removeprefix("on "), "tickets": dict(hand.tickets), **note}
