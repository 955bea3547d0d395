"""`sy-judge check`: judge logs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli import Needed, has_colour

if TYPE_CHECKING:
    from adjudicator.check.many import Outcome
    from adjudicator.check.pages import Asked, Log

F = Callable[..., Any]


def rules_options(function: F) -> F:
    """The options of every command that reads a log by the words of a variant."""
    options = (
        click.option("--variant", default="", metavar="V", help="Id, alias, file, or with packs: 2014+my-pack.toml."),
        click.option("--board", default="", metavar="B", help="Another board: an id or a file."),
        click.option("--option", "options", multiple=True, metavar="O", help="Like cut-off or length=rounds (repeatable)."),
        click.option("--path", "paths", multiple=True, metavar="FOLDER", help="Also look for files here (repeatable)."),
    )
    for option in reversed(options):
        function = option(function)
    return function


view_option = click.option("--view", default="", metavar="SEAT", help="Only what this seat could have written down.")
format_option = click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)


@click.command()
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@rules_options
@view_option
@format_option
@click.option("--strict", is_flag=True, help="End with 4 where something cannot be decided.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that judge.")
@click.pass_context
def check(
    ctx: click.Context,
    logs: tuple[str, ...],
    variant: str,
    board: str,
    options: tuple[str, ...],
    paths: tuple[str, ...],
    view: str,
    form: str,
    strict: bool,
    jobs: int,
) -> None:
    """Judge each LOG: what was legal, what was not, what cannot be decided, and who won.

    A LOG is a file, a folder (all *.log in it) or - for standard input. `--variant all`, or a list like 2014,classic,
    compares editions.

    Ends with 0 if all is legal or undecided, 1 if something is illegal, 2 if a log is not understood, 3 if a file of
    the rules is invalid, 4 with --strict if something is undecided.

    \b
    Examples:
      sy-judge check game.log
      sy-judge check game.log --variant 2014 --option third-double
      sy-judge check season/ --jobs 4
      sy-judge check game.log --variant all
      sy-judge check game.log --view detectives --format json
    """
    from adjudicator.check.many import editions, worst
    from adjudicator.check.pages import Asked

    names = editions(variant)
    every = [Asked(name, board, options, paths) for name in names]
    outcomes = _judged(logs, every, view, jobs)
    _print(outcomes, len(every), form)
    ctx.exit(worst(outcome.code(strict) for outcome in outcomes))


def _judged(names: tuple[str, ...], every: list[Asked], view: str, jobs: int) -> list[Outcome]:
    """All outcomes: log by log, and for each log edition by edition."""
    from adjudicator.check.many import each, logs_in

    work = [(read_input(name), asked) for name in logs_in(names) for asked in every]
    found = each(partial(_one, view), work, jobs)
    if len(work) < 2 or not sys.stderr.isatty():
        return list(found)
    with click.progressbar(found, length=len(work), label="judging", file=sys.stderr) as bar:
        return list(bar)


def _one(view: str, work: tuple[Log, Asked]) -> Outcome:
    from adjudicator.check.many import judge

    return judge(*work, view)


@contextmanager
def reading(log: str) -> Iterator[None]:
    """What is refused within ends the command: with 3 where a file of the rules is invalid, else with 2."""
    from adjudicator.check.pages import code_of
    from adjudicator.faults import Refused

    try:
        yield
    except Refused as refused:
        raise Needed(refused, code_of(refused.faults, log)) from None


def read_input(name: str) -> Log:
    """A log by its name; standard input is read now, and bounded like every file."""
    from adjudicator.check.pages import Log
    from adjudicator.files import decode
    from adjudicator.record.reading import CHARACTERS

    if name != "-":
        return Log(name)
    data = sys.stdin.buffer.read(CHARACTERS + 1)
    return Log(name, decode(data, name, CHARACTERS))


def _print(outcomes: list[Outcome], editions: int, form: str) -> None:
    from adjudicator.report.verdicts import editions_table, files_table, json_line, render

    colour = has_colour(sys.stdout)
    if form == "json":
        click.echo("".join(f"{json_line(outcome)}\n" for outcome in outcomes), nl=False)
    elif editions > 1:
        logs = [outcomes[at : at + editions] for at in range(0, len(outcomes), editions)]
        click.echo("\n".join(editions_table(log, colour) for log in logs), nl=False, color=colour)
    elif len(outcomes) == 1:
        click.echo(render(outcomes[0], colour), nl=False, color=colour)
    else:
        told = [render(outcome, colour) for outcome in outcomes if outcome.verdict.verdict != "legal"]
        click.echo("\n".join([*told, files_table(outcomes, colour)]), nl=False, color=colour)
