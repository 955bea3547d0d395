"""The warnings of lint, and the data that checks read."""

from __future__ import annotations

from functools import cached_property

from adjudicator.faults import Fault
from adjudicator.language import tree as t
from adjudicator.rulebook.lint.reading import asked
from adjudicator.rulebook.lint.truth import Facts, facts_of
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.tables import VariantTable
from adjudicator.toml_places import Path
from adjudicator.values import frozen


@frozen
class Finding:
    """A warning about the thing at `path`, or (with `length`) about a part of its text; `also` are further things."""

    fault: Fault  # without a place
    path: Path
    at: int = 0
    length: int = 0
    also: tuple[Path, ...] = ()
    as_chosen: bool = False  # it is about the choices as they are; others may change it

    @property
    def subject(self) -> tuple[object, ...]:
        """The finding's subject, without its numbers, which may differ under another choice."""
        return self.fault.code, self.path, self.at

    def placed(self, rulebook: Rulebook) -> Fault:
        merged = rulebook.merged
        place = merged.inside(self.path, self.at, self.length) if self.length else merged.key(self.path)
        return self.fault.at(place, tuple(map(merged.key, self.also)))


@frozen(slots=False, eq=False)
class Ground:
    """A rulebook with data that several checks need."""

    rulebook: Rulebook

    @property
    def tables(self) -> VariantTable:
        return self.rulebook.tables

    @cached_property
    def asked(self) -> frozenset[str]:
        return asked(self.rulebook)

    @cached_property
    def facts(self) -> Facts:
        return facts_of(self.rulebook, self._absent)

    @property
    def _absent(self) -> frozenset[str]:
        """Roles, plurals and fixed pieces that are in no row of the seat table; empty without a seat table."""
        rows = self.tables.seats
        if not rows or self.tables.abstract:
            return frozenset()
        gone = [
            (name, role)
            for name, role in self.tables.roles.items()
            if role.side == "pursuers" and not any(row.get(role.plural or name) for row in rows)
        ]
        return frozenset(word for name, role in gone for word in (name, role.plural, *role.pieces) if word)

    @cached_property
    def modes(self) -> tuple[str, ...]:
        """Modes of the board that some piece may ride."""
        allowed = [one for _, one in self.rulebook.statements(t.Allow) if isinstance(one, t.Allow)]
        on_board = {mode.name for mode in self.rulebook.board.modes} if self.rulebook.board else set(self.tables.modes)
        open_to = {mode for one in allowed for mode in (one.modes or self.tables.modes)}
        return tuple(mode for mode in self.tables.modes if mode in on_board and mode in open_to)

    def rides_free(self, who: str) -> bool:
        """Whether all pieces of this name ride free."""
        roles = [role for name, role in self.tables.roles.items() if self.concerns((who,), name)]
        return bool(roles) and all(role.fare == "free" for role in roles)

    def concerns(self, who: tuple[str, ...], role: str) -> bool:
        table = self.tables.roles[role]
        return not who or bool({"pieces", table.side, role, table.plural, *table.pieces} & set(who))
