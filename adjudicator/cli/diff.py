"""`sy-judge diff`: how two editions differ in meaning."""

from __future__ import annotations

import json

import click

from adjudicator.cli.check import format_option, path_option, reading


@click.command(short_help="Show the differences between two variants.")
@click.argument("one", metavar="VARIANT")
@click.argument("other", metavar="VARIANT")
@path_option
@format_option
def diff(one: str, other: str, paths: tuple[str, ...], form: str) -> None:
    """Show how two VARIANTs differ: numbers, options, rules added, dropped and changed, rulings.

    Only meaning counts, not wording. Write options after a colon: `2014:cut-off,length=entries`.

    \b
    Examples:
      sy-judge diff classic 2014
      sy-judge diff 2014 ./my-rules.toml
      sy-judge diff 2014 2014:cut-off
    """
    from adjudicator.answers.context import of_variant
    from adjudicator.answers.differences import differences
    from adjudicator.judge.log_file import Asked
    from adjudicator.report.answers import differences_data, differences_page

    books = []
    for name in (one, other):
        variant, _, options = name.partition(":")
        chosen = tuple(option.strip() for option in options.split(",") if option.strip())
        with reading():
            books.append(of_variant(Asked(variant, "", chosen, paths)).rulebook)
    found = differences(*books)
    page = differences_page(found).rstrip("\n")
    click.echo(json.dumps(differences_data(found), ensure_ascii=False) if form == "json" else page)
