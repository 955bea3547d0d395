"""The second judge: a deliberately naive referee, written from the booklets and knowing nothing of `adjudicator`.

It exists to disagree: where the two judges differ on a game, one of them has misread a booklet. It is also what the
speed of the engine is measured against.

    editions   the table of the editions
    boards     one board file, the other prints as differences from it
    state      a position, and where the fugitive can go
    play       listing, playing, endings, perft
    records    headers and numbered clauses
    judge      the broken rules of a whole record
    games      random set-ups and random games
    planting   one planted mistake, with the rule it breaks

Covered: `classic`, `1984`, `2000`, `2014`, `2023`, `beginners`, `holmes-original`, and the movement rules of `holmes`
(its roadblocks and its ban can be set in a `State` or a header; its abilities, crimes and hideouts are not played). Default
rulings only. Not covered: surfacing marks, sight, unknown stations, `resigns`.
"""

from .boards import board, lines
from .editions import EDITIONS, Edition
from .games import play_on, random_game, random_record, random_set_up
from .judge import OWN_IDS, judge, result
from .planting import KINDS, Planted, plant
from .play import apply, clauses, losing, outcome, perft, settle
from .records import Record, state_from
from .state import State

__all__ = [
    "EDITIONS",
    "KINDS",
    "OWN_IDS",
    "Edition",
    "Planted",
    "Record",
    "State",
    "apply",
    "board",
    "clauses",
    "judge",
    "lines",
    "losing",
    "outcome",
    "perft",
    "plant",
    "play_on",
    "random_game",
    "random_record",
    "random_set_up",
    "result",
    "settle",
    "state_from",
]
