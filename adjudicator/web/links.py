"""Links: each seat has a secret that nobody can guess. A file beside the log has them, so links outlive the server."""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from adjudicator.faults import Fault, Place, Refused
from adjudicator.files import read_text, shown
from adjudicator.table.disk import PRIVATE, Disk, reason
from adjudicator.values import frozen


def new_token() -> str:
    return secrets.token_urlsafe(18)


@frozen
class Links:
    """The secret of each seat. The `new` ones were made now: nobody can have them yet."""

    tokens: Mapping[str, str]
    new: frozenset[str] = frozenset()

    def seat(self, token: str) -> str:
        """The seat of this secret, or an empty name. All secrets are compared, so that the time reveals nothing."""
        given = token.encode("utf-8", "replace")
        found = [seat for seat, own in self.tokens.items() if hmac.compare_digest(own.encode(), given)]
        return found[0] if found else ""


def links(log: Path, seats: Iterable[str], disk: Disk, make: Callable[[], str] = new_token) -> Links:
    """The secrets of these seats: those that were given out before, and new ones. Raises Refused."""
    path = log.with_suffix(".links")
    known = _read(path)
    tokens = {seat: known.get(seat) or make() for seat in seats}
    if tokens != known:
        try:
            disk.replace(path, json.dumps(tokens, indent=1).encode(), PRIVATE)
        except OSError as error:
            raise Refused([Fault("F60", Place(shown(path)), reason=reason(error))]) from None
    return Links(tokens, frozenset(tokens) - frozenset(known))


def _read(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    try:
        found = json.loads(read_text(path))
    except ValueError:
        return {}  # a damaged file loses its links, and new ones are made
    return {seat: token for seat, token in found.items() if isinstance(token, str)} if isinstance(found, dict) else {}
