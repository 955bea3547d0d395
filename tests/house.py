"""House rules and packs that come with cases of their own, which are tried like those of the editions."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from conftest import TOP, variants_in

from adjudicator.cli.variant_test import Suite
from adjudicator.rulebook.inheritance import Merged
from adjudicator.rulebook.loader import flatten

FILES = [TOP / "variants" / "house-rules.toml", *variants_in("examples/house-rules", "examples/packs")]
NAMES = tuple(path.stem for path in FILES)


@cache
def suite(name: str) -> Suite:
    return Suite.beside(_path(name))


@cache
def merged(name: str) -> Merged:
    return flatten(suite(name).edition)


def _path(name: str) -> Path:
    return FILES[NAMES.index(name)]
