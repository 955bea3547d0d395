"""`sy-judge serve`: a game on phones, one for each person, and a screen for the table."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.check import rules_options
from adjudicator.cli.terminal import Terminal, talk

if TYPE_CHECKING:
    from adjudicator.judge.log_file import Asked
    from adjudicator.table.evening import Evening
    from adjudicator.table.record_files import RecordFiles
    from adjudicator.web.running import Address
    from adjudicator.web.table import Table

PLAIN = (
    "This is plain HTTP: anyone who can listen on this network can read the fugitive's phone. "
    "`--certificate` and `--key` prevent it."
)


@click.command(short_help="Referee a game on phones, one for each person.")
@click.argument("named", metavar="[LOG]", default="")
@rules_options
@click.option(
    "--log", default="game.log", show_default=True, metavar="FILE", help="The public log; the whole record is next to it."
)
@click.option("--from", "page", default="", metavar="FILE", help="Take headers, and clauses already played, from this record.")
@click.option("--terminal", "here", is_flag=True, help="Set up a new game at this terminal, not in a browser.")
@click.option("--together", is_flag=True, help="One phone moves all pieces except the fugitive's.")
@click.option("--lan", is_flag=True, help="Let phones on this network join; without it, only this computer.")
@click.option(
    "--port", default=8018, show_default=True, type=click.IntRange(1, 65535), metavar="N", help="The port to listen on."
)
@click.option("--certificate", default="", metavar="FILE", help="A certificate for HTTPS, with --key.")
@click.option("--key", default="", metavar="FILE", help="The key of the certificate.")
def serve(
    named: str,
    asked: Asked,
    log: str,
    page: str,
    here: bool,
    together: bool,
    lan: bool,
    port: int,
    certificate: str,
    key: str,
) -> None:
    """Referee a game on phones. Each person moves only their own pieces; a screen for the table shows the rest.

    Open the link that is printed on the table's screen: there a new game is set up, and everybody finds a code to scan.
    `serve` and `referee` use the same log, so either can continue a game of the other. After a restart the links are the same.

    \b
    Examples:
      sy-judge serve --variant 2014 --log friday.log --lan
      sy-judge serve friday.log --lan
    """
    from adjudicator.faults import Fault, Place, Refused
    from adjudicator.table.evening import Evening, last_game
    from adjudicator.table.interview import Quit
    from adjudicator.web.running import Address, packages

    if bool(certificate) != bool(key):
        given, missing = ("--certificate", "--key") if certificate else ("--key", "--certificate")
        raise Refused([Fault("F62", Place(""), given=given, missing=missing)])
    packages()
    address = Address(port, lan, certificate, key)
    address.check()
    evening = Evening(last_game(Path(named or log)), asked, page)
    with evening.kept() as files:
        try:
            table = _opened(evening, files, Terminal() if here else None, together, address)
        except Quit:
            click.echo("No game was started, and no file was written.")
            return
        with table.held:
            _serve(table, address)
    if evening.log.exists():
        click.echo(f"{evening.log}: saved. Run the same command to continue.")


def _opened(evening: Evening, files: RecordFiles, terminal: Terminal | None, is_together: bool, address: Address) -> Table:
    """A table whose game is continued, was set up at the terminal, or will be set up in a browser. Raises Quit."""
    from adjudicator.table.interview import Quit
    from adjudicator.table.seats import by_person, together
    from adjudicator.web.table import opened, seated

    seats = together if is_together else by_person
    if terminal is None:
        return opened(evening, files, address.invitation, seats)
    with terminal.ready():
        session = talk(evening.begun(files, seats), terminal)
    if session is None:
        raise Quit
    return seated(session, evening, files, address.invitation, seats)


def _serve(table: Table, address: Address) -> None:
    from adjudicator.web.server import Server

    found = address.listening()
    click.echo("On this network:" if address.lan else "On this computer only (`--lan` lets phones join):")
    _invite(table, address)
    if address.lan and not address.is_secure:
        click.echo(PLAIN)
    click.echo("Ctrl-C ends; everything that counted is saved.")
    with contextlib.suppress(KeyboardInterrupt):  # the usual way to end the server
        address.serve(Server(table, address.origins).app(), found)


def _invite(table: Table, address: Address) -> None:
    """Print the link of the table's screen, which explains how to take a seat."""
    from adjudicator.table.screens import TABLE
    from adjudicator.web.running import picture

    link = address.link(f"setup#{table.door.links.tokens[TABLE]}")
    click.echo(f"the table's screen: {link}")
    if address.lan:
        click.echo(picture(link))
