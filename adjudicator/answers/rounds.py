"""The last round of a rulebook, found by trying."""

from __future__ import annotations

from adjudicator.answers.experiments import experiment, pursuers
from adjudicator.game import Game
from adjudicator.rulebook.model import Rulebook

MOST = 60  # rounds after which a game is taken to have no last one


def last_round(rulebook: Rulebook, doubles: int = 0) -> int | None:
    """The round after which the game is over in any case, found by closing one after the other; None if there is none.

    Each round has one entry, and each double made before one more.
    """
    game = experiment(rulebook, {}, pursuers(rulebook))
    return next((n for n in range(1, MOST) if _is_last(game.supposing(round=n, entries=n + doubles))), None)


def _is_last(game: Game) -> bool:
    """Whether the game is over when this round ends, if everybody has moved in it."""
    return game.engine.ends_with_round(game.worlds[0].cells)
