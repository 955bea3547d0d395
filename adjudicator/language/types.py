"""The types of the rule language, and the meanings of names."""

from __future__ import annotations

from functools import cached_property

from attrs import evolve, field

from adjudicator.language.tree import Expression
from adjudicator.values import frozen

KINDS = ("number", "yes or no", "station", "mode", "ticket", "piece", "card", "word")


@frozen(slots=False)
class Type:
    """A type. A constant such as `taxi`, which is a mode and a ticket, has several kinds, joined by `|`."""

    kind: str
    many: bool = False
    optional: bool = False  # may be `none`
    side: str = field(default="", eq=False)  # of a piece: fugitive, pursuers, or unknown
    size: int = field(default=8, eq=False)  # of a set: the most members it may have, for the bound on work

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
NOTHING = Type("nothing")  # the type after a fault: fits everything, so that one mistake is reported once


def meet(left: Type, right: Type) -> Type | None:
    """The type that fits both, or None."""
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
    side = left.side if left.side == right.side else ""  # a piece of either side may be the fugitive
    return Type("|".join(kinds), left.many, left.optional or right.optional, side, max(left.size, right.size))


@frozen
class Meaning:
    """The meaning of a declared name."""

    what: str  # number, state, supply, pieces, piece, constant, attribute, term, deck
    type: Type
    hidden: bool = False
    own: bool = False  # one for each piece, and seen only by that piece
    per: str = ""
    body: Expression | None = None
    takes: tuple[str, ...] = ()  # names of a term's parameters
    value: object = None


@frozen
class Scope:
    """Every name that a variant declares, and the actions, roles and stations that rules may name."""

    names: dict[str, Meaning]
    rules: frozenset[str] = frozenset()
    prohibitions: dict[str, int] = field(factory=dict)  # the number of statements of a rule that forbid something
    sides: tuple[str, ...] = ("fugitive", "pursuers")
    whos: dict[str, str] = field(factory=dict)  # pieces, roles and sides that may act: name -> side ("" for both)
    actions: dict[str, str] = field(factory=dict)  # actions and groups of them -> their side
    aliases: dict[str, str] = field(factory=dict)  # words of records -> the names in rules
    stations: frozenset[int] = frozenset()  # of the board; empty without one
    unseen: frozenset[str] = frozenset()  # actions of the fugitive, and groups with one, that pursuers do not see
    entries: frozenset[str] = frozenset()  # actions, and groups with one, that write an entry themselves
    at_any_time: frozenset[str] = frozenset()  # actions that are taken during a turn
    open_tickets: bool = True  # whether everybody sees the ticket of every entry
    complete: bool = True  # False without a board: attributes cannot be checked
