"""The last round of a rulebook, found by trying."""

from __future__ import annotations

from adjudicator.answers.experiments import experiment, pursuers
from adjudicator.rulebook.model import Rulebook

MOST = 60  # rounds after which a game is taken to have no last one


def last_round(rulebook: Rulebook, doubles: int = 0) -> int | None:
    """The round after which the game is over in any case, found by closing one after the other; None if there is none.

    Each round has one entry, and each double made before one more.
    """
    game = experiment(rulebook, {}, pursuers(rulebook))
    rounds = range(1, MOST)
    return next((n for n in rounds if game.supposing(round=n, entries=n + doubles).is_last_round), None)
