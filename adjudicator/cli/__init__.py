"""The command line: `sy-judge`. Commands are loaded when they are called, so that each starts fast.

To add a command, write a click command in a module of this package and add one line to COMMANDS.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any

import click

from adjudicator.faults import Refused

# In the order in which help lists them: name, and where its function is.
COMMANDS = {
    "check": "adjudicator.cli.check:check",
    "referee": "adjudicator.cli.referee:referee",
    "serve": "adjudicator.cli.serve:serve",
    "repair": "adjudicator.cli.repair:repair",
    "replay": "adjudicator.cli.replay:replay",
    "draw": "adjudicator.cli.draw:draw",
    "moves": "adjudicator.cli.moves:moves",
    "series": "adjudicator.cli.series:series",
    "state": "adjudicator.cli.state:state",
    "where": "adjudicator.cli.where:where",
    "ask": "adjudicator.cli.ask:ask",
    "rules": "adjudicator.cli.rules:rules",
    "diff": "adjudicator.cli.diff:diff",
    "fmt": "adjudicator.cli.fmt:fmt",
    "import": "adjudicator.cli.import_page:import_page",
    "seal": "adjudicator.cli.seal:seal",
    "unseal": "adjudicator.cli.seal:unseal",
    "generate": "adjudicator.cli.generate:generate",
    "perft": "adjudicator.cli.moves:perft",
    "variant": "adjudicator.cli.variant:variant",
    "explain": "adjudicator.cli.explain:explain",
    "board": "adjudicator.cli.board:board",
    "cases": "adjudicator.cli.cases:cases",
    "completion": "adjudicator.cli.completion:completion",
}

EXAMPLES = """
\b
Examples:
  sy-judge check game.log
  sy-judge moves game.log --at 7.red
  sy-judge generate --variant 2014 --seed 7
  sy-judge board show london 153
"""


class Group(click.Group):
    """Commands that are loaded when they are called; of a misspelt one the nearest are named."""

    def __init__(self, *args: Any, homes: Mapping[str, str] | None = None, **settings: Any):
        super().__init__(*args, **settings)
        self.homes = homes or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.homes, *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = self._command(cmd_name)
        if command is not None and ctx.resilient_parsing:  # a shell wants to complete a word of it
            from adjudicator.cli.completion import teach

            teach(command, ctx.info_name or "")
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
            ctx.fail(f"there is no command `{typed}`" + (f"; {help}" if help else ""))
        return super().resolve_command(ctx, args)


class Main(Group):
    """The one place where refused input becomes text and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        from adjudicator.files import inputs

        try:
            with inputs():
                return super().invoke(ctx)
        except Refused as refused:
            say(refused)
            ctx.exit(exit_code(refused))
        except click.MissingParameter as missing:
            example = _example(missing.ctx)
            raise click.MissingParameter(example, missing.ctx, missing.param, missing.param_hint, missing.param_type) from None


@click.group(cls=Main, homes=COMMANDS, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sy-judge", prog_name="sy-judge")
def main() -> None:
    """The referee for the board game Scotland Yard.

    Boards and variants are named by their id (`london`), or by a path (`./mine.toml`).
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # no text may fail to print for want of a character
            stream.reconfigure(errors="replace")


def _example(ctx: click.Context | None) -> str:
    """How a command is typed: the first example of its help."""
    lines = ((ctx.command.help if ctx else None) or "").splitlines()
    found = next((line.strip() for line in lines if ctx and line.strip().startswith(f"{ctx.command_path} ")), "")
    return f"For example: {found}" if found else ""


def say(refused: Refused) -> None:
    """Why input was refused, on the error stream."""
    from adjudicator.report.faults import render

    click.echo(render(refused.faults, colour=has_colour(sys.stderr), most=10), err=True, nl=False)


class Needed(Refused):
    """Refused input that the command cannot do without, and the exit code that this means."""

    def __init__(self, refused: Refused, code: int):
        super().__init__(refused.faults)
        self.code = code


@contextmanager
def needed(code: int = 3) -> Iterator[None]:
    """What is read within is needed: if it is refused, the command ends with this exit code (2 for an unknown name)."""
    try:
        yield
    except Refused as refused:
        raise Needed(refused, code) from None


def exit_code(refused: Refused) -> int:
    """2 for what was typed (an unknown name, a missing file), 3 for a board or variant file that is invalid."""
    codes = {fault.code for fault in refused.faults}
    if "F07" in codes:
        return 2
    if isinstance(refused, Needed):
        return refused.code
    return 3 if any(code[0] in "BE" for code in codes) else 2


def has_colour(stream: IO[str]) -> bool:
    """Colour is for people at a terminal who have not asked for none (no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def write_out(output: str, made: str | bytes) -> None:
    """To a file that was not read, or with - to standard output."""
    from adjudicator.files import not_an_input, write_bytes, write_text

    if output == "-":
        click.echo(made, nl=False)
        return
    not_an_input(output)
    if isinstance(made, bytes):
        write_bytes(output, made)
    else:
        write_text(output, made)
