"""The syntax tree of the rule language: frozen values, one class for each form. `at` and `end` are offsets in the rule's text.

Comparisons ignore offsets, so that `parse(show(tree)) == tree`.
"""

from __future__ import annotations

from adjudicator.language.nodes import Node as Node


class Spoken(str):
    """A word or text of a rule with its offsets; otherwise a string like any other."""

    at: int | None = None

    @classmethod
    def of(cls, text: str, at: int) -> Spoken:
        spoken = cls(text)
        spoken.at = at
        return spoken


# ---- values and conditions ------------------------------------------------------------------------------------------
class Number(Node):
    value: int


class Literal(Node):
    """`yes`, `no` or `none`."""

    word: str


class Name(Node):
    name: str


class Call(Node):
    name: str
    arguments: tuple[Expression, ...]


class SetOf(Node):
    """The members of a set: `{3, 8, 13}`, or the range `3..7`."""

    items: tuple[Expression, ...]
    is_range: bool = False


class Compare(Node):
    left: Expression
    operator: str
    right: Expression


class Member(Node):
    item: Expression
    group: Expression
    negated: bool = False


class AllOf(Node):
    parts: tuple[Expression, ...]


class AnyOf(Node):
    parts: tuple[Expression, ...]


class Negated(Node):
    part: Expression


class Arithmetic(Node):
    left: Expression
    operator: str
    right: Expression


class Quantified(Node):
    """`some|every|no VARIABLE in GROUP [where ...] has CONDITION`"""

    quantifier: str
    variable: str
    group: Expression
    where: Expression | None
    condition: Expression


class CountOf(Node):
    variable: str
    group: Expression
    where: Expression | None


class Gathered(Node):
    """`sum(VALUE for each VARIABLE in GROUP [where ...])`; likewise `least` and `most`. For an empty group, each is 0."""

    word: str
    value: Expression
    variable: str
    group: Expression
    where: Expression | None


class CanMove(Node):
    """`can(PIECE, move)` now, or `can(PIECE, ever move)`: now or in a later round, if nothing else changes."""

    piece: Expression
    ignoring: tuple[str, ...] = ()
    ever: bool = False


class Owed(Node):
    """Whether some piece of a group still has to take an action in this turn, and can."""

    who: str
    action: str


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
    | Gathered
    | CanMove
    | Owed
    | Choice
)


# ---- effects --------------------------------------------------------------------------------------------------------
class Assign(Node):
    """`NAME := value`, `+=`, `-=`, with an index if the state is one for each piece or ticket."""

    name: str
    index: Expression | None
    operator: str
    value: Expression


class Move(Node):
    amount: Expression
    ticket: Expression
    source: Expression
    target: Expression


class ForEach(Node):
    variable: str
    group: Expression
    where: Expression | None
    effects: tuple[Effect, ...]


class OnlyWhen(Node):
    condition: Expression
    effects: tuple[Effect, ...]


class Arrive(Node):
    station: Expression


class Remove(Node):
    piece: Expression


class Send(Node):
    """`send PIECE to STATION`: a pursuer is moved without a ride."""

    piece: Expression
    station: Expression


class Deal(Node):
    amount: Expression
    deck: str
    target: str


class ShowLast(Node):
    fields: tuple[str, ...]
    audience: str = "all"


class Announce(Node):
    """`announce "TEXT" [to WHO]`, where WHO is an audience or one piece; with the values that the text names."""

    text: str
    listener: Expression
    slots: tuple[Expression, ...] = ()


Effect = Assign | Move | ForEach | OnlyWhen | Arrive | Remove | Send | Deal | ShowLast | Announce


# ---- moments --------------------------------------------------------------------------------------------------------
class Event(Node):
    """A step of one of these kinds by one of these pieces; an empty `who` means any piece."""

    names: tuple[str, ...]
    who: tuple[str, ...] = ()


class Moment(Node):
    """`start` or `end` of a `round`, or of a `turn` of a side."""

    edge: str
    of: str
    side: str = ""


# ---- statements -----------------------------------------------------------------------------------------------------
class Allow(Node):
    who: tuple[str, ...]
    modes: tuple[str, ...]


class Forbid(Node):
    event: Event
    when: Expression | None
    because: str
    losing: bool = False


class Permit(Node):
    """An exception from rules, for some pieces, under a condition."""

    event: Event
    rules: tuple[str, ...]
    when: Expression | None


class Pay(Node):
    who: tuple[str, ...]
    when: Expression | None
    place: Expression


class MustMove(Node):
    who: str
    times: Expression


class MustAct(Node):
    """`WHO must ACTION [first] [when ...]`: one of them takes it once in each turn, if it can; first: before any of them
    moves."""

    who: str
    owed: Owed
    first: bool = False
    when: Expression | None = None


class MayPass(Node):
    """`WHO may pass [when ...]`: these pieces need not move, even if another rule says that they must."""

    who: str
    when: Expression | None = None


class MayMove(Node):
    who: str
    times: Expression


class RoundOrder(Node):
    sides: tuple[str, ...]


class SideOrder(Node):
    """`SIDE act in any|seat|reverse order [from PIECE] [when ...]`; of several with a true condition, the last applies."""

    side: str
    order: str
    first: Expression | None = None
    when: Expression | None = None


class StartsOn(Node):
    """`pick` is "" (a card of one station), "first" or "either"; the source is a deck's name or a set of stations."""

    who: str
    pick: str
    deck: str
    stations: Expression | None
    audience: str


class Check(Node):
    name: str


class On(Node):
    moment: Event | Moment
    when: Expression | None
    effects: tuple[Effect, ...]


class Show(Node):
    fields: tuple[str, ...]
    event: str
    audience: str = "all"
    when: Expression | None = None


class Hide(Node):
    fields: tuple[str, ...]
    event: str
    when: Expression | None


class Tell(Node):
    text: str
    event: str
    audience: str = "all"
    when: Expression | None = None


class Wins(Node):
    """`side` is empty for a draw."""

    side: str
    when: Expression
    moment: Event | Moment


class Score(Node):
    points: Expression
    who: str  # a side; or pieces, each with its own points
    when: Expression | None


class Require(Node):
    """`require CONDITION`, or a limit: then `often` is its text (`once a game`, `at most 3 times a turn`), and the condition
    counts the uses of the action."""

    condition: Expression
    because: str
    often: str = ""


class Choose(Node):
    variable: str
    group: Expression
    where: Expression | None
    word: str = ""
    may_fail: bool = False
    drawn: bool = False  # drawn at random, each member with the same probability


class EachChoose(Node):
    variable: str
    group: Expression
    where: Expression | None
    choose: Choose


class DrawCard(Node):
    variable: str
    deck: str


class Then(Node):
    effects: tuple[Effect, ...]


class Answer(Node):
    value: Expression
    audience: str


class Entries(Node):
    count: int


Statement = (
    Allow
    | Forbid
    | Permit
    | Pay
    | MustMove
    | MayMove
    | MustAct
    | MayPass
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
