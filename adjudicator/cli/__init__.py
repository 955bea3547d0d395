"""The command line: `sy-judge`. The module of a command is imported when it is called, so that each starts fast.

To add a command, write a click command in a module of this package and add one line to READERS.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any

import click

from adjudicator.faults import Fault, Refused

# By reader, in the order of the help: each command and the place of its function.
READERS = {
    "After a game": {
        "check": "adjudicator.cli.check:check",
        "import": "adjudicator.cli.import_page:import_page",
        "replay": "adjudicator.cli.replay:replay",
        "draw": "adjudicator.cli.draw:draw",
        "where": "adjudicator.cli.where:where",
    },
    "During a game": {
        "referee": "adjudicator.cli.referee:referee",
        "serve": "adjudicator.cli.serve:serve",
        "seal": "adjudicator.cli.seal:seal",
        "unseal": "adjudicator.cli.seal:unseal",
    },
    "Questions about the rules": {
        "ask": "adjudicator.cli.ask:ask",
        "rules": "adjudicator.cli.rules:rules",
        "diff": "adjudicator.cli.diff:diff",
        "explain": "adjudicator.cli.explain:explain",
    },
    "Your own rules and boards": {
        "variant": "adjudicator.cli.variant:variant",
        "board": "adjudicator.cli.board:board",
        "lsp": "adjudicator.cli.lsp:lsp",
        "playtest": "adjudicator.cli.playtest:playtest",
    },
    "For programs": {
        "fmt": "adjudicator.cli.fmt:fmt",
        "state": "adjudicator.cli.state:state",
        "moves": "adjudicator.cli.moves:moves",
        "generate": "adjudicator.cli.generate:generate",
        "perft": "adjudicator.cli.moves:perft",
    },
}
COMMANDS = {name: home for commands in READERS.values() for name, home in commands.items()}
PAGE = 100  # columns of help
UNBROKEN = "\N{NON-BREAKING HYPHEN}"
READER_GONE = 128 + 13  # the exit code that a shell reports for a program ended by SIGPIPE

EXAMPLES = """
\b
Examples:
  sy-judge check game.log
  sy-judge check last-night.csv --variant 2014
  sy-judge referee --variant 2014 --log friday.log
  sy-judge ask 2014 "may detectives use the ferry"
"""


class Help(click.HelpFormatter):
    """A help formatter whose lists and examples fit narrow windows. Names with hyphens are not broken, so that they can be
    copied."""

    def write_text(self, text: str) -> None:
        from adjudicator.report.layout import typed

        start = len(self.buffer)
        super().write_text(text.replace("-", UNBROKEN))
        lines = "".join(self.buffer[start:]).replace(UNBROKEN, "-").splitlines()
        self.buffer[start:] = [f"{line}\n" for whole in lines for line in typed(whole, self.width)]

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        whole = [(name, text.replace("-", UNBROKEN)) for name, text in rows]
        super().write_dl(whole, min(col_max, self.width // 3), col_spacing)

    def getvalue(self) -> str:
        return super().getvalue().replace(UNBROKEN, "-")


click.Context.formatter_class = Help  # for every command, however it is made


class Misuse(click.UsageError):
    """A wrong command line, wrapped to the width of the terminal, which click's own report is not."""

    def show(self, file: IO[Any] | None = None) -> None:
        from adjudicator.report.layout import columns, wrapped

        within = columns(sys.stderr)
        if self.ctx is not None:
            click.echo(f"{self.ctx.get_usage()}", err=True)
            click.echo(
                wrapped("", f"Try '{self.ctx.command_path} {self.ctx.help_option_names[-1]}' for help.", within), err=True
            )
            click.echo(err=True)
        click.echo(wrapped("Error: ", self.format_message(), within), err=True)


@contextmanager
def _misuse() -> Iterator[None]:
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:  # its text is the help, which is wrapped already
        raise
    except click.MissingParameter as missing:
        raise Misuse(f"{missing.format_message()} {_example(missing.ctx)}".strip(), missing.ctx) from None
    except click.UsageError as error:
        raise Misuse(error.format_message(), error.ctx) from None


@contextmanager
def _suspicion() -> Iterator[None]:
    """Report an error that only a changed cache explains as F40. Commands that load no rules do not import the loader."""
    try:
        yield
    except Exception:
        if "adjudicator.rulebook.loader" not in sys.modules:
            raise
        from adjudicator.rulebook.loader import suspicion

        with suspicion():
            raise


