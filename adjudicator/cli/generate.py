"""`sy-judge generate`: random legal games."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from adjudicator.cli.check import reading, rules_options, view_option

if TYPE_CHECKING:
    from adjudicator.judge.log_file import Asked
    from adjudicator.lab.match import Match
    from adjudicator.workshop.random_games import Maker


@click.command()
@rules_options
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="The same seed gives the same game.")
@click.option(
    "--games",
    type=click.IntRange(1, 100_000),
    default=1,
    show_default=True,
    metavar="N",
    help="The number of games; each has the next seed.",
)
@click.option("--seats", default="", metavar="SEATS", help='The seats, as in a log: "X = Ana; red = Ben".')
@click.option(
    "--persons",
    type=click.IntRange(2),
    default=None,
    metavar="N",
    help="The number of persons at the table, including the fugitive's player.",
)
@click.option(
    "--players", default="", metavar="NAME", help="Let these play, as in `sy-judge playtest`, not chance: greedy, look-ahead."
)
@view_option
@click.option(
    "-o", "--output", default="", metavar="PLACE", help="Write to this `.log` file, or a file for each game into this folder."
)
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
def generate(
    asked: Asked,
    seed: int,
    games: int,
    seats: str,
    persons: int | None,
    players: str,
    view: str,
    output: str,
    force: bool,
) -> None:
    """Write random legal games of a variant, from set-up to result; with --players, games that programs play.

    Use it to test a program, or to see what games by your rules look like. The same seed gives the same game.

    \b
    Examples:
      sy-judge generate --variant 2014 --seed 7
      sy-judge generate --variant classic --persons 4 --games 100 -o season/
      sy-judge generate --variant 2014 --players look-ahead
      sy-judge generate --variant 2014 --view detectives
    """
    from adjudicator.lab.match import match_of
    from adjudicator.workshop.random_games import maker

    if not asked.variant:
        raise click.UsageError("say which game with --variant; `sy-judge variant show` names them all")
    if games > 1 and not output:
        raise click.UsageError("several games go into a folder: name one with -o")
    if seats and persons:
        raise click.UsageError("--seats says already how many players there are")
    folder, name = os.path.split(output) if output.endswith(".log") and not os.path.isdir(output) else (output, "")
    if games > 1 and name:
        raise click.UsageError(f"several games go into a folder, but `{name}` is the name of one log")
    with reading():
        made = maker(asked, seats, persons or 0, folder)
        match = match_of(made, players) if players else None
    if made.filled:
        own = f"the board of `{asked.variant}` does not know its cards"
        click.echo(f"{own}, so this is played on `{made.filled}`", err=True)
    for number in range(seed, seed + games):
        with reading():
            text = _text(match or made, made.folder, asked, number, view)
        if output:
            _write(text, folder, name or f"{made.rulebook.name}-{number:04}.log", force)
        else:
            click.echo(text, nl=False)


def _text(made: Maker | Match, folder: str, asked: Asked, seed: int, view: str) -> str:
    text = made.text(seed)
    if not view:
        return text
    from adjudicator.judge.batch import viewed
    from adjudicator.judge.log_file import Log, read_page

    return viewed(read_page(Log(os.path.join(folder, "-"), text), asked), view, asked).text


def _write(text: str, folder: str, name: str, force: bool) -> None:
    from adjudicator.faults import Fault, Place, Refused
    from adjudicator.files import make_folder, write_output

    if folder and not os.path.isdir(folder):
        make_folder(folder)
    path = os.path.join(folder, name)
    if os.path.lexists(path) and not force:
        with reading():
            raise Refused([Fault("F41.force", Place(path))])
    write_output(path, text, over=force)
    click.echo(path)
