"""`sy-judge check`: judge logs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve

from adjudicator.cli import Needed, has_colour

if TYPE_CHECKING:
    from adjudicator.judge.log_file import Asked, Log
    from adjudicator.report.verdicts import Told

F = Callable[..., Any]


def _folders(ctx: click.Context, param: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """A folder that is not there would only be found out when something in it is missed."""
    missing = next((name for name in names if not os.path.isdir(name)), None)
    if missing is not None:
        raise click.BadParameter(f"there is no folder `{missing[:80]}`", ctx, param)
    return names


def a_seat(ctx: click.Context, param: click.Parameter, name: str) -> str:
    """Without a name everything would be shown, which is the last that somebody wants who asks for a view."""
    if not name.strip() and ctx.get_parameter_source(param.name or "") is click.core.ParameterSource.COMMANDLINE:
        raise click.BadParameter("name a seat: a piece, a person, X or detectives", ctx, param)
    return name


variant_option = click.option("--variant", default="", metavar="V", help="Id, alias, file, or with packs: 2014+my-pack.toml.")
board_option = click.option("--board", default="", metavar="B", help="Another board: an id or a file.")
choice_option = click.option(
    "--option", "options", multiple=True, metavar="O", help="Like cut-off or length=rounds (repeatable)."
)
path_option = click.option(
    "--path", "paths", multiple=True, metavar="FOLDER", callback=_folders, help="Also look for files here (repeatable)."
)
view_option = click.option(
    "--view", default="", metavar="SEAT", callback=a_seat, help="Only what this seat could have written down."
)
at_option = click.option("--at", default="", metavar="ROUND[.PIECE]", help="When a round begins, or a piece is to act in it.")
format_option = click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)


def rules_options(function: F) -> F:
    """The options of every command that reads a log by the words of a variant; it gets them as one value, `asked`."""

    @wraps(function)
    def gathered(*values: Any, variant: str, board: str, options: tuple[str, ...], paths: tuple[str, ...], **more: Any) -> Any:
        from adjudicator.judge.log_file import Asked

        return function(*values, asked=Asked(variant, board, options, paths), **more)

    return variant_option(board_option(choice_option(path_option(gathered))))


@click.command(short_help="Judge logs: what was legal, what was not, and who won.")
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@rules_options
@view_option
@format_option
@click.option("--strict", is_flag=True, help="End with 4 where something cannot be decided.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that judge.")
@click.option("--code", default="", metavar="CODE", help="What the table wrote down of this record: it has to have had it.")
@click.pass_context
def check(
    ctx: click.Context,
    logs: tuple[str, ...],
    asked: Asked,
    view: str,
    form: str,
    strict: bool,
    jobs: int,
    code: str,
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
      sy-judge check public.log --code mfzw-2ylu-nfxg-k43u
    """
    from adjudicator.judge.batch import editions, logs_in, worst

    if code:
        _had_code(logs, asked, code, form)
    every = [evolve(asked, variant=name) for name in editions(asked.variant)]
    work = [(read_input(name), one) for name in logs_in(logs) for one in every]
    colour = has_colour(sys.stdout)
    tell = partial(_told, view=view, form=form, colour=colour, strict=strict, alone=len(work) == 1)
    page = _Page(form, len(every), len(work), colour)
    for told in _watched(tell, work, jobs):
        page.add(told)
    page.end()
    ctx.exit(worst(page.codes))


def _had_code(logs: tuple[str, ...], asked: Asked, code: str, form: str) -> None:
    """Says up to where a record is the one of this code; one that never had it ends the command with 1."""
    from adjudicator.faults import Fault, Place, Refused
    from adjudicator.judge.batch import understood
    from adjudicator.judge.log_file import Log, read_page
    from adjudicator.record.record_code import moment_of

    if len(logs) != 1 or logs[0] == "-":
        raise click.UsageError("a code belongs to one log: name its file")
    with reading(logs[0]):
        page = understood(read_page(Log(logs[0]), asked))
    found = moment_of(code, page.transcript)
    if found is None:
        raise Needed(Refused([Fault("T292", Place(logs[0]), code=code)]), 1)
    if form == "text":
        click.echo(f"code {found.code}: this record up to round {found.round}, its first {found.done} clauses")


def _told(work: list[tuple[Log, Asked]], view: str, form: str, colour: bool, strict: bool, alone: bool) -> list[Told]:
    from adjudicator.judge.batch import judge_all
    from adjudicator.report.verdicts import told

    return [told(outcome, form, colour, strict, alone) for outcome in judge_all(work, view)]


def _watched(tell: Callable[[list[tuple[Log, Asked]]], list[Told]], work: list[tuple[Log, Asked]], jobs: int) -> Iterator[Told]:
    """What is said of each: log by log, and for each log edition by edition; with a bar where somebody waits."""
    from adjudicator.judge.batch import each

    found = each(tell, work, jobs)
    if len(work) < 2 or not sys.stderr.isatty():
        yield from found
        return
    with click.progressbar(found, length=len(work), label="judging", file=sys.stderr) as bar:
        yield from bar


class _Page:
    """Says each thing as soon as it is known and keeps no more than a row, so that a season takes no more room than a game.

    Where a bar is drawn on the same screen, it comes first.
    """

    def __init__(self, form: str, editions: int, logs: int, colour: bool):
        self.form, self.editions, self.logs, self.colour = form, editions, logs, colour
        self.codes: set[int] = set()
        self.rows: list[Told] = []
        self.held: list[str] | None = [] if logs > 1 and sys.stdout.isatty() and sys.stderr.isatty() else None

    def add(self, told: Told) -> None:
        self.codes.add(told.code)
        if self.form == "json":
            self._say(told.text)
        elif self.editions > 1:
            self._add_edition(told)
        elif self.logs == 1:
            self._say(told.text)
        else:
            self._say(f"{told.text}\n" if told.text else "")
            self.rows.append(evolve(told, text=""))

    def _add_edition(self, told: Told) -> None:
        from adjudicator.report.verdicts import editions_table

        self.rows.append(told)
        if len(self.rows) == self.editions:
            self.logs -= self.editions
            self._say(editions_table(self.rows, self.colour) + ("\n" if self.logs else ""))
            self.rows.clear()

    def end(self) -> None:
        from adjudicator.report.verdicts import files_table

        if self.rows:
            self._say(files_table(self.rows, self.colour))
        if self.held:
            click.echo("".join(self.held), nl=False, color=self.colour)

    def _say(self, text: str) -> None:
        if self.held is not None:
            self.held.append(text)
        elif self.logs > 1 and not self.colour:
            sys.stdout.write(text)  # as much as a pipe takes at once
        elif text:
            click.echo(text, nl=False, color=self.colour)


@contextmanager
def reading(log: str = "") -> Iterator[None]:
    """What is refused within ends the command: with 3 where a file of the rules is invalid, else with 2."""
    from adjudicator.faults import Refused
    from adjudicator.judge.log_file import code_of

    try:
        yield
    except Refused as refused:
        raise Needed(refused, code_of(refused.faults, log)) from None


def read_input(name: str) -> Log:
    """A log by its name; standard input is read now, and bounded like every file."""
    from adjudicator.judge.log_file import Log

    if name != "-":
        return Log(name)
    from adjudicator.files import decode
    from adjudicator.record.transcript_reader import CHARACTERS

    data = sys.stdin.buffer.read(CHARACTERS + 1)
    return Log(name, decode(data, name, CHARACTERS))
