"""Packs: house rules that can be added to any game, `2014+this.toml+that.toml`. A fault about a conflict names both files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from attrs import evolve

from adjudicator.faults import Fault, Refused
from adjudicator.files import NAME
from adjudicator.rulebook.inheritance import Merged, Source, lay_over


def add_packs(merged: Merged, packs: Iterable[Source]) -> Merged:
    """The game with these packs laid over it in order. Raises Refused with all conflicts."""
    every = tuple(packs)
    faults = [fault for pack in every for fault in _no_pack(pack)] or [*_twice(every), *_excluded(merged, every)]
    if faults:
        raise Refused(faults)
    for pack in every:
        merged = lay_over(merged, pack)
    if every and merged.faults:
        raise Refused(merged.faults)
    return evolve(merged, packs=tuple(map(_named, every)))


def _named(pack: Source) -> str:
    """A pack's id if it is a valid name, or else its file."""
    return pack.id if NAME.fullmatch(pack.id) else os.path.basename(pack.file).removesuffix(".toml")


def is_pack(source: Source) -> bool:
    return source.data.get("pack") is True


def no_game(source: Source) -> Fault:
    """The fault of a pack in place of a game."""
    name = os.path.basename(source.file)
    return Fault("E107.pack", source.places.key(("pack",)), id=source.id, file=name)


def _no_pack(source: Source) -> Iterator[Fault]:
    if not is_pack(source):
        place = source.places.key(("id",) if "id" in source.data else ())
        yield Fault("E107.game", place, id=source.id)
    elif "extends" in source.data:
        yield Fault("E107.extends", source.places.key(("extends",)), id=source.id)


def _twice(packs: tuple[Source, ...]) -> Iterator[Fault]:
    first: dict[str, Source] = {}
    for pack in packs:
        other = first.setdefault(pack.id, pack)
        if other is not pack:
            place, also = pack.places.key(("id",)), other.places.key(("id",))
            same = os.path.realpath(pack.file) == os.path.realpath(other.file)
            if same:
                yield Fault("E105.twice", place, id=pack.id)
            else:
                yield Fault("E105.id", place, (also,), id=pack.id)


def _excluded(merged: Merged, packs: tuple[Source, ...]) -> Iterator[Fault]:
    """The faults of packs that exclude (`excludes = ["other"]`) another pack, or this variant or one that it extends."""
    sources = [source for source, _ in merged.origins.values()]
    present = {source.id: source for source in (*sources, *packs)}
    for pack in packs:
        names = pack.data.get("excludes", [])
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            yield Fault("E103.excludes", pack.places.value(("excludes",)))
            continue
        for index, name in enumerate(names):
            other = present.get(name)
            if other is not None and other is not pack:
                also = other.places.key(("id",))
                yield Fault("E112.pack", pack.places.value(("excludes", index)), (also,), id=pack.id, other=name)
