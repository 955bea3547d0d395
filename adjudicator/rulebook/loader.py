"""From a name to a checked rulebook: the one entrance. What was read before comes from the cache (`cache.py`); only what is new
is made from its files (`from_files.py`), for which the parser and the checker are loaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from attrs import evolve

from adjudicator.files import trail
from adjudicator.rulebook import cache
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.rulebook.inheritance import Merged


def load(
    name: str, *, board: str = "", options: Iterable[str] = (), beside: str | None = None, paths: Iterable[str] = ()
) -> Rulebook:
    """The rulebook of `2014`, `./mine.toml` or `2014+pack.toml+pack`, with options chosen. Raises Refused."""
    choices, places = tuple(options), tuple(paths)
    flat = Source(name, choices, beside, places)
    asked = cache.Asked(name, board, choices, beside, places)
    kept = cache.recall(asked, flat)
    if kept is not None:
        return kept
    from adjudicator.rulebook import from_files

    with trail() as seen:
        rulebook = from_files.load(name, board=board, options=choices, beside=beside, paths=places)
    cache.keep(asked, rulebook, seen)
    return evolve(rulebook, flat=flat)


@frozen
class Source:
    """Where a rulebook came from: its files are read again when somebody wants to know where a thing was said."""

    name: str
    options: tuple[str, ...]
    beside: str | None
    paths: tuple[str, ...]

    def __call__(self) -> Merged:
        from adjudicator.rulebook import from_files

        return from_files.chosen(self.name, self.options, self.beside, self.paths)


def flatten(name: str, *, beside: str | None = None, paths: Iterable[str] = ()) -> Merged:
    """The tables of a variant with its parents and packs, nothing chosen yet. Raises Refused."""
    from adjudicator.rulebook import from_files

    return from_files.flatten(name, beside=beside, paths=paths)
