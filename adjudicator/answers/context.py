"""The context of a question: the rules of a variant, or a record as a seat sees it at a moment."""

from __future__ import annotations

from attrs import evolve

from adjudicator.answers.answer import Desk
from adjudicator.faults import Refused
from adjudicator.game import Game, read_game
from adjudicator.judge.log_file import Asked, Log, rules_for
from adjudicator.judge.moments import Moment, moment, next_to_act
from adjudicator.record import transcript as r


def of_variant(asked: Asked) -> Desk:
    """A desk with rules and no game."""
    rulebook, _ = rules_for(r.Transcript((), file=""), asked)
    return Desk(rulebook, None, lambda option: of_variant(evolve(asked, options=(*asked.options, option))))


def of_record(log: Log, asked: Asked, at: Moment | None = None, seat: str = "") -> Desk:
    """A desk with a game. Raises Refused."""
    when = str(at) if at is not None else ""
    desk = _desk(read_game(log, asked, when, seat), asked, next_to_act(when), seat)
    return evolve(desk, earlier=lambda moment: _before(log, asked, moment, seat))


def _before(log: Log, asked: Asked, when: str, seat: str) -> Desk | None:
    """The same record as it was at a moment; None where it does not reach so far."""
    try:
        return of_record(log, asked, moment(when), seat)
    except Refused:
        return None


def _desk(game: Game, asked: Asked, acts_next: str, seat: str) -> Desk:
    other = lambda option: _other_record(game, asked, acts_next, seat, option)  # noqa: E731
    return Desk(game.rules, game.where(acts_next), other, seat=seat)


def _other_record(game: Game, asked: Asked, acts_next: str, seat: str, option: str) -> Desk | None:
    """The same record, and no more than the seat knows of it, by another choice of an option.

    It is read again: an action that it tells may not be there then, and such a record says nothing.
    """
    try:
        rulebook, _ = rules_for(game.record, evolve(asked, options=(*asked.options, option)))
        return _desk(Game.parse(game.text, rulebook), asked, acts_next, seat)
    except Refused:
        return None
