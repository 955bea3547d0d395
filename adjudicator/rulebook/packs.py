"""Packs: house rules that can be added to any game, `2014+this.toml+that.toml`. What does not go together names both files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from attrs import evolve

from adjudicator.faults import Fault, Refused
from adjudicator.files import NAME
from adjudicator.rulebook.merging import Merged, Source, lay_over


def add_packs(merged: Merged, packs: Iterable[Source]) -> Merged:
    """The game with these packs laid over it, in their order. Raises Refused with everything that does not fit."""
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
    """Its id, where that is a name; else its file is what people know it by."""
    return pack.id if NAME.fullmatch(pack.id) else os.path.basename(pack.file).removesuffix(".toml")


def is_pack(source: Source) -> bool:
    return source.data.get("pack") is True


def no_game(source: Source) -> Fault:
    """A pack stands where a game is wanted."""
    name = os.path.basename(source.file)
    message = f"`{source.id}` is a pack: it is added to a game and is none itself"
    return Fault("E107", source.places.key(("pack",)), message, f"name the game first, for example `2014+{name}`")


def _no_pack(source: Source) -> Iterator[Fault]:
    if not is_pack(source):
        place = source.places.key(("id",) if "id" in source.data else ())
        help_text = "after `+` stand packs: files with `pack = true` at their top"
        yield Fault("E107", place, f"`{source.id}` is no pack", help_text)
    elif "extends" in source.data:
        message = f"`{source.id}` is a pack, and a pack extends nothing"
        yield Fault("E107", source.places.key(("extends",)), message, "leave out `extends`, or `pack = true`")


def _twice(packs: tuple[Source, ...]) -> Iterator[Fault]:
    first: dict[str, Source] = {}
    for pack in packs:
        other = first.setdefault(pack.id, pack)
        if other is not pack:
            place, also = pack.places.key(("id",)), other.places.key(("id",))
            same = os.path.realpath(pack.file) == os.path.realpath(other.file)
            message = f"the pack `{pack.id}` is added twice" if same else f"two packs have the id `{pack.id}`"
            help_text = "leave one of them out" if same else "give one of them another id"
            yield Fault("E105", place, message, help_text, () if same else (also,))


def _excluded(merged: Merged, packs: tuple[Source, ...]) -> Iterator[Fault]:
    """`excludes = ["other"]` in a pack: it does not go with that pack, nor with that variant or what extends it."""
    sources = [source for source, _ in merged.origins.values()]
    present = {source.id: source for source in (*sources, *packs)}
    for pack in packs:
        names = pack.data.get("excludes", [])
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            message, help_text = "`excludes` must be a list of ids", 'write for example excludes = ["long-night"]'
            yield Fault("E103", pack.places.value(("excludes",)), message, help_text)
            continue
        for index, name in enumerate(names):
            other = present.get(name)
            if other is not None and other is not pack:
                also = other.places.key(("id",))
                message = f"the pack `{pack.id}` does not go with `{name}`"
                yield Fault("E112", pack.places.value(("excludes", index)), message, "choose one of the two", (also,))
