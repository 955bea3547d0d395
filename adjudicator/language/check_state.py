"""State of checking the values of one table: types and faults, each reported once."""

from __future__ import annotations

from attrs import define, field

from adjudicator.faults import Fault, Given
from adjudicator.language import tree as t
from adjudicator.language.check_types import Blame, Known
from adjudicator.language.types import NOTHING, Scope, Type

MAX_BLAMES = 20  # of one table: nobody reads more


@define
class Gathered:
    """Types of every node of a rulebook's rules, by identity; the engine reads them."""

    scope: Scope
    types: dict[int, Type] = field(factory=dict)
    kept: list[t.Node] = field(factory=list)  # identities are valid only while the nodes live
    blames: list[Blame] = field(factory=list)
    looks_back: int = 0
    used: set[str] = field(factory=set)  # terms that the table uses
    counted: set[str] = field(factory=set)  # names that are used where only a number fits
    abilities: set[tuple[frozenset[str], bool]] = field(factory=set)  # the kinds of question whether a piece can move
    spent: int = 0  # work of all tables together
    _nodes: int = 0
    _is_full: bool = False  # there are too many values, which has been reported
    _depth: int = 0
    _deepest: int = 0
    _terms: tuple[t.Name | t.Call, ...] = ()
    _beside: Type | None = None  # the type of the value that a name is compared with
    _named_here: set[str] = field(factory=set)  # names that a statement of this table introduces, known only in this table

    def begin(self) -> None:
        """Begin another table: clear the faults and names of the one before."""
        self.blames.clear()
        self.used.clear()
        self._named_here.clear()

    def blame(self, sentence: str, node: t.Node, spoken: str = "", /, **values: Given) -> Known:
        """Add a fault at a node, or at `spoken`, a word of it. A fault inside a term is reported at the term."""
        at, end = node.at, node.end
        if isinstance(spoken, t.Spoken) and spoken.at is not None:
            at, end = spoken.at, spoken.at + len(spoken)
        term, used = (self._terms[-1].name, self._terms[0].at) if self._terms else ("", 0)
        blame = Blame(Fault(sentence, **values), at, end, term, used)
        if blame not in self.blames and len(self.blames) < MAX_BLAMES:
            self.blames.append(blame)
        return Known(NOTHING)
