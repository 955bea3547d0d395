"""The table of completeness: every row of the booklets by edition, each cell the rules that say it, or why none does.

Rows stand in docs/matrix-rows.toml; the cells come from `rows` of the rules, actions, endings and options of each edition and
from the remarks of its [matrix] table. A remark on a whole group ("A11") holds for every row of it that says nothing itself.
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

What the booklets say, row by row, and where each edition's file says it: the proof that nothing was forgotten. Generated from
[matrix-rows.toml](matrix-rows.toml) and the variants; `pytest tests/test_matrix.py --update` writes it anew.

A cell names rules, actions and endings by their ids, and options. `silent: G12` means that the booklet leaves it open and the
ruling of that number decides; `no rule` gives the reason why the referee needs none. A rule in brackets is in force only
under that choice.
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


def groups_of(data: Mapping[str, Any]) -> tuple[Group, ...]:
    """The groups of rows as docs/matrix-rows.toml gives them."""
    return tuple(Group(one["id"], one["title"], tuple(one["editions"]), dict(one["rows"])) for one in data["groups"])


def matrix_page(groups: tuple[Group, ...]) -> str:
    data = {edition: flatten(edition).data for group in groups for edition in group.editions}
    return HEAD + "".join(line + "\n" for group in groups for line in _table(group, data))


def _table(group: Group, data: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield f"\n## {group.id} {group.title}\n"
    yield f"| row | {' | '.join(group.editions)} |"
    yield "|---" * (len(group.editions) + 1) + "|"
    for row, title in group.rows.items():
        cells = " | ".join(str(cell_of(data[edition], row)) for edition in group.editions)
        yield f"| {row} {title} | {cells} |"


def cell_of(data: Mapping[str, Any], row: str) -> Cell:
    """What one edition says about one row."""
    found = {section: tuple(_naming(data.get(section, {}), row)) for section in SECTIONS}
    remarks = data.get("matrix", {})
    said = any(found.values())
    remark = remarks.get(row) or ("" if said else remarks.get(row.split(".")[0], ""))
    return Cell(found["rules"] + found["actions"] + found["endings"], found["options"], remark)


def _naming(tables: Mapping[str, Mapping[str, Any]], row: str) -> Iterator[str]:
    for name, table in tables.items():
        if row in table.get("rows", ()):
            option = table.get("option", "")
            guards = [option] if isinstance(option, str) else list(option)
            yield f"{name} ({', '.join(guards)})" if any(guards) else name
