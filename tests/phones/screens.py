"""A whole evening in Chromium: six phones and a table, with slips, votes, a phone that sleeps, a reload and a killed server."""

from __future__ import annotations

import json
import random
import signal
import time
from pathlib import Path
from typing import Any

from attrs import define, field
from live_play import TABLES
from test_web import _served, unpacked

from .taps import Phone, set_up

EVENINGS = {
    "2014": """variant: 2014
seats: X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli; purple = Fay
start: X 127; red 26; blue 117; green 174; yellow 50; purple 91
""",
    "holmes": TABLES["holmes"],
}


@define(eq=False)
class Evening:
    """`waits` are milliseconds from a tap to the last screen; `returns` seconds until pages were right again by themselves."""

    browser: Any
    port: int
    folder: Path
    chance: random.Random
    waits: list[float] = field(factory=list)
    returns: list[float] = field(factory=list)
    phones: dict[str, Phone] = field(factory=dict)
    _server: Any = None

    def begin(self, headers: str) -> None:
        (self.folder / "headers.txt").write_text(headers, encoding="utf-8")
        self._server = _served(self.port, self.folder)
        address, tokens = f"http://127.0.0.1:{self.port}", self._tokens()
        if not (self.folder / "game.log").exists():
            set_up(self.browser, address, tokens["table"], ("draw",))
            tokens = self._tokens()
        self.phones = {seat: Phone(self.browser, address, seat, token).open() for seat, token in tokens.items()}

    def _tokens(self) -> dict[str, str]:
        found: dict[str, str] = json.loads((self.folder / "game.links").read_text(encoding="utf-8"))
        return found

    def end(self) -> list[str]:
        """What the pages complained about."""
        for phone in self.phones.values():
            phone.page.context.close()
        self._server.send_signal(signal.SIGTERM)
        self._server.wait(20)
        return [text for phone in self.phones.values() for text in phone.trouble]

    def play(self, moves: int) -> bool:
        """So many moves, with everything that happens at a table in between; whether the game is over."""
        happens = {3: self._slip, 5: self._take_back, 8: self._sleep, 11: self._reload, 13: self._restart}
        for number in range(moves):
            if not self._move():
                return True
            if number in happens:
                happens[number]()
        return False

    # -- the game
    def _asked(self) -> list[tuple[Phone, dict[str, Any]]]:
        """Those who may say something now, each with what it is sent."""
        found = [(phone, phone.state()) for seat, phone in self.phones.items() if seat != "table"]
        return [(phone, state) for phone, state in found if state["prompt"]["yours"]]

    def _move(self) -> bool:
        """Somebody moves, or all agree that the turn is over; False where the game is."""
        phone, state = self._asked()[0]
        kind = state["prompt"]["kind"]
        if kind == "over":
            return False
        ways = [" ".join(way) for way in unpacked(state["ways"]) if way]
        rides = [way for way in ways if len(way.split()) == 3 and way.split()[-1].isdigit()]
        if state["prompt"].get("may_end") or (kind == "turn" and not state["prompt"]["due"]):
            phone.answer("End the turn")
        elif kind == "choice":
            phone.type(self.chance.choice(ways))
            phone.confirm()
        else:
            due = [way for way in rides if kind != "turn" or way.split()[0] in state["prompt"]["due"]]
            self._measured(phone, self.chance.choice(due or rides))
        self._votes()
        return True

    def _measured(self, phone: Phone, text: str) -> None:
        phone.type(text)
        for one in self.phones.values():
            one.forget()
        began = phone.confirm()
        if not self._is_vote():
            self.waits.append(max(one.drawn() for one in self.phones.values()) - began)

    def _is_vote(self) -> bool:
        return any(state["prompt"]["kind"] in ("sure", "take-back") for _, state in self._asked())

    def _votes(self, word: str = "Yes") -> None:
        while votes := [phone for phone, state in self._asked() if state["prompt"]["kind"] in ("sure", "take-back")]:
            phone = votes[0]
            before = phone.state()["stamp"]
            phone.answer(word)
            while phone.state()["stamp"] == before:
                time.sleep(0.02)

    # -- what happens besides
    def _detective(self) -> Phone:
        return next(phone for seat, phone in self.phones.items() if seat not in ("X", "table"))

    def _slip(self) -> None:
        phone = self._detective()
        phone.type(f"{phone.seat} taxi 1")
        phone.close_sheet()

    def _take_back(self) -> None:
        phone = self._detective()
        phone.type("undo")
        phone.page.wait_for_timeout(300)
        self._votes()

    def _sleep(self) -> None:
        """A phone is away while others move."""
        phone = self._detective()
        phone.page.context.set_offline(True)
        others = [(one, state) for one, state in self._asked() if one is not phone]
        if others:
            ways = [" ".join(way) for way in unpacked(others[0][1]["ways"]) if len(way) == 3]
            if ways:
                others[0][0].type(self.chance.choice(ways))
                others[0][0].confirm()
        phone.page.wait_for_timeout(2000)
        phone.page.context.set_offline(False)
        self._right_again([phone])
        self._votes()

    def _reload(self) -> None:
        self._detective().reload()

    def _restart(self) -> None:
        self._server.send_signal(signal.SIGKILL)
        self._server.wait(10)
        self._server = _served(self.port, self.folder)
        self._right_again(list(self.phones.values()))

    def _right_again(self, phones: list[Phone]) -> None:
        """Until these pages show what the table's screen shows, and have a connection."""
        began, table = time.monotonic(), self.phones["table"]
        for phone in phones:
            phone.page.wait_for_selector("#alive:empty", state="attached")
            while phone.table() != table.table():
                phone.page.wait_for_timeout(50)
        self.returns.append(time.monotonic() - began)
