"""`sy-judge playtest`: many games by programs, to see what a rule does."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
from attrs import evolve

from adjudicator.cli.check import board_option, choice_option, path_option, reading

if TYPE_CHECKING:
    from adjudicator.judge.log_file import Asked
    from adjudicator.lab.playtest import Playtest
    from adjudicator.lab.shares import Deal, Work

LEVELS = "random, greedy or look-ahead, or your own as module:name; two, with a comma, are the fugitive's and the pursuers'"


@click.command(short_help="Play many games to see whether a rule is fair.")
@click.argument("variant", metavar="VARIANT")
@click.option(
    "--compare", "others", multiple=True, metavar="VARIANT", help="Play the same deals by these rules, too (repeatable)."
)
@board_option
@choice_option
@path_option
@click.option("--players", default="look-ahead", show_default=True, metavar="NAME", help=f"Who plays: {LEVELS}.")
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=200, show_default=True, metavar="N", help="Games by each rules."
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, metavar="N", help="The seed of the first deal.")
@click.option("--detectives", type=click.IntRange(1, 12), default=None, metavar="N", help="The number of detectives.")
@click.option("--seats", default="", metavar="SEATS", help='Who sits at the table: "X; red; blue".')
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, metavar="N", help="Play with N processes.")
@click.option("--cluster", default="", metavar="ADDRESS", help="Play on a dask cluster, such as tcp://host:8786.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("-o", "--output", default="", metavar="FILE", help="Write the report as an HTML page.")
@click.pass_context
def playtest(
    ctx: click.Context,
    variant: str,
    others: tuple[str, ...],
    board: str,
    options: tuple[str, ...],
    paths: tuple[str, ...],
    players: str,
    games: int,
    seed: int,
    detectives: int | None,
    seats: str,
    jobs: int,
    cluster: str,
    as_json: bool,
    output: str,
) -> None:
    """Play games of VARIANT with programs on both sides, and report who wins, how, and how sure that is.

    Use it to see what a house rule does: with --compare, the same deals are played by other rules, and the difference is
    reported. Players know only what their side sees. The same seed gives the same games, with any number of --jobs. Ctrl-C ends
    the playing and reports what was played.

    \b
    Examples:
      sy-judge playtest 2014
      sy-judge playtest 2014 --compare 2014+my-pack.toml --games 1000 --jobs 4
      sy-judge playtest my-rules.toml --players greedy -o report.html
    """
    from adjudicator.judge.log_file import Asked
    from adjudicator.report.playtests import as_json as in_json
    from adjudicator.report.playtests import text

    if detectives and seats:
        raise click.UsageError("--seats says already how many detectives there are")
    if jobs > 1 and cluster:
        raise click.UsageError("the cluster has its own processes: leave out --jobs")
    names = (variant, *others)
    if len({*names}) < len(names):
        raise click.UsageError("the same rules are named twice")
    asked = Asked("", board, options, paths)
    with reading():
        work = _work(names, asked, players, seats, detectives or 0, range(seed, seed + games))
    found, fault = _played(names, work, games, jobs, cluster)
    if found is not None:
        click.echo(in_json(found) if as_json else text(found), nl=False)
        if output:
            _write(output, found)
    if fault is not None:
        with reading():
            raise fault


def _work(names: tuple[str, ...], asked: Asked, players: str, seats: str, detectives: int, seeds: range) -> Work:
    """The games to be played. Raises Refused where rules, players or seats are not to be had."""
    from adjudicator.lab.match import match_of
    from adjudicator.lab.shares import Work
    from adjudicator.workshop.random_games import maker

    made = [evolve(maker(evolve(asked, variant=name), seats), detectives=detectives) for name in names]
    for one in made:
        one.played(seeds[0])  # refused before anything is played, if it cannot be dealt
    return Work(tuple(match_of(one, players) for one in made), tuple(seeds))


def _played(
    names: tuple[str, ...], work: Work, games: int, jobs: int, cluster: str
) -> tuple[Playtest | None, Exception | None]:
    """The games that were played, and the reason if there are fewer than asked; None without a game."""
    from adjudicator.faults import Fault, Place, Refused
    from adjudicator.lab.playtest import Played, Playtest
    from adjudicator.lab.shares import in_order, with_cluster, with_jobs

    deals: list[Deal] = []
    fault: Exception | None = None
    try:
        for deal in _with_bar(with_cluster(work, cluster) if cluster else with_jobs(work, jobs), games):
            deals.append(deal)
    except KeyboardInterrupt:
        click.echo("stopped: this is what was played", err=True)
        fault = None if deals else Refused([Fault("T114", Place("playtest"))])
    except Refused as refused:
        fault = refused
    if not deals:
        return None, fault
    columns = zip(*in_order(deals), strict=True)
    played = [Played(name, match, outcomes) for name, match, outcomes in zip(names, work.matches, columns, strict=True)]
    return Playtest(tuple(played), games), fault


def _with_bar(deals: Iterator[Deal], games: int) -> Iterator[Deal]:
    """The deals; at a terminal with a bar, how many games a second, and the time that is left."""
    if not sys.stderr.isatty():
        yield from deals
        return
    begun, done = time.monotonic(), 0

    def speed(deal: Deal | None) -> str:
        return f"{done * len(deal or ()) / max(time.monotonic() - begun, 0.001):.0f} games/s"

    with click.progressbar(deals, length=games, label="playing", file=sys.stderr, width=0, item_show_func=speed) as bar:
        for deal in bar:
            done += 1
            yield deal


def _write(output: str, found: Playtest) -> None:
    from adjudicator.cli import write_out
    from adjudicator.lab.page import page

    write_out(output, page(found))
