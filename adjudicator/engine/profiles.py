"""Profiles: groups of pieces that no rule distinguishes. Rides, payments and effects are compiled once for each profile."""

from __future__ import annotations

from functools import cached_property

from adjudicator.engine.seating import FUGITIVE, Seating
from adjudicator.language import tree as t
from adjudicator.values import frozen

Profile = tuple[int, ...]
HIS: Profile = (FUGITIVE,)


@frozen(eq=False, slots=False)
class Profiles:
    seating: Seating

    @cached_property
    def every(self) -> tuple[Profile, ...]:
        return tuple(self.alike.values())

    @cached_property
    def alike(self) -> dict[tuple[object, ...], Profile]:
        """The profiles by what tells their pieces apart in rules. Equal keys at two tables mean profiles of the same kind."""
        rules = self.seating.rulebook.rules.values()
        whos = sorted({who for rule in rules for statement in rule.statements for who in _whos(statement)})
        found: dict[tuple[object, ...], list[int]] = {}
        for q in range(self.seating.count):
            names = self.seating.names_of(q)
            alike = (q == FUGITIVE, self.seating.is_free(q), tuple(who in names for who in whos))
            found.setdefault(alike, []).append(q)
        return {alike: tuple(pieces) for alike, pieces in found.items()}

    @cached_property
    def of(self) -> tuple[int, ...]:
        """The number of each piece's profile."""
        found = {q: k for k, profile in enumerate(self.every) for q in profile}
        return tuple(found[q] for q in range(self.seating.count))

    def concerns(self, who: tuple[str, ...], profile: Profile) -> bool:
        """Whether a statement about `who` (empty: every piece) applies to the pieces of a profile."""
        return not who or any(profile[0] in self.seating.members(name) for name in who)


def events_of_rides(profile: Profile) -> frozenset[str]:
    """The events that a ride of these pieces counts as; a ride of the fugitive is also an entry."""
    return frozenset({"ride", "entry"} if profile[0] == FUGITIVE else {"ride"})


def _whos(statement: t.Statement) -> set[str]:
    """The names of pieces by which a statement distinguishes them."""
    match statement:
        case t.Forbid(event):
            return set(event.who)
        case t.Pay(who) | t.Allow(who):
            return set(who)
        case t.On(t.Event(_, who)) | t.Wins(_, _, t.Event(_, who)):
            return set(who)
        case _:
            return set()
