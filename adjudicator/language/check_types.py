"""Values of the checker: types with their secrecy and work, surroundings of a condition, and faults."""

from __future__ import annotations

from attrs import evolve, field

from adjudicator.faults import Fault
from adjudicator.language.tree import Call, Expression, Name
from adjudicator.language.types import Type
from adjudicator.values import frozen


@frozen
class Blame:
    """A fault in the text of a rule, at an offset; in the text of a term, if it names one. `used` is the offset of that use."""

    fault: Fault  # without a place
    at: int
    end: int
    term: str = ""
    used: int = field(default=0, eq=False)

    @property
    def code(self) -> str:
        return self.fault.code


@frozen
class Known:
    """A value's type, whether it depends on a secret of the fugitive, how much work it takes, and how many values it
    contains."""

    type: Type
    hidden: bool = False
    work: int = 1
    values: int = 1


@frozen
class Env:
    """The surroundings of a condition: who acts, which variables exist, and whether it may ask which pieces can move."""

    actor: str = ""  # fugitive, pursuers, "" for either or nobody
    where: frozenset[str] = frozenset({"always"})
    names: dict[str, Known] = field(factory=dict)
    may_ask_moves: bool = False
    written: bool = False  # `entry` is the entry just written, not the one being written
    place: str = ""  # of the action around it; `set-up` for events then
    secret: bool = False  # the pursuers do not learn that this happens at all
    secret_choices: frozenset[str] = frozenset()  # of the action: choices that others do not learn
    times: int = 1  # how often this is done or tested, at most
    asked: int = 1  # the number of tests, where it is tested for each ride
    depth: int = 0  # number of loops around it
    looped: frozenset[str] = frozenset()  # the names that effects around it go through
    present: frozenset[Expression] = frozenset()  # values that are not `none` here, because that was asked before
    trial: bool = False  # looked at only to learn whether choices are counted with

    def with_name(self, name: str, known: Known) -> Env:
        return evolve(self, names={**self.names, name: known})

    def where_present(self, found: frozenset[Expression]) -> Env:
        """Here, if these values are not `none`."""
        return evolve(self, present=self.present | found) if found - self.present else self

    def after_change(self, name: str) -> Env:
        """Here, after the state of this name has got another value."""
        gone = {one for one in self.present if isinstance(one, Name | Call) and one.name == name}
        return evolve(self, present=self.present - gone) if gone else self
