"""`sy-judge fmt`: write logs in their canonical form."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from adjudicator.cli import has_colour
from adjudicator.cli.check import form_option, read_input, rules_options

if TYPE_CHECKING:
    from adjudicator.judge.log_file import Asked, Log


@click.command(short_help="Write logs in their canonical form.")
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@rules_options
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if a log would change.")
@form_option("log")
@click.option("-o", "--output", default="", metavar="FILE", help="Write one log into this file instead; - for standard output.")
@click.pass_context
def fmt(
    ctx: click.Context,
    logs: tuple[str, ...],
    asked: Asked,
    only_check: bool,
    form: str,
    output: str,
) -> None:
    """Rewrite each LOG in the canonical form: full names, one round on each line. Comments are kept.

    Use it before logs are compared or stored. A LOG is a file, a folder (all *.log in it) or - for standard input. The game
    is not judged and need not be legal; a log with errors is not changed.

    Exit code: 0; with --check, 1 if a log would change; 2 if a log has errors.

    \b
    Examples:
      sy-judge fmt game.log
      sy-judge fmt --check season/
      sy-judge fmt game.log -o -
      sy-judge fmt game.log --json -o game.json
    """
    from adjudicator.judge.batch import logs_in, worst

    files = logs_in(logs)
    if output and len(files) > 1:
        raise click.UsageError("-o is for one log")
    if form == "json" and (only_check or len(files) > 1):
        raise click.UsageError("--format json is for one log, and without --check")
    otherwise = {file: "-" if file == "-" or form == "json" else file for file in files}
    codes = [_one(read_input(file), asked, only_check, output or otherwise[file], form) for file in files]
    ctx.exit(worst(codes))


def _one(log: Log, asked: Asked, only_check: bool, output: str, form: str) -> int:
    from adjudicator.faults import Fault, Place, Refused
    from adjudicator.files import not_an_input, write_text
    from adjudicator.judge.log_file import WORDS, code_of, read_page
    from adjudicator.record import write
    from adjudicator.record.json_form import write_json
    from adjudicator.report.faults import render

    try:
        page = read_page(log, asked, otherwise=WORDS)
        if page.read_as:
            raise Refused([Fault("T238", Place(log.file), shape=page.read_as, file=log.file)])
        if page.errors:
            raise Refused(page.errors)
    except Refused as refused:
        sources = {} if log.text is None else {log.file: log.text}
        click.echo(render(refused.faults, has_colour(sys.stderr), sources), err=True)
        return code_of(refused.faults, log.file)
    text = write_json(page.transcript) if form == "json" else write(page.transcript)
    changed = text != page.text
    if only_check:
        if changed:
            click.echo(f"{log.file}: not in canonical form")
        return int(changed)
    if output == "-":
        click.echo(text, nl=False)
    elif changed or output != log.file:
        if output != log.file:
            not_an_input(output)
        write_text(output, text)
        click.echo(f"{output}: written")
    return 0
