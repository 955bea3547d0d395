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
    from adjudicator.record.transcript import Transcript
    from adjudicator.report.verdicts import Told

F = Callable[..., Any]


def _folders(ctx: click.Context, param: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """The folders if all exist. A missing one would otherwise be noticed only when a file in it is needed."""
    missing = next((name for name in names if not os.path.isdir(name)), None)
    if missing is not None:
        raise click.BadParameter(f"the folder `{missing[:80]}` does not exist", ctx, param)
    return names


def a_seat(ctx: click.Context, param: click.Parameter, name: str) -> str:
    """The seat of `--view`. An empty name is refused, because it would show everything."""
    if not name.strip() and ctx.get_parameter_source(param.name or "") is click.core.ParameterSource.COMMANDLINE:
        raise click.BadParameter("name a seat: a piece, a person, X or detectives", ctx, param)
    return name


variant_option = click.option(
    "--variant", default="", metavar="VARIANT", help="The edition: an id, a file, or with a pack 2014+my-pack.toml."
)
board_option = click.option("--board", default="", metavar="BOARD", help="The board: an id or a file.")
choice_option = click.option(
    "--option", "options", multiple=True, metavar="OPTION", help="Choose an option: cut-off, length=rounds (repeatable)."
)
path_option = click.option(
    "--path",
    "paths",
    multiple=True,
    metavar="FOLDER",
    callback=_folders,
    help="Also look for variants and boards here (repeatable).",
)
view_option = click.option(
    "--view", default="", metavar="SEAT", callback=a_seat, help="Use only what this seat could have written down."
)
key_option = click.option("--key", default="", metavar="FILE", help="The key that opens the seals of LOG.")
at_option = click.option(
    "--at",
    default="",
    metavar="ROUND[.PIECE]",
    help="The moment: 7 for the beginning of round 7, 7.red for red's move in it.",
)


def form_option(plain: str, *more: str) -> Callable[[F], F]:
    """The option `--format`, with plain, JSON and more forms, and `--json` for short."""
    forms = click.Choice([plain, "json", *more])
    chosen = click.option("--format", "form", type=forms, default=plain, show_default=True, help="The form of the output.")
    short = click.option("--json", "form", flag_value="json", help="Short for --format json.")
    return lambda function: chosen(short(function))


format_option = form_option("text")


def rules_options(function: F) -> F:
    """Add the options of every command that reads a log; the function gets them as one value, `asked`."""

    @wraps(function)
    def gathered(*values: Any, variant: str, board: str, options: tuple[str, ...], paths: tuple[str, ...], **more: Any) -> Any:
        from adjudicator.judge.log_file import Asked

        return function(*values, asked=Asked(variant, board, options, paths), **more)

    return variant_option(board_option(choice_option(path_option(gathered))))


@click.command(short_help="Judge logs: report illegal moves and the winner.")
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@rules_options
@view_option
@key_option
@form_option("text", "github")
@click.option("-q", "--quiet", is_flag=True, help="Show only logs that are not legal.")
@click.option("--statistics", is_flag=True, help="Count findings by rule, and verdicts by edition.")
@click.option("--strict", is_flag=True, help="Exit with 4 if a log is undecided.")
@click.option("--no-rulings", is_flag=True, help="Faster: do not try whether other readings of a rule change the verdict.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, metavar="N", help="Judge with N processes.")
@click.pass_context
def check(
    ctx: click.Context,
    logs: tuple[str, ...],
    asked: Asked,
    view: str,
    key: str,
    form: str,
    quiet: bool,
    statistics: bool,
    strict: bool,
    no_rulings: bool,
    jobs: int,
) -> None:
    """Judge each LOG: report illegal moves, points that cannot be decided, and the winner.

    Use it on a page from last night, in any shape, or on a season of logs. A LOG is a file, a folder (all *.log in it) or -
    for standard input. `--variant all`, or a list like 2014,classic, judges by several editions.

    Exit code: 0 if every log is legal or undecided, 1 if a log is illegal, 2 if a log has errors, 3 if a rule file has
    errors; with --strict, 4 if a log is undecided.

    \b
    Examples:
      sy-judge check game.log
      sy-judge check game.log --variant 2014 --option third-double
      sy-judge check season/ --quiet --statistics --jobs 4
      sy-judge check game.log --variant all
      sy-judge check game.log --view detectives --json
      sy-judge check public.log --key public.key
    """
    from adjudicator.judge.batch import editions, logs_in, worst

    if statistics and form != "text":
        raise click.UsageError(f"statistics are text; leave out --format {form}, or count what it prints")
    every = [evolve(asked, variant=name) for name in editions(asked.variant)]
    names = logs_in(logs)
    if key and len(names) > 1:
        raise click.UsageError(f"a key opens one log, and here are {len(names)}: name one log with --key")
    work = [(read_input(name, key), one) for name in names for one in every]
    colour = has_colour(sys.stdout)
    alone = len(work) == 1
    tell = partial(_told, view=view, form=form, colour=colour, strict=strict, alone=alone, rulings=alone and not no_rulings)
    page = _Page(form, len(every), len(work), colour, quiet, statistics)
    for told in _with_progress(tell, work, jobs):
        page.add(told)
    page.end()
    ctx.exit(worst(page.codes))


def _told(
    work: list[tuple[Log, Asked]], view: str, form: str, colour: bool, strict: bool, alone: bool, rulings: bool
) -> list[Told]:
    from adjudicator.judge.batch import judge_all
    from adjudicator.report.verdicts import told

    return [told(outcome, form, colour, strict, alone) for outcome in judge_all(work, view, rulings)]


def _with_progress(
    tell: Callable[[list[tuple[Log, Asked]]], list[Told]], work: list[tuple[Log, Asked]], jobs: int
) -> Iterator[Told]:
    """The output for each log and edition, in order, with a progress bar at a terminal."""
    from adjudicator.judge.batch import each

    found = each(tell, work, jobs)
    if len(work) < 2 or not sys.stderr.isatty():
        yield from found
        return
    with click.progressbar(found, length=len(work), label="judging", file=sys.stderr, width=0) as bar:
        yield from bar


class _Page:
    """Prints each verdict as soon as it is known and keeps only a row of it, so that a season needs no more memory than a game.
    At a terminal the table is first, so the verdicts are printed after it."""

    def __init__(self, form: str, editions: int, logs: int, colour: bool, quiet: bool, statistics: bool):
        self.form, self.editions, self.logs, self.colour = form, editions, logs, colour
        self.quiet, self.statistics = quiet, statistics
        self.codes: set[int] = set()
        self.rows: list[Told] = []
        self.counted: list[Told] = []
        self.held: list[str] | None = [] if logs > 1 and sys.stdout.isatty() else None

    def add(self, told: Told) -> None:
        self.codes.add(told.code)
        row = evolve(told, text="")
        if self.form != "text" or self.logs == 1:
            self._say("" if self._is_left_out(told) else told.text)
        elif self.editions > 1:
            self._add_edition(row)
        else:
            self._say(f"{told.text}\n" if told.text else "")
            self.rows.append(row)
        if self.statistics:
            self.counted.append(row)

    def _is_left_out(self, told: Told) -> bool:
        return self.quiet and told.verdict == "legal"

    def _add_edition(self, row: Told) -> None:
        from adjudicator.report.verdicts import editions_table

        self.rows.append(row)
        if len(self.rows) == self.editions:
            self.logs -= self.editions
            shown = [one for one in self.rows if not self._is_left_out(one)]
            self._say(editions_table(shown, self.colour) + ("\n" if self.logs else "") if shown else "")
            self.rows.clear()

    def end(self) -> None:
        summary, held = self._summary(), "".join(self.held or ()).rstrip("\n")
        self.held = None
        if held:
            self._say(f"{summary}\n{held}\n" if summary else f"{held}\n")
        else:
            self._say(summary)

    def _summary(self) -> str:
        from adjudicator.report.statistics import statistics, verdicts
        from adjudicator.report.verdicts import files_table

        shown = [one for one in self.rows if not self._is_left_out(one)]
        counts = f"{verdicts(one.verdict for one in self.rows)}\n" if shown else ""
        table = files_table(shown, self.colour) if shown else ""
        return table + counts + (statistics(self.counted) if self.statistics else "")

    def _say(self, text: str) -> None:
        if self.held is not None:
            self.held.append(text)
        elif self.logs > 1 and not self.colour:
            sys.stdout.write(text)  # as much as a pipe takes at once
        elif text:
            click.echo(text, nl=False, color=self.colour)


@contextmanager
def reading(log: str = "") -> Iterator[None]:
    """End the command if a file is refused in this block: with 3 if a file of the rules is invalid, otherwise with 2."""
    from adjudicator.faults import Refused
    from adjudicator.judge.log_file import code_of

    try:
        yield
    except Refused as refused:
        raise Needed(refused, code_of(refused.faults, log)) from None


def hint_at_key(record: Transcript) -> None:
    """A note on standard error, outside the answer: the key of a sealed record would show more."""
    from adjudicator.report.layout import counted
    from adjudicator.seals import sealed

    if number := sealed(record):
        click.echo(f"note: {counted(number, 'value')} sealed; the key (`--key FILE`) would decide what is open here", err=True)


def read_input(name: str, key: str = "") -> Log:
    """A log by its name, with the key of its seals; standard input is read now, and bounded like every file."""
    from adjudicator.judge.log_file import Log

    if name != "-":
        return Log(name, key=key)
    from adjudicator.files import decode
    from adjudicator.record.transcript_reader import CHARACTERS

    data = sys.stdin.buffer.read(CHARACTERS + 1)
    return Log(name, decode(data, name, CHARACTERS), key)
