"""`sy-judge seal` and `sy-judge unseal`: make a log that everybody may read, and a key that opens it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli import has_colour, write_out
from adjudicator.cli.check import read_input, reading, rules_options
from adjudicator.faults import Fault, Place, Refused

if TYPE_CHECKING:
    from adjudicator.judge.log_file import Asked, Page


@click.command(short_help="Seal the secrets in a log.")
@click.argument("log")
@click.option("-o", "--output", required=True, metavar="FILE", help="The public log.")
@click.option("--key", default="", metavar="FILE", help="The key; without this, the public log's name with .key.")
@rules_options
def seal(log: str, output: str, key: str, asked: Asked) -> None:
    """Write LOG with all its secrets sealed, and a key that opens the seals.

    Use it to show a log to everybody during the game. Everything that the pursuers were not shown is sealed:
    stations, the start, cards, secret modes, landings. Comments go into the key. Only you can read the key, and it never
    overwrites a file.

    \b
    Example:
      sy-judge seal game.log -o public.log
    """
    from adjudicator.files import write_output
    from adjudicator.judge.secrets import hidden_in, with_public_facts
    from adjudicator.record import write
    from adjudicator.report.layout import counted
    from adjudicator.seals import seal as sealed

    page = _page(log, asked)
    record = with_public_facts(page.transcript, page.rulebook)
    hidden = hidden_in(record, page.rulebook)
    _check_unsealed(page)
    _check_seen(page)
    key = key or str(Path(output).with_suffix(".key"))
    if os.path.lexists(key):
        raise Refused([Fault("F09.key-there", Place(key))])
    public, opening = sealed(record, hidden)
    write_output(key, opening, private=True)
    try:
        write_out(output, write(public))
    except Refused:
        os.unlink(key)
        raise
    click.echo(f"{output}: {counted(len(hidden), 'value')} sealed\n{key}: the key; anyone who has it can read everything")


@click.command(short_help="Restore a sealed log with its key.")
@click.argument("log")
@click.argument("key")
@click.option("-o", "--output", default="-", metavar="FILE", help="The restored log; without this, standard output.")
@rules_options
@click.pass_context
def unseal(
    ctx: click.Context,
    log: str,
    key: str,
    output: str,
    asked: Asked,
) -> None:
    """Restore a sealed LOG with its KEY, and report everything that was changed since it was sealed.

    Exit code: 0 if nothing was changed; 1 if anything was, and then no log is written; 2 if a file cannot be read.

    \b
    Example:
      sy-judge unseal public.log public.key -o game.log
    """
    from adjudicator.files import read_text
    from adjudicator.judge.log_file import KEY
    from adjudicator.record import write
    from adjudicator.report.faults import render, summary
    from adjudicator.seals import unseal as unsealed

    page = _page(log, asked)
    text = read_text(key, KEY)
    transcript, faults = unsealed(page.transcript, text, key)
    if faults:
        click.echo(render(faults, has_colour(sys.stdout), {page.file: page.text, key: text}))
        how = "not opened" if all(fault.code == "T090" for fault in faults) else "not as it was sealed"
        click.echo(f"{log}: {how}: {summary(faults)}")
        ctx.exit(1)
    write_out(output, write(transcript))
    if output != "-":
        click.echo(f"{output}: everything is as it was sealed")


def _page(log: str, asked: Asked) -> Page:
    from adjudicator.judge.batch import understood
    from adjudicator.judge.log_file import read_page

    with reading(log):
        return understood(read_page(read_input(log), asked))


def _check_unsealed(page: Page) -> None:
    from adjudicator.seals import sealed

    if sealed(page.transcript):
        raise Refused([Fault("T105", Place(page.file))])


def _check_seen(page: Page) -> None:
    """Refuse a log with hidden actions or private announcements: a seal hides values, not that something happened."""
    from adjudicator.judge.secrets import OPEN
    from adjudicator.record.transcript import Act, Hears

    for item in page.transcript.items:
        if isinstance(item, Hears) and item.piece:
            raise Refused([Fault("T106.heard", Place(page.file, item.line, item.column), piece=item.piece)])
    for clause in page.transcript.clauses:
        for part in clause.parts:
            if isinstance(part, Act) and page.rulebook.actions[part.action].table.seen not in OPEN:
                place = Place(page.file, clause.line, clause.column_of(part), max(1, part.size))
                raise Refused([Fault("T106", place, action=part.form.written)])
