"""`sy-judge replay`: a game as a page to step through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adjudicator.cli.check import key_option, read_input, reading, rules_options, view_option

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.judge.log_file import Asked


@click.command(short_help="Make a page that shows a game step by step.")
@click.argument("log", metavar="LOG")
@rules_options
@view_option
@key_option
@click.option("--with-secrets", is_flag=True, help="Show everything, even if the game is not over.")
@click.option("-o", "--output", required=True, metavar="FILE", help="The output file; - for standard output.")
def replay(log: str, asked: Asked, view: str, key: str, with_secrets: bool, output: str) -> None:
    """Make one HTML page of LOG: the board, every step, the findings, where the fugitive could be, and a review.

    Use it to go through a game afterwards. The page needs no other file and no connection. A switch shows the fugitive once
    the game is over; with --view, the page contains only what that seat could have written down.

    \b
    Examples:
      sy-judge replay game.log -o game.html
      sy-judge replay game.log --view detectives -o public.html
      sy-judge replay sealed.log --key sealed.key -o game.html
    """
    from adjudicator.cli import write_out
    from adjudicator.replay.page import page
    from adjudicator.replay.telling import tell

    with reading(log):
        game = _game(log, asked, view, key)
        if not view and not with_secrets:
            _check_over(game)
        text = page(tell(game, view))
    write_out(output, text)


def _game(log: str, asked: Asked, view: str, key: str) -> Game:
    from adjudicator.game import Game, seen_under
    from adjudicator.judge.batch import readable
    from adjudicator.judge.log_file import read_page

    found = readable(read_page(read_input(log, key), asked, as_played=bool(view)), view)
    game = Game.of(found.transcript, found.rulebook)
    return seen_under(game, view, asked) if view else game


def _check_over(game: Game) -> None:
    from adjudicator.faults import Fault, Place, Refused
    from adjudicator.judge.result import CLAIMS
    from adjudicator.replay.telling import holds_secrets

    over = game.result is not None or CLAIMS.get(game.record.result or "")
    if not over and holds_secrets(game):
        raise Refused([Fault("T280", Place(game.record.file))])
