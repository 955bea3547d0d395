"""Pages as people write them. Each shape has one reader, which says whether the whole page has its shape and what it tells.

    page ──► Sheet ──► one of SHAPES ──► Minutes ──► drafting ──► text in the notation, and where its words are on the page
                       (vocabulary: the words of the edition and of the languages)

Nothing is read here that the notation's own reader understands: it comes first, and a page in the notation never comes here. To
add a shape, write a reader `(Sheet, Vocabulary) -> list[Minutes]` in a module of its own and name it in SHAPES.
"""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.record.lexicon import Lexicon
from adjudicator.record.shapes.chat import read_chat
from adjudicator.record.shapes.drafting import Reading, drafted
from adjudicator.record.shapes.heading import naming
from adjudicator.record.shapes.lines import read_lines
from adjudicator.record.shapes.log_sheet import read_log_sheet
from adjudicator.record.shapes.minutes import Minutes
from adjudicator.record.shapes.stretches import Sheet
from adjudicator.record.shapes.table import read_table
from adjudicator.record.shapes.vocabulary import Vocabulary

__all__ = ["Reading", "Sheet", "naming", "readings"]

# The first that recognises a page reads it. Those that want most of a page come first.
SHAPES: tuple[Callable[[Sheet, Vocabulary], list[Minutes]], ...] = (read_chat, read_log_sheet, read_table, read_lines)


def readings(sheet: Sheet, lexicon: Lexicon, file: str) -> list[Reading]:
    """Every way to read a page that has one of the shapes: usually one; none for what has no shape."""
    vocabulary = Vocabulary(lexicon)
    for shape in SHAPES:
        found = shape(sheet, vocabulary)
        if found:
            return [drafted(minutes, lexicon, file) for minutes in found]
    return []
