"""Slips in a TOML file, told as the slip that they are: a quote that is missing, a colon for `=`, a rule outside its quotes.

The reader of TOML says where it stopped. Here the text around that place is looked at once more, for what people who never
wrote such a file do to it; a slip often lies above the place where the reader noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.faults import Fault
from adjudicator.toml_mistakes import around, values
from adjudicator.toml_mistakes.spots import Spot

__all__ = ["Spot", "slip"]

LONGEST = 400  # signs of a line that is looked at


def slip(spot: Spot) -> Fault | None:
    """The fault for this spot, if it is a known slip; nobody types a line of thousands of signs."""
    if len(spot.row) > LONGEST or spot.line > len(spot.lines):
        return None
    return next((found for look in LOOKS for found in look(spot)), None)


# One function a slip, or a family of them; the surer come first.
LOOKS: tuple[Callable[[Spot], Iterator[Fault]], ...] = (
    around.from_elsewhere,
    around.never_closed,
    around.wrong_signs,
    around.two_quotes,
    around.heading,
    around.remark,
    around.outside,
    values.no_equals,
    values.no_closing_quote,
    values.backslash,
    values.no_item,
    values.bare_word,
    values.more_behind,
    values.key_twice,
    values.list,
)
