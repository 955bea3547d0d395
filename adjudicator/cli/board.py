"""`sy-judge board`: show, lint and draw boards."""

from __future__ import annotations

import os
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli import Group, has_colour, needed, write_out
from adjudicator.cli.check import path_option
from adjudicator.faults import Refused

if TYPE_CHECKING:
    from adjudicator.board import Board

output = click.option("-o", "--output", required=True, metavar="FILE", help="The output file; - for standard output.")


@click.group(cls=Group)
def board() -> None:
    """Show, check and draw boards.

    \b
    Examples:
      sy-judge board show london 153
      sy-judge board lint my-board.toml
      sy-judge board draw london --mark 67 --route 13,67,111 -o london.svg
    """


@board.command(short_help="List the boards, or show one of them or a station.")
@click.argument("name", metavar="[NAME]", default="")
@click.argument("station", type=int, required=False)
@path_option
def show(name: str, station: int | None, paths: tuple[str, ...]) -> None:
    """Show the board NAME, or one STATION of it with its neighbours. Without a NAME, list the boards.

    \b
    Examples:
      sy-judge board show
      sy-judge board show london-mb
      sy-judge board show london 153
    """
    from adjudicator.board import load
    from adjudicator.report.boards import board_page, station_page

    if not name:
        click.echo(_every(paths), nl=False)
        return
    with needed():
        found = load(name, paths=paths)
    if station is None:
        click.echo(board_page(found), nl=False)
        return
    _check_stations(found, [station])
    click.echo(station_page(found, station), nl=False)


@board.command(short_help="Report errors in a board file, and how complete it is.")
@click.argument("file")
@path_option
@click.pass_context
def lint(ctx: click.Context, file: str, paths: tuple[str, ...]) -> None:
    """Report every error in a board FILE, and how complete it is.

    Exit code: 0 if the board has no error, 1 if it has one, 2 if the file does not exist.

    \b
    Example:
      sy-judge board lint my-board.toml
    """
    from adjudicator.board import read
    from adjudicator.files import find
    from adjudicator.report.boards import completeness
    from adjudicator.report.faults import render, summary

    path = Path(file) if os.path.exists(file) else find("boards", file, paths=paths)
    try:
        found, faults = read(path, paths)
        counts = completeness(found)
    except Refused as refused:
        faults, counts = refused.faults, ""
    if any(fault.code in ("F01", "F02") for fault in faults):
        raise Refused(faults)
    if faults:
        click.echo(render(faults, colour=has_colour(sys.stdout)))
    click.echo(f"{file}: {summary(faults)}")
    click.echo(counts, nl=False)
    ctx.exit(1 if faults else 0)


@board.command()
@click.argument("name")
@output
@click.option("--mark", multiple=True, metavar="STATIONS", help="Mark stations: 67, or 67,89 (repeatable).")
@click.option("--route", multiple=True, metavar="STATIONS", help="Draw a route along lines: 13,67,111 (repeatable).")
@click.option("--width", type=click.IntRange(200, 10_000), default=1600, show_default=True, help="In pixels.")
@path_option
def draw(name: str, output: str, mark: tuple[str, ...], route: tuple[str, ...], width: int, paths: tuple[str, ...]) -> None:
    """Draw the board NAME as an SVG picture.

    \b
    Examples:
      sy-judge board draw london -o london.svg
      sy-judge board draw ./mine.toml --mark 4,7 -o mine.svg
    """
    from adjudicator.board import load
    from adjudicator.picture.drawing import Mark, draw

    with needed():
        found = load(name, paths=paths)
    marked = [number for text in mark for number in _numbers(text, "--mark")]
    ways = [_numbers(text, "--route") for text in route]
    _check_stations(found, [*marked, *(number for way in ways for number in way)])
    for way in ways:
        _check_route(found, way)
    write_out(output, draw(found, [Mark(number) for number in marked], ways, width=width))


# --- what several commands need


def _every(paths: tuple[str, ...]) -> str:
    """The shipped boards and those in these folders, one on each line."""
    from adjudicator.board import read
    from adjudicator.files import shipped, shown
    from adjudicator.report.layout import table

    files = [*shipped("boards"), *(file for folder in paths for file in sorted(Path(folder).glob("*.toml")))]
    rows = []
    for file in files:
        try:
            rows.append((file.stem, read(file, paths)[0].title))
        except Refused:
            rows.append((file.stem, f"(cannot be used: sy-judge board lint {shown(file)})"))
    return table(rows)


def _numbers(text: str, option: str) -> list[int]:
    parts = text.replace(",", " ").split()
    if not all(part.isdecimal() and len(part) <= 4 for part in parts):
        raise click.BadParameter(f"`{text[:60]}` is not a list of stations like 13,67,111", param_hint=option)
    return [int(part) for part in parts]


def _check_stations(board: Board, numbers: list[int]) -> None:
    for number in numbers:
        if number not in board.stations:
            hint = board.hint(number) or f"it has {len(board.stations)}, from {min(board.stations)} to {max(board.stations)}"
            raise click.UsageError(f"{board.id} has no station {number}; {hint}")


def _check_route(board: Board, way: list[int]) -> None:
    from adjudicator.picture.drawing import joining

    for a, b in pairwise(way):
        if joining(board, a, b) is None:
            others = ", ".join(map(str, sorted({to for _, to, _ in board.lines_from(a)})))
            raise click.UsageError(f"no line of {board.id} joins {a} and {b}; lines go from {a} to {others}")
