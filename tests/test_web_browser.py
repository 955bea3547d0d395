"""The table on phones in a real browser: taps, zoom, slips, votes, a screen that hides itself, a server that is killed.

Where playwright or a Chromium is missing these tests are skipped; in CI they are required.
"""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from live_play import TABLES
from test_browser import browser  # noqa: F401 - the fixture
from test_web import _served, port, seats_taken  # noqa: F401

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCREEN = {"viewport": {"width": 1280, "height": 800}}
ALOUD = "window.shaken = 0; navigator.vibrate = () => { window.shaken += 1; return true; };"
# Two rounds have been played: in the third he surfaces.
PLAYED = (
    TABLES["2014"]
    + """
1. X taxi 133; red taxi 15; blue taxi 88; green taxi 175; white taxi 37
2. X taxi 141; red taxi 26; blue taxi 117; green taxi 174; white taxi 50
"""
)


class Table:
    """A server, its links, and the pages that look at it."""

    def __init__(self, browser: Any, port: int, folder: Path):  # noqa: F811
        self.browser, self.port, self.folder, self.address = browser, port, folder, f"http://127.0.0.1:{port}"
        (folder / "headers.txt").write_text(PLAYED, encoding="utf-8")
        self.server: subprocess.Popen[bytes] = _served(port, folder)
        self.tokens = seats_taken(port, folder)
        self.trouble: list[str] = []

    def open(self, seat: str, **device: Any) -> Any:
        page = self.browser.new_context(**device).new_page()
        page.set_default_timeout(20_000)
        page.add_init_script(ALOUD)
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on("console", self._noted)
        page.on("request", lambda one: None if one.url.startswith(self.address) else self.trouble.append(one.url))
        page.clock.install()
        page.goto(f"{self.address}/#{self.tokens[seat]}")
        page.wait_for_selector("#round:not(:empty)")
        page.wait_for_selector("#frame svg", state="attached")
        assert page.url == f"{self.address}/"  # the secret has left the address bar
        return page

    def _noted(self, said: Any) -> None:
        """Complaints of the browser; that a killed server does not answer is not a fault of the page."""
        if said.type == "error" and not said.text.startswith("Failed to load resource"):
            self.trouble.append(said.text)

    def restart(self) -> None:
        self.server.send_signal(signal.SIGKILL)
        self.server.wait(10)
        self.server = _served(self.port, self.folder)

    def close(self) -> None:
        for context in self.browser.contexts:
            context.close()
        self.server.send_signal(signal.SIGTERM)
        self.server.wait(20)


@pytest.fixture
def table(browser: Any, port: int, tmp_path: Path) -> Iterator[Table]:  # noqa: F811
    found = Table(browser, port, tmp_path)
    yield found
    found.close()


def says(page: Any, part: str, text: str) -> None:
    page.locator(part, has_text=text).first.wait_for()


def hold(page: Any, shown: str = "#own >> p") -> None:
    box = page.locator("#look").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_selector(shown, state="attached")
    page.mouse.up()


def tap_station(page: Any, number: int) -> None:
    """A finger on the picture, a little beside the station."""
    box = page.locator(f"#station-{number}").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2 + 6, box["y"] + box["height"] / 2 + 6)


def wide(page: Any) -> float:
    """How much of the board is seen, from left to right."""
    return float(page.get_attribute("#frame svg", "viewBox").split()[2])


