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
    tables     the seat tables of the booklets
    planting   one planted mistake, with the rule it breaks
    torn       pages torn out of a game: whether they can have come about
    sight      what the detectives see of a game, and what the fugitive writes
    affairs    the Sherlock Holmes rules in full: chips, hideouts, the balloon, crimes
    affair_games   random games by these rules, and mistakes in the use of abilities
    dead_ends  pages on which the fugitive is hemmed in
    whereabouts    where the fugitive can be, for those who saw only their part
    blots      pages on which rides of any piece cannot be read: every course of play that fits the rest

Covered: all editions with their default rulings. `State` knows the movement rules of `holmes` alone (roadblocks and a ban can
be set in it or in a header); `affairs` adds the rest.
"""

from .affair_games import crime_cards, mistaken, random_affair, result_of_affair
from .blots import blotted, courses, wronged
from .boards import board, lines
from .dead_ends import DeadEnd, random_dead_ends
from .editions import EDITIONS, Edition
from .games import given_up, play_on, random_game, random_record, random_set_up
from .judge import OWN_IDS, judge, result
from .planting import KINDS, Planted, plant
from .play import apply, clauses, losing, outcome, perft, settle
from .records import Record, state_from
from .sight import his_own, seen
from .state import State
from .tables import fits, random_table
from .torn import is_impossible, is_unusual, smudged, torn
from .whereabouts import partly, starts, whereabouts

__all__ = [
    "EDITIONS",
    "KINDS",
    "OWN_IDS",
    "DeadEnd",
    "Edition",
    "Planted",
    "Record",
    "State",
    "apply",
    "blotted",
    "board",
    "clauses",
    "courses",
    "crime_cards",
    "fits",
    "given_up",
    "his_own",
    "is_impossible",
    "is_unusual",
    "judge",
    "lines",
    "losing",
    "mistaken",
    "outcome",
    "partly",
    "perft",
    "plant",
    "play_on",
    "random_affair",
    "random_dead_ends",
    "random_game",
    "random_record",
    "random_set_up",
    "random_table",
    "result",
    "result_of_affair",
    "seen",
    "settle",
    "smudged",
    "starts",
    "state_from",
    "torn",
    "whereabouts",
    "wronged",
]
