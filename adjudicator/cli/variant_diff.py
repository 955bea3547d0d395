"""`sy-judge variant diff`: what a variant file changes in the game it extends, or a pack in the game it is added to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli import needed
from adjudicator.cli.check import format_option, path_option
from adjudicator.cli.variant_test import as_path, variant_file

if TYPE_CHECKING:
    from adjudicator.rulebook.model import Rulebook


@click.command("diff", short_help="Show the changes that a variant file makes.")
@click.argument("file")
@click.option("--onto", "game", default="2014", show_default=True, metavar="VARIANT", help="The game that a pack is added to.")
@path_option
@format_option
def diff(file: str, game: str, paths: tuple[str, ...], form: str) -> None:
    """Show the changes that a variant FILE makes to the game it extends: numbers, options and rules, before and after.

    Use it before a game, to show the others the changes. `sy-judge diff` compares any two variants.

    \b
    Examples:
      sy-judge variant diff my-rules.toml
      sy-judge variant diff my-pack.toml --onto classic
    """
    from adjudicator.answers.differences import differences
    from adjudicator.report.answers import differences_data, differences_page

    path = variant_file(file)
    with needed():
        found = differences(*_both(path, game, paths))
    text = json.dumps(differences_data(found), ensure_ascii=False) if form == "json" else differences_page(found)
    click.echo(text.rstrip("\n"))


def _both(path: Path, game: str, paths: tuple[str, ...]) -> tuple[Rulebook, Rulebook]:
    """The old rulebook and the new one."""
    from adjudicator.files import read_toml
    from adjudicator.rulebook.loader import load

    data, _ = read_toml(path)
    if data.get("pack") is True:
        return load(game, paths=paths), load(f"{game}+{path}", paths=paths)
    own, extends = load(as_path(path), paths=paths), data.get("extends")
    if not isinstance(extends, str):
        raise click.UsageError(f"{path} extends nothing, so there is nothing to compare it with; see `sy-judge diff`")
    return load(extends, beside=str(path), paths=paths), own
