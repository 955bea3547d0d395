"""A table before its game: the table's screen answers the questions, and the fugitive's phone those for him alone.

His seat can be taken as soon as there is a question for him, the others once the game begins.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from attrs import asdict, define, field

from adjudicator.faults import Refused
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.table.interview import Prepared, Questionnaire, Quit
from adjudicator.table.proposal import said as refusal
from adjudicator.table.screens import TABLE, PrivateBoard, Screen
from adjudicator.table.seats import Seat
from adjudicator.web import feeds
from adjudicator.web.door import Door
from adjudicator.web.feeds import Data
from adjudicator.web.spoken import said, spoken

ASKED = (TABLE, FUGITIVE)  # the possible audiences of questions before there are seats


@define(eq=False)
class Lobby:
    """`run` names this run of the server; `begin` writes the files of the game and opens the seats."""

    run: str
    asked: Questionnaire
    begin: Callable[[Prepared], None]
    door: Door
    _states: dict[str, Data] = field(factory=dict)
    _numbers: dict[str, int] = field(init=False)
    _speaking: asyncio.Lock = field(init=False, factory=asyncio.Lock)
    _news: asyncio.Condition = field(init=False, factory=asyncio.Condition)

    def __attrs_post_init__(self) -> None:
        self._numbers = dict.fromkeys((*ASKED, *self.door.links.tokens), 0)
        self._expect()
        self._changed(TABLE)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that see the set-up."""
        return tuple(self._numbers)

    # -- speaking
    async def say(self, seat: str, text: str, stamp: str) -> bool:
        """Take a line. Returns whether it counts: one that is late or repeated, or not for this seat to say, does not."""
        async with self._speaking:
            screen = self._screen
            if screen is None or screen.audience != seat or stamp != self._stamp(seat):
                return False
            await asyncio.to_thread(self._said, text)
            self._changed(seat)
        async with self._news:
            self._news.notify_all()
        await self.door.tell()
        return True

    def _said(self, text: str) -> None:
        before = self.asked
        try:
            self.asked = before.say(text)
            if self.asked.prepared is not None:
                self.begin(self.asked.prepared)
            else:
                self._expect()
        except Quit:  # `quit` does nothing here: close the page
            return
        except Refused as refused:
            self.asked = before.saying(*refusal(refused.faults))

    def _expect(self) -> None:
        """Let the fugitive's seat be taken if there is a question for him."""
        if self._screen is not None and self._screen.audience == FUGITIVE:
            self.door.expect([Seat(FUGITIVE, (FUGITIVE,), (), self._screen.person)])

    # -- looking
    @property
    def _screen(self) -> Screen | None:
        return self.asked.screen

    def shown(self, seat: str) -> Data:
        return {**self._states[seat], "stamp": self._stamp(seat)}

    def changes(self, seat: str) -> AsyncIterator[Data]:
        return feeds.changes(lambda: self.shown(seat), self._news)

    def _stamp(self, seat: str) -> str:
        return f"{self.run}.{self._numbers[seat]}"

    def _changed(self, speaker: str) -> None:
        """Give a new number only to seats that see a change, so that none reveals how often others tried."""
        for seat in self._numbers:
            state = self._seen_from(seat)
            if seat == speaker or state != self._states.get(seat):
                self._states[seat] = state
                self._numbers[seat] += 1

    def _seen_from(self, seat: str) -> Data:
        screen = self._screen
        if screen is None:
            return {"seat": seat, "begun": True}
        question = (
            _question(screen, not self.asked.answered) if screen.audience == seat else {"yours": False, "person": screen.person}
        )
        return {"seat": seat, "begun": False, "question": question}


def _question(screen: Screen, is_first: bool) -> Data:
    facts = screen.board.facts if isinstance(screen.board, PrivateBoard) else ()
    return {
        "yours": True,
        "person": screen.person,
        "first": is_first,
        "title": screen.title,
        "prompt": said(screen.asks),
        "messages": spoken(screen.says),
        "facts": [[said(name), text] for name, text in facts],
        "offers": [{**asdict(offer), "label": said(offer.label)} for offer in screen.offers],
        "picks": screen.picks,
        "number": screen.is_number,
    }
