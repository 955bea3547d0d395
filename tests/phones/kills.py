"""A server that is killed at one of its writes, as its own process: what it acknowledged is on the disk.

`python -m tests.phones.kills FOLDER PORT N` serves the game in a folder and ends, as if by a pulled plug, before its Nth write.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from live_play import TABLES, TOP
from test_live_files import Killed, KillingDisk
from test_web import seats_taken

from adjudicator.judge.log_file import Asked
from adjudicator.table.evening import Evening
from adjudicator.web.limits import Limiter
from adjudicator.web.running import Address
from adjudicator.web.server import Server
from adjudicator.web.table import opened

from .driven import sent

NEVER = 1_000_000
GAME = (
    ("X", "X taxi 115"), ("red", "red taxi 15"), ("red", "undo"), ("red", "red taxi 27"), ("blue", "blue taxi 88"),
    ("green", "green taxi 161"), ("red", "white taxi 37"), ("X", "X taxi 114"), ("red", "red taxi 26"),
)  # fmt: skip
KEPT = ("red taxi 27", "blue taxi 88", "green taxi 161", "white taxi 37", "red taxi 26")


class PulledPlug(KillingDisk):
    """Kills this process before one of the things that are asked of a disk; of a text that is being written, half is there."""

    def _tick(self) -> None:
        try:
            super()._tick()
        except Killed:
            os.kill(os.getpid(), signal.SIGKILL)


def serve(folder: Path, port: int, left: int) -> None:
    evening = Evening(folder / "game.log", Asked(), str(folder / "headers.txt"), disk=PulledPlug(left))
    address = Address(port)
    with evening.kept() as store:
        table = opened(evening, store, address.invitation)
        listening = address.listening()
        address.serve(Server(table, address.origins, Limiter(most=1e9)).app(), listening)


def killed_at(folder: Path, port: int, number: int) -> tuple[str, bool]:
    """Play on, with one server that is killed and one that is not: what was lost, and whether it came to the killing at all."""
    folder.mkdir()
    (folder / "headers.txt").write_text(TABLES["2014"], encoding="utf-8")
    server, was_killed = _started(folder, port, number), False
    if server.poll() is not None:
        server, was_killed = _started(folder, port, NEVER), True
    for seat, text in GAME:
        if not _said(folder, port, seat, text):
            if was_killed or server.wait(20) != -signal.SIGKILL:
                return f"`{text}` was refused", was_killed
            server, was_killed = _started(folder, port, NEVER), True
            _said(folder, port, seat, text)  # it may have counted before the plug was pulled: then it is refused
    server.kill()
    server.wait(20)
    log = (folder / "game.log").read_text(encoding="utf-8")
    missing = [clause for clause in KEPT if clause not in log]
    return f"lost: {missing}" if missing else "", was_killed


def _started(folder: Path, port: int, number: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.phones.kills", str(folder), str(port), str(number)]
    server = subprocess.Popen(command, cwd=TOP, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while server.poll() is None and not _answers(port):
        time.sleep(0.05)
    return server


def _answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 5):
        return True
    return False


def _said(folder: Path, port: int, seat: str, text: str) -> bool:
    """Whether the server answered that it heard this."""
    try:
        tokens = seats_taken(port, folder)
        stamp = _stamp(port, tokens[seat])
        return sent(port, tokens[seat], "/say", json.dumps({"text": text, "stamp": stamp}).encode()).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


def _stamp(port: int, token: str) -> str:
    """The stamp of what this seat was shown last: a request without one is late, and gets the right one."""
    answer = sent(port, token, "/say", b'{"text": "", "stamp": ""}')
    if not answer.startswith(b"HTTP/1.1 409"):
        raise OSError("no answer")
    found: str = json.loads(answer.partition(b"\r\n\r\n")[2])["stamp"]
    return found


if __name__ == "__main__":
    serve(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
