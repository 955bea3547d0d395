"""A phone in Chromium: everything that is tapped and read on a page is here, and nowhere else in these campaigns."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from typing import Any

from attrs import define, field

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCREEN = {"viewport": {"width": 1280, "height": 800}}
PATIENCE = 60_000  # milliseconds
# When what the table shows was drawn anew, in milliseconds of the clock that all pages share.
WATCH = """
addEventListener("DOMContentLoaded", () => {
  const noted = () => { window.drawn = window.drawn || performance.timeOrigin + performance.now(); };
  for (const id of ["prompt", "news", "pieces", "log"])
    new MutationObserver(noted).observe(document.getElementById(id), {childList: true, subtree: true, characterData: true});
});
"""


def set_up(browser: Any, address: str, token: str, answers: Sequence[str]) -> None:
    """Tap or type these answers on the table's screen, until everybody can take a seat."""
    page = browser.new_context(**SCREEN).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}/setup#{token}")
    for answer in answers:
        page.wait_for_selector("#question:not([hidden])")
        before = page.text_content("#prompt")
        page.locator(f"#offers >> text='{answer}'").click()
        while page.is_visible("#question") and page.text_content("#prompt") == before:
            page.wait_for_timeout(50)
    page.wait_for_selector("#free button")
    page.context.close()


@define(eq=False)
class Phone:
    """One seat and its page."""

    browser: Any
    address: str
    seat: str
    token: str
    page: Any = None
    trouble: list[str] = field(factory=list)

    def open(self) -> Phone:
        self.page = self.browser.new_context(**(SCREEN if self.seat == "table" else PHONE)).new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.add_init_script(WATCH)
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.goto(f"{self.address}/#{self.token}")
        self.wait()
        return self

    def wait(self) -> None:
        self.page.wait_for_selector("#round:not(:empty)")

    def reload(self) -> None:
        """All seven are one caller here, and may have to wait: then it is tried again, as a person would."""
        self.page.reload()
        self.page.wait_for_timeout(3000)
        if not self.page.text_content("#round"):
            self.reload()

    def state(self) -> dict[str, Any]:
        """The first state that this seat is sent."""
        request = urllib.request.Request(f"{self.address}/events", headers={"Authorization": f"Bearer {self.token}"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as answer:
                found: dict[str, Any] = json.loads(answer.readline().decode().removeprefix("data: "))
            return found
        except urllib.error.HTTPError:  # all seven are one caller here, and have to wait
            time.sleep(0.5)
            return self.state()

    # -- doing
    def look(self) -> None:
        """The fugitive holds his button; nobody else has one."""
        if self.seat == "X" and not self.page.locator("#own >> p").count():
            box = self.page.locator(".look").bounding_box()
            self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.page.mouse.down()
            self.page.wait_for_selector("#own >> p", state="attached")
            self.page.mouse.up()

    def type(self, text: str) -> None:
        """Type a line; what it means comes on a sheet."""
        self.look()
        self.page.locator("[data-go=ask]").tap()
        self.page.fill("#line", text)
        self.page.press("#line", "Enter")

    def confirm(self) -> float:
        """Tap what the sheet offers to do; the moment of the tap."""
        self.page.wait_for_selector("#sheet .main")
        found: float = self.page.evaluate(
            "() => { document.querySelector('#sheet .main').click(); return performance.timeOrigin + performance.now(); }"
        )
        return found

    def close_sheet(self) -> None:
        """Away with a sheet that says why not."""
        self.page.wait_for_selector("#sheet[open]")
        self.page.locator("#sheet button").first.tap()

    def answer(self, word: str) -> None:
        """`Yes`, `No` or `End the turn`, below the question."""
        self.look()
        self.page.locator(f"#actions >> text='{word}'").tap()

    # -- reading
    def forget(self) -> None:
        self.page.evaluate("window.drawn = 0")

    def drawn(self) -> float:
        """When it was drawn anew since it was forgotten; waits for it."""
        while not (found := float(self.page.evaluate("window.drawn"))):
            self.page.wait_for_timeout(10)
        return found

    def table(self) -> str:
        """What is known of the table here."""
        return str(
            self.page.evaluate("['round', 'pieces', 'log'].map((id) => document.getElementById(id).textContent).join('|')")
        )
