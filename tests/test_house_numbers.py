"""What house rules set beside their code (numbers, tickets, seats, choices, states) is noticed by their cases.

A key is left out of a copy of the file, one at a time, so that what the file extends holds again; then some case has to fail.
A part of all keys is tried here, all of them with `--update`.
"""

from __future__ import annotations

import copy
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import house
import pytest
import tomli_w
from conftest import TOP

from adjudicator.cli.variant_test import Suite
from adjudicator.files import read_toml
from adjudicator.workshop.case_runner import try_case

pytestmark = pytest.mark.campaign

Key = tuple[str | int, ...]
PART = 5  # every fifth key, in each file others: a fixed number, so that every machine tries the same

# Names, sentences for people, and code, which tests/test_mutants.py changes.
WORDS = {"id", "title", "extends", "board", "rulebook", "pack", "aliases", "drop", "excludes", "needs", "matrix", "rulings"}
WORDS |= {"says", "cite", "status", "about", "name", "names", "plural", "code", "group", "ruling", "option", "priority"}

# What a key says that could as well be left out: to restate it changes nothing.
DEFAULTS = {"seen": "all", "lives": "game", "default": "off", "values": ["off", "on"]}

NO_DIFFERENCE = {
    ("house-rules", "state.scent.lives"): "the fugitive leaves a new scent before anybody can ask for the old one",
    ("house-rules", "state.posted.starts"): "a number begins with 0 by default",
    **{
        ("house-rules", f"amend.parts.{part}.has"): "only a game that drops the part is another one: test_dropping.py"
        for part in ("doubles", "black-tickets", "underground", "ferry")
    },
}


def keys(data: dict[str, Any], above: Key = ()) -> Iterator[Key]:
    """Every key that sets something; of a list of tables, each of its rows."""
    for name, value in data.items():
        if name in WORDS or DEFAULTS.get(name) == value or above in (("rules",), ("amend", "rules"), ("replace", "rules")):
            continue
        if isinstance(value, dict) and value:
            yield from keys(value, (*above, name))
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield from ((*above, name, number) for number in range(len(value)))
        else:
            yield (*above, name)


def without(data: dict[str, Any], key: Key) -> dict[str, Any]:
    left = copy.deepcopy(data)
    table: Any = left
    for part in key[:-1]:
        table = table[part]
    del table[key[-1]]
    return left


def noticed(path: Path, data: dict[str, Any], folder: Path) -> bool:
    """Whether a case beside this file fails when the file has these data instead; or they cannot be read at all."""
    changed = folder / "examples" / path.parent.name / path.name
    changed.parent.mkdir(parents=True)
    shutil.copytree(TOP / "examples" / "boards", folder / "examples" / "boards")  # which some of them name
    if path.parent.name != "packs":
        shutil.copytree(TOP / "examples" / "packs", folder / "examples" / "packs")  # which some of them include
    own = {"id": f"{data['id']}-changed", "aliases": []}  # what we ship has its names to itself
    changed.write_text(tomli_w.dumps(data if path.parent.name != "variants" else data | own), encoding="utf-8")
    for place in path.parent.glob(f"{path.stem}.cases*"):
        (shutil.copytree if place.is_dir() else shutil.copy)(place, changed.parent / place.name)
    return any(not try_case(case, edition, beside).passed for case, edition, beside in Suite.beside(changed).cases())


@pytest.mark.parametrize("name", house.NAMES)
def test_every_key_is_noticed(name: str, update: bool, tmp_path: Path) -> None:
    path = house.suite(name).path
    data = read_toml(path)[0]
    every = list(keys(data))
    tried = every if update else every[house.NAMES.index(name) % PART :: PART]
    unseen = []
    for number, key in enumerate(tried):
        if not noticed(path, without(data, key), tmp_path / str(number)):
            unseen.append(".".join(map(str, key)))
    excused = {key for file, key in NO_DIFFERENCE if file == name}
    assert [key for key in unseen if key not in excused] == []
    assert not update or excused <= set(unseen)
