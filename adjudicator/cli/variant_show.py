"""`sy-judge variant show`: list variants, or show one in full."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli import needed, write_out
from adjudicator.cli.check import choice_option, path_option
from adjudicator.faults import Refused

if TYPE_CHECKING:
    from adjudicator.report.variants import Listed


@click.command(short_help="List the variants, or show one: numbers, seats, options, rules.")
@click.argument("name", metavar="[NAME]", default="")
@choice_option
@path_option
@click.option("--flat", "is_flat", is_flag=True, help="Write the whole variant as one file that needs no other.")
@click.option("-o", "--output", default="-", metavar="FILE", help="The output file; - for standard output.")
def show(
    name: str,
    options: tuple[str, ...],
    paths: tuple[str, ...],
    is_flat: bool,
    output: str,
) -> None:
    """Show the variant NAME: numbers, seats, options, and every rule with its sentence and citation.

    Without a NAME, list the variants that can be named by their id.

    \b
    Examples:
      sy-judge variant show classic --option voluntary-surfacing
      sy-judge variant show
      sy-judge variant show ./my-rules.toml
      sy-judge variant show 2014 --option pool=person --flat -o as-played.toml
    """
    from adjudicator.report.variants import variant_page
    from adjudicator.rulebook.flat import flat
    from adjudicator.rulebook.loader import load

    if not name:
        write_out(output, _every(paths))
        return
    with needed():
        if is_flat:
            text = flat(name, options=options, paths=paths, target="" if output == "-" else output)
        else:
            text = variant_page(load(name, options=options, paths=paths))
    write_out(output, text)


def _every(paths: tuple[str, ...]) -> str:
    """The shipped variants and those in these folders, one on each line."""
    from adjudicator.files import shipped
    from adjudicator.report.variants import variant_list

    files = [*shipped("variants"), *(file for folder in paths for file in sorted(Path(folder).glob("*.toml")))]
    return variant_list([_listed(file, paths) for file in files])


def _listed(file: Path, paths: tuple[str, ...]) -> Listed:
    from adjudicator.files import shown
    from adjudicator.report.variants import Listed
    from adjudicator.rulebook.loader import load

    try:
        found = load(str(file), paths=paths)
    except Refused:
        return Listed(file.stem, f"(cannot be used: sy-judge variant lint {shown(file)})")
    tables = found.tables
    note = " (not a game)" if tables.abstract else ""
    return Listed(found.id, found.title, tables.aliases, tables.board, len(tables.options), note)
