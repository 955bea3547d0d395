"""Styles that distinguish lines of different modes without colours: widths, or dashes where widths are similar."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.board.model import Mode

ALIKE = 1.5  # lines look different in width if one is this many times as wide
SHORT = (2.4, 1.6)  # the dashes of a mode that is dashed in the board file; all dashes in widths of the line
DARK = 70  # of 255: a darker colour is lost on dark paper
PATTERNS = ((), (7.0, 1.9), (0.1, 2.2), (6.0, 1.8, 0.1, 1.8), (1.2, 2.4))  # the caps of dashes are round, and add a width


def kind_of(mode: Mode) -> str:
    """The CSS class of a mode's lines. On dark pages, lines of a dark colour must be drawn in another."""
    return "line faint" if max(int(mode.colour[at : at + 2], 16) for at in (1, 3, 5)) < DARK else "line"


def dashes(modes: Sequence[Mode]) -> dict[str, str]:
    """The dashes of each mode as an SVG attribute; "" for solid lines."""
    chosen: list[tuple[Mode, tuple[float, ...]]] = []
    for mode in modes:
        taken = {pattern for other, pattern in chosen if _are_alike(mode, other)}
        free = [one for one in PATTERNS if one not in taken] or [PATTERNS[0]]
        chosen.append((mode, SHORT if mode.dashed else free[0]))
    return {mode.name: _attribute(mode, pattern) for mode, pattern in chosen}


def _are_alike(one: Mode, other: Mode) -> bool:
    return max(one.width, other.width) < ALIKE * min(one.width, other.width)


def _attribute(mode: Mode, pattern: tuple[float, ...]) -> str:
    return f' stroke-dasharray="{" ".join(f"{part * mode.width:.1f}" for part in pattern)}"' if pattern else ""
