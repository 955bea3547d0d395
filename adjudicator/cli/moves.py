"""`sy-judge moves` and `sy-judge perft`: list legal moves, count sequences of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from adjudicator.cli.check import at_option, format_option, read_input, reading, rules_options, view_option

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.judge.log_file import Asked, Log

SEED = 1  # of the set-up, without a log

log_argument = click.argument("log", required=False, metavar="[LOG]")


@click.command(short_help="List every legal move at the end of a log.")
@log_argument
@rules_options
@at_option
@click.option("--piece", default="", metavar="P", help="List only moves of this piece.")
@view_option
@format_option
def moves(
    log: str | None,
    asked: Asked,
    at: str,
    piece: str,
    view: str,
    form: str,
) -> None:
    """List every legal move at the end of LOG, as it would be written in the log, grouped by ticket.

    Without a LOG, list the first moves of a new game; its start cards are drawn.

    \b
    Examples:
      sy-judge moves game.log
      sy-judge moves game.log --at 7.red --piece red
      sy-judge moves --variant 2014 --json
    """
    from adjudicator.report.moves import as_data, render

    game = _game(log, asked, view, at)
    piece = game.reader.piece(piece) if piece else ""
    if form == "json":
        click.echo(json.dumps(as_data(game, piece), ensure_ascii=False))
    else:
        click.echo(render(game, piece, drawn=log is None), nl=False)


@click.command(short_help="Count the sequences of N legal clauses.")
@log_argument
@rules_options
@at_option
@click.option("--depth", type=click.IntRange(0, 12), required=True, metavar="N", help="The number of clauses.")
def perft(
    log: str | None,
    asked: Asked,
    at: str,
    depth: int,
) -> None:
    """Count the sequences of exactly N legal clauses (--depth) that can follow LOG.

    Use the number to compare two move generators, or to measure speed. Clauses that lose the game are left out, and a double
    is one clause.

    \b
    Examples:
      sy-judge perft game.log --depth 3
      sy-judge perft --variant 2014 --depth 2
    """
    click.echo(_game(log, asked, "", at).perft(depth))


def _game(log: str | None, asked: Asked, view: str, at: str) -> Game:
    """The game at this moment as the seat sees it. It is cut before it is viewed, so that later clauses reveal nothing."""
    from adjudicator.game import read_game

    if log is None and not asked.variant:
        raise click.UsageError("name a log, or a game with --variant")
    with reading(log or "-"):
        return read_game(_dealt(asked) if log is None else read_input(log), asked, at, view)


def _dealt(asked: Asked) -> Log:
    """A game that has been dealt but not begun, if no log is named."""
    from adjudicator.judge.log_file import Log
    from adjudicator.workshop.random_games import set_up

    return Log("-", set_up(asked, SEED))
