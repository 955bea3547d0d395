"""`sy-judge draw`: a position of a game as a picture."""

from __future__ import annotations

import click

from adjudicator.cli.check import read_input, reading, rules_options, view_option


@click.command()
@click.argument("log", metavar="LOG")
@rules_options
@click.option("--at", default="", metavar="ROUND[.PIECE]", help="When a round begins, or a piece is to act in it.")
@view_option
@click.option("--width", type=click.IntRange(800, 10_000), default=1600, show_default=True, help="In pixels.")
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to write it; - for standard output.")
def draw(
    log: str,
    variant: str,
    board: str,
    options: tuple[str, ...],
    paths: tuple[str, ...],
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
    from attrs import evolve

    from adjudicator.answers.moments import cut, moment
    from adjudicator.check.many import readable, viewed
    from adjudicator.check.pages import Asked, read_page
    from adjudicator.check.standing import stand
    from adjudicator.cli import write_out
    from adjudicator.report.position_picture import Picture, position_picture

    asked = Asked(variant, board, options, paths)
    with reading(log):
        page = readable(read_page(read_input(log), asked), view)
    when = moment(at) if at else None
    if when is not None:  # cut first: a seat that looks back to a moment knows nothing of what was shown later
        page = evolve(page, transcript=cut(page.transcript, when))
    if view:
        with reading(log):
            page = viewed(page, view, asked)
    standing = stand(page.transcript, page.rulebook, when.round if when else 0)
    write_out(output, position_picture(Picture(page.transcript, standing, view), width))
