"""The syntax tree of the rule language: frozen values, one class a form. `at` and `end` are offsets in the rule's text.

Offsets do not count when trees are compared, so that `parse(show(tree)) == tree` can be said.
"""

from __future__ import annotations

from attrs import field, frozen


class Spoken(str):
    """A word or text of a rule that remembers where it stood; otherwise a text like any other."""

    at: int | None = None

    @classmethod
    def of(cls, text: str, at: int) -> Spoken:
        spoken = cls(text)
        spoken.at = at
        return spoken


@frozen(kw_only=True)
class Node:
    at: int = field(default=0, eq=False, repr=False)
    end: int = field(default=0, eq=False, repr=False)


# ---- values and conditions ------------------------------------------------------------------------------------------
@frozen
class Number(Node):
    value: int


@frozen
class Literal(Node):
    """`yes`, `no` or `none`."""

    word: str


@frozen
class Name(Node):
    name: str


@frozen
class Call(Node):
    name: str
    arguments: tuple[Expression, ...]


@frozen
class SetOf(Node):
    items: tuple[Expression, ...]


@frozen
class Compare(Node):
    left: Expression
    operator: str
    right: Expression


@frozen
class Member(Node):
    item: Expression
    group: Expression
    negated: bool = False


@frozen
class AllOf(Node):
    parts: tuple[Expression, ...]


@frozen
class AnyOf(Node):
    parts: tuple[Expression, ...]


@frozen
class Negated(Node):
    part: Expression


@frozen
class Arithmetic(Node):
    left: Expression
    operator: str
    right: Expression


@frozen
class Quantified(Node):
    """`some|every|no VARIABLE in GROUP [where ...] has CONDITION`"""

    quantifier: str
    variable: str
    group: Expression
    where: Expression | None
    condition: Expression


@frozen
class CountOf(Node):
    variable: str
    group: Expression
    where: Expression | None


@frozen
class CanMove(Node):
    piece: Expression
    ignoring: tuple[str, ...] = ()


@frozen
class Choice(Node):
    """`if CONDITION then A else B`"""

    condition: Expression
    then: Expression
    otherwise: Expression


Expression = (
    Number
    | Literal
    | Name
    | Call
    | SetOf
    | Compare
    | Member
    | AllOf
    | AnyOf
    | Negated
    | Arithmetic
    | Quantified
    | CountOf
    | CanMove
    | Choice
)


# ---- effects --------------------------------------------------------------------------------------------------------
@frozen
class Assign(Node):
    """`NAME := value`, `+=`, `-=`, with an index where the state is one per piece or per ticket."""

    name: str
    index: Expression | None
    operator: str
    value: Expression


@frozen
class Move(Node):
    amount: Expression
    ticket: Expression
    source: Expression
    target: Expression


@frozen
class ForEach(Node):
    variable: str
    group: Expression
    where: Expression | None
    effects: tuple[Effect, ...]


@frozen
class OnlyWhen(Node):
    condition: Expression
    effects: tuple[Effect, ...]


@frozen
class Arrive(Node):
    station: Expression


@frozen
class Remove(Node):
    piece: Expression


@frozen
class Deal(Node):
    amount: Expression
    deck: str
    target: str


@frozen
class ShowLast(Node):
    fields: tuple[str, ...]
    audience: str


Effect = Assign | Move | ForEach | OnlyWhen | Arrive | Remove | Deal | ShowLast


# ---- moments --------------------------------------------------------------------------------------------------------
@frozen
class Event(Node):
    """A step of one of these kinds, by one of these pieces; no `who` means anybody."""

    names: tuple[str, ...]
    who: tuple[str, ...] = ()


@frozen
class Moment(Node):
    """`start` or `end` of a `round`, or of a `turn` of a side."""

    edge: str
    of: str
    side: str = ""


# ---- statements -----------------------------------------------------------------------------------------------------
@frozen
class Allow(Node):
    who: tuple[str, ...]
    modes: tuple[str, ...]


@frozen
class Forbid(Node):
    event: Event
    when: Expression | None
    because: str
    losing: bool = False


@frozen
class Pay(Node):
    who: tuple[str, ...]
    when: Expression | None
    place: Expression


@frozen
class MustMove(Node):
    who: str
    times: Expression


@frozen
class MayMove(Node):
    who: str
    times: Expression


@frozen
class RoundOrder(Node):
    sides: tuple[str, ...]


@frozen
class SideOrder(Node):
    side: str
    order: str


@frozen
class StartsOn(Node):
    """`pick` is "" (a card of one station), "first" or "either"; the source is a deck's name or a set of stations."""

    who: str
    pick: str
    deck: str
    stations: Expression | None
    audience: str


@frozen
class Check(Node):
    name: str


@frozen
class On(Node):
    moment: Event | Moment
    when: Expression | None
    effects: tuple[Effect, ...]


@frozen
class Show(Node):
    fields: tuple[str, ...]
    event: str
    audience: str
    when: Expression | None


@frozen
class Hide(Node):
    fields: tuple[str, ...]
    event: str
    when: Expression | None


@frozen
class Tell(Node):
    text: str
    event: str
    audience: str
    when: Expression | None


@frozen
class Wins(Node):
    """`side` is empty for a draw."""

    side: str
    when: Expression
    moment: Event | Moment


@frozen
class Score(Node):
    points: Expression
    side: str
    when: Expression | None


@frozen
class Require(Node):
    condition: Expression
    because: str


@frozen
class Choose(Node):
    variable: str
    group: Expression
    where: Expression | None
    word: str = ""
    may_fail: bool = False


@frozen
class EachChoose(Node):
    variable: str
    group: Expression
    where: Expression | None
    choose: Choose


@frozen
class DrawCard(Node):
    variable: str
    deck: str


@frozen
class Then(Node):
    effects: tuple[Effect, ...]


@frozen
class Answer(Node):
    value: Expression
    audience: str


@frozen
class Entries(Node):
    count: int


Statement = (
    Allow
    | Forbid
    | Pay
    | MustMove
    | MayMove
    | RoundOrder
    | SideOrder
    | StartsOn
    | Check
    | On
    | Show
    | Hide
    | Tell
    | Wins
    | Score
    | Require
    | Choose
    | EachChoose
    | DrawCard
    | Then
    | Answer
    | Entries
)
