"""Players: each is an object with one method, which gets the view of its side and says what to do.

The players here know no edition. They know the decision that is open, what their view says, and how far it is between stations.
"""

from __future__ import annotations

import importlib
import os
import sys
from random import Random
from typing import Protocol

from adjudicator.engine import Move
from adjudicator.faults import Fault, Place, Refused
from adjudicator.game import Game
from adjudicator.lab.fleeing import Fleeing, by_distance, by_replies
from adjudicator.lab.pursuing import Pursuing, close_in, cut_off
from adjudicator.values import frozen
from adjudicator.workshop.random_games import picked


class Player(Protocol):
    """Plays one side, or both."""

    def choose(self, view: Game, luck: Random) -> Move | None:
        """One of `view.decision.options`, or None to end the turn where `view.decision.may_end`.

        `view` is the game as this side knows it. `luck` is the only chance that a player may use: it is the same in the same
        decision of the same game, so that games under two rules can be compared.
        """
        ...


@frozen
class AtRandom:
    """Does anything that is allowed: mostly a plain ride."""

    def choose(self, view: Game, luck: Random) -> Move | None:
        assert view.decision is not None
        return picked(view.decision, luck)


@frozen
class BothSides:
    """A player who flees in one way and pursues in another."""

    fleeing: Fleeing
    pursuing: Pursuing

    def choose(self, view: Game, luck: Random) -> Move | None:
        side = self.fleeing if view.side == "fugitive" else self.pursuing
        return side.choose(view, luck)


LEVELS: dict[str, Player] = {
    "random": AtRandom(),
    "greedy": BothSides(Fleeing(by_distance), Pursuing(close_in)),
    "look-ahead": BothSides(Fleeing(by_replies), Pursuing(cut_off)),
}


def player(name: str) -> Player:
    """A player by the name of its level, or by `module:name` of a class or an object. Raises Refused if there is none."""
    if name in LEVELS:
        return LEVELS[name]
    module, _, what = name.partition(":")
    if not what:
        raise Refused([Fault("T110", Place("--players"), name=name, known=list(LEVELS))])
    return _own(name, module, what)


def _own(name: str, module: str, what: str) -> Player:
    """A player from a module, looked for in this folder first."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = getattr(importlib.import_module(module), what)
        made = found() if isinstance(found, type) else found
    except Exception as error:
        raise Refused([Fault("T110.own", Place("--players"), name=name, error=f"{type(error).__name__}: {error}")]) from None
    if not callable(getattr(made, "choose", None)):
        raise Refused([Fault("T110.choose", Place("--players"), name=name)])
    return made  # type: ignore[no-any-return]
