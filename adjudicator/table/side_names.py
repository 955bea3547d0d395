"""An edition's names of the sides."""

from __future__ import annotations

from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.model import Rulebook


def fugitive_name(rules: Rulebook) -> str:
    return next(role.name or FUGITIVE for role in rules.tables.roles.values() if role.side == "fugitive")


def pursuers_name(rules: Rulebook) -> str:
    roles = rules.tables.roles.items()
    return next(role.plural or role.name or name for name, role in roles if role.side == "pursuers")


def side_name(side: str, rules: Rulebook) -> str:
    return fugitive_name(rules) if side == "fugitive" else pursuers_name(rules)


def the_side(side: str, rules: Rulebook) -> str:
    """The name of a side within a sentence."""
    return fugitive_name(rules) if side == "fugitive" else f"the {pursuers_name(rules)}"
