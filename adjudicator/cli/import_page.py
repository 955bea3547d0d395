"""`sy-judge import`: convert a page of any shape to a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adjudicator.cli import write_out
from adjudicator.cli.check import read_input, reading, rules_options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.judge.log_file import Asked, Page
    from adjudicator.record import transcript as r


@click.command("import", short_help="Convert a page of any shape to a log.")
@click.argument("page")
@rules_options
@click.option("-o", "--output", default="-", metavar="FILE", help="The log; without this it goes to standard output.")
def import_page(page: str, asked: Asked, output: str) -> None:
    """Convert PAGE to a log in our notation: a table, a chat, a log sheet, moves from station to station, JSON.

    Use it to keep a page, or to correct it. Comments at the top list how the page was read and what it leaves out; check
    them. The game is not judged and need not be legal.

    Exit code: 0, or 2 if the page has errors.

    \b
    Examples:
      sy-judge import last-night.csv -o game.log
      sy-judge import chat.txt --variant 2014 -o game.log
    """
    from adjudicator.faults import Refused
    from adjudicator.judge.log_file import WORDS, read_page
    from adjudicator.record import write
    from adjudicator.report.layout import wrapped

    with reading(page):
        found = read_page(read_input(page), asked, otherwise=WORDS)
        if found.unreadable:
            raise Refused(found.unreadable)
    notes = list(_notes(found, asked))
    write_out(output, write(_noted(found, asked, notes)))
    if output != "-":
        click.echo(f"{output}: written")
        for note in notes:
            click.echo(wrapped("  look at: ", note))


def _notes(page: Page, asked: Asked) -> Iterator[str]:
    """Points for a person to check."""
    from adjudicator.judge.shaped_page import open_questions

    if not asked.variant and page.transcript.variant is None:
        yield "the page does not say which edition was played: add `variant: ...`"
    yield from page.assumed
    for fault in page.faults:
        yield f"line {fault.place.line}: {fault.message}"
    for question in open_questions(page) if page.doubts and page.rulebook.board else ():
        yield f"line {question.line}: {question.message}" if question.line else question.message


def _noted(page: Page, asked: Asked, notes: list[str]) -> r.Transcript:
    """The transcript with notes as comments at the top, and with the requested edition if the page names none."""
    from adjudicator.record import transcript as r

    read = f" read from {page.file} as {page.read_as}" if page.read_as else f" read from {page.file}"
    top: list[r.Item] = [r.Comment(read), *(r.Comment(f" {note}") for note in notes)]
    if asked.variant and page.transcript.variant is None:
        top.append(r.Header("variant", asked.variant))
    return r.Transcript((*top, *page.transcript.items), page.transcript.fugitive, page.file)
