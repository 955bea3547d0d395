"""sy-judge: the referee for the board game Scotland Yard. Every edition is data; the referee knows none of them.

    boards/*.toml ───┐
                     ├─► files, toml_places, structure   bytes to data, every fault at its place
    variants/*.toml ─┘        │
                              ▼
                            board                      stations, lines, what is known of them
                              ▼
                           language                    rule text ─► tree ─► types ─► text
                              ▼
                           rulebook                    files laid over each other, options, checked; facts about rules
                              ▼
                            engine                     rules ─► closures, by the cells they read; one front: list, judge, play
                              ▼
    game.log ─────────────► record ─► seals, pages     transcripts: reader, writer; what is hidden; pages in other shapes
                              ▼
                      judge ─► deduction               a record judged: whose turn, hidden play, views; where can he be
                              ▼
                            game                       `Game`, the one value that everybody uses
                              ▼
                  answers, workshop, table             questions; cases and random games; the referee at the table
                              ▼
                        replay, web                    a game as a page: its steps, what could be known; the table on phones
                              ▼
                         report ─► cli                 words, colours, exit codes

Data goes down the page and never up; `tests/test_layers.py` checks this. *Invalid* is not understood; *illegal* is understood
and not allowed; *losing* is allowed and ends the game; *undecided* cannot be judged from this record.

    >>> import adjudicator as sy
    >>> game = sy.Game.start("2014", {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50})
    >>> game.moves()[:3]
    (Move('X taxi 86'), Move('X taxi 116'), Move('X black 86'))
    >>> ruling = game.judge("X bus 102")
    >>> ruling.verdict, ruling.findings[0].rule, ruling.findings[0].message
    ('illegal', 'follow-a-line', 'no bus line joins 104 and 102')
    >>> game = game.play("X taxi 86")
    >>> game
    <Game 2014, round 1, to move: red, blue, green, yellow>
    >>> print(game.seen_by("detectives").text.splitlines()[-1])
    1. X taxi ?

Read next: `game.py`, then `engine/engine.py`, then any file in `tests/cases/`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudicator.board import load as load_board
    from adjudicator.engine import Leg, Move
    from adjudicator.faults import Refused
    from adjudicator.game import Game, Where
    from adjudicator.judge.decision import Decision
    from adjudicator.judge.ruling import Illegal, Ruling
    from adjudicator.judge.verdict import Finding, Result, Verdict
    from adjudicator.rulebook.loader import load as load_variant

__version__ = "0.1.0"

# The supported names and their modules, which are imported on first use, so that a command pays only for what it uses.
_HOMES = {
    "Game": "adjudicator.game:Game",
    "Decision": "adjudicator.judge.decision:Decision",
    "Move": "adjudicator.engine:Move",
    "Leg": "adjudicator.engine:Leg",
    "Ruling": "adjudicator.judge.ruling:Ruling",
    "Where": "adjudicator.game:Where",
    "Verdict": "adjudicator.judge.verdict:Verdict",
    "Finding": "adjudicator.judge.verdict:Finding",
    "Result": "adjudicator.judge.verdict:Result",
    "Refused": "adjudicator.faults:Refused",
    "Illegal": "adjudicator.judge.ruling:Illegal",
    "load_variant": "adjudicator.rulebook.loader:load",
    "load_board": "adjudicator.board:load",
}

__all__ = [
    "Decision",
    "Finding",
    "Game",
    "Illegal",
    "Leg",
    "Move",
    "Refused",
    "Result",
    "Ruling",
    "Verdict",
    "Where",
    "load_board",
    "load_variant",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOMES[name].split(":")
    found = getattr(import_module(module), attribute)
    globals()[name] = found
    return found
