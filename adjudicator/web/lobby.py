"""A table before its game: questions are answered on the table's screen; the fugitive answers on his phone what is his alone.

Then each person takes a seat. A seat is given away once, and only in the run of the server in which its secret was made: later
its person has the link, and a spectator cannot take the seat of another.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from attrs import asdict, define, evolve, field

from adjudicator.faults import Refused
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.table.interview import Prepared, Questionnaire, Quit
from adjudicator.table.proposal import said as refusal
from adjudicator.table.screens import TABLE, PrivateBoard, Screen
from adjudicator.table.seats import Seat
from adjudicator.web import feeds
from adjudicator.web.feeds import Data
from adjudicator.web.spoken import said, spoken

ASKED = (TABLE, FUGITIVE)  # who can be asked something before there are seats


@define(eq=False)
class Lobby:
    """`run` names this run of the server; `code` is a QR code of the table's link.

    Where a game is set up, `asked` are its questions, and `begin` writes its files and says who plays. If it has already begun
    before, there are only `seats` that can be taken.
    """

    run: str
    code: str = ""
    seats: tuple[Seat, ...] = ()
    asked: Questionnaire | None = None
    begin: Callable[[Prepared], tuple[Seat, ...]] = field(default=lambda prepared: ())
    _taken: set[str] = field(factory=set)
    _states: dict[str, Data] = field(factory=dict)
    _numbers: dict[str, int] = field(factory=lambda: dict.fromkeys(ASKED, 0))
    _speaking: asyncio.Lock = field(init=False, factory=asyncio.Lock)
    _news: asyncio.Condition = field(init=False, factory=asyncio.Condition)

    def __attrs_post_init__(self) -> None:
        self._changed(TABLE)

    # -- speaking
    async def say(self, seat: str, text: str, stamp: str) -> bool:
        """Whether it was heard. A line that comes late or twice, or is not this seat's to say, is not."""
        async with self._speaking:
            screen = self._screen
            if screen is None or screen.audience != seat or stamp != self._stamp(seat):
                return False
            await asyncio.to_thread(self._said, text)
            self._changed(seat)
        await self._tell()
        return True

    def _said(self, text: str) -> None:
        before = self.asked
        assert before is not None
        try:
            self.asked = before.say(text)
            if self.asked.prepared is not None:
                self.seats = self.begin(self.asked.prepared)
        except Quit:  # who leaves lays his phone aside
            return
        except Refused as refused:
            assert before.screen is not None
            self.asked = evolve(before, screen=evolve(before.screen, says=tuple(refusal(refused.faults))))

    async def join(self, seat: str) -> bool:
        """Whether this seat was free; it is taken now."""
        if seat not in self.free:
            return False
        self._taken.add(seat)
        self._changed(TABLE)
        await self._tell()
        return True

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()

    # -- looking
    @property
    def _screen(self) -> Screen | None:
        return self.asked.screen if self.asked is not None else None

    def shown(self, seat: str) -> Data:
        return {**self._states[seat], "stamp": self._stamp(seat)}

    def changes(self, seat: str) -> AsyncIterator[Data]:
        return feeds.changes(lambda: self.shown(seat), self._news)

    def _stamp(self, seat: str) -> str:
        return f"{self.run}.{self._numbers[seat]}"

    def _changed(self, speaker: str) -> None:
        """A new number only for those who are shown something else: how often others tried is nobody's affair."""
        for seat in ASKED:
            state = self._seen_from(seat)
            if seat == speaker or state != self._states.get(seat):
                self._states[seat] = state
                self._numbers[seat] += 1

    def _seen_from(self, seat: str) -> Data:
        screen = self._screen
        joining = {"free": self._free(), "code": self.code} if seat == TABLE else {}
        if screen is None:
            return {"begun": True, **joining}
        assert self.asked is not None
        is_first = not self.asked.answered
        question = _question(screen, is_first) if screen.audience == seat else {"yours": False, "person": screen.person}
        return {"begun": False, **joining, "question": question}

    def _free(self) -> list[Data]:
        """The seats that can be taken now: the fugitive's as soon as he is asked something, the others once the game begins."""
        screen = self._screen
        his = [Seat(FUGITIVE, (FUGITIVE,), (), screen.person)] if screen is not None and screen.audience == FUGITIVE else []
        seats = [seat for seat in self.seats or his if seat.name not in self._taken]
        return [{"seat": seat.name, "person": seat.person, "pieces": list(seat.held)} for seat in seats]

    @property
    def free(self) -> tuple[str, ...]:
        return tuple(one["seat"] for one in self._free())


def _question(screen: Screen, is_first: bool) -> Data:
    facts = screen.board.facts if isinstance(screen.board, PrivateBoard) else ()
    return {
        "yours": True,
        "first": is_first,
        "title": screen.title,
        "prompt": said(screen.asks),
        "messages": spoken(screen.says),
        "facts": [[said(name), text] for name, text in facts],
        "offers": [{**asdict(offer), "label": said(offer.label)} for offer in screen.offers],
        "picks": screen.picks,
    }
