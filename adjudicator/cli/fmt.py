"""`sy-judge fmt`: write logs in their canonical form, and format variant files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from adjudicator.cli import has_colour
from adjudicator.cli.check import form_option, read_input, rules_options

if TYPE_CHECKING:
    from adjudicator.judge.log_file import Asked, Log


@click.command(short_help="Format logs and variant files.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@rules_options
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if a file would change.")
@form_option("log")
@click.option("-o", "--output", default="", metavar="FILE", help="Write one log into this file instead; - for standard output.")
@click.pass_context
def fmt(
    ctx: click.Context,
    files: tuple[str, ...],
    asked: Asked,
    only_check: bool,
    form: str,
    output: str,
) -> None:
    """Rewrite each FILE in one form: a log with full names and one round on each line, a variant (*.toml) in order and aligned.

    Use it before files are compared or stored. A FILE is a log, a folder (all *.log in it), - for a log on standard input, or
    a variant file. Comments stay. A log is not judged and need not be legal; a file with errors is not changed.

    Exit code: 0; with --check, 1 if a file would change; 2 if a log has errors.

    \b
    Examples:
      sy-judge fmt game.log
      sy-judge fmt --check season/
      sy-judge fmt my-rules.toml
      sy-judge fmt game.log -o -
      sy-judge fmt game.log --json -o game.json
    """
    from adjudicator.judge.batch import logs_in, worst

    variants = tuple(file for file in files if file.endswith(".toml"))
    logs = logs_in(file for file in files if file not in variants)
    if output and (variants or len(logs) > 1):
        raise click.UsageError("-o is for one log")
    if form == "json" and (variants or only_check or len(logs) > 1):
        raise click.UsageError("--format json is for one log, and without --check")
    otherwise = {log: "-" if log == "-" or form == "json" else log for log in logs}
    codes = [_variant(file, only_check) for file in variants]
    codes += [_log(read_input(log), asked, only_check, output or otherwise[log], form) for log in logs]
    ctx.exit(worst(codes))


def _variant(file: str, only_check: bool) -> int:
    from adjudicator.files import read_toml, rewrite
    from adjudicator.rulebook.file_format import tidy
    from adjudicator.rulebook.from_files import LIMIT

    _, text = read_toml(file, LIMIT)
    better = tidy(text, file)
    if better == text:
        return 0
    click.echo(f"{file}: {'would be' if only_check else 'has been'} formatted")
    if not only_check:
        rewrite(file, better)
    return int(only_check)


def _log(log: Log, asked: Asked, only_check: bool, output: str, form: str) -> int:
    from adjudicator.faults import Fault, Place, Refused
    from adjudicator.files import rewrite, write_output
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
        if output == log.file:
            rewrite(output, text)
        else:
            write_output(output, text)
        click.echo(f"{output}: written")
    return 0
