"""`sy-judge series`: several games added up."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from adjudicator.cli.check import format_option, read_input, rules_options

if TYPE_CHECKING:
    from adjudicator.judge.log_file import Asked


@click.command(short_help="Add up wins and points over several games.")
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@rules_options
@click.option("--team", "teams", multiple=True, metavar="TEAM", help="Count persons as one team: North=Ana,Ben (repeatable).")
@format_option
@click.pass_context
def series(ctx: click.Context, logs: tuple[str, ...], asked: Asked, teams: tuple[str, ...], form: str) -> None:
    """Add up the games of LOGS: wins, draws, losses and points of each person.

    Use it after a match of several games. A LOG is a file or a folder (all *.log in it); its header `seats` says who played
    which piece: X = Ana; red = Ben. If the rules count points, a person gets those of their side and of their own pieces;
    otherwise games won are counted. Illegal, undecided and unfinished games are listed but not counted. All games must have
    the same rules.

    Exit code: 0 if every game counts, 4 if one is undecided or not over, else as for `check`.

    \b
    Examples:
      sy-judge series monday.log tuesday.log
      sy-judge series season/ --team North=Ana,Ben --team South=Cleo,Dev
      sy-judge series season/ --json
    """
    from adjudicator.judge.batch import judge_all, logs_in, worst
    from adjudicator.judge.series import persons_in, series_of, teams_of
    from adjudicator.report import faults
    from adjudicator.report.series import as_data, render

    outcomes = judge_all((read_input(name), asked) for name in logs_in(logs))
    played = series_of(outcomes, teams_of(teams, persons_in(outcomes)))
    wrong = [fault for outcome in outcomes for fault in outcome.faults]
    if wrong and form != "json":
        click.echo(faults.render(wrong, most=10), err=True, nl=False)
    click.echo(json.dumps(as_data(played), ensure_ascii=False) + "\n" if form == "json" else render(played), nl=False)
    left_out = {one.file for one in played.left_out}
    ctx.exit(worst(one.code(strict=True) or 4 * (one.verdict.file in left_out) for one in outcomes))
