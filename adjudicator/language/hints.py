"""The most helpful sentence about a value of the wrong type or an undeclared name."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.faults import Given
from adjudicator.language.types import YES_NO, Scope, Type
from adjudicator.language.vocabulary import WORD

# Words that people use, and the words of the rule language for them.
MEANT = {
    "a": "1", "an": "1", "once": "1", "twice": "2",
    **{word: str(n) for n, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"), 1)},
    "true": "yes", "false": "no", "null": "none", "nothing": "none", "nobody": "none",
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "destination": "to", "target": "to", "origin": "from", "transport": "mode", "player": "piece", "turn": "round",
    "adjacent": "next-to", "neighbour": "next-to", "neighbor": "next-to", "nextto": "next-to", "beside": "next-to",
    "neighbors": "neighbours", "dist": "distance", "min": "least", "minimum": "least", "fewest": "least",
    "max": "most", "maximum": "most", "total": "sum",
}  # fmt: skip
ASKED = ("station", "tickets")  # words that have their own sentence if they are used without a piece
EVERYBODY = ("all", "everybody", "everyone", "anybody", "anyone", "players", "player", "both")
MOVES = ("move", "moves", "moving", "arrival", "arrive", "travel", "go", "step", "trip", "drive")
CHANCE = ("dice", "die", "roll", "random", "coin", "throw", "chance")
SET_ELSEWHERE = ("station", "tickets")  # words with their own sentence for an assignment to them
COLOURS = ("red", "blue", "green", "yellow", "white", "grey", "gray", "purple", "orange", "brown")  # in records
FUGITIVE = ("x", "mrx", "mr-x", "misterx", "mister-x")  # in records


Said = tuple[str, dict[str, Given]]  # a sentence and its values


def wrong_type(found: Type, wanted: Type) -> str:
    """The sentence about a value of type `found` where `wanted` is needed."""
    if wanted == YES_NO and found.kind.startswith("number"):
        return "E301.number"
    if wanted == YES_NO and found.many:
        return "E301.set"
    if wanted == YES_NO:
        return "E301.compare"
    return "E301.braces" if wanted.many and not found.many else "E301"


def not_comparable(left: Type, right: Type) -> str:
    """The sentence about two values that cannot be compared."""
    if "none" in (left.kind, right.kind):
        return "E302.none"
    if left.many != right.many:
        return "E302.sets"
    if "station" in left.kind.split("|") or "station" in right.kind.split("|"):
        return "E302.stations"
    return "E302"


def unknown_name(name: str, known: Iterable[str], scope: Scope, beside: Type | None = None) -> Said:
    """The sentence about an undeclared name; `beside` is the type of the value it is compared with."""
    names = list(known)
    if name.lower() in scope.aliases and scope.aliases[name.lower()] in names:
        return "E307.alias", {"meant": scope.aliases[name.lower()]}
    if beside is not None and beside.kind in ("mode", "ticket", "word"):
        ours = [one for one, meaning in scope.names.items() if meaning.what == "constant" and beside.kind in meaning.type.kind]
        return "E307.beside", {"known": ours}
    if "-" in name and any(part.isdigit() for part in name.split("-")):
        return "E307.minus", {}
    if name.lower() in FUGITIVE and "fugitive" in names:
        return "E307.fugitive", {}
    if name.lower() in COLOURS:
        return "E307.piece", {}
    if name.lower() in CHANCE:
        return "E307.chance", {}
    if name.lower() in MEANT:
        return "E307.word", {"meant": MEANT[name.lower()]}
    return "E307", {"known": names}


def not_changed(name: str, states: Iterable[str], is_declared: bool) -> Said:
    """The sentence about an assignment to something that is not a state."""
    if name in SET_ELSEWHERE:
        return f"E328.{name}", {}
    if name in WORD:
        return "E328.word", {}
    return ("E328" if is_declared else "E328.unknown"), {"known": tuple(states)}


def nobody(name: str, scope: Scope) -> Said:
    """The sentence about an unknown piece, role or side."""
    if name.lower() in FUGITIVE:
        return "E329.fugitive", {}
    if name.lower() in COLOURS:
        return "E329.piece", {}
    if name.lower() in EVERYBODY:
        return "E329.everybody", {}
    if scope.aliases.get(name.lower()) in scope.whos:
        return "E329.alias", {"meant": scope.aliases[name.lower()]}
    return "E329", {"known": sorted(scope.whos)}


def no_event(name: str, scope: Scope, known: Iterable[str]) -> Said:
    """The sentence about a name that is not an event, though it may be something else."""
    meaning = scope.names.get(scope.aliases.get(name, name))
    kinds = meaning.type.kind.split("|") if meaning is not None and meaning.what == "constant" else []
    if "mode" in kinds or "ticket" in kinds:
        return "E312.ride", {"kind": "mode" if "mode" in kinds else "ticket", "meant": scope.aliases.get(name, name)}
    if name in scope.whos:
        return "E312.who", {}
    return ("E312.move", {}) if name in MOVES else ("E312", {"known": sorted(known)})


def no_audience(name: str, scope: Scope, known: Iterable[str]) -> Said:
    """The sentence about a name that is not an audience: a side is one, a role is not."""
    if name.lower() in FUGITIVE:
        return "E333.fugitive", {}
    if scope.whos.get(name):
        return "E333.side", {"side": scope.whos[name]}
    return ("E333.all", {}) if name in EVERYBODY else ("E333", {"known": known})
