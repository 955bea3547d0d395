"""Links: a seat that somebody has taken has a secret that nobody can guess. A file beside the log keeps it for the next run."""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import evolve

from adjudicator.faults import Fault, Place, Refused
from adjudicator.files import read_text, shown
from adjudicator.table.disk import PRIVATE, Disk, reason
from adjudicator.values import frozen


def new_token() -> str:
    return secrets.token_urlsafe(18)


@frozen
class Links:
    """The secret of the table's screen, and of each seat that is taken."""

    tokens: Mapping[str, str]

    def seat(self, token: str) -> str:
        """The seat of this secret, or an empty name. All secrets are compared, so that the time reveals nothing."""
        given = token.encode("utf-8", "replace")
        found = [seat for seat, own in self.tokens.items() if hmac.compare_digest(own.encode(), given)]
        return found[0] if found else ""

    def among(self, seats: Iterable[str]) -> Links:
        kept = set(seats)
        return evolve(self, tokens={seat: token for seat, token in self.tokens.items() if seat in kept})

    def taken(self, seat: str, token: str) -> Links:
        return evolve(self, tokens={**self.tokens, seat: token})

    def without(self, seat: str) -> Links:
        return evolve(self, tokens={one: token for one, token in self.tokens.items() if one != seat})


def read_links(log: Path) -> Links:
    """The links of an earlier run. A damaged file loses them, and the seats are free."""
    path = log.with_suffix(".links")
    try:
        found = json.loads(read_text(path)) if path.exists() else {}
    except ValueError:
        found = {}
    tokens = found.items() if isinstance(found, dict) else ()
    return Links({seat: token for seat, token in tokens if isinstance(token, str)})


def save_links(log: Path, links: Links, disk: Disk) -> None:
    """Raises Refused."""
    path = log.with_suffix(".links")
    try:
        disk.replace(path, json.dumps(dict(links.tokens), indent=1).encode(), PRIVATE)
    except OSError as error:
        raise Refused([Fault("F60", Place(shown(path)), reason=reason(error))]) from None