class Group(click.Group):
    """Commands that are imported when they are called. An unknown name gets the nearest ones as advice."""

    def __init__(self, *args: Any, homes: Mapping[str, str] | None = None, **settings: Any):
        super().__init__(*args, **settings)
        self.homes = homes or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.homes, *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = self._command(cmd_name)
        if command is not None and ctx.resilient_parsing:  # a shell completes a word: any may be a file
            for param in command.params:
                param.type = click.Path() if param.type is click.STRING else param.type
        return command

    def _command(self, name: str) -> click.Command | None:
        if name not in self.homes:
            return self.commands.get(name)
        module, function = self.homes[name].split(":")
        command: click.Command = getattr(importlib.import_module(module), function)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            from adjudicator.faults import did_you_mean

            help = did_you_mean(args[0], known)
            typed = " ".join((*ctx.command_path.split()[1:], args[0]))
            ctx.fail(f"unknown command `{typed}`" + (f"; {help}" if help else ""))
        return super().resolve_command(ctx, args)


class Main(Group):
    """The only place that turns refused input, or a closed output, into an exit code."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> click.Context:
        """Set the width of help to that of other text. Click's own width is at least 50 columns, and varies in a pipe."""
        from adjudicator.report.layout import columns

        with _misuse():
            return super().make_context(info_name, args, parent, terminal_width=min(columns(), PAGE), **extra)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by reader."""
        for reader, names in READERS.items():
            found = [(name, self.get_command(ctx, name)) for name in names]
            with formatter.section(reader):
                formatter.write_dl([(name, one.get_short_help_str(200)) for name, one in found if one is not None])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            try:
                return self._invoked(ctx)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:  # as with `| head -1`: a verdict that nobody read does not count
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(READER_GONE)

    def _invoked(self, ctx: click.Context) -> Any:
        from adjudicator.files import inputs

        try:
            with inputs(), _misuse(), _suspicion():
                return super().invoke(ctx)
        except Refused as refused:
            say(refused)
            ctx.exit(exit_code(refused))
        except MemoryError:
            say(Refused([Fault("F86")]))
            ctx.exit(2)


@click.group(cls=Main, homes=COMMANDS, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sy-judge", prog_name="sy-judge")
def main() -> None:
    """The referee for the board game Scotland Yard.

    `sy-judge COMMAND --help` explains a command. Editions and boards are named by their id (2014, london) or by a path
    (./my-rules.toml); `sy-judge variant show` and `sy-judge board show` list the ids.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # print a replacement for characters that the output cannot encode
            stream.reconfigure(errors="replace")


def _example(ctx: click.Context | None) -> str:
    """The first example in the help of a command."""
    lines = ((ctx.command.help if ctx else None) or "").splitlines()
    found = next((line.strip() for line in lines if ctx and line.strip().startswith(f"{ctx.command_path} ")), "")
    return f"For example: {found}" if found else ""


def say(refused: Refused) -> None:
    """Print the reasons for a refusal on the error stream."""
    from adjudicator.report.faults import render
    from adjudicator.report.layout import columns

    width = columns(sys.stderr)
    click.echo(render(refused.faults, colour=has_colour(sys.stderr), most=10, width=width), err=True, nl=False)


class Needed(Refused):
    """Refused input that the command needs, with its exit code."""

    def __init__(self, refused: Refused, code: int):
        super().__init__(refused.faults)
        self.code = code


@contextmanager
def needed(code: int = 3) -> Iterator[None]:
    """End the command with this exit code (2 for an unknown name) if a file is refused in this block."""
    try:
        yield
    except Refused as refused:
        raise Needed(refused, code) from None


def exit_code(refused: Refused) -> int:
    """2 for a wrong argument (an unknown name, a missing file), 3 for a board or variant file that is invalid."""
    codes = {fault.code for fault in refused.faults}
    if "F07" in codes:
        return 2
    if isinstance(refused, Needed):
        return refused.code
    return 3 if any(code[0] in "BE" for code in codes) else 2


def has_colour(stream: IO[str]) -> bool:
    """Whether to use colour: only at a terminal, and unless the user has disabled it (no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def write_out(output: str, made: str | bytes) -> None:
    """Write to a new file, or for `-` to standard output."""
    from adjudicator.files import write_output

    if output == "-":
        click.echo(made, nl=False)
    else:
        write_output(output, made)
