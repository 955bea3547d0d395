"""The questions that a rulebook can answer, and of a game its position and course: families, by what they are about."""

from __future__ import annotations

from functools import cache

from adjudicator.answers.entries import Family


@cache
def families() -> dict[str, Family]:
    """Every family by its id."""
    from adjudicator.answers.catalogue import actions, board, course, doubles, endings, moving, numbers, paying, position

    modules = (numbers, moving, doubles, paying, endings, actions, board, position, course)
    return {one.id: one for module in modules for one in module.FAMILIES}
