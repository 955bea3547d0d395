"""States, tickets, supplies and uses of actions as a seat sees them: the variant decides which seats see each."""

from __future__ import annotations

from adjudicator.engine import FUGITIVE, Engine
from adjudicator.values import frozen


@frozen
class Eyes:
    """An observer: the fugitive, one of the pursuers, or all pursuers together."""

    fugitive: bool
    pieces: frozenset[str] = frozenset()

    def see(self, audience: str, actor: str) -> bool:
        """Whether something for an audience is seen; `own` is for the acting piece alone."""
        if audience == "own":
            return actor in self.pieces
        return audience == "all" or audience == ("fugitive" if self.fugitive else "pursuers")


@frozen(eq=False)
class Sight:
    """The eyes of a seat at one table."""

    eyes: Eyes
    engine: Engine

    def of_state(self, name: str, owner: str = "") -> bool:
        """Whether a state is seen; for a state that each piece has, that of `owner`."""
        return self.eyes.see(self.engine.rulebook.tables.state[name].seen, owner)

    def of_uses(self, name: str) -> bool:
        """Whether every use of an action is seen, or of all actions of a group."""
        seating = self.engine.seating
        return all(
            self.eyes.see(action.table.seen, seating.seats[piece].piece)
            for action in self.engine.rulebook.actions.values()
            if name in (action.id, action.table.group)
            for piece in seating.members(action.table.by)
        )

    def of_supply(self, name: str) -> bool:
        """Whether a supply is seen: always for the pile, and otherwise as the variant says."""
        table = self.engine.rulebook.tables.supplies.get(name)
        return table is None or self.eyes.see(table.seen, "")

    def of_tickets(self, piece: int) -> bool:
        """Whether the tickets of a piece are seen: always for pursuers; the fugitive's by him, or if everyone sees what he pays
        with."""
        return piece != FUGITIVE or self.eyes.fugitive or self.engine.rulebook.scope.open_tickets
