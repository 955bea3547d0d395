"""docs/matrix.md is complete and up to date: no cell is empty, and everything it names is there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from conftest import TOP
from matrix import SECTIONS, Cell, Edition, Matrix

from adjudicator.files import read_toml

MATRIX = Matrix.of(read_toml(TOP / "tests" / "matrix.toml")[0])
GROUPS = MATRIX.groups
ROWS = [row for group in GROUPS for row in group.rows]
EDITIONS = {name: MATRIX.edition(name) for name in sorted({edition for group in GROUPS for edition in group.editions})}
REFERENCE = re.compile(
    r"\b(rules|actions|endings|options|roles|log|supplies|rulings)\.([a-z0-9-]+)(?:[.=]([a-z0-9-]+))?", re.IGNORECASE
)


def cells() -> Iterator[tuple[str, str, Mapping[str, Any], Cell]]:
    for group in GROUPS:
        for row in group.rows:
            for edition in group.editions:
                yield row, edition, EDITIONS[edition].data, EDITIONS[edition].cell(row)


def test_it_is_up_to_date(compare: Callable[[Path, str], None]) -> None:
    compare(TOP / "docs" / "matrix.md", MATRIX.page())


def test_no_cell_is_empty() -> None:
    assert [(row, edition) for row, edition, _, cell in cells() if cell.is_empty] == []


def test_a_cell_without_rules_says_why() -> None:
    """`silent: Gnn`, `no rule` with a reason, or the tables that say it instead of a rule."""
    unclear = [
        (row, edition, cell.remark)
        for row, edition, _, cell in cells()
        if not cell.rules and not cell.options
        if not re.match(
            r"silent: G\d+|no rule.*: \w|(log|roles|rules|actions|endings|supplies|seats|box|options)\b", cell.remark
        )
    ]
    assert unclear == []


def test_silence_names_a_ruling() -> None:
    for row, edition, data, cell in cells():
        if cell.remark.startswith("silent"):
            numbers = re.findall(r"G\d+", cell.remark)
            assert numbers, (row, edition)
            assert set(numbers) <= set(data["rulings"]), (row, edition)


def test_what_a_remark_names_is_there() -> None:
    for row, edition, data, cell in cells():
        for section, name, inner in REFERENCE.findall(cell.remark):
            assert name in data[section], (row, edition, section, name)
            if section == "options" and inner:
                assert inner in data[section][name].get("values", ["off", "on"]), (row, edition, name)
            elif inner:
                assert inner in data[section][name], (row, edition, name, inner)


def test_every_row_that_is_named_is_a_row() -> None:
    assert {row for things in MATRIX.rows.values() for said in things.values() for row in said} <= set(ROWS)
    groups = {group.id for group in GROUPS}
    assert {row for remarks in MATRIX.remarks.values() for row in remarks if row not in ROWS} <= groups


def test_everything_that_says_a_row_is_there() -> None:
    """In its own file, or in one that extends it: what every edition dropped would be forgotten here."""
    there = {
        f"{section}.{name}"
        for one in EDITIONS.values()
        for section in one.data
        if section in SECTIONS
        for name in one.data[section]
    }
    assert {thing for things in MATRIX.rows.values() for thing in things} <= there


def test_rows_stand_in_order_and_once() -> None:
    assert len(set(ROWS)) == len(ROWS)
    for group in GROUPS:
        assert all(row.startswith(f"{group.id}.") for row in group.rows)
        assert list(group.rows) == sorted(group.rows, key=lambda row: int(row.split(".")[1]))


def test_a_remark_on_a_group_holds_for_rows_that_say_nothing() -> None:
    edition = Edition({"rules": {"a": {}}}, {"rules.a": ["A1.1"]}, {"A1": "no rule: none", "A1.3": "no rule: other"})
    assert [str(edition.cell(row)) for row in ("A1.1", "A1.2", "A1.3", "A2.1")] == [
        "`a`",
        "no rule: none",
        "no rule: other",
        "",
    ]
