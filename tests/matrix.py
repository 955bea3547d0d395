"""The table of completeness: every row of the booklets by edition, each cell the rules that say it, or why none does.

Everything is in tests/matrix.toml, so that the files that players read are free of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.rulebook.from_files import flatten
from adjudicator.values import frozen

SECTIONS = ("rules", "actions", "endings", "options")
NAMED = re.compile(
    r"\b(?:rules|actions|endings|options|roles|log|supplies|rulings)\.[a-z0-9-]+(?:[.=][a-z0-9-]+)*|^(?:seats|box)\b"
)
HEAD = """# Every rule of every booklet

This page lists the statements of all booklets, row by row, and where each edition's file states them, to show that none is
missing. It is generated from [tests/matrix.toml](../tests/matrix.toml) and the variants; `pytest tests/test_matrix.py --update`
writes it again.

A cell lists the ids of rules, actions, endings and options. `silent: G12` means that the booklet leaves the point open and
ruling G12 decides; `no rule` gives the reason why the referee needs no rule. A rule in brackets applies only with that option.
"""


@frozen
class Cell:
    """`rules` are ids of rules, actions and endings (with the choice they need), `options` ids of options."""

    rules: tuple[str, ...]
    options: tuple[str, ...]
    remark: str

    @property
    def is_empty(self) -> bool:
        return not (self.rules or self.options or self.remark)

    def __str__(self) -> str:
        named = [f"`{name}`" if " " not in name else "`{}` {}".format(*name.split(" ", 1)) for name in self.rules]
        named += [f"option `{name}`" for name in self.options]
        remark = NAMED.sub(lambda found: f"`{found.group()}`", self.remark).replace("|", "\\|")
        return "; ".join(part for part in (", ".join(named), remark) if part)


@frozen
class Group:
    id: str
    title: str
    editions: tuple[str, ...]
    rows: Mapping[str, str]


@frozen
class Matrix:
    """The data of tests/matrix.toml; `rows` and `remarks` by the file that they are about."""

    groups: tuple[Group, ...]
    rows: Mapping[str, Mapping[str, list[str]]]
    remarks: Mapping[str, Mapping[str, str]]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Matrix:
        groups = (Group(one["id"], one["title"], tuple(one["editions"]), dict(one["rows"])) for one in data["groups"])
        return cls(tuple(groups), data["rows"], data["remarks"])

    def edition(self, name: str) -> Edition:
        """The statements for an edition: those of the files it extends, and then its own."""
        merged = flatten(name)
        files = [source.id for source in merged.sources]
        rows = {thing: said for file in files for thing, said in self.rows.get(file, {}).items()}
        remarks = {row: remark for file in files for row, remark in self.remarks.get(file, {}).items()}
        return Edition(merged.data, rows, remarks)

    def page(self) -> str:
        editions = {name: self.edition(name) for group in self.groups for name in group.editions}
        return HEAD + "".join(line + "\n" for group in self.groups for line in _table(group, editions))


@frozen
class Edition:
    """The tables of an edition, the rows that its things say, and its remarks."""

    data: Mapping[str, Any]
    rows: Mapping[str, list[str]]
    remarks: Mapping[str, str]

    def cell(self, row: str) -> Cell:
        """The statements about one row."""
        found = {section: tuple(self._naming(section, row)) for section in SECTIONS}
        said = any(found.values())
        remark = self.remarks.get(row) or ("" if said else self.remarks.get(row.split(".")[0], ""))
        return Cell(found["rules"] + found["actions"] + found["endings"], found["options"], remark)

    def _naming(self, section: str, row: str) -> Iterator[str]:
        for name, table in self.data.get(section, {}).items():
            if row in self.rows.get(f"{section}.{name}", ()):
                option = table.get("option", "")
                guards = [option] if isinstance(option, str) else list(option)
                yield f"{name} ({', '.join(guards)})" if any(guards) else name


def _table(group: Group, editions: Mapping[str, Edition]) -> Iterator[str]:
    yield f"\n## {group.id} {group.title}\n"
    yield f"| row | {' | '.join(group.editions)} |"
    yield "|---" * (len(group.editions) + 1) + "|"
    for row, title in group.rows.items():
        cells = " | ".join(str(editions[edition].cell(row)) for edition in group.editions)
        yield f"| {row} {title} | {cells} |"
