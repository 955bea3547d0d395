"""Names the ways in which tickets and words are written on a page, for the sentence about how it was read."""

from __future__ import annotations

from adjudicator.pages.minutes import Minutes
from adjudicator.pages.vocabulary import foreign

_TICKETS = {"letter": "tickets by letter", "colour": "tickets by colour"}


def styles_of(minutes: Minutes) -> list[str]:
    phrases = [move.phrase for move in minutes.moves if move.phrase is not None]
    entries = [entry for phrase in phrases for entry in phrase.entries]
    styles = {style for phrase in phrases for style in phrase.styles}
    found = [words for style, words in _TICKETS.items() if style in styles]
    if entries and all(entry.fare is None for entry in entries):
        found.append("no tickets")
    keys = {key for phrase in phrases for key in phrase.keys}
    return [*found, *(f"words in {language}" for language in foreign(sorted(keys)))]
