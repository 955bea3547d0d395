"""The faults of a file as an editor shows it: errors at once, everything else when its writer rests."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator import board as boards
from adjudicator.faults import Fault, Place, Refused, in_order
from adjudicator.files import drafts, shown
from adjudicator.rulebook.lint import first_errors
from adjudicator.workshop.case_files import read_chapters
from adjudicator.workshop.proofreading import USUAL, proofread

VARIANT, BOARD, CASES = "variant", "board", "cases"
_KINDS = (  # in the order in which they are looked for; a text may be broken anywhere, so no reader is asked
    (CASES, re.compile(r"^[ \t]*\[\[[ \t]*case[ \t]*\]\]", re.MULTILINE)),
    (
        BOARD,
        re.compile(r"^[ \t]*(?:\[(?:stations|lines|renumber)\]|(?:stations|lines|renumber|provenance)[ \t]*=)", re.MULTILINE),
    ),
    (VARIANT, re.compile(r"^[ \t]*(?:id|extends|pack)[ \t]*=", re.MULTILINE)),
)


def kind_of(text: str) -> str:
    """The kind of our files that a text is; empty for any other TOML file, which is nobody's business."""
    return next((kind for kind, pattern in _KINDS if pattern.search(text)), "")


def at_once(file: str, texts: Mapping[str, str], onto: str = "") -> tuple[Fault, ...]:
    """The errors of a file, of a pack over the game `onto`. `texts` are the files in editors, by absolute path."""
    with drafts(texts):
        if kind_of(texts[file]) == VARIANT:
            return first_errors(file, onto or USUAL)
        return _of_data(file, texts[file])


def at_rest(file: str, texts: Mapping[str, str]) -> tuple[tuple[Fault, ...], str]:
    """Everything that lint reports of a file; of a pack, also the game over which it is to be tried while it is written."""
    with drafts(texts):
        if kind_of(texts[file]) != VARIANT:
            return _of_data(file, texts[file]), ""
        try:
            found = proofread(file)
        except Refused as refused:
            return refused.faults, ""
    return found.faults, "" if USUAL in found.fits else next(iter(found.fits), "")


def _of_data(file: str, text: str) -> tuple[Fault, ...]:
    """The faults of a board or of cases."""
    kind = kind_of(text)
    try:
        if kind == CASES:
            read_chapters([file])
        elif kind == BOARD:
            from pathlib import Path

            return in_order(boards.read(Path(file))[1])
    except Refused as refused:
        return refused.faults
    return ()


def placed(fault: Fault, file: str) -> Place:
    """The place of a fault in this file: its own, or another that it names; else the file as a whole."""
    return next((place for place in (fault.place, *fault.also) if place.file == shown(file)), Place(shown(file)))
