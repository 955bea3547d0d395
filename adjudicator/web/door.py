"""The seats of a table: people take them, give them back, and return with another phone.

A free seat has a code, which the table's screen shows as a picture and a short link. The first phone that uses it gets the
seat, and the code becomes invalid. A seat that is given back gets a new code, and its old link becomes invalid.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import AsyncIterator, Callable, Iterable

from attrs import define, field

from adjudicator.table.screens import TABLE
from adjudicator.table.seats import Seat
from adjudicator.web import feeds
from adjudicator.web.feeds import Data
from adjudicator.web.links import Links, new_token

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no letters that look alike
LENGTH = 6


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def _no_invitation(path: str) -> Data:
    return {"link": path, "code": ""}


@define(eq=False)
class Door:
    """`save` keeps the links for the next run, or raises Refused; `invitation` returns the link to a page of this server, and
    its QR code."""

    links: Links
    save: Callable[[Links], None] = lambda links: None
    invitation: Callable[[str], Data] = _no_invitation
    seats: tuple[Seat, ...] = ()
    _game: int = 0  # the number of earlier games at this table
    _codes: dict[str, str] = field(factory=dict)
    _number: int = 0
    _changing: asyncio.Lock = field(init=False, factory=asyncio.Lock)
    _news: asyncio.Condition = field(init=False, factory=asyncio.Condition)

    def __attrs_post_init__(self) -> None:
        if TABLE not in self.links.tokens:
            self.links = self.links.taken(TABLE, new_token())
            self.save(self.links)
        self.expect(self.seats)

    def expect(self, seats: Iterable[Seat]) -> None:
        """Let these seats be taken from now on. `tell` shows them."""
        self.seats = tuple(seats)
        for seat in self.seats:
            self._codes.setdefault(seat.name, new_code())
        self._number += 1

    def begin_again(self, links: Links, save: Callable[[Links], None]) -> None:
        """Prepare another game: every link stays the same, and leads to the person's new seat. Raises Refused."""
        save(links)
        self.links, self.save, self.seats = links, save, ()
        self._game += 1
        self._number += 1

    # -- coming and going
    async def take(self, code: str) -> str:
        """The secret of the seat with this code, or "". Raises Refused if it cannot be saved."""
        given = code.strip().lower().encode("utf-8", "replace")
        async with self._changing:
            found = [seat.name for seat in self.free if hmac.compare_digest(self._codes[seat.name].encode(), given)]
            if not found:
                return ""
            token = new_token()
            await self._change(self.links.taken(found[0], token))
        await self.tell()
        return token

    async def leave(self, seat: str) -> None:
        """Free a seat and give it a new code. Raises Refused."""
        async with self._changing:
            await self._change(self.links.without(seat))
            self._codes[seat] = new_code()
        await self.tell()

    async def _change(self, links: Links) -> None:
        await asyncio.to_thread(self.save, links)
        self.links = links
        self._number += 1

    async def tell(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def gone(self, token: str) -> None:
        """Wait until this link is invalid or leads to another game."""
        game = self._game
        async with self._news:
            await self._news.wait_for(lambda: self._game != game or not self.links.seat(token))

    # -- looking
    @property
    def free(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.name not in self.links.tokens)

    def shown(self) -> Data:
        """The seats for the table's screen: the taken ones, the codes of the others, and the link for spectators."""
        seats = {seat.name: {"person": seat.person, "pieces": list(seat.held), **self._way(seat)} for seat in self.seats}
        return {"seats": seats, "watch": self.invitation(f"#{self.links.tokens[TABLE]}"), "stamp": str(self._number)}

    def _way(self, seat: Seat) -> Data:
        is_free = seat.name not in self.links.tokens
        return {"come": not is_free, **(self.invitation(f"join/{self._codes[seat.name]}") if is_free else {})}

    def changes(self) -> AsyncIterator[Data]:
        return feeds.changes(self.shown, self._news)
