"""The two sides of a comparison: our engine with rules as data, and a plain judge with the rules wired in.

A baseline is a module with `State(edition, start, police)`, `clauses`, `apply`, `perft` and `random_game`.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from adjudicator.engine.listing import Lister
from attrs import frozen

from adjudicator.engine.layout import OVER, TURN, Seat
from adjudicator.engine.turns import Cells
from adjudicator.judge.fast_replay import lister_of
from adjudicator.judge.start_position import table_for
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.reading import load

TOP = Path(__file__).parent.parent
FUGITIVE = "X"
COLOURS = ("red", "blue", "green", "yellow", "purple")
START = {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50, "purple": 29}
DOUBLES = 0.15  # how often a double is played where one can be


def baseline(path: str) -> Any:
    """The module at a path; without one the project's own second judge."""
    if not path:
        sys.path.insert(0, str(TOP / "tests"))
        import second_judge

        return second_judge
    spec = importlib.util.spec_from_file_location("baseline", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} is no Python module")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def rules(variant: str, board: str = "") -> Rulebook:
    return load(variant, board=board)


@frozen
class Ours:
    """Our side at one table."""

    lister: Lister

    @classmethod
    def of(cls, variant: str, pieces: tuple[str, ...], board: str = "") -> Ours:
        return cls(lister_of(table_for(*_table(variant, pieces, board))))

    @classmethod
    def fresh(cls, variant: str, pieces: tuple[str, ...]) -> Ours:
        """One that has looked nothing up yet."""
        return cls(Lister(cls.of(variant, pieces).lister.referee))

    def start(self, stations: Mapping[str, int], black: int | None = None, double: int | None = None) -> Cells:
        """A position before the first move, with so many special tickets left."""
        layout = self.lister.referee.table.layout
        p = self.lister.referee.start(dict(stations))
        for ticket, count in (("black", black), ("double", double)):
            if count is not None:
                p[layout.ticket_cell(0, ticket)] = count
        return p

    def game(self, stations: Mapping[str, int], seed: int, doubles: float = DOUBLES) -> int:
        """A random legal game in which doubles are as likely as in the baseline's; gives the number of its clauses."""
        random, lister = Random(seed), self.lister
        p, count = lister.referee.start(dict(stations)), 0
        while not p[OVER]:
            if p[TURN]:
                clauses = lister.clauses(p)
            else:
                clauses = lister.doubles(p) if random.random() < doubles else []
                clauses = clauses or lister.singles(p)
            p = lister.play(p, random.choice(clauses))
            count += 1
        return count

    def any_game(self, start: Cells, seed: int, most: int) -> int:
        """Random legal clauses, whatever they are, to the end of the game or so many."""
        random, lister, p = Random(seed), self.lister, start
        for count in range(most):
            clauses = lister.clauses(p)
            if not clauses:
                return count
            p = lister.play(p, random.choice(clauses))
        return most


def _table(variant: str, pieces: tuple[str, ...], board: str) -> tuple[Rulebook, Any, tuple[Seat, ...], bool]:
    rulebook = rules(variant, board)
    roles = rulebook.tables.roles
    fugitive = next(name for name, role in roles.items() if role.side == "fugitive")
    usual = next(name for name, role in roles.items() if role.side == "pursuers")
    fixed = {piece: name for name, role in roles.items() for piece in role.pieces}
    seats = [Seat(piece, fixed.get(piece, usual), f"person {number}") for number, piece in enumerate(pieces, 1)]
    return rulebook, rulebook.board, (Seat(FUGITIVE, fugitive, ""), *seats), True
