"""A whole evening in Chromium: six phones and a table, with slips, votes, a phone that sleeps, a reload and a killed server."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, field
from live_play import TABLES
from test_web import _served, links_of, seats_taken

from .taps import Phone, set_up

EVENINGS = {
    "2014": """variant: 2014
seats: X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli; purple = Fay
start: X 127; red 26; blue 117; green 174; yellow 50; purple 91
""",
    "holmes": TABLES["holmes"],
}
EVERY = 30  # moves after which everything happens again that can happen besides
ABILITIES = 0.1  # how often somebody tries something else than a ride
CAREFUL = 0.9  # how often somebody is startled who hears that a move loses the game
AGREED = 0.8  # how often everybody agrees to take something back


@define(eq=False)
class Evening:
    """`waits` are milliseconds from a tap to the last screen; `returns` are seconds until pages were right again, by cause."""

    browser: Any
    port: int
    folder: Path
    chance: Random
    waits: list[float] = field(factory=list)
    returns: list[tuple[str, float]] = field(factory=list)
    phones: dict[str, Phone] = field(factory=dict)
    _server: Any = None

    def begin(self, headers: str) -> None:
        (self.folder / "headers.txt").write_text(headers, encoding="utf-8")
        self._server = _served(self.port, self.folder)
        address = f"http://127.0.0.1:{self.port}"
        if not (self.folder / "game.log").exists():
            set_up(self.browser, address, links_of(self.folder)["table"], ("the referee draws",))
        for seat, token in seats_taken(self.port, self.folder).items():
            self.phones[seat] = Phone(self.browser, address, seat, token, self.chance).open()

    def end(self) -> list[str]:
        """The complaints of the pages."""
        for phone in self.phones.values():
            phone.page.context.close()
        self._server.send_signal(signal.SIGTERM)
        self._server.wait(20)
        return [text for phone in self.phones.values() for text in phone.trouble]

    def play(self, moves: int, every: int = EVERY) -> bool:
        """So many moves at most, with everything that happens at a table in between; whether the game is over."""
        happens: Mapping[int, Callable[[], None]] = dict(
            enumerate((self._slip, self._take_back, self._sleep, self._reload, self._restart), 1)
        )
        for number in range(moves):
            if self._is_over():
                return True
            self._act(self._asked())
            happens.get(number % every, lambda: None)()
        return self._is_over()

    # -- the game
    def _is_over(self) -> bool:
        return bool(self.phones["table"].seen()["over"])

    def _asked(self) -> Phone:
        """Somebody who may say something now."""
        while True:
            asked = [phone for phone in self.phones.values() if phone.seen()["yours"]]
            if asked:
                return self.chance.choice(asked)
            time.sleep(0.05)

    def _act(self, phone: Phone) -> None:
        """Do what a person would do who looks at his phone and finds a question."""
        phone.look()
        seen = phone.seen()
        if "Yes" in seen["offered"]:
            phone.answer("No" if "loses" in seen["prompt"] and self.chance.random() < CAREFUL else "Yes")
        elif seen["others"] and (not seen["stations"] or self.chance.random() < ABILITIES):
            phone.do_something(self.chance.choice(seen["others"]))
            phone.confirm()
        elif "End the turn" in seen["offered"]:
            phone.answer("End the turn")
        elif seen["stations"]:
            self._ride(phone, self.chance.choice(seen["stations"]))
        elif seen["yours"] and not seen["over"]:  # a question that is answered in words: it is taken back
            phone.type("undo")
        self.phones["table"].page.wait_for_timeout(100)

    def _ride(self, phone: Phone, station: str) -> None:
        phone.pick(station)
        for one in self.phones.values():
            one.forget()
        if not phone.confirm():
            return
        tapped = phone.tapped()
        phone.painted()
        if not self._votes():
            self.waits.append(max(one.painted() for one in self.phones.values()) - tapped)

    def _votes(self) -> list[Phone]:
        """The persons who are asked to agree. The fugitive sees the question when he looks."""
        questions = ("Yes", "There is a question for you")
        return [
            one
            for one in self.phones.values()
            if any(word in (*(s := one.seen())["offered"], s["prompt"]) for word in questions)
        ]

    def _log(self) -> str:
        return (self.folder / "game.log").read_text(encoding="utf-8")

    # -- what happens besides
    def _detective(self) -> Phone:
        return next(phone for seat, phone in self.phones.items() if seat not in ("X", "table"))

    def _slip(self) -> None:
        """A move that is not allowed; nothing comes of it."""
        phone = self._detective()
        before = self._log()
        phone.type(f"{phone.seat} taxi 1")
        phone.close_sheet()
        assert self._log() == before

    def _take_back(self) -> None:
        """Somebody wants something taken back, and everybody is asked."""
        phone = self._detective()
        phone.ask("Take back")
        phone.page.wait_for_timeout(300)
        word = "Yes" if self.chance.random() < AGREED else "No"
        while votes := self._votes():
            votes[0].look()
            votes[0].answer(word)
            votes[0].page.wait_for_timeout(200)

    def _sleep(self) -> None:
        """A phone is away while others move."""
        phone = self._detective()
        phone.page.context.set_offline(True)
        others = [one for one in self.phones.values() if one is not phone and one.seen()["yours"]]
        if others:
            self._act_without(others[0], phone)
        phone.page.wait_for_timeout(1500)
        phone.page.context.set_offline(False)
        self._right_again("sleep", [phone])

    def _act_without(self, other: Phone, away: Phone) -> None:
        kept = self.phones
        self.phones = {seat: one for seat, one in kept.items() if one is not away}
        self._act(other)
        self.phones = kept

    def _reload(self) -> None:
        self._detective().reload()

    def _restart(self) -> None:
        self._server.send_signal(signal.SIGKILL)
        self._server.wait(10)
        self._server = _served(self.port, self.folder)
        self._right_again("restart", list(self.phones.values()))

    def _right_again(self, cause: str, phones: list[Phone]) -> None:
        """Until these pages show what the table's screen shows, and have a connection."""
        began, table = time.monotonic(), self.phones["table"]
        for phone in phones:
            phone.wait_until_live()
            while phone.table() != table.table():
                phone.page.wait_for_timeout(50)
        self.returns.append((cause, time.monotonic() - began))
