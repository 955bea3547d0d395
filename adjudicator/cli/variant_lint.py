"""`sy-judge variant lint`: report the faults of a variant file."""

from __future__ import annotations

import sys

import click

from adjudicator.cli import has_colour
from adjudicator.cli.check import form_option, path_option
from adjudicator.faults import Fault, Refused

MOST = 100  # faults that are shown of one file


@click.command(short_help="Report errors and warnings in variant files.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--onto", default="", metavar="VARIANT", help="The game that a pack is added to; without it, every shipped game.")
@path_option
@form_option("text", "github")
@click.pass_context
def lint(ctx: click.Context, files: tuple[str, ...], onto: str, paths: tuple[str, ...], form: str) -> None:
    """Report every error in variant FILEs, and a warning for each statement that can have no effect.

    Use it after each change of your rules. `sy-judge explain CODE` explains a code. If there is none, three short random
    games are played: a rule or action that never made a difference in them is a notice, since a few games prove nothing.

    --format json prints an object for each fault, --format github an annotation.

    Exit code: 0 if the file has no errors or warnings, 1 if it has any, 2 if it does not exist.

    \b
    Examples:
      sy-judge variant lint my-rules.toml
      sy-judge variant lint my-pack.toml --onto classic
    """
    wrong = False
    for file in files:
        faults, note = _linted(file, onto, paths)
        wrong = wrong or any(fault.severity != "notice" for fault in faults)
        click.echo(_written(file, faults, note, form), nl=False)
    ctx.exit(1 if wrong else 0)


def _written(file: str, faults: tuple[Fault, ...], note: str, form: str) -> str:
    """The faults of a file in this form; the plain form ends with a summary."""
    from adjudicator.report.faults import as_json, render, summary
    from adjudicator.report.layout import wrapped

    if form == "json":
        return as_json(faults)
    if form == "github":
        from adjudicator.report.annotations import of_faults

        return of_faults(faults)
    first, *more = f"{summary(faults)}{note}".split("\n")
    told = "\n".join([wrapped(f"{file}: ", first), *(wrapped("  ", line) for line in more)])
    return f"{render(faults, colour=has_colour(sys.stdout), most=MOST)}\n{told}\n" if faults else f"{told}\n"


def _linted(file: str, onto: str, paths: tuple[str, ...]) -> tuple[tuple[Fault, ...], str]:
    """The faults of a file and a remark. A missing file ends the command."""
    from adjudicator.workshop.proofreading import proofread

    try:
        found = proofread(file, paths, onto)
    except Refused as refused:
        if any(fault.code in ("F01", "F02", "F07", "F08") for fault in refused.faults):
            raise
        return refused.faults, ""
    if not found.is_pack:
        return found.faults, ""
    fits = f"; a pack for {', '.join(found.fits)}" if found.fits else "; a pack that fits no game"
    return found.faults, fits + _misfits(found.misfits)


def _misfits(misfits: tuple[tuple[str, Fault], ...]) -> str:
    """The games that a pack does not fit, grouped by the reason."""
    games: dict[str, list[str]] = {}
    for game, fault in misfits:
        games.setdefault(f"{fault.place}: {fault.code} {fault.message}", []).append(game)
    return "".join(f"\nnot for {', '.join(names)}: {why}" for why, names in games.items())
