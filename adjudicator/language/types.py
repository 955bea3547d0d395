"""The types of the rule language, and what a name stands for."""

from __future__ import annotations

from functools import cached_property

from attrs import evolve, field

from adjudicator.language.tree import Expression
from adjudicator.values import frozen

KINDS = ("number", "yes or no", "station", "mode", "ticket", "piece", "card", "word")


@frozen(slots=False)
class Type:
    """`kind` may be several, joined by `|`, for a constant such as `taxi`, which names a mode and a ticket."""

    kind: str
    many: bool = False
    optional: bool = False  # may be `none`
    side: str = field(default="", eq=False)  # of a piece: fugitive, pursuers, or not known
    size: int = field(default=8, eq=False)  # of a set: how many it may have, for the bound on work

    def __str__(self) -> str:
        kind = "number" if self.kind == "number|station" else " or ".join(self.kind.split("|"))
        return (f"set of {_plural(kind)}" if self.many else kind) + (" or none" if self.optional and kind != "none" else "")

    @cached_property
    def one(self) -> Type:
        return evolve(self, many=False) if self.many else self

    @cached_property
    def set(self) -> Type:
        return self if self.many else evolve(self, many=True)


def _plural(kind: str) -> str:
    return " or ".join(one + "s" for one in kind.split(" or "))


def a(kind: Type) -> str:
    """A type in a sentence: `a number`, `yes or no`."""
    text = str(kind)
    return text if text.startswith(("yes", "none", "nothing")) else f"a {text}"


NUMBER = Type("number")
YES_NO = Type("yes or no")
STATION = Type("station")
MODE = Type("mode")
TICKET = Type("ticket")
PIECE = Type("piece")
CARD = Type("card")
WORD = Type("word")
NONE = Type("none", optional=True)
NOTHING = Type("nothing")  # after a fault: fits everything, so that one mistake is reported once


def meet(left: Type, right: Type) -> Type | None:
    """The type that both can be, or None."""
    if NOTHING in (left.one, right.one):
        return right if left.one == NOTHING else left
    if left.kind == "none" or right.kind == "none":
        other = right if left.kind == "none" else left
        return other if other.optional or other.kind == "none" else None
    if left.many != right.many:
        return None
    kinds = [kind for kind in left.kind.split("|") if kind in right.kind.split("|")]
    if not kinds:
        return None
    side = left.side if left.side == right.side else ""  # of both sides: it can be the fugitive
    return Type("|".join(kinds), left.many, left.optional or right.optional, side, max(left.size, right.size))


@frozen
class Meaning:
    """The meaning of a declared name."""

    what: str  # number, state, supply, pieces, piece, constant, attribute, term, deck
    type: Type
    hidden: bool = False
    own: bool = False  # one a piece, and seen by that piece only
    per: str = ""
    body: Expression | None = None
    takes: tuple[str, ...] = ()  # names that a term gives to its arguments
    value: object = None


@frozen
class Scope:
    """Every name a variant declares, and which of them the engine offers where."""

    names: dict[str, Meaning]
    rules: frozenset[str] = frozenset()
    prohibitions: dict[str, int] = field(factory=dict)  # how many statements of a rule forbid something
    sides: tuple[str, ...] = ("fugitive", "pursuers")
    whos: dict[str, str] = field(factory=dict)  # who may act: name -> side ("" for both)
    actions: dict[str, str] = field(factory=dict)  # actions and groups of them -> the side that takes them
    aliases: dict[str, str] = field(factory=dict)  # words of records -> the name that rules use
    stations: frozenset[int] = frozenset()  # of the board; empty when none is known
    unseen: frozenset[str] = frozenset()  # actions of the fugitive, and groups with one, that pursuers do not see
    entries: frozenset[str] = frozenset()  # actions, and groups with one, that write an entry themselves
    at_any_time: frozenset[str] = frozenset()  # actions that are taken during a turn
    open_tickets: bool = True  # whether everybody sees the ticket of every entry
    complete: bool = True  # False when no board is known: attributes cannot be checked
