"""The gate of the server: limits the number of connections, and the time that a silent one stays open.

    network ──► guest (counted, timed, secured) ──► uvicorn's protocol ──► server

A guest is between the network and the protocol, since the protocol waits for ever for the first byte of a request.
"""

from __future__ import annotations

import asyncio
import ssl
from typing import Any

import h11
from attrs import define, field

from adjudicator.web.limits import SILENT

MOST = 256  # connections at once; a table of six with six screens each has 42


def room() -> int:
    """The number of connections for this process: half of its file limit, which leaves the rest for other files."""
    try:
        import resource
    except ImportError:
        return MOST
    return min(MOST, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)


@define
class Gate:
    """Admits guests: `most` connections in all, and half of them from one address, so that others can still connect."""

    most: int = field(factory=room)
    silent: float = SILENT
    context: ssl.SSLContext | None = None  # for HTTPS
    _inside: dict[Guest, str] = field(factory=dict)

    def enters(self, guest: Guest, address: str) -> bool:
        """Whether a guest from this address is admitted."""
        if len(self._inside) >= self.most or list(self._inside.values()).count(address) >= self.most // 2:
            return False
        self._inside[guest] = address
        return True

    def leaves(self, guest: Guest) -> None:
        self._inside.pop(guest, None)


class Guest(asyncio.Protocol):
    """One connection. `protocol` is that of uvicorn, which reads requests from it."""

    def __init__(self, gate: Gate, protocol: Any):
        self._gate = gate
        self._protocol = protocol
        self._is_led_in = False
        self._early = b""  # data from before the protocol got the connection
        self._timer: asyncio.TimerHandle | None = None
        self._seen: object = None  # the last request at the previous check, if it was answered

    # -- coming and going
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        address = (transport.get_extra_info("peername") or ("",))[0]
        if not self._gate.enters(self, address):
            transport.abort()
            return
        self._wait()
        if self._gate.context is None:
            self._lead_in()
        else:
            transport.pause_reading()
            self._securing = asyncio.get_running_loop().create_task(self._secure(self._gate.context))

    async def _secure(self, context: ssl.SSLContext) -> None:
        """Make the TLS handshake. Connections are counted before it is finished, too."""
        loop, before = asyncio.get_running_loop(), self._transport
        try:
            found = await loop.start_tls(before, self, context, server_side=True, ssl_handshake_timeout=self._gate.silent)
        except OSError:
            found = None
        if found is None:
            before.abort()
            self.connection_lost(None)  # nothing else reports it
            return
        self._transport = found
        self._lead_in()

    def _lead_in(self) -> None:
        self._is_led_in = True
        self._protocol.connection_made(self._transport)
        if self._early:
            self._receive(self._early)

    def connection_lost(self, exc: Exception | None) -> None:
        self._gate.leaves(self)
        if self._timer is not None:
            self._timer.cancel()
        if self._is_led_in:
            self._protocol.connection_lost(exc)

    # -- silence
    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._gate.silent, self._look)

    def _look(self) -> None:
        """End the connection if it has made no request since the last check. A running answer is not interrupted."""
        asked = self._protocol.cycle
        is_answered = asked is None or asked.response_complete
        if is_answered and asked is self._seen:
            self._transport.abort()
            return
        self._seen = asked if is_answered else self
        self._wait()

    # -- passing on
    def data_received(self, data: bytes) -> None:
        if self._is_led_in:
            self._receive(data)
        else:
            self._early += data

    def _receive(self, data: bytes) -> None:
        """Pass on data. If a request breaks HTTP during an answer, end the connection: the protocol could not report it."""
        try:
            self._protocol.data_received(data)
        except h11.LocalProtocolError:
            self._transport.abort()
        if self._protocol.conn.their_state is h11.ERROR and self._protocol.cycle is not None:
            self._protocol.cycle.disconnected = True  # nothing more is sent on this connection

    def eof_received(self) -> bool | None:
        return self._protocol.eof_received() if self._is_led_in else None

    def pause_writing(self) -> None:
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self._protocol.resume_writing()
