"""`sy-judge draw`: a position of a game as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adjudicator.cli.check import at_option, read_input, reading, rules_options, view_option

if TYPE_CHECKING:
    from adjudicator.judge.log_file import Asked


@click.command(short_help="Draw a position of a game as a picture.")
@click.argument("log", metavar="LOG")
@rules_options
@at_option
@view_option
@click.option("--width", type=click.IntRange(200, 10_000), default=1600, show_default=True, help="In pixels.")
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to write it; - for standard output.")
def draw(
    log: str,
    asked: Asked,
    at: str,
    view: str,
    width: int,
    output: str,
) -> None:
    """Draw the position at the end of LOG as an SVG picture: the pieces, where the fugitive can be, his log, all tickets.

    With --view it shows what this seat can know, and nothing else.

    \b
    Examples:
      sy-judge draw game.log -o game.svg
      sy-judge draw game.log --at 7 --view detectives -o round-7.svg
    """
    from adjudicator.cli import write_out
    from adjudicator.game import Game

    with reading(log):
        game = Game.of_log(read_input(log), asked, at, view)
    write_out(output, game.picture(width, view))
