"""What to type instead: helps for values of the wrong type and names that nobody declared."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.faults import did_you_mean
from adjudicator.language.types import YES_NO, Type

# Words that people bring along, and what stands for them here.
MEANT = {
    "true": "yes", "false": "no", "null": "none", "nothing": "none", "nobody": "none",
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "destination": "to", "target": "to", "origin": "from", "transport": "mode", "player": "piece", "turn": "round",
}  # fmt: skip
FUGITIVE = ("x", "mrx", "mr-x", "misterx", "mister-x")  # as records call him


def type_help(found: Type, wanted: Type) -> str:
    if wanted == YES_NO and found.kind.startswith("number"):
        return "compare it, for example `> 0`"
    if wanted == YES_NO and found.many:
        return "write `x in …`, or `some x in … has …`"
    if wanted == YES_NO:
        return "say what it is compared with: `mode = bus or mode = taxi`, or shorter `mode in {bus, taxi}`"
    if wanted.many and not found.many:
        return "put it in braces: `{…}`"
    return ""


def compare_help(left: Type, right: Type) -> str:
    if left.many != right.many:
        return "write `in` to look into a set"
    if "station" in left.kind.split("|") or "station" in right.kind.split("|"):
        return "stations are numbers, as in `to = 67`"
    return ""


def unknown_help(name: str, known: Iterable[str]) -> str:
    """For a name that nobody declared."""
    names = list(known)
    if "-" in name and any(part.isdigit() for part in name.split("-")):
        return "a minus sign needs a space on both sides"
    if name.lower() in FUGITIVE and "fugitive" in names:
        return "in rules he is the `fugitive`"
    if name.lower() in MEANT:
        return f"write `{MEANT[name.lower()]}`"
    near = did_you_mean(name, names)
    return near if near.startswith("did") else "declare it as a state, a term or a number, or take a word of docs/language.md"


def nobody_help(name: str, known: Iterable[str]) -> str:
    """For somebody whom nobody knows."""
    names = list(known)
    if name.lower() in FUGITIVE:
        return "in rules he is the `fugitive`"
    near = did_you_mean(name, names)
    return near.replace("known here:", "everybody goes by side or role here:")
