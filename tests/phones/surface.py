"""Anything that can be sent to the server: every route, with and without a link, well formed or not. None of it is answered
with an error of the server, none shows a link or makes it say anything, and afterwards everybody is still served."""

from __future__ import annotations

import json
import logging
import socket
from pathlib import Path

import hypothesis
from attrs import frozen
from hypothesis import strategies as st
from live_play import TABLES

from adjudicator.judge.log_file import Asked
from adjudicator.table.evening import Evening
from adjudicator.table.record_files import RecordFiles
from adjudicator.web.links import Links
from adjudicator.web.server import FILES
from adjudicator.web.table import Table, opened

from .driven import Served, begun, seated

LOOKS = (*FILES, "/board", "/words", "/events", "/setup/events", "/setup/words", "/seats", "/replay", "/join/abcdef")
TALKS = ("/say", "/ask", "/weigh", "/setup/say", "/seats/take", "/seats/leave", "/seats/free", "/again")
ROUTES = (*LOOKS, *TALKS)
OPEN = (*FILES, "/setup/words", "/join/abcdef")  # what is sent without a link
METHODS = ("GET", "POST", "HEAD", "PUT", "OPTIONS", "TRACE", "DELETE", "CONNECT", "get", "G\x00T")
SAID = (
    "taxi 115", "X taxi 115", "red taxi 15", "undo", "yes", "no", "where", "moves", "state", "open", "done", "quit", "", "?",
    "rules? where can X be", "help", "2014", "Ana", "127", "draw", "alone red", "X 2x taxi 115, taxi 126", "x" * 3000,
)  # fmt: skip
DEEP = ('{"text":' + "[" * 1500, "[" * 4000, '{"text":' * 500, '{"a":{"text":"where","stamp":"run.1"}}')
ODD = (
    '{"text":"where","stamp":"%s"}' % ("1" * 4000), '{"text":1e999,"stamp":NaN}', '{"text":"\\ud800","stamp":"run.1"}', "null",
    '{"text":"where","stamp":"run.000001999"}', '{"text":"where","stamp":"run.\\u0661"}', '{"text":null,"stamp":[]}', "\x00",
    '{"text":"a","text":"b","stamp":"c"}', '{"text":"\\u0000","stamp":"run.1"}', "9" * 4090, "",
)  # fmt: skip
STAMP = "<stamp>"  # stands for the one that is right now
END = b"\n\n\r\n"  # of the first event of a stream


@frozen
class Attempt:
    """A request; `who` is a seat, or a wrong link, and with `raw` nothing of it is in order."""

    who: str
    method: str
    path: str
    body: bytes
    headers: tuple[tuple[str, str], ...]
    length: int | None = None
    raw: bytes = b""


def bodies() -> st.SearchStrategy[bytes]:
    text = st.one_of(st.sampled_from(SAID), st.text(max_size=60))
    stamp = st.one_of(
        st.just(STAMP), st.sampled_from(["run.1", "run.0", "run.-1", "", ".", "run." + "0" * 50]), st.text(max_size=9)
    )
    said = st.builds(lambda text, stamp: json.dumps({"text": text, "stamp": stamp}).encode(), text, stamp)
    return st.one_of(
        said, said, said, said, st.sampled_from([*DEEP, *ODD]).map(str.encode), st.binary(max_size=200), st.just(b"x" * 9000)
    )


def attempts(seats: tuple[str, ...]) -> st.SearchStrategy[Attempt]:
    path = st.one_of(
        st.sampled_from(ROUTES),
        st.builds("{}{}".format, st.sampled_from(ROUTES), st.sampled_from(["/", "?x=1", "%00", "/../say", "#x", ";a"])),
        st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=40).map("/{}".format),
        st.just("/" + "a" * 9000),
    )
    name = st.sampled_from(
        ["Host", "Origin", "Authorization", "Connection", "Upgrade", "Transfer-Encoding", "Expect", "Cookie"]
    )
    odd = [
        "", "keep-alive", "upgrade", "websocket", "chunked", "gzip, chunked", "100-continue", "Bearer", "Basic x", "null",
        "http://evil.example", "\xff" * 20, "a" * 3000,
    ]  # fmt: skip
    who = st.sampled_from([*seats, *seats, "wrong", ""])
    talk = st.builds(Attempt, who, st.just("POST"), st.sampled_from(TALKS), bodies(), st.just(()))
    look = st.builds(Attempt, who, st.just("GET"), st.sampled_from(LOOKS), st.just(b""), st.just(()))
    wild = st.builds(
        Attempt,
        who,
        st.sampled_from(METHODS),
        path,
        bodies(),
        st.lists(st.tuples(name, st.sampled_from(odd)), max_size=2).map(tuple),
        st.one_of(st.none(), st.none(), st.sampled_from([-1, 0, 5, 10**6, 10**30])),
    )
    noise = st.binary(min_size=1, max_size=300).map(lambda raw: Attempt("", "", "", b"", (), raw=raw + b"\r\n\r\n"))
    return st.one_of(talk, talk, look, wild, wild, noise)


