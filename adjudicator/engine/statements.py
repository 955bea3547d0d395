"""The statements of a rulebook that concern a piece, an action or a moment: refusals, reactions, endings."""

from __future__ import annotations

from functools import cached_property

from adjudicator.engine.layout import Layout
from adjudicator.engine.profiles import Profile, Profiles, events_of_rides
from adjudicator.engine.seating import FUGITIVE
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import Facts
from adjudicator.rulebook.model import Action, Rule
from adjudicator.values import frozen

MOMENTS = tuple(
    (edge, of, side) for edge in ("start", "end") for of, side in (("round", ""), ("turn", "fugitive"), ("turn", "pursuers"))
)


@frozen
class Ending:
    """A way the game can end: the ending's id and the side that wins ("" for a draw)."""

    id: str
    winner: str


@frozen(eq=False)
class Refusal:
    """A `forbid` or `losing` statement with its rule."""

    rule: Rule
    statement: t.Forbid
    number: int
    waits: bool = False  # from `must … first`: a piece that takes the action can move then

    @property
    def when(self) -> t.Expression | None:
        return self.statement.when


@frozen(slots=False, eq=False)
class Statements:
    layout: Layout
    profiles: Profiles

    @property
    def facts(self) -> Facts:
        return self.layout.rulebook.facts

    # -- what is refused
    @cached_property
    def refusals(self) -> tuple[Refusal, ...]:
        found = [(rule, one) for rule, one in self.layout.rulebook.statements(t.Forbid) if isinstance(one, t.Forbid)]
        stated = len(found)
        found += self._moves_before_what_comes_first
        return tuple(Refusal(rule, one, number, number >= stated) for number, (rule, one) in enumerate(found))

    @property
    def _moves_before_what_comes_first(self) -> list[tuple[Rule, t.Forbid]]:
        """Refusals for actions that must come first: pieces that owe one may not ride before."""
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
        """The statements that refuse rides of these pieces, or, with `losing`, make them lose."""
        return [one for one in self._of_rides[self.profiles.of[profile[0]]] if one.statement.losing == losing]

    @cached_property
    def _of_rides(self) -> list[list[Refusal]]:
        """For each profile the statements about its rides."""
        return [
            [
                one
                for one in self.refusals
                if events_of_rides(profile) & set(one.statement.event.names)
                and self.profiles.concerns(one.statement.event.who, profile)
            ]
            for profile in self.profiles.every
        ]

    def of_action(self, action: Action) -> list[Refusal]:
        """The statements that refuse an action or its group."""
        names = {action.id, action.table.group}
        return [one for one in self.refusals if names & set(one.statement.event.names)]

    # -- what follows
    def reactions_to(self, events: frozenset[str] | set[str], profile: Profile) -> list[t.On]:
        """The `on EVENT then …` statements for these events and pieces."""
        return [
            one
            for _, one in (*self.layout.rulebook.statements(t.On), *self.facts.hints)
            if isinstance(one, t.On)
            and isinstance(one.moment, t.Event)
            and events & set(one.moment.names)
            and self.profiles.concerns(one.moment.who, profile)
        ]

    def reactions_at(self, edge: str, of: str, side: str) -> list[t.On]:
        """The `on start of round then …` statements, or those for another edge of a round or turn."""
        found = (one for _, one in self.layout.rulebook.statements(t.On) if isinstance(one, t.On))
        return [one for one in found if is_at(one.moment, edge, of, side)]

    # -- what ends the game
    @cached_property
    def wins(self) -> list[tuple[Rule, t.Wins]]:
        """The `wins` statements by the variant's priority."""
        order = {name: place for place, name in enumerate(self.layout.rulebook.tables.priority)}
        found = [(rule, one) for rule, one in self.layout.rulebook.statements(t.Wins) if isinstance(one, t.Wins)]
        return sorted(found, key=lambda pair: order.get(pair[0].id, len(order)))

    def wins_after(self, events: frozenset[str] | set[str], profile: Profile) -> list[tuple[Rule, t.Wins]]:
        """The `wins` statements that are tested after a step with one of these events."""
        return [
            (rule, one)
            for rule, one in self.wins
            if isinstance(one.moment, t.Event)
            and events & set(one.moment.names)
            and self.profiles.concerns(one.moment.who, profile)
        ]

    def wins_at(self, edge: str, of: str, side: str) -> list[tuple[Rule, t.Wins]]:
        return [(rule, one) for rule, one in self.wins if is_at(one.moment, edge, of, side)]

    @cached_property
    def endings(self) -> dict[Ending, int]:
        """Every way in which the game can end, with its number in a position."""
        found = [Ending(rule.id, one.side) for rule, one in self.wins]
        found += [Ending(one.rule.id, winner) for one in self.refusals for winner in ("pursuers", "fugitive")]
        return {ending: number for number, ending in enumerate(dict.fromkeys(found), 1)}

    def losing(self, one: Refusal, piece: int) -> int:
        """The number of the ending by which a piece loses that breaks a `losing` statement."""
        return self.endings[Ending(one.rule.id, "pursuers" if piece == FUGITIVE else "fugitive")]


def is_at(moment: t.Event | t.Moment, edge: str, of: str, side: str) -> bool:
    return isinstance(moment, t.Moment) and (moment.edge, moment.of, moment.side) == (edge, of, side)
