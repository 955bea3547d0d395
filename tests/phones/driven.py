"""A real server in this process, and a client that can be any seat: every byte that comes back, and every event."""

from __future__ import annotations

import json
import random
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn
from attrs import define, field

from adjudicator.judge.log_file import Asked
from adjudicator.table.evening import Evening
from adjudicator.table.prompts import Sure, TakeBack
from adjudicator.table.seats import by_person
from adjudicator.table.session import Session
from adjudicator.table.start_cards import Luck
from adjudicator.web.door import Door
from adjudicator.web.gate import Gate
from adjudicator.web.limits import SILENT, Limiter
from adjudicator.web.links import Links
from adjudicator.web.room import Room
from adjudicator.web.running import settings
from adjudicator.web.server import Server
from adjudicator.web.table import Table

PATIENCE = 60  # seconds to wait for an event


def begun(folder: Path, headers: str, seed: int = 1, cards: str = "draw") -> Session:
    """A table of phones with its files, for headers that say all but who draws."""
    folder.mkdir(exist_ok=True, parents=True)
    (folder / "headers.txt").write_text(headers, encoding="utf-8")
    luck, page = Luck(random.Random(seed)), str(folder / "headers.txt")
    evening = Evening(folder / "game.log", Asked(), page, luck=luck)
    with evening.kept() as store:
        dialogue = evening.begun(store, by_person)
        try:
            next(dialogue)
            while True:
                dialogue.send(cards)
        except StopIteration as end:
            found: Session = end.value
    return found


def seated(session: Session) -> Table:
    """A table with links that are always the same."""
    room = Room(session, "run")
    table = Table(Door(Links({seat: f"token-of-{seat}" for seat in room.seats})))
    table.entered(room)
    return table


@define
class Served:
    """Serves a table until it is left; nothing that it sends has a date."""

    table: Table
    port: int = 0
    silent: float = SILENT
    most: int = 256
    context: ssl.SSLContext | None = None
    _server: Any = None
    _thread: Any = None

    def __enter__(self) -> Served:
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        self.port = listening.getsockname()[1]
        app = Server(self.table, (self.origin,), Limiter(most=1e9), self.silent).app()
        asked = settings(app, Gate(self.most, self.silent, self.context))
        asked.date_header = False
        self._server = uvicorn.Server(asked)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listening]}, daemon=True)
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = self._server.force_exit = True
        self._thread.join(20)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def phones(self) -> Phones:
        return Phones(self.port, self.table)


@define
class Phones:
    """Everybody at one table."""

    port: int
    table: Table

    @property
    def session(self) -> Session:
        assert self.table.room is not None
        return self.table.room.session

    def stamp(self, seat: str) -> str:
        assert self.table.room is not None
        found: str = self.table.room.shown(seat)["stamp"]
        return found

    def post(self, seat: str, text: str, path: str = "/say") -> bytes:
        """Every byte of the answer."""
        body = json.dumps({"text": text, "stamp": self.stamp(seat)}).encode()
        return sent(self.port, self.table.door.links.tokens[seat], path, body)

    def say(self, seat: str, text: str) -> None:
        """Say something, and let everybody agree who is asked."""
        answer = self.post(seat, text)
        assert answer.startswith(b"HTTP/1.1 200"), answer[:300]
        for voter in self.voters():
            assert self.post(voter, "yes").startswith(b"HTTP/1.1 200")

    def voters(self) -> Iterator[str]:
        while isinstance(asked := self.session.asked, Sure | TakeBack):
            yield next(one for one in asked.voters if one not in asked.agreed)

    def speaker(self, text: str) -> str:
        """The seat that says this: the one that moves the piece, or any whose turn it is."""
        piece, seats = (text.split() or [""])[0], self.session.seats
        mover = [seat.name for seat in seats if piece in seat.pieces]
        return (mover or [seat.name for seat in seats if self.session.waits_for(seat.name)])[0]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
    return number


def sent(port: int, token: str, path: str, body: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nConnection: close\r\n"
        line.sendall(f"{head}Authorization: Bearer {token}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        found = b""
        while some := line.recv(65536):
            found += some
    return found


@define
class Stream:
    """The events of a seat as they come over the wire: `raw` is all of it, with headers and the sizes of chunks."""

    port: int
    token: str
    raw: bytes = b""
    _line: socket.socket = field(init=False)
    _seen: int = 0

    def __attrs_post_init__(self) -> None:
        self._line = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        head = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {self.token}\r\n\r\n"
        self._line.sendall(head.encode())

    def until(self, stamp: str) -> None:
        """Read on until this state has come."""
        wanted = f'"stamp":"{stamp}"'.encode()
        while wanted not in self.raw[self._seen :]:
            some = self._line.recv(65536)
            assert some, "the stream has ended"
            self.raw += some
        self._seen = self.raw.rindex(wanted)

    def close(self) -> None:
        self._line.close()
