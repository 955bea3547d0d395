"""Links: a taken seat has a secret that cannot be guessed. A file beside the log keeps the links for the next run."""

from __future__ import annotations

import hmac
import json
import os
import re
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import evolve

from adjudicator.faults import Fault, Place, Refused
from adjudicator.files import read_text, shown
from adjudicator.table.disk import PRIVATE, Disk, reason
from adjudicator.values import frozen

TOKEN = re.compile(r"[\w-]{24}")


def new_token() -> str:
    return secrets.token_urlsafe(18)


@frozen
class Links:
    """The secrets of the table's screen and of each taken seat."""

    tokens: Mapping[str, str]

    def seat(self, token: str) -> str:
        """The seat of this secret, or "". All secrets are compared, so that the time reveals nothing."""
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
    """The links of an earlier run. Raises Refused if the file is not one of links: then it belongs to another program."""
    path = log.with_suffix(".links")
    if not os.path.lexists(path):
        return Links({})
    try:
        found = json.loads(read_text(path))
    except (ValueError, RecursionError):
        found = None
    if os.path.islink(path) or not isinstance(found, dict) or not all(map(_is_token, found.values())):
        raise Refused([Fault("F60.foreign", Place(shown(path)))])
    return Links(found)


def _is_token(value: object) -> bool:
    return isinstance(value, str) and TOKEN.fullmatch(value) is not None


def save_links(log: Path, links: Links, disk: Disk) -> None:
    """Write the links. Raises Refused, also if the file exists and is not one of links."""
    read_links(log)
    path = log.with_suffix(".links")
    try:
        disk.replace(path, json.dumps(dict(links.tokens), indent=1).encode(), PRIVATE)
    except OSError as error:
        raise Refused([Fault("F60", Place(shown(path)), reason=reason(error))]) from None
