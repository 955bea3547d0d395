"""Runs the server as a process: its socket, its addresses, and links as pictures for a phone's camera."""

from __future__ import annotations

import io
import logging
import socket
import ssl
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from adjudicator.faults import Fault, Place, Refused
from adjudicator.table.disk import reason
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.web.gate import Gate

PACKAGES = ("segno", "starlette", "uvicorn")
HERE = "127.0.0.1"
HEAD = 8192  # bytes of the headers of a request
WAITING = 32  # connections that are accepted at a time
SAID = 100  # messages of the libraries that are printed; visitors can cause any number
NO_PAIR = "one of them is not a PEM file, or they do not belong together"
SOMEWHERE = "192.0.2.1"  # an address that nobody has: looking up the route to it sends nothing


def packages() -> None:
    """Raises Refused if the extra is not installed."""
    if not all(map(find_spec, PACKAGES)):
        raise Refused([Fault("F61", Place(""))])


@frozen
class Address:
    """The addresses of the server. With `lan`, the whole network can reach it; otherwise only this computer can."""

    port: int
    lan: bool = False
    certificate: str = ""
    key: str = ""

    def check(self) -> None:
        """Raises Refused if the certificate and its key cannot be used."""
        self._context()

    def _context(self) -> ssl.SSLContext | None:
        """The TLS settings for HTTPS, or None. Raises Refused."""
        if not self.is_secure:
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            context.load_cert_chain(self.certificate, self.key)
        except OSError as error:
            why = NO_PAIR if isinstance(error, ssl.SSLError) else reason(error)
            raise Refused([Fault("F75", Place(self.certificate), key=self.key, reason=why)]) from None
        return context

    @property
    def is_secure(self) -> bool:
        return bool(self.certificate)

    @property
    def origins(self) -> tuple[str, ...]:
        """The addresses of the server; phones use the first."""
        hosts = [*([_own_address()] if self.lan else []), HERE, "localhost"]
        return tuple(f"{'https' if self.is_secure else 'http'}://{host}:{self.port}" for host in dict.fromkeys(hosts))

    def link(self, path: str) -> str:
        return f"{self.origins[0]}/{path}"

    def invitation(self, path: str) -> dict[str, str]:
        """A link, with its picture if a phone can use it."""
        link = self.link(path)
        return {"link": link, "code": drawn(link) if self.lan else ""}

    def listening(self) -> socket.socket:
        """An open socket. Raises Refused if the port is taken."""
        found = socket.socket()
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("0.0.0.0" if self.lan else HERE, self.port))
            found.listen(WAITING)  # the link works as soon as it is printed
        except OSError as error:
            found.close()
            fault = Fault("F63", Place(""), port=self.port, reason=reason(error), other=self.port + 1)
            raise Refused([fault]) from None
        return found

    def serve(self, app: Any, found: socket.socket) -> None:
        """Run the server until the process is asked to end."""
        import uvicorn

        from adjudicator.web.gate import Gate

        uvicorn.Server(settings(app, Gate(context=self._context()))).run(sockets=[found])


def settings(app: Any, gate: Gate) -> Any:
    """The settings of uvicorn: everything that visitors can ask for is bounded or switched off."""
    import uvicorn
    from uvicorn.protocols.http.h11_impl import H11Protocol

    from adjudicator.web.gate import Guest

    found = uvicorn.Config(
        app,
        http=lambda **given: Guest(gate, H11Protocol(**given)),  # type: ignore[arg-type]
        ws="none",
        lifespan="off",
        proxy_headers=False,  # the address of a request is that of its connection
        log_level="error",
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=HEAD,
        backlog=WAITING,
        timeout_graceful_shutdown=1,
    )
    few = Few()
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(few)
    return found


class Few(logging.Filter):
    """A log filter that passes the first messages only."""

    def __init__(self) -> None:
        super().__init__()
        self._left = SAID

    def filter(self, record: logging.LogRecord) -> bool:
        self._left -= 1
        return self._left >= 0


def _own_address() -> str:
    """The address of this computer on its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect((SOMEWHERE, 9))
            return str(way.getsockname()[0])
        except OSError:  # without a network
            return HERE


def picture(link: str) -> str:
    """The QR code of a link in characters."""
    import segno

    drawn = io.StringIO()
    segno.make(link, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()


def drawn(link: str) -> str:
    """The QR code of a link as a picture for a page."""
    import segno

    found = io.BytesIO()
    segno.make(link, micro=False).save(found, kind="svg", xmldecl=False, omitsize=True)
    return found.getvalue().decode()
