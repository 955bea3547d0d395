"""Values of the checker: types, places, and faults."""

from __future__ import annotations

from attrs import evolve, field

from adjudicator.faults import Fault
from adjudicator.language.types import Type
from adjudicator.values import frozen


@frozen
class Blame:
    """A fault inside a rule's text, by offset; inside the text of a term, if it names one. `used` is where that is used."""

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
    """A value's type, whether it depends on a secret of the fugitive, how much work it takes, and how many values it is
    written with.
    """

    type: Type
    hidden: bool = False
    work: int = 1
    values: int = 1


@frozen
class Env:
    """Where a condition stands: who acts, which variables there are, and whether it may ask who can move."""

    actor: str = ""  # fugitive, pursuers, "" for either or nobody
    where: frozenset[str] = frozenset({"always"})
    names: dict[str, Known] = field(factory=dict)
    may_ask_moves: bool = False
    written: bool = False  # `entry` is the entry just written, not the one being written
    place: str = ""  # of the action that it stands in; `set-up` for what happens then
    secret: bool = False  # that this happens at all is hidden from the pursuers
    secret_choices: frozenset[str] = frozenset()  # of the action: what nobody learns who does not see where it goes
    times: int = 1  # how often this is done or asked, at most
    asked: int = 1  # how often that is, where it is asked for each ride that there is
    depth: int = 0  # loops around it
    looped: frozenset[str] = frozenset()  # the names that effects around it go through
    trial: bool = False  # looked at only to learn whether choices are counted with

    def with_name(self, name: str, known: Known) -> Env:
        return evolve(self, names={**self.names, name: known})
