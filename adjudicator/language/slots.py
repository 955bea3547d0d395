"""The values that a message names in braces, as written in the text of a rule."""

from __future__ import annotations

import re

from adjudicator.language import tree as t

SLOT = re.compile(r"\{([^{}]*)\}")


def slots_of(text: str) -> tuple[t.Expression, ...]:
    """The slots of a message that can be read, in order. Faults of the others are reported where messages are checked."""
    from adjudicator.language.parser import Misread, parse_value  # imported late: it builds trees, and these contain slots

    at = text.at or 0 if isinstance(text, t.Spoken) else 0
    found = [(parse_value(slot[1]), at + slot.start(1)) for slot in SLOT.finditer(text)]
    return tuple(moved(value, by) for value, by in found if not isinstance(value, Misread))


def moved(node: t.Expression, by: int) -> t.Expression:
    """A copy of a value whose offsets are larger by this number."""
    if isinstance(node, t.Call):
        node = node.altered(arguments=tuple(moved(argument, by) for argument in node.arguments))
    return node.altered(at=node.at + by, end=node.end + by)
