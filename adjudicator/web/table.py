"""The table of a server: its game, its door, and a lobby before the game begins."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial

from attrs import define, field

from adjudicator.replay.page import page
from adjudicator.replay.telling import tell
from adjudicator.table.evening import Evening
from adjudicator.table.interview import Prepared, Questionnaire
from adjudicator.table.record_files import RecordFiles
from adjudicator.table.screens import TABLE
from adjudicator.table.seats import Seat, by_person
from adjudicator.table.session import Session
from adjudicator.table.table_game import TableGame
from adjudicator.web.door import Door, new_code
from adjudicator.web.feeds import Data
from adjudicator.web.links import Links, new_token, read_links, save_links
from adjudicator.web.lobby import Lobby
from adjudicator.web.page_words import page_words
from adjudicator.web.room import Room
from adjudicator.web.seat_view import stage


@define(eq=False)
class Table:
    """`room` exists once the game has begun, `lobby` if it was set up in this run. `next` sets up another game with the same
    people, in the same roles or in those of their neighbours."""

    door: Door
    room: Room | None = None
    lobby: Lobby | None = None
    next: Callable[[bool], None] = field(default=lambda passed_on: None)
    held: contextlib.ExitStack = field(factory=contextlib.ExitStack)  # the locks of games that began here
    words: Data = field(factory=dict)  # words of the page
    replay_code: str = field(factory=new_code)  # in the link to the replay, which is given once the route is shown
    _pictures: dict[bool, str] = field(factory=dict)

    def entered(self, room: Room) -> None:
        """Begin or continue a game. Everybody without a link can take a seat."""
        self.room = room
        self.words = page_words(room.session)
        self._pictures.clear()
        self.door.expect(room.session.seats)

    @property
    def picture(self) -> str:
        """The picture of the board, with the fugitive's route once it is shown."""
        assert self.room is not None
        session = self.room.session
        if session.is_opened not in self._pictures:
            self._pictures[session.is_opened] = stage(session).drawn(session.game.rules.title)
        return self._pictures[session.is_opened]

    def replay(self) -> str:
        """The page with the whole game step by step, including all secrets."""
        assert self.room is not None
        return page(tell(self.room.session.game.game))


Invitation = Callable[[str], Data]  # returns the link to a page of the server, and its QR code
Seats = Callable[[TableGame], tuple[Seat, ...]]  # returns the seats of a game


def opened(evening: Evening, files: RecordFiles, invitation: Invitation, seats: Seats = by_person) -> Table:
    """The table of the game in the files, or a lobby that sets one up. Raises Refused."""
    if files.exists():
        return seated(evening.resumed(files, seats), evening, files, invitation, seats)
    asked = evening.questionnaire(files, phones=True)
    if asked.prepared is not None:
        return seated(evening.first(asked.prepared, files, seats), evening, files, invitation, seats)
    table = Table(_door(read_links(files.log).among([TABLE]), files, invitation))
    _set_up(table, asked, evening, files, seats)
    return table


def seated(session: Session, evening: Evening, files: RecordFiles, invitation: Invitation, seats: Seats = by_person) -> Table:
    """A table whose game has begun."""
    room = Room(session, new_run())
    table = Table(_door(read_links(files.log).among(room.seats), files, invitation))
    table.next = partial(_again, table, evening, seats)
    table.entered(room)
    return table


def _set_up(table: Table, asked: Questionnaire, evening: Evening, files: RecordFiles, seats: Seats) -> None:
    """Ask the questions of a new game, or begin it if there are none."""

    def begin(prepared: Prepared) -> None:
        table.entered(Room(evening.first(prepared, files, seats), run))

    run, table.next = new_run(), partial(_again, table, evening, seats)
    table.lobby = Lobby(run, asked, begin, table.door) if asked.prepared is None else None
    if asked.prepared is not None:
        begin(asked.prepared)


def _again(table: Table, evening: Evening, seats: Seats, passed_on: bool) -> None:
    """Begin another game with the same people. Everybody keeps the link, which leads to the new seat. Raises Refused."""
    assert table.room is not None
    session, tokens = table.room.session, table.door.links.tokens
    names = [seat.name for seat in session.seats]
    holders = dict(zip(names, [*names[1:], names[0]] if passed_on else names, strict=True))
    after = evening.again(session.game, session.seats, holders)
    files = table.held.enter_context(after.kept())
    asked = after.questionnaire(files, phones=True)
    kept = {seat: tokens[holder] for seat, holder in {**holders, TABLE: TABLE}.items() if holder in tokens}
    table.door.begin_again(Links(kept), lambda now: save_links(files.log, now, files.disk))
    table.room, table.replay_code = None, new_code()
    _set_up(table, asked, after, files, seats)


def _door(links: Links, files: RecordFiles, invitation: Invitation) -> Door:
    return Door(links, lambda now: save_links(files.log, now, files.disk), invitation)


def new_run() -> str:
    return new_token()[:8]
