"""`sy-judge variant`: commands for variant files. The module of a command is imported when it is called.

To add one, write a click command in a module of this package and add one line to COMMANDS.
"""

from __future__ import annotations

import click

from adjudicator.cli import Group

# In the order of the help: name, and the place of its function.
COMMANDS = {
    "show": "adjudicator.cli.variant_show:show",
    "lint": "adjudicator.cli.variant_lint:lint",
    "new": "adjudicator.cli.variant_new:new",
    "test": "adjudicator.cli.variant_test:test",
}


@click.group(cls=Group, homes=COMMANDS)
def variant() -> None:
    """Create, check, test and show variants and packs.

    \b
    Examples:
      sy-judge variant show
      sy-judge variant show 2014 --option cut-off
      sy-judge variant show 2014+my-pack.toml --flat -o as-played.toml
      sy-judge variant lint my-rules.toml
      sy-judge variant new my-rules --extends 2014
      sy-judge variant test my-rules.toml
    """
