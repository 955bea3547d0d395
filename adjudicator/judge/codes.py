"""The codes of what keeps a record from being judged though its words were understood, and of what is wrong with cases."""

from __future__ import annotations

CODES = {
    "T060": "a station is not on the board",
    "T061": "a piece cannot have the role that it is given",
    "T062": "cards are held that nobody holds in this variant",
    "T063": "the variant has no such state",
    "T064": "a value of a state is not understood",
    "T065": "nobody of this name sits at the table",
    "T066": "a game that is taken up again has other rules than those asked for",
    "T067": "a torn page leaves out its round or its entries, so they are assumed",
    "T068": "a torn page does not know something that it names, so it is taken as at the start of a game",
    "T069": "who shares tickets is given two different numbers of them",
    "T070": "a record that is to be played on has gaps",
    "T100": "nothing says by which rules a record is to be judged",
    "T101": "a variant is no game of its own, only what others build on",
    "T102": "a record that is not understood has no view",
    "T103": "no such table can be seated or dealt",
    "T104": "positions can be counted only where everybody's station is known",
    "T105": "a log that is sealed cannot be sealed again",
    "T106": "a seal would tell of something that nobody saw",
}

CASES = {
    "C01": "an unknown key",
    "C02": "a value of another kind",
    "C03": "a key is missing",
    "C04": "a value that cannot be",
    "C05": "no number of a case",
    "C06": "two cases have one number",
    "C07": "the twin of a case is not there",
    "C08": "a case names no edition, and none was asked for",
}
