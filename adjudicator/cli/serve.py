"""`sy-judge serve`: a game on phones, one for each person, and a screen for the table."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.check import rules_options
from adjudicator.cli.referee import Terminal, talk

if TYPE_CHECKING:
    from adjudicator.judge.log_file import Asked
    from adjudicator.table.session import Session
    from adjudicator.table.store import Store
    from adjudicator.web.links import Links
    from adjudicator.web.running import Address

FUGITIVE = "X"
PLAIN = (
    "This is plain HTTP: anyone who can listen on this network can read the fugitive's phone. "
    "`--certificate` and `--key` prevent it."
)


@click.command(short_help="Referee a game on phones, one for each person.")
@click.argument("named", metavar="[LOG]", default="")
@rules_options
@click.option("--log", default="game.log", show_default=True, metavar="FILE", help="The public log; the key lies beside it.")
@click.option("--from", "page", default="", metavar="FILE", help="Take headers, and clauses already played, from this record.")
@click.option("--lan", is_flag=True, help="Let phones on this network join; without it, only this computer.")
@click.option("--port", default=8018, show_default=True, type=click.IntRange(1, 65535), metavar="N", help="Where to listen.")
@click.option("--certificate", default="", metavar="FILE", help="A certificate for HTTPS, with --key.")
@click.option("--key", default="", metavar="FILE", help="The key of the certificate.")
def serve(named: str, asked: Asked, log: str, page: str, lan: bool, port: int, certificate: str, key: str) -> None:
    """Referee a game on phones. Each person gets a link and moves only their own pieces; a screen for the table shows the rest.

    A new game is set up here at the terminal. `serve` and `referee` use the same log, so either can continue a game of the
    other. After a restart the links are the same.

    \b
    Examples:
      sy-judge serve --variant 2014 --log friday.log --lan
      sy-judge serve friday.log --lan
    """
    from adjudicator.faults import Fault, Place, Refused
    from adjudicator.table.evening import Evening
    from adjudicator.table.interview import Quit
    from adjudicator.table.seats import by_person
    from adjudicator.web.running import Address, packages

    if bool(certificate) != bool(key):
        given, missing = ("--certificate", "--key") if certificate else ("--key", "--certificate")
        raise Refused([Fault("F62", Place(""), given=given, missing=missing)])
    packages()
    evening, terminal = Evening(Path(named or log), asked, page), Terminal()
    with evening.kept() as store:
        try:
            with terminal.ready():
                session = talk(evening.begun(store, by_person), terminal)
        except Quit:
            session = None
        if session is None:
            click.echo("No game was begun, and nothing was written.")
            return
        _serve(session, store, terminal, Address(port, lan, certificate, key))
    click.echo(f"{evening.log}: saved. Run the same command to continue.")


def _serve(session: Session, store: Store, terminal: Terminal, address: Address) -> None:
    from adjudicator.web.links import links, new_token
    from adjudicator.web.room import Room
    from adjudicator.web.server import Server

    room = Room(session, new_token()[:8])
    known = links(store.log, room.seats, store.disk)
    found = address.listening()
    with terminal.ready():
        _invite(session, known, address, terminal)
    with contextlib.suppress(KeyboardInterrupt):  # which is how it is ended
        address.serve(Server(room, known, address.origins).app(), found)


def _invite(session: Session, known: Links, address: Address, terminal: Terminal) -> None:
    """A link for each person and for the table; first the fugitive's, for his eyes alone: it is wiped with the screen."""
    from adjudicator.web.running import picture

    click.echo("On this network:" if address.lan else "On this computer only (`--lan` lets phones join):")
    persons = {seat.name: seat.person or seat.name for seat in session.seats}
    for seat, token in sorted(known.tokens.items(), key=lambda pair: pair[0] != FUGITIVE):
        link = f"{address.origins[0]}/#{token}"
        text = f"{link}\n{picture(link)}" if address.lan else link
        if seat == FUGITIVE and sys.stdin.isatty() and sys.stdout.isatty():
            terminal.show_alone(persons[seat], text)
        else:
            click.echo(f"{persons.get(seat, 'the table')}: {text}")
    if address.lan and not address.is_secure:
        click.echo(PLAIN)
    click.echo("Ctrl-C ends; everything that counted is saved.")
