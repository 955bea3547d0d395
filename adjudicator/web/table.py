"""The table of a server: its game, its links, and a lobby before the game begins."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from adjudicator.record.lexicon import FUGITIVE
from adjudicator.table.evening import Evening
from adjudicator.table.interview import Prepared
from adjudicator.table.record_files import RecordFiles
from adjudicator.table.screens import TABLE
from adjudicator.table.seats import Seat, by_person
from adjudicator.table.session import Session
from adjudicator.table.table_game import TableGame
from adjudicator.web.feeds import Data
from adjudicator.web.links import Links, links, new_token
from adjudicator.web.lobby import ASKED, Lobby
from adjudicator.web.page_words import page_words
from adjudicator.web.room import Room
from adjudicator.web.seat_view import stage


@define(eq=False)
class Table:
    """`room` is there once the game has begun; `lobby` where it was set up in this run. `picture` is the board, drawn once."""

    links: Links
    room: Room | None = None
    lobby: Lobby | None = None
    picture: str = ""
    words: Data = field(factory=dict)  # of the page

    def entered(self, room: Room) -> None:
        self.room = room
        self.words = page_words(room.session)
        self.picture = stage(room.session).drawn(room.session.game.rules.title)


Code = Callable[[str], str]  # a QR code of the table's link
Seats = Callable[[TableGame], tuple[Seat, ...]]  # who speaks for which pieces


def opened(evening: Evening, files: RecordFiles, code: Code, seats: Seats = by_person) -> Table:
    """The game that is in the files, or a lobby in which one is set up. Raises Refused."""
    if files.exists():
        return seated(evening.resumed(files, seats), files, code)
    asked = evening.questionnaire(files, phones=True)
    if asked.prepared is not None:
        return seated(evening.first(asked.prepared, files, seats), files, code)
    table, run = Table(links(files.log, ASKED, files.disk)), new_run()

    def begin(prepared: Prepared) -> tuple[Seat, ...]:
        session = evening.first(prepared, files, seats)
        room = Room(session, run)
        table.links = links(files.log, room.seats, files.disk)
        table.entered(room)
        return session.seats

    table.lobby = Lobby(run, code(table.links.tokens[TABLE]), asked=asked, begin=begin)
    return table


def seated(session: Session, files: RecordFiles, code: Code) -> Table:
    """A table whose game has begun: everybody comes by his own link, or takes a seat whose link nobody has yet."""
    room = Room(session, new_run())
    table = Table(links(files.log, room.seats, files.disk))
    table.entered(room)
    free = tuple(seat for seat in session.seats if seat.name in table.links.new)
    if free:
        table.lobby = Lobby(room.run, code(table.links.tokens[TABLE]), free)
    return table


def new_run() -> str:
    return new_token()[:8]


def invitations(table: Table) -> dict[str, str]:
    """The links to hand out, the fugitive's first. Those who can still take a seat use the link of the table."""
    free = table.lobby.free if table.lobby is not None else ()
    asked = {TABLE: table.links.tokens[TABLE]} if table.room is None else table.links.tokens
    given = {seat: token for seat, token in asked.items() if seat not in free}
    return dict(sorted(given.items(), key=lambda pair: pair[0] != FUGITIVE))
