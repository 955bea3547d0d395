"""`sy-judge where`: every station that the fugitive can be on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from adjudicator.cli.check import a_seat, at_option, format_option, key_option, read_input, reading, rules_options

if TYPE_CHECKING:
    from adjudicator.deduction.courses import Explanation
    from adjudicator.deduction.exclusions import Exclusion
    from adjudicator.deduction.whereabouts import Search
    from adjudicator.judge.log_file import Asked

view_option = click.option(
    "--view",
    default="detectives",
    metavar="SEAT",
    callback=a_seat,
    show_default=True,
    help="Use only what this seat could have written down.",
)


@click.command(short_help="List the stations where the fugitive can be.")
@click.argument("log", metavar="LOG")
@rules_options
@at_option
@view_option
@key_option
@click.option("--why", type=int, metavar="STATION", help="Show a route to this station, or the fact that excludes it.")
@format_option
def where(
    log: str,
    asked: Asked,
    at: str,
    view: str,
    key: str,
    why: int | None,
    form: str,
) -> None:
    """List the stations where the fugitive can be at the end of LOG, based on everything public.

    A station is listed exactly if a legal game that looks the same to the detectives ends there. With --why, show such a game
    for one station, or the fact that excludes it.

    \b
    Examples:
      sy-judge where game.log
      sy-judge where game.log --at 7.red
      sy-judge where game.log --why 67
    """
    from adjudicator.deduction.whereabouts import whereabouts
    from adjudicator.game import read_game
    from adjudicator.judge.moments import next_to_act
    from adjudicator.report.answers import where_data, where_page

    with reading(log):
        found = read_game(read_input(log, key), asked, at, view).where(next_to_act(at)).search
        reason = None if why is None else _reason(found, why)
    data = whereabouts(found)
    click.echo(
        json.dumps(where_data(data, reason), ensure_ascii=False) if form == "json" else where_page(data, reason).rstrip("\n")
    )


def _reason(found: Search, station: int) -> Explanation | Exclusion:
    from adjudicator.answers.claims import off_the_board
    from adjudicator.deduction.courses import explained
    from adjudicator.deduction.exclusions import Exclusions
    from adjudicator.faults import Place, Refused

    board = found.engine.board
    if station not in board.stations:
        raise Refused([off_the_board(station, board).at(Place("--why"))])
    return explained(found, station) or Exclusions(found).why_not(station)
