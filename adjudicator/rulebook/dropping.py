"""Drops inherited tables. Tables about a dropped one only are dropped with it; lists with other names lose only its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from adjudicator.rulebook.guards import GUARDED, guards, meant, split
from adjudicator.toml_places import Path
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.rulebook.inheritance import Merged, Source

CODED = (*GUARDED, "terms")
# Lists of names: `{taxi, bus}`, `forbid take, dive when …`.
_LIST = re.compile(r"(?:\{|\b(?:forbid|permit|losing|on)\s)\s*[\w-]+(?:\s*,\s*[\w-]+)+")


@frozen
class Dropping:
    """One name in a file's `drop`; `at` is the place of that name."""

    merged: Merged
    source: Source
    at: Path

    def drop(self, path: Path) -> Iterator[Path]:
        """Drop a path. Yields every path that is dropped with it."""
        for one in (*self._belonging(path), path):
            if self.merged.get(one) is not None:  # it may have been dropped with another
                yield from self._drop(one)

    def _belonging(self, path: Path) -> list[Path]:
        """The existing tables that belong to a part of the game."""
        has = self.merged.get((*path, "has")) if path[0] == "parts" else ()
        return [tuple(str(name).split(".")) for name in has] if isinstance(has, list) else []

    def _drop(self, path: Path) -> Iterator[Path]:
        yield path
        self.merged.forget(path)
        container: Any = self.merged.get(path[:-1]) if len(path) > 1 else self.merged.data
        gone = container.pop(path[-1])
        if len(path) == 2 and not container:
            del self.merged.data[str(path[0])]  # an empty section means the same as none
        self.merged.dropped[path] = (self.source, self.at)
        self.merged.called[path] = (str(gone["plural"]),) if isinstance(gone, dict) and "plural" in gone else ()
        self._out_of_options(".".join(map(str, path)))
        if len(path) == 2:
            yield from self._out_of_use(str(path[0]), str(path[1]), gone)

    def _out_of_use(self, section: str, name: str, gone: Any) -> Iterator[Path]:
        """Drop every use of a dropped thing. Yields the paths that are dropped with it."""
        match section:
            case "endings" if "priority" not in self.source.data:  # a file need not repeat the order of the remaining endings
                self._out_of_list(("priority",), name)
            case "options" if isinstance(gone, dict):
                yield from self._decided(name, gone)
            case "tickets":
                for home in self._hands(name):
                    yield from self._drop(home)
            case "modes":
                for ticket in self._named("tickets"):
                    self._out_of_list(("tickets", ticket, "pays"), name)
        if section in ("modes", "tickets", "actions") and not any(
            name in self._named(one) for one in ("modes", "tickets", "actions")
        ):
            self._out_of_codes(name)

    def _hands(self, ticket: str) -> list[Path]:
        """The paths of a kind of ticket in hands, supplies and the box."""
        homes: list[Path] = [("box", ticket)]
        homes += [("roles", role, "tickets", ticket) for role in self._named("roles")]
        homes += [("supplies", supply, "starts", ticket) for supply in self._named("supplies")]
        return [home for home in homes if self.merged.get(home) is not None]

    def _decided(self, name: str, option: dict[str, Any]) -> Iterator[Path]:
        """Apply the default of a dropped option: tables that need another value are dropped. Yields their paths."""
        default = meant(option, str(option.get("default", "off")))
        for path in [(section, one) for section in GUARDED for one in self._named(section)]:
            table = self.merged.get(path)
            standing = guards(table) if isinstance(table, dict) else ()
            values = [meant(option, value) for other, value in map(split, standing) if other == name]
            if any(value != default for value in values):
                yield from self._drop(path)
            elif values:
                self.merged.forget((*path, "option"))
                table["option"] = [one for one in standing if split(one)[0] != name]

    def _out_of_codes(self, word: str) -> None:
        """Remove a name from lists with other names in rule text. Blanks replace it, so that places in the text stay right."""
        item = re.compile(rf"(?<![\w-]){re.escape(word)}\s*,\s*|\s*,\s*{re.escape(word)}(?![\w-])")
        for table, key in self._codes():
            if isinstance(table[key], str):
                table[key] = _LIST.sub(lambda found: item.sub(lambda one: " " * len(one[0]), found[0], count=1), table[key])

    def _codes(self) -> Iterator[tuple[dict[str, Any], str]]:
        """Every rule text, including those that options set, as its table and key."""
        tables = [table for section in CODED for table in self._tables(section)]
        tables += [one for option in self._tables("options") for one in _tables_of(option.get("set"))]
        for table in tables:
            yield from ((table, key) for key in table if key == "code" or key.endswith(".code"))

    def _out_of_list(self, path: Path, gone: str) -> None:
        """Remove a name from a list; the others keep their places in their files."""
        names = self.merged.get(path)
        if not isinstance(names, list) or gone not in names:
            return
        kept = [(name, self.merged.origins.get((*path, index))) for index, name in enumerate(names) if name != gone]
        whole = self.merged.origins.get(path)
        self.merged.forget(path)
        names[:] = [name for name, _ in kept]
        self.merged.origins |= {path: whole} if whole else {}
        self.merged.origins |= {(*path, index): origin for index, (_, origin) in enumerate(kept) if origin}

    def _out_of_options(self, dropped: str) -> None:
        """Remove the settings of a dropped table from inherited options."""
        for option in self._named("options"):
            changes = self.merged.get(("options", option, "set"))
            for value, table in changes.items() if isinstance(changes, dict) else ():
                for dotted in [key for key in table if f"{key}.".startswith(f"{dropped}.")] if isinstance(table, dict) else ():
                    if self.merged.origin(("options", option, "set", value, dotted))[0] is not self.source:
                        self.merged.forget(("options", option, "set", value, dotted))
                        del table[dotted]

    def _named(self, section: str) -> Iterable[str]:
        found = self.merged.data.get(section)
        return tuple(found) if isinstance(found, dict) else ()

    def _tables(self, section: str) -> list[dict[str, Any]]:
        return _tables_of(self.merged.data.get(section))


def _tables_of(value: Any) -> list[dict[str, Any]]:
    return [table for table in value.values() if isinstance(table, dict)] if isinstance(value, dict) else []
