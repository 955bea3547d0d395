"""The engine: rules compiled into hooks, and one front to list, judge, play, disclose and end a game.

Read `engine.py` first: it is the front, and the only way in. Behind it, `rules.py` makes closures of the rules (with
`expressions.py`, `effects.py`, `rides.py`, `actions.py`), `lister.py` lists moves, `player.py` plays them, `turns.py` closes
turns, and `refusals.py` gives the reasons against a step.
"""

from adjudicator.engine.announced import Announced
from adjudicator.engine.budget import Counting, TooMany
from adjudicator.engine.engine import MODE, STATION, TICKET, Engine, engine_for, fields
from adjudicator.engine.layout import NONE, UNKNOWN, Cells
from adjudicator.engine.ledger import Ledger, coded_set
from adjudicator.engine.messages import told, worded
from adjudicator.engine.moves import FirstEntries, Leg, Move
from adjudicator.engine.points import Points
from adjudicator.engine.refusals import Judged, Reason, unknown
from adjudicator.engine.seating import FUGITIVE, Seat, Seating
from adjudicator.engine.statements import Ending
from adjudicator.engine.steps import Act, Pass, Resign, Ride, Stay, Step, act_text, chosen_type
from adjudicator.engine.taking import RIDDEN
from adjudicator.engine.turns import Notes, Turns
from adjudicator.engine.unknown import Datum

__all__ = [
    "FUGITIVE",
    "MODE",
    "NONE",
    "RIDDEN",
    "STATION",
    "TICKET",
    "UNKNOWN",
    "Act",
    "Announced",
    "Cells",
    "Counting",
    "Datum",
    "Ending",
    "Engine",
    "FirstEntries",
    "Judged",
    "Ledger",
    "Leg",
    "Move",
    "Notes",
    "Pass",
    "Points",
    "Reason",
    "Resign",
    "Ride",
    "Seat",
    "Seating",
    "Stay",
    "Step",
    "TooMany",
    "Turns",
    "act_text",
    "chosen_type",
    "coded_set",
    "engine_for",
    "fields",
    "told",
    "unknown",
    "worded",
]
