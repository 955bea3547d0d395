"""A game on several phones: one session, one speaker at a time, and for each seat the last state that it was shown.

A stamp names the state that a phone has seen. It counts the states of its own seat, so it reveals no hidden actions, and it
names this run of the server, so a request for an earlier run is late.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping

from attrs import define, field

from adjudicator.table import commands, questions
from adjudicator.table.screens import TABLE
from adjudicator.table.sentences import Spoken
from adjudicator.table.session import Session
from adjudicator.web import feeds
from adjudicator.web.meaning import meaning
from adjudicator.web.seat_view import Data, heard_by, views
from adjudicator.web.spoken import spoken

LONGEST = 9  # digits of the number in a stamp
REMEMBERED = 12  # messages that are sent again to a phone that was asleep


@define
class Feed:
    """The states that one seat was shown: the current one, and the version of the session for each number."""

    state: Data
    versions: list[int]
    told: Data = field(factory=dict)  # the last messages, numbered, so that only new ones are sent
    _count: int = 0

    def hear(self, messages: Iterable[Data]) -> None:
        for one in messages:
            self._count += 1
            self.told[str(self._count)] = one
        for old in list(self.told)[:-REMEMBERED]:
            del self.told[old]


@define(eq=False)
class Room:
    """`run` names this run of the server."""

    session: Session
    run: str
    _feeds: dict[str, Feed] = field(init=False, factory=dict)
    _speaking: asyncio.Lock = field(init=False, factory=asyncio.Lock)
    _news: asyncio.Condition = field(init=False, factory=asyncio.Condition)

    def __attrs_post_init__(self) -> None:
        for seat, view in views(self.session).items():
            self._feeds[seat] = Feed(view, [self.session.version])
            self._feeds[seat].hear(heard_by(self.session, seat))

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that see the game: those of persons, and of spectators."""
        return (*(seat.name for seat in self.session.seats), TABLE)

    # -- speaking
    async def say(self, seat: str, text: str, stamp: str) -> bool:
        """Take a line. Returns whether it counts; then it is on disk, even if the phone hangs up meanwhile."""
        return await asyncio.shield(self._heard(seat, text, stamp))

    async def _heard(self, seat: str, text: str, stamp: str) -> bool:
        async with self._speaking:
            version = self._version(seat, stamp)
            if version is None or not self.session.hears(seat, version):
                return False
            session = self.session = await asyncio.to_thread(self.session.say, seat, text, version)
            seen = await asyncio.to_thread(views, session)
            self._show(seen, seat)  # all seats at once, without an await
        async with self._news:
            self._news.notify_all()
        return True

    def _show(self, seen: Mapping[str, Data], speaker: str) -> None:
        for one, feed in self._feeds.items():
            heard = heard_by(self.session, one)
            if one == speaker or heard or seen[one] != feed.state:
                feed.hear(heard)
                feed.state = seen[one]
                feed.versions.append(self.session.version)
            else:
                feed.versions[-1] = self.session.version  # hidden actions do not make other seats late

    async def announce(self, words: Spoken) -> None:
        """Send a message that does not concern the game to everybody."""
        async with self._speaking:
            for feed in self._feeds.values():
                feed.hear(spoken([words]))
                feed.versions.append(self.session.version)
        async with self._news:
            self._news.notify_all()

    async def ask(self, seat: str, text: str) -> list[Data] | None:
        """The answer to a question, which changes nothing; None if the text is not a question."""
        found = commands.command(" ".join(text.split()))
        if found is None or found.name in ("undo", "quit"):
            return None
        return spoken(await asyncio.to_thread(commands.answer, found, self.session.game, seat))

    async def cards(self, seat: str, text: str) -> list[Data]:
        """The questions nearest to what a seat has typed, each with the first line of its answer."""
        found = await asyncio.to_thread(questions.cards, " ".join(text.split()), self.session.game, seat)
        return [{"entry": one.entry, "text": one.text, "line": one.line} for one in found]

    async def card(self, seat: str, text: str, entry: str) -> list[str]:
        """The whole answer to one of them."""
        return list(await asyncio.to_thread(questions.in_full, entry, " ".join(text.split()), self.session.game, seat))

    async def weigh(self, seat: str, text: str) -> Data:
        """The effect of a move, for its seat."""
        return await asyncio.to_thread(meaning, self.session, seat, text)

    # -- looking
    def shown(self, seat: str) -> Data:
        feed = self._feeds[seat]
        return {**feed.state, "said": dict(feed.told), "stamp": self._stamp(seat)}

    def changes(self, seat: str) -> AsyncIterator[Data]:
        return feeds.changes(lambda: self.shown(seat), self._news)

    def _stamp(self, seat: str) -> str:
        return f"{self.run}.{len(self._feeds[seat].versions)}"

    def _version(self, seat: str, stamp: str) -> int | None:
        """The version of the session for a stamp of this seat, or None."""
        run, _, number = stamp.rpartition(".")
        versions = self._feeds[seat].versions
        if run != self.run or not number.isdecimal() or len(number) > LONGEST or not 0 < int(number) <= len(versions):
            return None
        return versions[int(number) - 1]
