"""From a name to a checked rulebook: the one entrance. Rules that were read before come from the cache (`cache.py`); new ones
are made from their files (`from_files.py`), for which the parser and checker are loaded. Rules that this process loaded stay
at hand as long as their files stay as they are.

Entries of the cache are trusted, since reading the files again would make them useless. If rules fail in use, the entries that
this process has used are compared with their files (`suspicion`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from attrs import evolve

from adjudicator.faults import Fault, Refused
from adjudicator.files import Trail, trail
from adjudicator.rulebook import cache
from adjudicator.rulebook.guards import guards
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.rulebook.inheritance import Merged

MOST = 64  # rulebooks at hand; the oldest makes room


def load(
    name: str, *, board: str = "", options: Iterable[str] = (), beside: str | None = None, paths: Iterable[str] = ()
) -> Rulebook:
    """The rulebook of `2014`, `./mine.toml` or `2014+pack.toml+pack`, with options chosen. Raises Refused."""
    choices, places = tuple(options), tuple(paths)
    flat = Source(name, choices, beside, places)
    asked = cache.Asked(name, board, choices, beside, places)
    kept = cache.recall(asked, flat)
    if kept is not None:
        _recalled[asked] = None
        return kept
    from adjudicator.rulebook import from_files

    with trail() as seen:
        rulebook = from_files.load(name, board=board, options=choices, beside=beside, paths=places)
    cache.keep(asked, rulebook, seen)
    return evolve(rulebook, flat=flat)


_recalled: dict[cache.Asked, None] = {}  # the questions that the cache has answered


@contextmanager
def suspicion() -> Iterator[None]:
    """If something fails within that cannot fail, and rules came from a changed cache, that is the reason (F40)."""
    try:
        yield
    except cache.MISUSE:
        changed = next(filter(_is_changed, _recalled), None)
        if changed is None:
            raise
        raise Refused([Fault("F40", name=changed.name, folder=cache.cache_folder() or "")]) from None


def _is_changed(asked: cache.Asked) -> bool:
    from adjudicator.rulebook import from_files

    try:
        made = from_files.load(asked.name, board=asked.board, options=asked.options, beside=asked.beside, paths=asked.paths)
    except Refused:  # the files have changed since, too
        return False
    return cache.differs(asked, made)


@frozen
class Loaded:
    """The result of loading: a rulebook, or the reason why there is none; and the files that were read, as they were then."""

    found: Rulebook | Refused
    trail: Trail
    stamps: list[tuple[int, int, int] | None]


_at_hand: dict[tuple[object, ...], Loaded] = {}


def at_hand(
    name: str, *, board: str = "", options: Iterable[str] = (), beside: str | None = None, paths: Iterable[str] = ()
) -> Rulebook:
    """The same as `load`, but done once while the files stay as they are: a thousand logs of one variant load it once, and fail
    once. Raises Refused."""
    choices, places = tuple(options), tuple(paths)
    asked = (_here(), name, board, choices, beside, places)
    kept = _at_hand.get(asked)
    if kept is None or kept.trail.stamps() != kept.stamps:
        if len(_at_hand) >= MOST:
            del _at_hand[next(iter(_at_hand))]
        kept = _at_hand[asked] = _loaded(name, board, choices, beside, places)
    if isinstance(kept.found, Refused):
        raise Refused(kept.found.faults)
    return kept.found


def _here() -> str:
    """The folder from which paths count; nothing where it has been deleted."""
    try:
        return os.getcwd()
    except OSError:
        return ""


def _loaded(name: str, board: str, options: tuple[str, ...], beside: str | None, paths: tuple[str, ...]) -> Loaded:
    found: Rulebook | Refused
    with trail() as seen:
        try:
            found = load(name, board=board, options=options, beside=beside, paths=paths)
        except Refused as refused:
            found = refused
    return Loaded(found, seen, seen.stamps())


@frozen
class Source:
    """Where a rulebook came from: its files are read again to find the place that states a thing."""

    name: str
    options: tuple[str, ...]
    beside: str | None
    paths: tuple[str, ...]

    def __call__(self) -> Merged:
        from adjudicator.rulebook import from_files

        return from_files.chosen(self.name, self.options, self.beside, self.paths)

    def optional_actions(self) -> dict[str, tuple[str, ...]]:
        """The actions that only some choice of options gives the game, each with these choices."""
        actions = flatten(self.name, beside=self.beside, paths=self.paths).data.get("actions", {})
        return {name: guards(table) for name, table in actions.items() if guards(table)}


def flatten(name: str, *, beside: str | None = None, paths: Iterable[str] = ()) -> Merged:
    """The tables of a variant with its parents and packs, nothing chosen yet. Raises Refused."""
    from adjudicator.rulebook import from_files

    return from_files.flatten(name, beside=beside, paths=paths)
