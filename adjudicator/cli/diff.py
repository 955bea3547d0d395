"""`sy-judge diff`: the differences in meaning between two variants, or between a variant file and the game it extends."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from adjudicator.cli import needed
from adjudicator.cli.check import format_option, path_option, reading
from adjudicator.cli.variant_test import as_path, variant_file

if TYPE_CHECKING:
    from adjudicator.rulebook.model import Rulebook


@click.command(short_help="Show the differences between two variants.")
@click.argument("one", metavar="VARIANT")
@click.argument("other", metavar="[VARIANT]", default="")
@click.option("--onto", "game", default="2014", show_default=True, metavar="VARIANT", help="The game that a pack is added to.")
@path_option
@format_option
def diff(one: str, other: str, game: str, paths: tuple[str, ...], form: str) -> None:
    """Show how two VARIANTs differ: numbers, options, rules added, dropped and changed, rulings.

    With one VARIANT, show what it changes in the game it extends, or a pack in the game it is added to. Use it before a game,
    to show the others the changes. Only meaning counts, not wording.

    Write options after a colon: `2014:cut-off,length=entries`.

    \b
    Examples:
      sy-judge diff classic 2014
      sy-judge diff my-rules.toml
      sy-judge diff my-pack.toml --onto classic
      sy-judge diff 2014 2014:cut-off
    """
    from adjudicator.answers.differences import differences
    from adjudicator.report.answers import differences_data, differences_page

    before, after = (_chosen(one, paths), _chosen(other, paths)) if other else _changed(one, game, paths)
    found = differences(before, after)
    page = differences_page(found).rstrip("\n")
    click.echo(json.dumps(differences_data(found), ensure_ascii=False) if form == "json" else page)


def _chosen(name: str, paths: tuple[str, ...]) -> Rulebook:
    """The rulebook of a variant with its options."""
    from adjudicator.answers.context import of_variant
    from adjudicator.judge.log_file import Asked

    variant, _, options = name.partition(":")
    chosen = tuple(option.strip() for option in options.split(",") if option.strip())
    with reading():
        return of_variant(Asked(variant, "", chosen, paths)).rulebook


def _changed(file: str, game: str, paths: tuple[str, ...]) -> tuple[Rulebook, Rulebook]:
    """The rulebook without the changes of a variant file, and with them."""
    from adjudicator.files import read_toml
    from adjudicator.rulebook.from_files import load

    path = variant_file(file)
    with needed():
        data, _ = read_toml(path)
        if data.get("pack") is True:
            return load(game, paths=paths), load(f"{game}+{path}", paths=paths)
        own, extends = load(as_path(path), paths=paths), data.get("extends")
        if not isinstance(extends, str):
            raise click.UsageError(f"{path} extends nothing, so there is nothing to compare it with: name two variants")
        return load(extends, beside=str(path), paths=paths), own
