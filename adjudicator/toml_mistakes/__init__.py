"""Slips in a TOML file, reported as the slips that they are: a missing quote, a colon for `=`, a rule outside its quotes.

The TOML reader reports where it stopped. Here the text around that place is searched for slips that are common among people who
never wrote such a file; the slip is often above the place where the reader stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.faults import Fault
from adjudicator.toml_mistakes import around, values
from adjudicator.toml_mistakes.spots import Spot

__all__ = ["Spot", "slip"]

LONGEST = 400  # characters of a line that is searched


def slip(spot: Spot) -> Fault | None:
    """The fault for this spot, if it is a known slip. Longer lines are not searched, since no one types them."""
    if len(spot.row) > LONGEST or spot.line > len(spot.lines):
        return None
    return next((found for look in LOOKS for found in look(spot)), None)


# One function for each slip or family of slips; the surer ones come first.
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
