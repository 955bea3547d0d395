"""The tools of every part of the compiler: the layout, groups of equal pieces, values, effects, refusals, endings.

A rule is written in up to three ways. Plainly, for playing and listing. Carefully: it stops at what is not known, so that the
judge can say so. Hopefully: every step that is not surely refused is listed.
"""

from __future__ import annotations

from functools import cached_property

from attrs import evolve, field

from adjudicator.engine.effects import Effects
from adjudicator.engine.expressions import Expressions, Spot
from adjudicator.engine.layout import Layout
from adjudicator.engine.profiles import Profile, Profiles, events_of_rides
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import Ability, Facts, Read
from adjudicator.rulebook.model import Action, Rule
from adjudicator.values import frozen

# The variables of a step as every generated function names them; those that it looks up itself.
LOCALS = {Read("step", name): local for name, local in zip(("from", "to", "here", "entry", "passes"), "abhev", strict=True)}


@frozen
class Ending:
    """A way the game can end: the ending's id and the side that wins ("" for a draw)."""

    id: str
    winner: str


@frozen(eq=False)
class Refusal:
    """A `forbid` or `losing` statement with the rule it stands in."""

    rule: Rule
    statement: t.Forbid
    number: int  # names its generated functions
    waits: bool = False  # only for an action that must come first: a piece that takes it can move then

    @property
    def when(self) -> t.Expression | None:
        return self.statement.when


@frozen(slots=False, eq=False)
class Frame:
    layout: Layout
    profiles: Profiles
    careful: bool = False
    hopeful: bool = False
    endings: dict[Ending, int] = field(factory=dict)
    asked: dict[Ability, int] = field(factory=dict)  # see `Expressions`
    _of_rides: dict[tuple[Profile, bool], list[Refusal]] = field(factory=dict, repr=False)
    _of_actions: dict[str, list[Refusal]] = field(factory=dict, repr=False)

    @cached_property
    def values(self) -> Expressions:
        return Expressions(self.layout, self.profiles, self.careful, self.asked)

    @cached_property
    def effects(self) -> Effects:
        """Effects are always written plainly."""
        return Effects(self.layout, evolve(self.values, careful=False))

    @property
    def facts(self) -> Facts:
        return self.layout.rulebook.facts

    def ending(self, name: str, winner: str) -> int:
        """The number of an ending in a position; each gets one when it is first met."""
        return self.endings.setdefault(Ending(name, winner), len(self.endings) + 1)

    def spot(self, profile: Profile, written: bool = False) -> Spot:
        return Spot(str(profile[0]) if len(profile) == 1 else "q", written)

    def lookups(self, nodes: list[t.Node | None], **found: str) -> list[str]:
        """Lines that look up the variables of a step that these nodes ask for; a function pays for nothing else."""
        asked = {LOCALS[read] for node in nodes for read in self.facts.reads(node) if read in LOCALS}
        return [f"    {name} = {text}" for name, text in found.items() if name in asked]

    # -- what is refused
    @cached_property
    def refusals(self) -> tuple[Refusal, ...]:
        found = [(rule, one) for rule, one in self.layout.rulebook.statements(t.Forbid) if isinstance(one, t.Forbid)]
        stated = len(found)
        found += self._moves_before_what_comes_first
        return tuple(Refusal(rule, one, number, number >= stated) for number, (rule, one) in enumerate(found))

    @property
    def _moves_before_what_comes_first(self) -> list[tuple[Rule, t.Forbid]]:
        """Where an action must come first, nobody of those who owe it rides before."""
        book = self.layout.rulebook
        owed = [(rule, one) for rule, one in book.statements(t.MustAct) if isinstance(one, t.MustAct) and one.first]
        return [
            (
                rule,
                t.Forbid(
                    t.Event(("ride",), (one.who,)),
                    one.owed if one.when is None else t.AllOf((one.when, one.owed)),
                    f"first `{book.actions[one.owed.action].written}`",
                ),
            )
            for rule, one in owed
        ]

    def of_rides(self, profile: Profile, losing: bool) -> list[Refusal]:
        """The statements that refuse rides of these pieces, or make them lose."""
        found = self._of_rides.get((profile, losing))
        if found is None:
            found = self._of_rides[profile, losing] = [
                one
                for one in self.refusals
                if one.statement.losing == losing
                and events_of_rides(profile) & set(one.statement.event.names)
                and self.profiles.concerns(one.statement.event.who, profile)
            ]
        return found

    def of_action(self, action: Action) -> list[Refusal]:
        """The statements that refuse an action or its group."""
        found = self._of_actions.get(action.id)
        if found is None:
            names = {action.id, action.table.group}
            found = self._of_actions[action.id] = [one for one in self.refusals if names & set(one.statement.event.names)]
        return found

    def condition(self, one: Refusal, spot: Spot) -> str:
        return "True" if one.when is None else self.values.of(one.when, spot)

    def refused(self, one: Refusal, spot: Spot) -> str:
        """The same as written for a listing."""
        return f"surely(lambda: {self.condition(one, spot)})" if self.hopeful else self.condition(one, spot)

    def held(self, text: str) -> str:
        """A condition that must hold, as written for a listing."""
        return f"perhaps(lambda: {text})" if self.hopeful else text

    # -- what follows
    def reactions_to(self, events: frozenset[str] | set[str], profile: Profile) -> list[tuple[Rule, t.On]]:
        """`on EVENT then …`, for these pieces."""
        return [
            (rule, one)
            for rule, one in (*self.layout.rulebook.statements(t.On), *self.facts.hints)
            if isinstance(one, t.On)
            and isinstance(one.moment, t.Event)
            and events & set(one.moment.names)
            and self.profiles.concerns(one.moment.who, profile)
        ]

    @cached_property
    def wins(self) -> list[tuple[Rule, t.Wins]]:
        """Endings in the variant's priority."""
        order = {name: place for place, name in enumerate(self.layout.rulebook.tables.priority)}
        found = [(rule, one) for rule, one in self.layout.rulebook.statements(t.Wins) if isinstance(one, t.Wins)]
        return sorted(found, key=lambda pair: order.get(pair[0].id, len(order)))

    def wins_after(self, events: frozenset[str] | set[str], profile: Profile) -> list[tuple[Rule, t.Wins]]:
        """Endings that are tested after a step of one of these kinds."""
        return [
            (rule, one)
            for rule, one in self.wins
            if isinstance(one.moment, t.Event)
            and events & set(one.moment.names)
            and self.profiles.concerns(one.moment.who, profile)
        ]
