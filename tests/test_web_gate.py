"""The gate of the server: how many connections there may be, silent ones, and requests of every kind."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
import time
from pathlib import Path

import pytest
from live_play import TABLES

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from phones.driven import Served, begun, seated
from phones.surface import tried

from adjudicator.web.running import SAID, Few


def connected(port: int) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), 20)
    line.settimeout(20)
    return line


def get(line: socket.socket, port: int) -> bytes:
    try:
        line.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        return line.recv(100)
    except ConnectionError:
        return b""


def until_closed(line: socket.socket) -> bytes:
    found = b""
    try:
        while some := line.recv(65536):
            found += some
    except ConnectionError:
        pass
    return found


def test_requests_of_every_kind(tmp_path: Path) -> None:
    assert tried(tmp_path, 100, 1) == []


def test_a_silent_connection_is_ended_and_one_that_listens_is_not(tmp_path: Path) -> None:
    """Before its first request, within its headers, within its body, and behind an answer."""
    table = seated(begun(tmp_path, TABLES["2014"]))
    with Served(table, silent=0.2) as served:
        heads = f"Host: 127.0.0.1:{served.port}\r\nOrigin: {served.origin}\r\nAuthorization: Bearer token-of-X\r\n"
        stream = connected(served.port)
        stream.sendall(f"GET /events HTTP/1.1\r\n{heads}\r\n".encode())
        assert b"200" in stream.recv(100)
        for begun_with in ("", "GET / HT", f"GET / HTTP/1.1\r\n{heads}", f"GET / HTTP/1.1\r\n{heads}\r\n"):
            line = connected(served.port)
            line.sendall(begun_with.encode())
            until_closed(line)
        line = connected(served.port)
        line.sendall(f"POST /say HTTP/1.1\r\n{heads}Content-Length: 50\r\n\r\n{{".encode())
        assert until_closed(line).startswith(b"HTTP/1.1 400")
        time.sleep(1)
        assert table.room is not None
        served.phones().say("X", "taxi 115")
        assert b"taxi" in stream.recv(100_000)
        stream.close()


def test_there_is_room_for_so_many_and_half_of_it_for_one_address(tmp_path: Path) -> None:
    with Served(seated(begun(tmp_path, TABLES["2014"])), silent=0.5, most=8) as served:
        lines = [connected(served.port) for _ in range(40)]
        answers = [get(line, served.port) for line in lines]
        assert sum(answer.startswith(b"HTTP/1.1 200") for answer in answers) == 4
        for line in lines:
            until_closed(line)
        assert get(connected(served.port), served.port).startswith(b"HTTP/1.1 200")


def test_headers_are_bounded(tmp_path: Path) -> None:
    with Served(seated(begun(tmp_path, TABLES["2014"]))) as served:
        line = connected(served.port)
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 20_000)
        assert until_closed(line).startswith((b"HTTP/1.1 400", b""))


def test_what_is_printed_is_bounded() -> None:
    import logging

    few = Few()
    record = logging.LogRecord("x", logging.ERROR, "", 0, "no", None, None)
    assert [few.filter(record) for _ in range(SAID + 50)].count(True) == SAID


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_a_handshake_that_nobody_begins_is_ended(tmp_path: Path) -> None:
    pair = [str(tmp_path / "key.pem"), str(tmp_path / "own.pem")]
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout {} -out {}".format(*pair)
    subprocess.run(command.split(), check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pair[1], pair[0])
    trusting = ssl.create_default_context(cafile=pair[1])
    trusting.check_hostname = False
    with Served(seated(begun(tmp_path, TABLES["2014"])), silent=0.5, most=8, context=context) as served:
        silent = [connected(served.port) for _ in range(20)]
        for line in silent:
            until_closed(line)
        with trusting.wrap_socket(connected(served.port)) as line:
            assert get(line, served.port).startswith(b"HTTP/1.1 200")
            until_closed(line)
        assert not get(connected(served.port), served.port).startswith(b"HTTP")
