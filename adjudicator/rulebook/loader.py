"""Loads a checked rulebook by its name. It comes from the cache (`cache.py`) while its files have the same bytes; otherwise it
is made from its files (`from_files.py`), for which the parser and checker are imported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from attrs import evolve

from adjudicator.faults import Fault, Refused
from adjudicator.files import trail
from adjudicator.rulebook import cache
from adjudicator.rulebook.guards import guards
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.rulebook.inheritance import Merged


def load(
    name: str, *, board: str = "", options: Iterable[str] = (), beside: str | None = None, paths: Iterable[str] = ()
) -> Rulebook:
    """The rulebook of `2014`, `./mine.toml` or `2014+pack.toml+pack`, with options chosen. Raises Refused.

    While its files are unchanged, a rulebook is loaded (or refused) once, even for a thousand logs.
    """
    found = cache.once(cache.Asked(name, board, tuple(options), beside, tuple(paths)), _loaded).found
    if isinstance(found, Refused):
        raise Refused(found.faults)
    return found


def _loaded(asked: cache.Asked) -> cache.Loaded:
    flat = Source(asked.name, asked.options, asked.beside, asked.paths)
    kept = cache.recall(asked, flat)
    if kept is not None:
        return kept
    with trail() as seen:
        try:
            rulebook = evolve(_made(asked), flat=flat)
        except Refused as refused:
            return cache.Loaded(asked, refused, seen)
    cache.keep(asked, rulebook, seen)
    return cache.Loaded(asked, rulebook, seen)


def _made(asked: cache.Asked) -> Rulebook:
    """The rulebook from its files. Raises Refused."""
    from adjudicator.rulebook import from_files

    return from_files.load(asked.name, board=asked.board, options=asked.options, beside=asked.beside, paths=asked.paths)


@contextmanager
def suspicion() -> Iterator[None]:
    """Raise F40 instead of an unexpected error in this block if rules came from a changed cache entry, its likely cause."""
    try:
        yield
    except cache.MISUSE:
        changed = next((one.asked for one in cache.recalled() if _is_changed(one)), None)
        if changed is None:
            raise
        raise Refused([Fault("F40", name=changed.name, folder=cache.cache_folder() or "")]) from None


def _is_changed(kept: cache.Loaded) -> bool:
    """Whether a rulebook from the cache is not the one that its files give."""
    try:
        return kept.trail.is_fresh() and cache.differ(kept.found, _made(kept.asked))
    except Refused:  # the entry's list of files was changed as well
        return True


@frozen
class Source:
    """The source of a rulebook: its files are read again to find the place that states a thing."""

    name: str
    options: tuple[str, ...]
    beside: str | None
    paths: tuple[str, ...]

    def __call__(self) -> Merged:
        from adjudicator.rulebook import from_files

        return from_files.chosen(self.name, self.options, self.beside, self.paths)

    def optional_actions(self) -> dict[str, tuple[str, ...]]:
        """The actions that are in the game only with some choice of options, each with these choices."""
        actions = flatten(self.name, beside=self.beside, paths=self.paths).data.get("actions", {})
        return {name: guards(table) for name, table in actions.items() if guards(table)}


def flatten(name: str, *, beside: str | None = None, paths: Iterable[str] = ()) -> Merged:
    """The tables of a variant with its parents and packs, nothing chosen yet. Raises Refused."""
    from adjudicator.rulebook import from_files

    return from_files.flatten(name, beside=beside, paths=paths)
