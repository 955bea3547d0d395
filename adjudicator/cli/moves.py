"""`sy-judge moves` and `sy-judge perft`: what may be done now, and in how many ways."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click
from attrs import evolve

from adjudicator.cli.check import at_option, format_option, read_input, reading, rules_options, view_option

if TYPE_CHECKING:
    from adjudicator.check.pages import Asked, Page
    from adjudicator.check.standing import Standing

SEED = 1  # of the set-up that is drawn where no log gives one

log_argument = click.argument("log", required=False, metavar="[LOG]")


@click.command(short_help="List what may be done now, as it can be written.")
@log_argument
@rules_options
@at_option
@click.option("--piece", default="", metavar="P", help="Only what this piece may do.")
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
    """List the legal clauses at the end of LOG, as they can be written into it, grouped by ticket.

    Without a LOG: at the beginning of a game of the variant, with start cards drawn.

    \b
    Examples:
      sy-judge moves game.log
      sy-judge moves game.log --at 7.red --piece red
      sy-judge moves --variant 2014 --format json
    """
    from adjudicator.check.standing import listed
    from adjudicator.report.moves import as_data, render

    page = _page(log, asked, view, at)
    standing = _standing(page, at, is_cut=bool(view))
    found = listed(standing, _named(page, piece))
    if form == "json":
        click.echo(json.dumps(as_data(found), ensure_ascii=False))
    else:
        click.echo(render(page.transcript, standing, found, drawn=log is None), nl=False)


@click.command(short_help="Count the sequences of so many legal clauses.")
@log_argument
@rules_options
@at_option
@click.option("--depth", type=click.IntRange(0, 12), required=True, help="How many clauses.")
def perft(
    log: str | None,
    asked: Asked,
    at: str,
    depth: int,
) -> None:
    """Count the sequences of exactly so many legal clauses from the end of LOG.

    Losing clauses are left out, and a double is one clause. The number tests the referee and measures its speed.

    \b
    Examples:
      sy-judge perft game.log --depth 3
      sy-judge perft --variant 2014 --depth 2
    """
    from adjudicator.faults import Fault, Place, Refused

    page = _page(log, asked, "")
    standing = _standing(page, at)
    if len(standing.worlds) > 1 or not standing.opening.referee.complete:
        raise Refused([Fault("T104", Place(page.file))])
    click.echo(standing.opening.referee.perft(standing.p, depth))


def _page(log: str | None, asked: Asked, view: str, at: str = "") -> Page:
    """The record to stand on, as the seat sees it: cut before it is looked at, so that nothing later shows through."""
    from adjudicator.answers.moments import cut, moment
    from adjudicator.check.generating import set_up
    from adjudicator.check.many import readable, viewed
    from adjudicator.check.pages import Log, read_page

    if log is None and not asked.variant:
        raise click.UsageError("name a log, or a game with --variant")
    with reading(log or "-"):
        page = readable(read_page(Log("-", set_up(asked, SEED)) if log is None else read_input(log), asked), view)
        whole = page.transcript
        if view and at:
            page = evolve(page, transcript=cut(whole, moment(at)))
        return viewed(page, view, asked, goes_on=page.transcript is not whole) if view else page


def _standing(page: Page, at: str, is_cut: bool = False) -> Standing:
    from adjudicator.answers.moments import cut, moment
    from adjudicator.check.standing import stand

    if not at:
        return stand(page.transcript, page.rulebook)
    when = moment(at)
    return stand(page.transcript if is_cut else cut(page.transcript, when), page.rulebook, when.round)


def _named(page: Page, piece: str) -> str:
    """A piece by any of its names."""
    from adjudicator.check.naming import lexicon_of
    from adjudicator.record.lexicon import key_of

    return lexicon_of(page.rulebook).pieces.get(key_of(piece), piece.lower() if piece != "X" else piece)
