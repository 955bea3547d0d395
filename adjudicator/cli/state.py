"""`sy-judge state`: every state of a game by name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from adjudicator.cli.check import (
    at_option,
    format_option,
    hint_at_key,
    key_option,
    read_input,
    reading,
    rules_options,
    view_option,
)

if TYPE_CHECKING:
    from adjudicator.judge.log_file import Asked


@click.command(short_help="Show the whole state of a game: stations, tickets, counters.")
@click.argument("log", metavar="LOG")
@rules_options
@at_option
@view_option
@key_option
@format_option
def state(log: str, asked: Asked, at: str, view: str, key: str, form: str) -> None:
    """Show the whole state of the game at the end of LOG, or at a moment of it.

    It lists the round, whose turn it is, stations, tickets, supplies, everything that the rules remember, counters, and
    points if the variant counts them. A `?` means not known.

    \b
    Examples:
      sy-judge state game.log
      sy-judge state game.log --at 7.red
      sy-judge state game.log --view red
      sy-judge state game.log --json
    """
    from adjudicator.game import read_game
    from adjudicator.report.states import as_data, render

    with reading(log):
        game = read_game(read_input(log, key), asked, at, view)
    hint_at_key(game.record)
    if form == "json":
        click.echo(json.dumps(as_data(game, view), ensure_ascii=False))
    else:
        click.echo(render(game, view), nl=False)
