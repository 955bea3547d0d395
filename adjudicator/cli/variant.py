"""`sy-judge variant`: everything about variant files. Each command is loaded when it is called.

To add one, write a click command in a module of this package and add one line to COMMANDS.
"""

from __future__ import annotations

import importlib

import click

# In the order in which help lists them: name, and where its function is.
COMMANDS = {
    "list": "adjudicator.cli.variant_show:list_variants",
    "show": "adjudicator.cli.variant_show:show",
    "lint": "adjudicator.cli.variant_lint:lint",
    "fmt": "adjudicator.cli.variant_lint:fmt",
    "new": "adjudicator.cli.variant_new:new",
    "test": "adjudicator.cli.variant_test:test",
    "diff": "adjudicator.cli.variant_diff:diff",
}


class Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, function = COMMANDS[cmd_name].split(":")
        command: click.Command = getattr(importlib.import_module(module), function)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from adjudicator.faults import did_you_mean

            ctx.fail(f"there is no command `variant {args[0]}`; {did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands)
def variant() -> None:
    """Begin, check, format, test and show variants and packs.

    \b
    Examples:
      sy-judge variant show 2014 --option cut-off --origins
      sy-judge variant show 2014+my-pack.toml --flat -o as-played.toml
      sy-judge variant lint my-rules.toml
      sy-judge variant new my-rules --extends 2014
      sy-judge variant test my-rules.toml
      sy-judge variant diff my-rules.toml
    """
