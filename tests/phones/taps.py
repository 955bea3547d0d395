"""A phone in Chromium: everything that is tapped and read on a page is here, and nowhere else in these campaigns."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from random import Random
from typing import Any

from attrs import define, field
from playwright.sync_api import TimeoutError

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCREEN = {"viewport": {"width": 1280, "height": 800}}
PATIENCE = 30_000  # milliseconds
MOMENT = 5_000  # in which a button can go that was there, or a sheet come
# When something was tapped, and when the table was painted again after it, in milliseconds of the clock that all pages share.
WATCH = """
const now = () => performance.timeOrigin + performance.now();
addEventListener("click", () => { window.tapped = now(); }, true);
addEventListener("DOMContentLoaded", () => {
  const noted = () => requestAnimationFrame(() => { window.painted = window.painted || now(); });
  for (const id of ["prompt", "news", "pieces", "log"]) {
    const part = document.getElementById(id);
    if (part) new MutationObserver(noted).observe(part, {childList: true, subtree: true, characterData: true});
  }
});
"""
# What somebody who looks at the page sees.
SEEN = """() => {
  const texts = (where) => Array.from(document.querySelectorAll(where), (one) => one.textContent);
  return {
    yours: document.body.classList.contains("yours"),
    over: !document.getElementById("result").hidden,
    prompt: document.getElementById("prompt").textContent,
    offered: texts("#offered button"),
    stations: texts("#ways .station"),
    others: texts("#ways .piece > .row:not(.ride) > button"),
  };
}"""


def set_up(browser: Any, address: str, token: str, answers: Sequence[str]) -> None:
    """Tap these answers on the table's screen, until everybody can take a seat."""
    page = browser.new_context(**SCREEN).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}/setup#{token}")
    for answer in answers:
        page.wait_for_selector("#question:not([hidden])")
        before = page.text_content("#prompt")
        page.locator(f"#offers >> text='{answer}'").click()
        while page.is_visible("#question") and page.text_content("#prompt") == before:
            page.wait_for_timeout(50)
    page.wait_for_selector("#seats .seat")
    page.context.close()


@define(eq=False)
class Phone:
    """One seat and its page."""

    browser: Any
    address: str
    seat: str
    token: str
    chance: Random
    page: Any = None
    trouble: list[str] = field(factory=list)

    def open(self) -> Phone:
        self.page = self.browser.new_context(**(SCREEN if self.seat == "table" else PHONE)).new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.add_init_script(WATCH)
        self.page.on("pageerror", lambda error: self.trouble.append(f"{self.seat}: {error}"))
        self.page.goto(f"{self.address}/#{self.token}")
        self._wait()
        return self

    def reload(self) -> None:
        self.page.reload()
        self._wait()

    def _wait(self) -> None:
        self.page.wait_for_selector("#round:not(:empty)")
        self.page.wait_for_selector("#frame svg", state="attached")

    # -- reading
    def seen(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(SEEN)
        return found

    def table(self) -> str:
        """The known state of the table here."""
        parts = "['round', 'pieces', 'log'].map((id) => document.getElementById(id).textContent).join('|')"
        return str(self.page.evaluate(parts))

    def forget(self) -> None:
        self.page.evaluate("window.painted = 0")

    def tapped(self) -> float:
        return float(self.page.evaluate("window.tapped"))

    def painted(self) -> float:
        """When it was painted again since it was forgotten; waits for it."""
        self.until("window.painted")
        return float(self.page.evaluate("window.painted"))

    def until(self, condition: str) -> None:
        """Looks now and then: the page's policy forbids a function that is made from a text."""
        for _ in range(PATIENCE // 20):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"{self.seat} waits for {condition}")

    def wait_until_live(self) -> None:
        self.page.wait_for_selector("#alive:empty", state="attached")

    # -- doing
    def look(self) -> None:
        """The fugitive holds his button; nobody else has one."""
        if self.page.is_visible("#look") and not self.page.locator("#own >> p").count():
            box = self.page.locator("#look").bounding_box()
            self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.page.mouse.down()
            self.page.wait_for_selector("#own >> p", state="attached")
            self.page.mouse.up()

    def answer(self, word: str) -> None:
        """One of the buttons below the question: `Yes`, `No`, `End the turn`; unless another was quicker, and it is gone."""
        if self.page.is_visible(f"#offered >> text='{word}'"):
            with contextlib.suppress(TimeoutError):
                self.page.tap(f"#offered >> text='{word}'", timeout=MOMENT)

    def pick(self, station: str) -> None:
        """A station on the list, or on the picture, where it may need a second tap if another one is near."""
        if self.chance.random() < 0.7:
            self.page.tap("[data-go=move]")
            self.page.locator(f"#ways .station >> text='{station}'").first.tap()
            self.page.wait_for_selector("#sheet[open]")
            return
        self.page.tap("[data-go=board]")
        while not self.page.is_visible("#sheet"):
            box = self.page.locator(f"#station-{station}").bounding_box()
            self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.page.wait_for_timeout(400)

    def do_something(self, name: str) -> None:
        """Do something other than a ride, such as playing a card or using an ability."""
        self.page.tap("[data-go=move]")
        self.page.locator(f"#ways button >> text='{name}'").first.tap()
        self.page.wait_for_selector("#sheet[open]")

    def confirm(self) -> bool:
        """Choose from the sheet until it says what the move means, and do it. False where it went away: something happened."""
        while self._sheet_comes():
            if self.page.locator("#sheet .main").count():
                self.page.tap("#sheet .main")
                return True
            *offered, away = self.page.locator("#sheet-buttons button").all()
            if not offered:  # nothing is offered that is then refused
                self.trouble.append(f"{self.seat} is refused: {self.page.text_content('#sheet')}")
                away.tap()
                return False
            self.chance.choice(offered).tap()
        return False

    def _sheet_comes(self) -> bool:
        with contextlib.suppress(TimeoutError):
            self.page.wait_for_selector("#sheet[open]", timeout=MOMENT)
            return True
        return False

    def type(self, text: str) -> None:
        """Type a line; what it means comes on a sheet."""
        self.page.tap("[data-go=ask]")
        self.page.fill("#line", text)
        self.page.press("#line", "Enter")

    def ask(self, word: str) -> None:
        """One of the buttons above the line."""
        self.page.tap("[data-go=ask]")
        self.page.tap(f"#questions >> text='{word}'")

    def close_sheet(self) -> None:
        """Away with a sheet that says why not."""
        self.page.wait_for_selector("#sheet[open] .finding")
        self.page.tap("#sheet button")