def pinch(page: Any, apart: int) -> None:
    box, touch = page.locator("#frame").bounding_box(), page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, away in (("touchStart", 40), ("touchMove", apart // 2), ("touchMove", apart)):
        touch.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x - away, "y": y, "id": 1}, {"x": x + away, "y": y, "id": 2}]},
        )
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_the_fugitives_phone_and_the_screen_of_the_table(table: Table) -> None:
    ana, screen = table.open("X", **PHONE), table.open("table", **SCREEN)
    everything = "document.documentElement.outerHTML.replace(/<svg[^]*svg>/, '')"

    # hidden: nothing in the page tells where he is; a mere tap shows nothing
    assert not re.search(r"\b141\b", ana.evaluate(everything))
    ana.tap("#look")
    assert not ana.is_visible("#own")
    hold(ana)
    says(ana, "#own", "You are at 141")
    says(ana, "#own", "They know you are at one of")
    ana.clock.fast_forward(29_000)
    assert ana.is_visible("#own")
    ana.clock.fast_forward(1_100)
    assert not ana.is_visible("#own")
    hold(ana)
    ana.tap(".station >> text='142' >> nth=0")
    ana.wait_for_selector("#sheet[open]")
    ana.evaluate("dispatchEvent(new Event('blur'))")
    assert not ana.is_visible("#sheet")
    assert not re.search(r"\b14[12]\b", ana.evaluate(everything))

    # the picture: what he may do is lit on his screen while he looks, and nowhere else
    ana.tap("[data-go=board]")
    lit = ".marks use:not(.off)[href='#mark-legal']"
    assert ana.locator(lit).count() == 0
    hold(ana, ".marks use:not(.off)[href='#mark-here']")
    assert ana.locator(lit).count() > 3
    assert screen.locator(lit).count() == 0
    seen = wide(ana)
    ana.tap("#in")
    assert wide(ana) < seen
    ana.tap("#whole")
    seen = wide(ana)
    pinch(ana, 120)
    assert wide(ana) < seen
    ana.focus("#frame")
    ana.keyboard.press("0")
    assert wide(ana) == seen
    ana.tap("[data-go=board]")  # near again
    tap_station(ana, 142)
    ana.tap("#sheet-buttons >> text='taxi'")
    says(ana, "#sheet-body", "They will hear: Mister X taxi 142")
    box = ana.locator("#sheet .main").bounding_box()
    assert box["height"] >= 44
    assert box["y"] > 844 * 0.7  # where the thumb is
    ana.tap("#sheet .main")

    says(screen, "#loud", "Mister X is at 142")
    assert screen.locator(".flag.on[data-piece=X]").count() == 1
    screen.clock.fast_forward(8_100)
    assert not screen.is_visible("#loud")
    screen.check("#possible")
    says(screen, "#count", "Mister X can only be at 142")
    assert table.trouble == []

    # a wrong link says so, though the words of the page come with a seat
    lost = table.browser.new_context(**PHONE).new_page()
    lost.goto(f"{table.address}/#wrong")
    says(lost, "#alive", "This phone has no seat here")


def test_detectives_in_two_languages(table: Table) -> None:
    ana, ben, cleo = (
        table.open("X", **PHONE),
        table.open("red", **PHONE, locale="de-DE", color_scheme="dark"),
        table.open("blue", **PHONE),
    )
    hold(ana)
    ana.tap(".station >> text='142' >> nth=0")
    ana.tap("#sheet .main")
    says(ben, "#prompt", "Du bist am Zug: rot, weiß")
    assert ben.evaluate("shaken") == 1
    assert ben.evaluate("document.documentElement.scrollWidth") <= 390

    # a slip is refused with its rule and booklet, and nobody else hears of it
    ben.tap("[data-go=ask]")
    ben.fill("#line", "red bus 46")
    ben.press("#line", "Enter")
    says(ben, ".finding.illegal", "no bus line joins 26 and 46")
    says(ben, ".finding .cite", "follow-a-line · Ravensburger")
    assert "bus line" not in cleo.inner_text("body")
    ben.tap("#sheet button")
    ben.tap("#questions >> text='Wo kann Mister X sein?'")
    says(ben, "#sheet-body", "142")
    ben.tap("#sheet button")

    # a station that is not lit says why
    ben.tap("[data-go=board]")
    tap_station(ben, 14)
    ben.tap("#sheet-buttons >> text='Warum nicht Taxi?'")
    says(ben, ".finding", "no taxi line joins 26 and 14")
    ben.tap("#sheet button")
    ben.tap("[data-go=move]")
    ben.tap("role=button[name='rot: Taxi nach 15']")
    says(ben, "#sheet-body", "Taxi: noch 8")
    for button in ben.locator("button:visible").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 44
    ben.tap("#sheet .main")
    says(cleo, "#news", "red taxi 15")

    table.restart()
    cleo.clock.fast_forward(1_000)
    cleo.wait_for_selector("#alive:empty", state="attached")
    cleo.tap("role=button[name='blue: taxi to 88']")
    cleo.tap("#sheet .main")
    says(ana, "#news", "blue taxi 88")
    ben.clock.fast_forward(1_000)
    says(ben, "#news", "blau Taxi 88")
    ben.tap("[data-go=ask]")
    ben.tap("#questions >> text='Zurücknehmen'")
    says(ben, "#prompt", "blau Taxi 88 zurücknehmen?")
    cleo.tap("#actions >> text='No'")
    says(ben, "#news", "es zählt nicht")
    assert table.trouble == []
