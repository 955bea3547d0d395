"""`python tests/kills.py --count 1000 --seed 1`: the referee is ended suddenly, and nothing is lost.

Games at one laptop, of every edition and some house rules. Before each clause counts, the program ends once at every touch of
the disk, and each time the game is read back: it is as it was before the clause, or as it is after it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from campaign import campaign
from live_play import HOUSE, TABLES, play, table
from test_live_files import kill_everywhere, read_back, state_of

CLAUSES = 12  # of a game
ALL = {**TABLES, **HOUSE}


def ended(seed: int, folder: Path) -> int:
    """How often the referee was ended in one game. Raises AssertionError if something was lost."""
    chance = Random(seed)
    at = table(folder, ALL[chance.choice(sorted(ALL))], seed=seed)
    save, ends = kill_everywhere(at, at.session.keeper.save)
    at.save_by(save)
    play(at, seed=seed, most=chance.randint(2, CLAUSES), special=0.5)
    if not at.screen.is_private and not at.game.is_over:
        at.type("undo agreed")
        play(at, seed=seed + 1, most=2)
    assert state_of(read_back(at)) == state_of(at.game)
    at.quit()
    return ends[0]


if __name__ == "__main__":
    sys.exit(campaign(__doc__ or "", "sudden ends", 1000, ended))
