"""A game on paper, in the notation: reads it and writes it.

    text ──► Manuscript ──► words ──► steps, clauses, headers ──► Transcript ──► writing ──► text
             (its lines, and which rules it names)
    lexicon: the names a variant gives

The notation is described in docs/notation.md. Reading and writing deal only with words: they need the names of a variant
(`Lexicon`) but not its rules. `adjudicator.seals` hides values of a record, `adjudicator.pages` reads other pages.
"""

from adjudicator.record.events import read_event
from adjudicator.record.lexicon import ActionForm, Argument, Lexicon
from adjudicator.record.transcript import (
    NONE,
    UNLIMITED,
    Act,
    Blank,
    Clause,
    Comment,
    Draw,
    Event,
    Hand,
    Header,
    Hears,
    Holding,
    Pass,
    Resign,
    Ride,
    RoundMark,
    Seat,
    Start,
    StateValue,
    Stay,
    Transcript,
    TurnEnd,
    Withdrawal,
    same,
)
from adjudicator.record.transcript_reader import parse, parse_clauses
from adjudicator.record.transcript_writer import write, write_clause, write_event, write_step

__all__ = [
    "NONE",
    "UNLIMITED",
    "Act",
    "ActionForm",
    "Argument",
    "Blank",
    "Clause",
    "Comment",
    "Draw",
    "Event",
    "Hand",
    "Header",
    "Hears",
    "Holding",
    "Lexicon",
    "Pass",
    "Resign",
    "Ride",
    "RoundMark",
    "Seat",
    "Start",
    "StateValue",
    "Stay",
    "Transcript",
    "TurnEnd",
    "Withdrawal",
    "parse",
    "parse_clauses",
    "read_event",
    "same",
    "write",
    "write_clause",
    "write_event",
    "write_step",
]
