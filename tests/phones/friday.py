"""Friday night: a family plays an edition on phones, from an empty folder to the next game, and taps only what it sees.

Nothing is typed but names. On the way somebody taps wrong buttons, reloads, gives a seat to another phone, and the computer is
started again. `seen` gets every page with a name for what it shows, once for each name.
"""

from __future__ import annotations

import math
import os
import re
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, field

from adjudicator.board import load

from .taps import PATIENCE, PHONE, SCREEN

NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eli", "Fay")
STARTS, CARDS = ("26", "29", "50", "53", "67", "91"), "72,90,105"  # what lies on the table, where no board knows the cards
TOP = Path(__file__).parent.parent.parent
LATER = "escape"  # by balloon: first he commits a crime beside his start
ROUNDS = 2  # in which everybody keeps away, unless there is more to do
CENTRES = """Object.fromEntries(Array.from(document.querySelectorAll("[id^=station-]"), (one) => {
  const {x, y, width, height} = one.getBoundingClientRect();
  return [one.id.slice("station-".length), [x + width / 2, y + height / 2]];
}))"""
Seen = Callable[[str, Any], None]


@define(eq=False)
class Family:
    """`edition` is what its button says; `people` how many play."""

    browser: Any
    port: int
    folder: Path
    edition: str
    board: str
    people: int
    chance: Random
    seen: Seen = lambda name, page: None
    table: Any = None
    phones: dict[str, Any] = field(factory=dict)
    trouble: list[str] = field(factory=list)
    used: set[str] = field(factory=set)  # what was done besides riding
    names: list[str] = field(factory=lambda: list(NAMES))
    numbers: list[str] = field(factory=lambda: list(STARTS))
    quiet: int = ROUNDS
    hunts: bool = False  # whether they look for him in earnest, and he walks into their arms
    _server: Any = None
    _near: dict[int, set[int]] = field(factory=dict)
    _kinds: set[str] = field(factory=set)

    # -- the computer
    def serve(self) -> str:
        """Starts the server, and returns the link that it prints."""
        command = [sys.executable, "-m", "adjudicator", "serve", "--log", "friday.log", "--lan", "--port", str(self.port)]
        self._server = subprocess.Popen(
            command,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(TOP), "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        for line in self._server.stdout:
            if found := re.search(r"the table's screen: (\S+)", line):
                return self._here(found[1])
        raise AssertionError("the server did not begin")

    def _here(self, link: str) -> str:
        """A link as this computer calls itself: how a network calls it differs."""
        return f"http://127.0.0.1:{self.port}/" + link.removeprefix("http://").partition("/")[2]

    def restart(self) -> None:
        self._server.send_signal(signal.SIGKILL)
        self._server.wait(10)
        self.serve()
        for page in (self.table, *self.phones.values()):
            page.wait_for_selector("#alive:empty", state="attached")

    def end(self) -> None:
        for context in self.browser.contexts:
            context.close()
        self._server.send_signal(signal.SIGTERM)
        self._server.wait(20)

    def _page(self, device: dict[str, Any], link: str) -> Any:
        page = self.browser.new_context(**device).new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.goto(link)
        return page

    def look_at(self, name: str, page: Any) -> None:
        if name not in self._kinds:
            self._kinds.add(name)
            page.wait_for_timeout(200)  # what slides in has come
            self.seen(name, page)

    # -- setting up
    def set_up(self) -> None:
        """Everybody has come, and the table's screen shows the board."""
        self.table = self._page(SCREEN, self.serve())
        self._answer_on(self.table, "set-up")
        while "setup" in self.table.url:
            missing = self.table.locator("#seats .seat:not(.come)")
            if missing.count():
                self._come(missing.first)
            self._answer_on(self.table, "set-up")
            self.table.wait_for_timeout(100)
        for page in (self.table, *self.phones.values()):
            page.wait_for_selector("#frame svg", state="attached")

    def _answer_on(self, page: Any, name: str) -> None:
        while page.is_visible("#question"):
            self._answer(page, name)

    def _answer(self, page: Any, name: str) -> None:
        before = page.inner_text("#prompt")
        self.look_at(f"{name}: {re.sub('[0-9]+', 'n', before)}", page)
        offers = [text for text in page.locator("#offers button").all_inner_texts() if text]
        if page.is_visible("#form") and page.is_visible("#pad"):
            self._tap_number(page, CARDS if "cards" in before else self.numbers.pop(0))
        elif page.is_visible("#form"):
            page.fill("#line", self.names.pop(0))  # the only thing that anybody types
            page.click("#form >> button[data-word=ok]")
        else:
            self._tap_wrong_first(page, before, offers)
            page.locator("#offers button", has_text=re.compile(f"^{re.escape(self._choice(offers))}$")).first.click()
        self._until(page, lambda: not page.is_visible("#question") or page.inner_text("#prompt") != before)

    def _choice(self, offers: list[str]) -> str:
        wanted = (self.edition, str(self.people), "the referee draws")
        fitting = [one for one in offers if one in wanted or one.startswith("take ")]
        return fitting[0] if fitting else offers[0]

    def _tap_wrong_first(self, page: Any, before: str, offers: list[str]) -> None:
        """Another edition, another number of people: `One question back` takes it back."""
        wrong = next((one for one in offers if one != self._choice(offers)), "")
        if "wrong answer" in self.used or not wrong or not page.is_visible("#back"):
            return
        self.used.add("wrong answer")
        page.locator("#offers button", has_text=re.compile(f"^{re.escape(wrong)}$")).first.click()
        self._until(page, lambda: page.inner_text("#prompt") != before)
        page.click("#back")
        self._until(page, lambda: page.inner_text("#prompt") == before)

    def _tap_number(self, page: Any, number: str) -> None:
        for sign in f"{number}9":
            page.locator("#pad button", has_text=re.compile(f"^{sign}$")).click()
        page.locator("#pad button[aria-label]").click()  # the 9 was wrong
        page.click("#form >> button[data-word=ok]")

    def _come(self, card: Any) -> None:
        """Somebody scans a code. A second phone reads that the code was used."""
        self.look_at("seats", self.table)
        who, link = card.locator("h3").inner_text(), card.locator(".link").inner_text()
        page = self._page(PHONE, self._here(link))
        page.wait_for_selector("#question:not([hidden]), #covered:not([hidden]), #round:not(:empty)")
        if page.is_visible("#covered"):
            self.look_at("covered", page)
            page.tap("#look")
            self._answer_on(page, "his card")
        self.phones[who] = page
        if "used code" not in self.used:
            self.used.add("used code")
            late = self._page(PHONE, self._here(link))
            late.locator("#alive", has_text="This code has been used").wait_for()
            self.look_at("used code", late)
            late.context.close()
        self._until(self.table, lambda: "setup" not in self.table.url or who not in self._missing())

    def _missing(self) -> list[str]:
        return list(self.table.locator("#seats .seat:not(.come) h3").all_inner_texts())

    def _until(self, page: Any, holds: Callable[[], bool]) -> None:
        for _ in range(PATIENCE // 50):
            if holds():
                return
            page.wait_for_timeout(50)
        raise AssertionError(f"{page.url} waits; it shows {page.inner_text('body')[:500]}")

    # -- playing
    def play(self, most: int = 400) -> None:
        """To the end. In the middle everything happens that happens on an evening."""
        happens = [self.restart, self._another_phone, self._reload]
        for number in range(most):
            if self.is_over:
                assert not happens
                return
            self.hunts = not happens and self._round() > self.quiet
            self._act(self._asked())
            if number % 3 == 2 and happens:
                happens.pop()()
        raise AssertionError("the game does not end")

    @property
    def is_over(self) -> bool:
        return bool(self.table.is_visible("#result"))

    def _asked(self) -> str:
        found: list[str] = []

        def is_asked() -> bool:
            found[:] = [who for who, page in self.phones.items() if "yours" in (page.get_attribute("body", "class") or "")]
            return bool(found) or self.is_over

        self._until(self.table, is_asked)
        return self.chance.choice(found) if found else next(iter(self.phones))

    def _act(self, who: str) -> None:
        page = self.phones[who]
        self._hold(page)
        if page.is_visible("#sheet"):
            return
        self._everywhere(who, page)
        page.tap("[data-go=move]")
        before = page.inner_text("header")
        if page.is_visible("#offered button"):
            self._offered(page)
        elif not self._something_new(page) and not self._ride(page) and not self._any(page):
            return
        page.wait_for_timeout(150)
        if page.inner_text("header") == before:
            page.wait_for_timeout(300)

    def _hold(self, page: Any) -> None:
        """The fugitive looks. A mere tap shows nothing."""
        if not page.is_visible("#look") or page.locator("#own >> p").count():
            return
        self.look_at("hidden", page)
        page.tap("#look")
        assert not page.is_visible("#own")
        box = page.locator("#look").bounding_box()
        page.mouse.move(box["x"] + 30, box["y"] + 20)
        page.mouse.down()
        page.wait_for_selector("#own >> p", state="attached")
        page.mouse.up()
        self.look_at("secret", page)

    def _everywhere(self, who: str, page: Any) -> None:
        """Once for each phone: every part of the page, and on each something wrong is tapped."""
        key = f"everywhere {who}"
        if key in self.used:
            return
        self.used.add(key)
        role = "his" if page.is_visible("#look") else "theirs"
        log = self._log()
        page.tap("[data-go=board]")
        self.look_at(f"{role} board", page)
        page.tap("#whole")
        self._tap_unlit(page)
        self._look_again(page)
        page.tap("[data-go=table]")
        self.look_at(f"{role} table", page)
        page.tap("[data-go=ask]")
        self.look_at(f"{role} ask", page)
        page.tap("#questions >> text='Give up'")
        self._cancel(page, f"{role} give up")
        self._look_again(page)
        page.tap("[data-go=move]")
        self.look_at(f"{role} move", page)
        page.tap("#not-me")
        self._cancel(page, f"{role} not me")
        self._look_again(page)
        if page.locator("#ways .station").count():
            page.locator("#ways .station").first.tap()
            self._cancel(page, f"{role} sheet")
        assert self._log() == log

    def _look_again(self, page: Any) -> None:
        if page.is_visible("#look"):
            self._hold(page)

    def _cancel(self, page: Any, name: str) -> None:
        page.wait_for_selector("#sheet[open]")
        self.look_at(name, page)
        page.locator("#sheet-buttons button").first.tap()
        page.wait_for_selector("#sheet:not([open])", state="attached")

    def _tap_unlit(self, page: Any) -> None:
        """A station where nobody may go now, far from those that are lit: the page says so. Between two, it goes nearer."""
        lit = set(page.locator("#ways .station").all_text_contents())
        while not page.is_visible("#sheet"):
            x, y = max(self._spots(page, lit), key=lambda spot: spot[0])[1]
            page.touchscreen.tap(x, y)
            page.wait_for_timeout(400)
        self.look_at("unlit", page)
        page.locator("#sheet-buttons button").last.tap()

    def _spots(self, page: Any, lit: set[str]) -> Iterator[tuple[float, tuple[float, float]]]:
        """The unlit stations that are in sight: how far each is from the nearest lit one, and where."""
        frame = page.locator("#frame").bounding_box()
        centres = page.evaluate(CENTRES)
        bright = [spot for number, spot in centres.items() if number in lit]
        for number, (x, y) in centres.items():
            is_seen = 0 < x - frame["x"] < frame["width"] and 0 < y - frame["y"] < frame["height"]
            if is_seen and number not in lit:
                yield min((math.hypot(x - one, y - other) for one, other in bright), default=99.0), (x, y)

    def _log(self) -> str:
        return (self.folder / "friday.log").read_text(encoding="utf-8")

    def _offered(self, page: Any) -> None:
        """The buttons below the question: everybody agrees; a turn is ended where nothing new can be done."""
        words = page.locator("#offered button").all_inner_texts()
        if "End the turn" in words and self._something_new(page):
            return
        self.look_at(f"question {words}", page)
        loses = "loses" in page.inner_text("#prompt")
        word = "No" if loses and "No" in words else "Yes" if "Yes" in words else words[0]
        page.locator("#offered button", has_text=re.compile(f"^{word}$")).tap()

    def _something_new(self, page: Any) -> bool:
        """Something else than a ride that nobody has done yet."""
        for button in page.locator("#ways .piece > .row:not(.ride):not(.answers) > button").all():
            name = button.inner_text().rstrip(" …")
            is_early = name == LATER and self._round() == 1
            if name not in self.used and not is_early:
                self.used.add(name)
                button.tap()
                self._confirm(page, f"action {name}")
                return True
        return not page.is_visible("#look") and self._new_kind(page)

    def _new_kind(self, page: Any) -> bool:
        """A ticket that nobody has used yet, or an action at a station: its name is in a row with the stations."""
        for row in page.locator("#ways .ride").all():
            kind = row.locator(".ticket").inner_text()
            if kind not in self.used:
                self.used.add(kind)
                row.locator(".station").first.tap()
                self._confirm(page, f"kind {kind}")
                return True
        return False

    def _ride(self, page: Any) -> bool:
        stations = page.locator("#ways .station").all()
        if not stations:
            return False
        numbers = [int(one.inner_text()) for one in stations]
        best = min(range(len(numbers)), key=lambda at: (self._wanted(page, numbers[at]), self.chance.random()))
        stations[best].tap()
        self._confirm(page, "sheet")
        return True

    def _any(self, page: Any) -> bool:
        """Any button that is left, such as an answer; or a number that lies on the table."""
        buttons = page.locator("#ways .piece .row:not(.ride) > button").all()
        if buttons:
            self.chance.choice(buttons).tap()
            page.wait_for_timeout(100)
            if page.is_visible("#sheet"):
                self._confirm(page, "choice")
            return True
        if page.locator("#ways .pad").count():
            self.look_at("number", page)
            for sign in str(self.chance.randrange(100, 190)):
                page.locator("#ways .pad button", has_text=re.compile(f"^{sign}$")).tap()
            page.locator("#ways form .main").tap()
            return True
        return False

    def _confirm(self, page: Any, name: str) -> None:
        """Read the sheet and do it; choose one of several ways."""
        for _ in range(9):
            page.wait_for_selector("#sheet[open]")
            self.look_at(name, page)
            title, offered = page.inner_text("#sheet"), page.locator("#sheet-buttons button").all()
            main = page.locator("#sheet .main")
            if "loses the game" in title and not self.hunts:
                offered[0].tap()
                return
            if main.count():
                main.tap()
                return
            if len(offered) == 1:
                self.trouble.append(f"refused: {title}")
                offered[0].tap()
                return
            self._tap_one(page, offered[:-1], title)

    def _tap_one(self, page: Any, offered: list[Any], before: str) -> None:
        self.chance.choice(offered).tap()
        self._until(page, lambda: not page.is_visible("#sheet") or page.inner_text("#sheet") != before)

    def _round(self) -> int:
        return int(re.findall(r"\d+", self.table.inner_text("#round"))[0])

    def _wanted(self, page: Any, station: int) -> float:
        """The less, the better: first everybody keeps away, then pursuers come near and he comes to them."""
        his = page.is_visible("#look")
        if his and not self.hunts and str(station) in CARDS.split(","):
            return 0
        away = self._away(station)
        near = min((away.get(one, 99) for one in (self._pursuers() if his else self._his())), default=0)
        return (near or 99 * his) if self.hunts else 99 - near

    def _pursuers(self) -> list[int]:
        found = [
            re.findall(r"\b\d{1,3}$", text)
            for text in self.table.locator("#pieces li > p:first-child b:nth-of-type(2)").all_inner_texts()
        ]
        return [int(one[0]) for one in found[1:] if one]

    def _his(self) -> list[int]:
        """Where he is, as the family whispers: from his phone."""
        page = next(iter(self.phones.values()))
        if page.is_visible("#look"):
            self._hold(page)
            return [int(one) for one in re.findall(r"\d+", page.inner_text("#own .at"))]
        return []

    def _away(self, start: int) -> dict[int, int]:
        if not self._near:
            for line in load(self.board).lines:
                self._near.setdefault(line.a, set()).add(line.b)
                self._near.setdefault(line.b, set()).add(line.a)
        found, open_ = {start: 0}, deque([start])
        while open_:
            here = open_.popleft()
            for there in self._near.get(here, ()):
                if there not in found:
                    found[there] = found[here] + 1
                    open_.append(there)
        return found

    # -- what happens besides
    def _detective(self) -> str:
        return list(self.phones)[-1]

    def _reload(self) -> None:
        page = self.phones[self._detective()]
        page.reload()
        page.wait_for_selector("#frame svg", state="attached")

    def _another_phone(self) -> None:
        """A seat is given back, and another phone takes it with the code behind `Seats` on the table's screen."""
        who = self._detective()
        page = self.phones[who]
        page.tap("[data-go=move]")
        page.tap("#not-me")
        page.tap("#sheet .main")
        page.locator("#alive", has_text="This phone has no seat here").wait_for()
        self.look_at("no seat", page)
        self.table.click("#questions >> text='Seats'")
        card = self.table.locator("#sheet .seat:not(.come)", has_text=who)
        card.wait_for()
        self.look_at("seats in the game", self.table)
        link = card.locator(".link").inner_text()
        self.phones[who] = self._page(PHONE, self._here(link))
        self.phones[who].wait_for_selector("#frame svg", state="attached")
        self.table.locator("#sheet .seat.come", has_text=who).wait_for()
        self.table.click("#sheet-buttons button")
        page.context.close()

    # -- the end
    def finish(self) -> None:
        """His route on every phone, the replay, and another game with the same people."""
        first, *others = self.phones.values()
        if first.is_visible("#look"):
            self._hold(first)
        for page in (first, *others):
            if page.is_visible("#offered button"):
                page.locator("#offered button", has_text="Show the whole route").tap()
                break
        for name, page in [("his", first), ("theirs", others[0]), ("table's", self.table)]:
            page.wait_for_selector("#after:not([hidden])")
            self.look_at(f"{name} end", page)
            page.wait_for_selector("#step:not([hidden])")
        link = others[0].locator("#after a").first.get_attribute("href")
        replay = others[0].context.new_page()
        replay.goto(f"http://127.0.0.1:{self.port}{link}")
        self.look_at("replay", replay)
        replay.close()

    def again(self) -> None:
        page = list(self.phones.values())[-1]
        page.locator("#after .main").tap()
        self._cancel(page, "again")
        page.locator("#after .main").tap()
        page.locator("#sheet-buttons button", has_text="Pass the roles on").tap()
        self.numbers = list(STARTS)
        self._until(self.table, lambda: (self.folder / "friday-2.log").exists() or self._sets_up())
        for one in (self.table, *self.phones.values()):
            self._until(one, partial(_is_at_the_beginning, one))

    def _sets_up(self) -> bool:
        for one in (self.table, *self.phones.values()):
            if one.is_visible("#covered"):
                one.locator("#look").click()
            if one.is_visible("#question"):
                self._answer_on(one, "next set-up")
        return False


def _is_at_the_beginning(page: Any) -> bool:
    return bool(page.is_visible("#round") and re.match(r"Round 1\b", page.inner_text("#round")))