def bytes_of(attempt: Attempt, served: Served, stamp: str) -> bytes:
    if attempt.raw:
        return attempt.raw
    origin, token = served.origin, served.table.door.links.tokens.get(attempt.who, "wrong" * 5)
    body = attempt.body.replace(STAMP.encode(), stamp.encode())
    length = len(body) if attempt.length is None else attempt.length
    heads = {"Host": origin.removeprefix("http://"), "Origin": origin, "Content-Length": str(length), "Connection": "close"}
    heads |= {"Authorization": f"Bearer {token}"} if attempt.who else {}
    heads |= dict(attempt.headers)
    lines = [f"{attempt.method} {attempt.path} HTTP/1.1", *(f"{name}: {value}" for name, value in heads.items())]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def answered(port: int, data: bytes) -> bytes:
    """All that comes back; of a stream, its first event. A request that never ends has to be closed by the server."""
    with socket.create_connection(("127.0.0.1", port), 20) as line:
        found = b""
        try:
            line.sendall(data)
            while some := line.recv(65536):
                found += some
                if b"event-stream" in found and END in found:
                    break
        except ConnectionError:  # it was shown the door
            pass
    return found


def check(attempt: Attempt, answer: bytes, links: Links) -> None:
    status = int(answer.split()[1]) if answer.startswith(b"HTTP/1.1 ") else 0
    assert status < 500, (attempt, answer[:300])
    assert b"Traceback" not in answer, attempt
    if attempt.who not in links.tokens and status == 200:
        assert attempt.path.partition("?")[0] in OPEN, (attempt, answer[:300])
    given = [token for token in links.tokens.values() if token.encode() in answer]
    assert not given or (attempt.who == "table" and attempt.path.startswith("/seats")), attempt  # its own, for spectators


class Noticed(logging.Handler):
    """Everything that is logged while a server is tried."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


def lobby(folder: Path) -> Table:
    """A table at which a game is still set up."""
    return opened(
        Evening(folder / "game.log", Asked("2014")), RecordFiles(folder / "game.log"), lambda path: {"link": path, "code": ""}
    )


def tried(folder: Path, count: int, seed: int) -> list[str]:
    """Send so many requests to a table that plays and to one that is set up; the faults."""
    faults: list[str] = []
    for name in ("game", "lobby"):
        place = folder / name
        place.mkdir(parents=True)
        table = seated(begun(place, TABLES["2014"])) if name == "game" else lobby(place)
        noticed = Noticed()
        for one in ("uvicorn.error", "asyncio"):
            logging.getLogger(one).addHandler(noticed)
        with Served(table, silent=0.3) as served:
            try:
                _try(served, count // 2, seed)
            except AssertionError as error:
                faults.append(f"{name}: {error}")
            alive = answered(served.port, f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode())
            faults += [] if alive.startswith(b"HTTP/1.1 200") else [f"{name}: nobody is served any more"]
        for one in ("uvicorn.error", "asyncio"):
            logging.getLogger(one).removeHandler(noticed)
        faults += [f"{name}: logged: {one.getMessage()} {one.exc_info}" for one in noticed.records if one.exc_info]
    return faults


def _try(served: Served, count: int, seed: int) -> None:
    links = served.table.door.links
    seats = tuple(links.tokens)

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count, database=None, deadline=None, derandomize=False, phases=[hypothesis.Phase.generate]
    )
    @hypothesis.given(attempts(seats))
    def each(attempt: Attempt) -> None:
        table, stamp = served.table, ""
        table.door.links = links  # a seat that was given back is taken again
        if attempt.path.startswith("/setup") and table.lobby is not None and attempt.who in ("X", "table"):
            stamp = table.lobby.shown(attempt.who)["stamp"]
        elif table.room is not None and attempt.who in table.room.seats:
            stamp = table.room.shown(attempt.who)["stamp"]
        check(attempt, answered(served.port, bytes_of(attempt, served, stamp)), links)

    each()
