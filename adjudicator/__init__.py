"""sy-judge: the referee for the board game Scotland Yard. Every edition is data; the referee knows none of them.

    boards/*.toml ───┐
                     ├─► files, places, shaping        bytes to data, every fault at its place
    variants/*.toml ─┘        │
                              ▼
                            board                      stations, lines, what is known of them
                              ▼
                           language                    rule text ─► tree ─► types ─► text
                              ▼
                           rulebook                    files laid over each other, options, checked
                              ▼
                            engine                     rules ─► hooks (plain functions) ─► referee, judge
                              ▼
    game.log ─────────────► record                     transcripts: reader, writer, seals
                              ▼
                            check                      the walk through a record: worlds, views, verdict
                              ▼
                       answers, live                   questions about rules; the referee at the table
                              ▼
                         report ─► cli                 words, colours, exit codes

Data goes down the page and never up; `tests/test_layers.py` sees to it. *Invalid* is not understood; *illegal* is understood
and not allowed; *losing* is allowed and ends the game; *undecided* cannot be judged from this record. A position is a flat list
of numbers inside (`engine/layout.py`) and a frozen value outside (`Position`).

    >>> import adjudicator as sy
    >>> rules = sy.load_variant("2014")
    >>> game = sy.start(rules, {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50})
    >>> sy.legal(game)[:3]
    ('X taxi 86', 'X taxi 116', 'X black 86')
    >>> ruling = sy.judge(game, "X bus 102")
    >>> ruling.verdict, ruling.findings[0].rule, ruling.findings[0].message
    ('illegal', 'follow-a-line', 'no bus line joins 104 and 102')
    >>> game = sy.apply(game, "X taxi 86")
    >>> game.to_move
    ('red', 'blue', 'green', 'yellow')
    >>> print(sy.view(game, "detectives").splitlines()[-1])
    X taxi ?

Read next: `engine/referee.py`, then any file in `tests/cases/`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudicator.board import load as load_board
    from adjudicator.check.playing import Position, Ruling, apply, check_text, judge, legal, losing, resume, start, view
    from adjudicator.judge.verdict import Verdict
    from adjudicator.faults import Refused
    from adjudicator.rulebook.reading import load as load_variant

__version__ = "0.1.0"

# The supported names and where they live; loaded when first asked for, so that a command pays only for what it uses.
_HOMES = {
    "load_variant": "adjudicator.rulebook.reading:load",
    "load_board": "adjudicator.board:load",
    "start": "adjudicator.check.playing:start",
    "resume": "adjudicator.check.playing:resume",
    "legal": "adjudicator.check.playing:legal",
    "losing": "adjudicator.check.playing:losing",
    "judge": "adjudicator.check.playing:judge",
    "apply": "adjudicator.check.playing:apply",
    "view": "adjudicator.check.playing:view",
    "check_text": "adjudicator.check.playing:check_text",
    "Position": "adjudicator.check.playing:Position",
    "Ruling": "adjudicator.check.playing:Ruling",
    "Verdict": "adjudicator.judge.verdict:Verdict",
    "Refused": "adjudicator.faults:Refused",
}

__all__ = [
    "Position",
    "Refused",
    "Ruling",
    "Verdict",
    "apply",
    "check_text",
    "judge",
    "legal",
    "load_board",
    "load_variant",
    "losing",
    "resume",
    "start",
    "view",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOMES[name].split(":")
    return getattr(import_module(module), attribute)
