"""`sy-judge draw`: a position of a game as a picture, or every position."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from adjudicator.cli.check import at_option, hint_at_key, key_option, read_input, reading, rules_options, view_option

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.judge.log_file import Asked


@click.command(short_help="Draw a position of a game as a picture.")
@click.argument("log", metavar="LOG")
@rules_options
@at_option
@view_option
@key_option
@click.option("--all", "every", is_flag=True, help="Draw the start and every step, as files of a folder.")
@click.option("--width", type=click.IntRange(200, 10_000), default=1600, show_default=True, help="In pixels.")
@click.option(
    "--format", "form", type=click.Choice(["svg", "png"]), default="svg", show_default=True, help="The form of the picture."
)
@click.option("-o", "--output", required=True, metavar="FILE", help="The output file; - for standard output.")
def draw(
    log: str,
    asked: Asked,
    at: str,
    view: str,
    key: str,
    every: bool,
    width: int,
    form: str,
    output: str,
) -> None:
    """Draw the position at the end of LOG as a picture: the pieces, where the fugitive can be, his log, all tickets.

    With --view, only what this seat can know is drawn. With --all, every step is drawn; -o then names a folder.

    \b
    Examples:
      sy-judge draw game.log -o game.svg
      sy-judge draw game.log --at 7 --view detectives -o round-7.svg
      sy-judge draw game.log --all -o frames
    """
    from adjudicator.cli import write_out
    from adjudicator.game import read_game

    if every and (at or output == "-"):
        raise click.UsageError("--all draws every step into a folder: leave --at out, and name the folder with -o")
    with reading(log):
        game = read_game(read_input(log, key), asked, at, view)
    hint_at_key(game.record)
    if every:
        _draw_all(game, view, width, form, output)
    else:
        write_out(output, _picture(game, view, width, form))


def _picture(game: Game, view: str, width: int, form: str) -> str | bytes:
    from adjudicator.picture.png import png

    svg = game.picture(width, view)
    return png(svg) if form == "png" else svg


def _draw_all(game: Game, view: str, width: int, form: str, folder: str) -> None:
    """Write one file for each step, with the numbers of the replay."""
    from adjudicator.cli import write_out
    from adjudicator.files import make_folder
    from adjudicator.game import watched

    course = watched(game.course(), view) if view else game.course()
    make_folder(folder)
    for number, one in enumerate(course):
        write_out(os.path.join(folder, f"{number:03}.{form}"), _picture(one, view, width, form))
