"""Colours of the referee's screens at a terminal: each piece on its own colour, what was seen and what was refused stand out.

They are put on pages that are laid out already, so a screen without colours is the same screen.
"""

from __future__ import annotations

import re

from adjudicator.board.labels import readable_on
from adjudicator.report.faults import DIM, ERROR, PLACE, PLAIN
from adjudicator.table.screens import PublicBoard, Screen

REFUSED = re.compile(r"^not (?:allowed|yet).*", re.MULTILINE)
RULE = re.compile(r"^-{20,}$", re.MULTILINE)
SEEN = re.compile(r"\b\d+!")


def painted(page: str, screen: Screen) -> str:
    """A page of this screen with colours."""
    page = RULE.sub(lambda found: f"{DIM}{found[0]}{PLAIN}", page)
    page = REFUSED.sub(lambda found: f"{ERROR}{found[0]}{PLAIN}", page)
    page = SEEN.sub(lambda found: f"{PLACE}{found[0]}{PLAIN}", page)
    for row in screen.board.pieces if isinstance(screen.board, PublicBoard) else ():
        name = re.compile(rf"^{re.escape(row.name)}(?= )", re.MULTILINE)
        page = name.sub(f"{_on(row.colour)}{row.name}{PLAIN}", page)
    return page


def _on(colour: str) -> str:
    """Letters that can be read on this colour."""
    return f"\033[48;5;{_nearest(colour)};38;5;{_nearest(readable_on(colour))}m"


def _nearest(colour: str) -> int:
    """The nearest of the colours that terminals have: a cube of six steps each way."""
    red, green, blue = (round(int(colour[at : at + 2], 16) / 51) for at in (1, 3, 5))
    return 16 + 36 * red + 6 * green + blue
