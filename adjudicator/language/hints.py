"""What to type instead: helps for values of the wrong type and names that nobody declared."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.faults import did_you_mean
from adjudicator.language.types import YES_NO, Scope, Type
from adjudicator.language.vocabulary import EVENTS

# Words that people bring along, and what stands for them here.
MEANT = {
    "a": "1", "an": "1", "once": "1", "twice": "2",
    **{word: str(n) for n, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"), 1)},
    "true": "yes", "false": "no", "null": "none", "nothing": "none", "nobody": "none",
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "destination": "to", "target": "to", "origin": "from", "transport": "mode", "player": "piece", "turn": "round",
}  # fmt: skip
ASKED = {
    "station": "where a ride goes is `to`; where a piece stands, `station(piece)`",
    "tickets": "how many a piece has is `tickets(piece, taxi)`; what a ride is paid with, `ticket`",
}  # fmt: skip
EVERYBODY = ("all", "everybody", "everyone", "anybody", "anyone", "players", "player", "both")
MOVES = ("move", "moves", "moving", "arrival", "arrive", "travel", "go", "step", "trip", "drive")
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


def unknown_help(name: str, known: Iterable[str], scope: Scope, beside: Type | None = None) -> str:
    """For a name that nobody declared; `beside` is the type of what it is compared with."""
    names = list(known)
    if name.lower() in scope.aliases and scope.aliases[name.lower()] in names:
        return f"in rules it is called `{scope.aliases[name.lower()]}`"
    if beside is not None and beside.kind in ("mode", "ticket", "word"):
        ours = (one for one, meaning in scope.names.items() if meaning.what == "constant" and beside.kind in meaning.type.kind)
        return did_you_mean(name, ours)
    if "-" in name and any(part.isdigit() for part in name.split("-")):
        return "a minus sign needs a space on both sides"
    if name.lower() in FUGITIVE and "fugitive" in names:
        return "in rules he is the `fugitive`"
    if name.lower() in MEANT:
        return f"write `{MEANT[name.lower()]}`"
    near = did_you_mean(name, names)
    return near if near.startswith("did") else "declare it as a state, a term or a number, or take a word of docs/language.md"


def nobody_help(name: str, scope: Scope) -> str:
    """For somebody whom nobody knows."""
    if name.lower() in FUGITIVE:
        return "in rules he is the `fugitive`"
    if name.lower() in EVERYBODY:
        return "leave it out: what is said of nobody in particular holds for everybody"
    if scope.aliases.get(name.lower()) in scope.whos:
        return f"in rules it is called `{scope.aliases[name.lower()]}`"
    near = did_you_mean(name, scope.whos)
    return near.replace("known here:", "everybody goes by side or role here:")


def event_help(name: str, scope: Scope, known: Iterable[str]) -> str:
    """For something that cannot be done or waited for, though it may be something else."""
    meaning = scope.names.get(scope.aliases.get(name, name))
    kinds = meaning.type.kind.split("|") if meaning is not None and meaning.what == "constant" else []
    if "mode" in kinds:
        return f"a ride is meant: `ride`, with `when mode = {scope.aliases.get(name, name)}`"
    if "ticket" in kinds:
        return f"a ride is meant: `ride`, with `when ticket = {scope.aliases.get(name, name)}`"
    if name in scope.whos:
        return f"somebody does something: `ride by {name}`"
    if name in MOVES:
        return "a move along a line is a `ride`; what the fugitive writes down is an `entry`"
    near = did_you_mean(name, known)
    return near if near.startswith("did") or name in EVENTS else near.replace("known here:", "what can be done here:")


def audience_help(name: str, scope: Scope, known: Iterable[str]) -> str:
    """Roles see nothing of their own: a side does."""
    if name.lower() in FUGITIVE:
        return "write `fugitive`"
    if scope.whos.get(name):
        return f"write `{scope.whos[name]}`: what one of a side sees, they all know"
    return "write `all`" if name in EVERYBODY else did_you_mean(name, known)
