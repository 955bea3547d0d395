"""The codes of questions that cannot be answered."""

from __future__ import annotations

CODES = {
    "Q01": "no moment of a game",
    "Q02": "the record has no such round",
    "Q03": "this piece does nothing in that round",
    "Q05": "a moment or a seat is asked for of a variant, which is no game",
    "Q10": "what is asked about is not one clause",
    "Q11": "the board has no such station",
    "Q20": "no such rule is in force",
    "Q21": "no rule is about this",
    "Q30": "the question is not understood",
    "Q31": "it is not clear what to count",
    "Q32": "this can only be said of a position in a game",
    "Q33": "no such piece is in this game",
}
