"""Reads pages as people write them. Each shape has one reader, which returns the contents of a page if all of it has the shape.

    page ──► Sheet ──► one of SHAPES ──► Minutes ──► drafting ──► text in the notation, and the places of its words on the page
                       (vocabulary: the words of the edition and of the languages)

The notation's own reader is tried first, so a page in the notation never comes here. To add a shape, write a reader
`(Sheet, Vocabulary) -> list[Minutes]` in its own module and name it in SHAPES.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from adjudicator.pages.chat import read_chat
from adjudicator.pages.courses import read_courses
from adjudicator.pages.drafting import Reading, drafted
from adjudicator.pages.heading import naming as naming_in_words
from adjudicator.pages.in_turn import read_in_turn
from adjudicator.pages.json_page import naming_in_json, read_json_page
from adjudicator.pages.lines import read_lines
from adjudicator.pages.log_sheet import read_log_sheet
from adjudicator.pages.minutes import ANY, Minutes
from adjudicator.pages.stretches import Sheet, Stretch
from adjudicator.pages.table import read_table
from adjudicator.pages.vocabulary import Vocabulary
from adjudicator.record.json_form import is_json
from adjudicator.record.transcript import Header
from adjudicator.record.words import TOKEN

__all__ = ["ANY", "Reading", "Sheet", "Vocabulary", "naming", "readings"]

# A whole game with one move on a line has two hundred lines; only the notation's reader reads much longer pages.
LINES = 2_000
CHARACTERS = 100_000
WORDS = 20_000  # words and signs: every shape looks up each of them

# The first that recognises a page reads it. Shapes that need most of a page are first.
SHAPES: tuple[Callable[[Sheet, Vocabulary], list[Minutes]], ...] = (
    read_json_page,
    read_chat,
    read_in_turn,
    read_log_sheet,
    read_courses,
    read_table,
    read_lines,
)


def naming(sheet: Sheet) -> list[Header]:
    """The headers that name rules on a page of any shape. Raises Refused for JSON that is not a transcript."""
    return naming_in_json(sheet) if is_json(sheet.text) else naming_in_words(sheet)


def readings(sheet: Sheet, vocabulary: Vocabulary) -> list[Reading]:
    """Every way to read a page in one of the shapes, usually one; empty for a page without a shape, or one that is too long."""
    if len(sheet.lines) > LINES or len(sheet.text) > CHARACTERS or _has_more_words(sheet, WORDS):
        return []
    for shape in SHAPES:
        found = shape(sheet, vocabulary)
        if found:
            return [reading for minutes in found for reading in drafted(_named(minutes, sheet), sheet.file)]
    return []


def _has_more_words(sheet: Sheet, most: int) -> bool:
    return next(islice(TOKEN.finditer(sheet.text), most, None), None) is not None


def _named(minutes: Minutes, sheet: Sheet) -> Minutes:
    """The minutes with the edition and board that they are read with, which any line of a page may name."""
    if is_json(sheet.text):
        return minutes
    rules = [one for one in naming(sheet) if one.key in ("variant", "board")]
    said = [(one.key, Stretch(one.text, one.line, one.column, str(one.content))) for one in rules]
    minutes.headers = [*said, *(header for header in minutes.headers if header[0] not in ("variant", "board"))]
    return minutes
