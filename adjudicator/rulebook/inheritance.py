"""Lays files over each other, one parent and then packs, with explicit verbs, and keeps the origin of every key.

A table at the top of a file is added; `[amend.…]` changes keys of an existing table, `[replace.…]` replaces one, `drop = […]`
removes one. Changing a missing table and adding an existing one are faults; so is a thing that two packs change.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any

from attrs import define, evolve, field

from adjudicator.faults import Fault, Given, Place
from adjudicator.rulebook.dropping import Dropping
from adjudicator.rulebook.keys import unknown_key
from adjudicator.toml_places import Path, Places, locate
from adjudicator.values import frozen

OWN = (
    "id",
    "title",
    "says",
    "aliases",
    "extends",
    "includes",
    "board",
    "rulebook",
    "abstract",
    "pack",
)  # said by each file for itself
LEADING = ("extends", "includes")  # name other files, and are done with when those are laid
INHERITED = ("board", "rulebook")
TABLES = ("log", "numbers", "box")  # tables whose keys are the named things
VALUES = ("priority", "seats", "pool")
SECTIONS = (
    "modes", "tickets", "roles", "supplies", "decks", "state", "terms", "options", "rules", "actions", "endings", "rulings",
    "questions",
    "parts",
)  # fmt: skip
VERBS = ("amend", "replace", "drop")
FLAT = ("modes", "tickets", "state", "terms", "rules", "actions", "endings", "rulings", "questions")  # they contain no tables


@frozen(slots=False)
class Source:
    """A file that was read. Its text determines its data."""

    file: str
    data: dict[str, Any] = field(eq=False)
    text: str
    stands: dict[Path, Path] = field(factory=dict, eq=False)  # the places of expanded keys in the file

    @cached_property
    def places(self) -> Places:
        return locate(self.text, self.file)

    @property
    def id(self) -> str:
        return str(self.data.get("id", self.file))

    def said(self, path: Path) -> Path:
        """The place in the file of the key at this path of its data."""
        for length in range(len(path), 0, -1) if self.stands else ():
            if path[:length] in self.stands:
                return (*self.stands[path[:length]], *path[length:])
        return path


Origin = tuple[Source, Path]  # the file, and the path within it


@define(eq=False)
class Merged:
    """Plain data with the origin of every key, so that a fault in the whole can name the right file and line.

    Make a copy before you change one: the layers below a file are shared by all files that extend it.
    """

    data: dict[str, Any] = field(factory=dict)
    origins: dict[Path, Origin] = field(factory=dict)
    faults: list[Fault] = field(factory=list)
    touched: dict[Path, list[Origin]] = field(factory=dict)  # by packs only
    dropped: dict[Path, Origin] = field(factory=dict)  # dropped paths, and the places that dropped them
    called: dict[Path, tuple[str, ...]] = field(factory=dict)  # other names of dropped things
    sources: tuple[Source, ...] = ()  # the files, from the base upwards
    packs: tuple[str, ...] = ()  # names of packs, which are shown with the game's

    def key(self, path: Path) -> Place:
        source, found = self.origin(path)
        return source.places.key(found)

    def value(self, path: Path) -> Place:
        source, found = self.origin(path)
        return source.places.value(found)

    def inside(self, path: Path, index: int, length: int = 1) -> Place:
        source, found = self.origin(path)
        return source.places.inside(found, index, length)

    def origin(self, path: Path) -> Origin:
        """The place that states the thing at a path, or the nearest table around it."""
        rest: Path = ()
        while path and path not in self.origins:
            path, rest = path[:-1], (path[-1], *rest)
        if not path:
            last = next(reversed(self.origins.values()))
            return last[0], rest
        source, found = self.origins[path]
        return source, (*found, *rest)

    def get(self, path: Path) -> Any:
        """The value at a path; None if there is none."""
        value: Any = self.data
        for part in path:
            if not isinstance(value, dict) or part not in value:
                return None
            value = value[part]
        return value

    def forget(self, path: Path) -> None:
        """Forget the origin of a path whose value is about to be removed."""
        for inner in _paths(self.get(path)):
            self.origins.pop((*path, *inner), None)

    def copy(self) -> Merged:
        return evolve(self.opened(), data=copied(self.data))

    def opened(self) -> Merged:
        """A copy in which whole things may be added and removed; the tables within them are shared."""
        return evolve(
            self,
            data={key: dict(value) if isinstance(value, dict) else value for key, value in self.data.items()},
            origins=dict(self.origins),
            faults=list(self.faults),
            touched=dict(self.touched),
            dropped=dict(self.dropped),
            called=dict(self.called),
        )


NOTHING = Merged()  # the base of a file that extends none


@lru_cache(maxsize=64)  # the same few files are the base of every variant
def lay_over(below: Merged, source: Source) -> Merged:
    """The file `source` on top of what it extends (or, for a pack, of what it is applied to)."""
    merged = below.copy()
    merged.sources = (*merged.sources, source)
    is_pack = source.data.get("pack") is True
    if not is_pack:
        _own_keys(merged, source)
    work = _Layer(merged, source, is_pack)
    for key, value in source.data.items():
        if key in OWN or (is_pack and key == "excludes"):
            continue
        if key == "drop":
            work.drop(value)
        elif key in ("amend", "replace"):
            work.verb(key, value)
        else:
            work.add(key, value)
    return merged


def _own_keys(merged: Merged, source: Source) -> None:
    for key in OWN:
        if key in source.data or key not in INHERITED:
            merged.data.pop(key, None)
            merged.origins.pop((key,), None)
        if key in source.data and key not in LEADING:
            merged.data = {key: source.data[key], **merged.data}
            merged.origins[(key,)] = (source, (key,))


@frozen(slots=False)
class _Layer:
    merged: Merged
    source: Source
    is_pack: bool

    def add(self, key: str, value: Any) -> None:
        if key in SECTIONS and not isinstance(value, dict):
            self._fault("E103.options" if key == "options" else "E103.section", (key,), key=key)
        elif key in SECTIONS and isinstance(value, dict) and not any(isinstance(one, dict | list) for one in value.values()):
            self._fault("E103.name", (key,), key=key)
        elif key in SECTIONS and isinstance(value, dict):
            for name, table in value.items():
                self._add_one((key, name), table, (key, name))
        elif key in TABLES and isinstance(value, dict):
            for name, number in value.items():
                self._add_one((key, name), number, (key, name))
        elif key in VALUES or key in SECTIONS or key in TABLES:
            self._add_one((key,), value, (key,))
        else:
            sentence, values = unknown_key(key, self.merged.data)
            self._fault(sentence, (key,), key=key, **values)

    def _add_one(self, path: Path, value: Any, at: Path) -> None:
        inner = next((name for name, one in value.items() if isinstance(one, dict)), "") if isinstance(value, dict) else ""
        if path[0] in FLAT and inner not in ("", "code"):
            self._fault("E116.dot", (*at, inner), better=f"{path[0]}.{path[-1]}-{inner}")
            return
        if self.merged.get(path) is None:
            self._touch(path, at)
            self._put(path, value, at)
            return
        if self._conflicts(path, at):
            return
        there = self.merged.key(path)
        name = ".".join(map(str, path))
        other = self.merged.origin(path)[0].id
        self._fault(_already(path), at, (there,), name=name, section=path[0], other=other)

    def verb(self, verb: str, tables: Any) -> None:
        if not isinstance(tables, dict):
            self._fault("E103.verb", (verb,), verb=verb)
            return
        for section, inner in tables.items():
            if section in SECTIONS and isinstance(inner, dict):
                for name, value in inner.items():
                    self._change(verb, (section, name), value, (verb, section, name))
            elif section in TABLES and verb == "amend" and isinstance(inner, dict):
                for name, value in inner.items():
                    self._change("replace", (section, name), value, (verb, section, name), said=verb)
            else:
                self._change(verb, (section,), inner, (verb, section))

    def _change(self, verb: str, path: Path, value: Any, at: Path, said: str = "") -> None:
        if self.merged.get(path) is None:
            known = self.merged.get(path[:-1]) if len(path) > 1 else self.merged.data
            self._missing(said or verb, path, at, known if isinstance(known, dict) else ())
        elif verb == "replace" or not isinstance(value, dict):
            self._touch(path, at)
            self.merged.forget(path)
            self._put(path, value, at)
        else:
            for key, inner in value.items():
                self._amend((*path, key), inner, (*at, key))

    def _amend(self, path: Path, value: Any, at: Path) -> None:
        """Merge a key into an existing table; tables within it likewise. The list `has` of a part is extended."""
        present = self.merged.get(path)
        if isinstance(value, dict) and isinstance(present, dict):
            for key, inner in value.items():
                self._amend((*path, key), inner, (*at, key))
            return
        self._touch(path, at)
        if path[0] == "parts" and path[-1] == "has" and isinstance(present, list) and isinstance(value, list):
            for index, name in enumerate(value):
                present.append(self._laid(name, (*path, len(present)), (*at, index)))
            return
        self.merged.forget(path)
        self._put(path, value, at)

    def drop(self, names: Any) -> None:
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            self._fault("E103.drop", ("drop",))
            return
        for index, name in enumerate(names):
            path: Path = tuple(name.split(".", 1))
            path = ("options", *path[1:]) if path[0] == "choices" else path  # choices have been expanded into options
            if self._went_along(path, names):
                continue
            if self.merged.get(path) is None:
                self._missing("drop", path, ("drop", index), [f"{s}.{n}" for s in SECTIONS for n in self._named(s)])
                continue
            for one in Dropping(self.merged, self.source, ("drop", index)).drop(path):
                self._touch(one, ("drop", index))

    def _went_along(self, path: Path, names: list[str]) -> bool:
        """Whether a thing is missing because this file dropped another thing that it depended on."""
        source, at = self.merged.dropped.get(path, (None, ()))
        return source is self.source and names[int(at[-1])] != ".".join(map(str, path)) and self.merged.get(path) is None

    def _missing(self, verb: str, path: Path, at: Path, known: Iterable[str]) -> None:
        """Report a missing thing; perhaps another pack dropped it, or the file extends nothing."""
        if self._conflicts(path, at):
            return
        name = ".".join(map(str, path))
        if path in self.merged.dropped and self.merged.dropped[path][0] is self.source:
            there = self.source.places.value(self.merged.dropped[path][1])
            self._fault("E104.dropped", at, (there,), name=name)
            return
        known = tuple(known)
        homes = [section for section in SECTIONS if len(path) == 1 and verb != "drop" and str(path[0]) in self._named(section)]
        if homes:
            sentence = "E104.home"
        elif path[-1] in (*OWN, "drop"):
            sentence = "E104.top"
        elif not self.is_pack and "extends" not in self.source.data:
            sentence = "E104.extends"
        else:
            sentence = "E104.drop" if verb == "drop" else "E104"
        self._fault(
            sentence,
            at,
            name=name,
            verb=verb,
            variant=str(self.merged.data.get("id")) if self.is_pack else "",
            word=name if verb == "drop" else str(path[-1]),
            home=homes[0] if homes else "",
            known=known,
        )

    # -- small steps
    def _put(self, path: Path, value: Any, at: Path) -> None:
        container: Any = self.merged.data
        for part in path[:-1]:
            container = container.setdefault(part, {})
            if not isinstance(container, dict):
                self._fault("E103.table", at, name=str(part))
                return
        container[path[-1]] = self._laid(value, path, at)

    def _laid(self, value: Any, path: Path, at: Path) -> Any:
        """A copy of the value; notes the origin of each part of it."""
        self.merged.origins[path] = (self.source, self.source.said(at))
        if isinstance(value, dict):
            return {key: self._laid(inner, (*path, key), (*at, key)) for key, inner in value.items()}
        if isinstance(value, list):
            return [self._laid(inner, (*path, index), (*at, index)) for index, inner in enumerate(value)]
        return value

    def _named(self, section: str) -> Iterable[str]:
        found = self.merged.data.get(section)
        return found if isinstance(found, dict) else ()

    def _touch(self, path: Path, at: Path) -> None:
        if self.is_pack and not self._conflicts(path, at):
            self.merged.touched[path] = [*self.merged.touched.get(path, ()), (self.source, self.source.said(at))]

    @cached_property
    def _touched_before(self) -> list[tuple[Path, list[Origin]]]:
        """The paths that earlier packs change. Computed once, since a pack may change thousands."""
        return list(self.merged.touched.items())

    def _conflicts(self, path: Path, at: Path) -> bool:
        """Report a thing that two packs change, or of which one changes a part."""
        for other, origins in self._touched_before:
            shorter = min(len(other), len(path))
            if other[:shorter] != path[:shorter]:
                continue
            for source, where in origins:
                if source is not self.source:
                    name = ".".join(map(str, path))
                    self._fault("E105", at, (source.places.key(where),), name=name, pack=source.id)
                    return True
        return False

    def _fault(self, sentence: str, at: Path, also: tuple[Place, ...] = (), /, **values: Given) -> None:
        self.merged.faults.append(Fault(sentence, self.source.places.key(self.source.said(at)), also, **values))


def _already(path: Path) -> str:
    """The sentence about adding an existing thing, which says how to change it instead."""
    if path[0] == "seats":
        return "E102.seats"
    return "E102.table" if path[0] in TABLES else "E102.value" if path[0] in VALUES else "E102"


def copied(value: Any) -> Any:
    """A copy of plain data, ten times as fast as `copy.deepcopy`, which would take most of the time of reading a file."""
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in value.items()}
    return [copied(inner) for inner in value] if isinstance(value, list) else value


def _paths(value: Any) -> Iterable[Path]:
    yield ()
    if isinstance(value, dict):
        for key, inner in value.items():
            for path in _paths(inner):
                yield (key, *path)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            for path in _paths(inner):
                yield (index, *path)
