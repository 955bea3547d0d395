"""The codes of what can be wrong with the file of a board."""

from __future__ import annotations

CODES = {
    "B01": "an unknown key",
    "B02": "a value of another kind",
    "B03": "a key is missing, or this is no board at all",
    "B04": "a value that cannot be: an id, a name, a colour or a width",
    "B05": "boards extend each other in a circle, or too deep",
    "B06": "the board that is extended cannot be found",
    "B07": "a table for a board of its own stands in one that extends another, or the other way round",
    "B10": "no number of a station",
    "B11": "a line or a numbering names a station that is not there",
    "B12": "the same line twice",
    "B13": "a line from a station to itself",
    "B14": "a line passes over a station that is not there, or where it stops, or twice over the same",
    "B15": "there is no such mode",
    "B16": "a row that cannot be read",
    "B17": "a board without stations",
    "B20": "what is to be removed or renumbered is not there",
    "B21": "what is added is there already",
    "B22": "two stations would have one number",
    "B30": "an attribute without values of its own",
    "B31": "no such attribute, or no such value of one",
    "B32": "facts of a station that is not there",
    "B40": "a card shows a station that is not there",
    "B41": "no such deck, or a card with too many or too few stations",
    "B42": "a deck has not as many cards as it says",
    "B50": "no word for where data came from",
    "B51": "what is marked is not there",
    "B60": "a station that cannot be reached (a warning)",
    "B61": "a station without coordinates, which cannot be drawn (a warning)",
}
