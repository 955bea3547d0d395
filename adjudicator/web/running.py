"""The server as a process: where it listens, under which addresses it is called, and links as pictures for a phone's camera."""

from __future__ import annotations

import io
import socket
import ssl
from importlib.util import find_spec
from typing import Any

from adjudicator.faults import Fault, Place, Refused
from adjudicator.table.disk import reason
from adjudicator.values import frozen

PACKAGES = ("segno", "starlette", "uvicorn")
HERE = "127.0.0.1"
NO_PAIR = "one of them is not a PEM file, or they do not belong together"
SOMEWHERE = "192.0.2.1"  # an address that nobody has: asking for the way there sends nothing


def packages() -> None:
    """Raises Refused where the extra is not installed."""
    if not all(map(find_spec, PACKAGES)):
        raise Refused([Fault("F61", Place(""))])


@frozen
class Address:
    """`lan` is for everybody on the network; else the server is on this computer alone."""

    port: int
    lan: bool = False
    certificate: str = ""
    key: str = ""

    def check(self) -> None:
        """Raises Refused where the certificate cannot be used with its key, before anybody is invited."""
        if not self.is_secure:
            return
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(self.certificate, self.key)
        except OSError as error:
            why = NO_PAIR if isinstance(error, ssl.SSLError) else reason(error)
            raise Refused([Fault("F75", Place(self.certificate), key=self.key, reason=why)]) from None

    @property
    def is_secure(self) -> bool:
        return bool(self.certificate)

    @property
    def origins(self) -> tuple[str, ...]:
        """The addresses under which the server may be called; phones use the first."""
        hosts = [*([_own_address()] if self.lan else []), HERE, "localhost"]
        return tuple(f"{'https' if self.is_secure else 'http'}://{host}:{self.port}" for host in dict.fromkeys(hosts))

    def link(self, path: str) -> str:
        return f"{self.origins[0]}/{path}"

    def invitation(self, path: str) -> dict[str, str]:
        """A link, and its picture where a phone can use it."""
        link = self.link(path)
        return {"link": link, "code": drawn(link) if self.lan else ""}

    def listening(self) -> socket.socket:
        """Raises Refused where the port is taken."""
        found = socket.socket()
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("0.0.0.0" if self.lan else HERE, self.port))
        except OSError as error:
            found.close()
            fault = Fault("F63", Place(""), port=self.port, reason=reason(error), other=self.port + 1)
            raise Refused([fault]) from None
        return found

    def serve(self, app: Any, found: socket.socket) -> None:
        """Serve until the process is asked to end."""
        import uvicorn

        settings = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            ssl_certfile=self.certificate or None,
            ssl_keyfile=self.key or None,
            timeout_graceful_shutdown=1,
        )
        uvicorn.Server(settings).run(sockets=[found])


def _own_address() -> str:
    """The address of this computer on its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect((SOMEWHERE, 9))
            return str(way.getsockname()[0])
        except OSError:  # the machine has no network
            return HERE


def picture(link: str) -> str:
    """A link as a QR code, in characters."""
    import segno

    drawn = io.StringIO()
    segno.make(link, micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()


def drawn(link: str) -> str:
    """A link as a QR code, as a picture for a page."""
    import segno

    found = io.BytesIO()
    segno.make(link, micro=False).save(found, kind="svg", xmldecl=False, omitsize=True)
    return found.getvalue().decode()
