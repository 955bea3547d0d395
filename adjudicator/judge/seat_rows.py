"""Rows of the seat table: the pieces of each role, the persons who hold them, and the row in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.tables import RoleTable

Row = Mapping[str, int | str | tuple[int, ...]]


def pursuer_roles(rulebook: Rulebook) -> dict[str, RoleTable]:
    return {name: role for name, role in rulebook.tables.roles.items() if role.side == "pursuers"}


def usual(rulebook: Rulebook) -> str:
    """The role that persons take; pieces of other roles belong to everyone."""
    return next(iter(pursuer_roles(rulebook)))


def count(row: Row, name: str, rulebook: Rulebook) -> int:
    number = row.get(rulebook.tables.roles[name].plural or name, 0)
    return number if isinstance(number, int) else 0


def holdings(row: Row, rulebook: Rulebook) -> list[int]:
    """The number of pieces of the usual role that each person holds."""
    number, persons = count(row, usual(rulebook), rulebook), row.get("persons")
    if isinstance(persons, tuple):
        return list(persons)
    if isinstance(persons, int) and persons:
        return [number // persons + (at < number % persons) for at in range(persons)]
    return [1] * number


def held(row: Row) -> list[tuple[str, ...]]:
    """The pieces that each person holds, if the row names them: `held = "purple yellow, red"`."""
    text = row.get("held")
    return [tuple(part.split()) for part in text.split(",")] if isinstance(text, str) else []


def topped_up(names: tuple[str, ...], others: tuple[str, ...], number: int) -> tuple[str, ...]:
    """At least `number` names: if a role has fewer fixed names than a row has pieces, other names are added."""
    return (*names, *(one for one in others if one not in names))[: max(number, len(names))]


def left_for(name: str, names: tuple[str, ...], taken: Collection[str], rulebook: Rulebook) -> tuple[str, ...]:
    """Those of these names that a piece of this role can still have: neither taken nor a fixed name of another role."""
    others = {piece for other, role in pursuer_roles(rulebook).items() if other != name for piece in role.pieces}
    return tuple(one for one in names if one not in others and one not in taken)


def described(row: Row, rulebook: Rulebook) -> str:
    """A row in words: `3 detectives (one each) and 1 constable`."""
    parts = []
    for name, role in pursuer_roles(rulebook).items():
        number = count(row, name, rulebook)
        if number:
            noun = role.name or name if number == 1 else role.plural or role.name or name
            parts.append(f"{number} {noun}{_held(row.get('persons')) if name == usual(rulebook) else ''}")
    return " and ".join(parts)


def _held(persons: object) -> str:
    if isinstance(persons, tuple) and len(persons) > 1:
        return " (one each)" if set(persons) == {1} else f" (held {'+'.join(map(str, persons))})"
    persons = len(persons) if isinstance(persons, tuple) else persons
    return f" (held by {persons} {'person' if persons == 1 else 'persons'})" if persons else ""
