"""Reads events, which happen at a table beside the clauses: a turn that ends explicitly, a drawn card, a clause that was taken
back, an announcement."""

from __future__ import annotations

import re
from collections.abc import Collection

from adjudicator.record.lexicon import ActionForm, Lexicon
from adjudicator.record.names import NOBODY, Names
from adjudicator.record.transcript import Draw, Event, Hears, TurnEnd, Withdrawal
from adjudicator.record.words import Words
from adjudicator.words import concepts

_Place = tuple[int, int, str]  # line, column, text
_SPOKEN = re.compile(r'[^"]*"(?P<words>[^"]*)"\s*\.?\s*')


def read_event(
    line: str, start: int, end: int, lexicon: Lexicon, known: Collection[str], number: int = 0, names: Names = NOBODY
) -> Event | None:
    """Read the text between two `;` as an event; None if it is not one. Raises Misread if it only begins like one."""
    words = Words(line, start, end)
    piece, count = names.find(words, lexicon) or (words.text().lower(), 1)
    verb = words.find(concepts("events"), count)
    if verb is None or words.find(lexicon.forms, count) is not None:  # an action may have this name
        return None
    side = "fugitive" if piece == lexicon.fugitive else "pursuers" if _is_side(words, lexicon) else ""
    of_all = side == "pursuers" or words.word() in concepts("everybody")
    if piece not in known and not (verb[0] == "done" and side) and not (verb[0] == "hears" and of_all):
        return None
    words.step(count + verb[1])
    place = (number, words.tokens[0][2] + 1, line[words.tokens[0][2] : words.tokens[-1][3]])
    if verb[0] == "hears":
        spoken = _SPOKEN.fullmatch(line, start, end)
        if spoken is None:
            raise words.misread("T310", piece=piece)
        return Hears("" if of_all and piece not in known else piece, spoken["words"], *place)
    if verb[0] == "done" and not side:
        raise words.misread("T042.turn", -1, word=piece, fugitive=lexicon.fugitive)
    if verb[0] == "done":
        _finish(words)
        return TurnEnd(side, *place)
    return _draw(words, piece, lexicon, place) if verb[0] == "draws" else _withdrawal(words, piece, place)


def _is_side(words: Words, lexicon: Lexicon) -> bool:
    return words.word() in {*concepts("pursuers"), *concepts("roles"), *lexicon.roles}


def _draw(words: Words, piece: str, lexicon: Lexicon, place: _Place) -> Draw:
    if words.kind() not in ("card", "number"):
        raise words.misread("T044.card", piece=piece)
    card = tuple(int(number) for number in words.step()[1].split("/"))
    if not words.skip("for"):
        raise words.misread("T044.purpose", piece=piece)
    found: tuple[ActionForm, int] | None = words.find(lexicon.forms)
    if found is None or not any(argument.kind == "card" for argument in found[0].arguments):
        raise words.misread("T042.card", word=words.text(), piece=piece)
    words.step(found[1])
    _finish(words)
    return Draw(piece, found[0], card, *place)


def _withdrawal(words: Words, piece: str, place: _Place) -> Withdrawal:
    words.skip("a", "the")
    words.skip("clause", "entry")
    agreed = words.word() == "by" and words.word(1) == "agreement"
    words.step(2 if agreed else 0)
    _finish(words)
    return Withdrawal(piece, agreed, *place)


def _finish(words: Words) -> None:
    words.skip(".")
    if not words.done:
        raise words.misread("T045", word=words.text())
